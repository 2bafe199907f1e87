/** What to know about the pose that a run starts in. */

import { formatNumber, numbers } from '../math/index.js';
import { inner } from '../mechanism/index.js';
import { integrate } from '../model/index.js';
import type { Problem } from '../problem/index.js';
import { coordinateOn } from './coordinates.js';
import type { CoordinateDesign, Design } from './design.js';
import type { Acting, Law } from './law.js';
import { dampedBelow } from './null-space.js';
import { evaluateLaw } from './numeric.js';
import type { Projection } from './projections.js';

export const HALF_TURN = 3.141592653589793;
/** How near to half a turn is worth a word, rad. */
export const NEAR = 0.02;
/** Coordinates whose size at half a turn is that of the quaternion's vector part, sin(θ/2) = 1. */
const VECTOR_PARTS: readonly string[] = ['attitude-quaternion', 'quaternion'];
/** Those whose size is the angle. */
const ANGLES: readonly string[] = ['attitude', 'attitude-plain'];

/**
 * Warnings on a checked design that starts at q: attitude springs whose axis is ambiguous there, and projections that are
 * damped there, by what they let through.
 */
export function startProblems(design: Design, q: readonly number[]): Problem[] {
  const law = evaluateLaw(design, q, new Array<number>(design.model.nv).fill(0));
  return [...halfTurns(design, law), ...leaks(design, law, q)];
}

/** Projections of a checked design that are damped at q (robot, then virtual bodies), near a singular pose of their tasks. */
export function dampedProjections(design: Design, q: readonly number[]): readonly Projection<number>[] {
  return damped(evaluateLaw(design, q, new Array<number>(design.model.nv).fill(0)));
}

function damped({ projections }: Law<number>): Projection<number>[] {
  return projections.filter(({ square }) => square < dampedBelow * dampedBelow);
}

/**
 * Elements whose projections are damped at poses that are none of special ones, so that no pose has a null space: their tasks
 * measure more than the arm can move.
 */
function alwaysDamped(design: Design, q: readonly number[]): ReadonlySet<string> {
  const { model } = design;
  const names = [0.61, -0.83].map((step) => {
    const off = Array.from({ length: model.nv }, (_, i) => step * (1 + 0.37 * i));
    const pose = integrate(numbers, model, q.slice(0, model.nq), off, 1);
    return dampedProjections(design, [...pose, ...q.slice(model.nq)]).map(({ element }) => element.name);
  });
  return new Set(names[0].filter((name) => names[1].includes(name)));
}

function leaks(design: Design, law: Law<number>, q: readonly number[]): Problem[] {
  const found = damped(law);
  const always = found.length === 0 ? undefined : alwaysDamped(design, q);
  return found.flatMap(({ element, leak, square }): Problem[] => {
    const least = Math.sqrt(square);
    const through = formatNumber(Math.sqrt(inner(numbers, leak, leak)), 3);
    const tasks = [...(element.nullspaceOf ?? [])].sort().join(', ');
    if (always?.has(element.name) === true)
      return [
        {
          code: 'projection-leaks',
          severity: 'warning',
          where: { path: `control.elements.${element.name}.nullspaceOf` },
          message: `${tasks} measures ${leak.length} entries that ${design.model.nv} joints cannot all change, so that ${element.name} has no null space of its own at any pose: an acceleration of ${through} leaks into them`,
          got: `a least singular value of ${formatNumber(least, 3)}`,
          hint: `no other start helps; let ${tasks} measure less than the arm can move, a distance instead of a place for instance, or take nullspaceOf out`,
        },
      ];
    return [
      {
        code: 'projection-leaks',
        severity: 'warning',
        where: { path: `control.elements.${element.name}.nullspaceOf` },
        message: `the run starts near a singular pose of ${tasks}, where an acceleration of ${through} leaks into what ${element.name} is not to disturb`,
        expected: `a least singular value of at least ${dampedBelow}`,
        got: formatNumber(least, 3),
        hint: `start at another pose; in a run it is the channel ${element.name}.leak`,
      },
    ];
  });
}

function halfTurns(design: Design, law: Law<number>): Problem[] {
  return law.acting.flatMap((acting): Problem[] => {
    const { element } = acting;
    if (element.family !== 'spring') return [];
    if (!halfTurned(design, law, acting, coordinateOn(design, element))) return [];
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

/** Whether a coordinate, or one that it is composed of, measures a turn that is nearly half a one. */
function halfTurned(
  design: Design,
  law: Law<number>,
  acting: Acting<number>,
  { name, kind, of = [] }: CoordinateDesign,
): boolean {
  const vector = VECTOR_PARTS.includes(kind);
  if (vector || ANGLES.includes(kind)) {
    const { value } = (law.coordinates.get(name) ?? acting.coordinate).reading;
    const size = Math.sqrt(inner(numbers, value, value));
    // 1 − cos(NEAR/2) of the vector part.
    return vector ? size >= 1 - (NEAR * NEAR) / 8 : size >= HALF_TURN - NEAR;
  }
  return of.some((child) => {
    const found = design.coordinates?.find((coordinate) => coordinate.name === child);
    return found !== undefined && halfTurned(design, law, acting, found);
  });
}
