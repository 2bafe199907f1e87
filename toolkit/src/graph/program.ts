/**
 * Programs: procedures of statements over one memory. Expressions are nodes of a graph; only statements touch
 * memory, in the order in which they stand. Interpreter and emitters implement exactly these statements.
 *
 * A program is made with a {@link ProgramBuilder}, whose methods append to the block that is open:
 *
 *     const p = new ProgramBuilder('pendulum');
 *     const q = p.field({ name: 'q', region: 'inputs', unit: 'rad' });
 *     const tau = p.field({ name: 'tau', region: 'outputs', unit: 'N m' });
 *     p.procedure('step', () => p.store(tau, 0, p.graph.mul(p.graph.constant(-2), p.load(q, 0))));
 *     const program = p.finish();
 */
import { Graph, type Node } from './graph.js';
import { type Field, type FieldSpec, type Layout, LayoutBuilder } from './layout.js';
import { Op } from './ops.js';

/** An entry of a field: a fixed index, or one computed at run time (held inside the field by the builder). */
export interface Address {
  readonly field: Field;
  readonly index: number | Node;
  /** True where `index` is a node. */
  readonly dynamic: boolean;
}

export interface Branch<S> {
  readonly kind: 'if';
  readonly test: Node;
  readonly whenTrue: readonly S[];
  readonly whenFalse: readonly S[];
}

/**
 * Runs `body` with `index` bound to 0, 1, … at most `count` times; ends early after a pass whose `until`
 * (evaluated at the end of the body) is not 0.
 */
export interface Repetition<S> {
  readonly kind: 'repeat';
  readonly count: number;
  readonly index: Node;
  readonly body: readonly S[];
  readonly until: Node | undefined;
}

export type Statement =
  /** Binds `leaf` to the entry's present value. */
  | { readonly kind: 'load'; readonly leaf: Node; readonly from: Address }
  | { readonly kind: 'store'; readonly to: Address; readonly value: Node }
  | Branch<Statement>
  | Repetition<Statement>
  /** Runs another procedure of the program, which must stand before this one. */
  | { readonly kind: 'call'; readonly procedure: string };

export interface Procedure {
  readonly name: string;
  readonly body: readonly Statement[];
}

export interface Program {
  readonly name: string;
  readonly graph: Graph;
  readonly layout: Layout;
  readonly procedures: readonly Procedure[];
  readonly manual?: Manual | undefined;
}

/** What somebody has to know who calls a program as emitted code, besides what its layout says. */
export interface Manual {
  /** Paragraphs. */
  readonly about: readonly string[];
  /** By name of the procedure: what it does and when it is called; without one it is called by others only. */
  readonly procedures: Readonly<Partial<Record<string, string>>>;
}

/** A compiled or interpreted program with a memory of its own. */
export interface Executable {
  readonly layout: Layout;
  /** As long as the layout says; never replaced, never grown. */
  readonly memory: Float64Array;
  /** The program's procedures by name. */
  readonly run: Readonly<Record<string, () => void>>;
}

export class ProgramBuilder {
  readonly name: string;
  readonly graph = new Graph();
  readonly layout = new LayoutBuilder();
  readonly #procedures: Procedure[] = [];
  #block: Statement[] | undefined;
  /** Goes into the program. */
  manual: Manual | undefined;
  /** Nodes that can only be whole numbers from … to. */
  readonly #wholes = new Map<Node, readonly [number, number]>();

  constructor(name: string) {
    this.name = name;
  }

  field(spec: FieldSpec): Field {
    return this.layout.add(spec);
  }

  procedure(name: string, trace: () => void): void {
    if (this.#block !== undefined) throw new Error(`program: procedure ${name} begins inside another`);
    if (this.#procedures.some((p) => p.name === name))
      throw new Error(`program: procedure ${name} stands twice`);
    this.#procedures.push({ name, body: this.#collect(trace) });
  }

  /** The entry's present value, as a leaf. */
  load(field: Field, index: number | Node = 0, dynamic = false): Node {
    const leaf = this.graph.leaf();
    this.#append({ kind: 'load', leaf, from: this.#address(field, index, dynamic) });
    return leaf;
  }

  /** All entries of a field. */
  loadAll(field: Field): Node[] {
    return Array.from({ length: field.size }, (_, i) => this.load(field, i));
  }

  /** The entry at a computed index: rounded down and held inside the field; NaN counts as 0. */
  loadAt(field: Field, index: Node): Node {
    return this.load(field, index, true);
  }

  store(field: Field, index: number, value: Node): void {
    this.#append({ kind: 'store', to: this.#address(field, index, false), value });
  }

  storeAll(field: Field, values: readonly Node[]): void {
    if (values.length !== field.size) {
      throw new Error(`program: field ${field.name} has ${field.size} entries, got ${values.length} values`);
    }
    for (let i = 0; i < values.length; i++) this.store(field, i, values[i]);
  }

  /** Stores at a computed index, held as in {@link loadAt}. */
  storeAt(field: Field, index: Node, value: Node): void {
    this.#append({ kind: 'store', to: this.#address(field, index, true), value });
  }

  if(test: Node, whenTrue: () => void, whenFalse: () => void = () => {}): void {
    const truth = this.graph.truth(test);
    if (this.graph.isConstant(truth)) {
      if (this.graph.value(truth) !== 0) whenTrue();
      else whenFalse();
      return;
    }
    this.#append({
      kind: 'if',
      test: truth,
      whenTrue: this.#collect(whenTrue),
      whenFalse: this.#collect(whenFalse),
    });
  }

  /** Up to `count` passes; `body` gets the pass number and may give the test that ends the loop. */
  repeat(count: number, body: (index: Node) => Node | undefined): void {
    if (!Number.isInteger(count) || count < 0) throw new Error(`program: a loop of ${count} passes`);
    const index = this.graph.leaf();
    this.#wholes.set(index, [0, count - 1]);
    let until: Node | undefined;
    const statements = this.#collect(() => {
      const test = body(index);
      until = test === undefined ? undefined : this.graph.truth(test);
    });
    this.#append({ kind: 'repeat', count, index, body: statements, until });
  }

  call(procedure: string): void {
    if (!this.#procedures.some((p) => p.name === procedure))
      throw new Error(`program: no procedure ${procedure} yet`);
    this.#append({ kind: 'call', procedure });
  }

  finish(): Program {
    return {
      name: this.name,
      graph: this.graph,
      layout: this.layout.finish(),
      procedures: [...this.#procedures],
      ...(this.manual === undefined ? {} : { manual: this.manual }),
    };
  }

  #collect(trace: () => void): Statement[] {
    const outer = this.#block;
    const block: Statement[] = [];
    this.#block = block;
    try {
      trace();
    } finally {
      this.#block = outer;
    }
    return block;
  }

  #append(statement: Statement): void {
    if (this.#block === undefined) throw new Error('program: a statement outside a procedure');
    this.#block.push(statement);
  }

  #address(field: Field, index: number | Node, dynamic: boolean): Address {
    if (!dynamic) {
      if (!Number.isInteger(index) || index < 0 || index >= field.size) {
        throw new Error(`program: index ${index} outside field ${field.name} of ${field.size}`);
      }
      return { field, index, dynamic };
    }
    const G = this.graph;
    const last = G.constant(field.size - 1);
    const range = this.#whole(index as Node);
    if (range !== undefined && range[0] >= 0 && range[1] < field.size) {
      return G.isConstant(index as Node)
        ? { field, index: G.value(index as Node), dynamic: false }
        : { field, index, dynamic };
    }
    const whole = G.floor(index as Node);
    const held = G.select(
      G.less(G.constant(0), whole),
      G.select(G.less(whole, last), whole, last),
      G.constant(0),
    );
    if (G.isConstant(held)) return { field, index: G.value(held), dynamic: false };
    return { field, index: held, dynamic };
  }

  /** The range of a node made of loop indices and whole constants by sums and products; else undefined. */
  #whole(node: Node): readonly [number, number] | undefined {
    const known = this.#wholes.get(node);
    if (known !== undefined) return known;
    const range = this.#wholeOf(node);
    if (range?.every(Number.isSafeInteger)) {
      this.#wholes.set(node, range);
      return range;
    }
    return undefined;
  }

  #wholeOf(node: Node): readonly [number, number] | undefined {
    const G = this.graph;
    if (G.isConstant(node)) {
      const x = G.value(node);
      return Number.isInteger(x) ? [x, x] : undefined;
    }
    const op = G.op(node);
    if (op !== Op.add && op !== Op.sub && op !== Op.mul) return undefined;
    const a = this.#whole(G.operand(node, 0));
    const b = a === undefined ? undefined : this.#whole(G.operand(node, 1));
    if (a === undefined || b === undefined) return undefined;
    if (op === Op.add) return [a[0] + b[0], a[1] + b[1]];
    if (op === Op.sub) return [a[0] - b[1], a[1] - b[0]];
    const corners = [a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]].sort((x, y) => x - y);
    return [corners[0], corners[3]];
  }
}
