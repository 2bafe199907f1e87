/** Rigid-body dynamics of one robot against MuJoCo and Pinocchio. */
import { numbers as N } from 'pliant/math';
import {
  forwardDynamics,
  forwardKinematics,
  framePlacement,
  gravityTorque,
  integrate,
  inverseDynamics,
  massMatrix,
} from 'pliant/model';
import { type DynamicsCase, GRAVITY, relative, stream, type Worst } from './dynamics.js';
import type { MujocoPeer } from './peer-mujoco.js';
import type { PinocchioPeer } from './peer-pinocchio.js';

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
