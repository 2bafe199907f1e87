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
   * The least damping ratio −ln|z|/|ln z| of the poles that are within the band of the unit circle or beyond it, below 0 of
   * one that grows; Infinity where none is. A pole that is near the circle because it is slow has a large one.
   */
  readonly ratio: number;
  /** |arg z| of the pole that has the least ratio, rad per period. */
  readonly turn: number;
}

/**
 * No verdict is given on a pole that is within so much of the unit circle and whose damping ratio is at most so large, either
 * way. The first is a statement on the tick: an error of a part of a period moves a pole by about as much. The second is one on
 * the motion, whatever the tick: numbers that are off by a share move the damping ratio by about that share, and a loop that
 * takes a hundred ticks for what another does in one is no nearer to its limit for that.
 */
export const marginalBand = 0.002;
export const marginalRatio = 0.02;

/** What a pole keeps by rounding alone, as a change per period. */
const still = 1e-7;

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
    const own = Math.abs(decay) < still ? 0 : decay / size;
    if (own < ratio) [ratio, turn] = [own, angle];
  }
  return { radius: Math.sqrt(square), ratio, turn };
}

/** On a wall: of the loop pressed onto it for good. */
export function onWall(loop: ContactLoop, wall: Wall, tell = follower()): Radius {
  return tell(delayLoopOf(loop, wall));
}

/** Poles at 1 of the free loop that only keep something: a place that nothing pulls back, an integral that no force empties. */
function keptBy(loop: ContactLoop): number {
  if (loop.law === 'impedance') return loop.stiffness > 0 || (loop.integral ?? 0) > 0 ? 0 : 1;
  const place = loop.law !== 'force' && loop.stiffness > 0 ? 0 : 1;
  return loop.law !== 'admittance' && loop.integral > 0 ? place + 1 : place;
}

/**
 * In free space. Where nothing says where the tool should be (no stiffness), the pole at 1 that keeps its place is
 * left out: it moves nothing. Force control that integrates keeps its integral as well: a speed or force that nothing stops.
 */
export function inFreeSpace(loop: ContactLoop): Radius {
  const poles = polesOf(delayLoopOf(loop));
  const kept = keptBy(loop);
  if (kept === 0) return radiusOf(poles);
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
