/** Identities between independent algorithms of rigid-body dynamics, measured on one robot. */
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
  potentialEnergy,
} from 'pliant/model';
import { GRAVITY, type ModelCase, relative, stream, type Worst } from './dynamics.js';

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
