/**
 * The tare of a sensor: the mean of its first readings, taken off all later ones, and taken anew while the robot runs, in free
 * space only.
 *
 * Until the first is done laws that read the sensor rest; one whose mean is beyond `refuse` is a fault. A later one begins where
 * it is asked for (the slot `ask` gets another value) or is due (`every`). It averages as long as the first while laws go on with the
 * old one. What touches in the meantime (more than `free` beyond the old one) ends it: the old one stays, and the new one counts as
 * refused. One that is due waits until nothing touches.
 */
import type { Field, FieldSpec, Node, ProgramBuilder } from '../../graph/index.js';
import { max, norm3 } from '../../math/index.js';
import type { SensorDesign } from './law-design.js';

export interface TareFields {
  readonly seconds: Field;
  readonly refuse: Field;
  readonly every: Field;
  readonly free: Field;
  /** Another value asks for a new one. */
  readonly ask: Field;
  /** State: what is taken off; of the one that is being taken the sum, how long, of how many, 1 while a later one is. */
  readonly mean: Field;
  readonly sum: Field;
  readonly time: Field;
  readonly count: Field;
  readonly taking: Field;
  /** State: 1 done, 2 refused; the last `ask`; how old it is, s; how many later ones were refused. */
  readonly done: Field;
  readonly asked: Field;
  readonly age: Field;
  readonly refused: Field;
}

export function tareFields(
  p: ProgramBuilder,
  sensor: string,
  { seconds, refuse, every = Number.POSITIVE_INFINITY, free = refuse }: NonNullable<SensorDesign['tare']>,
  six: Pick<FieldSpec, 'size' | 'unit' | 'labels'>,
): TareFields {
  const add = (part: string, spec: Omit<FieldSpec, 'name'>): Field =>
    p.field({ ...spec, name: `sensor.${sensor}.tare.${part}` });
  const slot = (part: string, unit: string, initial: number, meaning: string): Field =>
    add(part, {
      region: 'parameters',
      unit,
      initial,
      range: [0, Number.POSITIVE_INFINITY],
      meaning,
    });
  const state = (part: string, unit: string, meaning: string): Field =>
    add(part, { region: 'state', unit, meaning });
  return {
    seconds: slot('seconds', 's', seconds, 'How long the tare averages'),
    refuse: slot('refuse', 'N', refuse, 'Mean force above which it is refused'),
    every: slot('every', 's', every, 'Age after which it is taken anew'),
    free: slot('free', 'N', free, 'Force beyond it from which on something touches'),
    ask: add('ask', {
      region: 'parameters',
      unit: '',
      meaning: 'Another value than at the last step asks for a new tare: count up',
    }),
    mean: add('mean', { region: 'state', ...six, meaning: 'What the tare takes off' }),
    sum: add('sum', { region: 'state', ...six, meaning: 'Sum of what is averaged' }),
    time: state('time', 's', 'How long it has averaged'),
    count: state('count', '', 'Of how many readings'),
    taking: state('taking', '', '1 while a later one is taken'),
    done: add('done', {
      region: 'state',
      unit: '',
      values: ['open', 'done', 'refused'],
      meaning: 'How far the first tare is',
    }),
    asked: state('asked', '', 'The last value that asked'),
    age: state('age', 's', 'Time since it was done'),
    refused: state('refused', '', 'How many later ones were refused'),
  };
}

/** What is taken off a reading, 1 where the first is done, 1 where it was refused. `now`: the present wrench, before any filter. */
export function tareStep(
  { graph: A }: ProgramBuilder,
  fields: TareFields,
  {
    now,
    good,
    seen,
    elapsed,
  }: { readonly now: readonly Node[]; readonly good: Node; readonly seen: Node; readonly elapsed: Node },
  read: { all(field: Field): readonly Node[] },
  keep: (field: Field, ...values: Node[]) => void,
): { readonly off: readonly Node[]; readonly ready: Node; readonly refused: Node } {
  const [zero, one, two] = [A.constant(0), A.constant(1), A.constant(2)];
  const value = (field: Field): Node => read.all(field)[0];
  const doneBefore = value(fields.done);
  const old = read.all(fields.mean);
  const open = A.equal(doneBefore, zero);
  const running = A.equal(doneBefore, one);
  const beyond = norm3(A, [A.sub(now[0], old[0]), A.sub(now[1], old[1]), A.sub(now[2], old[2])]);
  const touches = A.and(good, A.less(value(fields.free), beyond));
  const asks = A.and(running, A.not(A.equal(value(fields.ask), value(fields.asked))));
  const age = A.add(value(fields.age), A.select(running, elapsed, zero));
  const due = A.and(running, A.lessEqual(value(fields.every), age));
  const taken = value(fields.taking);
  const begins = A.and(A.not(taken), A.or(asks, due));
  const at = A.and(running, A.or(taken, begins));
  const ends = A.and(at, touches);
  const takes = A.and(at, A.not(touches));
  const works = A.or(open, takes);
  const counts = A.and(works, good);
  const fresh = (field: Field): Node => A.select(begins, zero, value(field));
  const number = A.select(counts, A.add(fresh(fields.count), one), fresh(fields.count));
  const spent = A.select(A.and(works, seen), A.add(fresh(fields.time), elapsed), fresh(fields.time));
  const sums = read.all(fields.sum).map((x, i) => {
    const from = A.select(begins, zero, x);
    return A.select(counts, A.add(from, now[i]), from);
  });
  const over = A.and(works, A.and(A.less(zero, number), A.lessEqual(value(fields.seconds), spent)));
  const means = sums.map((x) => A.div(x, max(A, number, one)));
  const loaded = A.less(value(fields.refuse), norm3(A, [means[0], means[1], means[2]]));
  const state = A.select(A.and(over, open), A.select(loaded, two, one), doneBefore);
  const made = A.and(over, A.not(loaded));
  const off = old.map((x, i) => A.select(made, means[i], x));
  const denied = A.or(A.and(ends, A.or(taken, asks)), A.and(A.and(over, running), loaded));
  keep(fields.mean, ...off);
  keep(fields.sum, ...sums);
  keep(fields.time, spent);
  keep(fields.count, number);
  keep(fields.taking, A.and(takes, A.not(over)));
  keep(fields.done, state);
  keep(fields.asked, value(fields.ask));
  keep(fields.age, A.select(made, zero, age));
  keep(fields.refused, A.add(value(fields.refused), denied));
  return { off, ready: A.equal(state, one), refused: A.equal(state, two) };
}
