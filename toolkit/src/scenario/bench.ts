/** The bench of a scenario as options of its plant. */
import type { PointDesign } from '../control/index.js';
import { mulMat, mulMatVec, numbers, type Vec3 } from '../math/index.js';
import { forwardKinematics, framePlacement, type Model } from '../model/index.js';
import type {
  BenchDrive,
  BenchOptions,
  BenchPlace,
  BenchSensor,
  ContactOptions,
  PushPlace,
} from '../plant/index.js';
import type { BenchSection, DriveSection } from './bench-schema.js';
import type { Complaints } from './complaints.js';
import { poseAt, rotationOf } from './points.js';
import type { Scenario } from './scenario.js';
import type { ScenarioFiles } from './scenario-files.js';
import { sensorsOf } from './sensors.js';
import { signalOf } from './signal.js';
import type { Timing } from './timing.js';
import { under } from './tree.js';

/** What of the scenario has been worked out already. */
export interface BenchParts {
  readonly model: Model;
  readonly timing: Timing;
  readonly tool: PointDesign;
  readonly pushes: readonly PushPlace[];
  readonly contacts: ContactOptions | undefined;
}

/** Undefined where the robot is no bench; its numbers are judged by `benchProblems` of the plant. */
export function benchOf(
  scenario: Scenario,
  section: BenchSection,
  { model, timing, tool, pushes, contacts }: BenchParts,
  files: ScenarioFiles,
  complaints: Complaints,
): BenchOptions | undefined {
  const [[name, robot]] = Object.entries(scenario.robots);
  if (robot.bench === undefined) {
    return complaints.error('bench-robot', 'plant.bench', 'a bench needs a robot that is one', {
      expected: `robots.${name}: { bench: { axes: [x], mass: 2 kg } }`,
      got: robot.file ?? 'none',
      hint: 'leave out plant.bench, and an arm is simulated as rigid links',
    });
  }
  const axes = robot.bench.axes.map((axis) => {
    const along: Readonly<Record<typeof axis, Vec3<number>>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
    return mulMatVec(numbers, rotationOf(robot.base.rpy), along[axis]);
  });
  /** What stands on the tool mass, as it is in the world at q = 0; a complaint where it is on another link. */
  const onTool = (point: Omit<PushPlace, 'attitude'>, path: string): BenchPlace[] => {
    const body = model.frames.find((frame) => frame.name === point.frame)?.body;
    if (body === model.bodies.length - 1)
      return [{ name: point.name, at: poseAt(model, { ...point }, model.neutral).position }];
    complaints.error('bench-point', path, `${point.name} does not go with the tool mass of the bench`, {
      got: point.frame,
      hint: 'put it on the link tool',
    });
    return [];
  };
  const places = (contacts?.places ?? []).flatMap((place): BenchPlace[] => {
    const path = under('control.points', place.name);
    if (place.shape !== undefined && place.shape.kind !== 'sphere') {
      complaints.error('bench-shape', path, 'on a bench, points and spheres touch', {
        got: place.shape.kind,
        hint: 'give the point a sphere, or none of its own; plant.rigid knows other shapes',
      });
      return [];
    }
    const radius = place.shape?.size[0];
    return onTool(place, path).map((own) => ({ ...own, ...(radius !== undefined && { radius }) }));
  });
  const kinematics = forwardKinematics(numbers, model, model.neutral);
  const sensors = sensorsOf(section.sensors, 'plant.bench.sensors', model, tool, timing.tick, complaints).map(
    ({ frame, at, rotation, below, ...options }): BenchSensor => {
      const pose = framePlacement(numbers, kinematics, frame);
      const turn = mulMat(numbers, pose.rotation, rotation);
      const inWorld = (p: Vec3<number>, by = pose.rotation, from = pose.position): Vec3<number> => {
        const [x, y, z] = mulMatVec(numbers, by, p);
        return [from[0] + x, from[1] + y, from[2] + z];
      };
      const origin = inWorld(at);
      return {
        ...options,
        at: origin,
        rotation: turn,
        ...(below && { below: { mass: below.mass, centre: inWorld(below.centre, turn, origin) } }),
      };
    },
  );
  const signal = section.signal && signalOf(section.signal, axes.length, files, complaints);
  const { flexible, series, encoders } = section;
  return {
    step: timing.step,
    axes,
    mass: robot.bench.mass,
    gravity: scenario.world.gravity,
    drive: driveOf(section.drive),
    ...(flexible && { flexible }),
    series,
    surfaces: contacts?.solids ?? [],
    places,
    pushes: pushes.flatMap((push) => onTool(push, 'events')),
    ...(signal && { signal }),
    sensors,
    ...(encoders && {
      encoders: { resolution: axes.map(() => encoders.resolution), velocity: encoders.velocity },
    }),
    seed: scenario.seed,
  };
}

function driveOf(section: DriveSection): BenchDrive {
  if (typeof section === 'string') return { kind: section };
  if ('force' in section) {
    const { limit, delay } = section.force;
    return { kind: 'force', delay, ...(limit !== undefined && { limit }) };
  }
  return { kind: 'position', ...section.position };
}
