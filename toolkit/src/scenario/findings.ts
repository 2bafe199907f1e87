/** What can be said about a scenario before it runs. */
import {
  changedDesign,
  changeProblems,
  continuousProblems,
  type Design,
  elementTorques,
  type JudgedAt,
  jumpsAfter,
  ladenModel,
  type PointDesign,
  placeAt,
  rateProblems,
  servoTickProblems,
  startProblems,
  swallowProblems,
  tickProblems,
} from '../control/index.js';
import { formatNumber, formatQuantity, norm3, numbers, sub3 } from '../math/index.js';
import { gravityTorque, jointUnit } from '../model/index.js';
import type { Problem } from '../problem/index.js';
import type { RunEvent } from '../run/index.js';
import { reachOf } from './chain.js';
import type { Complaints } from './complaints.js';
import type { Draft } from './draft.js';
import { ownJoints } from './joints.js';
import { lawFindings } from './law-findings.js';
import { nameIn, underItsName } from './origin.js';
import type { Scenario } from './scenario.js';
import { under } from './tree.js';

/** `scenario` is as it was written; the draft's has the start pose filled in. */
export function findingsOf(draft: Draft, scenario: Scenario, complaints: Complaints): void {
  startInsideLimits(draft, scenario, complaints);
  goalsInReach(draft, complaints);
  const { design, start, origin } = draft;
  complaints.adopt(startProblems(design, start).map((problem) => underItsName(problem, origin)));
  const { solids = [], places = [] } = draft.rigid.contacts ?? {};
  const touching = {
    solids: solids.filter(({ present }) => present !== false).map(({ name }) => name),
    places: places.map(({ name }) => name),
  };
  complaints.adopt(swallowProblems(design, start, touching).map((problem) => underItsName(problem, origin)));
  lawFindings(draft, scenario, complaints);
  gravityHeld(draft, scenario, complaints);
  payloadKnown(draft, scenario, complaints);
  effortAtStart(draft, complaints);
  complaints.adopt(rateProblems(design, { q: start, ...rotorsOf(draft.rigid) }));
  complaints.adopt(gainProblems(draft, design).map((problem) => underItsName(problem, origin)));
}

/** The rotors' inertias that stand for the model's own; none where the plant does not say. */
function rotorsOf({ joints }: Draft['rigid']): { readonly rotorInertia?: readonly number[] } {
  return joints?.rotorInertia === undefined ? {} : { rotorInertia: joints.rotorInertia };
}

/** About what gains are judged: the start, with the rotors and the damping of the plant's joints. */
export function aboutStart({ start, rigid }: Draft): JudgedAt {
  const damping = rigid.joints?.damping;
  return { q: start, ...rotorsOf(rigid), ...(damping && { jointDamping: damping }) };
}

/** Springs and dampers that cannot be stable as the run evaluates them, held for a tick or continuous. */
function gainProblems(draft: Draft, design: Design): Problem[] {
  const { timing } = draft;
  const about = aboutStart(draft);
  if (timing.continuous) return continuousProblems(design, about);
  const ticks = { ...about, stepsPerTick: timing.steps };
  return [...tickProblems(design, ticks), ...servoTickProblems(design, ticks)];
}

/**
 * Gains that an event changes to what cannot be stable, told at the event: the design is judged again as it is from
 * each time on. `lists` holds the loop's events of each of the scenario's.
 */
export function eventFindings(
  draft: Draft,
  lists: readonly (readonly RunEvent[])[],
  complaints: Complaints,
): void {
  const changes = lists
    .flatMap((list, i) => list.flatMap((event) => (event.kind === 'parameter' ? [{ ...event, i }] : [])))
    .filter(({ at }) => at <= draft.scenario.duration)
    .sort((a, b) => a.at - b.at);
  let { design } = draft;
  let before = changes.length === 0 ? [] : gainProblems(draft, design);
  for (const at of new Set(changes.map((change) => change.at))) {
    const now = changes.filter((change) => change.at === at);
    for (const { field, i } of now) {
      const begun = jumpsAfter(design, field);
      if (begun === undefined || at <= begun) continue;
      complaints.warn(
        'motion-jumps',
        under(under('events', i), 'set'),
        `where a motion has come to is counted from its begin: a change of ${field} on the way makes the point jump`,
        { hint: 'change it before the motion begins, or after its end' },
      );
    }
    design = changedDesign(design, Object.fromEntries(now.map(({ field, values }) => [field, values])));
    const wrong = changeProblems(
      design,
      now.map(({ field }) => field),
    );
    for (const { parameter, problem } of wrong) {
      const i = now.findLast(({ field }) => field === parameter)?.i ?? now[0].i;
      const message = `from ${formatQuantity(at, 's')} on, ${nameIn(parameter, draft.origin)}: ${underItsName(problem, draft.origin).message}`;
      complaints.adopt([{ ...problem, message, where: { path: under(under('events', i), 'to') } }]);
    }
    // What cannot be has no gains to judge.
    if (wrong.length > 0) return;
    const problems = gainProblems(draft, design);
    for (const problem of problems) {
      const { path = '', name } = problem.where;
      const own = now.filter(({ field }) =>
        ['elements', 'laws'].some((part) => `control.${part}.${field}.`.startsWith(`${path}.`)),
      );
      if (own.length === 0 && before.some(({ where }) => where.path === path && where.name === name))
        continue;
      const { i } = own[own.length - 1] ?? now[now.length - 1];
      const told = underItsName(problem, draft.origin);
      complaints.adopt([
        {
          ...told,
          where: { path: under(under('events', i), 'to'), ...(name === undefined ? {} : { name }) },
          message: `from ${formatQuantity(at, 's')} on ${told.message}`,
        },
      ]);
    }
    before = problems;
  }
}

/** A joint that starts outside its range would be thrown back by its stop. */
function startInsideLimits({ model, start }: Draft, scenario: Scenario, complaints: Complaints): void {
  const [name] = Object.keys(scenario.robots);
  const stops = scenario.plant.rigid.joints.stops === 'robot';
  for (const body of ownJoints(model)) {
    const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = body.limits ?? {};
    const q = start[body.q];
    if (body.type === 'continuous' || (q >= lower - 1e-9 && q <= upper + 1e-9)) continue;
    const unit = jointUnit(body, ['rad', 'm']);
    const path = `robots.${name}.start`;
    const detail = {
      expected: `${formatNumber(lower)} … ${formatNumber(upper)} ${unit}`,
      got: `${formatNumber(q)} ${unit}`,
    };
    const message = `the joint ${body.joint} starts outside its limits`;
    if (stops)
      complaints.error('start-outside-limits', under(path, body.joint), message, {
        ...detail,
        hint: 'without stops it may: plant.rigid.joints.stops: none',
      });
    else complaints.warn('start-outside-limits', under(path, body.joint), message, detail);
  }
}

/**
 * A spring to a place in the world that its point cannot reach never comes to rest there. A goal that moves is looked at
 * on all of its way.
 */
function goalsInReach({ design, model, start, origin, scenario }: Draft, complaints: Complaints): void {
  const points = new Map(design.points.map((p) => [p.name, p]));
  for (const { name, family, kind, joins, parameters } of design.elements) {
    if (family !== 'spring' || (kind !== 'linear' && kind !== 'line')) continue;
    const ends = [joins.from, joins.to].map((end) => points.get(end ?? ''));
    const carried = ends.find((p) => p?.frame !== undefined);
    if (carried === undefined || ends.filter((p) => p?.frame !== undefined).length > 1) continue;
    const goal = ends.find((p) => p !== undefined && p.frame === undefined);
    const frame = model.frames.find((f) => f.name === carried.frame);
    if (frame === undefined) continue;
    const { centre, reach } = reachOf(model, { frame, at: carried.at ?? [0, 0, 0] }, start);
    const length = kind === 'line' ? (parameters.length?.[0] ?? 0) : 0;
    const distances = instantsOf(goal, scenario.duration).map((time) => ({
      time,
      distance:
        norm3(numbers, sub3(numbers, goal === undefined ? [0, 0, 0] : placeAt(goal, time), centre)) - length,
    }));
    const first = distances.find(({ distance }) => distance > reach + 1e-6);
    if (first === undefined) continue;
    const far = distances.reduce((most, one) => (one.distance > most.distance ? one : most));
    const end = ends[0] === carried ? 'to' : 'from';
    const when = first.time > 0 ? ` from ${formatQuantity(first.time, 's', 2)} on` : '';
    complaints.error(
      'out-of-reach',
      `control.elements.${origin.get(name) ?? name}.${end}`,
      `${joins[end] ?? 'the goal'} is out of the reach of ${carried.name}${when}`,
      {
        expected: `at most ${formatQuantity(reach, 'm')} from the first joint of its chain`,
        got: formatQuantity(far.distance, 'm'),
      },
    );
  }
}

/** When it is looked where a point is: once, or on its way through the run. */
function instantsOf(point: PointDesign | undefined, duration: number): readonly number[] {
  if (point?.motion === undefined) return [0];
  const count = 200;
  return Array.from({ length: count + 1 }, (_, i) => (i / count) * duration);
}

/** Whether the joints can hold the arm's weight at the start, and whether anything does. */
function gravityHeld(
  { model, start, design, torqueLimits }: Draft,
  scenario: Scenario,
  complaints: Complaints,
): void {
  if (design.provides?.includes('gravity')) return;
  const held = gravityTorque(numbers, model, start, scenario.world.gravity);
  const compensated = design.compensate?.includes('gravity') === true;
  if (!compensated && held.some((torque) => Math.abs(torque) > 1e-6)) {
    const worst = held.reduce((best, torque, i) => (Math.abs(torque) > Math.abs(held[best]) ? i : best), 0);
    complaints.warn(
      'gravity-not-compensated',
      'control.compensate',
      'nothing compensates gravity: the arm will sag into its springs',
      {
        got: `${formatNumber(held[worst])} ${model.forceUnits[worst]} of gravity at ${model.velocityNames[worst]}`,
        hint: 'control.compensate: [gravity]',
      },
    );
    return;
  }
  // Elements hold up what is carried.
  const all = gravityTorque(numbers, ladenModel(design), start, scenario.world.gravity);
  for (let i = 0; i < model.nv; i++) {
    if (!compensated || Math.abs(all[i]) <= torqueLimits[i]) continue;
    complaints.warn(
      'gravity-beyond-limit',
      'control.limits.torque',
      `the torque limit of ${model.velocityNames[i]} is below its gravity torque at the start`,
      {
        expected: `at least ${formatNumber(Math.abs(all[i]))} ${model.forceUnits[i]}`,
        got: `${formatNumber(torqueLimits[i])} ${model.forceUnits[i]}`,
      },
    );
  }
}

/** Whether the controller knows of anything that the arm carries, at the start or later. */
function payloadKnown(draft: Draft, scenario: Scenario, complaints: Complaints): void {
  const { rigid } = draft;
  const { control } = scenario;
  const { payloads = [] } = rigid;
  payloadThere(draft, scenario, complaints);
  if (payloads.length === 0 || control.payload !== undefined || !rigid.gravity?.some((g) => g !== 0)) return;
  const most = payloads.reduce((a, b) => (b.mass > a.mass ? b : a));
  complaints.warn(
    'payload-unknown',
    under('plant.rigid.payloads', most.name),
    'the arm carries what its controller knows nothing of: it will sag under it',
    {
      got: `${formatNumber(most.mass)} kg, ${formatQuantity(most.mass * norm3(numbers, rigid.gravity), 'N')}`,
      hint: `control.payload: { mass: ${most.carried === false ? '0 kg }, and set: payload.mass where it is picked up' : `${formatNumber(most.mass)} kg }`}`,
    },
  );
}

/** A weight that the controller holds up from the start on and that nothing has: of a tool that the robot's file has already, twice. */
function payloadThere(
  { rigid, bench, design }: Draft,
  { control, world }: Scenario,
  complaints: Complaints,
): void {
  const mass = control.payload?.mass ?? 0;
  const fall = norm3(numbers, rigid.gravity ?? world.gravity);
  const carries = (rigid.payloads ?? []).some(({ carried }) => carried !== false);
  if (mass === 0 || carries || fall === 0 || bench !== undefined) return;
  if (design.compensate?.includes('gravity') !== true) return;
  complaints.warn(
    'payload-absent',
    'control.payload.mass',
    'the controller holds up a weight that the arm does not carry: it will rise by it',
    {
      expected: '0 kg, or a payload of the plant that is carried from the start',
      got: `${formatNumber(mass)} kg, ${formatQuantity(mass * fall, 'N')}`,
      hint: `plant.rigid.payloads: { load: { mass: ${formatNumber(mass)} kg } }, or leave control.payload out where the robot’s file has it as a link`,
    },
  );
}

/**
 * Torques at the start beyond what the robot's own file says a joint can give, where no limit of the design is below it.
 * Elements and gravity compensation together.
 */
function effortAtStart(
  { model, start, speeds, design, scenario, torqueLimits }: Draft,
  complaints: Complaints,
): void {
  const compensated = design.compensate?.includes('gravity') === true;
  const held = compensated ? gravityTorque(numbers, model, start, scenario.world.gravity) : [];
  const asked = elementTorques(design, start, speeds).map((torque, i) => torque + (held[i] ?? 0));
  for (const body of ownJoints(model)) {
    const { effort } = body.limits ?? {};
    const torque = Math.abs(asked[body.v]);
    if (effort === undefined || !(effort > 0) || torqueLimits[body.v] <= effort || torque <= effort) continue;
    const unit = model.forceUnits[body.v];
    complaints.warn(
      'start-beyond-effort',
      'control.limits.torque',
      `at the start the law asks more of ${body.joint} than it can give, and no limit stands before it`,
      {
        expected: `at most ${formatNumber(effort)} ${unit}`,
        got: `${formatNumber(torque, 4)} ${unit}`,
        hint: 'control.limits: { torque: robot }, or a goal nearer to the start',
      },
    );
  }
}
