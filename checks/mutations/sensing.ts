/** Mutations of what is said of sensors, their thresholds and targets before a run. */
import { breakerOf, type Mutation } from '../mutation.js';

const laws = breakerOf('toolkit/src/control/laws');
const scenario = breakerOf('toolkit/src/scenario');

export const sensingMutations: readonly Mutation[] = [
  laws(
    'tare',
    'const takes = A.and(at, A.not(touches));',
    'const takes = at;',
    'a tare goes on while something touches',
    'tare',
  ),
  laws(
    'tare',
    'const denied = A.or(A.and(ends, A.or(taken, asks)),',
    'const denied = A.or(ends,',
    'a tare that is due counts as refused while it waits for free space',
    'tare',
  ),
  laws(
    'tare',
    'const made = A.and(over, A.not(loaded));',
    'const made = over;',
    'a loaded tare is taken',
    'tare',
  ),
  laws(
    'tare',
    'keep(fields.age, A.select(made, zero, age));',
    'keep(fields.age, age);',
    'a new tare has the age of the old one',
    'tare',
  ),
  laws(
    'bounds',
    'const kept = A.and(read.all(fields.stopped)[0], A.not(lets));',
    'const kept = A.constant(0);',
    'a stop at a bound lets go by itself',
    'bounds',
  ),
  laws(
    'bounds',
    'const beyond = A.and(good, out);',
    'const beyond = out;',
    'a reading that is none is beyond its bounds',
    'bounds',
  ),
  laws(
    'noise-problems',
    'const apartBy = max(N, period, tick);',
    'const apartBy = tick;',
    'the low-pass of a slow sensor counts as one of every tick',
    'noise-problems',
  ),
  laws(
    'noise-problems',
    'const lags = Math.floor((average - 1) / step);',
    'const lags = 0;',
    'means of samples count as if each were of others',
    'noise-problems',
  ),
  laws(
    'noise-problems',
    "{ parameter: 'sideways', average: 'average' },",
    '',
    'what is felt sideways is not held to the noise',
    'noise-problems',
  ),
  laws(
    'late-problems',
    'frozen < period * (1 - 1e-9)',
    'frozen < 0',
    'a guard of frozen readings may wait less than a reading stands',
    'late-problems',
  ),
  laws(
    'late-problems',
    'const most = delay + period;',
    'const most = delay;',
    'a guard of old readings may wait less than until the next one',
    'late-problems',
  ),
  laws(
    'noise-problems',
    'const least = 2 * apart * sigma;',
    'const least = apart * sigma;',
    'bounds may leave half the room that noise takes',
    'noise-problems',
  ),
  laws(
    'noise-problems',
    "if (until === undefined || !('sensor' in until)) continue;",
    'continue;',
    'noise may end a phase',
    'noise-problems',
  ),
  laws(
    'law-problems',
    'i >= 3 && ((wanted[i]',
    'i >= 6 && ((wanted[i]',
    'a torque may be wanted that nothing tells',
    'law-problems',
  ),
];

export const sensingScenarioMutations: readonly Mutation[] = [
  scenario(
    'sensor-findings',
    'if (Math.abs(apart) <= 1e-6 * size && lever <= 1e-6 * size) return;',
    'if (Math.abs(apart) <= 1e-6 * size) return;',
    'another centre below a sensor passes',
    'sensor-findings',
  ),
  scenario(
    'sensor-findings',
    'return noise === 0 || noise < 0.2 * (own.quantum?.[i] ?? 0);',
    'return noise === 0;',
    'noise that its quantum swallows counts as noise',
    'sensor-findings',
  ),
  scenario(
    'force-bounds',
    'if (stiffness.length === axes) return stiffness[i] * cut(i);',
    'if (stiffness.length === axes) return stiffness[i] * cut(0);',
    'the bound of every axis is that of the first cut',
    'sensor-findings',
  ),
];
