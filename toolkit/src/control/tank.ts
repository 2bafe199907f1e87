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
 * with them, with an acceleration a by s T² τ·a, where a step came late, and by terms of T³. Dampers refill it by
 * ½ (P_k + P_k+1) of the measured time, at most a tick: a step that comes late fills in no more. What would make the level
 * more than it may be is lost. The books: level = start + kept − paid, at every step. What moves by itself is paid before
 * sources (tank-motions.ts).
 */
import type { Node, ProgramBuilder } from '../graph/index.js';
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
import { biasForces, difference, type Model, massMatrix, standardGravity } from '../model/index.js';
import { wholeDesign } from './bodies.js';
import type { ControlFields, TankFields } from './control-fields.js';
import type { Design } from './design.js';
import { type Law, loadsOf, torquesOf } from './law.js';
import type { Clock } from './moving.js';
import { moveOn, waitOn } from './tank-motions.js';

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
      effect: { ...effect, force, supplied: A.mul(factor, effect.supplied) },
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

/** A step of the tank: the law as it is in force, and what is to be kept of it. */
export interface TankStep {
  readonly law: Law<Node>;
  /** Stores what the next step needs, where the law was in force. */
  readonly remember: () => void;
}

/** `lawAt`: the law where what moves by itself has this time, at q and v of robot and virtual bodies. */
export function tankStep(
  program: ProgramBuilder,
  design: Design,
  fields: ControlFields,
  tank: TankFields,
  lawAt: (clock?: Clock<Node>) => Law<Node>,
  [q, v]: readonly [readonly Node[], readonly Node[]],
): TankStep {
  const { graph: A } = program;
  const zero = A.constant(0);
  const load = (name: 'level' | 'reserved' | 'paid' | 'kept' | 'drain' | 'started' | 'most') =>
    program.load(tank[name]);
  const tick = program.load(fields.tick);
  const started = load('started');
  const elapsed = A.select(started, clamp(A, program.load(fields.period), zero, tick), zero);
  const whole = wholeDesign(design);
  const before = load('level');
  const room = max(A, load('most'), before);
  const worked = min(A, A.sub(before, workOf(program, whole, tank, q)), room);
  const { motion: moving } = tank;
  const motion = moving && moveOn(program, design, fields, { ...tank, motion: moving }, worked, lawAt);
  const law = motion?.law ?? lawAt();
  const level = motion === undefined ? worked : min(A, A.sub(worked, motion.cost), room);
  const drain = sum(
    A,
    law.acting.flatMap(({ effect }) => (effect.dissipated === undefined ? [] : [effect.dissipated])),
  );
  const gain = A.mul(A.mul(A.constant(0.5), A.add(load('drain'), drain)), elapsed);
  const filled = min(A, A.add(level, gain), room);
  const common = () => {
    program.store(tank.kept, 0, A.add(load('kept'), A.sub(filled, level)));
    program.store(tank.paid, 0, A.add(load('paid'), A.sub(before, level)));
    program.store(tank.level, 0, filled);
    program.store(tank.drain, 0, drain);
    motion?.remember();
    program.store(tank.started, 0, A.constant(1));
  };
  const { held, place } = tank;
  if (held === undefined || place === undefined) return { law, remember: common };
  const torques = torquesOfSources(A, whole, law);
  const { linear, square } = priceOf(A, design, law, torques, [q, v], tick);
  const factor = affordable(A, linear, square, max(A, filled, zero));
  const need = A.mul(factor, A.add(linear, A.mul(factor, square)));
  return {
    law: withSources(A, law, factor),
    remember() {
      common();
      program.store(tank.scale, 0, factor);
      program.store(tank.reserved, 0, max(A, need, zero));
      program.storeAll(
        held,
        torques.map((x) => A.mul(factor, x)),
      );
      program.storeAll(place, q);
    },
  };
}

/** The largest s from 0 to 1 with a s + b s² ≤ c, b and c at least 0. */
export function affordable<S>(A: Algebra<S>, a: S, b: S, c: S): S {
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
  let along = A.constant(0);
  let own = A.constant(0);
  const add = (part: Model, fall: Vec3<Node>, place: number, first: number): void => {
    const at = q.slice(place, place + part.nq);
    const speed = v.slice(first, first + part.nv);
    const inertia = factorDefinite(A, massMatrix(A, part, at), part.nv);
    const source = torques.slice(first, first + part.nv);
    const moved = solveDefinite(A, inertia, source);
    const bias = biasForces(A, part, at, speed, fall);
    const rest = source.map((x, i) => A.sub(A.sub(all[first + i], x), bias[i]));
    own = A.add(own, inner(A, source, moved));
    along = A.add(along, inner(A, rest, moved));
  };
  add(model, compensate.includes('gravity') ? none : lift3(A, gravity), 0, 0);
  if (bodies !== undefined) add(bodies.model, none, model.nq, model.nv);
  const faster = A.mul(A.mul(tick, tick), max(A, known(A, along), A.constant(0)));
  return {
    linear: A.add(A.mul(tick, inner(A, torques, v)), faster),
    square: A.mul(A.mul(tick, tick), known(A, own)),
  };
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
  for (const field of [tank.reserved, tank.drain, ...(tank.held === undefined ? [] : [tank.held])])
    program.storeAll(
      field,
      Array.from({ length: field.size }, () => A.constant(0)),
    );
}

/** What the held sources did since the last step, J. */
function workOf(program: ProgramBuilder, { model }: Design, tank: TankFields, q: readonly Node[]): Node {
  const { graph: A } = program;
  const { held, place, started } = tank;
  if (held === undefined || place === undefined) return A.constant(0);
  const travel = difference(A, model, program.loadAll(place), q);
  const work = sum(
    A,
    program.loadAll(held).map((torque, i) => A.mul(torque, travel[i])),
  );
  return A.select(program.load(started), work, A.constant(0));
}

function torquesOfSources(A: ProgramBuilder['graph'], whole: Design, law: Law<Node>): Node[] {
  const sources = law.acting.filter(({ effect }) => effect.supplied !== undefined);
  const loads = loadsOf(A, sources, law.projections);
  return torquesOf(A, whole.model, law.kinematics, loads.sites.values(), loads.joints);
}
