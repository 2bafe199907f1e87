import { describe, expect, it } from 'vitest';
import { emitC } from './c.js';
import { type FieldSpec, interpret, type Program, ProgramBuilder } from './index.js';
import { regionNames, reset, view } from './layout.js';

const made = (specs: readonly FieldSpec[], procedures: readonly string[] = ['step']): Program => {
  const p = new ProgramBuilder('named');
  for (const spec of specs) p.field(spec);
  for (const name of procedures) p.procedure(name, () => {});
  return p.finish();
};

/** All enumerators of a header and what they are. */
function enumerators(header: string): Map<string, number> {
  const code = header.replace(/\/\*[\s\S]*?\*\//g, '');
  const found = new Map<string, number>();
  for (const [, name, value] of code.matchAll(/(\w+) = (\d+)/g)) {
    expect(found.has(name), `${name} stands twice`).toBe(false);
    found.set(name, Number(value));
  }
  return found;
}

const one = (name: string, region: FieldSpec['region'] = 'inputs'): FieldSpec => ({
  name,
  region,
  unit: 'm',
});

describe('names in emitted C', () => {
  it('are those of the design, with its entries and what values stand for', () => {
    const program = made([
      { name: 'wrist.age', region: 'inputs', unit: 's' },
      { name: 'q', region: 'inputs', size: 2, unit: ['rad', 'm'], labels: ['turn', 'slide'] },
      { name: 'fault', region: 'outputs', unit: '', values: ['none', 'sensor stale'] },
      { name: 'readings', region: 'state', size: 2, unit: 'N', labels: ['a', 'b'] },
      { name: 'rest', region: 'scratch', unit: '' },
    ]);
    const { header } = emitC(program, { prefix: 'arm' });
    const found = enumerators(header);
    expect(found.get('arm_q_slide')).toBe((found.get('arm_q') ?? 0) + 1);
    expect(found.get('arm_q_size')).toBe(2);
    expect(found.get('arm_wrist_age')).toBe(found.get('arm_region_inputs'));
    expect(found.get('arm_fault_is_sensor_stale')).toBe(1);
    expect(found.has('arm_readings')).toBe(true);
    expect(found.has('arm_readings_a')).toBe(false);
    expect(found.has('arm_rest')).toBe(false);
    expect(header).toContain('/* q, turn [rad], slide [m] */');
  });

  it('do not change when a field is added before', () => {
    const names = (specs: FieldSpec[]) => [
      ...enumerators(emitC(made(specs), { prefix: 'arm' }).header).keys(),
    ];
    const before = names([one('goal'), one('hand')]);
    const after = names([one('new one'), one('goal'), one('hand')]);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it.each([
    ['fold to one', [one('a.b'), one('a-b'), one('a b'), one('a_b_1'), one('ключ'), one('鍵')], 'arm', []],
    [
      'are those of functions',
      [one('step'), one('initialise'), one('reset'), one('design'), one('fields')],
      'arm',
      ['field', 'reset'],
    ],
    [
      'are made of others',
      [one('x'), one('x.size'), one('x_size_size'), one('memory_size'), one('region.inputs')],
      'arm',
      [],
    ],
    ['are macros', [one('H'), one('DESIGN')], 'ARM', []],
    [
      'are key words',
      ['int', 'double', 'class', 'new', 'this', 'register', 'NULL', 'NAN'].map((name) => one(name)),
      'arm',
      ['while'],
    ],
    [
      'of entries fold to one',
      [
        {
          name: 'q',
          region: 'inputs',
          size: 5,
          unit: 'rad',
          labels: ['size', 'a b', 'a.b', '??', 'is_none'],
        },
        { name: 'q.a', region: 'inputs', size: 2, unit: 'm', labels: ['b', 'size'] },
        { name: 'm', region: 'outputs', size: 2, unit: '', labels: ['is_x', 'y'], values: ['x', 'X', 'x!'] },
      ],
      'arm',
      [],
    ],
  ] as [string, FieldSpec[], string, string[]][])(
    'that %s are told apart',
    (_, specs, prefix, procedures) => {
      const { header } = emitC(made(specs, ['step', ...procedures]), { prefix });
      const found = enumerators(header);
      const functions = [...header.matchAll(/^void (\w+)\(/gm)].map(([, name]) => name);
      const macros = [...header.matchAll(/^#define (\w+)/gm)].map(([, name]) => name);
      const all = [
        ...found.keys(),
        ...functions,
        ...macros,
        `${prefix}_design`,
        `${prefix}_fields`,
        `${prefix}_field`,
      ];
      expect(new Set(all).size).toBe(all.length);
      expect(functions.length).toBe(3 + procedures.length);
      const sizes = regionNames.map((name) => found.get(`${prefix}_region_${name}_size`) ?? 0);
      expect(sizes.reduce((sum, size) => sum + size)).toBe(
        specs.reduce((sum, { size = 1 }) => sum + size, 0),
      );
    },
  );

  it.each(['math', 'float', 'stdint', 'string', 'stdio', 'assert'])(
    'refuse to be the header %s.h',
    (prefix) => {
      expect(() => emitC(made([one('x')]), { prefix })).toThrow('of the language');
    },
  );
});

describe('the design of a header', () => {
  const designOf = (program: Program) =>
    /_DESIGN "([0-9a-f]{16})"/.exec(emitC(program, { prefix: 'arm' }).header)?.[1];
  const program = (gain: number, initial = 0, first = 'a'): Program => {
    const p = new ProgramBuilder('one');
    const a = p.field({ name: first, region: 'inputs', unit: 'm', initial });
    const b = p.field({ name: 'b', region: 'inputs', unit: 'm' });
    p.procedure('step', () => p.store(b, 0, p.graph.mul(p.graph.constant(gain), p.load(a))));
    return p.finish();
  };

  it('tells what is baked, what it begins with and what it is called, and nothing else', () => {
    expect(designOf(program(3))).toBe(designOf(program(3)));
    const others = [program(3), program(5), program(3, 1), program(3, 0, 'c'), program(-3)].map(designOf);
    expect(new Set(others).size).toBe(others.length);
  });

  it('stands in the code too', () => {
    const { source } = emitC(program(3), { prefix: 'arm' });
    expect(source).toContain(`const char arm_design[] = "${designOf(program(3))}";`);
  });
});

it('begins anew with the parameters and inputs as they were set', () => {
  const program = made([
    { name: 'gain', region: 'parameters', unit: '', initial: 2 },
    { name: 'q', region: 'inputs', unit: 'rad', initial: 1 },
    { name: 'count', region: 'state', unit: '', initial: 4 },
    { name: 'torque', region: 'outputs', unit: 'N m' },
  ]);
  const { layout, memory } = interpret(program);
  memory.fill(9);
  reset(layout, memory);
  const values = ['gain', 'q', 'count', 'torque'].map((name) => view(layout, memory, name)[0]);
  expect(values).toEqual([9, 9, 4, 0]);
});
