/**
 * A tank at work in a step: what dampers take out refills it, sources are scaled by what it affords.
 *
 * Sources are scaled together by one factor s, the greatest up to 1 whose work until the next step (T the nominal tick) is not more
 * than the level,
 *
 *     s T (τ·v + T max(0, τ·M⁻¹ρ)) + s² T² τ·M⁻¹τ ≤ level,
 *
 * with τ the joint torques of the sources and ρ all that the controller knows besides: other elements, weight that is not
 * compensated, Coriolis forces. That much is reserved. At the next step what they really did, their held torques times the
 * travel of the joints, is taken out of the level instead: more than was reserved only where something unknown pushed along
 * with them, with an acceleration a by s T² τ·a, where a step came late, and by terms of T³. What would make the level
 * more than it may be is lost. The books: level = start + kept − paid, at every step. What moves by itself is paid before
 * sources (tank-motions.ts).
 *
 * Dampers, and no other element that takes energy out, refill it by the lesser of two,
 *
 *     ½ (P_k + P_k+1) h   and   W − τ_d·Δq,
 *
 * h the measured time, at most a tick, τ_d their held torques, Δq the travel of the joints, W what the tank paid for motions
 * against them. Held for too long they put energy in: then the second is negative, and it counts. On virtual bodies, which move
 * on by implicit steps, what counts of dampers and sources alike is not what is held but what the step used (body-work.ts).
 *
 * Where the command that was applied is not what was asked, held torques did not what they say: the tank pays for all that asks,
 * and nothing fills it. What the cut itself gave, C = (applied − asked)·Δq, is energy that springs store and nobody put in, or
 * what dampers did not take out: the tank pays for C less what dampers and sources that brake took out by their books. The
 * level may fall below 0 by that, and then nothing else is paid. Where the sum is below 0, since a spring comes back and is cut
 * again, it is given back, as much of it as was paid so before (`debt`).
 */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import {
  type Algebra,
  clamp,
  factorDefinite,
  lift3,
  max,
  min,
  solveDefinite,
  sum,
  type Vec3,
  vec3,
} from '../math/index.js';
import { inner } from '../mechanism/index.js';
import {
  biasForces,
  difference,
  gravityTorque,
  type Model,
  massMatrix,
  type Payload,
  standardGravity,
} from '../model/index.js';
import { wholeDesign } from './bodies.js';
import { type BodyStep, torquesInStep } from './body-work.js';
import { carriedLoads } from './carried.js';
import type { ControlFields, TankFields } from './control-fields.js';
import type { Design } from './design.js';
import { type Law, loadsOf, torquesOf } from './law.js';
import { addPushes, type LawPush, type Pays, scaledPushes } from './laws/law-push.js';
import type { Clock } from './moving.js';
import { FieldReader, programSlots } from './slots.js';
import { dampersOf, moveOn, waitOn } from './tank-motions.js';

/**
 * The law with the forces of all that puts energy in scaled by a factor: a projection that is not paid for leaves its element
 * as it is without.
 */
export function withSources<S>(A: Algebra<S>, law: Law<S>, factor: S): Law<S> {
  const scaled = (force: readonly S[]): S[] => force.map((x) => A.mul(factor, x));
  const acting = law.acting.map((own) => {
    const { effect, stated } = own;
    if (effect.supplied === undefined) return own;
    const force = scaled(effect.force);
    return {
      ...own,
      effect: {
        ...effect,
        force,
        supplied: A.mul(factor, effect.supplied),
        ...(effect.dissipated && { dissipated: A.mul(factor, effect.dissipated) }),
        ...(effect.secant && { secant: scaled(effect.secant) }),
      },
      stated: { ...stated, force: scaled(stated.force) },
    };
  });
  const projections = law.projections.map((own) => ({
    ...own,
    torque: scaled(own.torque),
    power: A.mul(factor, own.power),
  }));
  return { ...law, acting, projections, loads: loadsOf(A, acting, projections) };
}

/** A step of the tank once what moves by itself has moved on. */
export interface TankStep {
  /** The law there, its sources not scaled. */
  readonly law: Law<Node>;
  /** Pays as much of a change as it affords; undefined where it does not pay for changes. */
  readonly pays: Pays | undefined;
  /** Takes in what dampers took out and scales sources, those among what laws do with them. */
  readonly close: (pushes: readonly LawPush[]) => TankEnd;
}

/** What is in force of elements and laws, and what is to be kept of it. */
export interface TankEnd {
  readonly law: Law<Node>;
  readonly pushes: readonly LawPush[];
  /** Stores what the next step needs, where the law was in force; `uncut`: whether what it asked for is applied. */
  readonly remember: (uncut: Node, cut: readonly Node[]) => void;
}

/** `lawAt`: the law where what moves by itself has this time, at q and v of robot and virtual bodies. */
export function tankStep(
  program: ProgramBuilder,
  design: Design,
  fields: ControlFields,
  tank: TankFields,
  lawAt: (clock?: Clock<Node>) => Law<Node>,
  [q, v]: readonly [readonly Node[], readonly Node[]],
  bodies: BodyStep<Node> | undefined,
): TankStep {
  const { graph: A } = program;
  const zero = A.constant(0);
  const load = (name: 'level' | 'paid' | 'kept' | 'drain' | 'started' | 'most') => program.load(tank[name]);
  const tick = program.load(fields.tick);
  const started = load('started');
  const elapsed = A.select(started, clamp(A, program.load(fields.period), zero, tick), zero);
  const whole = wholeDesign(design);
  const { model } = design;
  const before = load('level');
  const room = max(A, load('most'), before);
  const sources = torquesOfSources(A, design, bodies);
  const dampers = torquesOfDampers(A, design, bodies);
  const did = worksOf(program, whole, tank, q);
  const uncut = tank.uncut && program.load(tank.uncut);
  const taken = (energy: Node) =>
    uncut === undefined ? energy : A.select(uncut, energy, max(A, energy, zero));
  const sourced = did(tank.held, sources.before);
  const worked = min(A, A.sub(before, taken(sourced)), room);
  const { motion: moving } = tank;
  const motion = moving && moveOn(program, design, fields, { ...tank, motion: moving }, worked, lawAt);
  const law = motion?.law ?? lawAt();
  let level = motion === undefined ? worked : min(A, A.sub(worked, taken(motion.cost)), room);
  const pays = (asked: Node): Node => {
    const holds = max(A, level, zero);
    const short = A.less(holds, asked);
    const part = A.select(short, A.div(holds, A.select(short, asked, A.constant(1))), A.constant(1));
    level = min(A, A.sub(level, taken(A.mul(part, asked))), room);
    return part;
  };
  return {
    law,
    pays: design.tank?.pays.includes('changes') === true ? pays : undefined,
    close: (pushes) => close(pushes, level),
  };

  function close(pushes: readonly LawPush[], level: Node): TankEnd {
    const drain = sum(A, [
      ...dampersOf(law).flatMap(({ effect }) => (effect.dissipated === undefined ? [] : [effect.dissipated])),
      ...pushes.flatMap(({ dissipated }) => (dissipated === undefined ? [] : [dissipated])),
    ]);
    const drained = A.mul(A.mul(A.constant(0.5), A.add(load('drain'), drain)), elapsed);
    const gain = min(A, drained, A.sub(motion?.damping ?? zero, did(tank.damped, dampers.before)));
    const debt = tank.debt && program.load(tank.debt);
    const beside = A.sub(A.add(did(tank.cut), min(A, sourced, zero)), gain);
    const borrowed = debt && max(A, beside, A.neg(debt));
    const lost =
      uncut === undefined || borrowed === undefined ? A.neg(gain) : A.select(uncut, A.neg(gain), borrowed);
    const filled = min(A, A.sub(level, lost), room);
    const common = (applied: Node, beyond: readonly Node[]) => {
      program.store(tank.kept, 0, A.add(load('kept'), A.sub(filled, level)));
      program.store(tank.paid, 0, A.add(load('paid'), A.sub(before, level)));
      program.store(tank.level, 0, filled);
      program.store(tank.drain, 0, drain);
      motion?.remember();
      program.store(tank.started, 0, A.constant(1));
      if (tank.uncut !== undefined) program.store(tank.uncut, 0, applied);
      if (tank.cut !== undefined) program.storeAll(tank.cut, beyond);
      if (tank.debt !== undefined && debt !== undefined && uncut !== undefined)
        program.store(tank.debt, 0, A.select(uncut, debt, A.add(debt, lost)));
      if (tank.damped !== undefined)
        program.storeAll(tank.damped, dampers.of(law, pushes).slice(0, model.nv));
      if (tank.place !== undefined) program.storeAll(tank.place, q);
    };
    const { held } = tank;
    if (held === undefined) return { law, pushes, remember: common };
    const torques = sources.of(law, pushes);
    const { payloads = [] } = carriedLoads(
      A,
      design,
      programSlots(program, fields, new FieldReader(program)),
    );
    const loaded = withPushes(A, law, pushes);
    const { linear, square } = priceOf(A, design, loaded, torques, [q, v], tick, payloads);
    const factor = affordable(A, linear, square, max(A, filled, zero));
    const need = A.mul(factor, A.add(linear, A.mul(factor, square)));
    return {
      law: withSources(A, law, factor),
      pushes: scaledPushes(A, pushes, v, factor),
      remember(applied, beyond) {
        common(applied, beyond);
        program.store(tank.scale, 0, factor);
        program.store(tank.reserved, 0, max(A, need, zero));
        program.storeAll(
          held,
          torques.slice(0, model.nv).map((x) => A.mul(factor, x)),
        );
      },
    };
  }
}

/** The law with all that laws do among its loads. */
export function withPushes(
  A: ProgramBuilder['graph'],
  law: Law<Node>,
  pushes: readonly LawPush[],
): Law<Node> {
  if (pushes.length === 0) return law;
  const loads = loadsOf(A, law.acting, law.projections);
  addPushes(A, loads, pushes, 'act');
  return { ...law, loads };
}

/** The largest s from 0 to 1 with a s + b s² ≤ c, b and c at least 0. */
function affordable<S>(A: Algebra<S>, a: S, b: S, c: S): S {
  const [zero, one, two] = [A.constant(0), A.constant(1), A.constant(2)];
  const root = A.sqrt(A.add(A.mul(a, a), A.mul(A.constant(4), A.mul(b, c))));
  const falls = A.less(a, zero);
  // Of the two forms of the root the one that takes no difference of like numbers.
  const divisor = A.select(falls, A.mul(two, b), A.add(a, root));
  const positive = A.less(zero, divisor);
  const s = A.div(A.select(falls, A.sub(root, a), A.mul(two, c)), A.select(positive, divisor, one));
  return A.select(A.lessEqual(A.add(a, b), c), one, A.select(positive, min(A, s, one), zero));
}

/** What sources with these joint torques may do until the next step, J: `linear` s + `square` s² for a factor s of them. */
function priceOf(
  A: ProgramBuilder['graph'],
  design: Design,
  law: Law<Node>,
  torques: readonly Node[],
  [q, v]: readonly [readonly Node[], readonly Node[]],
  tick: Node,
  payloads: readonly Payload<Node>[],
): { readonly linear: Node; readonly square: Node } {
  const { model, bodies, compensate = [], gravity = standardGravity } = design;
  const none = vec3(A, 0, 0, 0);
  const all = torquesOf(
    A,
    wholeDesign(design).model,
    law.kinematics,
    law.loads.sites.values(),
    law.loads.joints,
  );
  const held = compensate.includes('gravity');
  let along = A.constant(0);
  let own = A.constant(0);
  const add = (
    part: Model,
    fall: Vec3<Node>,
    place: number,
    first: number,
    carried: readonly Payload<Node>[] = [],
  ): void => {
    const loads = { payloads: carried };
    const at = q.slice(place, place + part.nq);
    const speed = v.slice(first, first + part.nv);
    const inertia = factorDefinite(A, massMatrix(A, part, at, loads), part.nv);
    const source = torques.slice(first, first + part.nv);
    const moved = solveDefinite(A, inertia, source);
    const bias = biasForces(A, part, at, speed, fall, loads);
    const weight = held && carried.length > 0 ? weightOf(A, part, at, lift3(A, gravity), carried) : undefined;
    const rest = source.map((x, i) => {
      const left = A.sub(A.sub(all[first + i], x), bias[i]);
      return weight === undefined ? left : A.sub(left, weight[i]);
    });
    own = A.add(own, inner(A, source, moved));
    along = A.add(along, inner(A, rest, moved));
  };
  add(model, held ? none : lift3(A, gravity), 0, 0, payloads);
  if (bodies !== undefined) add(bodies.model, none, model.nq, model.nv);
  const faster = A.mul(A.mul(tick, tick), max(A, known(A, along), A.constant(0)));
  return {
    linear: A.add(A.mul(tick, inner(A, torques, v)), faster),
    square: A.mul(A.mul(tick, tick), known(A, own)),
  };
}

/** Torques that hold what is carried: where the arm's own weight is compensated, elements hold this up. */
function weightOf(
  A: ProgramBuilder['graph'],
  model: Model,
  q: readonly Node[],
  gravity: Vec3<Node>,
  payloads: readonly Payload<Node>[],
): Node[] {
  const own = gravityTorque(A, model, q, gravity);
  return gravityTorque(A, model, q, gravity, { payloads }).map((x, i) => A.sub(x, own[i]));
}

/** 0 in place of what no inertia answers to. */
function known(A: ProgramBuilder['graph'], x: Node): Node {
  return A.select(A.less(A.abs(x), A.constant(1e100)), x, A.constant(0));
}

/** Where the law was not in force: what its sources did last is not known, and what was reserved counts as paid. */
export function tankWithoutLaw(program: ProgramBuilder, fields: ControlFields, tank: TankFields): void {
  const { graph: A } = program;
  waitOn(program, fields, tank);
  const reserved = program.load(tank.reserved);
  program.store(tank.level, 0, A.sub(program.load(tank.level), reserved));
  program.store(tank.paid, 0, A.add(program.load(tank.paid), reserved));
  for (const field of [tank.reserved, tank.drain, tank.held, tank.damped, tank.uncut, tank.cut]) {
    if (field === undefined) continue;
    program.storeAll(
      field,
      Array.from({ length: field.size }, () => A.constant(0)),
    );
  }
}

/** What held torques of the robot's joints, and torques on bodies in the step that moved these, did since the last step, J. */
function worksOf(
  program: ProgramBuilder,
  { model }: Design,
  { place, started }: TankFields,
  q: readonly Node[],
): (held: Field | undefined, onBodies?: readonly Node[]) => Node {
  const { graph: A } = program;
  const travel = place && difference(A, model, program.loadAll(place), q);
  return (held, onBodies = []) => {
    if (held === undefined || travel === undefined) return A.constant(0);
    const torques = [...program.loadAll(held), ...onBodies];
    return A.select(program.load(started), inner(A, torques, travel.slice(0, torques.length)), A.constant(0));
  };
}

/** Torques of some elements of a law: on all joints now, and on the bodies in the step that moved them. */
interface Torques {
  readonly of: (law: Law<Node>, pushes: readonly LawPush[]) => Node[];
  readonly before: readonly Node[];
}

function torquesOfSome(
  A: ProgramBuilder['graph'],
  design: Design,
  step: BodyStep<Node> | undefined,
  some: (law: Law<Node>) => Pick<Law<Node>, 'acting' | 'projections'>,
  part: 'active' | 'damping',
): Torques {
  const { model } = wholeDesign(design);
  return {
    of(law, pushes) {
      const { acting, projections } = some(law);
      const loads = loadsOf(A, acting, projections);
      addPushes(A, loads, pushes, part);
      return torquesOf(A, model, law.kinematics, loads.sites.values(), loads.joints);
    },
    before: step === undefined ? [] : torquesInStep(A, design, step, some(step.law)),
  };
}

const torquesOfSources = (
  A: ProgramBuilder['graph'],
  design: Design,
  step: BodyStep<Node> | undefined,
): Torques =>
  torquesOfSome(
    A,
    design,
    step,
    ({ acting, projections }) => ({
      acting: acting.filter(({ effect }) => effect.supplied !== undefined),
      projections,
    }),
    'active',
  );

const torquesOfDampers = (
  A: ProgramBuilder['graph'],
  design: Design,
  step: BodyStep<Node> | undefined,
): Torques =>
  torquesOfSome(A, design, step, (law) => ({ acting: dampersOf(law), projections: [] }), 'damping');
