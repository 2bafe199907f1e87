/** What a hand feels of a loop, beside what is wanted, as a table for a terminal. */
import { formatNumber, formatQuantity } from '../../math/index.js';
import { printable } from '../../problem/index.js';
import { type Complex, pi, sizeOfComplex } from './complex.js';
import { type ContactLoop, periodOf } from './loop.js';
import { logSpaced } from './map.js';
import { type Felt, feltOf, type Response, responseAt, wantedAdmittance } from './response.js';

export interface ResponseTable {
  readonly name: string;
  readonly points: readonly Response[];
  /** K, D, M by least squares over the points: of what is wanted and of what is felt. */
  readonly wanted: Felt;
  readonly felt: Felt;
}

/** Over the given frequencies, rad/s; by default 12 from a thousandth to half of the Nyquist frequency. */
export function responseTable(
  name: string,
  loop: ContactLoop,
  frequencies: readonly number[] = logSpaced((1e-3 * pi) / periodOf(loop), (0.5 * pi) / periodOf(loop), 12),
): ResponseTable | undefined {
  const points = frequencies.flatMap((frequency) => responseAt(loop, frequency) ?? []);
  if (points.length === 0) return undefined;
  const fit = (of: (frequency: number, point: Response) => Complex): Felt =>
    feltOf(points.map((point) => ({ frequency: point.frequency, Y: of(point.frequency, point) })));
  return {
    name,
    points,
    wanted: fit((frequency) => wantedAdmittance(loop, frequency)),
    felt: fit((_, { mean }) => mean),
  };
}

export function formatResponse({ name, points, wanted, felt }: ResponseTable): string {
  const rows = [
    ['frequency', '|Z| wanted', 'felt', '|Y| wanted', 'felt', 'Re Y felt'],
    ...points.map(({ frequency, wanted: Y, mean }) => [
      formatQuantity(frequency / (2 * pi), 'Hz', 3),
      formatNumber(1 / sizeOfComplex(Y), 3),
      formatNumber(1 / sizeOfComplex(mean), 3),
      formatNumber(sizeOfComplex(Y), 3),
      formatNumber(sizeOfComplex(mean), 3),
      formatNumber(mean.re, 3),
    ]),
  ];
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  const three = ({ stiffness, damping, mass }: Felt): string =>
    `${formatQuantity(stiffness, 'N/m', 4)}, ${formatQuantity(damping, 'N s/m', 4)}, ${formatQuantity(mass, 'kg', 4)}`;
  return [
    `${printable(name, 40)}: what a hand feels that moves the free tool (Z in N s/m, Y in m/s per N):`,
    ...rows.map((row) => `  ${row.map((cell, i) => cell.padStart(widths[i])).join('  ')}`),
    `nearest stiffness, damping and mass over these: wanted ${three(wanted)}; felt ${three(felt)}`,
    '',
  ].join('\n');
}
