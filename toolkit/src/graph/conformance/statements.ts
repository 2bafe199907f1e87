/** Conformance cases of statements: memory order, indices, branches, loops, calls. */
import { max } from '../../math/index.js';
import type { Node } from '../graph.js';
import type { Field } from '../layout.js';
import { ProgramBuilder } from '../program.js';
import type { ConformanceCase } from './case.js';
import { Chance, least, specialNumbers } from './chance.js';

interface Fields {
  readonly p: ProgramBuilder;
  readonly x: Field;
  readonly y: Field;
  readonly s: Field;
}

/** A case with inputs `x`, outputs `y` and state `s` (16 entries each but `x`, which has four). */
function statements(
  name: string,
  build: (fields: Fields) => void,
  inputs: readonly (readonly number[])[] = randomInputs(4, 60),
): ConformanceCase {
  const p = new ProgramBuilder(name);
  const x = p.field({
    name: 'x',
    region: 'inputs',
    size: inputs[0].length,
    unit: '',
  });
  const y = p.field({ name: 'y', region: 'outputs', size: 16, unit: '' });
  const s = p.field({
    name: 's',
    region: 'state',
    size: 16,
    unit: '',
    initial: 0.5,
  });
  build({ p, x, y, s });
  return { name, program: p.finish(), inputs };
}

function randomInputs(size: number, runs: number): number[][] {
  const chance = new Chance(size + 1000 * runs);
  return Array.from({ length: runs }, () => Array.from({ length: size }, () => chance.within(3)));
}

function memoryOrder({ p, x, y, s }: Fields): void {
  const G = p.graph;
  p.procedure('step', () => {
    // A swap: both loads stand before both stores.
    const a = p.load(s, 0);
    const b = p.load(s, 1);
    p.store(s, 0, b);
    p.store(s, 1, a);
    // A load of what was just stored, and of what it was before.
    const c = p.load(s, 2);
    p.store(s, 2, G.add(c, p.load(x, 0)));
    p.store(y, 0, G.sub(p.load(s, 2), c));
    // A computed store between two loads of one entry.
    const before = p.load(s, 3);
    p.storeAt(s, G.mul(p.load(x, 1), G.constant(5)), p.load(x, 2));
    p.store(y, 1, G.sub(p.load(s, 3), before));
    p.store(y, 2, before);
    // One entry written twice; a copy of itself.
    p.store(y, 3, G.constant(1));
    p.store(y, 4, p.load(y, 3));
    p.store(y, 3, p.load(x, 3));
    p.store(s, 4, p.load(s, 4));
    // A load whose value is needed only after its entry has changed in a branch.
    const late = p.load(s, 5);
    p.if(G.less(p.load(x, 0), G.constant(0)), () => p.store(s, 5, G.add(late, G.constant(1))));
    p.store(y, 5, late);
    p.store(y, 6, p.load(s, 5));
  });
}

function indices({ p, x, y, s }: Fields): void {
  const G = p.graph;
  const one = p.field({ name: 'one', region: 'state', unit: '' });
  p.procedure('step', () => {
    const a = p.load(x, 0);
    p.store(y, 0, p.loadAt(s, a));
    p.storeAt(s, a, p.load(x, 1));
    p.store(y, 1, p.loadAt(s, G.div(G.constant(1), a)));
    p.store(y, 2, p.loadAt(one, a));
    p.storeAt(one, a, G.add(p.loadAt(one, a), G.constant(1)));
    p.store(y, 3, p.loadAt(s, G.constant(-3)));
    p.store(y, 4, p.loadAt(s, G.constant(1e9)));
    p.store(y, 5, p.loadAt(s, G.constant(2.9)));
    p.store(y, 6, p.loadAt(s, p.loadAt(s, a)));
    p.storeAt(y, G.add(G.constant(8), a), a);
  });
}

function branches({ p, x, y, s }: Fields): void {
  const G = p.graph;
  p.procedure('step', () => {
    const [a, b, c, d] = p.loadAll(x);
    const shared = G.exp(G.mul(a, b));
    p.if(
      G.less(a, b),
      () => {
        p.store(y, 0, G.mul(shared, c));
        p.if(G.less(c, d), () => p.store(y, 1, G.sqrt(G.abs(c))));
        p.store(s, 0, G.constant(7));
      },
      () => {
        p.store(y, 0, G.add(shared, d));
        p.if(
          G.less(d, c),
          () => p.store(y, 1, G.sub(G.sin(d), p.load(s, 1))),
          () => p.store(s, 1, G.add(p.load(s, 1), G.cos(d))),
        );
        p.store(s, 0, G.constant(7));
      },
    );
    p.store(y, 2, G.add(p.load(s, 0), p.load(s, 1)));
    p.store(y, 3, p.load(y, 1));
    // A value that one branch and the code behind it use; one that only the inner branch uses.
    const outer = G.mul(a, G.add(c, d));
    p.if(G.less(outer, G.constant(0)), () => p.store(y, 4, G.mul(outer, outer)));
    p.store(y, 5, outer);
    p.if(a, () => p.store(y, 6, b));
    p.if(G.constant(1), () => p.store(y, 7, c));
    p.if(
      G.constant(0),
      () => p.store(y, 7, d),
      () => p.store(y, 8, d),
    );
    p.if(
      G.and(G.less(a, b), G.or(G.less(b, c), G.not(G.less(c, d)))),
      () => {},
      () => p.store(y, 9, a),
    );
  });
}

function loops({ p, x, y, s }: Fields): void {
  const G = p.graph;
  const c = (k: number): Node => G.constant(k);
  p.procedure('step', () => {
    const [a, b] = p.loadAll(x);
    p.store(y, 0, c(0));
    p.store(y, 1, c(0));
    // Nested, with an exit each, an invariant value and a table lookup by both indices.
    p.repeat(6, (i) => {
      const invariant = G.mul(G.sin(a), b);
      p.repeat(4, (j) => {
        const entry = p.loadAt(s, G.add(G.mul(c(2), i), j));
        p.store(y, 0, G.add(p.load(y, 0), G.mul(invariant, G.add(entry, G.mul(i, j)))));
        return G.less(c(2), G.abs(p.load(y, 0)));
      });
      p.store(y, 1, G.add(p.load(y, 1), c(1)));
      return G.less(c(8), G.abs(p.load(y, 0)));
    });
    // Newton's iteration for √|a|, which ends early.
    p.store(y, 2, G.add(G.abs(a), c(1)));
    p.store(y, 3, c(0));
    p.repeat(50, (i) => {
      const guess = p.load(y, 2);
      const next = G.mul(c(0.5), G.add(guess, G.div(G.abs(a), guess)));
      p.store(y, 2, next);
      p.store(y, 3, i);
      return G.lessEqual(G.abs(G.sub(next, guess)), G.mul(c(1e-12), guess));
    });
    // No pass, one pass, an exit after the first, a branch inside, an index that is not used.
    p.repeat(0, () => {
      p.store(y, 4, c(9));
      return undefined;
    });
    p.repeat(1, (i) => {
      p.store(y, 5, G.add(i, a));
      return undefined;
    });
    p.repeat(9, (i) => {
      p.store(y, 6, i);
      return c(1);
    });
    p.repeat(9, (i) => {
      p.if(G.less(p.loadAt(s, i), a), () => p.storeAt(s, i, G.add(p.loadAt(s, i), G.mul(c(0.1), b))));
      return c(0);
    });
    p.repeat(5, () => {
      p.store(y, 7, G.add(G.mul(p.load(y, 7), c(0.5)), b));
      return undefined;
    });
    // Triangular loops over a matrix in memory.
    p.repeat(4, (i) => {
      p.repeat(4, (j) => {
        const at = G.add(G.mul(c(4), i), j);
        p.if(G.lessEqual(j, i), () => p.storeAt(s, at, G.mul(p.loadAt(s, at), c(0.75))));
        return undefined;
      });
      return undefined;
    });
    // A test that is known only from the body's last store.
    p.repeat(7, (i) => {
      const before = p.load(y, 8);
      p.store(y, 8, G.add(before, i));
      return G.less(before, c(-1e9));
    });
  });
}

function calls({ p, x, y, s }: Fields): void {
  const G = p.graph;
  p.procedure('inner', () => p.store(s, 0, G.add(p.load(s, 0), p.load(s, 1))));
  p.procedure('outer', () => {
    p.call('inner');
    p.if(G.less(p.load(s, 0), G.constant(3)), () => p.call('inner'));
  });
  p.procedure('step', () => {
    const a = p.load(s, 0);
    const b = p.load(s, 2);
    p.store(s, 1, p.load(x, 0));
    p.call('outer');
    p.store(y, 0, G.sub(p.load(s, 0), a));
    p.store(y, 1, G.add(p.load(s, 2), b));
    p.repeat(3, (i) => {
      const before = p.load(s, 0);
      p.call('inner');
      p.store(y, 2, G.add(G.mul(before, i), p.load(s, 0)));
      return undefined;
    });
    p.store(s, 0, G.mul(p.load(s, 0), G.constant(0.25)));
  });
}

/** A delay line: what went in twelve runs ago comes out. */
function ringBuffer({ p, x, y }: Fields): void {
  const G = p.graph;
  const line = p.field({
    name: 'line',
    region: 'state',
    size: 12,
    unit: '',
    initial: -1,
  });
  const head = p.field({ name: 'head', region: 'state', unit: '' });
  p.procedure('step', () => {
    const at = p.load(head);
    p.store(y, 0, p.loadAt(line, at));
    p.storeAt(line, at, p.load(x, 0));
    const next = G.add(at, G.constant(1));
    p.store(head, 0, G.select(G.less(next, G.constant(12)), next, G.constant(0)));
    let largest = p.load(line, 0);
    for (let i = 1; i < 12; i++) largest = max(G, largest, p.load(line, i));
    p.store(y, 1, largest);
  });
}

/** Blocks of every kind that are each too long for one JavaScript function. */
function long({ p, x, y, s }: Fields): void {
  const G = p.graph;
  const work = (seed: number, from: readonly Node[], length: number): Node => {
    const chance = new Chance(seed);
    const nodes = [...from];
    for (let i = 0; i < length; i++) {
      const [a, b] = [nodes[nodes.length - 1 - chance.below(least(40, nodes.length))], chance.pick(nodes)];
      const node = chance.unit() < 0.6 ? G.add(G.mul(a, G.constant(chance.within(0.7))), b) : G.sub(a, b);
      nodes.push(chance.unit() < 0.05 ? G.select(G.less(a, b), node, b) : node);
    }
    return nodes[nodes.length - 1];
  };
  p.procedure('step', () => {
    const inputs = p.loadAll(x);
    const early = G.less(inputs[0], inputs[1]);
    p.store(y, 0, work(1, inputs, 6000));
    p.if(
      early,
      () => {
        for (let i = 0; i < 4; i++) p.store(y, 1 + i, work(2 + i, [...inputs, p.load(y, i)], 1500));
      },
      () => {
        for (let i = 0; i < 4; i++) p.store(y, 4 - i, work(12 + i, inputs, 500));
      },
    );
    p.repeat(3, (i) => {
      const state = [0, 1, 2, 3].map((k) => p.load(s, k));
      const last = [0, 1, 2, 3].map((k) => {
        const value = work(20 + k, [...state, ...inputs, i], 1500);
        p.store(s, k, G.div(value, G.add(G.constant(1), G.abs(value))));
        return value;
      });
      p.repeat(2, (j) => {
        p.store(s, 4, work(30, [...inputs, ...state, i, j, p.load(s, 4)], 4500));
        return undefined;
      });
      p.if(early, () => p.store(s, 5, work(31, [i, ...last], 4500)));
      return G.less(last[3], inputs[2]);
    });
    p.store(y, 8, early);
  });
}

/** Loops whose test reads numbers and truth values from long before, which the body reads only now and then. */
function farTests({ p, x, y, s }: Fields): void {
  const G = p.graph;
  p.procedure('step', () => {
    let [a, b] = p.loadAll(x);
    const above = G.less(b, a);
    for (let k = 0; k < 16; k++) {
      [a, b] = [
        G.sub(G.mul(G.constant(0.6), a), G.mul(G.constant(0.8), b)),
        G.add(G.mul(G.constant(0.8), a), G.mul(G.constant(0.6), b)),
      ];
      p.store(s, k, a);
    }
    const count = (at: number): void => p.store(y, at, G.add(p.load(y, at), G.constant(1)));
    p.repeat(9, (i) => {
      p.if(G.less(G.constant(6), i), () => p.store(y, 0, a));
      count(1);
      return G.less(a, i);
    });
    for (let k = 0; k < 16; k++) p.store(s, k, G.mul(p.load(s, k), b));
    p.repeat(9, (i) => {
      p.if(G.less(b, i), () => p.store(y, 2, G.select(above, a, b)));
      count(3);
      return G.and(above, G.less(b, i));
    });
  });
}

export function statementCases(): ConformanceCase[] {
  const corners = specialNumbers.flatMap((a) => [
    [a, 1],
    [a, -2],
  ]);
  const wholes = Array.from({ length: 40 }, (_, i) => [i / 2 - 2, i]);
  return [
    statements('the order of loads and stores', memoryOrder),
    statements('computed indices', indices, [...corners, ...wholes]),
    statements('branches', branches),
    statements('loops', loops),
    statements('loops that end by what was computed long before', farTests),
    statements('calls', calls),
    statements('a ring buffer', ringBuffer),
    statements('blocks longer than a function', long, randomInputs(4, 6)),
  ];
}
