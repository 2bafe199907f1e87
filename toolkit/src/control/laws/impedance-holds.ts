/**
 * The gains that an impedance holds the robot with: K and D in world axes, D of a ratio as it is on the inertia Λ at this pose.
 *
 * Shaped to an inertia M_d its errors go by M_d⁻¹ K and M_d⁻¹ D whatever Λ is: Λ^½ S Λ^½ with S = M_d^−½ K M_d^−½ has these
 * eigenvalues on Λ. Of the null space, Nᵀ k acts as Nᵀ k N, for N M⁻¹ = N M⁻¹ Nᵀ.
 */
import {
  diagonalMatrix,
  modalDamping,
  numbers,
  symmetricEigen,
  unrolled,
  vibration,
} from '../../math/index.js';
import { nullSpaceOf } from '../null-space.js';
import { largest } from '../steepest.js';
import type { GivenNumbers, HeldGain, HeldPose } from './declaration.js';
import { turnedGain } from './turned-gain.js';

/** See above; the unit of a posture's joints is not told apart. */
export function impedanceHolds(given: GivenNumbers, pose: HeldPose): readonly HeldGain[] {
  const { axes, massMatrix } = pose;
  const { stiffness = [], turnStiffness, damping, turnDamping, ratio: [ratio] = [0.7] } = given;
  const { contactDamping, mass, turnInertia, posture } = given;
  const rows = turnStiffness === undefined ? 3 : 6;
  const jacobian = pose.jacobian.slice(0, rows);
  // What nothing moves has no mobility: it is left out.
  if (jacobian.every((row) => row.every((x) => x === 0))) return [];
  const space = nullSpaceOf(numbers, jacobian, massMatrix);
  const inertias = mass && Array.from({ length: rows }, (_, i) => (i < 3 ? mass : (turnInertia ?? mass))[0]);
  const shaped = (gain: readonly number[]): readonly number[] =>
    inertias === undefined ? gain : onOwnInertia(gain, inertias, space.mobility, rows);
  const held: HeldGain[] = [];
  const add = (
    parameter: HeldGain['parameter'],
    name: string,
    unit: string,
    from: number,
    gain?: readonly number[],
  ) => {
    if (gain === undefined) return;
    const all = block(turnedGain(numbers, axes, gain), from, rows);
    held.push({ parameter, gain: shaped(all), jacobian, by: { name, size: largest(gain), unit } });
  };
  add('stiffness', 'stiffness', 'N/m', 0, stiffness);
  add('stiffness', 'turnStiffness', 'N m/rad', 3, turnStiffness);
  if (damping !== undefined) {
    add('damping', 'damping', 'N s/m', 0, damping);
    if (rows === 6) add('damping', 'turnDamping', 'N m s/rad', 3, turnDamping);
  } else if (ratio > 0) {
    const place = block(turnedGain(numbers, axes, stiffness), 0, rows);
    const turn = turnStiffness && block(turnedGain(numbers, axes, turnStiffness), 3, rows);
    const whole = turn === undefined ? place : place.map((x, i) => x + turn[i]);
    const mobility = inertias === undefined ? space.mobility : diagonalMatrix(inertias.map((m) => 1 / m));
    const modes = vibration(numbers, whole, mobility, rows, unrolled);
    const columns = Array.from({ length: rows }, (_, j) => [
      ...modalDamping(
        numbers,
        modes,
        ratio,
        Array.from({ length: rows }, (_, i) => (i === j ? 1 : 0)),
      ).force,
    ]);
    held.push({
      parameter: 'damping',
      gain: shaped(columns.flat()),
      jacobian,
      by: { name: 'stiffness', size: largest(stiffness), unit: 'N/m' },
      power: 2,
      what: `the damping of ratio ${ratio}`,
    });
  }
  add('damping', 'contactDamping', 'N s/m', 0, contactDamping);
  if (posture !== undefined) {
    const { postureStiffness: [k] = [0], postureRatio: [zeta] = [0] } = given;
    const nv = jacobian[0].length;
    const left = Array.from({ length: nv }, (_, i) => {
      const unit = Array.from({ length: nv }, (_, j): number => (i === j ? 1 : 0));
      const { torque } = space.task(unit);
      return unit.map((x, j) => x - torque[j]);
    });
    const by = { name: 'postureStiffness', size: k, unit: 'N m/rad' };
    const brake = Array.from({ length: nv }, (_, i) => 2 * zeta * Math.sqrt(k * massMatrix[i * nv + i]));
    held.push(
      { parameter: 'stiffness', gain: diagonalMatrix(brake.map(() => k)), jacobian: left, by },
      {
        parameter: 'damping',
        gain: diagonalMatrix(brake),
        jacobian: left,
        by,
        power: 2,
        what: 'the damping of the posture',
      },
    );
  }
  return held;
}

/** 3 × 3 from a place on in rows × rows. */
function block(gain: readonly number[], from: number, rows: number): number[] {
  const all = new Array<number>(rows * rows).fill(0);
  gain.forEach((g, at) => {
    all[(from + Math.floor(at / 3)) * rows + from + (at % 3)] = g;
  });
  return all;
}

/** Λ^½ M_d^−½ G M_d^−½ Λ^½ of a diagonal M_d and the mobility Λ⁻¹. */
function onOwnInertia(
  gain: readonly number[],
  inertias: readonly number[],
  mobility: readonly number[],
  size: number,
): number[] {
  const { values, vectors } = symmetricEigen(mobility, size);
  const indices = Array.from({ length: size }, (_, i) => i);
  const root = indices.map((i) =>
    indices.map((j) => values.reduce((sum, w, k) => sum + (vectors[k][i] * vectors[k][j]) / Math.sqrt(w), 0)),
  );
  const scaled = indices.map((i) =>
    indices.map((j) => gain[i * size + j] / Math.sqrt(inertias[i] * inertias[j])),
  );
  const times = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]) =>
    a.map((row) => indices.map((j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
  return times(times(root, scaled), root).flat();
}
