/**
 * How large a body is by its mass and inertia alone, and how large its link can be by what else the file says.
 *
 * Of all bodies of mass m whose density is nowhere above ρ, the solid ball has the least moments of inertia, and the sum of its
 * three is 6/5 m R² (with 4/3 π R³ ρ = m). So the ball of the same mass and sum says: a body denser than its density
 * somewhere must exist, and where that is more than any material has, no such body exists. From above, a body within
 * a distance D of its centre of mass has no moment above m D².
 */
import {
  addMoments,
  type MassMoments,
  massMoments,
  moveMoments,
  numbers,
  rotationalInertia,
  type Sym3,
  turnSym,
  type Vec3,
} from '../../math/index.js';
import { ballOf } from '../geometry.js';
import { enclosing } from '../inertial.js';
import { principal } from '../principal.js';
import type { Geometry } from '../robot.js';
import { type InertialData, type LinkData, length, pi, type RobotData, rough } from './data.js';

/** A ball of radius 1, m³. */
export const unitBall = (4 / 3) * pi;

/** Osmium, the densest of all materials, kg/m³. */
export const densest = 22590;
/** Air, kg/m³. */
export const air = 1.2;

export interface BallSize {
  /** Radius of the even ball of this mass and sum of moments, m. */
  readonly radius: number;
  /** Its density, kg/m³. */
  readonly density: number;
}

/** Undefined where mass or moments are not positive. */
export function evenBall(mass: number, six: Sym3<number>): BallSize | undefined {
  const sum = six[0] + six[1] + six[2];
  if (!(mass > 0) || !(sum > 0)) return undefined;
  const radius = Math.sqrt((5 * sum) / (6 * mass));
  const density = mass / (unitBall * radius ** 3);
  return density > 0 && density < Infinity ? { radius, density } : undefined;
}

/** Most that I/m of a body inside the link's shapes can be, m²; undefined where they do not say how large it is. */
export function mostWithin({ shapes }: LinkData): number | undefined {
  const balls = [...shapes.visuals, ...shapes.collisions].map(ballOf);
  const known = balls.filter((ball) => ball !== undefined);
  return known.length === 0 || known.length < balls.length ? undefined : enclosing(known) ** 2;
}

/** A length of the link that its inertia has nothing to do with, m: to the joints that it carries, or its shapes. */
export function spanOf(link: LinkData): number {
  const bound = mostWithin(link);
  const offsets = link.children.map(length);
  return Math.max(0, ...offsets, bound === undefined ? 0 : Math.sqrt(bound));
}

export type Impossible =
  | { readonly kind: 'dense' | 'light'; readonly ball: BallSize }
  | { readonly kind: 'large'; readonly ball: BallSize; readonly size: number }
  | { readonly kind: 'outside'; readonly ball: BallSize; readonly bound: number; readonly most: number };

/** Rods are longer than what carries them; below this ratio of the least to the largest moment a link is one. */
const rod = 0.02;

/**
 * Why mass and inertia cannot be the link's, or undefined. "Light" is no law of physics: the even ball would be lighter than
 * air, and at the same time larger than all that is known of the link.
 */
export function impossible(
  link: LinkData,
  robot: RobotData,
  mass: number,
  six: Sym3<number>,
): Impossible | undefined {
  const ball = evenBall(mass, six);
  if (ball === undefined) return undefined;
  if (ball.density > densest) return { kind: 'dense', ball };
  const bound = mostWithin(link);
  const { values } = principal(six);
  if (bound !== undefined && values[2] > mass * bound * (1 + 1e-6)) {
    return { kind: 'outside', ball, bound, most: values[2] / mass };
  }
  if (ball.density >= air || bound !== undefined) return undefined;
  const span = spanOf(link);
  const small =
    span > 0 ? ball.radius > span : ball.radius > 0.3 * robot.reach && values[0] > rod * values[2];
  return small && robot.reach > 0 ? { kind: 'light', ball } : undefined;
}

/** Why, in numbers. */
export function inWords(found: Impossible, mass: number): string {
  const { ball } = found;
  const asBall = `as an even ball ${rough(mass)} kg would have a radius of ${rough(ball.radius)} m and ${rough(ball.density)} kg/m³`;
  switch (found.kind) {
    case 'dense':
      return `${asBall}; no material is denser than ${densest}, and no body of it has less inertia than the ball`;
    case 'light':
      return `${asBall}, less than air`;
    case 'large':
      return `${asBall}, and all that is known of the link is ${rough(found.size)} m long`;
    case 'outside':
      return `the largest moment is ${rough(found.most)} m² for each kilogram; no body inside the link's shapes has more than ${rough(found.bound)}`;
  }
}

/**
 * Mass and inertia about the centre of mass, in link axes, of the link's shapes where they are solid and of even
 * density, for 1 kg in all; undefined where a mesh leaves its size open. Collisions count, else visuals.
 */
export function solidOf({
  shapes,
}: LinkData): { readonly centre: Vec3<number>; readonly six: Sym3<number> } | undefined {
  const counted = shapes.collisions.length > 0 ? shapes.collisions : shapes.visuals;
  const parts = counted.map(partOf);
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 || known.length < parts.length) return undefined;
  const [first, ...others] = known;
  const all = others.reduce((sum, part) => addMoments(numbers, sum, part), first);
  const [x, y, z] = all.first.map((moment) => moment / all.mass);
  const own = rotationalInertia(numbers, moveMoments(numbers, all, [-x, -y, -z]).second);
  return { centre: [x, y, z], six: own.map((moment) => moment / all.mass) as unknown as Sym3<number> };
}

/** Moments about the link's origin at 1 kg/m³. */
function partOf({ pose, shape }: Geometry): MassMoments<number> | undefined {
  const of = (mass: number, own: Vec3<number>): MassMoments<number> =>
    massMoments(numbers, mass, pose.position, turnSym(numbers, pose.rotation, [...own, 0, 0, 0]));
  switch (shape.kind) {
    case 'box': {
      const [x, y, z] = shape.size;
      const mass = x * y * z;
      const c = mass / 12;
      return of(mass, [c * (y * y + z * z), c * (x * x + z * z), c * (x * x + y * y)]);
    }
    case 'sphere': {
      const mass = unitBall * shape.radius ** 3;
      const i = 0.4 * mass * shape.radius ** 2;
      return of(mass, [i, i, i]);
    }
    case 'cylinder': {
      const { radius: r, length: l } = shape;
      const mass = pi * r * r * l;
      const across = (mass * (3 * r * r + l * l)) / 12;
      return of(mass, [across, across, (mass * r * r) / 2]);
    }
    case 'capsule': {
      const { radius: r, length: l } = shape;
      const tube = pi * r * r * l;
      const ball = unitBall * r ** 3;
      // Two half balls, each 3/8 r beyond the tube's end: l²/4 + 3/8 l r is theirs in all (Steiner twice).
      const across = (tube * (3 * r * r + l * l)) / 12 + ball * (0.4 * r * r + (l * l) / 4 + (3 / 8) * l * r);
      return of(tube + ball, [across, across, (tube * r * r) / 2 + 0.4 * ball * r * r]);
    }
    case 'mesh':
      return undefined;
  }
}

/** The inertial's tensor about its centre of mass, in link axes. */
export function inLinkAxes({ rotation, six }: Pick<InertialData, 'rotation' | 'six'>): Sym3<number> {
  return turnSym(numbers, rotation, six);
}
