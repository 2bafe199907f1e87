/** Mutations of virtual bodies in the control room. */
import { breakerOf, type Mutation } from '../mutation.js';

const control = breakerOf('toolkit/src/control');

export const bodyMutations: readonly Mutation[] = [
  control(
    'body-step',
    'A.sub(f, A.mul(T, ahead))',
    'f',
    'springs that do not foresee how far bodies go',
    'bodies',
  ),
  control(
    'body-step',
    'A.mul(square, stiffness[i])',
    'A.mul(T, stiffness[i])',
    'stiffness foreseen over the tick instead of its square',
    'bodies',
  ),
  control(
    'body-step',
    'A.select(A.less(period, zero), zero, period)',
    'period',
    'a clock that steps back moves bodies back',
    'bodies',
  ),
  control(
    'body-step',
    'A.select(started, known, zero)',
    'known',
    'bodies that move before the first step',
    'bodies',
  ),
  control(
    'bodies',
    'map((x, k) => A.add(x, effect.force[k]))',
    'map((x) => x)',
    'inerters without what they say themselves: weight, gyroscopes',
    'bodies',
  ),
  control(
    'bodies',
    'const needed = applyGain(A, gain, drift(element))',
    'const needed = applyGain(A, gain, drift(element).map(() => A.constant(0)))',
    'inerters whose coordinate turns for nothing',
    'bodies',
  ),
  control(
    'bodies',
    'subtract(biasForces(A, model, zq, zv, [zero, zero, zero]));',
    '',
    'bodies without centrifugal forces',
    'toolkit/src/run/bodies',
  ),
  control(
    'bodies',
    'keep(i) ? body :',
    'true ? body :',
    'each body stores what all store, and all of them weigh',
    'bodies',
  ),
  control(
    'body-motion',
    'still(bodies.rates?.v ?? bodies.v);',
    '',
    'bodies that go on while the law is not in force',
    'bodies',
  ),
  control(
    'body-problems',
    'if (onRobot) {',
    'if (onRobot && !onBodies) {',
    'an inerter between robot and body is let through',
    'bodies',
  ),
];
