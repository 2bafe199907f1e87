/** What a step keeps of its contacts, in arrays that statements run through with one body for all. */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import type { Vec3 } from '../math/index.js';

/** Scratch memory of contacts that several parts of a program share. */
export function scratch(p: ProgramBuilder, name: string, size: number): Field {
  const own = `contact.${name}`;
  return p.layout.find(own) ?? p.field({ name: own, region: 'scratch', size, unit: '' });
}

/** Each contact has three ways: along its normal, and two across it that friction alone uses. */
export class Loop {
  readonly count: number;
  /** Rates along the ways, three times nv each. */
  readonly rows: Field;
  /** Forces of unit impulses along the ways, world axes. */
  readonly axes: Field;
  /** μ and b of the impulse along the normal, λ = b − μ J v⁺. */
  readonly gains: Field;
  readonly pulls: Field;
  /** 1 where a contact touches, and where it is taken to press. */
  readonly touching: Field;
  readonly active: Field;
  /** Along the normals. */
  readonly impulses: Field;
  /** Impulses of friction, two each; absent without friction. */
  slides: Field | undefined;
  readonly #p: ProgramBuilder;
  readonly #nv: number;

  constructor(p: ProgramBuilder, count: number, nv: number) {
    this.#p = p;
    this.#nv = nv;
    this.count = count;
    this.rows = scratch(p, 'rows', 3 * count * nv);
    this.axes = scratch(p, 'axes', 9 * count);
    this.gains = scratch(p, 'gains', count);
    this.pulls = scratch(p, 'pulls', count);
    this.touching = scratch(p, 'touching', count);
    this.active = scratch(p, 'active', count);
    this.impulses = scratch(p, 'impulses', count);
  }

  each(body: (c: Node) => void): void {
    this.#p.repeat(this.count, (c) => {
      body(c);
      return undefined;
    });
  }

  row(c: Node, way: number): Node[] {
    return Array.from({ length: this.#nv }, (_, i) =>
      this.entry(this.rows, c, 3 * this.#nv, way * this.#nv + i),
    );
  }

  axis(c: Node, way: number): Vec3<Node> {
    const part = (i: number): Node => this.entry(this.axes, c, 9, 3 * way + i);
    return [part(0), part(1), part(2)];
  }

  slideOf(c: Node): readonly [Node, Node] {
    const slides = this.slides as Field;
    return [this.entry(slides, c, 2, 0), this.entry(slides, c, 2, 1)];
  }

  /** A contact by its number. */
  at(index: number): Node {
    return this.#p.graph.constant(index);
  }

  /** Entry `at` of the `width` entries of a contact. */
  entry(field: Field, c: Node, width: number, at: number): Node {
    return this.#p.loadAt(field, this.place(c, width, at));
  }

  place(c: Node, width: number, at: number): Node {
    const G = this.#p.graph;
    return G.add(G.mul(c, G.constant(width)), G.constant(at));
  }
}
