/** Adds the sizes of vectors to a stream of samples, before a sink that keeps extremes only. */
import type { Channel, LogSink } from '../port/index.js';
import { type Group, GroupTable, groupsOf } from './group.js';
import { framed } from './sinks.js';

/** A vector whose norm is added: where it stands in its group's samples, and the norm in a group of its own. */
interface Vector {
  readonly group: string;
  readonly from: number;
  readonly size: number;
  readonly norm: Float64Array;
}

/**
 * A sink that hands everything on to `sink` and gives each channel named a companion `<name>.norm`, a group of its
 * own: the Euclidean norm of its entries. Channels of one entry or of mixed units get none.
 */
export function withNorms(names: readonly string[], sink: LogSink): LogSink {
  const taker = framed(sink);
  let groups = new GroupTable<{ readonly group: Group; readonly vectors: readonly Vector[] }>([]);
  let vectors: readonly Vector[] = [];
  let frame = new Float64Array(0);
  return {
    open: (channels) => {
      const added: Channel[] = [];
      groups = new GroupTable(
        groupsOf(channels).map((group) => {
          const own: Vector[] = [];
          let from = 0;
          for (const { name, labels, unit } of group.channels) {
            if (names.includes(name) && labels.length > 1 && typeof unit === 'string') {
              const norm = `${name}.norm`;
              own.push({ group: norm, from, size: labels.length, norm: new Float64Array(1) });
              added.push({ name: norm, unit, labels: ['norm'], group: norm });
            }
            from += labels.length;
          }
          return { group, vectors: own };
        }),
      );
      vectors = groups.entries.flatMap(({ group, vectors: own }) =>
        own.map((vector) => ({ ...vector, from: group.from + vector.from })),
      );
      frame = new Float64Array(groups.width + vectors.length);
      taker.open([...channels, ...added]);
    },
    sample: (group, time, values) => {
      taker.sample(group, time, values);
      const own = groups.entries[groups.find(group, values)].vectors;
      for (let k = 0; k < own.length; k++) {
        own[k].norm[0] = normOf(values, own[k]);
        taker.sample(own[k].group, time, own[k].norm);
      }
    },
    frame: (time, values) => {
      groups.check(values);
      frame.set(values);
      for (let k = 0; k < vectors.length; k++) frame[groups.width + k] = normOf(values, vectors[k]);
      taker.frame(time, frame);
    },
    close: () => taker.close(),
  };
}

function normOf(values: Float64Array, { from, size }: Vector): number {
  let sum = 0;
  for (let i = from; i < from + size; i++) sum += values[i] * values[i];
  return Math.sqrt(sum);
}
