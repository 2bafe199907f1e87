/**
 * A tank at work in a step: what dampers take out refills it, sources are scaled by what it affords.
 *
 * Sources are scaled together by one factor s: with the power P that they would put in now, they may need P T until the
 * next step (T the nominal tick), and s is the part of it that the level affords; where P < 0 they take energy out and s is 1.
 * That much is reserved. At the next step what they really did, their held torques times the travel of the joints, is taken
 * out of the level instead. Dampers refill it by ½ (P_k + P_k+1) of the measured time, at most a tick: a step that comes late
 * fills in no more. What would make the level more than it may be is lost. The books: level = start + kept − paid, at every
 * step. A source that begins from rest does in its first tick what nobody could plan, ½ (F T)²/m, and the level may fall below 0
 * by that much.
 */
import type { Node, ProgramBuilder } from '../graph/index.js';
import { type Algebra, clamp, max, min, sum } from '../math/index.js';
import { LoadSums } from '../mechanism/index.js';
import { difference } from '../model/index.js';
import type { ControlFields, TankFields } from './control-fields.js';
import type { Design } from './design.js';
import { type Law, torquesOf } from './law.js';

/** The law with the forces of all that puts energy in scaled by a factor. */
export function withSources<S>(A: Algebra<S>, law: Law<S>, factor: S): Law<S> {
  const loads = new LoadSums<S>(A);
  const acting = law.acting.map((own) => {
    const { coordinate, effect, stated } = own;
    if (effect.supplied === undefined) {
      coordinate.transpose(effect.force, effect.radial === true, loads);
      return own;
    }
    const scaled = (force: readonly S[]): S[] => force.map((x) => A.mul(factor, x));
    const force = scaled(effect.force);
    coordinate.transpose(force, effect.radial === true, loads);
    return {
      ...own,
      effect: { ...effect, force, supplied: A.mul(factor, effect.supplied) },
      stated: { ...stated, force: scaled(stated.force) },
    };
  });
  return { ...law, acting, loads };
}

/** A step of the tank: the law as it is in force, and what is to be kept of it. */
export interface TankStep {
  readonly law: Law<Node>;
  /** Stores what the next step needs, where the law was in force. */
  readonly remember: () => void;
}

/** `whole`: with the virtual bodies, at q. */
export function tankStep(
  program: ProgramBuilder,
  whole: Design,
  fields: ControlFields,
  tank: TankFields,
  law: Law<Node>,
  q: readonly Node[],
): TankStep {
  const { graph: A } = program;
  const zero = A.constant(0);
  const load = (name: 'level' | 'reserved' | 'paid' | 'kept' | 'drain' | 'started' | 'most') =>
    program.load(tank[name]);
  const tick = program.load(fields.tick);
  const started = load('started');
  const elapsed = A.select(started, clamp(A, program.load(fields.period), zero, tick), zero);
  const drain = sum(
    A,
    law.acting.flatMap(({ effect }) => (effect.dissipated === undefined ? [] : [effect.dissipated])),
  );
  const done = workOf(program, whole, tank, q);
  const before = load('level');
  const room = max(A, load('most'), before);
  const level = min(A, A.sub(before, done), room);
  const gain = A.mul(A.mul(A.constant(0.5), A.add(load('drain'), drain)), elapsed);
  const filled = min(A, A.add(level, gain), room);
  const common = () => {
    program.store(tank.kept, 0, A.add(load('kept'), A.sub(filled, level)));
    program.store(tank.paid, 0, A.add(load('paid'), A.sub(before, level)));
    program.store(tank.level, 0, filled);
    program.store(tank.drain, 0, drain);
    program.store(tank.started, 0, A.constant(1));
  };
  const { held, place } = tank;
  if (held === undefined || place === undefined) return { law, remember: common };
  const power = sum(
    A,
    law.acting.flatMap(({ effect }) => (effect.supplied === undefined ? [] : [effect.supplied])),
  );
  const asked = A.mul(power, tick);
  const affords = A.lessEqual(asked, filled);
  const positive = A.less(zero, asked);
  const part = A.div(max(A, filled, zero), A.select(positive, asked, A.constant(1)));
  // At rest nothing is asked for: an empty tank lets no source begin.
  const free = A.or(A.less(asked, zero), A.less(zero, filled));
  const factor = A.select(
    positive,
    A.select(affords, A.constant(1), part),
    A.select(free, A.constant(1), zero),
  );
  const scaled = withSources(A, law, factor);
  const torques = torquesOfSources(A, whole, scaled);
  return {
    law: scaled,
    remember() {
      common();
      program.store(tank.scale, 0, factor);
      program.store(tank.reserved, 0, A.mul(factor, max(A, asked, zero)));
      program.storeAll(held, torques);
      program.storeAll(place, q);
    },
  };
}

/** Where the law was not in force: what its sources did last is not known, and what was reserved counts as paid. */
export function tankWithoutLaw(program: ProgramBuilder, tank: TankFields): void {
  const { graph: A } = program;
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
  const loads = new LoadSums<Node>(A);
  for (const { coordinate, effect } of law.acting)
    if (effect.supplied !== undefined) coordinate.transpose(effect.force, effect.radial === true, loads);
  return torquesOf(A, whole.model, law.kinematics, loads.sites.values(), loads.joints);
}
