/** Mutations of the problem room. */
import { breakerOf, type Mutation } from '../mutation.js';

const problem = breakerOf('toolkit/src/problem');

export const problemMutations: readonly Mutation[] = [
  problem(
    'problem',
    "return problems.some((p) => p.severity === 'error');",
    'return problems.length > 0;',
    'a warning refuses the file',
    'problem',
  ),
  problem(
    'problem',
    '\\u0000-\\u001f\\u007f-\\u009f\\u061c',
    '\\u0000-\\u001a\\u061c',
    'a name can steer the terminal',
    'problem',
  ),
  problem('problem', 'safe.slice(safe.length - half)', 'safe.slice(half)', 'long text is not cut', 'problem'),
  problem(
    'problem',
    'for (let i = 1; i <= a.length; i++) {',
    'for (let i = 1; i < a.length; i++) {',
    'the last letter of a name is not looked at',
    'problem',
  ),
  problem(
    'problem',
    'const shift = (row[j] < next[j - 1] ? row[j] : next[j - 1]) + 1;',
    'const shift = row[j] + 1;',
    'letters left out are not found',
    'problem',
  ),
  problem('problem', 'above[j - 2] + 1', 'shift', 'a swap of two letters counts as two', 'problem'),
  problem('problem', 'least = distance;', '', 'the last name near enough instead of the nearest', 'problem'),
];
