/** 2f, the pendulum and its virtual copy, by a run: whether what all parts store together ever rises. */
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { samplesOf } from './samples.js';

export function virtualCopy(scale: Scale): Values {
  const { series } = samplesOf('virtual-copy', { rate: 1000, ...(scale === 'full' ? {} : { until: 1 }) });
  const stored = series('ledger.stored').columns;
  let least = Number.POSITIVE_INFINITY;
  let rise = 0;
  for (let k = 0; k < stored[0].length; k++) {
    const now = stored.reduce((sum, column) => sum + column[k], 0);
    if (now < least) least = now;
    rise = Math.max(rise, now - least);
  }
  return { rise };
}
