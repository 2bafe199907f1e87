/** 2h, the handover, by a run: the largest that the forces of the three springs are together, as vectors. */
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { length, samplesOf } from './samples.js';

export function handover(scale: Scale): Values {
  const { series } = samplesOf('handover', scale === 'full' ? {} : { until: 1 });
  const springs = ['left', 'right', 'behind'].map((name) => series(`pull_${name}.force`));
  let total = 0;
  for (let k = 0; k < springs[0].time.length; k++) {
    const sum = [0, 1, 2].map((axis) => springs.reduce((s, { columns }) => s + columns[axis][k], 0));
    total = Math.max(total, length(sum));
  }
  return { total };
}
