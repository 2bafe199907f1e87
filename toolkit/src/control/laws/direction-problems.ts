/**
 * Directions that a law asks the robot to move along and that no joint of it moves: rows of S J that are 0. Where they are 0 at the
 * start alone, and not where the joints stand otherwise, the start is singular, which is told and not refused.
 */
import { numbers } from '../../math/index.js';
import { worldOrigin } from '../../mechanism/index.js';
import { integrate } from '../../model/index.js';
import type { Problem } from '../../problem/index.js';
import type { Design } from '../design.js';
import { evaluateLaw } from '../numeric.js';
import { centreRows } from './held.js';
import type { LawDesign } from './law-design.js';
import { givenNumbers } from './law-parameters.js';
import { lawOf } from './laws.js';
import { seen, sixLabels } from './task-axes.js';

/** m or rad for each unit of a joint: below it nothing moves. */
const nothing = 1e-9;
/** How far the joints are turned, rad or m, to tell what never moves from what does not at the start. */
const elsewhere = [0.37, -0.53, 0.71];

export function directionProblems(design: Design, start: readonly number[]): Problem[] {
  return (design.laws ?? []).flatMap((law) => problemsOf(law, design, start));
}

function problemsOf(law: LawDesign, design: Design, start: readonly number[]): Problem[] {
  const declaration = lawOf(law.kind);
  const asked = declaration?.asks?.(givenNumbers(law, declaration));
  const frame = design.points.find(({ name }) => name === law.at)?.frame;
  if (asked === undefined || frame === undefined) return [];
  const { model } = design;
  const poses = [
    start,
    ...elsewhere.map((turn) => {
      const way = Array.from({ length: model.nv }, (_, i) => turn * (1 + 0.3 * i));
      return integrate(numbers, model, start, way, 1);
    }),
  ];
  /** Six rates, in the axes of the law, of each joint, at each pose. */
  const rates = poses.map((q) => ratesAt(law, design, q, frame));
  const moves = (row: readonly number[], at: readonly (readonly number[])[]): boolean =>
    at.some((six) => Math.abs(row.reduce((sum, s, k) => sum + s * six[k], 0)) > nothing);
  const unit = (k: number) => sixLabels.map((_, i) => (i === k ? 1 : 0));
  // One among others that move is left out by the servo: told, not refused.
  const some = asked.rows.some((row) => moves(row, rates[0]));
  return asked.rows.flatMap((row): Problem[] => {
    if (row.every((s) => s === 0) || moves(row, rates[0])) return [];
    const never = !rates.some((at) => moves(row, at));
    const way = sixLabels.flatMap((name, k) => (row[k] === 0 ? [] : [name])).join(', ');
    const known = sixLabels.filter((_, k) => moves(unit(k), rates[0]));
    return [
      {
        code: never ? 'cannot-move' : 'cannot-move-at-start',
        severity: never && !some ? 'error' : 'warning',
        where: { path: `control.laws.${law.name}.${asked.parameter}` },
        message: never
          ? `no joint of the robot moves ${law.at} along this direction, so that nothing comes of it`
          : `at the start no joint moves ${law.at} along this direction: the pose is singular`,
        expected: `of ${known.join(', ')}, what the robot can move in the axes of the law`,
        got: way,
        ...(never ? {} : { hint: 'start from another pose' }),
      },
    ];
  });
}

function ratesAt(law: LawDesign, design: Design, q: readonly number[], frame: string): number[][] {
  const { model } = design;
  const { sites } = evaluateLaw(design, q, new Array<number>(model.nv).fill(0));
  const origin = worldOrigin(numbers);
  const { position } = sites.get(law.at ?? '') ?? origin;
  const { rotation } = sites.get(law.axes ?? law.at ?? '') ?? origin;
  const rows = centreRows(model, q, frame, position);
  return Array.from({ length: model.nv }, (_, j) => {
    const [a, b, c, d, e, f] = rows.map((row) => row[j]);
    return seen(numbers, rotation, [a, b, c], [d, e, f]);
  });
}
