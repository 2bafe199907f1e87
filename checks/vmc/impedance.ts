/** 2a, by a run. */
import { numbers } from 'pliant/math';
import { forwardKinematics, frameJacobian, frameOf, gravityTorque } from 'pliant/model';
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { solve } from '../peers/vectors.js';
import { length, type Samples, samplesOf } from './samples.js';

const degrees = (z: readonly number[]): number => (2 * Math.asin(Math.min(1, length(z))) * 180) / Math.PI;

export function impedance(scale: Scale): Values {
  const full = scale === 'full';
  const run = samplesOf('impedance', { rate: 1000, ...(full ? {} : { until: 0.5 }) });
  const { at, over, series, assembly } = run;
  const z = at('turned.value', 0);
  const force = at('pull.force', 0);
  const [x, y, up] = at('tool.position', 0);
  const found: Record<string, number> = {
    'start x': x,
    'start y': y,
    'start z': up,
    'start angle': degrees(z),
    'start |z1|': Math.abs(z[0]),
    'start |z3|': Math.abs(z[2]),
    'start force x': force[0],
    'start force z': force[2],
    'start torque y': startTorque(run)[1],
    'start energy': at('pull.energy', 0)[0] + at('turn.energy', 0)[0],
  };
  for (const t of full ? [0.5, 1, 2, 2.99, 3.5, 5.99, 8.99, 11.99] : [0.5]) {
    [found[`x at ${t}`], found[`y at ${t}`], found[`z at ${t}`]] = at('tool.position', t);
    found[`attitude error at ${t}`] = degrees(at('turned.value', t));
    found[`q7 at ${t}`] = at('joints.position', t)[6];
  }
  if (!full) return found;
  at('joints.position', 11.99).forEach((q, i) => {
    found[`q${i + 1} at the end`] = q;
  });
  const last = over('joints.position', 6);
  const highest = last.values.reduce((best, q, k) => (q > last.values[best] ? k : best), 0);
  found['limit time'] = last.time[last.values.findIndex((q) => q > 3.0159)];
  found['q7 greatest'] = last.values[highest];
  found['q7 greatest time'] = last.time[highest];
  // What is asked besides the weight of the arm.
  const positions = series('joints.position').columns;
  const torques = series('joints.torque').columns;
  const peaks = torques.map(() => 0);
  for (let k = 0; k < last.time.length; k++) {
    const weight = gravityTorque(
      numbers,
      assembly.model,
      positions.map((column) => column[k]),
      [0, 0, -9.81],
    );
    torques.forEach((column, i) => {
      peaks[i] = Math.max(peaks[i], Math.abs(column[k] - weight[i]));
    });
  }
  peaks.forEach((peak, i) => {
    found[`peak torque ${i + 1}`] = peak;
    found[`peak speed ${i + 1}`] = over('joints.velocity', i).values.reduce(
      (most, v) => Math.max(most, Math.abs(v)),
      0,
    );
  });
  return found;
}

/** What the attitude's spring turns the hand with, from the joint torques: those of J_wᵀ τ, which weight and pull leave. */
function startTorque({ assembly, at }: Samples): readonly number[] {
  const { model, start } = assembly;
  const J = frameJacobian(
    numbers,
    model,
    forwardKinematics(numbers, model, start),
    frameOf(model, 'flange'),
    'worldAligned',
  );
  const row = (i: number): readonly number[] => J.slice(7 * i, 7 * i + 7);
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, x, k) => sum + x * b[k], 0);
  const weight = gravityTorque(numbers, model, start, [0, 0, -9.81]);
  const force = at('pull.force', 0);
  const left = at('joints.torque', 0).map(
    (torque, k) => torque - weight[k] - force.reduce((sum, f, i) => sum + f * row(i)[k], 0),
  );
  const turning = [3, 4, 5].map(row);
  return solve(
    turning.flatMap((a) => turning.map((b) => dot(a, b))),
    turning.map((a) => dot(a, left)),
  );
}
