/** Subscripts and slices. */
import type { Budget } from './bounds.js';
import { expressionFault, Fault } from './fault.js';
import { textOf } from './format.js';
import { nearestOf } from './known.js';
import { characters, Dict, itemsOf, List, numeric, Range, Tuple, typeOf, type Value } from './values.js';

export function indexed(of: Value, index: Value, budget: Budget): Value {
  if (of instanceof Dict) return entryOf(of, index, budget);
  if (!(of instanceof List || of instanceof Tuple || of instanceof Range || typeof of === 'string')) {
    throw expressionFault(`a ${typeOf(of)} has no entries`);
  }
  const at = numeric(index);
  if (typeof at !== 'bigint') {
    throw expressionFault(`an entry of a ${typeOf(of)} is chosen by a whole number`, {
      got: `a ${typeOf(index)}`,
    });
  }
  const length =
    of instanceof Range
      ? of.length
      : BigInt(typeof of === 'string' ? characters(of).length : of.items.length);
  if (typeof of === 'string') budget.step(of.length >> 4);
  const place = at < 0n ? at + length : at;
  if (place < 0n || place >= length) {
    throw expressionFault(`the ${typeOf(of)} has no entry ${at}`, {
      got: `${length} entries, counted from 0`,
    });
  }
  if (of instanceof Range) return of.start + place * of.step;
  return typeof of === 'string' ? characters(of)[Number(place)] : of.items[Number(place)];
}

/** A dictionary's entry; a missing one is a fault that names those that are there. */
export function entryOf(of: Dict, key: Value, budget: Budget): Value {
  const value = of.get(key, budget);
  if (value !== undefined) return value;
  budget.step(of.size >> 2);
  const known = of.entries().flatMap(([other]) => (typeof other === 'string' ? [other] : []));
  throw new Fault('xacro-key-missing', `the dictionary has no key ${textOf(key, budget)}`, {
    known,
    ...(typeof key === 'string' ? nearestOf(key, known) : {}),
  });
}

export function sliced(of: Value, start: Value, stop: Value, step: Value, budget: Budget): Value {
  const items = of instanceof Dict ? undefined : itemsOf(of, budget);
  if (items === undefined) throw expressionFault(`a ${typeOf(of)} has no slices`);
  const length = items.length;
  const whole = (value: Value): number | undefined => {
    if (value === null) return undefined;
    const x = numeric(value);
    if (typeof x !== 'bigint')
      throw expressionFault('a slice goes by whole numbers', { got: `a ${typeOf(value)}` });
    // Beyond the ends all numbers do the same.
    const far = BigInt(length) + 1n;
    return Number(x > far ? far : x < -far ? -far : x);
  };
  const stride = whole(step) ?? 1;
  if (stride === 0) throw expressionFault('a slice cannot go by steps of 0');
  const clip = (at: number | undefined, open: number): number => {
    if (at === undefined) return open;
    const place = at < 0 ? at + length : at;
    const [least, most] = stride > 0 ? [0, length] : [-1, length - 1];
    return place < least ? least : place > most ? most : place;
  };
  const first = clip(whole(start), stride > 0 ? 0 : length - 1);
  const end = clip(whole(stop), stride > 0 ? length : -1);
  if (of instanceof Range) {
    const at = (place: number): bigint => of.start + BigInt(place) * of.step;
    return new Range(at(first), at(end), of.step * BigInt(stride));
  }
  const chosen: Value[] = [];
  for (let i = first; stride > 0 ? i < end : i > end; i += stride) chosen.push(items[i]);
  if (typeof of === 'string') return chosen.join('');
  return of instanceof List ? new List(chosen) : new Tuple(chosen);
}
