/**
 * Springs whose energy jumps at a half turn. The value of an attitude coordinate, θ n or sin(θ/2) n, changes its sign there; an
 * energy that is the same for both, as of every law that looks at no side, goes on without a jump. Where it is not,
 * a turn in one direction takes what the jump gives, round after round.
 */
import type { CoordinateDesign, Design, ElementDesign } from './design.js';

/**
 * What becomes of a value at a half turn of what it is made of: it goes on (`none`), all of it changes its sign (`all`), some of
 * its entries do (`part`), or it jumps to another size (`size`).
 */
type Jump = 'none' | 'all' | 'part' | 'size';

/** Kinds whose value changes its sign at a half turn. */
const turning: readonly string[] = ['attitude', 'quaternion'];
/** Kinds that change their sign with what they are made of. */
const proportional: readonly string[] = ['projection', 'in-frame'];
/** Springs whose energy is not the same for −z. */
const sided: readonly string[] = ['one-sided', 'piecewise', 'contact'];

function jumpOf(coordinates: readonly CoordinateDesign[], name: string | undefined): Jump {
  const coordinate = coordinates.find((other) => other.name === name);
  if (coordinate === undefined) return 'none';
  const { kind, of = [] } = coordinate;
  if (turning.includes(kind)) return 'all';
  const jumps = of.map((child) => jumpOf(coordinates, child));
  if (jumps.every((jump) => jump === 'none')) return 'none';
  if (jumps.includes('size')) return 'size';
  if (kind === 'norm') return 'none';
  if (kind === 'slice') return jumps[0];
  if (kind === 'stack') return jumps.length === 1 ? jumps[0] : 'part';
  return proportional.includes(kind) && jumps[0] === 'all' ? 'all' : 'size';
}

function jumps(design: Design, { kind, of, parameters }: ElementDesign): boolean {
  const jump = jumpOf(design.coordinates ?? [], of);
  if (jump === 'none') return false;
  if (jump === 'size' || sided.includes(kind)) return true;
  const { lower = [], upper = [], stiffness = [] } = parameters;
  if (kind === 'dead-zone') {
    const size = lower.length > upper.length ? lower.length : upper.length;
    const entry = (list: readonly number[], i: number) => list[list.length === 1 ? 0 : i];
    return Array.from({ length: size }, (_, i) => entry(lower, i) + entry(upper, i)).some((x) => x !== 0);
  }
  // A matrix joins entries that change their sign with others that do not.
  return jump === 'part' && !isDiagonal(stiffness);
}

/** One number, or a matrix of nothing beside its diagonal; as many numbers as entries are no square matrix of 4 or more. */
function isDiagonal(gain: readonly number[]): boolean {
  const size = Math.floor(Math.sqrt(gain.length) + 0.5);
  if (gain.length < 4 || size * size !== gain.length) return true;
  return gain.every((x, at) => at % (size + 1) === 0 || x === 0);
}

/** The springs of a design whose energy jumps where an attitude comes to half a turn. */
export function jumpingSprings(design: Design): ElementDesign[] {
  return design.elements.filter((element) => element.family === 'spring' && jumps(design, element));
}
