/** Some of the channels of a stream of samples. */
import type { Channel, LogSink } from '../port/index.js';
import { type Group, GroupTable, groupsOf } from './group.js';
import { framed } from './sinks.js';

/** What is handed on of a group's samples: places in them, and where the numbers are put. */
interface Part {
  readonly group: Group;
  readonly places: Int32Array;
  readonly values: Float64Array;
}

/** A sink that hands on to `sink` the channels that are taken, and of groups without any nothing. */
export function select(takes: (channel: Channel) => boolean, sink: LogSink): LogSink {
  const taker = framed(sink);
  let groups = new GroupTable<Part>([]);
  let places = new Int32Array(0);
  let frame = new Float64Array(0);
  return {
    open: (channels) => {
      groups = new GroupTable(
        groupsOf(channels).map((group): Part => {
          const own: number[] = [];
          let from = 0;
          for (const channel of group.channels) {
            if (takes(channel)) own.push(...channel.labels.map((_, i) => from + i));
            from += channel.labels.length;
          }
          return { group, places: Int32Array.from(own), values: new Float64Array(own.length) };
        }),
      );
      const taken = channels.filter(takes);
      const order = groupsOf(taken).map(
        ({ name }) => groups.entries.find(({ group }) => group.name === name)!,
      );
      places = Int32Array.from(
        order.flatMap(({ group, places: own }) => [...own].map((i) => group.from + i)),
      );
      frame = new Float64Array(places.length);
      taker.open(taken);
    },
    sample: (group, time, values) => {
      const part = groups.entries[groups.find(group, values)];
      if (part.places.length === 0) return;
      gather(values, part.places, part.values);
      taker.sample(group, time, part.values);
    },
    frame: (time, values) => {
      groups.check(values);
      gather(values, places, frame);
      taker.frame(time, frame);
    },
    close: () => taker.close(),
  };
}

function gather(values: Float64Array, places: Int32Array, into: Float64Array): void {
  for (let i = 0; i < places.length; i++) into[i] = values[places[i]];
}
