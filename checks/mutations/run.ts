/** Mutations of the run room. */
import { breakerOf, type Mutation } from '../mutation.js';

const run = breakerOf('toolkit/src/run');

export const runMutations: readonly Mutation[] = [
  run(
    'ledger',
    'energies[at++] = 0.5 * (sums[HELD] - sums[FOLLOWED]);',
    'energies[at++] = 0.5 * (sums[FOLLOWED] - sums[HELD]);',
    'the sampling line with the wrong sign',
    'run',
  ),
  run(
    'ledger',
    'this.#flow[i] += 0.5 * this.#power[i];',
    'this.#flow[i] += this.#power[i];',
    'the first tick counts twice',
    'run',
  ),
  run(
    'ledger',
    'residual += i < losses ? energies[i] : -energies[i];',
    'residual += energies[i];',
    'sources on the wrong side of the balance',
    'run',
  ),
  run(
    'ledger',
    'this.#sums[CHANGES] += this.#total() - this.#sums[BEFORE_CHANGE];',
    'this.#sums[CHANGES] -= this.#total() - this.#sums[BEFORE_CHANGE];',
    'a changed stiffness takes what it gives',
    'run',
  ),
  run(
    'run',
    'if (step + k > 0) this.#evaluate(plant, start + times[k] * plant.step);',
    'if (step + k === 1) this.#evaluate(plant, start + times[k] * plant.step);',
    'a continuous law held over the last stages',
    'run',
  ),
  run(
    'run',
    'const energies = this.#hasNoted ? this.#noted : this.ledger.energies();',
    'const energies = this.ledger.energies();',
    'a result in the middle with lines of two instants',
    'run',
  ),
  run('run', 'this.#kernelState.set(this.#savedState);', '', 'an event steps the control twice', 'run'),
  run(
    'doubling',
    'return (error - finer) * this.#gain;',
    'return error - finer;',
    'half of the integration error',
    'run',
  ),
  run(
    'ledger',
    "kind === 'residual' && !this.doubled",
    "kind === 'residual' && this.doubled",
    'the residual hides the integration error that was not measured',
    'run',
  ),
  run(
    'channels',
    "if (kind === 'integration' && !ledger.doubled) continue;",
    '',
    'an integration error that was not measured has a channel',
    'run',
  ),
  run(
    'run',
    'if (!(square <= this.#squaredSpeedBound)) return false;',
    '',
    'a run that diverges goes on',
    'run',
  ),
  run(
    'run',
    'for (let i = 0; i < feeds.length; i++) if (tick % feeds[i].every === 0 || last) feeds[i].send(time);',
    'for (let i = 0; i < feeds.length; i++) if (tick % feeds[i].every === 0) feeds[i].send(time);',
    'the last sample is missing',
    'run',
  ),
  run(
    'events',
    'return [...ends, ...begins].sort',
    'return [...begins, ...ends].sort',
    'the end of a push ends the next one too',
    'run',
  ),
  run(
    'steps',
    'return Math.floor(time / tick + 0.5);',
    'return Math.floor(time / tick);',
    'times cut off instead of rounded to ticks',
    'run',
  ),
  run(
    'steps',
    'Math.abs(steps * step - tick) <= UNEVEN * tick ?',
    'true ?',
    'a tick of two and a half steps',
    'run',
  ),
  run(
    'channels',
    'source.channel.labels.map((_, i) => source.at + i)',
    'source.channel.labels.map(() => source.at)',
    'every entry of a channel is its first',
    'run',
  ),
];
