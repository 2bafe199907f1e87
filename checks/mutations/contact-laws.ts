/** Mutations of contact: modes and their damping, the observer, thresholds, guarded moves, force, identification. */
import { breakerOf, type Mutation } from '../mutation.js';

const math = breakerOf('toolkit/src/math');
const model = breakerOf('toolkit/src/model');
const laws = breakerOf('toolkit/src/control/laws');
const analyse = breakerOf('toolkit/src/analyse');

export const mathMutations: readonly Mutation[] = [
  math(
    'jacobi',
    'A.select(A.less(d, zero), A.neg(size), size)',
    'size',
    'a turn that is the wrong one of two',
    'vibration',
  ),
  math('jacobi', 'return size <= 3 ? 4 : 6;', 'return size <= 3 ? 4 : 3;', 'too few sweeps', 'vibration'),
  math(
    'vibration',
    'A.mul(A.mul(twice, A.sqrt(squares[k])), part)',
    'A.mul(A.mul(twice, squares[k]), part)',
    'damping that grows with the square of the frequency',
    'vibration',
  ),
];

export const modelMutations: readonly Mutation[] = [
  model(
    'momentum',
    'change === undefined ? A.neg(bias[i]) : A.sub(change, bias[i])',
    'A.neg(bias[i])',
    'a drift without the change of the inertia',
    'momentum',
  ),
];

export const controlMutations: readonly Mutation[] = [
  laws(
    'observer',
    'A.mul(half, A.add(last.drift[i], now.drift[i]))',
    'A.mul(half, now.drift[i])',
    'half of the drift',
    'observer',
  ),
  laws(
    'observer',
    'const share = A.sub(A.constant(1), A.exp(A.neg(A.mul(gain, time))));',
    'const share = A.mul(gain, time);',
    'a cut-off that depends on the tick',
    'observer',
  ),
  laws(
    'sensing',
    'A.lessEqual(A.abs(x), most[i])',
    'A.lessEqual(x, most[i])',
    'a range of readings that has one end',
    'toolkit/src/scenario/sensor-range',
  ),
  laws(
    'monitor',
    'return A.select(truth, A.add(held, elapsed), A.constant(0));',
    'return A.select(truth, A.add(held, elapsed), held);',
    'a window that counts what is not without a break',
    'monitor',
  ),
  laws(
    'monitor',
    'A.and(memory.stopped, A.not(A.and(reset, A.not(beyond))))',
    'A.and(memory.stopped, beyond)',
    'a stop that lets go by itself',
    'monitor',
  ),
  laws(
    'guarded-move-step',
    'A.lessEqual(p.limit, A.add(now.travel, A.mul(p.margin, stop)))',
    'A.lessEqual(p.limit, now.travel)',
    'a travel limit that is passed while braking',
    'guarded-move',
  ),
  laws(
    'guarded-move-step',
    'select3(A, taking, moved, last.baseline)',
    'last.baseline',
    'a baseline that is not taken',
    'guarded-move',
  ),
  laws(
    'regulate',
    'stored: A.select(A.or(above, below), stored, next)',
    'stored: next',
    'an integral that winds up',
    'regulate',
  ),
  laws(
    'force-motion',
    "const error = felt.map((x, i) => A.add(x, all(p, 'wanted')[i]));",
    "const error = felt.map((x, i) => A.sub(all(p, 'wanted')[i], x));",
    'the sign of the measured force',
    'force',
  ),
  laws(
    'impedance',
    'rides ? add3(A, onTool, lever) : onTool',
    'onTool',
    'turning axes whose stiffness stores what it does not give back',
    'impedance',
  ),
  laws(
    'impedance',
    'i < rows ? A.sub(force[i], external[i]) : x',
    'i < rows ? force[i] : x',
    'a shaped inertia that feels the wrench twice',
    'impedance',
  ),
  laws(
    'collision',
    'keep(fields.stopped, next.stopped);',
    'keep(fields.stopped, zero);',
    'a collision that is forgotten',
    'collision',
  ),
  laws(
    'compensate',
    'mass = A.add(mass, more);',
    'mass = below.mass;',
    'a payload that a sensor does not know',
    'toolkit/src/control/carried',
  ),
  breakerOf('toolkit/src/control')(
    'carried',
    'A.mul(mass, r[2])];',
    'A.mul(mass, r[1])];',
    'a payload on a lever that it has not',
    'carried',
  ),
  laws(
    'guide',
    'A.add(mass, A.mul(elapsed, damping))',
    'A.sub(mass, A.mul(elapsed, damping))',
    'a hand that is pulled along',
    'contact-laws',
  ),
  laws(
    'press',
    'A.mul(A.constant(8), most)',
    'A.mul(A.constant(0.5), most)',
    'a deviation that is passed by momentum',
    'contact-laws',
  ),
];

export const analyseMutations: readonly Mutation[] = [
  analyse(
    'tool-identification',
    'bound: named(studentBound(forces.spare), studentBound(torques.spare))',
    'bound: named(1, 1)',
    'a standard error that is told as a bound of 95 %',
    'toolkit/src/scenario/weighing',
  ),
  analyse(
    'tool-identification',
    'const terms = [\n    1,',
    'const terms = [\n    0.9,',
    'a quantile of Student’s t that is too small',
    'toolkit/src/scenario/weighing',
  ),
  analyse(
    'tool-identification',
    'skew(N, gravity).map((x) => -x)',
    'skew(N, gravity)',
    'the sign of the lever of the weight',
    'tool-identification',
  ),
  analyse(
    'tool-identification',
    '!shown[k] && Math.abs(vector[j]) > part',
    'shown[k] && Math.abs(vector[j]) > part',
    'numbers that poses show are refused, and others are not',
    'tool-identification',
  ),
  analyse(
    'guarded-move',
    'const braking = (speed * speed) / (2 * deceleration);',
    'const braking = (speed * speed) / deceleration;',
    'a braking distance of twice the length',
    'guarded-move',
  ),
];
