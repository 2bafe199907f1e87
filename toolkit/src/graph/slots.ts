/**
 * Variables for the nodes of lowered code, reused once their node is no longer needed (linear scan over the
 * instructions). A value that a loop's body takes from outside lives to the end of the loop.
 */
import type { Code, Instruction, Place } from './code.js';
import type { Node } from './graph.js';
import { arity, isTruth } from './ops.js';
import { turned } from './walk.js';

export interface Slots {
  /** Variable of each node that has one: of the numbers or, for a truth value, of the truth values; else −1. */
  readonly of: Int32Array;
  /** Whole-number counter of each loop, by its index, among the truth values. */
  readonly counters: ReadonlyMap<Node, number>;
  readonly numbers: number;
  readonly truths: number;
}

interface Loop {
  readonly start: number;
  readonly outside: Node[];
}

export function assignSlots(code: Code): Slots {
  const { graph, inlined, loads } = code;
  const defined = new Int32Array(graph.size).fill(-1);
  const last = new Int32Array(graph.size);
  const loopEnds = new Map<Node, number>();
  const loops: Loop[] = [];
  let position = 0;

  const use = (node: Node): void => {
    if (inlined[node]) {
      operands(node);
      return;
    }
    if (graph.isConstant(node)) return;
    last[node] = position;
    loops.find((loop) => loop.start > defined[node])?.outside.push(node);
  };
  const usePlace = (place: Place | undefined): void => {
    if (place?.index !== undefined) use(place.index);
  };
  const operands = (node: Node): void => {
    usePlace(loads.get(node));
    for (let k = 0; k < arity[graph.op(node)]; k++) use(graph.operand(node, k));
  };
  const measure = (instructions: readonly Instruction[]): void => {
    for (const i of instructions) {
      position++;
      if (i.kind === 'let') {
        operands(i.node);
        defined[i.node] = last[i.node] = position;
      } else if (i.kind === 'turn') {
        // Angles are read while results are written.
        for (const node of turned(i)) defined[node] = last[node] = position;
        position++;
        for (const { angle } of i.turns) use(angle);
      } else if (i.kind === 'store') {
        usePlace(i.to);
        use(i.value);
      } else if (i.kind === 'save' || i.kind === 'restore') use(i.node);
      else if (i.kind === 'if') {
        use(i.test);
        measure(i.whenTrue);
        measure(i.whenFalse);
      } else if (i.kind === 'repeat') {
        const loop: Loop = { start: position, outside: [] };
        loops.push(loop);
        defined[i.index] = last[i.index] = ++position;
        measure(i.body);
        position++;
        if (i.until !== undefined) use(i.until);
        loops.pop();
        for (const node of loop.outside) last[node] = position;
        loopEnds.set(i.index, position);
      }
    }
  };
  for (const leaf of code.parameters) defined[leaf] = 0;
  measure(code.body);
  position++;
  code.results.forEach(use);

  const of = new Int32Array(graph.size).fill(-1);
  const counters = new Map<Node, number>();
  const numbers = new Pool(position);
  const truths = new Pool(position);
  const poolOf = (node: Node): Pool => (isTruth(graph.op(node)) ? truths : numbers);
  for (const leaf of code.parameters) of[leaf] = poolOf(leaf).take(last[leaf]);
  position = 0;
  const advance = (): void => {
    position++;
    numbers.release(position);
    truths.release(position);
  };
  const assign = (instructions: readonly Instruction[]): void => {
    for (const i of instructions) {
      advance();
      if (i.kind === 'let') {
        of[i.node] = poolOf(i.node).take(last[i.node]);
      } else if (i.kind === 'turn') {
        for (const node of turned(i)) of[node] = numbers.take(last[node]);
        advance();
      } else if (i.kind === 'if') {
        assign(i.whenTrue);
        assign(i.whenFalse);
      } else if (i.kind === 'repeat') {
        counters.set(i.index, truths.take(loopEnds.get(i.index) as number));
        advance();
        if (last[i.index] > position) of[i.index] = numbers.take(last[i.index]);
        assign(i.body);
        advance();
      }
    }
  };
  assign(code.body);
  return { of, counters, numbers: numbers.size, truths: truths.size };
}

/** Variables of one kind, each free again from the position of its value's last use on. */
class Pool {
  size = 0;
  readonly #free: number[] = [];
  readonly #ending: (number[] | undefined)[];

  constructor(positions: number) {
    this.#ending = new Array(positions + 1);
  }

  take(lastUse: number): number {
    const slot = this.#free.pop() ?? this.size++;
    (this.#ending[lastUse] ??= []).push(slot);
    return slot;
  }

  release(position: number): void {
    const ending = this.#ending[position];
    if (ending !== undefined) this.#free.push(...ending);
  }
}
