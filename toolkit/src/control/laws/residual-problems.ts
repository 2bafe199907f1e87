/**
 * What the residual of a momentum observer holds though nothing touches, and thresholds that it passes by itself.
 *
 * In r stands whatever is not in the model. Friction: a joint that moves is held back by F_c + D |q̇|, one that stands by as much as
 * F_c either way; of what the controller compensates, its share is taken out. Weight that the controller does not know of. Encoders: with
 * positions rounded to δ and speeds as their differences over T, p is off by M (ε − ε⁻)/T, |ε| ≤ δ/2, and the residual by
 * what s/T² (1 − z⁻¹)²/(1 − (1 − s) z⁻¹), s = 1 − exp(−K T), makes of M ε:
 *
 *     σ_i² = Σ_j (M_ij δ_j)²/12 (s/T²)² (1 + (1 + s)² + s⁴/(1 − (1 − s)²)),   |r_i| ≤ Σ_j |M_ij| δ_j (1 + s) s/T².
 *
 * The one for errors like noise, of which four standard deviations count, the other for whatever they are; the lesser is told. The
 * force is as large as the worst signs of the joints' frictions make it, in the pose of the start.
 */
import {
  factorDefinite,
  formatQuantity,
  numbers as N,
  norm3,
  solveDefinite,
  type Vec3,
} from '../../math/index.js';
import { gravityTorque, type Model, massMatrix, regroup, standardGravity } from '../../model/index.js';
import type { Problem } from '../../problem/index.js';
import type { Design } from '../design.js';
import { Findings } from '../findings.js';
import { compensatedFriction } from '../friction.js';
import { ladenModel } from '../laden-model.js';
import { evaluateLaw } from '../numeric.js';
import { centreRows } from './held.js';
import type { SensorDesign } from './law-design.js';
import { givenNumbers } from './law-parameters.js';
import { lawOf } from './laws.js';
import { wrenchOfTorques } from './observer.js';

/** What the arm is, beside what its controller knows of it; nv numbers each. */
export interface RealArm {
  /** The robot with what it carries at the start. */
  readonly model: Model;
  readonly gravity: Vec3<number>;
  /** Friction of the joints, N m or N, and N m s/rad or N s/m. */
  readonly coulomb: readonly number[];
  readonly viscous: readonly number[];
  /** What positions are rounded to where speeds are their differences, rad or m; 0: exact. */
  readonly resolution: readonly number[];
}

/** What residuals are off by, N m or N for each joint. */
export interface ResidualError {
  /** At most, either way. */
  readonly friction: readonly number[];
  /** As it is. */
  readonly weight: readonly number[];
  /** Of each encoder by itself, what a count makes of the residuals: M_ij δ_j s/T². */
  readonly counts: readonly (readonly number[])[];
  /** s. */
  readonly share: number;
}

/** At q, while joints move at up to `speeds` (nv). */
export function residualError(
  design: Design,
  gain: number,
  real: RealArm,
  q: readonly number[],
  speeds: readonly number[],
): ResidualError {
  const { model, period: T } = design;
  const known = compensatedFriction(design);
  const left = (real_: number, taken: number) => Math.abs(real_ - (known?.share ?? 0) * taken);
  const laden = ladenModel(design);
  const M = massMatrix(N, laden, q);
  const does = gravityTorque(N, regroup(real.model), q, real.gravity);
  const held = design.provides?.includes('gravity') === true;
  const told = gravityTorque(N, regroup(laden), q, held ? [0, 0, 0] : (design.gravity ?? standardGravity));
  const s = 1 - N.exp(-gain * T);
  const each = Array.from({ length: model.nv }, (_, i) => i);
  return {
    // What stands may hold by all of its friction, whatever is compensated.
    friction: each.map((i) => {
      const moving =
        left(real.coulomb[i], known?.coulomb[i] ?? 0) +
        left(real.viscous[i], known?.viscous[i] ?? 0) * speeds[i];
      return moving > real.coulomb[i] ? moving : real.coulomb[i];
    }),
    weight: each.map((i) => does[i] - told[i]),
    counts: each.map((j) => each.map((i) => M[i * model.nv + j] * real.resolution[j] * (s / (T * T)))),
    share: s,
  };
}

/** What counts of encoders make at most of a number, of which one count of each makes these; see above. */
export function ofCounts(sizes: readonly number[], s: number): number {
  const sum = sizes.reduce((all, x) => all + Math.abs(x), 0);
  const squares = sizes.reduce((all, x) => all + x * x, 0);
  const kept = 1 - s;
  const noise = 1 + (1 + s) * (1 + s) + (s * s * s * s) / (1 - kept * kept);
  const [likely, most] = [4 * Math.sqrt((squares / 12) * noise), (1 + s) * sum];
  return likely < most ? likely : most;
}

/** Forces at a sensor (columns, its own axes or the world’s: only their size counts) of a unit of each joint's residual. */
export function forceColumns(design: Design, sensor: SensorDesign, q: readonly number[]): number[][] {
  const laden = ladenModel(design);
  const { nv } = design.model;
  const torques = sensor.observer?.torques ?? nv >= 6;
  const rows = rowsAt(design, sensor.at, q).slice(0, torques ? 6 : 3);
  const felt = rows.flatMap((row, i) => (row.every((x) => x === 0) ? [] : [{ row, i }]));
  const M = massMatrix(N, laden, q);
  return Array.from({ length: nv }, (_, j) => {
    const unit = Array.from({ length: nv }, (_x, i) => (i === j ? 1 : 0));
    const wrench = wrenchOfTorques(
      N,
      felt.map(({ row }) => row),
      M,
      unit,
    );
    const force = [0, 0, 0];
    felt.forEach(({ i }, k) => {
      if (i < 3) force[i] = wrench[k];
    });
    return force;
  });
}

/** Rows of a point on the robot; none where it is none. */
function rowsAt(design: Design, at: string | undefined, q: readonly number[]) {
  const frame = design.points.find(({ name }) => name === at)?.frame;
  if (frame === undefined || at === undefined) return [];
  const still = new Array<number>(design.model.nv).fill(0);
  const place = evaluateLaw(design, q, still).sites.get(at)?.position ?? [0, 0, 0];
  return centreRows(design.model, q, frame, place);
}

/** How fast each joint goes at most where the laws that have a speed move their centres at it, by the least rates of the joints. */
export function speedsOfLaws(design: Design, q: readonly number[]): number[] {
  const { nv } = design.model;
  const most = new Array<number>(nv).fill(0);
  for (const law of design.laws ?? []) {
    const declaration = lawOf(law.kind);
    if (declaration?.acts !== 'motion') continue;
    const [speed = 0] = givenNumbers(law, declaration).speed ?? [];
    const rows = rowsAt(design, law.at, q).slice(0, 3);
    if (rows.length === 0 || !Number.isFinite(speed)) continue;
    const gram = rows.flatMap((a) => rows.map((b) => a.reduce((sum, x, k) => sum + x * b[k], 0)));
    // What hardly moves is led no faster than at a hundredth of its way.
    const least = 1e-4 * (gram[0] + gram[4] + gram[8]) + 1e-12;
    const factored = factorDefinite(
      N,
      gram.map((x, at) => (at % 4 === 0 ? x + least : x)),
      3,
    );
    for (let i = 0; i < nv; i++) {
      const row = solveDefinite(
        N,
        factored,
        rows.map((of) => of[i]),
      );
      const rate = speed * norm3(N, [row[0], row[1], row[2]]);
      if (rate > most[i]) most[i] = rate;
    }
  }
  return most;
}

/** The largest |Σ ± column · size| over all signs; of more than twelve joints a bound of it. */
export function largestForce(columns: readonly (readonly number[])[], sizes: readonly number[]): number {
  const parts = columns.map((column, i) => column.map((x) => x * sizes[i]));
  const size = (v: readonly number[]) => norm3(N, [v[0], v[1], v[2]]);
  if (parts.length > 12) return parts.reduce((sum, part) => sum + size(part), 0);
  let most = 0;
  const add = (k: number, sum: readonly number[]): void => {
    if (k === parts.length) {
      if (size(sum) > most) most = size(sum);
      return;
    }
    for (const sign of [1, -1])
      add(
        k + 1,
        sum.map((x, i) => x + sign * parts[k][i]),
      );
  };
  add(0, [0, 0, 0]);
  return most;
}

/** Thresholds of laws on a force, N; those that count from a baseline at rest see friction turn round. */
const thresholds: Readonly<Record<string, readonly (readonly [parameter: string, fromRest: boolean])[]>> = {
  'guarded-move': [
    ['threshold', true],
    ['sideways', true],
  ],
  force: [['touch', false]],
  hybrid: [['touch', false]],
  press: [['touch', false]],
  guide: [['dead', false]],
};

/**
 * The thresholds on estimates that lie below what the residual holds by itself: a warning each, with the least that would do.
 * `speeds`: how fast the joints go meanwhile (nv).
 */
export function residualProblems(
  design: Design,
  real: RealArm,
  q: readonly number[],
  speeds: readonly number[],
): Problem[] {
  const found = new Findings();
  for (const sensor of design.sensors ?? []) {
    const { name, observer, guards = {} } = sensor;
    if (observer === undefined || !(observer.gain > 0)) continue;
    const error = residualError(design, observer.gain, real, q, speeds);
    const columns = forceColumns(design, sensor, q);
    const along = (residuals: readonly number[]): readonly number[] =>
      [0, 1, 2].map((k) => residuals.reduce((sum, r, i) => sum + r * columns[i][k], 0));
    const size = (force: readonly number[]) => norm3(N, [force[0], force[1], force[2]]);
    const encoders = ofCounts(
      error.counts.map((residuals) => size(along(residuals))),
      error.share,
    );
    const forces = (often: number) => [
      largestForce(
        columns,
        error.friction.map((x) => often * x),
      ),
      size(along(error.weight)),
      encoders,
    ];
    const check = (path: string, threshold: number | undefined, off: readonly number[], unit: string) => {
      const whole = off[0] + off[1] + off[2];
      if (threshold === undefined || threshold > whole || whole === 0) return;
      const told = off.flatMap((x, i) => (x > 0 ? [`${said[i]} ${formatQuantity(x, unit, 3)}`] : []));
      const enough = formatQuantity(1.25 * whole, unit, 2);
      found.warn(
        'threshold-below-residual',
        path,
        `the estimate ${name} holds up to ${formatQuantity(whole, unit, 3)} though nothing touches: ${told.join(', ')}`,
        {
          got: formatQuantity(threshold, unit, 4),
          expected: `above ${formatQuantity(whole, unit, 3)}`,
          hint: `${enough} for instance${off[2] > off[0] + off[1] ? ', a lower observer.gain' : ''}, or a force sensor`,
        },
      );
    };
    const own = `control.sensors.${name}.guards`;
    const [once, twice] = [forces(1), forces(2)];
    const { collision } = guards;
    check(`${own}.collision.contact`, collision?.contact, once, 'N');
    check(`${own}.collision.stop`, collision?.stop, once, 'N');
    for (const part of ['contact', 'stop'] as const)
      collision?.joints?.[part].forEach((threshold, i) => {
        const off = [
          error.friction[i],
          Math.abs(error.weight[i]),
          ofCounts(
            error.counts.map((residuals) => residuals[i]),
            error.share,
          ),
        ];
        check(`${own}.collision.joints.${part}[${i}]`, threshold, off, design.model.forceUnits[i]);
      });
    for (const law of design.laws ?? []) {
      const declaration = lawOf(law.kind);
      if (law.sensor !== name || declaration === undefined) continue;
      const given = givenNumbers(law, declaration);
      for (const [parameter, fromRest] of thresholds[law.kind] ?? [])
        check(`control.laws.${law.name}.${parameter}`, given[parameter]?.[0], fromRest ? twice : once, 'N');
    }
  }
  return found.problems;
}

const said = ['friction', 'weight that the controller does not know of', 'encoders'] as const;
