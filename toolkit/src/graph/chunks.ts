/**
 * Keeping operations near where they stand, in long code for V8.
 *
 * V8 orders the operations between two branches by their distance from the end, whatever the order in which they
 * are written, and in long code most values then live, and are moved, all at once. Only accesses of memory keep
 * their order. So code is cut into chunks of some hundred operations: what an earlier chunk computed is saved in
 * memory when it is computed and restored where a later chunk first reads it. The bits do not change.
 */
import type { Code, Instruction } from './code.js';
import type { Node } from './graph.js';
import { arity, isTruth } from './ops.js';
import { setBy, walk } from './walk.js';

/** Operations of one chunk: the best of 60, 100, 150, … 600 for programs of 1400 to 7000 operations. */
const chunkSize = 150;

export interface Chunked {
  readonly code: Code;
  /** Places of saved values, with those that were given. */
  readonly spills: ReadonlyMap<Node, number>;
}

/**
 * New spill places are numbered from `firstSpill` on; `spilled` are values that have theirs already, from where
 * parameters are restored as well.
 */
export function chunked(
  code: Code,
  firstSpill: number,
  spilled: ReadonlyMap<Node, number> = new Map(),
  size = chunkSize,
): Chunked {
  return new Chunker(code, firstSpill, spilled, size).run();
}

class Chunker {
  readonly #code: Code;
  readonly #firstSpill: number;
  readonly #given: ReadonlyMap<Node, number>;
  readonly #size: number;
  readonly #own = new Map<Node, number>();
  /** Whether loads can be repeated: nothing else in the code writes where they read. */
  readonly #written: ReadonlySet<number> | undefined;
  /** Loop indices, which are never restored. */
  readonly #indices = new Set<Node>();
  #chunk = 0;
  #weight = 0;
  /** Chunk in which a variable was set or restored last. */
  #recent = new Map<Node, number>();

  constructor(code: Code, firstSpill: number, given: ReadonlyMap<Node, number>, size: number) {
    this.#code = code;
    this.#firstSpill = firstSpill;
    this.#given = given;
    this.#size = size;
    this.#written = writtenBy(code);
  }

  run(): Chunked {
    for (const node of this.#code.parameters) if (!this.#given.has(node)) this.#recent.set(node, 0);
    const body = this.#save(this.#restore(this.#code.body));
    return { code: { ...this.#code, body }, spills: new Map([...this.#given, ...this.#own]) };
  }

  /** A block with values restored where a chunk first reads them. */
  #restore(block: readonly Instruction[]): Instruction[] {
    const out: Instruction[] = [];
    for (const i of block) {
      const { reads, weight } = this.#operands(i);
      if (this.#weight + weight > this.#size && this.#weight > 0) {
        this.#chunk++;
        this.#weight = 0;
      }
      this.#weight += weight;
      for (const node of reads) {
        if (this.#recent.get(node) === this.#chunk) continue;
        this.#recent.set(node, this.#chunk);
        out.push({ kind: 'restore', node, spill: this.#spill(node) });
      }
      for (const node of setBy(i)) this.#recent.set(node, this.#chunk);
      if (i.kind === 'if') {
        out.push({ ...i, whenTrue: this.#nested(i.whenTrue), whenFalse: this.#nested(i.whenFalse) });
      } else if (i.kind === 'repeat') {
        this.#indices.add(i.index);
        out.push({ ...i, body: [...this.#nested(i.body), ...this.#restoreAfter(i.until)] });
      } else out.push(i);
    }
    return out;
  }

  /** What a nested block restores, the code behind it may not have. */
  #nested(block: readonly Instruction[]): Instruction[] {
    const outer = new Map(this.#recent);
    const inner = this.#restore(block);
    this.#recent = outer;
    return inner;
  }

  /** What the test at a loop's end reads and another part computed: the body may have gone round its restoring. */
  #restoreAfter(until: Node | undefined): Instruction[] {
    if (until === undefined) return [];
    const { reads } = this.#operands({ kind: 'if', test: until, whenTrue: [], whenFalse: [] });
    return [...new Set(reads)].flatMap((node) => {
      const spill = this.#given.get(node);
      const foreign = spill !== undefined && this.#code.parameters.includes(node);
      return foreign ? [{ kind: 'restore', node, spill }] : [];
    });
  }

  /** Variables that an instruction itself reads, truth values and loop indices left out, and its operations. */
  #operands(i: Instruction): { reads: readonly Node[]; weight: number } {
    const { graph, inlined, loads } = this.#code;
    const reads: Node[] = [];
    let weight = 0;
    const operand = (node: Node): void => {
      if (inlined[node]) expression(node);
      else if (!graph.isConstant(node) && !isTruth(graph.op(node)) && !this.#indices.has(node))
        reads.push(node);
    };
    const expression = (node: Node): void => {
      weight++;
      const index = loads.get(node)?.index;
      if (index !== undefined) operand(index);
      for (let k = 0; k < arity[graph.op(node)]; k++) operand(graph.operand(node, k));
    };
    if (i.kind === 'let') expression(i.node);
    else if (i.kind === 'turn') for (const { angle } of i.turns) operand(angle);
    else if (i.kind === 'if') operand(i.test);
    else if (i.kind === 'store') {
      if (i.to.index !== undefined) operand(i.to.index);
      operand(i.value);
    }
    return { reads, weight };
  }

  /** Where a value is restored from; undefined: from where it was loaded. */
  #spill(node: Node): number | undefined {
    const given = this.#given.get(node) ?? this.#own.get(node);
    if (given !== undefined) return given;
    const place = this.#code.loads.get(node);
    if (place?.index === undefined && place !== undefined && this.#written?.has(place.at) === false)
      return undefined;
    const spill = this.#firstSpill + this.#own.size;
    this.#own.set(node, spill);
    return spill;
  }

  /** A block with values saved where they are computed. */
  #save(block: readonly Instruction[]): Instruction[] {
    const out: Instruction[] = [];
    for (const i of block) {
      if (i.kind === 'if')
        out.push({ ...i, whenTrue: this.#save(i.whenTrue), whenFalse: this.#save(i.whenFalse) });
      else if (i.kind === 'repeat') out.push({ ...i, body: this.#save(i.body) });
      else out.push(i);
      if (i.kind !== 'let' && i.kind !== 'turn') continue;
      for (const node of setBy(i)) {
        const spill = this.#own.get(node);
        if (spill !== undefined) out.push({ kind: 'save', node, spill });
      }
    }
    return out;
  }
}

/** Places that the code stores to; undefined where that cannot be known. */
function writtenBy(code: Code): ReadonlySet<number> | undefined {
  const written = new Set<number>();
  let known = true;
  walk(code, {
    instruction(i) {
      if (i.kind === 'call' || (i.kind === 'store' && i.to.index !== undefined)) known = false;
      else if (i.kind === 'store') written.add(i.to.at);
    },
  });
  return known ? written : undefined;
}
