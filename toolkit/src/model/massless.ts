import { factorDefinite, type MassMoments, numbers as N } from '../math/index.js';
import { articulate } from './articulated.js';
import { compositeMoments } from './composite-moments.js';
import { integrate } from './integrate.js';
import { freedoms, type JointPose, jointPoses } from './joint.js';
import { massMatrix } from './mass-matrix.js';
import type { Model } from './model.js';

/** A pivot of M below this part of the inertia carried by its joint is rounding, not inertia. */
const ROUNDING = 1e-13;

/**
 * Bodies whose joint feels no inertia in a configuration without any special alignment, so that the mass
 * matrix is singular: nothing with mass beyond the joint, mass only on its axis, or a second joint that moves
 * the same mass the same way. Judged by the pivots of M in two such configurations.
 */
export function masslessBodies(model: Model): number[] {
  if (model.nv === 0) return [];
  const bare = masslessFreedoms(model, 0.7);
  if (bare.size === 0) return [];
  const again = masslessFreedoms(model, 1.9);
  return model.bodies.flatMap((body, i) => {
    const all = Array.from({ length: body.nv }, (_, k) => body.v + k);
    return all.some((v) => bare.has(v) && again.has(v)) ? [i] : [];
  });
}

function masslessFreedoms(model: Model, spread: number): Set<number> {
  // An irrational step gives every joint another angle.
  const away = Array.from({ length: model.nv }, (_, k) => spread * (0.5 + ((k * 0.6180339887) % 1)));
  const q = integrate(N, model, model.neutral, away, 1);
  const poses = jointPoses(N, model, q);
  const scales = carried(model, poses, compositeMoments(N, model, poses));
  const none = new Set<number>();
  scales.forEach((scale, v) => {
    if (scale === 0) none.add(v);
  });
  // A freedom that is known to be massless is given an inertia, so that those before it can be judged.
  for (let known = -1; known < none.size && known < MOST; ) {
    known = none.size;
    const diagonal = Array.from({ length: model.nv }, (_, v) => (none.has(v) ? 1 : 0));
    pivots(model, q, diagonal).forEach((pivot, v) => {
      if (!none.has(v) && pivot <= ROUNDING * scales[v]) none.add(v);
    });
  }
  return none;
}

/** Rounds of a search that finds nearly everything in the first. */
const MOST = 64;

function pivots(model: Model, q: readonly number[], diagonal: readonly number[]): readonly number[] {
  if (model.bodies.every((body) => body.mimic === undefined))
    return articulate(N, model, q, {}, diagonal).pivots;
  const matrix = massMatrix(N, model, q);
  for (let v = 0; v < model.nv; v++) matrix[v * model.nv + v] += diagonal[v];
  return factorDefinite(N, matrix, model.nv).pivots;
}

/** What each freedom carries, however well it feels it: mass for slides, 2·tr(Σ) for turns, and the rotor. */
function carried(
  model: Model,
  poses: readonly JointPose<number>[],
  composite: readonly MassMoments<number>[],
): number[] {
  const scales: number[] = new Array(model.nv).fill(0);
  model.bodies.forEach((body, i) => {
    const { mass, second } = composite[i];
    const turned = 2 * (second[0] + second[1] + second[2]);
    for (const { linear, angular, v, factor } of freedoms(N, model, body, poses[i])) {
      const slides = linear.some((x) => x !== 0) ? mass : 0;
      const turns = angular.some((x) => x !== 0) ? turned : 0;
      scales[v] += factor * factor * (slides + turns + body.rotorInertia);
    }
  });
  return scales;
}
