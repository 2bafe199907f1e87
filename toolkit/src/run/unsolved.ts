import type { Problem } from '../problem/index.js';
import type { RunResult } from './options.js';

/** A warning where the plant's solver left steps before it met all conditions. */
export function unsolvedProblems({ unsolved, ticks }: Pick<RunResult, 'unsolved' | 'ticks'>): Problem[] {
  if (unsolved === 0) return [];
  return [
    {
      code: 'plant-unsolved',
      severity: 'warning',
      where: { path: 'plant.rigid' },
      message:
        'friction, stops and contacts of some steps were not solved to the end: their last approximation was taken',
      got: `${unsolved} steps in ${ticks} ticks`,
      hint: 'a smaller plant.rigid.step makes them easier, or a little viscous damping of the joints',
    },
  ];
}
