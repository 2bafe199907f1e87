import { describe, expect, it } from 'vitest';
import { channels, drive } from '../../../checks/seeded-run.js';
import { Collector, replay, select, tee } from './index.js';

const names = ['energy', 'tool.wrench', 'tool.position'];

describe('select', () => {
  it('hands on the channels that are taken, sample by sample', () => {
    const all = new Collector();
    const some = new Collector();
    drive(
      tee(
        all,
        select(({ name }) => names.includes(name), some),
      ),
      30,
    );
    expect(some.series()).toEqual(all.series().filter(({ channel }) => names.includes(channel.name)));
  });

  it('hands on frames likewise, whatever the order of the groups', () => {
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [3, 0, 4, 2, 1],
    ]) {
      const declared = order.map((i) => channels[i]);
      const frame = Float64Array.from({ length: 10 }, (_, i) => i);
      const all = new Collector();
      const some = new Collector();
      const both = tee(
        all,
        select(({ name }) => names.includes(name), some),
      );
      both.open(declared);
      both.frame?.(0, frame);
      both.frame?.(1, frame.fill(-1, 3, 6));
      expect(some.series()).toEqual(all.series().filter(({ channel }) => names.includes(channel.name)));
    }
  });

  it('leaves nothing of groups without a channel that is taken', () => {
    const groups: string[] = [];
    const source = new Collector();
    drive(source, 2);
    replay(
      source.series(),
      select(({ group }) => group === 'tool', {
        open: (taken) => groups.push(`opened ${taken.length}`),
        sample: (group) => groups.push(group),
        close: () => {},
      }),
    );
    expect(groups).toEqual(['opened 2', 'tool', 'tool']);
  });
});
