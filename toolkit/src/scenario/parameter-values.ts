/** Numbers of a parameter as a scenario says them: with units that follow from what they are on. */
import { formatNumber, projectSemidefinite, readQuantity } from '../math/index.js';
import { type ParameterDeclaration, type Shape, unitOn } from '../mechanism/index.js';
import type { Complaints } from './complaints.js';
import type { ParameterValue } from './element-schema.js';
import { under } from './tree.js';

/** One number, a list of them, or rows, on a coordinate of this shape; undefined after a complaint. */
export function valuesOf(
  value: Exclude<ParameterValue, object> | readonly (number | string | readonly (number | string)[])[],
  parameter: ParameterDeclaration,
  shape: Shape,
  path: string,
  complaints: Complaints,
): readonly number[] | undefined {
  const unit = unitOn(parameter.unit, shape.unit);
  const one = (entry: number | string, at: string): number | undefined => {
    if (typeof entry === 'number') return entry;
    if (unit === undefined) return undefined;
    const read = readQuantity(entry, unit === '1' ? '' : unit);
    if (!('fault' in read)) return read.value;
    return complaints.error('wrong-unit', at, `${read.fault}, because the coordinate is in ${shape.unit}`, {
      expected: `a number in ${unit}`,
      got: entry,
    });
  };
  const lengths =
    typeof value === 'object' ? value.map((row) => (typeof row === 'object' ? row.length : 0)) : [];
  const odd = lengths.findIndex((length) => length !== lengths[0]);
  if (odd > 0) {
    const had = (row: number): string =>
      lengths[row] === 0 ? `${row + 1} is a number` : `${row + 1} has ${lengths[row]} numbers`;
    return complaints.error('matrix-ragged', under(path, odd), 'the rows of a matrix are equally long', {
      got: `row ${had(0)}, row ${had(odd)}`,
    });
  }
  const all: (number | undefined)[] =
    typeof value === 'object'
      ? value.flatMap((row, i) =>
          typeof row === 'object'
            ? row.map((entry, j) => one(entry, under(under(path, i), j)))
            : [one(row, under(path, i))],
        )
      : [one(value, path)];
  return all.includes(undefined) ? undefined : (all as number[]);
}

/** A matrix brought to the nearest that is symmetric and positive semidefinite, with a warning of how far that is. */
export function projected(
  matrix: readonly number[],
  size: number,
  path: string,
  complaints: Complaints,
): readonly number[] {
  const { matrix: nearest, cut, change } = projectSemidefinite(matrix, size);
  if (change > 0) {
    const eigenvalues = cut.map((x) => formatNumber(x, 6)).join(', ');
    const lost = cut.length === 0 ? '' : `; its negative eigenvalues were ${eigenvalues}`;
    complaints.warn(
      'matrix-projected',
      path,
      `the matrix was taken as the nearest that is symmetric and positive semidefinite, ${formatNumber(change, 6)} away${lost}`,
    );
  }
  return nearest;
}
