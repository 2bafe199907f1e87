/** Conformance cases of random programs: expressions, stores, branches, loops and calls, seeded. */
import { clamp } from '../../math/index.js';
import type { Node } from '../graph.js';
import type { Field } from '../layout.js';
import { ProgramBuilder } from '../program.js';
import type { ConformanceCase } from './case.js';
import { Chance, least, specialNumbers } from './chance.js';

class RandomProgram {
  readonly #chance: Chance;
  readonly #p: ProgramBuilder;
  readonly #fields: readonly Field[];

  constructor(seed: number) {
    this.#chance = new Chance(seed);
    const p = new ProgramBuilder(`random ${seed}`);
    this.#p = p;
    this.#fields = [
      p.field({ name: 'x', region: 'inputs', size: 6, unit: '' }),
      p.field({ name: 'y', region: 'outputs', size: 8, unit: '' }),
      p.field({
        name: 's',
        region: 'state',
        size: 5,
        unit: '',
        initial: [1, -0, 0.25, -3, 1e-3],
      }),
    ];
  }

  make(): ConformanceCase {
    const p = this.#p;
    const chance = this.#chance;
    p.procedure('part', () => this.#block([p.load(this.#fields[0], 0)], 2, 0, []));
    p.procedure('step', () => this.#block([p.load(this.#fields[0], 1)], 8, 3, ['part']));
    const inputs = Array.from({ length: 25 }, (_, run) =>
      Array.from({ length: 6 }, () => (run % 4 === 3 ? chance.pick(specialNumbers) : chance.within(4))),
    );
    return { name: p.name, program: p.finish(), inputs };
  }

  /** Statements in a row; `nodes` are the values that may be used. */
  #block(nodes: Node[], statements: number, depth: number, procedures: readonly string[]): void {
    const p = this.#p;
    const chance = this.#chance;
    for (let i = 0; i < statements; i++) {
      for (let k = chance.below(12); k >= 0; k--) nodes.push(this.#expression(nodes));
      const kind = chance.below(depth > 0 ? 10 : 6);
      const field = chance.pick(this.#fields);
      if (kind < 2) nodes.push(p.load(field, chance.below(field.size)));
      else if (kind < 3) nodes.push(p.loadAt(field, chance.pick(nodes)));
      else if (kind < 5) p.store(field, chance.below(field.size), chance.pick(nodes));
      else if (kind < 6) p.storeAt(field, chance.pick(nodes), chance.pick(nodes));
      else if (kind < 8) {
        const branch = () => this.#block([...nodes], 1 + chance.below(4), depth - 1, procedures);
        p.if(this.#test(nodes), branch, chance.unit() < 0.5 ? branch : undefined);
      } else if (kind < 9 && procedures.length > 0) p.call(chance.pick(procedures));
      else {
        p.repeat(chance.below(5), (index) => {
          const inside = [...nodes, index];
          this.#block(inside, 1 + chance.below(4), depth - 1, procedures);
          return chance.unit() < 0.5 ? this.#test(inside) : undefined;
        });
      }
    }
  }

  #test(nodes: readonly Node[]): Node {
    return this.#p.graph.less(this.#chance.pick(nodes), this.#chance.pick(nodes));
  }

  #expression(nodes: readonly Node[]): Node {
    const G = this.#p.graph;
    const chance = this.#chance;
    // Recent values first, so that chains grow.
    const operand = (): Node =>
      chance.unit() < 0.15
        ? G.constant(chance.unit() < 0.2 ? chance.pick(specialNumbers) : chance.within(2))
        : nodes[nodes.length - 1 - chance.below(least(nodes.length, chance.unit() < 0.5 ? 4 : 1000))];
    const [a, b, c] = [operand(), operand(), operand()];
    const make: readonly (() => Node)[] = [
      () => G.add(a, b),
      () => G.add(G.mul(a, b), c),
      () => G.sub(a, b),
      () => G.mul(a, b),
      () => G.div(a, b),
      () => G.neg(a),
      () => G.sqrt(G.abs(a)),
      () => G.floor(a),
      () => G.less(a, b),
      () => G.lessEqual(a, b),
      () => G.equal(a, b),
      () => G.and(a, b),
      () => G.or(a, b),
      () => G.not(a),
      () => G.select(a, b, c),
      () => G.select(G.less(a, b), b, c),
      () => G.exponent(a),
      () => G.pow2(clamp(G, G.exponent(a), G.constant(-1022), G.constant(1023))),
      () => G.sin(a),
      () => G.cos(a),
      () => G.tan(a),
      () => G.atan2(a, b),
      () => G.exp(a),
      () => G.log(a),
      () => G.tanh(a),
    ];
    return chance.pick(make)();
  }
}

export function randomCases(count = 60): ConformanceCase[] {
  return Array.from({ length: count }, (_, i) => new RandomProgram(i + 1).make());
}
