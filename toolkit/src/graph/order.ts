/**
 * The order of operations, for compilers that keep it: processors do several operations at once if those that
 * stand near each other do not wait for each other, and keep few values in registers.
 *
 * Within each run of instructions without branches, loops and calls, operations are listed by the length of the
 * chain that still hangs on them, longest first, as a processor of {@link width} operations a cycle would begin
 * them; while more than {@link registers} values wait for their uses, those are taken that end most of them. A load
 * stands just before its first use. Expressions stay the same, so the bits do.
 *
 * List scheduling under register pressure: Cooper and Torczon, Engineering a Compiler, section 12.3.
 */
import { type Code, type Instruction, maxExpressionDepth, maxExpressionSize, type Place } from './code.js';
import type { Graph, Node } from './graph.js';
import { arity, Op } from './ops.js';
import { turned, walk } from './walk.js';

const width = 3;
const registers = 10;

/** Cycles of a sine and cosine, or of another elementary function. */
const elementaryLatency = 60;

/** Cycles from an operation's operands to its result, about. */
function latency(op: Op): number {
  if (op >= Op.sin) return elementaryLatency;
  if (op === Op.sqrt) return 20;
  if (op === Op.div) return 13;
  if (op === Op.exponent || op === Op.pow2 || op === Op.floor) return 6;
  return op === Op.add || op === Op.sub || op === Op.mul ? 3 : 1;
}

/** The same code, the operations of each straight run in an order that lets a processor overlap them. */
export function interleaved(code: Code): Code {
  const inlined = new Uint8Array(code.graph.size);
  const context: Context = { code, inlined, reads: countReads(code) };
  const body = block(context, code.body);
  return { ...code, body, inlined };
}

interface Context {
  readonly code: Code;
  /** Of the ordered code. */
  readonly inlined: Uint8Array;
  /** Instructions and expressions that read each variable, in the whole code. */
  readonly reads: Int32Array;
}

function countReads(code: Code): Int32Array {
  const reads = new Int32Array(code.graph.size);
  walk(code, {
    variable: (node) => {
      reads[node]++;
    },
  });
  return reads;
}

function block(context: Context, instructions: readonly Instruction[]): Instruction[] {
  const out: Instruction[] = [];
  let run = new Run(context);
  const flush = (): void => {
    out.push(...run.ordered());
    run = new Run(context);
  };
  for (const i of instructions) {
    if (i.kind === 'let' || i.kind === 'store' || i.kind === 'turn') {
      run.add(i);
      continue;
    }
    flush();
    if (i.kind === 'if') {
      keepInlined(context, [i.test]);
      const [whenTrue, whenFalse] = [block(context, i.whenTrue), block(context, i.whenFalse)];
      out.push({ ...i, whenTrue, whenFalse });
    } else if (i.kind === 'repeat') {
      if (i.until !== undefined) keepInlined(context, [i.until]);
      out.push({ ...i, body: block(context, i.body) });
    } else out.push(i);
  }
  flush();
  keepInlined(context, context.code.body === instructions ? context.code.results : []);
  return out;
}

/** What is written inside a test or a result stays there. */
function keepInlined({ code, inlined }: Context, roots: readonly Node[]): void {
  const stack = roots.filter((node) => code.inlined[node]);
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    inlined[node] = 1;
    for (const operand of operandsOf(code, node)) if (code.inlined[operand]) stack.push(operand);
  }
}

function operandsOf({ graph, loads }: Code, node: Node): Node[] {
  const index = loads.get(node)?.index;
  const operands = Array.from({ length: arity[graph.op(node)] }, (_, k) => graph.operand(node, k));
  return index === undefined ? operands : [...operands, index];
}

/** One operation, load or store. */
interface Item {
  readonly instruction: Instruction;
  /** The nodes that it gives values. */
  readonly gives: readonly Node[];
  /** Nodes that it reads, constants aside. */
  readonly reads: readonly Node[];
  readonly latency: number;
  /** A load: it is not listed itself but emitted before the first item that needs it. */
  readonly load: Place | undefined;
  /** Loads that must stand before it: its operands, and for a store those of entries that it may change. */
  readonly loads: Item[];
  /** Items that must be done before it can begin, loads replaced by what they wait for. */
  readonly after: Set<Item>;
  readonly users: Item[];
  /** Longest chain from its beginning to the end of the run. */
  height: number;
  /** Items of `after` that are not done. */
  waiting: number;
  /** Users that are not listed, and one more where a value is read outside the run. */
  pending: number;
  emitted: boolean;
}

class Run {
  readonly #context: Context;
  readonly #graph: Graph;
  readonly #items: Item[] = [];
  readonly #givers = new Map<Node, Item>();
  /** Reads inside the run of variables that it gives. */
  readonly #reads = new Map<Node, number>();
  readonly #memory = new MemoryOrder();

  constructor(context: Context) {
    this.#context = context;
    this.#graph = context.code.graph;
  }

  /** A `let`, `store` or `turn`, with an item for each operation inside its expressions. */
  add(instruction: Instruction): void {
    const { code } = this.#context;
    const place = instruction.kind === 'store' ? instruction.to : undefined;
    const operands =
      instruction.kind === 'let'
        ? operandsOf(code, instruction.node)
        : instruction.kind === 'store'
          ? [instruction.value, ...(place?.index === undefined ? [] : [place.index])]
          : instruction.kind === 'turn'
            ? instruction.turns.map(({ angle }) => angle)
            : [];
    for (const node of operands) if (code.inlined[node]) this.add({ kind: 'let', node });
    const load = instruction.kind === 'let' ? code.loads.get(instruction.node) : undefined;
    const item: Item = {
      instruction,
      gives:
        instruction.kind === 'let'
          ? [instruction.node]
          : instruction.kind === 'turn'
            ? turned(instruction)
            : [],
      reads: operands.filter((node) => !this.#graph.isConstant(node)),
      latency:
        instruction.kind === 'let'
          ? latency(this.#graph.op(instruction.node))
          : instruction.kind === 'turn'
            ? elementaryLatency
            : 1,
      load,
      loads: [],
      after: new Set(),
      users: [],
      height: 0,
      waiting: 0,
      pending: 0,
      emitted: false,
    };
    for (const node of item.reads) {
      this.#reads.set(node, (this.#reads.get(node) ?? 0) + 1);
      this.#needs(item, this.#givers.get(node));
    }
    if (load !== undefined) for (const store of this.#memory.load(load, item)) this.#needs(item, store);
    if (place !== undefined)
      for (const earlier of this.#memory.store(place, item)) this.#needs(item, earlier);
    for (const node of item.gives) this.#givers.set(node, item);
    this.#items.push(item);
  }

  #needs(item: Item, other: Item | undefined): void {
    if (other === undefined) return;
    if (other.load === undefined) {
      item.after.add(other);
      return;
    }
    if (!item.loads.includes(other)) item.loads.push(other);
    for (const before of other.after) item.after.add(before);
  }

  ordered(): Instruction[] {
    const listed = this.#items.filter((item) => item.load === undefined);
    for (const item of listed) {
      item.waiting = item.after.size;
      for (const before of item.after) before.users.push(item);
    }
    for (const item of this.#items) {
      const outside = item.gives.some((node) => this.#context.reads[node] > this.#insideReads(node));
      item.pending = item.users.length + (outside ? 1 : 0);
    }
    for (let i = listed.length - 1; i >= 0; i--) {
      const item = listed[i];
      item.height =
        item.latency + item.users.reduce((max, user) => (user.height > max ? user.height : max), 0);
    }
    const writer = new Writer(this.#context);
    for (const item of list(listed)) writer.emit(item);
    // Loads that only later instructions read.
    for (const item of this.#items) writer.emit(item);
    return writer.instructions;
  }

  /** Reads of a variable of the code as it was: an operation inside an expression counts for nothing. */
  #insideReads(node: Node): number {
    return this.#context.code.inlined[node] ? 0 : (this.#reads.get(node) ?? 0);
  }
}

/** The items in the order in which a processor would begin them. */
function list(items: readonly Item[]): Item[] {
  const order: Item[] = [];
  const ready = items.filter((item) => item.waiting === 0);
  /** Items whose operands are begun, by the cycle in which those are done. */
  const soon = new Map<number, Item[]>();
  const readyAt = new Map<Item, number>();
  let live = 0;
  for (let cycle = 0; order.length < items.length; cycle++) {
    const arriving = soon.get(cycle);
    if (arriving !== undefined) ready.push(...arriving);
    soon.delete(cycle);
    for (let k = 0; k < width && ready.length > 0; k++) {
      const item = take(ready, live > registers);
      order.push(item);
      if (item.pending > 0 && item.gives.length > 0) live++;
      for (const before of item.after) {
        if (--before.pending === 0 && before.gives.length > 0) live--;
      }
      for (const user of item.users) {
        const at = cycle + item.latency;
        const latest = readyAt.get(user) ?? 0;
        readyAt.set(user, at > latest ? at : latest);
        if (--user.waiting > 0) continue;
        const when = readyAt.get(user) as number;
        const others = soon.get(when);
        if (others === undefined) soon.set(when, [user]);
        else others.push(user);
      }
    }
  }
  return order;
}

/** Takes the item with the longest chain out of the list, or under pressure the one that ends most values. */
function take(ready: Item[], pressed: boolean): Item {
  let best = 0;
  let bestGain = pressed ? gain(ready[0]) : 0;
  for (let i = 1; i < ready.length; i++) {
    const g = pressed ? gain(ready[i]) : 0;
    if (g > bestGain || (g === bestGain && ready[i].height > ready[best].height)) {
      best = i;
      bestGain = g;
    }
  }
  const [item] = ready.splice(best, 1);
  return item;
}

/** Values that end with an item, less one that begins. */
function gain(item: Item): number {
  let ends = item.pending > 0 && item.gives.length > 0 ? -1 : 0;
  for (const before of item.after) if (before.pending === 1 && before.gives.length > 0) ends++;
  return ends;
}

/** Which accesses of the memory must keep their order: those of one entry, and any with a computed one. */
class MemoryOrder {
  readonly #stores = new Map<number, Item>();
  readonly #loads = new Map<number, Item[]>();
  readonly #computedStores: Item[] = [];
  readonly #computedLoads: Item[] = [];

  /** Notes a load; gives the stores before it that it may read. */
  load({ at, index }: Place, item: Item): Item[] {
    if (index !== undefined) {
      this.#computedLoads.push(item);
      return [...this.#stores.values(), ...this.#computedStores];
    }
    const loads = this.#loads.get(at);
    if (loads === undefined) this.#loads.set(at, [item]);
    else loads.push(item);
    const store = this.#stores.get(at);
    return store === undefined ? [...this.#computedStores] : [store, ...this.#computedStores];
  }

  /** Notes a store; gives the accesses before it that must stay before it. */
  store({ at, index }: Place, item: Item): Item[] {
    if (index !== undefined) {
      const before = [...this.#stores.values(), ...this.#computedStores, ...this.#computedLoads];
      for (const loads of this.#loads.values()) before.push(...loads);
      this.#computedStores.push(item);
      return before;
    }
    const before = [...this.#computedStores, ...this.#computedLoads, ...(this.#loads.get(at) ?? [])];
    const store = this.#stores.get(at);
    this.#stores.set(at, item);
    return store === undefined ? before : [store, ...before];
  }
}

/** Writes items, operations inside their user where that comes right behind them. */
class Writer {
  readonly instructions: Instruction[] = [];
  readonly #code: Code;
  readonly #inlined: Uint8Array;
  readonly #depth = new Map<Node, number>();
  readonly #size = new Map<Node, number>();

  constructor({ code, inlined }: Context) {
    this.#code = code;
    this.#inlined = inlined;
  }

  emit(item: Item): void {
    for (const load of item.loads) this.emit(load);
    if (item.emitted) return;
    item.emitted = true;
    let depth = 1;
    let size = 1;
    for (;;) {
      const last = this.instructions.at(-1);
      if (last?.kind !== 'let' || !this.#code.inlined[last.node] || !item.reads.includes(last.node)) break;
      const inner = (this.#depth.get(last.node) as number) + 1;
      const total = size + (this.#size.get(last.node) as number);
      if (inner > maxExpressionDepth || total > maxExpressionSize) break;
      depth = inner > depth ? inner : depth;
      size = total;
      this.#inlined[last.node] = 1;
      this.instructions.pop();
    }
    for (const node of item.gives) {
      this.#depth.set(node, depth);
      this.#size.set(node, size);
    }
    this.instructions.push(item.instruction);
  }
}
