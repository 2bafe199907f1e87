import { describe, expect, it } from 'vitest';
import type { Code, Instruction } from './code.js';
import { differences } from './conformance/index.js';
import { countOps } from './count.js';
import type { Graph, Node } from './graph.js';
import { compileJavaScript } from './javascript.js';
import { lower } from './lower.js';
import { arity, Op, opNames } from './ops.js';
import { type Program, ProgramBuilder } from './program.js';
import { walk } from './walk.js';
import { compileWasm } from './wasm.js';

interface Fixture {
  readonly p: ProgramBuilder;
  readonly G: Graph;
  load(index: number): Node;
  store(index: number, value: Node): void;
}

function program(build: (f: Fixture) => void): Program {
  const p = new ProgramBuilder('test');
  const x = p.field({ name: 'x', region: 'inputs', size: 4, unit: '' });
  const y = p.field({ name: 'y', region: 'outputs', size: 8, unit: '' });
  p.procedure('step', () =>
    build({
      p,
      G: p.graph,
      load: (index) => p.load(x, index),
      store: (index, value) => p.store(y, index, value),
    }),
  );
  return p.finish();
}

/** Lowered code as text, one instruction a word; nested blocks in brackets. */
function outline(code: Code, block: readonly Instruction[] = code.body): string {
  const { graph, loads } = code;
  return block
    .map((i) => {
      if (i.kind === 'let') {
        const place = loads.get(i.node);
        return place === undefined ? opNames[graph.op(i.node)] : `x${place.at}`;
      }
      if (i.kind === 'if') return `if[${outline(code, i.whenTrue)}|${outline(code, i.whenFalse)}]`;
      if (i.kind === 'repeat') return `repeat[${outline(code, i.body)}]`;
      return i.kind;
    })
    .join(' ');
}

const step = (p: Program): Code => lower(p).procedures[0];

describe('scheduling', () => {
  it('writes a value that is used once in place, and computes one that is used twice once', () => {
    const code = step(
      program(({ G, load, store }) => {
        const [a, b] = [load(0), load(1)];
        store(0, G.mul(G.add(a, b), G.sqrt(b)));
        const twice = G.sub(a, b);
        store(1, G.mul(twice, twice));
      }),
    );
    expect(outline(code)).toBe('x0 x1 store sub store');
  });

  it('loads at the first use, and not at all what is not used', () => {
    const code = step(
      program(({ G, load, store }) => {
        const [a, b] = [load(0), load(1)];
        load(2);
        store(0, G.mul(a, a));
        store(1, G.mul(b, b));
      }),
    );
    expect(outline(code)).toBe('x0 store x1 store');
  });

  it('does not load again what was loaded or stored and cannot have changed', () => {
    const code = step(
      program(({ p, G, load, store }) => {
        const y = p.layout.find('y');
        store(0, G.add(load(0), load(1)));
        store(1, G.add(load(1), load(0)));
        store(2, p.load(y as never, 0));
      }),
    );
    expect(code.loads.size).toBe(2);
    expect(outline(code)).toBe('add store store store');
  });

  it('computes in a branch what only that branch needs, before it what both need', () => {
    const code = step(
      program(({ p, G, load, store }) => {
        const [a, b] = [load(0), load(1)];
        const both = G.exp(a);
        const one = G.mul(b, b);
        p.if(
          G.less(a, b),
          () => {
            store(0, G.add(both, G.mul(one, one)));
          },
          () => {
            store(0, G.mul(both, both));
          },
        );
      }),
    );
    expect(outline(code)).toBe('x0 x1 exp if[mul store|store]');
  });

  it('takes out of a loop what does not change in it', () => {
    const code = step(
      program(({ p, G, load, store }) => {
        const a = load(0);
        p.repeat(5, (i) => {
          p.if(G.less(i, a), () => store(0, G.mul(G.sqrt(load(1)), i)));
          return G.less(G.exp(a), i);
        });
      }),
    );
    expect(outline(code)).toBe('x0 sqrt exp repeat[if[store|]]');
  });

  it('runs a loop of one pass as it stands, and drops what has no effect', () => {
    const code = step(
      program(({ p, G, load, store }) => {
        p.repeat(1, (i) => {
          store(0, G.add(load(0), i));
          return undefined;
        });
        p.repeat(9, () => {
          load(1);
          return undefined;
        });
        p.if(load(2), () => load(3));
        p.repeat(0, () => {
          store(1, load(0));
          return undefined;
        });
      }),
    );
    expect(outline(code)).toBe('store');
  });

  it('refuses a value outside the block that loads it', () => {
    const outside = program(({ p, G, load, store }) => {
      let inner = G.constant(0);
      p.if(load(0), () => {
        inner = load(1);
        store(0, inner);
      });
      store(1, inner);
    });
    expect(() => lower(outside)).toThrow(/procedure step a value is used outside the block/);
    const p = new ProgramBuilder('two');
    const x = p.field({ name: 'x', region: 'inputs', unit: '' });
    let leaf = p.graph.constant(0);
    p.procedure('first', () => {
      leaf = p.load(x);
    });
    p.procedure('second', () => p.store(x, 0, leaf));
    expect(() => lower(p.finish())).toThrow(/procedure second a value is used outside/);
  });
});

describe('expansion', () => {
  it('shares the range reduction of sine and cosine of one angle, and calls the other functions', () => {
    const pair = program(({ G, load, store }) => {
      store(0, G.sin(load(0)));
      store(1, G.cos(load(0)));
    });
    const one = program(({ G, load, store }) => store(0, G.sin(load(0))));
    const ops = (p: Program) => countOps(lower(p), 'step').arithmetic;
    expect(ops(pair)).toBeLessThan(ops(one) + 12);
    const called = lower(
      program(({ G, load, store }) => {
        store(0, G.add(G.exp(load(0)), G.exp(load(1))));
        store(1, G.tan(load(2)));
      }),
    );
    expect(called.functions.map((f) => f.name)).toEqual(['tan', 'exp']);
  });

  it('counts operations by kind', () => {
    const p = program(({ G, load, store }) => {
      const [a, b] = [load(0), load(1)];
      store(0, G.add(G.mul(a, b), G.div(a, G.sqrt(b))));
      store(1, G.select(G.less(a, b), G.neg(a), G.sub(a, b)));
    });
    expect(countOps(lower(p), 'step')).toEqual({
      byKind: { add: 1, mul: 1, div: 1, sqrt: 1, less: 1, neg: 1, sub: 1, select: 1 },
      arithmetic: 6,
      loads: 2,
      stores: 2,
    });
    expect(() => countOps(lower(p), 'leap')).toThrow(/no procedure leap/);
  });
});

describe('size', () => {
  /** A chain of rotations, each entry used by the next. */
  function chain(joints: number): Program {
    const p = new ProgramBuilder('chain');
    const G = p.graph;
    const x = p.field({ name: 'x', region: 'inputs', size: joints, unit: 'rad' });
    const y = p.field({ name: 'y', region: 'outputs', size: 2, unit: 'm' });
    p.procedure('step', () => {
      let [c, s] = [G.constant(1), G.constant(0)];
      let [px, py] = [G.constant(0), G.constant(0)];
      for (let i = 0; i < joints; i++) {
        const q = p.load(x, i);
        const [ci, si] = [G.cos(q), G.sin(q)];
        [c, s] = [G.sub(G.mul(c, ci), G.mul(s, si)), G.add(G.mul(s, ci), G.mul(c, si))];
        px = G.add(px, G.mul(c, G.constant(0.1)));
        py = G.add(py, G.mul(s, G.constant(0.1)));
      }
      p.store(y, 0, px);
      p.store(y, 1, py);
    });
    return p.finish();
  }

  it('a chain of 1000 joints is lowered, compiled and right in every back end', () => {
    const input = Array.from({ length: 1000 }, (_, i) => ((i * 37) % 101) / 50 - 1);
    const c = { name: 'chain', program: chain(1000), inputs: [input] };
    expect(differences(c, compileWasm(c.program))).toEqual([]);
    expect(differences(c, compileJavaScript(c.program))).toEqual([]);
  });

  it('no expression is deeper than emitters may recurse', () => {
    const code = step(
      program(({ G, load, store }) => {
        let sum = load(0);
        for (let i = 0; i < 100_000; i++) sum = G.add(G.constant(i), G.mul(sum, G.constant(0.5)));
        store(0, sum);
      }),
    );
    const depth = new Int32Array(code.graph.size);
    let deepest = 0;
    walk(code, {
      node: (node) => {
        for (let k = 0; k < arity[code.graph.op(node)]; k++) {
          const operand = code.graph.operand(node, k);
          if (code.inlined[operand]) depth[node] = Math.max(depth[node], depth[operand] + 1);
        }
        deepest = Math.max(deepest, depth[node]);
      },
    });
    expect(deepest).toBeGreaterThan(10);
    expect(deepest).toBeLessThan(32);
  });

  it('the same program gives the same code', () => {
    const [first, second] = [lower(chain(20)), lower(chain(20))];
    expect(second.procedures[0].body).toEqual(first.procedures[0].body);
    const program = chain(20);
    expect(lower(program).procedures[0].body).toEqual(lower(program).procedures[0].body);
  });
});

it('operations of the library are not traced where nothing calls them', () => {
  expect(lower(program(({ store, G }) => store(0, G.constant(1)))).functions).toEqual([]);
  expect(Op.tan).toBeGreaterThan(Op.cos);
});
