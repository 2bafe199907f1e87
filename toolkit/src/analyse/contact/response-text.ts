/** What a hand feels of a loop, beside what is wanted, as a table for a terminal. */
import { formatNumber, formatQuantity } from '../../math/index.js';
import { printable } from '../../problem/index.js';
import { type Complex, pi, sizeOfComplex } from './complex.js';
import { type ContactLoop, periodOf } from './loop.js';
import { logSpaced } from './map.js';
import { type Felt, feltOf, type Response, responseAt, wantedAdmittance } from './response.js';

/** Share of what is wanted by which what is felt may be off it to count as near. */
const near = 0.3;

export interface ResponseTable {
  readonly name: string;
  readonly points: readonly Response[];
  /** How many of them, from the first on, what is felt is near what is wanted; three at least. */
  readonly near: number;
  /** K, D, M by least squares over those: of what is wanted and of what is felt. */
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
  const far = points.findIndex(({ wanted, mean }) => {
    const off = sizeOfComplex({ re: mean.re - wanted.re, im: mean.im - wanted.im });
    return off > near * sizeOfComplex(wanted);
  });
  const count = Math.max(Math.min(3, points.length), far < 0 ? points.length : far);
  const fit = (of: (frequency: number, point: Response) => Complex): Felt =>
    feltOf(
      points.slice(0, count).map((point) => ({ frequency: point.frequency, Y: of(point.frequency, point) })),
    );
  return {
    name,
    points,
    near: count,
    wanted: fit((frequency) => wantedAdmittance(loop, frequency)),
    felt: fit((_, { mean }) => mean),
  };
}

export function formatResponse({ name, points, near: count, wanted, felt }: ResponseTable): string {
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
    // An integral, a delay beside a small mass: the nearest three are none that there are.
    Math.min(stiffness, damping, mass) < -1e-6
      ? 'is like no spring, damper and mass'
      : `${formatQuantity(Math.abs(stiffness) < 1e-6 ? 0 : stiffness, 'N/m', 4)}, ${formatQuantity(damping, 'N s/m', 4)}, ${formatQuantity(mass, 'kg', 4)}`;
  const last = formatQuantity(points[count - 1].frequency / 6.283185307179586, 'Hz', 3);
  return [
    `${printable(name, 40)}: what a hand feels that moves the free tool (Z in N s/m, Y in m/s per N):`,
    ...rows.map((row) => `  ${row.map((cell, i) => cell.padStart(widths[i])).join('  ')}`),
    `nearest stiffness, damping and mass up to ${last}: wanted ${three(wanted)}; felt ${three(felt)}`,
    '',
  ].join('\n');
}
