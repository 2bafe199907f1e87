import { describe, expect, it } from 'vitest';
import { conformanceCases, differences } from './conformance/index.js';
import { randomCases } from './conformance/random.js';
import { lower } from './lower.js';
import { ProgramBuilder } from './program.js';
import { assignSlots } from './slots.js';
import { compileWasm, emitWasm, wasmModule, wasmModuleAsync } from './wasm.js';

const byName = (name: string) =>
  conformanceCases.find((c) => c.name === name) as (typeof conformanceCases)[number];

describe('a module', () => {
  it('is compiled once and instantiated often, each instance with a memory of its own', () => {
    const c = byName('loops');
    const module = wasmModule(c.program);
    const [first, second] = [module.instantiate(), module.instantiate()];
    expect(differences(c, first)).toEqual([]);
    expect(differences(c, second)).toEqual([]);
    expect(first.memory.buffer).not.toBe(second.memory.buffer);
  });

  it('can be compiled asynchronously', async () => {
    const c = byName('calls');
    const module = await wasmModuleAsync(c.program);
    expect(module.bytes).toBe(emitWasm(c.program).length);
    expect(differences(c, module.instantiate())).toEqual([]);
  });

  it('has a memory of the layout’s size that cannot grow, at its initial values', () => {
    const p = new ProgramBuilder('large');
    p.field({ name: 'table', region: 'parameters', size: 100_000, unit: '', initial: 2.5 });
    p.procedure('step', () => {});
    const { memory, layout } = compileWasm(p.finish());
    expect(memory.length).toBe(layout.size);
    expect(memory[99_999]).toBe(2.5);
    expect(memory.buffer.byteLength).toBeLessThan(8 * layout.size + 65_536);
    // Memory section: one memory with equal least and greatest size.
    const bytes = emitWasm(p.finish());
    const at = bytes.indexOf(5, 8 + 2 + 14);
    expect([...bytes.slice(at, at + 6)]).toEqual([5, 4, 1, 1, 13, 13]);
  });

  it('is the same for the same program', () => {
    for (const { program } of conformanceCases.slice(5, 25))
      expect(emitWasm(program)).toEqual(emitWasm(program));
  });
});

/** What the function section (number 3, behind the types) says; below 128. */
function functionCount(bytes: Uint8Array): number {
  const types = 8;
  const functions = types + 2 + bytes[types + 1];
  expect([bytes[types], bytes[functions]]).toEqual([1, 3]);
  return bytes[functions + 2];
}

/** Lengths of all functions: what the code section, number 10, says. */
function functionSizes(bytes: Uint8Array): number[] {
  let at = 8;
  const unsigned = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (bytes[at++] !== 10) {
    const length = unsigned();
    at += length;
  }
  unsigned();
  return Array.from({ length: unsigned() }, () => {
    const size = unsigned();
    at += size;
    return size;
  });
}

describe('split code', () => {
  // The suite holds the first of the random ones.
  const cases = [...conformanceCases, ...randomCases(100).slice(60)].filter(
    ({ name }) => !/deep|longer/.test(name),
  );

  it.each([20, 60, 400])('gives the same bits in functions of %i nodes', (most) => {
    for (const c of cases) expect(differences(c, compileWasm(c.program, most)), c.name).toEqual([]);
  });

  it('has more functions the less each may hold', () => {
    const { program } = byName('loops');
    const functions = (most: number) => functionCount(emitWasm(program, most));
    expect(functions(20)).toBeGreaterThan(functions(100));
    expect(functions(100)).toBeGreaterThan(functions(100_000));
  });

  it('keeps functions well within the 7,654,321 bytes that engines take', () => {
    const p = new ProgramBuilder('long');
    const G = p.graph;
    const x = p.field({ name: 'x', region: 'inputs', size: 1000, unit: '' });
    p.procedure('step', () => {
      let values = p.loadAll(x);
      for (let k = 0; k < 100; k++) {
        values = values.map((value, i) => G.add(G.mul(value, values[(i + 1) % 1000]), G.constant(i / 7)));
      }
      p.storeAll(x, values);
    });
    const bytes = emitWasm(p.finish());
    const sizes = functionSizes(bytes);
    expect(sizes).toHaveLength(functionCount(bytes));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(3_000_000);
    expect(Math.max(...sizes)).toBeLessThan(7_654_321 / 5);
    expect(WebAssembly.validate(bytes)).toBe(true);
  });
});

describe('variables', () => {
  it('are reused: as many as values live at once, not as many as values', () => {
    const p = new ProgramBuilder('chain');
    const G = p.graph;
    const x = p.field({ name: 'x', region: 'inputs', size: 2, unit: '' });
    p.procedure('step', () => {
      let [a, b] = p.loadAll(x);
      for (let i = 0; i < 1000; i++) [a, b] = [G.add(G.mul(a, a), b), G.sub(G.mul(a, b), a)];
      p.store(x, 0, a);
      p.store(x, 1, b);
    });
    const slots = assignSlots(lower(p.finish()).procedures[0]);
    expect(slots.numbers).toBeLessThan(6);
    expect(slots.truths).toBe(0);
  });
});
