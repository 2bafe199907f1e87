/** Starts half a turn from where a law turns its centre to: there the axis of the error is ambiguous. */
import { logSO3, mulMat, norm3, numbers, transpose } from '../../math/index.js';
import type { Problem } from '../../problem/index.js';
import type { Design } from '../design.js';
import { evaluateLaw } from '../numeric.js';
import { HALF_TURN, NEAR } from '../start.js';
import type { LawDesign } from './law-design.js';
import { lawOf } from './laws.js';
import { selectionUnits, wholeSelection } from './selection.js';

/** Of a design that nothing is wrong with, at the start q (nq). */
export function halfTurnProblems(design: Design, q: readonly number[]): Problem[] {
  const turning = (design.laws ?? []).filter((law) => turns(design, law));
  if (turning.length === 0) return [];
  const { sites } = evaluateLaw(design, q, new Array<number>(design.model.nv).fill(0));
  return turning.flatMap((law): Problem[] => {
    const [from, to] = [sites.get(law.at ?? ''), sites.get(law.target ?? '')];
    if (from === undefined || to === undefined) return [];
    const angle = norm3(numbers, logSO3(numbers, mulMat(numbers, to.rotation, transpose(from.rotation))));
    if (angle < HALF_TURN - NEAR) return [];
    return [
      {
        code: 'half-turn',
        severity: 'warning',
        where: { path: `control.laws.${law.name}` },
        message: `the run starts half a turn off ${law.target}, where the way to turn is ambiguous`,
        got: `${Number(((angle * 180) / HALF_TURN).toFixed(2))} deg`,
        hint: 'one of the two ways is taken, always the same; turn the start or the target by some degrees to choose',
      },
    ];
  });
}

/** Whether a law with a target turns its centre towards it. */
function turns({ servo }: Design, { kind, parameters }: LawDesign): boolean {
  const some = (gain: readonly number[] | undefined): boolean => gain?.some((x) => x !== 0) === true;
  if (lawOf(kind)?.acts === 'wrench') return some(parameters.turnStiffness);
  if (servo?.attitude === false) return false;
  if (kind !== 'admittance') return true;
  // What is not freed goes to the target; what is freed does by its spring.
  const free = selectionUnits(parameters.selection ?? wholeSelection);
  const { stiffness = [] } = parameters;
  const size = free.length;
  const along = free.map(
    (_, i) => stiffness[stiffness.length === size * size ? i * (size + 1) : stiffness.length === 1 ? 0 : i],
  );
  const turning = free.flatMap((unit, i) => (unit === 'm' ? [] : [along[i] ?? 0]));
  return turning.length < 3 || turning.some((x) => x !== 0);
}
