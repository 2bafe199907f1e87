import { describe, expect, it } from 'vitest';
import { addressOf, fieldOf, initialise, LayoutBuilder, regionNames, regionOf, view } from './layout.js';

function built() {
  const builder = new LayoutBuilder();
  builder.add({ name: 'tau', region: 'outputs', size: 9, unit: 'N m' });
  builder.add({ name: 'k', region: 'parameters', unit: 'N/m', initial: 2 });
  builder.add({ name: 'at', region: 'parameters', size: 3, unit: 'm', initial: [1, -0, 3] });
  builder.add({ name: 'q', region: 'inputs', size: 2, unit: 'rad', initial: 0.5 });
  return builder.finish();
}

describe('a layout', () => {
  it('has its regions in order, each aligned to 64 bytes, and its fields in the order of their coming', () => {
    const layout = built();
    expect(layout.regions.map(({ name, offset, size }) => [name, offset, size])).toEqual([
      ['parameters', 0, 4],
      ['derived', 8, 0],
      ['inputs', 8, 2],
      ['state', 16, 0],
      ['outputs', 16, 9],
      ['observed', 32, 0],
      ['scratch', 32, 0],
    ]);
    expect(layout.regions.map(({ name }) => name)).toEqual(regionNames);
    expect(layout.size).toBe(32);
    expect(['k', 'at', 'q', 'tau'].map((name) => addressOf(layout, fieldOf(layout, name)))).toEqual([
      0, 1, 8, 16,
    ]);
  });

  it('gives windows on a memory', () => {
    const layout = built();
    const memory = new Float64Array(layout.size);
    view(layout, memory, 'at').set([7, 8, 9]);
    expect([...memory.subarray(0, 5)]).toEqual([0, 7, 8, 9, 0]);
    expect(view(layout, memory, 'tau')).toHaveLength(9);
  });

  it('has initial values, and nothing else is left of a memory that was used', () => {
    const layout = built();
    const memory = new Float64Array(layout.size + 1).fill(5);
    initialise(layout, memory);
    expect([...memory.subarray(0, 10)]).toEqual([2, 1, -0, 3, 0, 0, 0, 0, 0.5, 0.5]);
    expect(memory.subarray(10, layout.size).every((x) => x === 0)).toBe(true);
    expect(memory[layout.size]).toBe(5);
  });

  it('has each name once, and says which is missing', () => {
    const builder = new LayoutBuilder();
    builder.add({ name: 'k', region: 'state', unit: '' });
    expect(() => builder.add({ name: 'k', region: 'inputs', unit: '' })).toThrow(/"k" is taken/);
    expect(builder.find('k')?.region).toBe('state');
    expect(() => fieldOf(builder.finish(), 'kk')).toThrow(/no field "kk"/);
    expect(regionOf(builder.finish(), 'state').size).toBe(1);
  });
});
