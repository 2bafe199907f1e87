import { describe, expect, it } from 'vitest';
import { random } from '../../../checks/precise.js';
import { type Algebra, direction3, max, min, norm3, numbers, type Vec3 } from '../math/index.js';
import { adjoint, gradient, jacobian, tangent } from './derivative.js';
import { linearise } from './derivative-program.js';
import { evaluate } from './evaluate.test.helper.js';
import { Graph, type Node } from './graph.js';
import { interpret } from './interpret.js';
import { view } from './layout.js';
import { ProgramBuilder } from './program.js';

type Formula = <S>(A: Algebra<S>, x: readonly S[]) => S[];

function trace(count: number, formula: Formula): { graph: Graph; leaves: Node[]; outputs: Node[] } {
  const graph = new Graph();
  const leaves = Array.from({ length: count }, () => graph.leaf());
  return { graph, leaves, outputs: formula(graph, leaves) };
}

/** dy/dx of a formula of one number. */
function slope(formula: <S>(A: Algebra<S>, x: S) => S, x: number): number {
  const { graph, leaves, outputs } = trace(1, (A, [a]) => [formula(A, a)]);
  const [byReverse] = evaluate(graph, gradient(graph, outputs[0], leaves), [x]);
  const [byForward] = evaluate(graph, tangent(graph, outputs, leaves, [graph.constant(1)]), [x]);
  expect(Math.abs(byForward - byReverse)).toBeLessThanOrEqual(4e-16 * Math.abs(byForward));
  return byForward;
}

describe('closed forms', () => {
  const points = [-2.3, -0.4, 0.3, 1.1, 2.9];
  const cases: readonly [string, <S>(A: Algebra<S>, x: S) => S, (x: number) => number][] = [
    ['sin', (A, x) => A.sin(x), Math.cos],
    ['cos', (A, x) => A.cos(x), (x) => -Math.sin(x)],
    ['tan', (A, x) => A.tan(x), (x) => 1 / Math.cos(x) ** 2],
    ['exp', (A, x) => A.exp(x), Math.exp],
    ['log', (A, x) => A.log(A.mul(x, x)), (x) => 2 / x],
    ['tanh', (A, x) => A.tanh(x), (x) => 1 / Math.cosh(x) ** 2],
    ['atan2 in y', (A, x) => A.atan2(x, A.constant(-0.7)), (x) => -0.7 / (0.49 + x * x)],
    ['atan2 in x', (A, x) => A.atan2(A.constant(1.3), x), (x) => -1.3 / (1.69 + x * x)],
    ['sqrt', (A, x) => A.sqrt(A.add(A.constant(3), x)), (x) => 0.5 / Math.sqrt(3 + x)],
    ['abs', (A, x) => A.abs(x), Math.sign],
    ['quotient', (A, x) => A.div(A.sub(x, A.constant(4)), A.add(A.mul(x, x), A.constant(1))), quotientSlope],
    ['power', (A, x) => A.mul(A.mul(x, x), A.neg(x)), (x) => -3 * x * x],
    ['floor', (A, x) => A.add(x, A.floor(A.mul(x, A.constant(10)))), () => 1],
    [
      'exponent and pow2',
      (A, x) => A.mul(x, A.pow2(A.exponent(x))),
      (x) => 2 ** Math.floor(Math.log2(Math.abs(x))),
    ],
    ['comparison', (A, x) => A.add(A.less(x, A.constant(1)), A.not(A.equal(x, x))), () => 0],
    ['min', (A, x) => min(A, A.mul(x, x), x), (x) => (x > 0 && x < 1 ? 2 * x : 1)],
    ['max', (A, x) => max(A, A.mul(x, x), x), (x) => (x > 0 && x < 1 ? 1 : 2 * x)],
  ];
  function quotientSlope(x: number): number {
    return (x * x + 1 - 2 * x * (x - 4)) / (x * x + 1) ** 2;
  }
  for (const [name, formula, exact] of cases) {
    it(name, () => {
      for (const x of points) {
        const got = slope(formula, x);
        expect(Math.abs(got - exact(x)), `at ${x}: ${got}`).toBeLessThanOrEqual(
          4e-15 * Math.max(1, Math.abs(exact(x))),
        );
      }
    });
  }

  it('a leaf used many times, not at all, and an output that is a leaf', () => {
    const { graph, leaves, outputs } = trace(3, (A, [a, b]) => [A.mul(A.mul(a, a), A.mul(a, b)), b]);
    expect(jacobian(graph, outputs, leaves).map((row) => evaluate(graph, row, [2, 5, 7]))).toEqual([
      [60, 8, 0],
      [0, 1, 0],
    ]);
  });
});

describe('kinks and singular points', () => {
  it('|x| at 0 passes nothing', () => {
    expect(slope((A, x) => A.abs(x), 0)).toBe(0);
    expect(slope((A, x) => A.abs(x), -0)).toBe(0);
  });

  it('a select passes through the chosen branch only, whatever the other is', () => {
    const guarded = <S>(A: Algebra<S>, x: S): S => {
      const positive = A.less(A.constant(0), x);
      return A.select(positive, A.log(A.select(positive, x, A.constant(1))), A.mul(x, A.constant(3)));
    };
    expect(slope(guarded, 0)).toBe(3);
    expect(slope(guarded, 4)).toBe(0.25);
    // The branch not taken is infinite with an infinite slope; selecting its adjoint keeps it out.
    expect(
      slope((A, x) => A.select(A.less(x, A.constant(1)), x, A.exp(A.mul(x, A.constant(1e3)))), 0.9),
    ).toBe(1);
  });

  it('guarded norms have finite derivatives at zero, with the limit 0', () => {
    const formulas: Formula[] = [
      (A, x) => [norm3(A, x as unknown as Vec3<(typeof x)[number]>)],
      (A, x) => {
        const { direction, norm } = direction3(A, x as unknown as Vec3<(typeof x)[number]>);
        return [...direction, norm];
      },
    ];
    for (const formula of formulas) {
      const { graph, leaves, outputs } = trace(3, formula);
      const seeds = [1, -2, 3].map((s) => graph.constant(s));
      for (const zero of [
        [0, 0, 0],
        [-0, 1e-200, 0],
      ]) {
        expect(evaluate(graph, tangent(graph, outputs, leaves, seeds), zero)).toEqual(outputs.map(() => 0));
        for (const output of outputs) {
          expect(evaluate(graph, gradient(graph, output, leaves), zero).map(Math.abs)).toEqual([0, 0, 0]);
        }
      }
      const unit = evaluate(graph, gradient(graph, outputs[outputs.length - 1], leaves), [3, 0, -4]);
      [0.6, 0, -0.8].forEach((wanted, i) => {
        expect(unit[i]).toBeCloseTo(wanted, 15);
      });
    }
  });
});

/** A random formula: `count` operations over the leaves, defined everywhere and mostly smooth. */
function randomFormula(seed: number, count: number): Formula {
  return <S>(A: Algebra<S>, x: readonly S[]): S[] => {
    const u = random(seed);
    const pool = [...x];
    const pick = (): S => pool[Math.floor(u() * pool.length)];
    const positive = (a: S): S => A.add(A.mul(a, a), A.constant(0.5 + u()));
    const bounded = (a: S): S => A.tanh(a);
    const makers: readonly (() => S)[] = [
      () => A.add(pick(), pick()),
      () => A.sub(pick(), pick()),
      () => A.mul(bounded(pick()), pick()),
      () => A.div(pick(), positive(pick())),
      () => A.neg(pick()),
      () => A.sqrt(positive(bounded(pick()))),
      () => A.sin(pick()),
      () => A.cos(pick()),
      () => A.tan(A.mul(A.constant(0.9), bounded(pick()))),
      () => A.atan2(pick(), positive(pick())),
      () => A.exp(bounded(pick())),
      () => A.log(positive(pick())),
      () => A.abs(positive(pick())),
      () => A.select(A.less(A.constant(u()), pick()), pick(), pick()),
      () => max(A, pick(), pick()),
    ];
    for (let i = 0; i < count; i++) pool.push(makers[Math.floor(u() * makers.length)]());
    return pool.slice(-4);
  };
}

describe('random expressions', () => {
  it('agree with central differences', () => {
    let compared = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const { graph, leaves, outputs } = trace(5, randomFormula(seed, 30));
      const J = jacobian(graph, outputs, leaves).flat();
      const u = random(1000 + seed);
      const x = leaves.map(() => 2 * u() - 1);
      const got = evaluate(graph, J, x);
      const difference = (h: number): number[] =>
        outputs.flatMap((output) =>
          leaves.map((_, i) => {
            const shifted = (by: number) =>
              evaluate(
                graph,
                [output],
                x.map((v, j) => (j === i ? v + by : v)),
              )[0];
            return (shifted(h) - shifted(-h)) / (2 * h);
          }),
        );
      const wide = difference(2e-5);
      const near = difference(1e-5);
      got.forEach((g, i) => {
        // Across a kink the two differences differ; there is nothing to compare with.
        const scale = Math.max(1, Math.abs(g), Math.abs(near[i]));
        if (Math.abs(wide[i] - near[i]) > 1e-6 * scale) return;
        compared++;
        expect(Math.abs(g - near[i]), `seed ${seed}, entry ${i}`).toBeLessThan(1e-6 * scale);
      });
    }
    expect(compared).toBeGreaterThan(1100);
  });

  it('forward and reverse mode agree: w·(J s) = (Jᵀ w)·s', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const { graph, leaves, outputs } = trace(6, randomFormula(seed, 50));
      const u = random(2000 + seed);
      const draw = (n: number): number[] => Array.from({ length: n }, () => 2 * u() - 1);
      const [x, s, w] = [draw(6), draw(6), draw(4)];
      const lift = (v: number[]): Node[] => v.map((a) => graph.constant(a));
      const dot = (a: number[], b: number[]): number => a.reduce((t, v, i) => t + v * b[i], 0);
      const Js = evaluate(graph, tangent(graph, outputs, leaves, lift(s)), x);
      const JTw = evaluate(graph, adjoint(graph, outputs, lift(w), leaves), x);
      const scale = Math.max(1, ...Js.map(Math.abs), ...JTw.map(Math.abs));
      expect(Math.abs(dot(w, Js) - dot(JTw, s))).toBeLessThan(1e-12 * scale);
      const rows = outputs.map((output) => evaluate(graph, gradient(graph, output, leaves), x));
      const columns = leaves.map((leaf) => evaluate(graph, tangent(graph, outputs, [leaf], lift([1])), x));
      const gaps = rows.flatMap((row, i) => row.map((value, j) => Math.abs(value - columns[j][i])));
      expect(Math.max(...gaps)).toBeLessThan(1e-11 * scale);
    }
  });

  it('takes a chain of 200 000 operations without recursion', () => {
    const { graph, leaves, outputs } = trace(1, (A, [x]) => {
      let y = x;
      for (let i = 0; i < 100_000; i++) y = A.add(A.mul(y, A.constant(0.5)), x);
      return [y];
    });
    expect(evaluate(graph, gradient(graph, outputs[0], leaves), [1])).toEqual([2]);
  });
});

describe('errors', () => {
  it('a node that is no leaf, lengths that differ', () => {
    const graph = new Graph();
    const x = graph.leaf();
    const y = graph.sin(x);
    expect(() => gradient(graph, y, [y])).toThrow(/expected a leaf, got node \d+ \(sin\)/);
    expect(() => tangent(graph, [y], [x], [])).toThrow('expected as many seeds as leaves, got 0 for 1');
    expect(() => adjoint(graph, [y], [x, x], [x])).toThrow(
      'expected as many weights as outputs, got 2 for 1',
    );
  });

  it('pow2 of a number that varies smoothly', () => {
    const graph = new Graph();
    const x = graph.leaf();
    expect(() => gradient(graph, graph.pow2(x), [x])).toThrow(/pow2/);
  });
});

describe('derivatives of procedures', () => {
  function pendulum() {
    const p = new ProgramBuilder('pendulum');
    const G = p.graph;
    const k = p.field({
      name: 'k',
      region: 'parameters',
      unit: 'N m/rad',
      initial: 7,
    });
    const q = p.field({ name: 'q', region: 'inputs', size: 2, unit: 'rad' });
    const x = p.field({ name: 'x', region: 'state', unit: '' });
    const tau = p.field({
      name: 'tau',
      region: 'outputs',
      size: 2,
      unit: 'N m',
    });
    p.procedure('count', () => p.store(x, 0, G.add(p.load(x), G.constant(1))));
    p.procedure('step', () => {
      p.call('count');
      p.store(tau, 0, G.mul(p.load(k), G.sin(p.load(q, 0))));
      p.call('count');
      p.store(tau, 1, G.mul(p.load(x), G.mul(p.load(tau, 0), p.load(q, 1))));
    });
    p.procedure('branch', () => {
      p.call('count');
      p.if(G.less(p.load(x), G.constant(3)), () => p.call('count'));
    });
    p.procedure('outer', () => p.call('branch'));
    p.procedure('loop', () => p.repeat(2, () => void p.call('count')));
    p.procedure('table', () => p.store(x, 0, p.loadAt(q, p.load(x))));
    return p.finish();
  }

  it('goes through stores, loads and repeated calls', () => {
    const program = pendulum();
    const {
      program: derived,
      jacobian: field,
      rows,
      columns,
    } = linearise(program, 'step', ['tau', 'x'], ['q', 'x', 'k']);
    expect([rows, columns, field.size]).toEqual([3, 4, 12]);
    const exe = interpret(derived);
    const plain = interpret(program);
    for (const e of [exe, plain]) {
      view(e.layout, e.memory, 'q').set([0.4, 1.5]);
      view(e.layout, e.memory, 'x').set([5]);
      e.run[e === exe ? 'jacobian' : 'step']();
    }
    for (const name of ['tau', 'x', 'q', 'k']) {
      expect(view(exe.layout, exe.memory, name)).toEqual(view(plain.layout, plain.memory, name));
    }
    const [s, c] = [numbers.sin(0.4), numbers.cos(0.4)];
    const expected = [7 * c, 0, 0, s, 7 * 7 * 1.5 * c, 7 * 7 * s, 7 * 1.5 * s, 7 * 1.5 * s, 0, 0, 1, 0];
    view(exe.layout, exe.memory, 'jacobian').forEach((v, i) => {
      expect(v).toBeCloseTo(expected[i], 13);
    });
    expect(field.unit).toEqual([
      'N m/(rad)',
      'N m/(rad)',
      'N m',
      'N m/(N m/rad)',
      'N m/(rad)',
      'N m/(rad)',
      'N m',
      'N m/(N m/rad)',
      '1/(rad)',
      '1/(rad)',
      '',
      '1/(N m/rad)',
    ]);
  });

  it('offsets of what is read and written stay as they are', () => {
    const program = pendulum();
    const { program: derived } = linearise(program, 'step', ['tau'], ['q']);
    const starts = (p: typeof program) => p.layout.regions.slice(0, 5).map((r) => r.offset);
    expect(starts(derived)).toEqual(starts(program));
  });

  it('refuses branches, loops and computed addresses by procedure and statement', () => {
    const program = pendulum();
    const through = (name: string) => () => linearise(program, name, ['x'], ['q']);
    expect(through('branch')).toThrow("procedure branch, statement 3: no derivative through 'if'");
    expect(through('outer')).toThrow("procedure branch, statement 3: no derivative through 'if'");
    expect(through('loop')).toThrow("procedure loop, statement 1: no derivative through 'repeat'");
    expect(through('table')).toThrow(
      'procedure table, statement 2: no derivative through a computed address in q',
    );
    expect(through('missing')).toThrow('no procedure missing');
    expect(() => linearise(program, 'step', ['nothing'], ['q'])).toThrow('"nothing"');
  });
});
