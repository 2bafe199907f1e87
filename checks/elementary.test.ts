/**
 * The elementary functions give the same bits however they are evaluated: with numbers, as nodes of a graph by
 * every back end, and traced over a graph's primitives. (In Chromium: browser-conformance.test.ts.)
 */
import {
  arity,
  compileJavaScript,
  compileWasm,
  type Executable,
  Graph,
  initialise,
  interpret,
  type Node,
  type Program,
  ProgramBuilder,
  view,
} from 'pliant/graph';
import { atan2, cos, exp, log, numbers, type Primitive, sin, tan, tanh } from 'pliant/math';
import { describe, expect, it } from 'vitest';
import { absent, builds, compileC } from './c.js';
import { random } from './precise.js';

const names = ['sin', 'cos', 'tan', 'exp', 'log', 'tanh', 'atan2'] as const;
type Values = Readonly<Record<(typeof names)[number], number>>;

/** x and y → the functions of x, and atan2(y, x). */
function program(trace: 'nodes' | 'primitives'): Program {
  const p = new ProgramBuilder('elementary');
  const G = p.graph;
  const input = p.field({ name: 'x', region: 'inputs', size: 2, unit: '' });
  const output = p.field({ name: 'y', region: 'outputs', size: names.length, unit: '' });
  p.procedure('step', () => {
    const [x, y] = p.loadAll(input);
    const values =
      trace === 'nodes'
        ? [G.sin(x), G.cos(x), G.tan(x), G.exp(x), G.log(x), G.tanh(x), G.atan2(y, x)]
        : overPrimitives(G, x, y);
    p.storeAll(output, values);
  });
  return p.finish();
}

function overPrimitives<S>(A: Primitive<S>, x: S, y: S): S[] {
  return [sin(A, x), cos(A, x), tan(A, x), exp(A, x), log(A, x), tanh(A, x), atan2(A, y, x)];
}

function points(): [number, number][] {
  const u = random(21);
  const corners = [
    0,
    0.5,
    0.625,
    1,
    1.5,
    Math.PI / 4,
    Math.PI / 2,
    Math.PI,
    22,
    709.78,
    745.14,
    1e5,
    1.6e6,
    1e10,
  ];
  const extremes = [1e15, 1e22, 1e300, Number.MAX_VALUE, Number.MIN_VALUE, 1e-300, 2 ** -1022, Infinity];
  const special = [...corners, ...extremes].flatMap((x) => [x, -x]).concat(Number.NaN);
  const near = special.flatMap((x) => [x, x * (1 + 2 ** -52), x * (1 - 2 ** -53)]);
  const pairs = near.flatMap((x) => special.map((y): [number, number] => [x, y]));
  const draw = (): number => (u() < 0.5 ? -1 : 1) * 2 ** (60 * u() - 40);
  return [...pairs, ...Array.from({ length: 6000 }, (): [number, number] => [draw(), draw()])];
}

const inputs = points();
const wanted: readonly Values[] = inputs.map(([x, y]) => ({
  sin: numbers.sin(x),
  cos: numbers.cos(x),
  tan: numbers.tan(x),
  exp: numbers.exp(x),
  log: numbers.log(x),
  tanh: numbers.tanh(x),
  atan2: numbers.atan2(y, x),
}));

/** The first ten differences to evaluation with numbers. */
function differences(
  outputs: readonly ArrayLike<number>[],
  same: (a: number, b: number) => boolean,
): string[] {
  const found = outputs.flatMap((values, i) =>
    names
      .filter((name, k) => !same(values[k], wanted[i][name]))
      .map((name) => `${name}(${inputs[i]}) = ${values[names.indexOf(name)]}, not ${wanted[i][name]}`),
  );
  return found.slice(0, 10);
}

function run({ layout, memory, run }: Executable): Float64Array[] {
  const x = view(layout, memory, 'x');
  const y = view(layout, memory, 'y');
  return inputs.map((input) => {
    x.set(input);
    run.step();
    return y.slice();
  });
}

describe('elementary functions give the bits of their evaluation with numbers', () => {
  const backEnds = [
    ['by the interpreter', interpret],
    ['by JavaScript', compileJavaScript],
    ['by WebAssembly', compileWasm],
  ] as const;
  for (const [name, compile] of backEnds) {
    it(name, () => {
      expect(differences(run(compile(program('nodes'))), Object.is)).toEqual([]);
    });

    it(`${name}, traced over primitives by the rules of real numbers, but for the sign of a zero`, () => {
      const same = (a: number, b: number): boolean => a === b || (Number.isNaN(a) && Number.isNaN(b));
      expect(differences(run(compile(program('primitives'))), same)).toEqual([]);
    });
  }

  for (const build of builds) {
    const reason = absent(build.compiler);
    const title = `by ${build.compiler} ${build.optimise}${reason === undefined ? '' : ` (skipped: ${reason})`}`;
    it.skipIf(reason !== undefined)(title, () => {
      const p = program('nodes');
      const compiled = compileC([p], build);
      const memories = inputs.map((input) => {
        const memory = new Float64Array(p.layout.size);
        initialise(p.layout, memory);
        view(p.layout, memory, 'x').set(input);
        return { procedure: 'step', memory };
      });
      const outputs = compiled.run(0, memories).map((memory) => view(p.layout, memory, 'y'));
      compiled.dispose();
      expect(differences(outputs, Object.is)).toEqual([]);
    });
  }

  it('folds constants to the same bits', () => {
    const G = new Graph('exact');
    const value = (node: Node): number => G.value(node);
    const folded = inputs.map(([x, y]) => overPrimitives(G, G.constant(x), G.constant(y)).map(value));
    expect(differences(folded, Object.is)).toEqual([]);
  });
});

describe('the cost of sine and cosine', () => {
  it('of one angle is 50 operations together', () => {
    const G = new Graph();
    const x = G.leaf();
    const count = (...roots: Node[]): number => {
      const seen = new Set<Node>();
      const visit = (node: Node): void => {
        if (seen.has(node) || G.isConstant(node) || node === x) return;
        seen.add(node);
        for (let k = 0; k < arity[G.op(node)]; k++) visit(G.operand(node, k));
      };
      roots.forEach(visit);
      return seen.size;
    };
    expect(count(sin(G, x), cos(G, x))).toBe(50);
    expect(count(sin(G, x))).toBeLessThanOrEqual(47);
  });
});
