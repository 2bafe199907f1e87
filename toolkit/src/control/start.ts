/** What to know about the pose that a run starts in. */

import { numbers } from '../math/index.js';
import { inner } from '../mechanism/index.js';
import type { Problem } from '../problem/index.js';
import type { Design } from './design.js';
import { evaluateLaw } from './numeric.js';

const HALF_TURN = 3.141592653589793;
/** How near to half a turn is worth a word, rad. */
const NEAR = 0.02;

/** Warnings on a checked design that starts at q: attitude springs whose axis is ambiguous there. */
export function startProblems(design: Design, q: readonly number[]): Problem[] {
  const still = new Array<number>(design.model.nv).fill(0);
  return evaluateLaw(design, q, still).acting.flatMap(({ element, declaration, coordinate }): Problem[] => {
    if (element.family !== 'spring' || !declaration.coordinate.startsWith('attitude')) return [];
    const size = numbers.sqrt(inner(numbers, coordinate.reading.value, coordinate.reading.value));
    // The quaternion's vector part is sin(θ/2): 1 at half a turn.
    const farthest = declaration.coordinate === 'attitude-quaternion' ? 1 : HALF_TURN;
    const near = declaration.coordinate === 'attitude-quaternion' ? (NEAR * NEAR) / 8 : NEAR;
    if (size < farthest - near) return [];
    return [
      {
        code: 'half-turn',
        severity: 'warning',
        where: { path: `control.elements.${element.name}` },
        message: 'the run starts half a turn off this target, where the way to turn is ambiguous',
        hint: 'one of the two ways is taken, always the same; turn the start or the target by some degrees to choose',
      },
    ];
  });
}
