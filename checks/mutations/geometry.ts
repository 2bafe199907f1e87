/** Mutations of the geometry room. */
import { breakerOf, type Mutation } from '../mutation.js';

const geometry = breakerOf('toolkit/src/geometry');

export const geometryMutations: readonly Mutation[] = [
  geometry(
    'to-plane',
    'sign(A, A.neg(dot3(A, segment.axis, axisOf(plane, 2))))',
    'sign(A, dot3(A, segment.axis, axisOf(plane, 2)))',
    'the upper end of a segment over a plane',
    'separation',
  ),
  geometry(
    'to-segment',
    'A.sub(A.mul(cosine, theirs), ours)',
    'A.add(A.mul(cosine, theirs), ours)',
    'the crossing of two axes on the wrong side',
    'separation',
  ),
  geometry(
    'to-segment',
    'const s = held(A, A.sub(A.mul(cosine, t), ours), from);',
    'const s = first;',
    'a segment that is not followed up where the other ends',
    'separation',
  ),
  geometry(
    'to-segment',
    'return clamp(A, along, A.neg(half), half);',
    'return clamp(A, along, A.constant(0), half);',
    'a segment of one half only',
    'separation',
  ),
  geometry(
    'to-segment',
    'const parallel = 1e-14;',
    'const parallel = 1e-4;',
    'axes that cross at half a degree taken for parallel',
    'separation',
  ),
  geometry(
    'to-box',
    'distance: A.select(inside, deepest, norm),',
    'distance: norm,',
    'no depth inside a box',
    'separation',
  ),
  geometry(
    'to-box',
    'const y = A.and(A.not(x), A.lessEqual(over[2], over[1]));',
    'const y = A.and(A.not(x), A.lessEqual(over[1], over[2]));',
    'the farther of two faces of a box',
    'separation',
  ),
  geometry(
    'to-box',
    'A.select(A.less(x, zero), A.constant(-1), one)',
    'one',
    'the normal of a box on its far side turned inwards',
    'separation',
  ),
  geometry(
    'to-cylinder',
    'const wall = A.lessEqual(overLid, overWall);',
    'const wall = A.lessEqual(overWall, overLid);',
    'the lid of a cylinder where its wall is nearer',
    'separation',
  ),
  geometry(
    'to-cylinder',
    'A.select(A.less(z, zero), A.neg(upward), upward)',
    'upward',
    'the normal of a lower lid upwards',
    'separation',
  ),
  geometry('deepest', 'const halvings = 16;', 'const halvings = 8;', 'half the halvings', 'separation'),
  geometry(
    'deepest',
    'const only = A.select(A.lessEqual(zero, before), low, high);',
    'const only = high;',
    'a segment that is always met at its far end',
    'separation',
  ),
  geometry(
    'separation',
    'onFrom: sub3(A, at, scale3(A, radius, normal)),',
    'onFrom: at,',
    'the closest point of a capsule on its axis',
    'separation',
  ),
  geometry(
    'separation',
    'half: A.mul(A.constant(0.5), capsule.size[1]),',
    'half: capsule.size[1],',
    'a capsule of twice its length',
    'separation',
  ),
  geometry(
    'unit',
    'norm: A.select(tiny, A.constant(0), root)',
    'norm: root',
    'nothing is of length 1',
    'unit',
  ),
  geometry(
    'surface',
    'if (2 * i >= rings) points.push(...circle(ring, height - half));',
    'if (2 * i >= rings) points.push(...circle(ring, height + half));',
    'the lower half of a capsule drawn above its middle',
    'surface',
  ),
];
