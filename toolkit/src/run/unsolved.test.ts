import { expect, it } from 'vitest';
import { unsolvedProblems } from './unsolved.js';

it('warns of steps that were not solved, and of none where all were', () => {
  expect(unsolvedProblems({ unsolved: 0, ticks: 1000 })).toEqual([]);
  expect(unsolvedProblems({ unsolved: 3, ticks: 1000 })).toMatchObject([
    { code: 'plant-unsolved', severity: 'warning', got: '3 steps in 1000 ticks' },
  ]);
});
