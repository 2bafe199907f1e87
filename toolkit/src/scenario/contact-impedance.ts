/** Springs, dampers and impedances that hold the tool, as one loop along the normal. */
import { type ContactLoop, ForceField } from '../analyse/index.js';
import { type Design, elementTorques, type LawDesign } from '../control/index.js';
import { numbers } from '../math/index.js';
import { integrate } from '../model/index.js';
import { carriedLoads } from './carrying.js';
import { factorsOn, type MappedLoop, type Meeting } from './contact-meeting.js';
import { type ContactPose, outOf } from './contact-pose.js';
import { type Holding, restingForce } from './contact-rest.js';
import {
  driveDelay,
  feltAtRest,
  flexibleOf,
  frictionOf,
  inSamples,
  parameterOf,
  sensedBy,
  seriesOf,
  velocityOf,
} from './contact-sensing.js';
import { type ContactDamping, type Wrenches, wrenchesAlong, wrenchKinds } from './contact-wrenches.js';
import type { Draft } from './draft.js';

/** Steps of differences: m and m/s. */
const way = 1e-5;
const pace = 1e-3;
/** Times at which the force on the way to the wall is worked out; between them it goes straight. */
const instants = 100;
/** N/m: what counts as no stiffness. */
const none = 1e-6;

/** Springs, dampers and laws that act by wrenches, along the normal. */
interface HeldBy extends Omit<Wrenches, 'uncut'> {
  /** At the end of the run, for the force at rest. */
  readonly holding: Holding;
  readonly assumptions: readonly string[];
}

/** Undefined where nothing of a scenario acts by forces on the tool. */
export function heldAlong(
  draft: Draft,
  meeting: Meeting,
  contactDamping: ContactDamping = 'none',
): HeldBy | undefined {
  const { design, rigid, scenario } = draft;
  const { pose } = meeting;
  const laws = (design.laws ?? []).filter(({ kind }) => wrenchKinds.includes(kind));
  if (Object.keys(scenario.control.elements).length === 0 && laws.length === 0) return undefined;
  const assumptions: string[] = [];
  const field = new ForceField(
    { ...design, laws: [], sensors: [] },
    {
      gravity: rigid.gravity ?? scenario.world.gravity,
      ...(rigid.joints && { joints: rigid.joints }),
      payloads: carriedLoads(draft),
    },
  );
  const { q } = field.beginning(pose.q);
  const along = [...pose.along, ...new Array<number>(field.size - pose.along.length).fill(0)];
  const inWay = (torques: readonly number[]): number =>
    pose.along.reduce((sum, g, i) => sum + g * torques[i], 0);
  const end = Math.min(field.still(), scenario.duration);
  /** Towards the wall, N. */
  const pull = (t: number): number => {
    field.time = t;
    return -inWay(field.force(q));
  };
  field.time = end;
  const held = (s: number): number => inWay(field.force(integrate(numbers, field.model, q, along, s)));
  const bare: Design = { ...design, laws: [], sensors: [] };
  const braked = (v: number): number =>
    inWay(
      elementTorques(
        bare,
        pose.q,
        pose.along.map((g) => g * v),
      ),
    );
  const own = wrenchesAlong(draft, laws, meeting, contactDamping);
  let stiffness = own.stiffness + (held(-way) - held(way)) / (2 * way);
  if (stiffness < 0) {
    assumptions.push(
      `what holds the tool pushes it on by ${(-stiffness).toPrecision(3)} N/m along the normal: counted as no stiffness`,
    );
    stiffness = 0;
  }
  const table = (of: (t: number) => number): ((t: number) => number) => {
    const values = Array.from({ length: instants + 1 }, (_, i) => of((i / instants) * scenario.duration));
    return (t) => {
      const x = Math.max(0, Math.min(instants, (t / scenario.duration) * instants));
      const i = Math.min(instants - 1, Math.floor(x));
      return values[i] + (x - i) * (values[i + 1] - values[i]);
    };
  };
  return {
    ...own,
    stiffness,
    damping: Math.max(0, own.damping + (braked(-pace) - braked(pace)) / (2 * pace)),
    push: table((t) => pull(t) + own.push(t)),
    holding: {
      q,
      torque: (at, felt) => {
        field.time = scenario.duration;
        const law = own.uncut(at.slice(0, pose.q.length), felt, scenario.duration);
        return [...field.force(at)].slice(0, field.size).map((x, i) => x + (law[i] ?? 0));
      },
      wall: (at) => {
        const { out, row } = outOf(draft.model, pose, at.slice(0, pose.q.length));
        return { out, row: [...row, ...new Array<number>(field.size - row.length).fill(0)] };
      },
      integrate: (at, way, by) => integrate(numbers, field.model, at, way, by),
    },
    assumptions,
  };
}

/**
 * What acts by forces on the tool, as a loop; with a law that feels, a press. Undefined where nothing does; words where it
 * cannot be told.
 */
export function heldLoop(
  draft: Draft,
  meeting: Meeting,
  contactDamping: ContactDamping = 'none',
): MappedLoop | string | undefined {
  const by = heldAlong(draft, meeting, contactDamping);
  if (by === undefined) return undefined;
  const { design, bench, timing } = draft;
  const { pose, wall } = meeting;
  const { motor, flexible } = flexibleOf(bench, pose.mass as number);
  const assumptions = [...by.assumptions];
  const shared = {
    tick: timing.tick,
    ...seriesOf(bench),
    ...(flexible && { flexible }),
    mass: motor,
    friction: frictionOf(draft, pose),
    damping: by.damping,
    velocity: velocityOf(draft, assumptions),
    delay: driveDelay(draft),
  };
  if (bench === undefined)
    assumptions.push('the arm is free to move sideways and to turn as a push along the normal moves it');
  if (timing.continuous) assumptions.push('the continuous law counts as held for a step of the plant');
  const left = [
    ...design.elements
      .filter(({ family }) => family === 'source' || family === 'inerter')
      .map(({ name }) => name),
    ...(design.bodies === undefined ? [] : ['the motion of virtual bodies']),
    ...(design.laws ?? []).filter(({ kind }) => !wrenchKinds.includes(kind)).map(({ name }) => name),
  ];
  if (left.length > 0) assumptions.push(`left out: ${left.join(', ')}`);
  const laws = (design.laws ?? []).filter(({ kind }) => wrenchKinds.includes(kind));
  const remedy = damperOf(draft, laws, pose, by.damping);
  const stiffness = Math.max(by.stiffness, none);
  const [first] = by.feeling;
  const answers = Math.abs(by.gain) > 1e-9 || by.integral > 0;
  if (first === undefined || !answers) {
    if (contactDamping === 'whole') assumptions.push('its contact damping counts as all in');
    const loop: ContactLoop = { ...shared, law: 'impedance', stiffness, dampingOn: 'speed' };
    return {
      loop,
      force: by.push,
      rest: restingForce(by.holding, feltAtRest(loop, wall)) ?? 0,
      ...remedy,
      assumptions,
    };
  }
  if (by.feeling.some(({ sensor }) => sensor !== first.sensor))
    return `${by.feeling.map(({ name }) => name).join(' and ')} read different sensors`;
  const read = sensedBy(draft, first);
  if (typeof read === 'string') return read;
  const { sensor, assumptions: sensed } = inSamples(read, timing.tick);
  assumptions.push(...sensed);
  if (by.feeling.some(({ kind }) => kind === 'press'))
    assumptions.push('the bounds of a press, on what it adds and on its way, are left out');
  if (contactDamping === 'whole') assumptions.push('its contact damping counts as all in');
  const { gain, integral } = by;
  const loop: ContactLoop = {
    ...shared,
    law: 'press',
    stiffness: by.stiffness < 1e-3 ? 0 : by.stiffness,
    gain,
    integral,
    sensor,
  };
  const felt = feltAtRest(loop, wall);
  return {
    loop,
    force: by.push,
    rest: by.rest ?? restingForce(by.holding, felt) ?? 0,
    ...(by.feeling.length === 1 &&
      first.kind === 'press' && { answer: factorsOn(first, ['gain', 'integral']) }),
    ...remedy,
    assumptions,
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
  const plain = law?.kind === 'impedance' && law.parameters.mass === undefined;
  if (brakes.length === 0 && laws.length === 1 && (plain || law?.kind === 'press')) {
    if (law.parameters.turnStiffness !== undefined) return {};
    const own = law.kind === 'press' ? whole / (parameterOf(law, 'damping')?.[0] ?? 0) : 1;
    if (!(own > 0 && own < Number.POSITIVE_INFINITY)) return {};
    return { damping: { path: `control.laws.${law.name}.damping`, written: (D) => D / own } };
  }
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
