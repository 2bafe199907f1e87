/** 2e, by a run; the peer's coordinate counts chords, ours the length of the path: 0.512456 and 0.512502 m for a knot. */
import { naturalSpline } from 'pliant/math';
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { samplesOf } from './samples.js';

/** m, of the whole path. */
const { length } = naturalSpline([-1, -0.5, 0, 0.5, 1].map((x, i) => [x, 0, i % 2 === 0 ? 1.1 : 1]));
const chords = 0.512456 / 0.512502;

export function railRobot(scale: Scale): Values {
  const full = scale === 'full';
  const { at, series } = samplesOf('rail-robot', full ? {} : { until: 1 });
  const [x, , z] = at('cart.position', 0);
  const own = series('ledger.stored');
  const columns = ['cart', 'cart weight', 'mast', 'mast weight'].map(
    (name) => own.columns[own.channel.labels.indexOf(name)],
  );
  // The ledger counts from the start: 9.81 N on the cart, and as many on the end of the mast, a metre above it.
  const start = 9.81 * z + 9.81 * (z + 1);
  let drift = 0;
  for (let k = 0; k < own.time.length; k++)
    drift = Math.max(drift, Math.abs(columns.reduce((sum, column) => sum + column[k], 0)) / start);
  const found: Record<string, number> = { length, 'cart x': x, 'cart z': z, energy: start, drift };
  for (const t of full ? [1, 2, 5] : [1]) {
    found[`cart at ${t}`] = at('cart.travel', t)[0] * chords;
    found[`angle at ${t}`] = at('mast.travel', t)[0];
  }
  if (!full) return found;
  for (const [sign, begin] of [
    ['+', 2.001],
    ['-', 1.999],
  ] as const) {
    const overrides = [`control.bodies.cart.start=${begin / chords}`];
    found[`q at ${sign}0.001`] =
      samplesOf('rail-robot', { until: 5, overrides }).at('cart.travel', 5)[0] * chords;
  }
  return found;
}
