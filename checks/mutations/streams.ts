/** Mutations of streamed points: which targets are taken, when a stream is stale. */
import { breakerOf, type Mutation } from '../mutation.js';

const control = breakerOf('toolkit/src/control');
const scenario = breakerOf('toolkit/src/scenario');
const run = breakerOf('toolkit/src/run');

export const streamMutations: readonly Mutation[] = [
  control(
    'stream-step',
    'A.less(A.add(age, slack), program.load(own.timeout)),',
    'A.less(A.neg(slack), program.load(own.timeout)),',
    'a target that is stale is taken',
    'streamed',
  ),
  control(
    'stream-step',
    'A.lessEqual(A.neg(period), age),',
    'A.lessEqual(A.neg(A.constant(1e9)), age),',
    'a target of the future is taken',
    'streamed',
  ),
  control(
    'stream-step',
    'const newer = A.or(A.not(seen), A.less(A.add(age, slack), old));',
    'const newer = A.constant(1);',
    'an older target replaces a newer one',
    'streamed',
  ),
  control(
    'stream-step',
    'const old = A.add(program.load(own.old), period);',
    'const old = program.load(own.old);',
    'a target that is held does not age',
    'streamed',
  ),
  control(
    'stream-step',
    'program.store(own.last, 0, A.select(told, age, zero));',
    'program.store(own.last, 0, zero);',
    'a target that stands counts as refused at each step',
    'streamed',
  ),
  control(
    'stream-step',
    'is: A.and(read.all(own.seen)[0], old),',
    'is: old,',
    'a stream that has not begun is stale',
    'streamed',
  ),
  control(
    'live-fields',
    "if (parameter.region === 'parameters' || parameter.region === 'state')",
    "if (parameter.region === 'parameters')",
    'the jump of a target is in no book',
    'streamed',
  ),
];

export const streamScenarioMutations: readonly Mutation[] = [
  scenario('targets', 'at: at + time + late,', 'at: at + time,', 'late targets come at once', 'targets'),
  scenario(
    'targets',
    'stamp: at + time,',
    'stamp: at + time + late,',
    'late targets are stamped anew',
    'targets',
  ),
  scenario(
    'targets',
    'const until = (i: number): number => told[i + 1]?.at ?? scenario.duration;',
    'const until = (i: number): number => told[i]?.at ?? scenario.duration;',
    'no gap between targets is told',
    'targets',
  ),
];

export const streamRunMutations: readonly Mutation[] = [
  run(
    'targets',
    'if (valid[0] === 1) age[0] = time - stamp[0];',
    'if (valid[0] === 1) age[0] = 0;',
    'targets never age in a run',
    'toolkit/src/scenario/targets',
  ),
];
