/** Layouts on the project's arm: the same springs with and without the circulating field, run and predicted. */
import { ForceField, type Settled, settle } from 'pliant/analyse';
import { view } from 'pliant/graph';
import { numbers } from 'pliant/math';
import { forwardKinematics, frameOf, jointProperties, type Model, pointPosition } from 'pliant/model';
import type { Assembly } from 'pliant/scenario';
import { assemblyOf } from '../scenarios.js';
import type { Layout, Obstacle, Place } from './layout.js';

/** Where the tool is at the start, m: u = w = 0, u along y and w along x; it stays at that height. */
const plane = { x: 0.5, y: -0.22, z: 0.3 };

/** The pose of the arm there with the tool down, rad; a test holds it to that. */
const pose = {
  joint1: -0.4145068745847859,
  joint2: 0.02747409112863229,
  joint3: 0,
  joint4: -2.118363702403509,
  joint5: 0,
  joint6: 2.1458377935321415,
  joint7: -0.414506874584786,
};

const inWorld = ([u, w]: Place): string => `[${plane.x + w}, ${plane.y + u}, ${plane.z}]`;

function solid(obstacle: Obstacle): string {
  switch (obstacle.kind) {
    case 'sphere':
      return `{ sphere: ${obstacle.r}, at: ${inWorld(obstacle.at)} }`;
    case 'cylinder':
      return `{ cylinder: { radius: ${obstacle.r}, length: 1 m }, at: ${inWorld(obstacle.at)} }`;
    case 'capsule': {
      const { a, b, r } = obstacle;
      const middle: Place = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      // Its axis is z turned to lie in the plane: along (w, u) in world x, y.
      const yaw = Math.atan2(b[0] - a[0], b[1] - a[1]);
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      return `{ capsule: { radius: ${r}, length: ${length} }, at: ${inWorld(middle)}, rpy: [0, ${Math.PI / 2}, ${yaw}] }`;
    }
    case 'box': {
      const { at, angle, half, r } = obstacle;
      const yaw = Math.PI / 2 - angle;
      return `{ box: [${2 * half}, ${2 * r}, 1 m], at: ${inWorld(at)}, rpy: [0, 0, ${yaw}] }`;
    }
  }
}

/** The scenario of a layout. `field`: with the circulating field. */
export function scenarioOf(layout: Layout, field: boolean, duration: number): string {
  const names = layout.obstacles.map((_, i) => `o${i + 1}`);
  const lines = (line: (name: string, i: number) => string) => names.map(line).join('\n');
  return `pliant: 1
name: trap ${layout.index}
duration: ${duration} s
robots:
  arm:
    file: robots/arm7/arm7.urdf
    tool: { on: tool }
    start: { ${Object.entries(pose)
      .map(([joint, angle]) => `${joint}: ${angle}`)
      .join(', ')} }
world:
${lines((name, i) => `  ${name}: ${solid(layout.obstacles[i])}`)}
control:
  rate: 1 kHz
  points:
    goal: { in: world, at: ${inWorld(layout.goal)}, rpy: [3.141592653589793, 0, 0] }
  coordinates:
${lines((name) => `    gap-${name}: { coordinate: gap, from: tool, to: ${name} }`)}
  elements:
    reach: { spring: saturating, from: tool, to: goal, stiffness: 150 N/m, greatest: 8 N }
    height: { spring: linear, from: tool, to: goal, stiffness: [0, 0, 400 N/m] }
    brake: { damper: linear, from: tool, to: goal, damping: 30 N s/m }
    upright: { spring: attitude, from: tool, to: goal, stiffness: 10 N m/rad }
    calm: { damper: joint, joint: all, damping: 1 N m s/rad }
${lines((name) => `    off-${name}: { spring: one-sided, of: gap-${name}, below: 5 cm, stiffness: 500 N/m }`)}
${field ? '    around: { source: circulate, from: tool, to: goal, greatest: 20 N, power: 4 W }' : ''}
  compensate: [gravity]
  limits: { torque: none }
plant:
  rigid: { step: 1 ms, joints: { coulomb: 0, viscous: 0, stops: none } }
record: { rate: 20 Hz }
`;
}
/** How near to its goal the hand has arrived, m. */
export const arrived = 0.01;

/** A hand that has been there for so long stays, s. */
const settled = 4;

/** How a layout ends. */
export interface Ending {
  readonly place: Place;
  /** From the goal, m. */
  readonly short: number;
  /** Of the tool, at the end, m/s. */
  readonly speed: number;
  /** How near the joints came to their stops, rad; below 0: beyond. */
  readonly room: number;
  /** Greatest distance of the hand from its plane, m. */
  readonly off: number;
  /** When it came to the goal where it ends, s. */
  readonly time: number | undefined;
  /** Energy that the field put in, J; 0 without it. */
  readonly supplied: number;
  /** Greatest power of the field at a tick, W. */
  readonly power: number;
}

/** Runs a layout for so long, or until the hand has settled at its goal. */
export function run(layout: Layout, field: boolean, duration: number): Ending {
  const assembly = assemblyOf(scenarioOf(layout, field, duration));
  const running = assembly.begin([]);
  const q = view(assembly.plant.layout, assembly.plantCode.memory, 'q');
  const labels = assembly.control.layout.fields.find(({ name }) => name === 'power')?.labels ?? [];
  const source = labels.indexOf('source.around');
  const powers = view(assembly.kernel.layout, assembly.kernel.memory, 'power');
  const period = assembly.timing.tick;
  let [room, off, supplied, power] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  let time: number | undefined;
  let before = handAt(assembly, q);
  let speed = 0;
  for (let tick = 1; running.advance(0) === 'running'; tick++) {
    if (source >= 0) {
      supplied += powers[source] * period;
      power = Math.max(power, powers[source]);
    }
    if (tick % 20 !== 0) continue;
    const hand = handAt(assembly, q);
    speed = Math.hypot(...hand.map((x, i) => x - before[i])) / (20 * period);
    before = hand;
    off = Math.max(off, Math.abs(hand[2] - plane.z));
    room = Math.min(room, roomOf(assembly.model, q));
    if (shortOf(layout, hand) >= arrived) time = undefined;
    else time ??= tick * period;
    if (time !== undefined && tick * period > time + settled) break;
  }
  const hand = handAt(assembly, q);
  const place: Place = [hand[1] - plane.y, hand[0] - plane.x];
  return { place, short: shortOf(layout, hand), speed, room, off, time, supplied, power };
}

/** What `pliant margin` predicts of the layout without the field, by its own motion to rest. */
export function predicted(layout: Layout): { readonly status: Settled['status']; readonly place: Place } {
  const { design, start, speeds, rigid, scenario } = assemblyOf(scenarioOf(layout, false, 1));
  const field = new ForceField(design, {
    gravity: rigid.gravity ?? scenario.world.gravity,
    joints: rigid.joints ?? {},
  });
  const { q, v } = field.beginning(start, speeds);
  const end = settle(field, { start: q, speeds: v });
  const hand = field.places(end.q).get('tool') as readonly number[];
  return { status: end.status, place: [hand[1] - plane.y, hand[0] - plane.x] };
}

function handAt({ model, tool }: Assembly, q: ArrayLike<number>): readonly number[] {
  const kinematics = forwardKinematics(numbers, model, Array.from(q));
  return pointPosition(numbers, kinematics, frameOf(model, tool.frame.name), [0, 0, 0]);
}

function shortOf({ goal }: Layout, hand: readonly number[]): number {
  return Math.hypot(hand[1] - plane.y - goal[0], hand[0] - plane.x - goal[1], hand[2] - plane.z);
}

function roomOf(model: Model, q: ArrayLike<number>): number {
  return Math.min(
    ...jointProperties(model).stops.map(({ q: at, lower, upper }) => Math.min(q[at] - lower, upper - q[at])),
  );
}
