/** Springs, dampers and impedances that hold the tool, as one loop along the normal. */
import { ForceField, type Velocity } from '../analyse/index.js';
import { controlProgram, type Design, elementTorques, type LawDesign } from '../control/index.js';
import { interpret, view } from '../graph/index.js';
import { numbers } from '../math/index.js';
import { integrate } from '../model/index.js';
import type { MappedLoop, Meeting } from './contact-meeting.js';
import type { ContactPose } from './contact-pose.js';
import { flexibleOf, seriesOf } from './contact-sensing.js';
import type { Draft } from './draft.js';

/** Steps of differences: m and m/s. */
const way = 1e-5;
const pace = 1e-3;
/** Times at which the force on the way to the wall is worked out; between them it goes straight. */
const instants = 100;
/** N/m: what counts as no stiffness. */
const none = 1e-6;

/** Undefined where nothing holds the tool; words where it cannot be told. */
export function impedanceLoop(draft: Draft, { pose }: Meeting): MappedLoop | string | undefined {
  const { design, bench, timing, rigid, model, scenario } = draft;
  const laws = (design.laws ?? []).filter(({ kind }) => kind === 'impedance');
  if (Object.keys(scenario.control.elements).length === 0 && laws.length === 0) return undefined;
  const shaped = laws.find(({ parameters: { mass, contactDamping } }) => mass ?? contactDamping);
  if (shaped !== undefined) return `${shaped.name} answers to a measured force: it is no plain impedance`;
  const assumptions: string[] = [];
  const field = new ForceField(
    { ...design, laws: [], sensors: [] },
    {
      gravity: rigid.gravity ?? scenario.world.gravity,
      ...(rigid.joints && { joints: rigid.joints }),
    },
  );
  const { q } = field.beginning(pose.q);
  const along = [...pose.along, ...new Array<number>(field.size - pose.along.length).fill(0)];
  const inWay = (torques: readonly number[]): number =>
    pose.along.reduce((sum, g, i) => sum + g * torques[i], 0);
  const end = Math.min(field.still(), scenario.duration);
  /** Towards the wall, N, and its slope over the way. */
  const pull = (t: number): number => {
    field.time = t;
    return -inWay(field.force(q));
  };
  field.time = end;
  const held = (s: number): number => inWay(field.force(integrate(numbers, field.model, q, along, s)));
  let stiffness = (held(-way) - held(way)) / (2 * way);
  const bare: Design = { ...design, laws: [], sensors: [] };
  const braked = (v: number): number =>
    inWay(
      elementTorques(
        bare,
        pose.q,
        pose.along.map((g) => g * v),
      ),
    );
  let damping = (braked(-pace) - braked(pace)) / (2 * pace);

  let steady = 0;
  if (laws.length > 0) {
    const torque = wrenchTorques(design, laws);
    const at = (s: number, v: number): number =>
      inWay(
        torque(
          integrate(numbers, model, pose.q, pose.along, s),
          pose.along.map((g) => g * v),
        ),
      );
    stiffness += (at(-way, 0) - at(way, 0)) / (2 * way);
    damping += (at(0, -pace) - at(0, pace)) / (2 * pace);
    steady = -at(0, 0);
    const moves = design.points.some(
      ({ name, motion }) => motion && laws.some(({ target }) => target === name),
    );
    if (moves) assumptions.push('targets of impedances count as they stand at the start');
  }
  if (stiffness < 0) {
    assumptions.push(
      `what holds the tool pushes it on by ${(-stiffness).toPrecision(3)} N/m along the normal: counted as no stiffness`,
    );
    stiffness = 0;
  }
  damping = Math.max(0, damping);

  const mass = pose.mass as number;
  const { motor, flexible } = flexibleOf(bench, mass);
  const viscous = rigid.joints?.damping;
  const friction =
    bench !== undefined || viscous === undefined
      ? 0
      : pose.along.reduce((sum, g, i) => sum + g * g * viscous[i], 0);
  const speed = velocityOf(draft, assumptions);
  const delay = bench?.drive.kind === 'force' ? (bench.drive.delay ?? 0) : 0;
  if (bench === undefined)
    assumptions.push('the arm is free to move sideways and to turn as a push along the normal moves it');
  if (timing.continuous) assumptions.push('the continuous law counts as held for a step of the plant');
  const left = [
    ...design.elements
      .filter(({ family }) => family === 'source' || family === 'inerter')
      .map(({ name }) => name),
    ...(design.bodies === undefined ? [] : ['the motion of virtual bodies']),
    ...(design.laws ?? []).filter(({ kind }) => kind !== 'impedance').map(({ name }) => name),
    ...(design.phases === undefined ? [] : ['changes of numbers by phases']),
  ];
  if (left.length > 0) assumptions.push(`left out: ${left.join(', ')}`);
  const table = Array.from(
    { length: instants + 1 },
    (_, i) => pull((i / instants) * scenario.duration) + steady,
  );
  return {
    loop: {
      law: 'impedance',
      tick: timing.tick,
      ...seriesOf(bench),
      ...(flexible && { flexible }),
      mass: motor,
      friction,
      stiffness: Math.max(stiffness, none),
      damping,
      dampingOn: 'speed',
      velocity: speed,
      delay,
    },
    force: (t) => {
      const x = Math.max(0, Math.min(instants, (t / scenario.duration) * instants));
      const i = Math.min(instants - 1, Math.floor(x));
      return table[i] + (x - i) * (table[i + 1] - table[i]);
    },
    ...damperOf(draft, laws, pose, damping),
    assumptions,
  };
}

function velocityOf({ design, bench, sensed }: Draft, assumptions: string[]): Velocity {
  const { from, cutoff } = design.velocity ?? { from: 'measured', cutoff: undefined };
  const encoders = (bench?.encoders ?? sensed?.encoders)?.velocity ?? 'exact';
  if (from === 'measured' && encoders === 'exact' && cutoff === undefined) return { kind: 'measured' };
  if (from === 'measured' && encoders === 'none') {
    assumptions.push('the plant tells no speed: damping counts for nothing');
    return { kind: 'measured' };
  }
  if (from === 'measured' && encoders === 'exact')
    assumptions.push('a low-pass on measured speeds counts as one on differences of places');
  return { kind: 'differences', cutOff: cutoff ?? Number.POSITIVE_INFINITY };
}

/** The torques of some laws alone, at any state: as in their first tick. */
function wrenchTorques(design: Design, laws: readonly LawDesign[]) {
  const { name, model, period, points, gravity } = design;
  const alone: Design = { name, model, period, points, elements: [], laws, ...(gravity && { gravity }) };
  const { layout, memory, run } = interpret(controlProgram(alone));
  const first = memory.slice();
  return (q: readonly number[], v: readonly number[]): number[] => {
    memory.set(first);
    view(layout, memory, 'q').set(q);
    view(layout, memory, 'v').set(v);
    run.prepare();
    run.step();
    return [...view(layout, memory, 'torque')];
  };
}

/** The one damper whose number makes up for what is missing, if there is one. */
function damperOf(
  { design, origin }: Draft,
  laws: readonly LawDesign[],
  { q, along }: ContactPose,
  whole: number,
): Pick<MappedLoop, 'damping'> {
  const dampers = design.elements.filter(({ family }) => family === 'damper');
  const brakes = dampers.filter((element) => Math.abs(brakeOf(design, element, q, along)) > 1e-9);
  if (brakes.length === 1 && laws.length === 0) {
    const [damper] = brakes;
    const given = damper.parameters.damping;
    const own = brakeOf(design, damper, q, along);
    if (given?.length !== 1 || damper.nullspaceOf !== undefined) return {};
    return {
      damping: {
        path: `control.elements.${origin.get(damper.name) ?? damper.name}.damping`,
        written: (D) => given[0] * (1 + (D - whole) / own),
      },
    };
  }
  const [law] = laws;
  if (brakes.length === 0 && laws.length === 1 && law.parameters.turnStiffness === undefined)
    return { damping: { path: `control.laws.${law.name}.damping`, written: (D) => D } };
  return {};
}

function brakeOf(
  design: Design,
  element: Design['elements'][number],
  q: readonly number[],
  along: readonly number[],
): number {
  if (element.nullspaceOf !== undefined) return 0;
  const alone: Design = { ...design, elements: [element], laws: [], sensors: [] };
  const torques = elementTorques(
    alone,
    q,
    along.map((g) => g * pace),
  );
  return -along.reduce((sum, g, i) => sum + g * torques[i], 0) / pace;
}
