/** The baseline: inverse kinematics by damped least squares, and a PID in each joint with a bandwidth that is given. */
import { numbers } from 'pliant/math';
import { massMatrix } from 'pliant/model';
import type { Draft } from 'pliant/scenario';
import { bandwidthOf, gainsOf, type Shape, shapeOf } from './gains.js';
import { drafted, type Example, freeError } from './runs.js';

export interface Baseline {
  readonly example: Example;
  /** Hz. */
  readonly bandwidth: number;
}

export const baselines: readonly Baseline[] = [
  { example: 'blocked-hand-baseline', bandwidth: 5 },
  { example: 'blocked-hand-baseline-10hz', bandwidth: 10 },
];

/** What each joint turns at the start with all others held, its rotor included, kg m². */
export function inertias({ model, start, rigid }: Draft): number[] {
  const M = massMatrix(numbers, model, start);
  const rotors = rigid.joints?.rotorInertia ?? [];
  return Array.from({ length: model.nv }, (_, i) => M[i * model.nv + i] + (rotors[i] ?? 0));
}

const keys = ['stiffness', 'damping', 'integral'] as const;

/** The gains of all joints as a scenario says them, by key. */
export function gainTexts(
  arm: Draft,
  bandwidth: number,
  shape: Shape,
): Record<(typeof keys)[number], string> {
  const unit = gainsOf(bandwidth, shape);
  const own = inertias(arm);
  const text = (gain: number) =>
    `{ ${arm.model.velocityNames.map((name, i) => `${name}: ${Number((gain * own[i]).toPrecision(5))}`).join(', ')} }`;
  return { stiffness: text(unit.stiffness), damping: text(unit.damping), integral: text(unit.integral) };
}

/** The error in free space of a baseline with other gains, m. */
export function errorWith({ example, bandwidth }: Baseline, arm: Draft, shape: Shape): number {
  const texts = gainTexts(arm, bandwidth, shape);
  return freeError(
    example,
    keys.map((key) => `control.servo.follow.pid.${key}=${texts[key]}`),
  );
}

export interface Stored {
  /** By joint: what its gains are made of, and the bandwidth, Hz, that they give. */
  readonly shapes: readonly Shape[];
  readonly bandwidths: readonly number[];
  /** N m, the limits of the PID and those of the whole torque. */
  readonly limits: readonly number[];
  readonly arm: Draft;
}

/** What the gains in the example are. */
export function storedIn(example: Example): Stored {
  const arm = drafted(example);
  const follow = arm.design.servo?.follow;
  if (follow?.kind !== 'pid') throw new Error(`${example} has no PID`);
  const units = inertias(arm).map((inertia, i) => ({
    stiffness: follow.stiffness[i] / inertia,
    damping: follow.damping[i] / inertia,
    integral: follow.integral[i] / inertia,
  }));
  return {
    shapes: units.map(shapeOf),
    bandwidths: units.map(bandwidthOf),
    limits: follow.limit ?? [],
    arm,
  };
}
