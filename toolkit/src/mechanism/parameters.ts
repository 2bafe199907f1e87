/** What the parameters of many elements have in common: units on a coordinate in rad, in m and in pure numbers; words of faults. */
import type { ParameterDeclaration, Units } from './declaration.js';

/** Units by what a parameter is, on a coordinate in rad, in m and in pure numbers. */
export const units = {
  stiffness: ['N m/rad', 'N/m', 'N m'],
  damping: ['N m s/rad', 'N s/m', 'N m s'],
  inertance: ['kg m2', 'kg', 'kg m2'],
  effort: ['N m', 'N', 'N m'],
  value: ['rad', 'm', ''],
  rate: ['rad/s', 'm/s', '1/s'],
} as const satisfies Readonly<Record<string, Units>>;

export const endless = Number.POSITIVE_INFINITY;

/** Numbers from 0 up. */
export const strength: readonly [number, number] = [0, endless];
/** Any number. */
export const anywhere: readonly [number, number] = [-endless, endless];

/** A parameter of one number. */
export function scalar(
  name: string,
  unit: Units,
  meaning: string,
  more: Partial<Pick<ParameterDeclaration, 'default' | 'optional' | 'range' | 'shapes'>> = {},
): ParameterDeclaration {
  return { name, unit, shapes: ['scalar'], range: strength, meaning, ...more };
}

type Given = Readonly<Partial<Record<string, readonly number[]>>>;

/** What is wrong where exactly `count` of these must be given. */
export function wantExactly(given: Given, count: 1 | 2, names: readonly string[]): string | undefined {
  const there = names.filter((name) => given[name] !== undefined);
  if (there.length === count) return undefined;
  const got = there.length === 0 ? 'none' : there.join(', ');
  return `${count === 1 ? 'exactly one' : 'exactly two'} of ${names.join(', ')} must be given, not ${got}`;
}

/** What is wrong where one of these is 0 that is divided by. `instead`: a number that would do. */
export function wantPositive(given: Given, names: Readonly<Record<string, string>>): string | undefined {
  for (const [name, instead] of Object.entries(names)) {
    if (given[name]?.some((x) => !(x > 0))) return `${name} must be above 0, for instance ${instead}`;
  }
  return undefined;
}
