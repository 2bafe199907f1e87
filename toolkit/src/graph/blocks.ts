/**
 * First half of lowering: a procedure's statements become blocks of items over a graph of their own.
 *
 * On the way an entry that was loaded or stored before and cannot have changed since is not loaded again, loads
 * are taken out of loops that leave their field alone, and statements without effect are dropped. Folding is
 * exact, so the bits do not change.
 */
import { cos, sin } from '../math/index.js';
import type { Place } from './code.js';
import { Graph, type Node } from './graph.js';
import { addressOf, type Field, type Layout } from './layout.js';
import { apply, arity, Op } from './ops.js';
import type { Address, Program, Statement } from './program.js';

export type Item =
  | {
      readonly kind: 'load';
      readonly leaf: Node;
      readonly field: Field;
      readonly from: Place;
    }
  | {
      readonly kind: 'store';
      readonly field: Field;
      readonly to: Place;
      readonly value: Node;
    }
  | {
      readonly kind: 'if';
      readonly test: Node;
      readonly whenTrue: Block;
      readonly whenFalse: Block;
      readonly stores: ReadonlySet<Field>;
    }
  | {
      readonly kind: 'repeat';
      readonly count: number;
      readonly index: Node;
      readonly body: Block;
      readonly until: Node | undefined;
      readonly stores: ReadonlySet<Field>;
    }
  | {
      readonly kind: 'call';
      readonly procedure: number;
      readonly stores: ReadonlySet<Field>;
    };

export class Block {
  readonly items: Item[] = [];
  readonly depth: number;

  constructor(
    readonly parent: Block | undefined,
    /** The body of a loop. */
    readonly loop: boolean,
    /** What the statement that this is a block of may store to. */
    readonly stores: ReadonlySet<Field> = new Set(),
  ) {
    this.depth = parent === undefined ? 0 : parent.depth + 1;
  }
}

/** Nodes that an item itself uses (the test at a loop's end belongs to its body). */
export function rootsOf(item: Item): readonly Node[] {
  if (item.kind === 'store') return item.to.index === undefined ? [item.value] : [item.to.index, item.value];
  return item.kind === 'if' ? [item.test] : [];
}

/** The innermost block around both. */
export function common(a: Block, b: Block): Block {
  while (a !== b) {
    if (a.depth >= b.depth) a = a.parent as Block;
    else b = b.parent as Block;
  }
  return a;
}

/** Whether a block is `outer` or stands in it. */
export function within(inner: Block, outer: Block): boolean {
  return common(inner, outer) === outer;
}

/** Fields that each procedure stores to, with those of the procedures that it calls. */
export function storesOf(program: Program): ReadonlyMap<string, ReadonlySet<Field>> {
  const all = new Map<string, ReadonlySet<Field>>();
  for (const { name, body } of program.procedures) all.set(name, collectStores(body, all, new Set()));
  return all;
}

function collectStores(
  statements: readonly Statement[],
  procedures: ReadonlyMap<string, ReadonlySet<Field>>,
  into: Set<Field>,
): Set<Field> {
  for (const s of statements) {
    if (s.kind === 'store') into.add(s.to.field);
    else if (s.kind === 'repeat') collectStores(s.body, procedures, into);
    else if (s.kind === 'call') for (const field of procedures.get(s.procedure) ?? []) into.add(field);
    else if (s.kind === 'if') {
      collectStores(s.whenTrue, procedures, into);
      collectStores(s.whenFalse, procedures, into);
    }
  }
  return into;
}

/**
 * What is known of the memory at one point of a procedure: the nodes that equal its entries. The key of an entry
 * is its index where that is fixed and −1 − node where it is computed.
 */
class Known {
  readonly #fixed = new Map<Field, Map<number, Node>>();
  readonly #computed = new Map<Field, Map<number, Node>>();

  get(field: Field, key: number): Node | undefined {
    return this.#entries(key).get(field)?.get(key);
  }

  learn(field: Field, key: number, value: Node): void {
    const all = this.#entries(key);
    const entries = all.get(field);
    if (entries === undefined) all.set(field, new Map([[key, value]]));
    else entries.set(key, value);
  }

  /** A fixed entry may be any computed one and the other way round. */
  store(field: Field, key: number, value: Node): void {
    this.#computed.delete(field);
    if (key < 0) this.#fixed.delete(field);
    this.learn(field, key, value);
  }

  forget(fields: Iterable<Field>): void {
    for (const field of fields) {
      this.#fixed.delete(field);
      this.#computed.delete(field);
    }
  }

  copy(): Known {
    const copy = new Known();
    for (const [field, entries] of this.#fixed) copy.#fixed.set(field, new Map(entries));
    for (const [field, entries] of this.#computed) copy.#computed.set(field, new Map(entries));
    return copy;
  }

  /** Keeps what the other knows as well. */
  keep(other: Known): void {
    for (const all of [this.#fixed, this.#computed]) {
      for (const [field, entries] of all) {
        for (const [key, value] of entries) if (other.get(field, key) !== value) entries.delete(key);
      }
    }
  }

  #entries(key: number): Map<Field, Map<number, Node>> {
    return key < 0 ? this.#computed : this.#fixed;
  }
}

export interface Blocks {
  readonly graph: Graph;
  readonly root: Block;
}

export class BlockBuilder {
  readonly graph = new Graph('exact');
  readonly #source: Graph;
  readonly #layout: Layout;
  readonly #stores: ReadonlyMap<string, ReadonlySet<Field>>;
  readonly #numbers: ReadonlyMap<string, number>;
  /** The node of each source node; −1 where there is none yet. */
  readonly #nodes: Int32Array;
  readonly #stack: number[] = [];
  readonly #procedure: string;
  readonly #inlineTurns: boolean;

  constructor(
    program: Program,
    stores: ReadonlyMap<string, ReadonlySet<Field>>,
    procedure: string,
    /** Whether sin and cos are expanded into primitives. */
    inlineTurns: boolean,
  ) {
    this.#source = program.graph;
    this.#layout = program.layout;
    this.#stores = stores;
    this.#numbers = new Map(program.procedures.map((p, i) => [p.name, i]));
    this.#nodes = new Int32Array(program.graph.size).fill(-1);
    this.#procedure = procedure;
    this.#inlineTurns = inlineTurns;
  }

  build(statements: readonly Statement[]): Block {
    const root = new Block(undefined, false);
    this.#fill(root, statements, new Known());
    return root;
  }

  #fill(block: Block, statements: readonly Statement[], known: Known): void {
    for (const s of statements) {
      if (s.kind === 'load') this.#load(block, s.leaf, s.from, known);
      else if (s.kind === 'store') this.#store(block, s.to, s.value, known);
      else if (s.kind === 'if') this.#if(block, s, known);
      else if (s.kind === 'repeat') this.#repeat(block, s, known);
      else {
        const stores = this.#stores.get(s.procedure);
        const procedure = this.#numbers.get(s.procedure);
        if (stores === undefined || procedure === undefined) throw this.#error(`no procedure ${s.procedure}`);
        known.forget(stores);
        block.items.push({ kind: 'call', procedure, stores });
      }
    }
  }

  #load(block: Block, leaf: Node, from: Address, known: Known): void {
    const { place, key } = this.#place(from);
    let node = known.get(from.field, key);
    if (node === undefined) {
      node = this.graph.leaf();
      const at = place.index === undefined ? invariantBlock(block, from.field) : block;
      at.items.push({ kind: 'load', leaf: node, field: from.field, from: place });
      known.learn(from.field, key, node);
    }
    this.#nodes[leaf] = node;
  }

  #store(block: Block, to: Address, value: Node, known: Known): void {
    const { place, key } = this.#place(to);
    const node = this.#translate(value);
    if (known.get(to.field, key) === node) return;
    known.store(to.field, key, node);
    block.items.push({ kind: 'store', field: to.field, to: place, value: node });
  }

  #if(block: Block, s: Statement & { kind: 'if' }, known: Known): void {
    const test = this.graph.truth(this.#translate(s.test));
    if (this.graph.isConstant(test)) {
      this.#fill(block, this.graph.value(test) !== 0 ? s.whenTrue : s.whenFalse, known);
      return;
    }
    const stores = new Set<Field>();
    collectStores(s.whenTrue, this.#stores, stores);
    collectStores(s.whenFalse, this.#stores, stores);
    const whenTrue = new Block(block, false, stores);
    const whenFalse = new Block(block, false, stores);
    const other = known.copy();
    this.#fill(whenTrue, s.whenTrue, known);
    this.#fill(whenFalse, s.whenFalse, other);
    known.keep(other);
    if (!hasEffect(whenTrue) && !hasEffect(whenFalse)) return;
    block.items.push({ kind: 'if', test, whenTrue, whenFalse, stores });
  }

  #repeat(block: Block, s: Statement & { kind: 'repeat' }, known: Known): void {
    if (s.count === 0) return;
    if (s.count === 1) {
      this.#nodes[s.index] = this.graph.constant(0);
      this.#fill(block, s.body, known);
      return;
    }
    const stores = collectStores(s.body, this.#stores, new Set());
    known.forget(stores);
    const index = this.graph.leaf();
    this.#nodes[s.index] = index;
    const body = new Block(block, true, stores);
    this.#fill(body, s.body, known.copy());
    if (!hasEffect(body)) return;
    let until = s.until === undefined ? undefined : this.graph.truth(this.#translate(s.until));
    if (until !== undefined && this.graph.isConstant(until) && this.graph.value(until) === 0)
      until = undefined;
    block.items.push({ kind: 'repeat', count: s.count, index, body, until, stores });
  }

  #place(address: Address): { place: Place; key: number } {
    const start = addressOf(this.#layout, address.field);
    if (!address.dynamic) {
      return {
        place: { at: start + address.index, index: undefined },
        key: address.index,
      };
    }
    const index = this.#translate(address.index as Node);
    if (this.graph.isConstant(index)) {
      const fixed = this.graph.value(index);
      return { place: { at: start + fixed, index: undefined }, key: fixed };
    }
    return { place: { at: start, index }, key: -1 - index };
  }

  /** The node of this graph that equals a node of the source. */
  #translate(root: Node): Node {
    const nodes = this.#nodes;
    const source = this.#source;
    const stack = this.#stack;
    if (nodes[root] < 0) stack.push(root);
    while (stack.length > 0) {
      const node = stack[stack.length - 1] as Node;
      if (nodes[node] >= 0) {
        stack.pop();
        continue;
      }
      const op = source.op(node);
      let ready = true;
      for (let k = arity[op] - 1; k >= 0; k--) {
        const operand = source.operand(node, k);
        if (nodes[operand] < 0) {
          stack.push(operand);
          ready = false;
        }
      }
      if (!ready) continue;
      stack.pop();
      nodes[node] = this.#make(op, node);
    }
    return nodes[root] as Node;
  }

  #make(op: Op, node: Node): Node {
    const G = this.graph;
    if (op === Op.constant) return G.constant(this.#source.value(node));
    if (op === Op.leaf) throw this.#error('a value is used outside the block or procedure that loads it');
    const operand = (k: number) => this.#nodes[this.#source.operand(node, k)] as Node;
    const a = operand(0);
    if (this.#inlineTurns && !G.isConstant(a)) {
      if (op === Op.sin) return sin(G, a);
      if (op === Op.cos) return cos(G, a);
    }
    return apply(G, op, a, operand(1), operand(2));
  }

  #error(what: string): Error {
    return new Error(`program: in procedure ${this.#procedure} ${what}`);
  }
}

/** Where a load can stand instead: before the outermost loop that it would be in and that leaves its field alone. */
function invariantBlock(block: Block, field: Field): Block {
  let best = block;
  for (let at = block; at.parent !== undefined && !at.stores.has(field); at = at.parent) {
    if (at.loop) best = at.parent;
  }
  return best;
}

function hasEffect(block: Block): boolean {
  return block.items.some((item) => item.kind !== 'load');
}
