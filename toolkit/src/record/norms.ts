/** Adds the sizes of vectors to a stream of samples, before a sink that keeps extremes only. */
import type { Channel, LogSink } from '../port/index.js';
import { type Group, GroupTable, groupsOf } from './group.js';

interface Extended {
  readonly group: Group;
  /** First entry and size of each vector whose norm is added. */
  readonly vectors: readonly { readonly from: number; readonly size: number }[];
  readonly values: Float64Array;
}

/**
 * A sink that hands everything on to `sink` and gives each channel named a companion `<name>.norm` in the same
 * group: the Euclidean norm of its entries. Channels of one entry or of mixed units get none.
 */
export function withNorms(names: readonly string[], sink: LogSink): LogSink {
  let table = new GroupTable<Extended>([]);
  return {
    open: (channels) => {
      const added: Channel[] = [];
      table = new GroupTable(
        groupsOf(channels).map((group) => {
          const vectors: { from: number; size: number }[] = [];
          let from = 0;
          for (const { name, labels, unit } of group.channels) {
            if (names.includes(name) && labels.length > 1 && typeof unit === 'string') {
              vectors.push({ from, size: labels.length });
              added.push({ name: `${name}.norm`, unit, labels: ['norm'], group: group.name });
            }
            from += labels.length;
          }
          return { group, vectors, values: new Float64Array(group.width + vectors.length) };
        }),
      );
      sink.open([...channels, ...added]);
    },
    sample: (group, time, values) => {
      const entry = table.find(group, values);
      if (entry.vectors.length === 0) return sink.sample(group, time, values);
      entry.values.set(values);
      for (let k = 0; k < entry.vectors.length; k++) {
        const { from, size } = entry.vectors[k];
        let sum = 0;
        for (let i = from; i < from + size; i++) sum += values[i] * values[i];
        entry.values[values.length + k] = Math.sqrt(sum);
      }
      sink.sample(group, time, entry.values);
    },
    close: () => sink.close(),
  };
}
