import { describe, expect, it } from 'vitest';
import { Collector, seriesOf, tee, withNorms } from './index.js';

describe('withNorms', () => {
  it('adds the size of each vector named, as a group of its own, and leaves the rest as it is', () => {
    const collector = new Collector();
    const sink = withNorms(['tool.force', 'tool.mixed', 'tool.one', 'absent'], collector);
    sink.open([
      { name: 'tool.force', unit: 'N', labels: ['x', 'y', 'z'], group: 'tool' },
      { name: 'arm.q', unit: 'rad', labels: ['a', 'b'], group: 'arm' },
      { name: 'tool.mixed', unit: ['N', 'N m'], labels: ['a', 'b'], group: 'tool' },
      { name: 'tool.one', unit: 'N', labels: ['a'], group: 'tool' },
    ]);
    sink.sample('tool', 0, Float64Array.of(2, -3, 6, 1, 1, 9));
    sink.sample('arm', 0, Float64Array.of(3, 4));
    sink.sample('tool', 1, Float64Array.of(0, 0, -5, 1, 1, 8));
    sink.close();
    const series = collector.series();
    expect(series.map((s) => s.channel.name)).toEqual([
      'tool.force',
      'arm.q',
      'tool.mixed',
      'tool.one',
      'tool.force.norm',
    ]);
    expect(series[4].channel).toEqual({
      name: 'tool.force.norm',
      unit: 'N',
      labels: ['norm'],
      group: 'tool.force.norm',
    });
    expect([...series[4].columns[0]]).toEqual([7, 5]);
    expect([...seriesOf(series, 'tool.one').columns[0]]).toEqual([9, 8]);
    expect([...seriesOf(series, 'arm.q').columns[1]]).toEqual([4]);
    const frames = new Collector();
    const both = tee(withNorms(['tool.force', 'arm.q'], frames));
    both.open(series.slice(0, 4).map((s) => s.channel));
    both.frame?.(0.5, Float64Array.of(2, -3, 6, 1, 1, 9, 3, 4));
    const normed = frames.series();
    expect(normed[4].channel.name).toBe('tool.force.norm');
    expect(normed.map((s) => [...s.time, ...s.columns.flatMap((column) => [...column])])).toEqual([
      [0.5, 2, -3, 6],
      [0.5, 3, 4],
      [0.5, 1, 1],
      [0.5, 9],
      [0.5, 7],
      [0.5, 5],
    ]);
  });
});
