/** Mutations of the plant and run rooms. */
import type { Mutation } from './mutations.js';

const plant = (file: string, find: string, replace: string, why: string): Mutation => ({
  file: `toolkit/src/plant/${file}.ts`,
  find,
  replace,
  why,
  tests: ['toolkit/src/plant'],
});

const run = (file: string, find: string, replace: string, why: string): Mutation => ({
  file: `toolkit/src/run/${file}.ts`,
  find,
  replace,
  why,
  tests: ['toolkit/src/run'],
});

export const plantMutations: readonly Mutation[] = [
  plant(
    'joints',
    'rotorInertia[i] += ratio * ratio * body.rotorInertia;',
    'rotorInertia[i] += ratio * body.rotorInertia;',
    "a follower's rotor with its ratio unsquared",
  ),
  plant(
    'joints',
    'coulomb[i] += Math.abs(ratio) * body.friction;',
    'coulomb[i] += ratio * body.friction;',
    "a follower's friction helps its master",
  ),
  plant(
    'joints',
    'return multiplier > 0 ? ends : [ends[1], ends[0]];',
    'return ends;',
    "a reversed follower's stops the wrong way round",
  ),
  plant(
    'trace',
    'G.sub(drive[i], G.mul(viscous[i], vi))',
    'G.sub(drive[i], vi)',
    'damping without its coefficient',
  ),
  plant(
    'trace',
    'const implicit = viscous.map((d) => G.mul(h, d));',
    'const implicit = viscous.map((d) => G.mul(G.constant(0), G.mul(h, d)));',
    'explicit joint damping',
  ),
  plant(
    'trace',
    'G.sub(pushed === undefined ? tau : G.add(tau, pushed[i]), bias[i])',
    'G.add(pushed === undefined ? tau : G.add(tau, pushed[i]), bias[i])',
    'bias forces with the wrong sign',
  ),
  plant(
    'trace',
    'add3(G, [nx, ny, nz], cross3(G, arm, force))',
    'add3(G, [nx, ny, nz], cross3(G, force, arm))',
    'the lever arm of a push the wrong way',
  ),
  plant(
    'trace',
    'p.storeAll(fields.q, integrate(G, this.model, q, next, h));',
    'p.storeAll(fields.q, integrate(G, this.model, q, v, h));',
    'explicit Euler: positions from the old velocity',
  ),
  plant(
    'trace',
    'upper: max(G, gap(upper), zero)',
    'upper: gap(upper)',
    'a joint outside its stops is thrown back',
  ),
  plant(
    'trace',
    'G.less(p.load(stops.upper, k), end), G.less(end, p.load(stops.lower, k))',
    'G.less(p.load(stops.upper, k), end), G.less(p.load(stops.upper, k), end)',
    'lower stops are not noticed',
  ),
  plant(
    'trace',
    'const half = G.constant(0.5);',
    'const half = G.constant(1);',
    'twice the energy of rotors',
  ),
  plant(
    'stick',
    'pull = A.select(A.lessEqual(A.abs(pull), c), zero, rest);',
    'pull = rest;',
    'friction that never sticks in a sweep',
  ),
  plant(
    'stick',
    'A.and(resting[i], A.lessEqual(A.abs(missing[i]), spare))',
    'resting[i]',
    'friction holds any load',
  ),
  plant(
    'stick',
    'const byUpper = A.and(above[i], A.lessEqual(A.sub(most, missing[i]), slack));',
    'const byUpper = above[i];',
    'a stop that pulls',
  ),
  plant(
    'stick',
    'const closing = A.select(A.less(A.mul(impulse, before[i]), zero), before[i], zero);',
    'const closing = zero;',
    'an impact on a stop that loses no energy',
  ),
  plant(
    'stick',
    'return A.select(A.and(blocked, A.lessEqual(own, part)), edge, there);',
    'return edge;',
    'every joint goes to its edge at once',
  ),
  plant('rk4', 'const inner = k === 1 || k === 2;', 'const inner = k === 1;', 'a weight of Runge–Kutta'),
  plant(
    'rk4',
    'const ADVANCE = [0.5, 0.5, 1] as const;',
    'const ADVANCE = [0.5, 0.5, 0.5] as const;',
    'a node of Runge–Kutta',
  ),
  plant(
    'rk4',
    'quaternionProduct(G, [w, x, y, z], [G.constant(0), wx, wy, wz])',
    'quaternionProduct(G, [G.constant(0), wx, wy, wz], [w, x, y, z])',
    'body rates taken for world rates',
  ),
  plant(
    'rk4',
    'for (const { field, start } of integrals) p.storeAll(field, p.loadAll(start));',
    '',
    'a step past a stop is not taken back',
  ),
  plant(
    'rigid-plant',
    'if (wrench === undefined) this.#wrenches[push].fill(0);',
    'if (wrench !== undefined) this.#wrenches[push].fill(0);',
    'a push without its wrench',
  ),
  run(
    'ledger',
    'energies[at++] = 0.5 * (sums[HELD] - sums[FOLLOWED]);',
    'energies[at++] = 0.5 * (sums[FOLLOWED] - sums[HELD]);',
    'the sampling line with the wrong sign',
  ),
  run(
    'ledger',
    'this.#flow[i] += 0.5 * this.#power[i];',
    'this.#flow[i] += this.#power[i];',
    'the first tick counts twice',
  ),
  run(
    'ledger',
    'residual += i < losses ? energies[i] : -energies[i];',
    'residual += energies[i];',
    'sources on the wrong side of the balance',
  ),
  run(
    'ledger',
    'this.#sums[CHANGES] += this.#total() - this.#sums[BEFORE_CHANGE];',
    'this.#sums[CHANGES] -= this.#total() - this.#sums[BEFORE_CHANGE];',
    'a changed stiffness takes what it gives',
  ),
  run(
    'run',
    'if (step + k > 0) this.#evaluate(plant, start + times[k] * plant.step);',
    'if (step + k === 1) this.#evaluate(plant, start + times[k] * plant.step);',
    'a continuous law held over the last stages',
  ),
  run('run', 'this.#kernelState.set(this.#savedState);', '', 'an event steps the control twice'),
  run(
    'run',
    'this.ledger.addIntegration(((error - finer) * gain) / (gain - 1));',
    'this.ledger.addIntegration(error - finer);',
    'half of the integration error',
  ),
  run('run', 'if (!(square <= this.#bound)) return false;', '', 'a run that diverges goes on'),
  run(
    'run',
    'if (tick % every === 0 || last) this.#groups.send(sink, tick * this.#tick);',
    'if (tick % every === 0) this.#groups.send(sink, tick * this.#tick);',
    'the last sample is missing',
  ),
  run(
    'events',
    'return [...ends, ...begins].sort',
    'return [...begins, ...ends].sort',
    'the end of a push ends the next one too',
  ),
  run(
    'events',
    'return Math.floor(time / tick + 0.5);',
    'return Math.floor(time / tick);',
    'times cut off instead of rounded to ticks',
  ),
];
