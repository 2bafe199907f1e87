/** Mutations of what leads a point around solids: its force, its state machine, what it sees, where it is told of. */
import { breakerOf, type Mutation } from '../mutation.js';

const mechanism = breakerOf('toolkit/src/mechanism');
const control = breakerOf('toolkit/src/control');
const analyse = breakerOf('toolkit/src/analyse');
const run = 'toolkit/src/scenario/circulate';

export const mechanismMutations: readonly Mutation[] = [
  mechanism(
    'circulation',
    'tangent: cross3(A, a, normal),',
    'tangent: cross3(A, normal, a),',
    'the other way round',
    'circulation',
  ),
  mechanism(
    'circulation',
    'scale3(A, A.mul(each, inward), normal));',
    'scale3(A, A.mul(each, A.neg(inward)), normal));',
    'pushed off where it is to be held',
    'circulation',
  ),
  mechanism(
    'circulation',
    'const each = A.mul(A.constant(0.7071067811865476), greatest);',
    'const each = greatest;',
    'a force beyond its bound',
    'circulation',
  ),
  mechanism(
    'circulation',
    'A.sub(nearest.distance, distance), width));',
    'A.sub(distance, nearest.distance), width));',
    'the farthest solid counts most',
    'circulation',
  ),
  mechanism(
    'circulation',
    'A.select(none, A.constant(FAR), A.div(distance, A.select(none, least, norm)))',
    'distance',
    'a table under the hand is the nearest wall',
    'circulation',
  ),
  mechanism(
    'circulation',
    'A.less(distance, range),',
    'one,',
    'what is far away holds the hand up',
    'circulation',
  ),
  mechanism(
    'circulation',
    'A.select(A.less(dot3(A, tangent, e), zero), A.constant(-1), one)',
    'A.select(A.less(dot3(A, tangent, e), zero), one, A.constant(-1))',
    'the side away from the goal',
    'circulation',
  ),
  mechanism(
    'circulation',
    'const free = A.less(zero, dot3(A, normal, e));',
    'const free = one;',
    'let go with the goal behind the wall',
    'circulation',
  ),
  mechanism(
    'circulation',
    'A.less(max(A, share(5 / 6), A.add(gap, share(1 / 6))), clear)',
    'A.less(share(5 / 6), clear)',
    'a gap that held the hand up is taken for a free way',
    'circulation',
  ),
  mechanism(
    'circulation',
    'A.select(turns, A.neg(side), side)',
    'side',
    'never the other side',
    'circulation',
  ),
  mechanism(
    'circulation',
    'A.select(over, A.div(power, A.select(over, given, A.constant(1))), A.constant(1))',
    'A.constant(1)',
    'a power without a bound',
    'circulation',
  ),
  mechanism(
    'circulation',
    'A.sub(segmentDepth(A, segment, solid).distance, hand.radius)',
    'A.sub(segmentDepth(A, segment, solid).distance, A.constant(1))',
    'a hand as wide as the room',
    'circulation',
  ),
  mechanism(
    'source-circulate',
    'supplied: inner(A, force, given)',
    'supplied: inner(A, force, rate)',
    'power by the speed of the goal from the hand',
    'circulation',
  ),
];

export const controlMutations: readonly Mutation[] = [
  control(
    'watch-step',
    'A.select(A.less(period, tick), max(A, A.constant(0), period), tick)',
    'period',
    'a late step counts as a long rest',
    run,
  ),
  control(
    'watch',
    'radius: shape?.size[0] ?? A.constant(0)',
    'radius: A.constant(0)',
    'the sphere about a hand is not seen',
    'watch',
  ),
  control(
    'watch',
    'frame === undefined && shape !== undefined && !own.includes(name)',
    'frame === undefined && shape !== undefined',
    'the hand goes round its own goal',
    'watch',
  ),
];

export const analyseMutations: readonly Mutation[] = [
  analyse(
    'way-out',
    'upwards(surplus * pull)',
    'upwards(pull)',
    'a field that pulls no harder than what it goes against',
    run,
  ),
];
