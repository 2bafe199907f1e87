/** Mutations of the analysis of sampled loops in contact. */
import { breakerOf, type Mutation } from '../mutation.js';

const contact = breakerOf('toolkit/src/analyse/contact');

export const contactMarginMutations: readonly Mutation[] = [
  contact(
    'delay-loop',
    'const age = delay + tap;',
    'const age = delay + tap + 1;',
    'every delay is a period longer',
    'radius',
  ),
  contact(
    'exponential',
    'const second = sampleHeld(A, B, n, 1, T - rest).forced;',
    'const second = sampleHeld(A, B, n, 1, rest).forced;',
    'a part of a tick is taken for the rest of it',
    'radius',
  ),
  contact(
    'controller',
    "if (scheme === 'implicit') return [1 / (1 + (T * D) / M), T / (M + T * D)];",
    "if (scheme === 'implicit') return [1 - (T * D) / M, T / M];",
    'implicit damping is explicit',
    'radius',
  ),
  contact('controller', 'G: -K - (D * a) / T,', 'G: -K,', 'the newest difference does not brake', 'radius'),
  contact(
    'plant',
    'if (moved !== undefined) A[n + j] -= x / moved;',
    'if (moved !== undefined) A[n + j] += x / moved;',
    'a flexible mode pushes its motor the wrong way',
    'radius',
  ),
  contact(
    'loop',
    'return 1 / (1 / wall.stiffness + 1 / series);',
    'return wall.stiffness + series;',
    'springs in line add up',
    'radius',
  ),
  contact(
    'delay-roots',
    'const kr = er - cr;',
    'const kr = er + cr;',
    'a derivative of the characteristic function has a wrong sign',
    'radius',
  ),
  contact(
    'verdict',
    "if (!(radius <= 1 + marginalBand)) return 'unstable';",
    "if (radius > 1 + marginalBand) return 'unstable';",
    'a loop of no number is not unstable',
    'limits',
  ),
  contact(
    'verdict',
    'const ranks = [statusOf(contact), statusOf(free), softStatusOf(sweep)]',
    'const ranks = [statusOf(contact), statusOf(free)]',
    'softer walls do not count for an impact: what never rests is told to rest',
    'limits',
  ),
  contact(
    'limits',
    "const middle = what === 'mass' ? loop.mass : loop.damping > 0 ? loop.damping : critical;",
    'const middle = critical;',
    'masses are looked for about a damping',
    'limits',
  ),
  contact(
    'search',
    'if (isStable(top.r)) continue;',
    'if (!isStable(top.r)) continue;',
    'narrow unstable stretches are passed over',
    'limits',
  ),
  contact(
    'impact',
    'const energy = 0.5 * (mass * speed * speed',
    'const energy = 0.25 * (mass * speed * speed',
    'a bound on the peak takes half the energy',
    'impact',
  ),
  contact(
    'impact',
    'if (force < 0 && peak > 0) return false;',
    'if (force < -peak) return false;',
    'a wall that only pushes pulls',
    'impact',
  ),
  contact(
    'passivity',
    'const b = ((T / 2)',
    'const b = (T',
    'a held spring needs twice the friction',
    'impact',
  ),
  contact(
    'ripple',
    'return 0.5 * quantum * (measured ? loop.stiffness : 1) * sum;',
    'return 0.5 * quantum * sum;',
    'a rounded place counts as a rounded force',
    'ripple',
  ),
  contact(
    'response',
    "const felt = loop.law === 'impedance' ? 0 : -1;",
    "const felt = loop.law === 'impedance' ? 0 : 1;",
    'a sensor feels a hand the wrong way round',
    'impact',
  ),
];
