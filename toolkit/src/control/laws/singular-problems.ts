/**
 * Laws that begin near a singular pose: the tool hardly moves along a direction in which it moves elsewhere. What is asked there
 * stays bounded, and hardly comes about.
 */
import { formatNumber, numbers as N, symmetricEigen } from '../../math/index.js';
import { integrate } from '../../model/index.js';
import type { Problem } from '../../problem/index.js';
import type { Design } from '../design.js';
import { evaluateLaw } from '../numeric.js';
import { centreRows } from './held.js';
import type { LawDesign } from './law-design.js';
import { lawOf } from './laws.js';

/** Least singular value of the Jacobian of a place, m for each unit of a joint, below which a pose is told singular. */
export const nearSingular = 0.01;
/** How far the joints are turned, rad or m, to tell what never moves from what does not here. */
const elsewhere = [0.37, -0.53, 0.71];

/** Of the laws that work by the inertia of the tool or by the servo, which divide by what the joints move: a warning each. */
export function singularProblems(design: Design, start: readonly number[]): Problem[] {
  const { model, points, laws = [] } = design;
  return laws.flatMap((law): Problem[] => {
    const frame = points.find(({ name }) => name === law.at)?.frame;
    if (frame === undefined || !divides(law)) return [];
    const values = (q: readonly number[]): readonly number[] => {
      const still = new Array<number>(model.nv).fill(0);
      const place = evaluateLaw(design, q, still).sites.get(law.at ?? '')?.position ?? [0, 0, 0];
      return singularValues(centreRows(model, q, frame, place).slice(0, 3));
    };
    const here = values(start);
    const rank = elsewhere.reduce((most, turn) => {
      const way = Array.from({ length: model.nv }, (_, i) => turn * (1 + 0.3 * i));
      const count = values(integrate(N, model, start, way, 1)).filter((x) => x >= nearSingular).length;
      return count > most ? count : most;
    }, 0);
    const least = here[rank - 1] ?? Number.POSITIVE_INFINITY;
    if (!(least < nearSingular)) return [];
    return [
      {
        code: 'near-singular',
        severity: 'warning',
        where: { path: `control.laws.${law.name}` },
        message: `the arm begins near a singular pose: along one direction the joints hardly move ${law.at}, and what ${law.name} asks there is cut to what stays bounded`,
        expected: `a least singular value of at least ${formatNumber(nearSingular)} m`,
        got: formatNumber(least < 1e-6 ? 0 : Number(least.toPrecision(3))),
        hint: 'bend the arm: start from another pose',
      },
    ];
  });
}

function divides({ kind, parameters }: LawDesign): boolean {
  if (lawOf(kind)?.acts === 'motion') return true;
  return kind === 'impedance' && (parameters.mass !== undefined || parameters.damping === undefined);
}

/** Of three rows on the joints, the greatest first. */
function singularValues(rows: readonly (readonly number[])[]): readonly number[] {
  const gram = rows.flatMap((a) => rows.map((b) => a.reduce((sum, x, k) => sum + x * b[k], 0)));
  return [...symmetricEigen(gram, rows.length).values]
    .map((x) => (x > 0 ? Math.sqrt(x) : 0))
    .sort((a, b) => b - a);
}
