/**
 * Second half of lowering: decides where each node is computed.
 *
 * A node's home is the innermost block that encloses all its uses, moved out of every loop that it does not
 * depend on. There it is computed once, just before the first item that needs it, operands first. A load may be
 * delayed to its first use, but never past a store that may change the entry. What nobody needs is not computed.
 */
import { type Block, common, type Item, rootsOf, within } from './blocks.js';
import {
  type Code,
  type Instruction,
  maxExpressionDepth,
  maxExpressionSize,
  type Place,
  type Turn,
} from './code.js';
import type { Graph, Node } from './graph.js';
import type { Field } from './layout.js';
import { arity, Op } from './ops.js';

export function schedule(
  name: string,
  graph: Graph,
  root: Block,
  parameters: readonly Node[] = [],
  results: readonly Node[] = [],
): Code {
  return new Scheduler(name, graph, root, parameters, results).run();
}

class Scheduler {
  readonly #name: string;
  readonly #graph: Graph;
  readonly #root: Block;
  readonly #parameters: readonly Node[];
  readonly #results: readonly Node[];
  readonly #loads = new Map<Node, Place>();
  /** Innermost block that a node's operands are bound in. */
  readonly #bound: (Block | undefined)[];
  readonly #home: (Block | undefined)[];
  readonly #uses: Int32Array;
  readonly #inlined: Uint8Array;
  readonly #emitted: Uint8Array;
  /** Size and depth of the expression that is written for a node. */
  readonly #size: Int32Array;
  readonly #depth: Int32Array;
  readonly #visited: Int32Array;
  #visit = 0;
  readonly #stack: number[] = [];
  /** Sine and cosine of an angle, as far as they are needed, by the angle. */
  readonly #turns = new Map<Node, Turn>();
  /** Angles of turns that are not emitted yet, by the home of sine and cosine. */
  readonly #waiting = new Map<Block, Node[]>();
  /** 1 for a load whose statement has been reached. */
  readonly #reached: Uint8Array;
  /** Loads that are not emitted yet. */
  readonly #pending = new Map<Field, Node[]>();

  constructor(
    name: string,
    graph: Graph,
    root: Block,
    parameters: readonly Node[],
    results: readonly Node[],
  ) {
    this.#name = name;
    this.#graph = graph;
    this.#root = root;
    this.#parameters = parameters;
    this.#results = results;
    const n = graph.size;
    this.#bound = new Array(n);
    this.#home = new Array(n);
    this.#uses = new Int32Array(n);
    this.#inlined = new Uint8Array(n);
    this.#emitted = new Uint8Array(n);
    this.#size = new Int32Array(n);
    this.#depth = new Int32Array(n);
    this.#visited = new Int32Array(n);
    this.#reached = new Uint8Array(n);
  }

  run(): Code {
    for (const leaf of this.#parameters) this.#bind(leaf, this.#root);
    this.#bindLeaves(this.#root);
    this.#bindNodes();
    this.#useRoots(this.#root);
    for (const node of this.#results) this.#use(node, this.#root);
    this.#settle();
    this.#settleTurns();
    const body: Instruction[] = [];
    this.#emitBlock(this.#root, body);
    for (const node of this.#results) this.#emit(node, body);
    return {
      name: this.#name,
      graph: this.#graph,
      parameters: this.#parameters,
      body,
      results: this.#results,
      loads: this.#loads,
      inlined: this.#inlined,
    };
  }

  #bind(leaf: Node, block: Block): void {
    this.#bound[leaf] = block;
  }

  #bindLeaves(block: Block): void {
    for (const item of block.items) {
      if (item.kind === 'load') {
        this.#bind(item.leaf, block);
        this.#loads.set(item.leaf, item.from);
      } else if (item.kind === 'if') {
        this.#bindLeaves(item.whenTrue);
        this.#bindLeaves(item.whenFalse);
      } else if (item.kind === 'repeat') {
        this.#bind(item.index, item.body);
        this.#emitted[item.index] = 1;
        this.#bindLeaves(item.body);
      }
    }
  }

  #bindNodes(): void {
    const graph = this.#graph;
    for (const leaf of this.#parameters) this.#emitted[leaf] = 1;
    for (let node = 0 as Node; node < graph.size; node++) {
      const op = graph.op(node);
      if (op === Op.leaf) continue;
      let bound = this.#root;
      for (let k = 0; k < arity[op]; k++) {
        const other = this.#bound[graph.operand(node, k)];
        if (other !== undefined && other.depth > bound.depth) bound = other;
      }
      this.#bound[node] = bound;
      if (op === Op.constant) this.#emitted[node] = 1;
    }
  }

  #useRoots(block: Block): void {
    for (const item of block.items) {
      for (const node of rootsOf(item)) this.#use(node, block);
      if (item.kind === 'if') {
        this.#useRoots(item.whenTrue);
        this.#useRoots(item.whenFalse);
      } else if (item.kind === 'repeat') {
        this.#useRoots(item.body);
        if (item.until !== undefined) this.#use(item.until, item.body);
      }
    }
  }

  #use(node: Node, block: Block): void {
    const home = this.#home[node];
    this.#home[node] = home === undefined ? block : common(home, block);
    this.#uses[node]++;
  }

  /** Homes of all nodes that are needed, users before operands; and which nodes are written inside their user. */
  #settle(): void {
    const graph = this.#graph;
    /** Block that holds the only use so far of a node. */
    const user: (Block | undefined)[] = new Array(graph.size);
    for (let i = graph.size - 1; i >= 0; i--) {
      const node = i as Node;
      const op = graph.op(node);
      let home = this.#home[node];
      if (home === undefined || op === Op.constant) continue;
      const bound = this.#bound[node] as Block;
      if (op === Op.leaf && !within(home, bound)) {
        throw new Error(
          `program: in procedure ${this.#name} a value is used outside the block that loads it`,
        );
      }
      const innermost = home;
      for (let at: Block = innermost; at !== bound && at.parent !== undefined; at = at.parent) {
        if (at.loop) home = at.parent;
      }
      this.#home[node] = home;
      const usedIn = user[node] ?? innermost;
      if (isTurn(op)) this.#addTurn(node);
      else if (this.#uses[node] === 1 && usedIn === home && !this.#emitted[node]) this.#inlined[node] = 1;
      for (let k = 0; k < arity[op]; k++) {
        const operand = graph.operand(node, k);
        this.#use(operand, home);
        user[operand] = home;
      }
      const index = this.#loads.get(node)?.index;
      if (index !== undefined) {
        this.#use(index, home);
        user[index] = home;
      }
    }
  }

  #addTurn(node: Node): void {
    const angle = this.#graph.operand(node, 0);
    const { sine, cosine } = this.#turns.get(angle) ?? {};
    const isSine = this.#graph.op(node) === Op.sin;
    this.#turns.set(angle, { angle, sine: isSine ? node : sine, cosine: isSine ? cosine : node });
  }

  /** Sine and cosine of one angle get one home. */
  #settleTurns(): void {
    for (const { angle, sine, cosine } of this.#turns.values()) {
      const homes = [sine, cosine].flatMap((node) => (node === undefined ? [] : [this.#home[node] as Block]));
      const home = homes.reduce(common);
      for (const node of [sine, cosine]) if (node !== undefined) this.#home[node] = home;
      const waiting = this.#waiting.get(home);
      if (waiting === undefined) this.#waiting.set(home, [angle]);
      else waiting.push(angle);
    }
    for (const angles of this.#waiting.values()) angles.sort((a, b) => a - b);
  }

  #emitBlock(block: Block, out: Instruction[]): void {
    for (const item of block.items) {
      if (item.kind === 'load') {
        if (this.#home[item.leaf] === undefined) continue;
        this.#reached[item.leaf] = 1;
        const pending = this.#pending.get(item.field);
        if (pending === undefined) this.#pending.set(item.field, [item.leaf]);
        else pending.push(item.leaf);
        continue;
      }
      for (const node of rootsOf(item)) this.#emit(node, out);
      if (item.kind === 'store') {
        this.#flush(item.field, out, item.to);
        out.push({ kind: 'store', to: item.to, value: item.value });
        continue;
      }
      if (item.kind !== 'call') {
        this.#visit++;
        if (item.kind === 'if') {
          this.#emitNested(item.whenTrue, block, out);
          this.#emitNested(item.whenFalse, block, out);
        } else {
          this.#emitNested(item.body, block, out);
          if (item.until !== undefined) this.#emit(item.until, out, block);
        }
      }
      for (const field of item.stores) this.#flush(field, out);
      out.push(this.#compound(item));
    }
  }

  #compound(item: Item & { kind: 'if' | 'repeat' | 'call' }): Instruction {
    if (item.kind === 'call') return { kind: 'call', procedure: item.procedure };
    if (item.kind === 'if') {
      const whenTrue: Instruction[] = [];
      const whenFalse: Instruction[] = [];
      this.#emitBlock(item.whenTrue, whenTrue);
      this.#emitBlock(item.whenFalse, whenFalse);
      return { kind: 'if', test: item.test, whenTrue, whenFalse };
    }
    const body: Instruction[] = [];
    this.#emitBlock(item.body, body);
    if (item.until !== undefined) this.#emit(item.until, body);
    return { kind: 'repeat', count: item.count, index: item.index, body, until: item.until };
  }

  /** Emits what a nested block needs and `home` holds. */
  #emitNested(block: Block, home: Block, out: Instruction[]): void {
    for (const item of block.items) {
      for (const node of rootsOf(item)) this.#emit(node, out, home);
      if (item.kind === 'if') {
        this.#emitNested(item.whenTrue, home, out);
        this.#emitNested(item.whenFalse, home, out);
      } else if (item.kind === 'repeat') {
        this.#emitNested(item.body, home, out);
        if (item.until !== undefined) this.#emit(item.until, out, home);
      }
    }
  }

  /** Emits the loads of a field that a store may change and that are still pending. */
  #flush(field: Field, out: Instruction[], to?: Place): void {
    const pending = this.#pending.get(field);
    if (pending === undefined) return;
    const fixed = to !== undefined && to.index === undefined;
    let kept = 0;
    for (const leaf of pending) {
      if (this.#emitted[leaf]) continue;
      const from = this.#loads.get(leaf) as Place;
      if (fixed && from.index === undefined && from.at !== to.at) {
        pending[kept++] = leaf;
        continue;
      }
      this.#inlined[leaf] = 0;
      this.#emit(leaf, out);
    }
    pending.length = kept;
  }

  /** Emits a node and what it needs, operands first; with `home` only what that block holds. */
  #emit(root: Node, out: Instruction[], home?: Block): void {
    const graph = this.#graph;
    const stack = this.#stack;
    const base = stack.length;
    stack.push(root);
    while (stack.length > base) {
      const node = stack[stack.length - 1];
      if (node < 0) {
        stack.pop();
        this.#finish(~node as Node, out, home);
        continue;
      }
      stack.pop();
      if (this.#emitted[node]) continue;
      if (home !== undefined) {
        if (this.#visited[node] === this.#visit) continue;
        this.#visited[node] = this.#visit;
      }
      stack.push(~node);
      const index = this.#loads.get(node as Node)?.index;
      if (index !== undefined) stack.push(index);
      for (let k = arity[graph.op(node as Node)] - 1; k >= 0; k--) stack.push(graph.operand(node as Node, k));
    }
  }

  /**
   * Emits a sine or cosine, and with it all others of the same home whose angles can be had here: a batch of them
   * costs less than one after the other.
   */
  #emitTurns(first: Node, out: Instruction[]): void {
    const own = this.#graph.operand(first, 0);
    const home = this.#home[first] as Block;
    const angles = this.#waiting.get(home) as Node[];
    const ready: Node[] = [];
    const waiting: Node[] = [];
    for (const angle of angles) (angle === own || this.#isReady(angle) ? ready : waiting).push(angle);
    this.#waiting.set(home, waiting);
    for (const angle of ready) this.#emit(angle, out);
    const turns = ready.map((angle) => this.#turns.get(angle) as Turn);
    for (const { sine, cosine } of turns) {
      for (const node of [sine, cosine]) if (node !== undefined) this.#emitted[node] = 1;
    }
    for (let i = 0; i < turns.length; i += maxTurns) {
      out.push({ kind: 'turn', turns: turns.slice(i, i + maxTurns) });
    }
  }

  /** Whether an angle takes little more than loads whose statements have been reached. */
  #isReady(angle: Node): boolean {
    const graph = this.#graph;
    const stack = [angle];
    let left = 12;
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (this.#emitted[node]) continue;
      const op = graph.op(node);
      if (--left < 0 || isTurn(op) || op >= Op.tan || (op === Op.leaf && !this.#reached[node])) return false;
      const index = this.#loads.get(node)?.index;
      if (index !== undefined) stack.push(index);
      for (let k = 0; k < arity[op]; k++) stack.push(graph.operand(node, k));
    }
    return true;
  }

  /** Emits a node whose operands are emitted. */
  #finish(node: Node, out: Instruction[], home: Block | undefined): void {
    if (this.#emitted[node] || (home !== undefined && this.#home[node] !== home)) return;
    if (isTurn(this.#graph.op(node))) {
      this.#emitTurns(node, out);
      return;
    }
    this.#emitted[node] = 1;
    let size = 1;
    let depth = 1;
    const graph = this.#graph;
    const index = this.#loads.get(node)?.index;
    const count = arity[graph.op(node)] + (index === undefined ? 0 : 1);
    for (let k = 0; k < count; k++) {
      const operand = index ?? graph.operand(node, k);
      if (!this.#inlined[operand]) continue;
      size += this.#size[operand];
      depth = this.#depth[operand] >= depth ? this.#depth[operand] + 1 : depth;
    }
    this.#size[node] = size;
    this.#depth[node] = depth;
    if (depth >= maxExpressionDepth || size >= maxExpressionSize) this.#inlined[node] = 0;
    if (!this.#inlined[node]) out.push({ kind: 'let', node });
  }
}

/** Turns of one instruction: emitters that write them in place cannot cut it. */
const maxTurns = 16;

/** A sine or cosine. */
function isTurn(op: number): boolean {
  return op === Op.sin || op === Op.cos;
}
