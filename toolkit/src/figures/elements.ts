/** Single numbers of the toolkit's own: amounts with units, and elements at one instant. */
import { numbers, readQuantity } from '../math/index.js';
import { elementOf } from '../mechanism/index.js';

export const pi = 3.141592653589793;

/** An amount in SI units. */
export function amount(text: string, unit: string): number {
  const read = readQuantity(text, unit);
  if ('fault' in read) throw new Error(`figures: ${text}: ${read.fault}`);
  return read.value;
}

/** Tension of an element on a coordinate of one entry. */
export function tension(
  family: 'spring' | 'damper',
  kind: string,
  [value, rate]: readonly [number, number],
  parameters: Readonly<Record<string, readonly number[]>>,
): number {
  const declaration = elementOf(family, kind);
  if (declaration === undefined) throw new Error(`figures: there is no ${family}: ${kind}`);
  const defaults = declaration.parameters.flatMap(({ name, default: x }): [string, readonly number[]][] =>
    x === undefined ? [] : [[name, typeof x === 'number' ? [x] : x]],
  );
  const given = { ...Object.fromEntries(defaults), ...parameters };
  return declaration.law(numbers, { value: [value], rate: [rate] }, given).force[0];
}
