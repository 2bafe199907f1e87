/**
 * The stiction band: where Coulomb friction can hold an arm that springs pull to an equilibrium.
 *
 * A joint at rest stays where friction can give what the rest of its torque asks for: the poses at rest are those with
 * |∂V/∂q|ᵢ ≤ τ_c,i. About an equilibrium, ∂V/∂q = H δ with the Hessian H of the whole potential (of forces
 * that are projected, −∂force/∂q), and a spring whose
 * reading changes by e = J δ may stay short by the greatest |e| over the polytope {δ : |H δ|ᵢ ≤ τ_c,i}. Of one linear
 * spring K alone that is {e : |(Jᵀ K e)ᵢ| ≤ τ_c,i}.
 *
 * The exact law may bend away from this: from the corner of the polytope and its mirror the search goes on with the true forces,
 * outwards along the band's edge, linearised again at each pose, and every pose that is kept is one at rest.
 */

import { dot } from './descent.js';
import type { ForceField } from './force-field.js';
import { type Farthest, farthest, farthestAlong, rowsOf } from './polytope.js';
import { restBelow } from './relax.js';

export interface Band {
  /** The spring. */
  readonly element: string;
  /** Unit of its reading: m, rad. */
  readonly unit: string;
  /** Its reading at the equilibrium; what follows is counted from there. */
  readonly offset: readonly number[];
  /**
   * Linear: farthest along the way that it comes from the start, and in the worst direction; infinite where nothing that the spring
   * reads is pulled on. By `ascent` it is the best of several climbs, at least this.
   */
  readonly along: number | undefined;
  readonly worst: number;
  readonly method: Farthest['method'];
  /** By the exact law, from the worst corner and its mirror outwards; at least this. */
  readonly exact: number;
  /** True: it goes as far as the arm does: nowhere does the spring pull harder than friction holds. */
  readonly open: boolean;
  /** Joints at the end of their friction at the farthest pose. */
  readonly joints: readonly string[];
  /** A pose at rest that is that far short. */
  readonly q: readonly number[];
}

/** The springs that hold their reading at q: they pull it to 0, and harder the farther it is. */
export function pullingSprings(field: ForceField, q: readonly number[]): string[] {
  const h = 1e-4;
  return field.springs.filter((name) => {
    const element = field.design.elements.find((e) => e.name === name);
    if (element?.parameters.stiffness === undefined) return false;
    const { value, tension } = field.element(name, q);
    if (dot(value, tension) < -1e-12) return false;
    const stiff = field.model.velocityNames.map((_, j) => {
      const step = field.model.velocityNames.map((_, i) => (i === j ? h : 0));
      const then = field.element(name, field.move(q, step));
      return then.value.reduce((sum, x, i) => sum + (x - value[i]) * (then.tension[i] - tension[i]), 0);
    });
    return stiff.some((work) => work > 1e-15);
  });
}

/** Largest |∂V/∂q|ᵢ over τ_c,i; up to 1 the arm stays. A joint without friction has to have none. */
export function frictionUse(force: readonly number[], coulomb: readonly number[], slack: number): number {
  return force.reduce((most, f, i) => Math.max(most, Math.abs(f) / (coulomb[i] + slack)), 0);
}

/** Where a spring may stay short of the equilibrium q, which it is taken to be. `start` gives the way. */
export function stictionBand(
  field: ForceField,
  element: string,
  q: readonly number[],
  coulomb: readonly number[],
  start?: readonly number[],
): Band {
  const n = field.size;
  const J = field.readingJacobian(element, q);
  const offset = field.reading(element, q);
  const polytope = { rows: rowsOf(field.slope(q), n), widths: coulomb };
  const linear = farthest(polytope, J);
  const along =
    start === undefined ? undefined : alongTheWay(polytope, J, field.reading(element, start), offset);
  // The polytope is its own mirror, the exact law is not.
  const [here, there] = [1, -1].map((side) =>
    exactBand(
      field,
      element,
      q,
      coulomb,
      linear.y.map((x) => side * x),
    ),
  );
  const bent = there.distance > here.distance ? there : here;
  const used = field.force(bent.q);
  const joints = field.model.velocityNames.filter(
    (_, i) => coulomb[i] > 0 && Math.abs(used[i]) >= 0.999 * coulomb[i],
  );
  return {
    element,
    unit: field.unitOf(element),
    offset,
    along,
    worst: linear.distance,
    method: linear.method,
    exact: bent.distance,
    open: bent.open,
    joints,
    q: bent.q,
  };
}

/** By the Hessian at an equilibrium alone. */
export function linearBand(
  field: ForceField,
  element: string,
  q: readonly number[],
  coulomb: readonly number[],
): Farthest {
  const rows = rowsOf(field.slope(q), field.size);
  return farthest({ rows, widths: coulomb }, field.readingJacobian(element, q));
}

/** Farthest on the line from the equilibrium towards the reading at the start; undefined where there is no such line. */
function alongTheWay(
  polytope: { readonly rows: readonly (readonly number[])[]; readonly widths: readonly number[] },
  J: readonly (readonly number[])[],
  from: readonly number[],
  to: readonly number[],
): number | undefined {
  const way = from.map((x, i) => x - to[i]);
  const length = Math.sqrt(dot(way, way));
  if (!(length > 1e-9)) return undefined;
  const d = way.map((x) => x / length);
  const seen = Math.sqrt(J.reduce((most, row) => Math.max(most, dot(row, row)), 0));
  // J y has no part across d; along an axis one of the rows is rounding.
  const across = J.map((_, r) =>
    J[0].map((_, k) => J[r][k] - d[r] * J.reduce((s, row, m) => s + d[m] * row[k], 0)),
  ).filter((row) => Math.sqrt(dot(row, row)) > 1e-7 * seen);
  const rows = [...polytope.rows, ...across];
  const widths = [...polytope.widths, ...across.map(() => 0)];
  const cost = J[0].map((_, k) => J.reduce((sum, row, r) => sum + d[r] * row[k], 0));
  return dot(cost, farthestAlong({ rows, widths }, cost, 1e3));
}

interface Exact {
  readonly q: readonly number[];
  readonly distance: number;
  readonly open: boolean;
}

/** Force that counts as none where a joint has no friction, as a part of the largest friction. */
const slackPart = 1e-6;

function exactBand(
  field: ForceField,
  element: string,
  centre: readonly number[],
  coulomb: readonly number[],
  corner: readonly number[],
): Exact {
  const n = field.size;
  const slack = slackPart * coulomb.reduce((top, c) => Math.max(top, c), 0);
  const rests = (q: readonly number[]) => frictionUse(field.force(q), coulomb, slack) <= 1 + 1e-9;
  const target = field.reading(element, centre);
  const awayFrom = (q: readonly number[]) => field.reading(element, q).map((x, i) => x - target[i]);
  const long = (e: readonly number[]) => Math.sqrt(dot(e, e));
  /** The farthest pose at rest between the equilibrium and q. */
  const held = (q: readonly number[]): readonly number[] => {
    if (rests(q)) return q;
    const way = field.between(centre, q);
    let [inside, outside] = [0, 1];
    for (let k = 0; k < 40; k++) {
      const s = 0.5 * (inside + outside);
      if (
        rests(
          field.move(
            centre,
            way.map((x) => s * x),
          ),
        )
      )
        inside = s;
      else outside = s;
    }
    return field.move(
      centre,
      way.map((x) => inside * x),
    );
  };
  let q = held(field.move(centre, capped(corner, 1)));
  let distance = long(awayFrom(q));
  let radius = 0.1;
  const box = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));
  for (let step = 0; step < 80 && radius > 1e-5; step++) {
    const away = awayFrom(q);
    const J = field.readingJacobian(element, q);
    const length = long(away);
    const n0 = length > 1e-12 ? away.map((x) => x / length) : away.map((_, i) => (i === 0 ? 1 : 0));
    const cost = J[0].map((_, k) => J.reduce((sum, row, r) => sum + n0[r] * row[k], 0));
    const force = field.force(q);
    const H = rowsOf(field.slope(q), n);
    const widths = [...coulomb.map((c, i) => Math.max(c, Math.abs(force[i]))), ...box.map(() => radius)];
    const y = farthestAlong({ rows: [...H, ...box], widths, centres: [...force, ...box.map(() => 0)] }, cost);
    const next = held(field.move(q, y));
    const then = long(awayFrom(next));
    if (then > distance * (1 + 1e-7)) {
      radius = then > distance * 1.001 ? Math.min(0.4, 1.5 * radius) : 0.5 * radius;
      q = next;
      distance = then;
    } else radius /= 3;
  }
  return { q, distance, open: frictionUse(field.force(q), coulomb, slack) < 0.99 };
}

function capped(y: readonly number[], most: number): number[] {
  const top = y.reduce((t, x) => Math.max(t, Math.abs(x)), 0);
  return top > most ? y.map((x) => (x * most) / top) : [...y];
}

export interface Remedy {
  /** Factor on every entry of the stiffness, and what it makes of it. */
  readonly factor: number;
  readonly stiffness: readonly number[];
  /** The band with it, by the exact law at its own equilibrium. */
  readonly band: number;
}

/** Tries of a stiffness by the linear band, and how many of them are held against the exact one. */
const tries = { linear: 40, exact: 8 };

/**
 * The least stiffness of a spring that brings its band within a distance, all else as it is. The band shrinks about as
 * the stiffness grows, so each try corrects the last by what it missed: first of the linear band, then of the exact one,
 * and what is given has been tried. Undefined where none up to a million times does, as where the spring saturates.
 */
export function leastStiffness(
  field: ForceField,
  element: string,
  q: readonly number[],
  coulomb: readonly number[],
  within: number,
): Remedy | undefined {
  const given = field.design.elements.find(({ name }) => name === element)?.parameters.stiffness;
  if (given === undefined) return undefined;
  const scaled = (factor: number) => given.map((k) => factor * k);
  const bandAt = (factor: number, exact: boolean): number => {
    field.set(element, 'stiffness', scaled(factor));
    const settled = restBelow(field, q);
    if (settled === undefined) return Number.NaN;
    if (!exact) return linearBand(field, element, settled.q, coulomb).distance;
    const band = stictionBand(field, element, settled.q, coulomb);
    return band.open ? Number.POSITIVE_INFINITY : Math.max(band.exact, band.worst);
  };
  let best: Remedy | undefined;
  let factor = 1;
  try {
    const now = bandAt(1, true);
    if (now <= within) best = { factor, stiffness: given, band: now };
    for (const exact of [false, true]) {
      for (let n = 0; n < (exact ? tries.exact : tries.linear); n++) {
        const band = bandAt(factor, exact);
        if (Number.isNaN(band)) return best;
        if (exact && band <= within && !(best !== undefined && best.factor <= factor))
          best = { factor, stiffness: scaled(factor), band };
        if (band <= within && band >= 0.99 * within) break;
        const ratio = band / (0.995 * within);
        const next = factor * (Number.isFinite(ratio) ? Math.min(100, Math.max(0.01, ratio)) : 3);
        if (!(next < 1e6 && next > 1e-6)) break;
        factor = next;
      }
    }
    return best;
  } finally {
    field.set(element, 'stiffness', given);
  }
}

/** Torques at a pose against friction: the joints that will not start by themselves. */
export function stuckAt(
  field: ForceField,
  q: readonly number[],
  coulomb: readonly number[],
): readonly boolean[] {
  return field.force(q).map((f, i) => Math.abs(f) <= coulomb[i]);
}
