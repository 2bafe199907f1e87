import type { CoordinateDeclaration, Made, Shape } from './coordinate-declaration.js';

/** The shape that all coordinates share, or why they share none. */
export function likeShapes({ of }: Made): Shape | string {
  const [first, ...rest] = of;
  const other = rest.find(({ size, unit }) => size !== first.size || unit !== first.unit);
  if (other === undefined) return first;
  return `its coordinates are unlike: ${said(first)} and ${said(other)}`;
}

export function said({ size, unit }: Shape): string {
  const entries = size === 1 ? '1 number' : `${size} numbers`;
  return `${entries}${unit === '1' ? '' : ` in ${unit}`}`;
}

/** One coordinate less another; see `doc`. */
export const differenceDeclaration: CoordinateDeclaration = {
  kind: 'difference',
  title: 'Difference of two coordinates',
  summary: 'The first coordinate less the second: of a target and what is to follow it, the extension.',
  ends: [],
  optional: [],
  of: [2, 2],
  parameters: [],
  shape: likeShapes,
  doc: {
    value: 'z = a − b',
    rate: 'ż = ȧ − ḃ',
    sign: 'A positive tension pulls a down and b up.',
    singular: 'None of its own.',
    source: 'Chain rule',
  },
  coordinate(A, { of: [a, b] }) {
    const less = (x: readonly ReturnType<typeof A.neg>[], y: typeof x) => x.map((xi, i) => A.sub(xi, y[i]));
    return {
      reading: {
        value: less(a.reading.value, b.reading.value),
        rate: less(a.reading.rate, b.reading.rate),
      },
      transpose(force, _radial, loads) {
        a.transpose(force, false, loads);
        b.transpose(
          force.map((f) => A.neg(f)),
          false,
          loads,
        );
      },
    };
  },
};
