/** A sink that is given some groups of channels only. */
import type { Channel, LogSink } from '../port/index.js';

export function onlyGroups(groups: 'all' | readonly string[], sink: LogSink): LogSink {
  if (groups === 'all') return sink;
  const wanted = new Set(groups);
  return {
    open: (channels: readonly Channel[]) =>
      sink.open(channels.filter((channel) => wanted.has(channel.group))),
    sample: (group, time, values) => {
      if (wanted.has(group)) sink.sample(group, time, values);
    },
    close: () => sink.close(),
  };
}
