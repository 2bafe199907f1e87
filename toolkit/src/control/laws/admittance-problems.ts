/** What is wrong with the numbers of an admittance, or to be known before it runs. */
import {
  factorDefinite,
  formatQuantity,
  numbers,
  solveDefinite,
  spectralRadius,
  symmetricEigen,
} from '../../math/index.js';
import type { GivenNumbers, LawFinding } from './declaration.js';
import { selectionRows, selectionUnits, wholeSelection } from './selection.js';

/** Half a tick's worth of what T D/M may be before the mass does nothing. */
const heavyDamping = 50;
const trusted = 2000;

export function admittanceFindings(
  given: GivenNumbers,
  { period }: { readonly period: number },
): readonly LawFinding[] {
  const found: LawFinding[] = [];
  const { selection = wholeSelection, wanted } = given;
  const selectionFault = selectionFinding(selection);
  if (selectionFault !== undefined) return [selectionFault];
  const rows = selectionRows(selection);
  const kinds = selectionUnits(selection);
  const r = rows.length;
  const matrices = {
    mass: square(given.mass, r),
    damping: square(given.damping, r),
    stiffness: square(given.stiffness, r),
  };
  for (const [parameter, matrix] of Object.entries(matrices)) {
    if (matrix === undefined) return found;
    const skewed = matrix.some(
      (x, at) => Math.abs(x - matrix[(at % r) * r + Math.floor(at / r)]) > 1e-9 * Math.abs(x),
    );
    const least = symmetricEigen(matrix, r).values[0];
    if (skewed) {
      found.push({
        code: 'parameter-symmetric',
        severity: 'error',
        parameter,
        message: `the matrix ${parameter} is not symmetric`,
      });
    } else if (parameter === 'mass' ? !(least > 0) : !(least >= -1e-9 * size(matrix))) {
      found.push({
        code: 'admittance-mass',
        severity: 'error',
        parameter,
        message:
          parameter === 'mass'
            ? 'the virtual mass must be above 0 in every direction that is freed'
            : `the ${parameter} must not be negative in any direction`,
        got: `${least}`,
        hint:
          parameter === 'mass'
            ? `take ${kg(period, matrices.damping, matrices.stiffness)} or more`
            : 'a matrix needs eigenvalues of at least 0',
      });
    }
  }
  const { mass, damping, stiffness } = matrices;
  if (found.length > 0 || mass === undefined || damping === undefined || stiffness === undefined)
    return found;
  const ratio = given.ratio?.[0] ?? 0;
  const D = ratio > 0 ? damping.map((d, at) => d + ratioPart(mass, stiffness, ratio, at, r)) : damping;
  const scheme = given.scheme?.[0] ?? 2;
  const [m, d, k] = [mass[0], D[0], stiffness[0]];
  if (scheme !== 2 && !staysBounded(mass, D, stiffness, r, period, scheme === 1)) {
    const radius = tickRadius(mass, D, stiffness, r, period, scheme === 1);
    const most = (4 * m - period * period * k) / (2 * period);
    found.push({
      code: 'admittance-unstable',
      severity: 'error',
      message: 'the virtual mass is not stable at the tick by itself, whatever is touched',
      expected: 'T² K + 2 T D below 4 M',
      got: `a spectral radius of ${formatQuantity(radius, '')} a tick`,
      hint:
        `take the scheme exact${scheme === 0 ? ', or implicit' : ''}, a mass above ${formatQuantity((period * period * k + 2 * period * d) / 4, 'kg')}` +
        (most > 0 ? `, or a damping below ${formatQuantity(most, 'N s/m')}` : ''),
    });
  }
  const swift = greatest(D, mass, r) * period;
  if (swift > (scheme === 2 ? trusted : Number.POSITIVE_INFINITY)) {
    found.push({
      code: 'admittance-light',
      severity: 'error',
      parameter: 'mass',
      message: 'the virtual mass is too light for its damping to be worked out at this tick',
      got: `T D/M = ${formatQuantity(swift, '')}`,
      hint: `take a mass ${formatQuantity(swift / heavyDamping, '')} times as large: it makes no difference that could be felt`,
    });
  } else if (swift > heavyDamping) {
    found.push({
      code: 'admittance-light',
      severity: 'warning',
      parameter: 'mass',
      message: 'the virtual mass is at its speed within a tick, so that it does nothing',
      got: `T D/M = ${formatQuantity(swift, '')}`,
      hint: `with ${formatQuantity((swift / heavyDamping) * m, 'kg')} it does as little`,
    });
  }
  const band = given.deadBand ?? [0];
  for (let i = 0; i < r; i++) {
    const [di, ki] = [D[i * r + i], stiffness[i * r + i]];
    const name = kinds[i] === 'rad' ? 'turn' : 'way';
    const held = band.length === 1 ? band[0] : band[i];
    if (!(di > 0)) {
      found.push({
        code: 'admittance-undamped',
        severity: 'warning',
        parameter: 'damping',
        message: `direction ${i + 1} (a ${name}) is undamped: ${ki > 0 ? 'it swings without end' : 'a push speeds it up and nothing slows it down'}`,
        hint: `give a damping, for instance ${formatQuantity(2 * mass[i * r + i], kinds[i] === 'rad' ? 'N m s/rad' : 'N s/m')}${ki > 0 ? '' : '; a ratio gives none where the stiffness is 0'}`,
      });
    } else if (!(ki > 0) && !(held > 0) && !pressed(rows[i], wanted)) {
      const unit = kinds[i] === 'rad' ? 'rad/s' : 'm/s';
      found.push({
        code: 'admittance-drifts',
        severity: 'warning',
        parameter: 'deadBand',
        message: `direction ${i + 1} (a ${name}) has no stiffness and no dead band: each ${kinds[i] === 'rad' ? 'N m' : 'N'} that the sensor is off drifts at ${formatQuantity(1 / di, unit)}`,
        hint: 'give a deadBand above what the sensor is off by, or a tare',
      });
    }
  }
  if (wanted !== undefined) {
    const outside = wanted.findIndex((w, k) => w !== 0 && rows.every((row) => row[k] === 0));
    if (outside >= 0)
      found.push({
        code: 'wanted-unfree',
        severity: 'error',
        parameter: 'wanted',
        message: `a ${outside < 3 ? 'force' : 'torque'} is wanted in a direction that the selection does not free, so that nothing brings it about`,
        got: `entry ${outside + 1} of wanted is ${wanted[outside]}`,
        hint: 'free that direction by the selection, or want 0 there',
      });
  }
  return found;
}

/** Whether something is wanted in a direction: it moves by itself then, until that is felt. */
function pressed(row: readonly number[], wanted: readonly number[] | undefined): boolean {
  return wanted?.some((w, k) => w !== 0 && row[k] !== 0) === true;
}

function selectionFinding(selection: readonly number[]): LawFinding | undefined {
  const fault = (message: string, hint: string): LawFinding => ({
    code: 'selection',
    severity: 'error',
    parameter: 'selection',
    message,
    expected: 'rows of six numbers, of length 1 and at right angles',
    hint,
  });
  const rows = selectionRows(selection);
  if (selection.length % 6 !== 0)
    return fault('a selection has rows of six numbers', 'ways along x, y, z, then turns about them');
  const none = 'free one, for instance x: 1, 0, 0, 0, 0, 0';
  if (rows.length === 0) return fault('the selection frees no direction', none);
  if (rows.length > 6) return fault('there are six directions at most', 'leave out what is double');
  for (const [i, row] of rows.entries()) {
    const length = Math.sqrt(row.reduce((total, x) => total + x * x, 0));
    if (!(length > 0)) return fault(`row ${i + 1} of the selection frees no direction`, none);
    if (Math.abs(length - 1) > 1e-9)
      return fault(`row ${i + 1} of the selection is not of length 1`, `divide it by ${length}`);
    for (let j = 0; j < i; j++) {
      const along = row.reduce((total, x, k) => total + x * rows[j][k], 0);
      if (Math.abs(along) > 1e-9)
        return fault(
          `rows ${j + 1} and ${i + 1} of the selection are not at right angles`,
          'free each direction once',
        );
    }
  }
  return undefined;
}

/** r × r; undefined where the count fits no shape, which is said elsewhere. */
function square(values: readonly number[] | undefined, r: number): readonly number[] | undefined {
  if (values === undefined) return undefined;
  if (values.length === r * r) return values;
  if (values.length !== 1 && values.length !== r) return undefined;
  return Array.from({ length: r * r }, (_, at) => {
    const i = Math.floor(at / r);
    return at % r === i ? (values.length === 1 ? values[0] : values[i]) : 0;
  });
}

function size(matrix: readonly number[]): number {
  return Math.sqrt(matrix.reduce((total, x) => total + x * x, 0));
}

/** A mass that works in a tick with explicit damping. */
function kg(
  period: number,
  damping: readonly number[] | undefined,
  stiffness: readonly number[] | undefined,
): string {
  const need = (period * period * (stiffness?.[0] ?? 0) + 2 * period * (damping?.[0] ?? 0)) / 2;
  return formatQuantity(need > 0.1 ? need : 0.1, 'kg');
}

function ratioPart(
  mass: readonly number[],
  stiffness: readonly number[],
  ratio: number,
  at: number,
  r: number,
): number {
  const i = Math.floor(at / r);
  return at % r === i ? 2 * ratio * Math.sqrt(mass[at] * stiffness[at]) : 0;
}

/** M⁻¹ B. */
function solved(mass: readonly number[], B: readonly number[], r: number): number[] {
  const factored = factorDefinite(numbers, mass, r);
  const out = new Array<number>(r * r);
  for (let j = 0; j < r; j++) {
    const column = Array.from({ length: r }, (_, i) => B[i * r + j]);
    solveDefinite(numbers, factored, column).forEach((x, i) => {
      out[i * r + j] = x;
    });
  }
  return out;
}

function greatest(D: readonly number[], mass: readonly number[], r: number): number {
  return spectralRadius(solved(mass, D, r), r);
}

/**
 * Whether no mode of a tick grows: 4 M − 2 T D − T² K has no negative eigenvalue, M + T D in place of M for the implicit scheme.
 * Each mode u is the scalar tick of u*M u, u*D u and u*K u, and those are stable there (Jury); near a double root at 1, which
 * a small damping without stiffness has, a spectral radius would tell by its rounding.
 */
function staysBounded(
  mass: readonly number[],
  D: readonly number[],
  K: readonly number[],
  r: number,
  T: number,
  implicit: boolean,
): boolean {
  const left = mass.map((m, at) => 4 * m + (implicit ? 2 : -2) * T * D[at] - T * T * K[at]);
  return symmetricEigen(left, r).values[0] >= 0;
}

/** Spectral radius of a tick: v ← v + T G (−D v − K x), x ← x + T v, G = M⁻¹ or (M + T D)⁻¹. */
function tickRadius(
  mass: readonly number[],
  D: readonly number[],
  K: readonly number[],
  r: number,
  T: number,
  implicit: boolean,
): number {
  const heavy = implicit ? mass.map((m, at) => m + T * D[at]) : mass;
  const [drag, pull] = [solved(heavy, D, r), solved(heavy, K, r)];
  const n = 2 * r;
  const step = new Array<number>(n * n).fill(0);
  for (let i = 0; i < r; i++) {
    for (let j = 0; j < r; j++) {
      const unit = i === j ? 1 : 0;
      const vv = unit - T * drag[i * r + j];
      const vx = -T * pull[i * r + j];
      step[(r + i) * n + j] = vx;
      step[(r + i) * n + r + j] = vv;
      step[i * n + j] = unit + T * vx;
      step[i * n + r + j] = T * vv;
    }
  }
  return spectralRadius(step, n);
}
