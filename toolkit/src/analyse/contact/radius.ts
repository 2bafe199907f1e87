/** Poles and spectral radius of a loop from period to period: below 1 it comes to rest, as long as it stays in contact. */
import { numbers } from '../../math/index.js';
import { closedMatrix, type DelayLoop, delayLoopOf, sizeOf } from './delay-loop.js';
import { delayPoles } from './delay-roots.js';
import { type Eigenvalues, eigenvalues } from './eigenvalues.js';
import type { ContactLoop, Wall } from './loop.js';

/** States, its queue among them, up to which the matrix is as quick as its structure. */
const short = 24;

/** What the poles say together. */
export interface Radius {
  /** ρ, the largest modulus. NaN where the loop has a number that is none. */
  readonly radius: number;
  /**
   * The least damping ratio −ln|z|/|ln z| of the poles that are within `band` of the unit circle or beyond it;
   * Infinity where none is. A pole that is near the circle because it is slow has a high one.
   */
  readonly ratio: number;
  /** |arg z| of the pole that has the least ratio, rad per period. */
  readonly turn: number;
}

/** Distance from the unit circle within which a pole's damping ratio is looked at, and no verdict given without it. */
export const marginalBand = 0.002;

/** The poles of a loop, sooner where those of a like one are at hand. NaN where it has a number that is none. */
export function polesOf(loop: DelayLoop, near?: Eigenvalues): Eigenvalues {
  const size = sizeOf(loop);
  if (size > short) {
    const known = (near && delayPoles(loop, near)) ?? delayPoles(loop);
    if (known !== undefined) return known;
  }
  return eigenvalues(closedMatrix(loop), size);
}

/** What poles say, of one loop after another that is much like it. */
export function follower(): (loop: DelayLoop) => Radius {
  let near: Eigenvalues | undefined;
  return (loop) => {
    const poles = polesOf(loop, near);
    if (!poles.re.some(Number.isNaN)) near = poles;
    return radiusOf(poles);
  };
}

export function loopRadius(loop: DelayLoop): number {
  return radiusOf(polesOf(loop)).radius;
}

export function radiusOf({ re, im }: Eigenvalues, without: readonly number[] = []): Radius {
  let [square, ratio, turn] = [0, Number.POSITIVE_INFINITY, 0];
  const least = (1 - marginalBand) ** 2;
  for (let i = 0; i < re.length; i++) {
    if (without.includes(i)) continue;
    const r = re[i] * re[i] + im[i] * im[i];
    if (Number.isNaN(r)) return { radius: Number.NaN, ratio: Number.NaN, turn: Number.NaN };
    if (r > square) square = r;
    if (r < least) continue;
    const decay = -0.5 * numbers.log(r);
    const angle = Math.abs(numbers.atan2(im[i], re[i]));
    const size = Math.sqrt(decay * decay + angle * angle);
    const own = size === 0 ? 0 : decay / size;
    if (own < ratio) [ratio, turn] = [own, angle];
  }
  return { radius: Math.sqrt(square), ratio, turn };
}

/** On a wall: of the loop pressed onto it for good. */
export function onWall(loop: ContactLoop, wall: Wall, tell = follower()): Radius {
  return tell(delayLoopOf(loop, wall));
}

/**
 * In free space. Where nothing says where the tool should be (no stiffness), the pole at 1 that keeps its place is
 * left out: it moves nothing. A force loop that integrates keeps two: its place, and a speed that no force stops.
 */
export function inFreeSpace(loop: ContactLoop): Radius {
  const poles = polesOf(delayLoopOf(loop));
  if (loop.law !== 'force' && loop.stiffness > 0) return radiusOf(poles);
  const kept = loop.law === 'force' && loop.integral > 0 ? 2 : 1;
  const near = Array.from(poles.re, (x, i) => ({ i, from: (x - 1) ** 2 + poles.im[i] ** 2 }))
    .sort((a, b) => a.from - b.from)
    .slice(0, kept);
  return radiusOf(
    poles,
    near.map(({ i }) => i),
  );
}

export function contactRadius(loop: ContactLoop, wall: Wall): number {
  return onWall(loop, wall).radius;
}

export function freeRadius(loop: ContactLoop): number {
  return inFreeSpace(loop).radius;
}
