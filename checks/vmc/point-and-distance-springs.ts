/** 2c, by runs. */
import { numbers } from 'pliant/math';
import { kineticEnergy } from 'pliant/model';
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { samplesOf } from './samples.js';

export function pointAndDistanceSprings(scale: Scale): Values {
  const times = [0.1, 0.25, 0.5, 1, 2, 5].filter((t) => scale === 'full' || t <= 1);
  const until = scale === 'full' ? 10 : 1;
  const found: Record<string, number> = {};
  for (const [name, example] of [
    ['A', 'point-spring'],
    ['B', 'distance-spring'],
  ] as const) {
    const { assembly, at, kineticAt } = samplesOf(example, { until });
    const { model, start, speeds } = assembly;
    found['start energy'] = kineticEnergy(numbers, model, start, speeds);
    for (const t of times) {
      const [x, , z] = at('tool.position', t);
      found[`${name} x at ${t}`] = x;
      found[`${name} z at ${t}`] = z;
      found[`${name} kinetic energy at ${t}`] = kineticAt(t);
    }
    if (scale === 'full') [found[`${name} q1`], found[`${name} q2`]] = at('joints.position', 10);
  }
  return found;
}
