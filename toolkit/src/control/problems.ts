/** What is wrong with a design: every name, number and limit is checked before anything is compiled. */
import { solidSizes } from '../geometry/index.js';
import { formatQuantity } from '../math/index.js';
import type { Model } from '../model/index.js';
import { hasErrors, type Problem } from '../problem/index.js';
import { wholeDesign } from './bodies.js';
import { checkBodies, checkInertias } from './body-problems.js';
import { checkCoordinates } from './coordinate-problems.js';
import type { Design, LimitsDesign, PointDesign } from './design.js';
import { checkElement } from './element-problems.js';
import { Findings, unknown } from './findings.js';
import { checkFriction } from './friction.js';
import { freeInertias, heldBy, holdBandwidth, mostHold, reactionsOf } from './guards.js';
import { checkIdle } from './idle-problems.js';
import { hasLaws } from './laws/law-fields.js';
import { checkLaws, lawNames } from './laws/law-problems.js';
import { motionProblems } from './moving-problems.js';
import { checkStream } from './streamed-problems.js';

/** Names that a point, a coordinate or an element cannot have, and what they are: in the program, in a record or in its ledger. */
const reserved: ReadonlyMap<string, string> = new Map([
  ['asked', 'the torques before any limit'],
  ['bodies', 'the virtual bodies'],
  ['changes', 'the ledger’s line of changed parameters'],
  ['command', 'the last command'],
  ['carried', 'what the plant carries'],
  ['contact', 'the ledger’s line of contact'],
  ['fault', 'why the law is not in force'],
  ['friction', 'the ledger’s line of dry friction in the joints'],
  ['gravity', 'gravity and its compensation'],
  ['guards', 'the numbers of the guards'],
  ['hold', 'the pose that the reaction hold keeps'],
  ['inforce', 'the parameters that a tank or a phase keeps in force'],
  ['integration', 'the ledger’s line of integration errors'],
  ['joining', 'the ledger’s line of what is picked up'],
  ['joints', 'the joints’ group of a record'],
  ['kinetic', 'the ledger’s line of kinetic energy'],
  ['ledger', 'the ledger’s group of a record'],
  ['limits', 'the limits, and their line in the ledger'],
  ['period', 'the measured time since the step before'],
  ['potential', 'the ledger’s line of potential energy'],
  ['power', 'the flows of energy'],
  ['q', 'the joint positions'],
  ['residual', 'the ledger’s line of what no other explains'],
  ['sampling', 'the ledger’s line of what holding a torque puts in'],
  ['sensor', 'the readings of sensors'],
  ['stops', 'the ledger’s line of joint stops'],
  ['stored', 'the stored energies'],
  ['stream', 'the targets that come from outside'],
  ['tank', 'the tank, and its line in the ledger'],
  ['task', 'the phases of the task'],
  ['tick', 'the nominal time between steps'],
  ['time', 'the time of the step'],
  ['torque', 'the joint torques'],
  ['v', 'the joint velocities'],
  ['viscous', 'the ledger’s line of viscous damping in the joints'],
  ['world', 'the origin and axes of the world'],
]);

/** All problems of a design, errors and warnings; paths are those of a scenario file. */
export function designProblems(design: Design): Problem[] {
  const found = new Findings();
  const { model } = design;
  if (!(design.period > 0 && design.period <= 10)) {
    found.error('tick-range', 'control.rate', 'the tick must be above 0 and at most 10 s', {
      got: `${design.period} s`,
    });
  }
  if (!(design.gravity ?? [0]).every(Number.isFinite)) {
    found.error('not-finite', 'world.gravity', 'gravity is not a number');
  }
  namesOf(design, found);
  const whole = wholeDesign(design);
  checkBodies(design, found);
  for (const point of design.points) checkPoint(whole.model, point, design.period, found);
  const shapes = checkCoordinates(whole, found);
  for (const element of design.elements) checkElement(whole, element, shapes, found);
  for (const what of design.compensate ?? []) {
    if (!design.provides?.includes(what)) continue;
    found.error('compensated-twice', 'control.compensate', `${what} is compensated by the robot already`, {
      hint: `take ${what} out of control.compensate, or out of what the robot provides`,
    });
  }
  checkFriction(design, found);
  checkLaws(design, found);
  checkLimits(design, design.limits ?? {}, found);
  checkJointNumbers(model, 'control.guards.damping', design.guards?.damping, 0, found);
  checkBrake(design, found);
  if (!hasErrors(found.problems)) {
    checkInertias(design, found);
    checkIdle(design, found);
  }
  return found.problems;
}

function namesOf(design: Design, found: Findings): void {
  const taken = new Map<string, string>();
  const lists = [
    ['points', design.points],
    ['coordinates', design.coordinates ?? []],
    ['elements', design.elements],
    ['laws', design.laws ?? []],
  ] as const;
  const kept = hasLaws(design) ? new Map([...reserved, ...lawNames]) : reserved;
  for (const [list, entries] of lists) {
    for (const { name } of entries) {
      const path = `control.${list}.${name}`;
      const before = taken.get(name);
      if (before !== undefined) {
        found.error('name-taken', path, `the name is that of ${before} already`, {
          got: name,
          hint: 'points, solids, coordinates, elements and virtual bodies are told apart by their names alone: give one of them another',
        });
      }
      if (name === '' || name.includes('.')) {
        found.error('name-dots', path, 'a name has at least one character and no dot');
      }
      unreserved(kept, name, path, found);
      taken.set(name, `${kindOf(design, list, name)} ${name}`);
    }
  }
  for (const { joint } of design.bodies?.model.bodies ?? [])
    unreserved(kept, joint, `control.bodies.${joint}`, found);
}

/** What a name stands for: points stand for virtual bodies and for solids as well. */
function kindOf(
  { points, bodies }: Design,
  list: 'points' | 'coordinates' | 'elements' | 'laws',
  name: string,
): string {
  if (list !== 'points')
    return list === 'laws' ? 'the law' : list === 'elements' ? 'the element' : 'the coordinate';
  if (bodies?.model.bodies.some(({ joint }) => joint === name)) return 'the virtual body';
  const point = points.find((candidate) => candidate.name === name);
  return point?.frame === undefined && point?.shape !== undefined ? 'the solid' : 'the point';
}

function unreserved(names: ReadonlyMap<string, string>, name: string, path: string, found: Findings): void {
  const meaning = names.get(name);
  if (meaning === undefined) return;
  found.error('name-reserved', path, `the name ${name} is taken by ${meaning}`, {
    hint: `choose another name; reserved: ${[...names.keys()].join(', ')}`,
  });
}

function checkPoint(model: Model, point: PointDesign, period: number, found: Findings): void {
  const path = `control.points.${point.name}`;
  if (point.frame !== undefined)
    unknown(
      found,
      path,
      'frame',
      point.frame,
      model.frames.map((f) => f.name),
    );
  if (point.moves === true && point.frame !== undefined) {
    found.error('point-moves', path, 'only a point in the world can be moved; this one is on the robot');
  }
  if (!(point.at ?? []).every(Number.isFinite))
    found.error('not-finite', `${path}.at`, 'the position is not a number');
  found.problems.push(...motionProblems(point, `${path}.moves`));
  checkStream(point, period, path, found);
  checkShape(point, path, found);
  const { attitude } = point;
  if (attitude === undefined) return;
  const square = attitude.reduce((sum, x) => sum + x * x, 0);
  if (!(square > 1e-12 && square < Number.POSITIVE_INFINITY)) {
    found.error('attitude', `${path}.attitude`, 'a quaternion needs four finite numbers that are not all 0');
  }
}

function checkShape({ shape }: PointDesign, path: string, found: Findings): void {
  if (shape === undefined) return;
  const { kind, size } = shape;
  const names = solidSizes[kind];
  if (size.length !== names.length) {
    found.error('shape-size', path, `the sizes of a ${kind} are not those that it needs`, {
      expected: names.length === 0 ? 'none' : names.join(', '),
      got: `${size.length} numbers`,
    });
  }
  for (const [i, name] of names.entries()) {
    const value = size[i];
    if (value === undefined || (value >= 0 && value < Number.POSITIVE_INFINITY)) continue;
    found.error('shape-size', path, `the ${name} of a ${kind} must be finite and at least 0`, {
      got: `${value} m`,
    });
  }
}

function checkLimits(design: Design, limits: LimitsDesign, found: Findings): void {
  const { model } = design;
  const frames = model.frames.map((frame) => frame.name);
  const points = design.points
    .filter(({ frame }) => frame !== undefined && frames.includes(frame))
    .map(({ name }) => name);
  const seen = new Set<string>();
  for (const { at, norm } of limits.force ?? []) {
    const path = `control.limits.force.${at}`;
    unknown(found, path, 'point on the robot', at, points);
    if (seen.has(at)) found.error('name-taken', path, 'this point has a force limit already');
    seen.add(at);
    if (!(norm >= 0))
      found.error('parameter-range', path, 'a force limit is 0 or more', {
        got: `${norm} N`,
      });
  }
  checkJointNumbers(model, 'control.limits.torque', limits.torque?.most, 0, found);
  checkJointNumbers(model, 'control.limits.torqueRate', limits.torqueRate?.most, 0, found);
  const start = limits.torqueRate?.start;
  if (start === 'gravity' && !design.compensate?.includes('gravity')) {
    found.error(
      'start-gravity',
      'control.limits.torqueRate',
      'starts from gravity, which is not compensated',
    );
  } else if (start !== 'gravity') {
    checkJointNumbers(model, 'control.limits.torqueRate.start', start, Number.NEGATIVE_INFINITY, found);
  }
}

/** A hold moves the inertia that each joint feels; the brake of a damped stop follows from it where it is not given. */
function checkBrake(design: Design, found: Findings): void {
  const { model, period, guards: { damping, bandwidth } = {} } = design;
  const reactions = reactionsOf(design);
  const holds = reactions.includes('hold') && heldBy(design) === 'joints';
  if (bandwidth !== undefined && !(bandwidth > 0 && bandwidth * period < mostHold))
    found.error(
      'hold-bandwidth',
      'control.guards.bandwidth',
      'the bandwidth of a hold is above 0 and below one radian a tick',
      {
        got: `${bandwidth} rad/s`,
        hint: `at most ${formatQuantity(holdBandwidth(period), 'rad/s')} bears an arm that is not what its model says, and a late one`,
      },
    );
  const wanted = [
    ...(holds ? ['hold'] : []),
    ...(reactions.includes('damped stop') && damping === undefined ? ['damped stop'] : []),
  ];
  if (wanted.length === 0) return;
  const massless = model.massless.map((i) => model.bodies[i].joint);
  const lost = freeInertias(model).flatMap((inertia, i) =>
    inertia > 0 && inertia < Number.POSITIVE_INFINITY ? [] : [model.velocityNames[i]],
  );
  const names = massless.length > 0 ? massless : lost;
  if (names.length === 0) return;
  const joints = names.length === 1 ? `the joint ${names[0]} feels` : `the joints ${names.join(', ')} feel`;
  found.error(
    'brake-inertia',
    'control.guards.nonFinite',
    `${joints} no inertia, from which the torques of the reaction ${wanted.join(' and ')} would follow`,
    { hint: 'choose the reaction float or off, or give the links their inertias' },
  );
}

function checkJointNumbers(
  model: Model,
  path: string,
  values: readonly number[] | undefined,
  least: number,
  found: Findings,
): void {
  if (values === undefined) return;
  if (values.length !== model.nv) {
    found.error('joint-count', path, 'one number for each joint is needed', {
      expected: `${model.nv}`,
      got: `${values.length}`,
    });
    return;
  }
  values.forEach((value, i) => {
    if (value >= least) return;
    found.error(
      'parameter-range',
      path,
      `the number of ${model.velocityNames[i]} must be at least ${least}`,
      {
        got: `${value}`,
      },
    );
  });
}
