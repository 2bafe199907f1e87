/** Rigid-body dynamics measured on many robots: identities between algorithms, and peers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Graph, interpret, type Node, ProgramBuilder, tangent, view } from 'pliant/graph';
import { lift3, numbers as N } from 'pliant/math';
import {
  biasForces,
  bodyAccelerations,
  bodyVelocities,
  configurationRate,
  type Frame,
  forwardDynamics,
  forwardKinematics,
  frameAcceleration,
  frameJacobian,
  framePlacement,
  frameVelocity,
  gravityTorque,
  integrate,
  inverseDynamics,
  kineticEnergy,
  type Model,
  massMatrix,
  modelOf,
  potentialEnergy,
} from 'pliant/model';
import { type Robot, readUrdf } from 'pliant/robot';
import { corpusBytes, type Facts, facts, soundRobots } from './corpus.js';
import { checkout } from './folders.js';
import { zoo } from './made-robots.js';
import type { MujocoPeer } from './peer-mujoco.js';
import type { PinocchioPeer } from './peer-pinocchio.js';

export const GRAVITY = [0, 0, -9.81] as const;

/** A model to measure, named by what it is. */
export interface ModelCase {
  readonly title: string;
  readonly model: Model;
}

/** The same from a robot file. */
export interface DynamicsCase extends ModelCase {
  readonly urdf: string;
  readonly robot: Robot;
  /** The root link, where it floats. */
  readonly freeRoot: string | undefined;
}

function made(title: string, urdf: string, freeBase: boolean): DynamicsCase {
  const { value: robot } = readUrdf(urdf, { file: 'robot.urdf', freeBase });
  if (robot === undefined) throw new Error(`${title} is not read`);
  const { value: model } = modelOf(robot);
  if (model === undefined) throw new Error(`${title} makes no model`);
  return { title, urdf, robot, model, freeRoot: freeBase ? robot.roots[0].link : undefined };
}

export function movingJoints(entry: Facts): number {
  return Object.values(entry.moving).reduce((a, b) => a + b, 0);
}

export function isTwoArmed(entry: Facts): boolean {
  return entry.free >= 14 && Object.keys(entry.end_effector ?? {}).length >= 2;
}

/** Robots with 20 to 60 joints that follow no other. */
export function isManyJointed(entry: Facts): boolean {
  return entry.free >= 20 && entry.free <= 60;
}

/**
 * Sound robots of the corpus with five degrees of freedom or more, and awkward ones with many, without the
 * inertias that MuJoCo refuses.
 */
export function chosenFacts(): readonly Facts[] {
  const awkward = facts(
    (entry) => entry.format === 'urdf' && entry.roots.length === 1 && isManyJointed(entry),
  );
  return [...soundRobots((entry) => entry.free >= 5), ...awkward].filter(
    (entry) => entry.invalid_inertia.length === 0,
  );
}

/** Made robots: spherical joints, several roots, helical, planar and free joints, mimics. */
export function madeCases(): ModelCase[] {
  return zoo().map((robot) => {
    const { value: model } = modelOf(robot);
    if (model === undefined) throw new Error(`${robot.name} makes no model`);
    return { title: `made: ${robot.name}`, model };
  });
}

export function ownArm(): DynamicsCase {
  const urdf = readFileSync(join(checkout, 'robots/arm7/arm7.urdf'), 'utf8');
  return made("the project's own arm", urdf, false);
}

/**
 * The project's own arm and the chosen robots of the corpus, one of a kind (by joints, mimics and mass); those
 * with two arms or with 20 joints and more afloat as well.
 */
export function dynamicsCases(): DynamicsCase[] {
  const cases = [ownArm()];
  const kinds = new Set<string>();
  for (const entry of chosenFacts()) {
    const kind = `${movingJoints(entry)} joints, ${entry.mimic.length} mimics, ${entry.total_mass} kg`;
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    const text = new TextDecoder().decode(corpusBytes(entry.file));
    cases.push(made(kind, text, false));
    if (isTwoArmed(entry) || movingJoints(entry) >= 20) cases.push(made(`${kind}, afloat`, text, true));
  }
  return cases;
}

/** Numbers in [−1, 1) from a seed (xorshift32). */
export function stream(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2147483648 - 1;
  };
}

/** Greatest difference over the greatest magnitude of `b`, which counts as 1 at least; NaN where one is. */
export function relative(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) throw new Error(`lengths ${a.length} and ${b.length}`);
  let scale = 1;
  let apart = 0;
  a.forEach((x, i) => {
    scale = Math.max(scale, Math.abs(b[i]));
    const d = Math.abs(x - b[i]);
    apart = Number.isNaN(d) ? Number.NaN : Math.max(apart, d);
  });
  return apart / scale;
}

/** Keeps the worst of each kind. */
export class Worst {
  readonly values: Record<string, number> = {};

  take(kind: string, error: number): void {
    const before = this.values[kind] ?? 0;
    this.values[kind] = Number.isNaN(error) || error > before ? error : before;
  }
}

// ------------------------------------------------------------------------------------------ identities

/** What each identity allows; see {@link identityErrors}. */
export const identityLimits: Readonly<Record<string, number>> = {
  'τ − (M a + b)': 1e-9,
  'RNEA(ABA(τ)) − τ': 1e-9,
  'dE/dt − τ·v': 1e-9,
  'J v − graph derivative of the pose': 1e-12,
  'J a + J̇ v − graph derivative of the velocity': 1e-12,
  'J v − central difference of the pose': 1e-6,
  'J a + J̇ v − central difference of the velocity': 1e-8,
  'traced − direct: poses, g, τ, M': 1e-12,
  'traced − direct: accelerations': 1e-12,
};

/** The greatest errors of the identities on a robot, over seeded states; all relative as {@link relative}. */
export function identityErrors({ model }: ModelCase, states: number, worst: Worst): void {
  const next = stream(20260 + model.nv);
  const some = (size: number) => Array.from({ length: model.nv }, () => size * next());
  const frames = endFrames(model);
  const traced = new Traced(model, frames);
  for (let k = 0; k < states; k++) {
    const q = integrate(N, model, model.neutral, some(1.2), 1);
    const [v, tau] = [some(1.5), some(10)];
    const a = some(3);

    const M = massMatrix(N, model, q);
    const bias = biasForces(N, model, q, v, GRAVITY);
    const inverse = inverseDynamics(N, model, q, v, a, GRAVITY);
    worst.take(
      'τ − (M a + b)',
      relative(
        times(M, a).map((x, i) => x + bias[i]),
        inverse,
      ),
    );
    const free = forwardDynamics(N, model, q, v, tau, GRAVITY);
    worst.take('RNEA(ABA(τ)) − τ', relative(inverseDynamics(N, model, q, v, free, GRAVITY), tau));

    const power = tau.reduce((sum, t, i) => sum + t * v[i], 0);
    const exact = traced.run(q, v, a, tau);
    worst.take('dE/dt − τ·v', relative([traced.run(q, v, free, tau).energyRate], [power]));

    const kinematics = forwardKinematics(N, model, q);
    const velocities = bodyVelocities(N, model, kinematics, v);
    const accelerations = bodyAccelerations(N, model, kinematics, velocities, v, a);
    const h = 1e-5;
    const moved = (step: number) => {
      const half = v.map((x, i) => x + 0.5 * step * a[i]);
      const there = forwardKinematics(N, model, integrate(N, model, q, half, step));
      const speed = v.map((x, i) => x + step * a[i]);
      return { there, velocities: bodyVelocities(N, model, there, speed) };
    };
    const [ahead, behind] = [moved(h), moved(-h)];
    frames.forEach((frame, f) => {
      const flat = ({ linear, angular }: { linear: readonly number[]; angular: readonly number[] }) => [
        ...linear,
        ...angular,
      ];
      const pose = (k: typeof kinematics) => {
        const { position, rotation } = framePlacement(N, k, frame);
        return [...position, ...rotation];
      };
      const R = framePlacement(N, kinematics, frame).rotation;
      const velocity = times(frameJacobian(N, model, kinematics, frame, 'worldAligned'), v);
      const [, , , wx, wy, wz] = velocity;
      // Ṙ = [w]× R.
      const spun = [0, 1, 2].map((c) => [
        wy * R[6 + c] - wz * R[3 + c],
        wz * R[c] - wx * R[6 + c],
        wx * R[3 + c] - wy * R[c],
      ]);
      const rates = [
        ...velocity.slice(0, 3),
        ...[0, 1, 2].flatMap((row) => spun.map((column) => column[row])),
      ];
      worst.take('J v − graph derivative of the pose', relative(rates, exact.poseRates[f]));
      const difference = pose(ahead.there).map((x, i) => (x - pose(behind.there)[i]) / (2 * h));
      worst.take('J v − central difference of the pose', relative(rates, difference));
      const changing = flat(
        frameAcceleration(N, kinematics, velocities, accelerations, frame, 'worldAligned'),
      );
      worst.take('J a + J̇ v − graph derivative of the velocity', relative(changing, exact.velocityRates[f]));
      const before = flat(frameVelocity(N, behind.there, behind.velocities, frame, 'worldAligned'));
      const after = flat(frameVelocity(N, ahead.there, ahead.velocities, frame, 'worldAligned'));
      worst.take(
        'J a + J̇ v − central difference of the velocity',
        relative(
          changing,
          after.map((x, i) => (x - before[i]) / (2 * h)),
        ),
      );
      worst.take('traced − direct: poses, g, τ, M', relative(exact.poses[f], pose(kinematics)));
    });
    worst.take(
      'traced − direct: poses, g, τ, M',
      relative(exact.gravity, gravityTorque(N, model, q, GRAVITY)),
    );
    worst.take('traced − direct: poses, g, τ, M', relative(exact.inverse, inverse));
    worst.take('traced − direct: poses, g, τ, M', relative(exact.mass, M));
    worst.take('traced − direct: accelerations', relative(exact.free, free));
  }
}

/** The frames that no other body carries on: one for each end of the tree. */
function endFrames(model: Model): Frame[] {
  return model.bodies.flatMap((_, i) => {
    if (model.bodies.some((other) => other.parent === i)) return [];
    return model.frames.filter((frame) => frame.body === i).slice(-1);
  });
}

function times(matrix: readonly number[], v: readonly number[]): number[] {
  const rows = matrix.length / v.length;
  return Array.from({ length: rows }, (_, i) => v.reduce((s, x, j) => s + matrix[i * v.length + j] * x, 0));
}

/** Everything of a model that is compared with direct evaluation, traced once and interpreted. */
class Traced {
  readonly #inputs: Float64Array;
  readonly #step: () => void;
  readonly #read: (name: string) => number[];
  readonly #frames: number;

  constructor(model: Model, frames: readonly Frame[]) {
    const p = new ProgramBuilder('identities');
    const { nq, nv } = model;
    const input = p.field({ name: 'in', region: 'inputs', size: nq + 3 * nv, unit: '' });
    p.procedure('step', () => {
      const G = p.graph;
      const all = p.loadAll(input);
      const [q, v, a, tau] = [
        all.slice(0, nq),
        all.slice(nq, nq + nv),
        all.slice(nq + nv, nq + 2 * nv),
        all.slice(nq + 2 * nv),
      ];
      const put = (name: string, nodes: readonly Node[]) =>
        p.storeAll(p.field({ name, region: 'outputs', size: nodes.length, unit: '' }), nodes);
      const leaves = [...q, ...v];
      const rates = [...configurationRate(G, model, q, v), ...a];
      const down = lift3(G, GRAVITY);
      const kinematics = forwardKinematics(G, model, q);
      const velocities = bodyVelocities(G, model, kinematics, v);
      frames.forEach((frame, f) => {
        const { position, rotation } = framePlacement(G, kinematics, frame);
        put(`pose${f}`, [...position, ...rotation]);
        put(`poseRate${f}`, tangent(G, [...position, ...rotation], leaves, rates));
        const { linear, angular } = frameVelocity(G, kinematics, velocities, frame, 'worldAligned');
        put(`velocityRate${f}`, tangent(G, [...linear, ...angular], leaves, rates));
      });
      const energy: Node = (G as Graph).add(
        kineticEnergy(G, model, q, v),
        potentialEnergy(G, model, q, down),
      );
      put('energyRate', tangent(G, [energy], leaves, rates));
      put('gravity', gravityTorque(G, model, q, down));
      put('inverse', inverseDynamics(G, model, q, v, a, down));
      put('mass', massMatrix(G, model, q));
      put('free', forwardDynamics(G, model, q, v, tau, down));
    });
    const { layout, memory, run } = interpret(p.finish());
    this.#inputs = view(layout, memory, 'in');
    this.#step = run.step;
    this.#read = (name) => [...view(layout, memory, name)];
    this.#frames = frames.length;
  }

  run(q: readonly number[], v: readonly number[], a: readonly number[], tau: readonly number[]) {
    this.#inputs.set([...q, ...v, ...a, ...tau]);
    this.#step();
    const each = (name: string) => Array.from({ length: this.#frames }, (_, f) => this.#read(`${name}${f}`));
    return {
      poses: each('pose'),
      poseRates: each('poseRate'),
      velocityRates: each('velocityRate'),
      energyRate: this.#read('energyRate')[0],
      gravity: this.#read('gravity'),
      inverse: this.#read('inverse'),
      mass: this.#read('mass'),
      free: this.#read('free'),
    };
  }
}

// ------------------------------------------------------------------------------------------ peers

export const PEER_LIMIT = 1e-9;

/** What a peer without mimics has in place of a model's q, v and a, and how its forces and inertia fold back. */
class Unfolded {
  readonly #rows: readonly {
    readonly q: number;
    readonly v: number;
    readonly factor: number;
    readonly offset: number;
  }[];
  readonly #free: boolean;
  readonly #nv: number;
  /** Entry of v of each of the peer's. */
  readonly order: readonly number[];

  constructor({ robot, model, freeRoot }: DynamicsCase, names: readonly string[]) {
    this.#nv = model.nv;
    this.#free = freeRoot !== undefined;
    this.#rows = names.map((name) => {
      const mimic = robot.joints.find((joint) => joint.name === name)?.mimic;
      const v = model.velocityNames.indexOf(mimic?.joint ?? name);
      if (v < 0) throw new Error(`the peer's ${name} is no entry of v`);
      const q = model.positionNames.indexOf(mimic?.joint ?? name);
      return { q, v, factor: mimic?.multiplier ?? 1, offset: mimic?.offset ?? 0 };
    });
    this.order = this.#rows.map((row) => row.v);
    if (new Set(this.order).size !== model.nv) throw new Error('the peer lacks joints');
  }

  position(q: readonly number[]): number[] {
    const rows = this.#free ? this.#rows.slice(6) : this.#rows;
    const joints = rows.map(({ q: at, factor, offset }) => factor * q[at] + offset);
    return this.#free ? [...q.slice(0, 7), ...joints] : joints;
  }

  motion(v: readonly number[]): number[] {
    return this.#rows.map((row) => row.factor * v[row.v]);
  }

  /** Gᵀ τ. */
  force(tau: readonly number[]): number[] {
    const folded: number[] = new Array(this.#nv).fill(0);
    this.#rows.forEach((row, i) => {
      folded[row.v] += row.factor * tau[i];
    });
    return folded;
  }

  /** Gᵀ M G. */
  inertia(matrix: readonly number[]): number[] {
    const n = this.#rows.length;
    const folded: number[] = new Array(this.#nv * this.#nv).fill(0);
    this.#rows.forEach((row, i) => {
      this.#rows.forEach((column, j) => {
        folded[row.v * this.#nv + column.v] += row.factor * column.factor * matrix[i * n + j];
      });
    });
    return folded;
  }

  get mimics(): boolean {
    return this.#rows.length > this.#nv;
  }
}

/** Greatest relative errors against MuJoCo (τ, M, poses of links) and Pinocchio (τ, M, g, accelerations). */
export function peerErrors(
  given: DynamicsCase,
  mujoco: MujocoPeer,
  pinocchio: PinocchioPeer,
  states: number,
  worst: Worst,
): void {
  const { model } = given;
  const toMj = new Unfolded(given, mujoco.names);
  const toPin = new Unfolded(given, pinocchio.names);
  const next = stream(40960 + model.nv);
  const some = (size: number) => Array.from({ length: model.nv }, () => size * next());
  for (let k = 0; k < states; k++) {
    const q = integrate(N, model, model.neutral, some(1.2), 1);
    const [v, a, given] = [some(2), some(5), some(10)];
    const tau = inverseDynamics(N, model, q, v, a, GRAVITY);
    const M = massMatrix(N, model, q);
    const [mjq, pinq] = [toMj.position(q), toPin.position(q)];

    const mjTau = mujoco.inverseDynamics(mjq, toMj.motion(v), toMj.motion(a));
    worst.take('MuJoCo: inverse dynamics', relative(tau, toMj.force(mjTau)));
    worst.take('MuJoCo: mass matrix', relative(M, toMj.inertia(mujoco.massMatrix(mjq))));
    const kinematics = forwardKinematics(N, model, q);
    const poses = mujoco.poses(mjq);
    let compared = 0;
    for (const frame of model.frames) {
      const there = poses.get(frame.name);
      if (there === undefined) continue;
      const { position, rotation } = framePlacement(N, kinematics, frame);
      worst.take(
        'MuJoCo: poses',
        relative([...position, ...rotation], [...there.position, ...there.rotation]),
      );
      compared++;
    }
    if (compared < model.bodies.length - 1) throw new Error('too few poses to compare');

    const pinTau = pinocchio.inverseDynamics(pinq, toPin.motion(v), toPin.motion(a));
    worst.take('Pinocchio: inverse dynamics', relative(tau, toPin.force(pinTau)));
    const holding = toPin.force(pinocchio.gravityTorque(pinq));
    worst.take('Pinocchio: gravity torque', relative(gravityTorque(N, model, q, GRAVITY), holding));
    worst.take('Pinocchio: mass matrix', relative(M, toPin.inertia(pinocchio.massMatrix(pinq))));
    // A peer without mimics accelerates otherwise under the same joint forces.
    if (toPin.mimics) continue;
    const moved = pinocchio.forwardDynamics(
      pinq,
      toPin.motion(v),
      toPin.order.map((at) => given[at]),
    );
    const found = forwardDynamics(N, model, q, v, given, GRAVITY);
    worst.take(
      'Pinocchio: forward dynamics',
      relative(
        toPin.order.map((at) => found[at]),
        moved,
      ),
    );
  }
}
