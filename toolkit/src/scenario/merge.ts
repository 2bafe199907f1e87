/** Laying one tree over another: `extends` in a file, and overrides by path. */
import { nearest, type Outcome, type Problem } from '../problem/index.js';
import { parseTree } from './parse.js';
import type { Entry, Place, Tree } from './tree.js';
import { under, whereOf } from './tree.js';

/**
 * `over` laid on `base`: maps are merged key by key, anything else replaces what stood there, and a key whose
 * value is null takes the key of the base away.
 */
export function layOver(base: Tree, over: Tree): Tree {
  if (base.kind !== 'map' || over.kind !== 'map') return over;
  const entries = new Map<string, Entry>(base.entries);
  for (const [name, entry] of over.entries) {
    const below = base.entries.get(name);
    if (entry.value.kind === 'scalar' && entry.value.value === null && !entry.value.broken)
      entries.delete(name);
    else if (below === undefined) entries.set(name, entry);
    else entries.set(name, { key: entry.key, value: layOver(below.value, entry.value) });
  }
  return { kind: 'map', entries, place: over.place };
}

/**
 * Applies `path=value`: the value is YAML (a scalar or a flow map or list), `null` takes the key away. A step
 * of the path names a key or numbers an item of a list; maps that are not there yet are made.
 */
export function override(tree: Tree, assignment: string): Outcome<Tree> {
  const cut = assignment.indexOf('=');
  const path = (cut < 0 ? assignment : assignment.slice(0, cut)).trim();
  const place: Place = { file: `--set ${path}`, folder: '' };
  const problem = (
    code: string,
    at: string,
    message: string,
    more: Partial<Problem> = {},
  ): Outcome<Tree> => ({
    problems: [{ code, severity: 'error', where: whereOf(place, at), message, ...more }],
  });
  if (cut < 0 || path === '') {
    return problem('override', '', 'an override is path=value', {
      hint: 'for example control.elements.reach.stiffness=30',
    });
  }
  const text = assignment.slice(cut + 1);
  const parsed: Outcome<Tree> =
    text.trim() === ''
      ? { value: { kind: 'scalar', value: null, text: '', place }, problems: [] }
      : parseTree(text, { file: place.file, folder: '', inline: true });
  if (parsed.value === undefined) return parsed;
  const value = parsed.value;
  const steps = path.split('.').map((step) => step.trim());
  if (steps.some((step) => step === '')) return problem('override', '', 'a step of the path is empty');

  const put = (at: Tree | undefined, depth: number): Outcome<Tree> => {
    if (depth === steps.length) return { value, problems: [] };
    const step = steps[depth];
    const here = steps.slice(0, depth).reduce<string>(under, '');
    if (at !== undefined && at.kind === 'list') {
      const index = /^\d{1,6}$/.test(step) ? Number(step) : -1;
      if (index < 0 || index >= at.items.length) {
        return problem('override', under(here, step), `there is no item ${step}`, {
          hint: `the list has ${at.items.length} items, numbered from 0`,
        });
      }
      const inner = put(at.items[index], depth + 1);
      if (inner.value === undefined) return inner;
      return { value: { ...at, items: at.items.with(index, inner.value) }, problems: [] };
    }
    if (at !== undefined && at.kind === 'scalar' && at.value !== null && depth > 0) {
      // A short form such as `auto` gives way to a map.
      if (value.kind === 'scalar' && value.value === null) return { value: at, problems: [] };
    }
    const entries = new Map<string, Entry>(at !== undefined && at.kind === 'map' ? at.entries : []);
    const last = depth === steps.length - 1;
    if (last && value.kind === 'scalar' && value.value === null) {
      if (!entries.delete(step)) {
        const near = nearest(step, [...entries.keys()]);
        return problem('override', under(here, step), 'there is nothing to take away', {
          known: [...entries.keys()],
          ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
        });
      }
    } else {
      const inner = put(entries.get(step)?.value, depth + 1);
      if (inner.value === undefined) return inner;
      entries.set(step, { key: entries.get(step)?.key ?? place, value: inner.value });
    }
    return { value: { kind: 'map', entries, place: at?.place ?? place }, problems: [] };
  };
  return put(tree, 0);
}
