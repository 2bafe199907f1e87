import { describe, expect, it } from 'vitest';
import { pairwise } from './index.js';

describe('pairwise', () => {
  it('joins neighbours in order, log₂ n deep', () => {
    const join = (a: string, b: string) => `(${a}${b})`;
    expect(pairwise(['a', 'b', 'c', 'd', 'e'], join)).toBe('(((ab)(cd))e)');
    expect(pairwise(['a'], join)).toBe('a');
    expect(() => pairwise([], join)).toThrow(/empty/);
  });
});
