/** 2h, by runs. */
import { numbers } from 'pliant/math';
import { forwardKinematics, frameOf, framePlacement, gravityTorque } from 'pliant/model';
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { length, samplesOf } from './samples.js';

export function threeGoals(scale: Scale): Values {
  const full = scale === 'full';
  const { over } = samplesOf('three-goals', { rate: 1000, ...(full ? {} : { until: 4 }) });
  const { time, values } = over('task.phase');
  const found: Record<string, number> = {};
  let count = 0;
  for (let k = 1; k < values.length; k++)
    if (values[k] !== values[k - 1]) found[`switch ${++count}`] = time[k];
  if (full) found['least q6'] = Math.min(...over('joints.position', 5).values);
  return found;
}

export function circling(scale: Scale): Values {
  const full = scale === 'full';
  const { at, series, assembly } = samplesOf('circling', { rate: 100, ...(full ? {} : { until: 2 }) });
  const { model } = assembly;
  const frames = [1, 2, 3, 4, 5, 6, 7]
    .map((i) => frameOf(model, `link${i}`))
    .concat(frameOf(model, 'flange'));
  const obstacle = [0.3, 0, 0.2];
  const held = gravityTorque(numbers, model, at('joints.position', 0), [0, 0, -9.81]);
  const found: Record<string, number> = {};
  at('joints.torque', 0).forEach((torque, i) => {
    found[`start torque ${i + 1}`] = torque - held[i];
  });
  for (const t of full ? [2, 3, 6, 8] : [2]) found[`error at ${t}`] = 1000 * length(at('pull.extension', t));
  if (!full) return found;
  const { time, columns } = series('joints.position');
  const error = series('pull.extension').columns;
  let [nearest, largest] = [Number.POSITIVE_INFINITY, 0];
  for (let k = 0; k < time.length; k++) {
    const kinematics = forwardKinematics(
      numbers,
      model,
      columns.map((column) => column[k]),
    );
    for (const frame of frames) {
      const { position } = framePlacement(numbers, kinematics, frame);
      const d = 1000 * length(position.map((x, i) => x - obstacle[i]));
      if (d >= nearest) continue;
      nearest = d;
      found['nearest time'] = time[k];
    }
    const off = 1000 * length(error.map((column) => column[k]));
    if (time[k] <= 3 || off <= largest) continue;
    largest = off;
    found['largest time'] = time[k];
  }
  return { ...found, nearest, largest };
}
