/**
 * An arm of two links whose tip falls on a table and slides, by explicit steps of microseconds: a reference for the plant that
 * imports nothing of it. Lengths l, masses m, centres c from the joints, inertias I about the centres; angles count about +y, so that
 * a positive one turns the link from +x down.
 *
 *     f_n = max(0, k x + d ẋ),   f_t = −μ f_n u/√(u² + ε²)
 */
export interface TwoLink {
  readonly length: readonly [number, number];
  readonly mass: readonly [number, number];
  readonly centre: readonly [number, number];
  readonly inertia: readonly [number, number];
  readonly gravity: number;
  readonly stiffness: number;
  readonly damping: number;
  readonly friction: number;
  /** Height of the table against the first joint. */
  readonly table: number;
}

export interface TwoLinkRun {
  /** Largest mean force into the table, and largest along it, over whole milliseconds. */
  readonly peak: number;
  readonly along: number;
  readonly q: readonly [number, number];
  readonly v: readonly [number, number];
  /** What friction took, J. */
  readonly rubbed: number;
}

/** Speed at which friction is 70 % there, m/s. */
const SOFT = 2e-5;

export function simulate(
  arm: TwoLink,
  q0: readonly [number, number],
  v0: readonly [number, number],
  duration: number,
  step: number,
): TwoLinkRun {
  const [l1, l2] = arm.length;
  const [m1, m2] = arm.mass;
  const [c1, c2] = arm.centre;
  const [i1, i2] = arm.inertia;
  let [q1, q2] = q0;
  let [v1, v2] = v0;
  let [peak, along, rubbed] = [0, 0, 0];
  const inMillisecond = Math.round(1e-3 / step);
  const steps = Math.round(duration / step);
  let [sumNormal, sumAlong] = [0, 0];
  for (let n = 0; n < steps; n++) {
    const [s1, k1] = [Math.sin(q1), Math.cos(q1)];
    const [s12, k12] = [Math.sin(q1 + q2), Math.cos(q1 + q2)];
    const [x1, x2] = [-l1 * s1 - l2 * s12, -l2 * s12];
    const [z1, z2] = [-l1 * k1 - l2 * k12, -l2 * k12];
    const depth = arm.table + l1 * s1 + l2 * s12;
    const rate = -(z1 * v1 + z2 * v2);
    const u = x1 * v1 + x2 * v2;
    const normal = depth > 0 ? Math.max(0, arm.stiffness * depth + arm.damping * rate) : 0;
    const slide = (-arm.friction * normal * u) / Math.sqrt(u * u + SOFT * SOFT);
    const a = i1 + i2 + m1 * c1 * c1 + m2 * (l1 * l1 + c2 * c2 + 2 * l1 * c2 * Math.cos(q2));
    const b = i2 + m2 * (c2 * c2 + l1 * c2 * Math.cos(q2));
    const c = i2 + m2 * c2 * c2;
    const turn = -m2 * l1 * c2 * Math.sin(q2);
    const g = arm.gravity;
    const f1 =
      x1 * slide +
      z1 * normal -
      turn * (2 * v1 * v2 + v2 * v2) +
      (m1 * c1 + m2 * l1) * g * k1 +
      m2 * c2 * g * k12;
    const f2 = x2 * slide + z2 * normal + turn * v1 * v1 + m2 * c2 * g * k12;
    const det = a * c - b * b;
    v1 += (step * (c * f1 - b * f2)) / det;
    v2 += (step * (a * f2 - b * f1)) / det;
    q1 += step * v1;
    q2 += step * v2;
    rubbed -= step * slide * u;
    sumNormal += normal;
    sumAlong += slide;
    if ((n + 1) % inMillisecond === 0) {
      peak = Math.max(peak, sumNormal / inMillisecond);
      along = Math.max(along, Math.abs(sumAlong) / inMillisecond);
      sumNormal = 0;
      sumAlong = 0;
    }
  }
  return { peak, along, q: [q1, q2], v: [v1, v2], rubbed };
}
