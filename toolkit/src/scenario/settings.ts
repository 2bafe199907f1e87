/** New values of parameters, as a scenario writes them. */
import type { Field } from '../graph/index.js';
import { parseUnit, readQuantity } from '../math/index.js';
import type { Complaints } from './complaints.js';
import { nameIn, type Origin } from './origin.js';

/** A parameter of the control program and all its entries. */
export interface Setting {
  readonly field: string;
  readonly values: readonly number[];
}

/**
 * `keep.stiffness` to be 3 as settings, one for each element that the name stands for; complaints at the places where name
 * and value are written.
 */
export function settingsOf(
  setting: { readonly set: string; readonly to: number | string | readonly (number | string)[] },
  places: { readonly set: string; readonly to: string },
  parameters: readonly Field[],
  origin: Origin,
  complaints: Complaints,
): Setting[] {
  const dot = setting.set.indexOf('.');
  const [name, rest] = [setting.set.slice(0, dot), setting.set.slice(dot)];
  const fields = parameters.filter(
    (field) =>
      field.name === setting.set ||
      [...origin].some(([own, from]) => from === name && field.name === own + rest),
  );
  if (fields.length === 0) {
    const known = new Set(parameters.map((field) => nameIn(field.name, origin)));
    complaints.unknown(places.set, 'parameter', setting.set, [...known]);
    return [];
  }
  return fields.flatMap((field): Setting[] => {
    const given = Array.isArray(setting.to) ? setting.to : [setting.to];
    if (given.length !== field.size) {
      complaints.error('parameter-shape', places.to, `${setting.set} has ${field.size} entries`, {
        got: `${given.length}`,
      });
      return [];
    }
    const values = given.map((value, k) => valueIn(value, unitAt(field.unit, k), places.to, complaints));
    const [least, most] = field.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    if (values.some((x) => x !== undefined && (x < least || x > most))) {
      complaints.error('out-of-range', places.to, `${setting.set} is outside its range`, {
        expected: most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`,
        got: values.join(', '),
      });
      return [];
    }
    if (values.includes(undefined)) return [];
    if (field.name.endsWith('.attitude')) {
      const square = (values as number[]).reduce((sum, x) => sum + x * x, 0);
      if (!(square > 0 && square < Number.POSITIVE_INFINITY)) {
        complaints.error('attitude', places.to, 'a quaternion needs four numbers that are not all 0', {
          got: values.join(', '),
        });
        return [];
      }
    }
    return [{ field: field.name, values: values as number[] }];
  });
}

function unitAt(unit: string | readonly string[], index: number): string {
  return typeof unit === 'string' ? unit : unit[Math.min(index, unit.length - 1)];
}

/** A value in the SI unit that is wanted; a complaint where it has another one. */
export function valueIn(
  value: number | string,
  unit: string,
  path: string,
  complaints: Complaints,
): number | undefined {
  if (typeof value === 'number') return value;
  // Some units of the program's own are not of the grammar: those take bare numbers.
  if ('fault' in parseUnit(unit))
    return complaints.error('wrong-unit', path, `give a bare number, in ${unit}`, { got: value });
  const read = readQuantity(value, unit);
  if (!('fault' in read)) return read.value;
  return complaints.error('wrong-unit', path, read.fault, {
    expected: unit === '' ? 'a pure number' : `a number in ${unit}`,
    got: value,
  });
}
