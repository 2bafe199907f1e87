/**
 * Quantities with units, as a person writes them: `50 N/mm`, `8 ms`, `30 deg`, `500 N m/s`, `0.01 kg m2`.
 *
 * Grammar: a number, then a unit. In a unit a space (or `*`, `·`) multiplies; there is at most one `/`, and
 * everything after it divides; a power follows its symbol (`m2`, `m^2`, `m²`, `s-1`). A bare number is SI.
 *
 * Decimal prefixes are kept as a power of ten beside the number, so that `8 ms` is the very double `0.008`.
 * Plane angle is kept as a dimension of its own to tell N m/rad from N m where a person wrote `rad` or `deg`;
 * where none was written, SI's view holds that the radian is 1 (see {@link sameDimension}).
 */

/** Exponents of metre, kilogram, second and radian. */
export interface Dimension {
  readonly m: number;
  readonly kg: number;
  readonly s: number;
  readonly rad: number;
}

/** A unit: `factor · 10^decades` of the SI unit of its dimension. */
export interface Unit {
  readonly dimension: Dimension;
  readonly factor: number;
  readonly decades: number;
}

/** A value in SI units of its dimension; `bare` where no unit was written. */
export interface Quantity {
  readonly value: number;
  readonly dimension: Dimension;
  readonly bare: boolean;
}

/** What could not be understood: one sentence, and what can be done about it. */
export interface UnitFault {
  readonly fault: string;
  readonly hint?: string;
}

const none: Dimension = { m: 0, kg: 0, s: 0, rad: 0 };

function unit(exponents: Partial<Dimension>, factor = 1, decades = 0): Unit {
  return { dimension: { ...none, ...exponents }, factor, decades };
}

const PI = 3.141592653589793;

/** Units that take a decimal prefix. */
const prefixed: ReadonlyMap<string, Unit> = new Map([
  ['m', unit({ m: 1 })],
  ['g', unit({ kg: 1 }, 1, -3)],
  ['s', unit({ s: 1 })],
  ['rad', unit({ rad: 1 })],
  ['Hz', unit({ s: -1 })],
  ['N', unit({ m: 1, kg: 1, s: -2 })],
  ['J', unit({ m: 2, kg: 1, s: -2 })],
  ['W', unit({ m: 2, kg: 1, s: -3 })],
  ['Pa', unit({ m: -1, kg: 1, s: -2 })],
]);

/** Units that stand as they are. */
const plain: ReadonlyMap<string, Unit> = new Map([
  ['1', unit({})],
  ['%', unit({}, 1, -2)],
  ['deg', unit({ rad: 1 }, PI / 180)],
  ['°', unit({ rad: 1 }, PI / 180)],
  ['rev', unit({ rad: 1 }, 2 * PI)],
  ['rpm', unit({ rad: 1, s: -1 }, PI / 30)],
  ['min', unit({ s: 1 }, 60)],
  ['h', unit({ s: 1 }, 3600)],
]);

const prefixes: ReadonlyMap<string, number> = new Map([
  ['G', 9],
  ['M', 6],
  ['k', 3],
  ['d', -1],
  ['c', -2],
  ['m', -3],
  ['u', -6],
  ['µ', -6],
  ['μ', -6],
  ['n', -9],
]);

/** The symbols that a unit is made of, for messages. */
export const unitSymbols: readonly string[] = [
  ...prefixed.keys(),
  'kg',
  ...[...plain.keys()].filter((x) => x !== '1'),
];

const superscripts: Readonly<Record<string, string>> = { '⁻': '-', '¹': '1', '²': '2', '³': '3', '⁴': '4' };

/** 10^k for a whole |k| ≤ 22: exact. */
function decade(k: number): number {
  let power = 1;
  for (let i = 0; i < k; i++) power *= 10;
  return power;
}

function symbol(name: string): Unit | undefined {
  const whole = plain.get(name) ?? prefixed.get(name);
  if (whole !== undefined) return whole;
  const rest = prefixed.get(name.slice(1));
  const decades = prefixes.get(name.slice(0, 1));
  if (rest === undefined || decades === undefined) return undefined;
  return { ...rest, decades: rest.decades + decades };
}

function factorFault(text: string): UnitFault {
  if (/[()]/.test(text))
    return { fault: 'a unit has no brackets', hint: 'everything after the / divides: N/m s is N/(m s)' };
  if (/^[A-Za-zµμ°%]+$/.test(text)) {
    for (let cut = 1; cut < text.length; cut++) {
      const [left, right] = [text.slice(0, cut), text.slice(cut)];
      if (symbol(left) !== undefined && symbol(right) !== undefined) {
        return {
          fault: `unknown unit ${JSON.stringify(text)}`,
          hint: `a space multiplies: ${left} ${right}`,
        };
      }
    }
  }
  return {
    fault: `unknown unit ${JSON.stringify(text)}`,
    hint: `units are made of ${unitSymbols.join(', ')}`,
  };
}

/** Reads a unit without a number: `N s/m`. The empty text is the pure number 1. */
export function parseUnit(text: string): Unit | UnitFault {
  const clean = text.trim().replace(/[⁻¹²³⁴]/g, (c) => superscripts[c]);
  if (clean.length > 100) return { fault: 'a unit of more than 100 characters' };
  const halves = clean.split('/');
  if (halves.length > 2)
    return { fault: 'a unit has at most one /', hint: 'everything after the / divides: kg/m s2' };
  let { dimension, factor, decades } = unit({});
  for (let half = 0; half < halves.length; half++) {
    const names = halves[half].split(/[\s*·]+/).filter((x) => x !== '');
    if (names.length === 0 && half === 1) return { fault: 'nothing stands after the /' };
    for (const name of names) {
      const match = /^(1|[A-Za-zµμ°%]+)(?:\^?(-?[1-9]))?$/.exec(name);
      const base = match === null ? undefined : symbol(match[1]);
      if (match === null || base === undefined) return factorFault(name);
      const power = Number(match[2] ?? 1) * (half === 0 ? 1 : -1);
      dimension = {
        m: dimension.m + power * base.dimension.m,
        kg: dimension.kg + power * base.dimension.kg,
        s: dimension.s + power * base.dimension.s,
        rad: dimension.rad + power * base.dimension.rad,
      };
      decades += power * base.decades;
      for (let i = 0; i < power; i++) factor *= base.factor;
      for (let i = 0; i < -power; i++) factor /= base.factor;
    }
  }
  if (decades > 22 || decades < -22) return { fault: 'a unit of more than 22 decades' };
  return { dimension, factor, decades };
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/;

/** Reads a number with or without a unit; the value is in SI units. */
export function parseQuantity(text: string): Quantity | UnitFault {
  const trimmed = text.trim();
  if (/^[+-]?(?:nan|inf|infinity)$/i.test(trimmed)) return { fault: 'every number is finite' };
  const match = NUMBER.exec(trimmed);
  if (match === null)
    return { fault: 'no number stands in front', hint: 'a quantity is a number and a unit: 50 N/mm' };
  const rest = trimmed.slice(match[0].length);
  if (/^[\d.,_]/.test(rest) || /^[eE][+-]?\d/.test(rest)) {
    return {
      fault: `not a number: ${JSON.stringify(trimmed.slice(0, 40))}`,
      hint: 'the decimal sign is a point, and digits are not grouped',
    };
  }
  const number = Number(match[0]);
  const parsed = parseUnit(rest);
  if ('fault' in parsed) return parsed;
  const value =
    (parsed.decades < 0 ? number / decade(-parsed.decades) : number * decade(parsed.decades)) * parsed.factor;
  if (!Number.isFinite(value)) return { fault: 'the number is too large' };
  return { value, dimension: parsed.dimension, bare: rest.trim() === '' };
}

/**
 * Whether a value of dimension `given` may stand where `expected` is wanted: the same powers of metre,
 * kilogram and second, and of the radian too unless none was written (N m s for N m s/rad, 1/s for rad/s).
 */
export function sameDimension(given: Dimension, expected: Dimension): boolean {
  return (
    given.m === expected.m &&
    given.kg === expected.kg &&
    given.s === expected.s &&
    (given.rad === expected.rad || given.rad === 0)
  );
}

const angularSpeed: Dimension = { ...none, rad: 1, s: -1 };

/**
 * Reads a quantity that must have the dimension of `expected`; gives its value in SI units. Turns a second (Hz) are not radians
 * a second: SI gives both the dimension 1/s, and who mistakes one for the other is off by 2π.
 */
export function readQuantity(text: string, expected: string): { readonly value: number } | UnitFault {
  const wanted = unitOf(expected);
  const given = parseQuantity(text);
  if ('fault' in given) return given;
  if (sameDimension(wanted.dimension, angularSpeed) && wanted.dimension.rad === 1 && /Hz/.test(text)) {
    const turned = formatNumber(2 * PI * given.value);
    return {
      fault: `wrong unit: this is ${dimensionName(given.dimension)}, wanted is ${dimensionName(wanted.dimension)}`,
      hint: `1 Hz is 2π rad/s: ${text.trim()} is ${turned} ${expected}`,
    };
  }
  if (given.bare || sameDimension(given.dimension, wanted.dimension)) return { value: given.value };
  const [is, should] = [dimensionName(given.dimension), dimensionName(wanted.dimension)];
  return { fault: `wrong unit: this is ${is}, wanted is ${should}` };
}

/** The unit of a text that the program itself wrote; a fault in it is a programming error. */
export function unitOf(text: string): Unit {
  const parsed = parseUnit(text);
  if ('fault' in parsed) throw new Error(`unit ${JSON.stringify(text)}: ${parsed.fault}`);
  return parsed;
}

const quantityNames: readonly (readonly [string, string])[] = [
  ['', 'a pure number'],
  ['rad', 'an angle'],
  ['m', 'a length'],
  ['s', 'a time'],
  ['kg', 'a mass'],
  ['Hz', 'a frequency'],
  ['m/s', 'a speed'],
  ['rad/s', 'an angular speed'],
  ['m/s2', 'an acceleration'],
  ['N', 'a force'],
  ['N m', 'a torque or energy'],
  ['N/m', 'a stiffness'],
  ['N m/rad', 'a rotational stiffness'],
  ['N s/m', 'a damping'],
  ['N m s/rad', 'a rotational damping'],
  ['N/s', 'a force rate'],
  ['W', 'a power or torque rate'],
  ['kg m2', 'a moment of inertia'],
  ['Pa', 'a pressure'],
];

/** `a stiffness (kg/s2)`: the name of a dimension, where it has one, and its SI base units. */
export function dimensionName(dimension: Dimension): string {
  const base = baseUnits(dimension);
  for (const [text, name] of quantityNames) {
    const d = unitOf(text).dimension;
    if (d.m === dimension.m && d.kg === dimension.kg && d.s === dimension.s && d.rad === dimension.rad) {
      return base === '' || base === text ? name : `${name} (${base})`;
    }
  }
  return base;
}

/** A dimension in SI base units: `kg m2/s2 rad`. */
export function baseUnits(dimension: Dimension): string {
  const above: string[] = [];
  const below: string[] = [];
  for (const base of ['kg', 'm', 's', 'rad'] as const) {
    const power = dimension[base];
    if (power === 0) continue;
    const size = power < 0 ? -power : power;
    (power > 0 ? above : below).push(size === 1 ? base : `${base}${size}`);
  }
  if (below.length === 0) return above.join(' ');
  return `${above.length === 0 ? '1' : above.join(' ')}/${below.join(' ')}`;
}

/** How values of an SI unit are shown to a person: from each size on, the unit to use. Smallest size first. */
const shown: ReadonlyMap<string, readonly (readonly [number, string])[]> = new Map([
  [
    'm',
    [
      [0, 'µm'],
      [1e-4, 'mm'],
      [1, 'm'],
      [1e4, 'km'],
    ],
  ],
  [
    's',
    [
      [0, 'µs'],
      [1e-3, 'ms'],
      [1, 's'],
    ],
  ],
  ['rad', [[0, 'deg']]],
  ['rad/s', [[0, 'deg/s']]],
  [
    'Hz',
    [
      [0, 'Hz'],
      [1e3, 'kHz'],
      [1e6, 'MHz'],
    ],
  ],
  [
    'kg',
    [
      [0, 'g'],
      [0.1, 'kg'],
    ],
  ],
  [
    'N',
    [
      [0, 'mN'],
      [0.1, 'N'],
      [1e4, 'kN'],
    ],
  ],
  [
    'J',
    [
      [0, 'µJ'],
      [1e-3, 'mJ'],
      [1, 'J'],
      [1e4, 'kJ'],
    ],
  ],
  [
    'W',
    [
      [0, 'mW'],
      [0.1, 'W'],
      [1e4, 'kW'],
    ],
  ],
  [
    'm/s',
    [
      [0, 'mm/s'],
      [0.1, 'm/s'],
    ],
  ],
  [
    'N/m',
    [
      [0, 'N/m'],
      [1e5, 'N/mm'],
    ],
  ],
  [
    'Pa',
    [
      [0, 'Pa'],
      [1e4, 'kPa'],
      [1e6, 'MPa'],
    ],
  ],
]);

/** A value in the unit that suits its size. */
export interface Shown {
  /** SI value = `value` · `scale`. */
  readonly value: number;
  readonly unit: string;
  readonly scale: number;
}

/** The unit in which a value of this size (SI, in `unit`) reads best; unknown units stay as they are. */
export function show(value: number, unit: string): Shown {
  const choices = shown.get(unit);
  if (choices === undefined || !Number.isFinite(value)) return { value, unit, scale: 1 };
  const size = Math.abs(value);
  // Zero and what rounds to it are shown in the SI unit, or the only one there is.
  let choice = size === 0 ? (choices.find(([, name]) => name === unit) ?? choices[0]) : choices[0];
  if (size !== 0) for (const candidate of choices) if (size >= candidate[0] * 0.99995) choice = candidate;
  const { factor, decades } = unitOf(choice[1]);
  const own = unitOf(unit);
  const power = decades - own.decades;
  const scaled = power < 0 ? value * decade(-power) : value / decade(power);
  return {
    value: scaled / factor,
    unit: choice[1],
    scale: (power < 0 ? 1 / decade(-power) : decade(power)) * factor,
  };
}

/** A number with `digits` significant digits, without trailing zeros: `0.04712`, `1.2e-9`, `120`. */
export function formatNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  if (size >= 1e-4 && size < 1e6) return String(rounded);
  return rounded.toExponential().replace('e+', 'e');
}

/** A value for a person, in the unit that suits it: `formatQuantity(0.0083, 's')` is `8.3 ms`. */
export function formatQuantity(value: number, unit: string, digits = 4): string {
  const best = show(value, unit);
  return `${formatNumber(best.value, digits)}${best.unit === '' ? '' : best.unit === '%' ? ' %' : ` ${best.unit}`}`;
}
