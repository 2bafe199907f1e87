/** Emitted C, compiled by gcc and clang without and with optimisation: no warning, and the interpreter's bits. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { type ConformanceCase, conformanceCases, reference } from '../toolkit/src/graph/conformance/index.js';
import {
  emitC,
  initialise,
  type Node,
  type Program,
  ProgramBuilder,
  view,
} from '../toolkit/src/graph/index.js';
import { absent, builds, compileC, type Job, strict } from './c.js';
import { random } from './precise.js';

/** Every kind of statement and operation, in a program whose step changes its state from run to run. */
function everything(): Program {
  const p = new ProgramBuilder('every kind of statement');
  const G = p.graph;
  const x = p.field({ name: 'x', region: 'inputs', size: 6, unit: ['m', 'm', 'N', 'N', 'N', ''] });
  const y = p.field({ name: 'y', region: 'outputs', size: 24, unit: '' });
  const ring = p.field({
    name: 'ring',
    region: 'state',
    size: 5,
    unit: 'rad',
    initial: [1, -2, 0.5, -0, 1e-310],
  });
  const head = p.field({ name: 'head', region: 'state', unit: '', range: [0, 4] });
  const total = p.field({ name: 'total', region: 'scratch', unit: '' });
  p.procedure('tick', () => {
    const at = p.load(head);
    p.storeAt(ring, at, p.load(x, 0));
    p.store(head, 0, G.select(G.less(at, G.constant(4)), G.add(at, G.constant(1)), G.constant(0)));
  });
  p.procedure('step', () => {
    p.call('tick');
    const [a, b, c, d, e, f] = p.loadAll(x);
    const store = (i: number, value: Node): void => p.store(y, i, value);
    [G.sin(a), G.cos(a), G.tan(b), G.atan2(a, b), G.exp(c), G.log(d), G.tanh(e)].forEach((v, i) => {
      store(i, v);
    });
    store(7, G.sqrt(a));
    store(8, G.abs(G.sub(a, b)));
    store(9, G.floor(G.mul(c, G.constant(10))));
    store(10, G.exponent(d));
    store(11, G.mul(a, G.pow2(G.select(G.less(G.abs(b), G.constant(500)), G.floor(b), G.constant(3)))));
    store(12, G.div(G.neg(a), b));
    const between = G.and(G.lessEqual(a, b), G.or(G.less(c, d), G.not(G.equal(e, e))));
    store(13, between);
    store(14, G.select(between, G.add(a, G.constant(-0)), G.mul(b, G.constant(Number.POSITIVE_INFINITY))));
    store(15, G.select(G.equal(a, G.constant(0)), G.constant(Number.NaN), G.constant(-1e300)));
    p.if(
      G.less(a, f),
      () => {
        store(16, G.mul(p.load(total), G.constant(2)));
        p.if(
          G.equal(b, b),
          () => store(17, a),
          () => store(17, G.constant(6755399441055744)),
        );
      },
      () => store(18, G.add(p.load(y, 17), b)),
    );
    p.store(total, 0, G.constant(0));
    p.repeat(5, (i) => {
      p.store(total, 0, G.add(p.load(total), G.mul(p.loadAt(ring, i), G.add(i, G.constant(0.1)))));
      p.storeAt(y, G.add(i, G.constant(19)), G.sub(p.load(total), G.sin(a)));
      return G.less(G.constant(3), p.load(total));
    });
  });
  p.procedure('nothing', () => {});
  return p.finish();
}

/** The suite's cases and `everything` last, in one unit each build but for those that take clang -O3 a minute. */
const cases: readonly ConformanceCase[] = [
  ...conformanceCases,
  { name: 'every kind of statement', program: everything(), inputs: randomInputs(2000) },
];
const isLong = ({ program }: ConformanceCase): boolean => program.graph.size > 20_000;
const short = cases.filter((c) => !isLong(c));
const long = cases.filter(isLong);

function randomInputs(count: number): number[][] {
  const special = [0, -0, 1, -1, Number.NaN, Infinity, -Infinity, 5e-324, -3e-310, 1e308, -1e-12];
  const u = random(3);
  const draw = (): number =>
    u() < 0.15 ? special[Math.floor(u() * special.length)] : (2 * u() - 1) * 2 ** (16 * u() - 8);
  return Array.from({ length: count }, () => Array.from({ length: 6 }, draw));
}

/** Where compiled code differs from the interpreter, at most ten lines. */
function differences(c: ConformanceCase, run: (jobs: Job[]) => Float64Array[]): string[] {
  const { layout } = c.program;
  const runs = reference(c);
  const start = new Float64Array(layout.size);
  initialise(layout, start);
  const jobs = runs.map(({ input }, number) => {
    const memory = (number === 0 ? start : runs[number - 1].memory).slice();
    view(layout, memory, 'x').set(input);
    return { procedure: 'step', memory };
  });
  const got = run(jobs);
  const found = runs.flatMap(({ input, memory }, number) =>
    [...memory.keys()]
      .filter((i) => !Object.is(memory[i], got[number][i]))
      .map((i) => `run ${number}, x = [${input}]: entry ${i} is ${got[number][i]}, not ${memory[i]}`),
  );
  return found.slice(0, 10);
}

for (const build of builds) {
  const reason = absent(build.compiler);
  const title = `${build.compiler} ${build.optimise}${reason === undefined ? '' : ` (skipped: ${reason})`}`;
  describe.skipIf(reason !== undefined)(title, () => {
    it('gives the bits of the interpreter in every case of the suite', () => {
      const compiled = compileC(
        short.map((c) => c.program),
        build,
      );
      try {
        short.forEach((c, number) => {
          expect(
            differences(c, (jobs) => compiled.run(number, jobs)),
            c.name,
          ).toEqual([]);
        });
        const start = new Float64Array(everything().layout.size);
        initialise(everything().layout, start);
        expect(compiled.initial(short.length - 1)).toEqual(start);
        expect([...start].some((x) => Object.is(x, -0))).toBe(true);
      } finally {
        compiled.dispose();
      }
    });

    it.skipIf(build.optimise !== '-O0')(
      `and of long code${build.optimise === '-O0' ? '' : ' (skipped: takes a minute; -O0 does it)'}`,
      () => {
        const compiled = compileC(
          long.map((c) => c.program),
          build,
        );
        try {
          long.forEach((c, number) => {
            expect(
              differences(c, (jobs) => compiled.run(number, jobs)),
              c.name,
            ).toEqual([]);
          });
        } finally {
          compiled.dispose();
        }
      },
    );
  });
}

describe('emitted text', () => {
  const hostile = [
    '"];system("x")//',
    '*/ int x; /*',
    '\\"\n#error x',
    '??/',
    'ключ',
    '%s%n',
    'a b'.repeat(300),
  ];

  function named(name: string): Program {
    const p = new ProgramBuilder(name);
    const q = p.field({
      name,
      region: 'inputs',
      size: 2,
      unit: [name, 'm'],
      labels: [name, 'j2'],
      meaning: name,
    });
    p.field({ name: `${name}!`, region: 'parameters', unit: name, range: [-1, 2.5] });
    p.procedure('step', () => p.store(q, 0, p.graph.add(p.load(q, 1), p.graph.constant(1))));
    p.procedure(`${name}?`, () => p.call('step'));
    p.procedure(`${name}!`, () => {});
    return p.finish();
  }

  it('holds names of files only as letters, digits and underscores', () => {
    for (const name of hostile) {
      const { header, source } = emitC(named(name), { prefix: 'arm' });
      for (const text of [header, source]) {
        expect(/[^\n -~]/.test(text), 'other than printable ASCII').toBe(false);
        expect(text).not.toContain('\\');
        expect(text).not.toContain('??');
        expect(text).not.toContain('%');
        // Comments and strings end where they are meant to.
        const left = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[\w\s/^.(),:=-]*"/g, 'S');
        expect(left).not.toMatch(/\*\/|\/\*|"|system *\(|int x/);
      }
    }
  });

  it.skipIf(absent('gcc') !== undefined)('compiles whatever the names are', () => {
    const programs = hostile.map(named);
    const compiled = compileC(programs, { compiler: 'gcc', optimise: '-O1' });
    hostile.forEach((name, number) => {
      const { layout } = programs[number];
      const memory = new Float64Array(layout.size).fill(7);
      const expected = memory.slice();
      expected[layout.regions[2].offset] = 8;
      expect(compiled.run(number, [{ procedure: `${name}?`, memory }])).toEqual([expected]);
    });
    compiled.dispose();
  });

  it('keeps out of the way what no identifier can begin with', () => {
    for (const prefix of ['', '1arm', '_arm', 'arm-1', 'arm;', 'a'.repeat(41), 'ärm']) {
      expect(() => emitC(named('x'), { prefix })).toThrow('prefix');
    }
  });

  it('has the layout as data', () => {
    const program = everything();
    const { header, source } = emitC(program, { prefix: 'arm' });
    expect(header).toContain(`enum { arm_memory_size = ${program.layout.size} };`);
    for (const field of program.layout.fields) {
      const region = program.layout.regions.find((r) => r.name === field.region);
      const at = (region?.offset ?? Number.NaN) + field.offset;
      const text = `enum { arm_${field.name} = ${at}, arm_${field.name}_size = ${field.size} };`;
      if (field.region === 'scratch') expect(header).not.toContain(`arm_${field.name}`);
      else expect(header).toContain(text);
    }
    const x = program.layout.regions[2].offset;
    expect(source).toContain(`{"x", "inputs", "m", ${x}, 2, (-HUGE_VAL), HUGE_VAL},
  {"x", "inputs", "N", ${x + 2}, 3, (-HUGE_VAL), HUGE_VAL},
  {"x", "inputs", "", ${x + 5}, 1, (-HUGE_VAL), HUGE_VAL},`);
    expect(source).toContain(', 1, 0.0, 4.0}');
  });

  it('refuses to compile where the bits would change', () => {
    const { source } = emitC(everything(), { prefix: 'arm' });
    const text = source.replace('#include "arm.h"', '');
    for (const compiler of ['gcc', 'clang'] as const) {
      if (absent(compiler) !== undefined) continue;
      const result = spawnSync(compiler, [...strict, '-ffast-math', '-E', '-x', 'c', '-'], {
        input: text,
        encoding: 'utf8',
      });
      expect(result.stderr).toContain('changes the results of this code');
    }
  });
});
