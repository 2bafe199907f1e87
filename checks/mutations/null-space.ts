/** Mutations of null spaces, postures and buffers: projector, its damping, its books, the rule of the buffers. */
import { breakerOf, type Mutation } from '../mutation.js';

const control = breakerOf('toolkit/src/control');
const mechanism = breakerOf('toolkit/src/mechanism');
const scenario = breakerOf('toolkit/src/scenario');

export const mechanismMutations: readonly Mutation[] = [
  mechanism(
    'spring-buffers',
    'force: A.select(below, A.neg(both), both),',
    'force: both,',
    'buffers that push out at one end',
    'toolkit/src/scenario/buffers',
  ),
  mechanism(
    'spring-buffers',
    'A.select(below, A.neg(rate[i]), rate[i])',
    'rate[i]',
    'buffers that brake on the way in at one end',
    'toolkit/src/scenario/buffers',
  ),
];

export const controlMutations: readonly Mutation[] = [
  control(
    'null-space',
    'const moved = rows.map((row) => solveDefinite(A, factored, row));',
    'const moved = rows;',
    'a projector that does not weigh with the inertia',
    'null-space',
  ),
  control(
    'null-space',
    'return A.mul(most, A.mul(short, short));',
    'return A.mul(A.constant(0), A.mul(short, short));',
    'an inverse that is not damped next to singular poses',
    'null-space',
  ),
  control(
    'null-space',
    'const twice = products(A, inverse, inverse);',
    'const twice = inverse.flat();',
    'a least singular value from the trace of C⁻²',
    'null-space',
  ),
  control(
    'null-space',
    'leak: force.map((f) => A.mul(added, f)),',
    'leak: force.map((f) => A.mul(own, A.mul(own, f))),',
    'a leak that is not what leaks',
    'null-space',
  ),
  control(
    'projections',
    'const taken = torque.map((x) => A.neg(x));',
    'const taken = torque;',
    'what disturbs the task added to a posture',
    'toolkit/src/scenario/postures',
  ),
  control(
    'projections',
    'taken.map((x, i) => A.mul(x, v[i])),',
    'own.map((x, i) => A.mul(x, v[i])),',
    'the power of a posture booked for that of its projection',
    'toolkit/src/scenario/postures',
  ),
];

export const scenarioMutations: readonly Mutation[] = [
  scenario(
    'buffers',
    '(0.5 * effort) / wide',
    'effort / wide',
    'buffers with all of what a joint can do',
    'buffers',
  ),
  scenario(
    'buffers',
    'free: moved ? off : half - wide,',
    'free: half - wide,',
    'a closed finger pushed open at the start',
    'buffers',
  ),
  scenario(
    'postures',
    'return stiffness.map((k, i) => 2 * Math.sqrt(k * M[i * laden.nv + i]));',
    'return stiffness.map((k) => 2 * Math.sqrt(k));',
    'critical damping without the inertia',
    'postures',
  ),
];
