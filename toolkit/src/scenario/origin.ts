/**
 * The design's elements and the scenario's that they came from: one on many joints is several of the design's
 * (`keep-j1`, `keep-j2`).
 */
import type { Problem } from '../problem/index.js';

/** Name of the scenario's element for each of the design's. */
export type Origin = ReadonlyMap<string, string>;

/** A problem with one of the design's elements, told of the scenario's. */
export function underItsName(problem: Problem, origin: Origin): Problem {
  const prefix = 'control.elements.';
  const { path = '' } = problem.where;
  if (!path.startsWith(prefix)) return problem;
  const [own, ...rest] = path.slice(prefix.length).split('.');
  if (own === 'buffers' || own === 'buffers-sliding')
    return { ...problem, where: { ...problem.where, path: ['control.buffers', ...rest].join('.') } };
  if (own === 'payload')
    return { ...problem, where: { ...problem.where, path: ['control.payload', ...rest].join('.') } };
  const from = origin.get(own);
  if (from === undefined || from === own) return problem;
  const rename = (text: string): string => text.replaceAll(own, from);
  return {
    ...problem,
    where: { ...problem.where, path: [prefix + from, ...rest].join('.') },
    message: rename(problem.message),
    ...(problem.hint === undefined ? {} : { hint: rename(problem.hint) }),
  };
}

/** A field's name as the scenario has it: `keep.stiffness` for `keep-j1.stiffness`. */
export function nameIn(field: string, origin: Origin): string {
  const dot = field.indexOf('.');
  const from = dot < 0 ? undefined : origin.get(field.slice(0, dot));
  return from === undefined ? field : from + field.slice(dot);
}
