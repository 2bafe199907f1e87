/** 2h, by runs. */
import { numbers } from 'pliant/math';
import { gravityTorque } from 'pliant/model';
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { nearest } from './nearest.js';
import { repulsion } from './repulsion.js';
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
  const run = samplesOf('circling', { rate: 100, ...(full ? {} : { until: 2 }) });
  const { at, series, assembly } = run;
  const held = gravityTorque(numbers, assembly.model, at('joints.position', 0), [0, 0, -9.81]);
  const found: Record<string, number> = { strength: repulsion(1e-6).force / 1e-6 };
  at('joints.torque', 0).forEach((torque, i) => {
    found[`start torque ${i + 1}`] = torque - held[i];
  });
  for (const t of full ? [2, 3, 6, 8] : [2]) found[`error at ${t}`] = 1000 * length(at('pull.extension', t));
  if (!full) return found;
  const links = [1, 2, 3, 4, 5, 6, 7].map((i) => `link${i}`);
  const [near] = nearest(run, [...links, 'flange'], [[0.3, 0, 0.2]]);
  const { time, columns } = series('pull.extension');
  let largest = 0;
  for (let k = 0; k < time.length; k++) {
    const off = 1000 * length(columns.map((column) => column[k]));
    if (time[k] <= 3 || off <= largest) continue;
    largest = off;
    found['largest time'] = time[k];
  }
  return { ...found, nearest: 1000 * near.distance, 'nearest time': near.time, largest };
}
