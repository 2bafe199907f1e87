/** Mutations of how hard an arm stops and is held: reactions, commands that run out, what is left of torque limits. */
import { breakerOf, type Mutation } from '../mutation.js';

const control = breakerOf('toolkit/src/control');
const laws = breakerOf('toolkit/src/control/laws');

export const stopMutations: readonly Mutation[] = [
  control(
    'stops',
    'const along = A.select(A.less(x, zero), A.neg(base[i]), base[i]);',
    'const along = A.abs(base[i]);',
    'a load that helps a stop counts against it',
    'stops',
  ),
  control(
    'stops',
    'max(A, A.sub(most[i], along), A.mul(A.constant(leastShare), most[i]))',
    'max(A, A.sub(most[i], along), zero)',
    'a joint that its load takes up never stops',
    'stops',
  ),
  control(
    'stops',
    'return pairwise([torques, ...paces], (a, b) => min(A, a, b));',
    'return torques;',
    'a deceleration that is given bounds nothing',
    'stops',
  ),
  control(
    'reactions',
    'A.sub(back, A.div(A.mul(part, fast[i]), tick))',
    'back',
    'a hold brakes by its error alone',
    'toolkit/src/control/laws/servo-stop',
  ),
  control(
    'reactions',
    'A.constant(1) : shareWithin(A, kept, asked, most)',
    'A.constant(1) : A.constant(1)',
    'a brake at its limit lets the arm fall',
    'guards',
  ),
  control(
    'step',
    'gravity.map((x, i) => A.add(x, carried[i]))',
    'gravity',
    'a reaction drops what is carried',
    'guards',
  ),
  laws(
    'servo-stop',
    'A.and(still(next.v), A.not(still(state.v)))',
    'A.constant(0)',
    'a law that stops asks for M v/T',
    'servo-stop',
  ),
  laws(
    'servo-work',
    'const rest = this.#rest(read, state, left ?? A.constant(0));',
    'const rest = this.#rest(read, state, A.constant(0));',
    'a guard that holds stops the command in one tick',
    'servo-stop',
  ),
  laws(
    'servo-work',
    'A.select(this.#released as Node, max(A, share, kept), share)',
    'share',
    'a servo lets go of an arm that a tank leaves to nobody',
    'servo-release',
  ),
  laws(
    'servo-work',
    'min(A, before, A.sub(A.constant(1), arrived))',
    'A.sub(A.constant(1), arrived)',
    'a servo takes an arm back because a tank is empty',
    'servo-release',
  ),
  control(
    'tank',
    'lift3(A, gravity), 0, 0, payloads);',
    'lift3(A, gravity), 0, 0);',
    'a tank prices sources as if nothing were carried',
    'tank-payload',
  ),
  laws(
    'speed-problems',
    'q = integrate(N, model, q, rates, step);',
    '',
    'a way is told as if the arm stood at its start',
    'speed-problems',
  ),
  laws(
    'speed-problems',
    'const net = Math.abs(effort) - band;',
    'const net = Math.abs(effort);',
    'a dead band slows nothing',
    'speed-problems',
  ),
];
