/** Laws that act by a wrench, along the normal: what they do by where the tool is, how fast it is and what is felt. */
import {
  controlProgram,
  type Design,
  elementTorques,
  type LawDesign,
  payloadElements,
} from '../control/index.js';
import { interpret, view } from '../graph/index.js';
import { cross3, mulTransposeVec, numbers, sub3, type Vec3 } from '../math/index.js';
import { integrate } from '../model/index.js';
import type { Meeting } from './contact-meeting.js';
import { parameterOf } from './contact-sensing.js';
import type { Draft } from './draft.js';
import { poseAt } from './points.js';

/** Kinds that act by a wrench at the tool. */
export const wrenchKinds: readonly string[] = ['impedance', 'press', 'wrench'];

/** Steps of differences: m and m/s. */
const way = 1e-5;
const pace = 1e-3;
/** N, that nothing is cut at. */
const endless = 1e12;

export interface Wrenches {
  /** K, N/m, and D, N s/m, of what is around the pose. */
  readonly stiffness: number;
  readonly damping: number;
  /** Force towards the wall for each N less that is felt, and how fast it grows, 1/s. */
  readonly gain: number;
  readonly integral: number;
  /** Force towards the wall with nothing felt, by the time of the run, N. */
  readonly push: (time: number) => number;
  /** Torques without what cuts them (nv), at q and a time of the run, with so much felt, N. */
  readonly uncut: (q: readonly number[], felt: number, time: number) => number[];
  /** Force at which an integral rests, N; undefined without one. */
  readonly rest: number | undefined;
  /** The laws that feel. */
  readonly feeling: readonly LawDesign[];
}

/** How far dampers that come in with the force are in: not yet, or all the way. */
export type ContactDamping = 'none' | 'whole';

export function wrenchesAlong(
  draft: Draft,
  laws: readonly LawDesign[],
  meeting: Meeting,
  contactDamping: ContactDamping = 'none',
): Wrenches {
  const { along, q } = meeting.pose;
  const { model } = draft;
  const inWay = (torques: readonly number[]): number => along.reduce((sum, g, i) => sum + g * torques[i], 0);
  const still = along.map(() => 0);
  const moving = (v: number): number[] => along.map((g) => g * v);
  /** A force out of the wall, N. */
  const of = (some: readonly LawDesign[]) => {
    const torque = torquesOf(draft, some, meeting);
    return (s: number, v: number, felt: number, time = 0): number =>
      inWay(torque(integrate(numbers, model, q, along, s), v === 0 ? still : moving(v), felt, time));
  };
  const presses = laws.filter(({ kind }) => kind === 'press');
  const springs = laws.filter(({ kind }) => kind === 'impedance').map((law) => damped(law, contactDamping));
  const feeling = laws.filter(({ kind, parameters: { mass, contactDamping: comes } }) =>
    kind === 'press' ? true : kind === 'impedance' && (mass ?? comes) !== undefined,
  );

  const held = of(springs);
  const braked = of([...springs, ...presses]);
  const full = contactDamping === 'whole' ? fullForce(springs) : 0;
  const one = (law: LawDesign, name: string): number => parameterOf(law, name)?.[0] ?? 0;
  /** What comes out along the normal of a press that answers newton by newton. */
  const shares = presses.map((law) => {
    const alone = of([changed(law, { ...uncutBy, gain: [1], integral: [0], wanted: nothing })]);
    return alone(0, 0, 1) - alone(0, 0, 0);
  });
  const summed = (name: string): number =>
    presses.reduce((sum, law, i) => sum + one(law, name) * shares[i], 0);
  const integral = summed('integral');
  const shaped = held(0, 0, 1) - held(0, 0, 0);
  const asked = of(presses.map((law) => changed(law, { ...uncutBy, gain: [0], integral: [0] })));
  const all = of([...laws.filter(({ kind }) => kind === 'wrench'), ...springs, ...presses]);
  const open = torquesOf(
    draft,
    [
      ...laws.filter(({ kind }) => kind === 'wrench'),
      ...springs,
      ...presses.map((law) => changed(law, uncutBy)),
    ],
    meeting,
  );
  return {
    stiffness: (held(-way, 0, 0) - held(way, 0, 0)) / (2 * way),
    damping: (braked(0, -pace, full) - braked(0, pace, full)) / (2 * pace),
    gain: summed('gain') + shaped,
    integral,
    push: (time) => -all(0, 0, 0, time),
    uncut: (q, felt, time) => open(q, still, felt, time),
    rest: integral > 0 ? -asked(0, 0, 0) / shares.reduce((sum, x) => sum + x, 0) : undefined,
    feeling,
  };
}

const nothing = [0, 0, 0, 0, 0, 0];
const uncutBy = { most: [endless], mostTorque: [endless] };
function changed(law: LawDesign, parameters: LawDesign['parameters']): LawDesign {
  return { ...law, parameters: { ...law.parameters, ...parameters } };
}

/** An impedance whose contact damping is in at once, or not at all. */
function damped(law: LawDesign, how: ContactDamping): LawDesign {
  const { contactDamping, ...others } = law.parameters;
  if (contactDamping === undefined) return law;
  return how === 'whole' ? changed(law, { contactTime: [0] }) : { ...law, parameters: others };
}

/** A force that brings all contact damping in, N. */
function fullForce(laws: readonly LawDesign[]): number {
  return laws.reduce((most, law) => {
    const own =
      law.parameters.contactDamping === undefined ? 0 : (parameterOf(law, 'contactForce')?.[0] ?? 0);
    return own > most ? own : most;
  }, 0);
}

/** The torques of some laws alone, as in their first tick, with a sensor that reads what presses on the tool by so much. */
function torquesOf({ design, model }: Draft, laws: readonly LawDesign[], { pose }: Meeting) {
  if (laws.length === 0) return (): number[] => new Array<number>(model.nv).fill(0);
  const { name, period, points, gravity } = design;
  const read = design.sensors?.filter((sensor) => laws.some((law) => law.sensor === sensor.name)) ?? [];
  const sensors = read.map(({ name, at }) => ({ name, at }));
  // What the controller takes the arm to carry is in the inertia that laws reckon with; its weight is no law's.
  const elements = payloadElements(design);
  const bare: Design = { name, model, period, points, elements, ...(gravity && { gravity }) };
  const alone: Design = {
    ...bare,
    laws,
    ...(sensors.length > 0 && { sensors }),
  };
  const { layout, memory, run } = interpret(controlProgram(alone));
  const first = memory.slice();
  const has = (field: string): boolean => layout.fields.some(({ name }) => name === field);
  const readings = sensors.map(({ name, at }) => {
    const point = points.find((one) => one.name === at);
    const placed = point && poseAt(model, point, pose.q);
    const seen = (x: Vec3<number>): Vec3<number> =>
      placed === undefined ? x : mulTransposeVec(numbers, placed.rotation, x);
    const lever = placed === undefined ? pose.at : sub3(numbers, pose.at, placed.position);
    return {
      field: `sensor.${name}`,
      one: [...seen(pose.normal), ...seen(cross3(numbers, lever, pose.normal))],
    };
  });
  return (q: readonly number[], v: readonly number[], felt: number, time: number): number[] => {
    memory.set(first);
    view(layout, memory, 'q').set(q);
    view(layout, memory, 'v').set(v);
    if (has('time')) view(layout, memory, 'time')[0] = time;
    for (const { field, one } of readings) {
      view(layout, memory, field).set(one.map((x) => x * felt));
      view(layout, memory, `${field}.valid`)[0] = 1;
    }
    run.prepare();
    run.step();
    const torque = [...view(layout, memory, 'torque')];
    if (elements.length === 0) return torque;
    const held = elementTorques(bare, q, v);
    return torque.map((x, i) => x - held[i]);
  };
}
