/** Mutations of the blocked hand's baseline: its gains, its search, its runs. */
import { breakerOf, type Mutation } from '../mutation.js';

const hand = breakerOf('checks/contact-hand');

export const contactHandMutations: readonly Mutation[] = [
  hand(
    'gains',
    'stiffness: (1 + 2 * ratio * share) * omega ** 2,',
    'stiffness: (1 + ratio * share) * omega ** 2,',
    'poles elsewhere than they are said to be',
    'gains',
  ),
  hand(
    'gains',
    'const real = integral - damping * omega * omega;',
    'const real = integral + damping * omega * omega;',
    'a loop that follows otherwise than a mass with these gains does',
    'gains',
  ),
  hand(
    'gains',
    'return high / (2 * Math.PI);',
    'return high;',
    'a bandwidth in rad/s that is taken for Hz',
    'gains',
  ),
  hand(
    'gains',
    'ratio: (damping - pole) / (2 * omega)',
    'ratio: damping / (2 * omega)',
    'a damping ratio that counts the third pole as well',
    'gains',
  ),
  hand(
    'nelder-mead',
    'mirrored.value < worst.value ? 0.5 : -0.5',
    'mirrored.value < worst.value ? 0.5 : 0.5',
    'a simplex that never contracts inwards',
    'nelder-mead',
  ),
  hand(
    'nelder-mead',
    'if (mirrored.value < best.value) {',
    'if (mirrored.value > best.value) {',
    'a simplex that stretches where it goes uphill',
    'nelder-mead',
  ),
  hand(
    'baseline',
    'M[i * model.nv + i] + (rotors[i] ?? 0)',
    'M[i * model.nv + i]',
    'gains for joints without their rotors',
    'baseline',
  ),
  hand(
    'at-rest',
    '((stiffness * hand) / (stiffness + hand))',
    '((stiffness * hand) / (hand - stiffness))',
    'a hand that makes the spring stiffer',
    'at-rest',
  ),
];
