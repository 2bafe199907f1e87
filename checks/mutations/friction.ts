/** Mutations of what takes the rest away that friction leaves: its compensation, and integral action. */
import { breakerOf, type Mutation } from '../mutation.js';

const control = breakerOf('toolkit/src/control');
const mechanism = breakerOf('toolkit/src/mechanism');

export const mechanismMutations: readonly Mutation[] = [
  mechanism(
    'source-integral',
    'return { held: within(A, parameters, A.add(held, gain)) };',
    'return { held: A.add(held, gain) };',
    'integral action that winds up',
    'source-integral',
  ),
  mechanism(
    'source-integral',
    'return { force: [force], supplied: A.neg(A.mul(force, rate[0])) };',
    'return { force: [force], supplied: A.mul(force, rate[0]) };',
    'integral action booked with the wrong sign',
    'source-integral',
  ),
  mechanism(
    'source-integral',
    "const off = A.sub(value[0], one(parameters, 'rest'));",
    'const off = value[0];',
    'integral action that pulls to 0 wherever it is to rest',
    'source-integral',
  ),
];

export const controlMutations: readonly Mutation[] = [
  control(
    'friction',
    'A.mul(A.sub(one, A.abs(moving)), standing)',
    'standing',
    'a joint that moves compensated as one that stands as well',
    'toolkit/src/control/friction',
  ),
  control(
    'friction',
    'return A.mul(share[0], A.add(along, A.mul(viscous[i], rate)));',
    'return A.add(A.mul(share[0], along), A.mul(viscous[i], rate));',
    'viscous damping compensated whole',
    'toolkit/src/control/friction',
  ),
  control(
    'friction',
    'A.mul(width[0], dry), dry)',
    'A.mul(width[0], dry), zero)',
    'a joint that stands left to its friction',
    'toolkit/src/control/friction',
  ),
  control(
    'friction',
    'if (!(share >= 0 && share <= 1)) {',
    'if (!(share >= 0)) {',
    'more than the whole friction compensated in silence',
    'toolkit/src/control/friction',
  ),
  control(
    'step',
    'flows.push(frictionFlow(A, torques.friction, this.#v));',
    'frictionFlow(A, torques.friction, this.#v);',
    'the work of friction compensation in no line of the ledger',
    'toolkit/src/scenario/friction',
  ),
  control(
    'start',
    'square < dampedBelow * dampedBelow',
    'square > dampedBelow * dampedBelow',
    'a start where a projection leaks passed in silence',
    'toolkit/src/scenario/postures',
  ),
  control(
    'start',
    'if (always?.has(element.name) === true)',
    'if (always?.has(element.name) === false)',
    'another start advised where none helps',
    'toolkit/src/scenario/postures',
  ),
  control(
    'projections',
    'payloads: payloads().filter(({ body }) => body < robot.bodies.length),',
    'payloads: [],',
    'null spaces of an arm that carries nothing',
    'carried',
  ),
];
