// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source
/** Mutations of the analyse room. */
import { breakerOf, type Mutation } from '../mutation.js';

const analyse = breakerOf('toolkit/src/analyse');

export const analyseMutations: readonly Mutation[] = [
  analyse(
    'statistics',
    'along -= (row[from + i] - offset(target, i)) * this.#first[i];',
    'along += (row[from + i] - offset(target, i)) * this.#first[i];',
    'overshoot counts the wrong side of the target',
    'measures',
  ),
  analyse(
    'statistics',
    'if (!(distance <= this.#band)) this.#since = Number.NaN;',
    'if (!(distance <= this.#band)) return;',
    'a signal that leaves its band again counts as settled',
    'measures',
  ),
  analyse(
    'statistics',
    'this.sum += 0.5 * (this.last + x) * (time - this.time);',
    'this.sum += (this.last + x) * (time - this.time);',
    'integrals are doubled',
    'measures',
  ),
  analyse(
    'measures',
    '!(value > (below ?? value))',
    '!(value < (below ?? value))',
    'an upper limit is taken for a lower one',
    'measures',
  ),
  analyse(
    'measures',
    'const value = broken === undefined ? accumulator.value() : Number.NaN;',
    'const value = accumulator.value();',
    'a signal that was no number for a time passes',
    'measures',
  ),
  analyse(
    'measures',
    'Math.abs(values[from + i]) / over[i]',
    'values[from + i] / over[i]',
    'negative torques use nothing of their limits',
    'measures',
  ),
  analyse(
    'measures',
    'spec.over?.find((x) => !(x > 0))',
    'spec.over?.find((x) => x < 0)',
    'a share of zero, or of no number',
    'measures',
  ),
  analyse(
    'table',
    "formatQuantity(100 * value, '%')",
    "formatQuantity(value, '%')",
    'a share is shown as a hundredth of its percentage',
    'table',
  ),
  analyse(
    'table',
    '`≤ ${formatIn(below, measure)}` : `≥ ${formatIn(above!, measure)}`',
    '`≥ ${formatIn(below, measure)}` : `≤ ${formatIn(above!, measure)}`',
    'limits are shown the wrong way round',
    'table',
  ),
];
