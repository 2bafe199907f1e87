/**
 * Lowered code as a person would write it: an entry of the memory stands where it is used, not in a variable, as long as
 * nothing has changed it; what is used once stands in its place; what is stored and used again is read from where it was
 * stored. The operations and their order are the same, and so are the bits.
 */
import type { Code, Instruction, Place } from '../code.js';
import type { Node } from '../graph.js';
import { arity, isTruth, Op } from '../ops.js';
import type { Branch, Repetition } from '../program.js';

export type Step =
  | Exclude<Instruction, { readonly kind: 'turn' | 'if' | 'repeat' }>
  /** Gives an entry the node's operation; from then on the entry stands for the node. */
  | { readonly kind: 'assign'; readonly to: Place; readonly node: Node }
  | Branch<Step>
  | Repetition<Step>;

export interface ReadableCode extends Omit<Code, 'body'> {
  readonly body: readonly Step[];
  /** Nodes that an entry of the memory stands for. */
  readonly held: ReadonlyMap<Node, Place>;
}

/** Operations in one expression, at most. */
const LONGEST = 8;
/** Longer code is left as it was lowered: nobody reads it line by line. */
const MOST_STEPS = 150;

/** The field in which a float of the memory stands: its first float, and its size. */
export type FieldAt = (at: number) => { readonly at: number; readonly size: number };

/** `whole`: false where other functions read variables of this one. */
export function readable(code: Code, fieldAt: FieldAt, whole: boolean): ReadableCode {
  // There is no choice among one.
  const single = ({ at, index }: Place): Place => ({ at, index: fieldAt(at).size === 1 ? undefined : index });
  const loads = new Map([...code.loads].map(([node, place]) => [node, single(place)]));
  const body = stepsOf(code.body, single);
  const own = { ...code, body, loads, held: new Map() };
  if (!whole) return own;
  if (countOf(body) > MOST_STEPS) return { ...own, body: withoutUnused(own, body) };
  return new Tidier(own, body, (at) => fieldAt(at).at).run();
}

/** A turn as the sines and cosines that it is made of. */
function stepsOf(instructions: readonly Instruction[], single: (place: Place) => Place): Step[] {
  return instructions.flatMap((i): Step[] => {
    if (i.kind === 'turn') {
      return i.turns.flatMap(({ sine, cosine }) =>
        [sine, cosine].flatMap((node): Step[] => (node === undefined ? [] : [{ kind: 'let', node }])),
      );
    }
    if (i.kind === 'if')
      return [{ ...i, whenTrue: stepsOf(i.whenTrue, single), whenFalse: stepsOf(i.whenFalse, single) }];
    if (i.kind === 'store') return [{ ...i, to: single(i.to) }];
    return i.kind === 'repeat' ? [{ ...i, body: stepsOf(i.body, single) }] : [i];
  });
}

/** Without variables that nothing reads. */
function withoutUnused(
  { graph, loads, inlined, results }: Omit<ReadableCode, 'body'>,
  body: readonly Step[],
): Step[] {
  const used = new Set<Node>();
  const use = (node: Node): void => {
    if (inlined[node]) operands(node);
    else used.add(node);
  };
  const operands = (node: Node): void => {
    const index = loads.get(node)?.index;
    if (index !== undefined) use(index);
    for (let k = 0; k < arity[graph.op(node)]; k++) use(graph.operand(node, k));
  };
  // From the end, so that what only unused variables read is not used either.
  const block = (steps: readonly Step[]): Step[] =>
    steps
      .toReversed()
      .flatMap((step): Step[] => {
        if (step.kind === 'let') {
          if (!used.has(step.node)) return [];
          operands(step.node);
        } else if (step.kind === 'store') {
          use(step.value);
          if (step.to.index !== undefined) use(step.to.index);
        } else if (step.kind === 'if') {
          const [whenFalse, whenTrue] = [block(step.whenFalse), block(step.whenTrue)];
          use(step.test);
          return [{ ...step, whenTrue, whenFalse }];
        } else if (step.kind === 'repeat') {
          if (step.until !== undefined) use(step.until);
          return [{ ...step, body: block(step.body) }];
        }
        return [step];
      })
      .toReversed();
  results.forEach(use);
  return block(body);
}

function countOf(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => {
    if (step.kind === 'if') return sum + 1 + countOf(step.whenTrue) + countOf(step.whenFalse);
    return sum + 1 + (step.kind === 'repeat' ? countOf(step.body) : 0);
  }, 0);
}

/** How often what may have been stored has changed, by a key for each entry and two for each field. Never changed in place. */
type Versions = ReadonlyMap<number, number>;

interface Definition {
  readonly list: Step[];
  readonly loop: number;
  readonly versions: Versions;
}

interface Use {
  readonly loop: number;
  readonly versions: Versions;
  /** What the whole expression gives. */
  readonly root: Node;
  readonly step: Step;
}

class Tidier {
  readonly #code: ReadableCode;
  readonly #inlined: Uint8Array;
  readonly #held = new Map<Node, Place>();
  readonly #body: Step[];
  readonly #fieldAt: (at: number) => number;
  #definitions = new Map<Node, Definition>();
  #uses = new Map<Node, Use[]>();
  #after = new Map<Step, Versions>();
  #version = 0;

  constructor(code: ReadableCode, body: Step[], fieldAt: (at: number) => number) {
    this.#code = code;
    this.#inlined = code.inlined.slice();
    this.#body = body;
    this.#fieldAt = fieldAt;
  }

  run(): ReadableCode {
    do this.#analyse();
    while (this.#better());
    return { ...this.#code, body: this.#body, inlined: this.#inlined, held: this.#held };
  }

  /** Makes one change, if there is one to make. */
  #better(): boolean {
    for (const [node, definition] of this.#definitions) {
      const uses = this.#uses.get(node) ?? [];
      if (uses.length === 0 || this.#mayStandInPlace(node, definition, uses)) {
        remove(definition.list, node);
        return true;
      }
      if (this.#hold(node, definition, uses)) return true;
    }
    return false;
  }

  #mayStandInPlace(node: Node, { loop, versions }: Definition, uses: readonly Use[]): boolean {
    const place = this.#code.loads.get(node);
    const often = place !== undefined ? place.index === undefined : this.#isIndex(node);
    if (!often && (uses.length > 1 || uses[0].loop !== loop)) return false;
    if (!uses.every((use) => this.#same(node, versions, use.versions))) return false;
    this.#inlined[node] = 1;
    if (place !== undefined || uses.every(({ root }) => this.#size(root) <= LONGEST)) return true;
    this.#inlined[node] = 0;
    return false;
  }

  /** A counter times a constant, plus a constant: as cheap as a variable. */
  #isIndex(node: Node): boolean {
    const { graph, loads } = this.#code;
    const op = graph.op(node);
    if (loads.has(node) || (op !== Op.add && op !== Op.mul)) return false;
    const simple = (operand: Node): boolean =>
      graph.isConstant(operand)
        ? Number.isInteger(graph.value(operand))
        : (graph.op(operand) === Op.leaf && !loads.has(operand)) ||
          (op === Op.add && this.#inlined[operand] === 1 && this.#isIndex(operand));
    return simple(graph.operand(node, 0)) && simple(graph.operand(node, 1));
  }

  /** Reads a node that is stored from where it is stored. */
  #hold(node: Node, { list }: Definition, uses: readonly Use[]): boolean {
    if (isTruth(this.#code.graph.op(node)) || this.#code.loads.has(node)) return false;
    const from = list.findIndex((step) => step.kind === 'let' && step.node === node);
    const at = list.findIndex(
      (step, k) => k > from && step.kind === 'store' && step.value === node && step.to.index === undefined,
    );
    if (at < 0) return false;
    const store = list[at] as Step & { kind: 'store' };
    const own = store.to.at;
    const between = list.slice(from + 1, at);
    if (between.some((step) => step.kind !== 'let' && step.kind !== 'store')) return false;
    const same = ({ at: other, index }: Place): boolean =>
      index === undefined ? other === own : this.#fieldAt(other) === this.#fieldAt(own);
    if (between.some((step) => step.kind === 'store' && same(step.to))) return false;
    if (between.some((step) => this.#reads(step, store.to))) return false;
    const stored = this.#after.get(store) as Versions;
    const others = uses.filter((use) => use.step !== store);
    const good = others.every(
      ({ step, versions }) =>
        between.includes(step) ||
        (sameAt(own, stored, versions) && sameAt(this.#dynamic(store.to), stored, versions)),
    );
    if (!good) return false;
    list.splice(at, 1);
    list[from] = { kind: 'assign', to: store.to, node };
    this.#held.set(node, store.to);
    return true;
  }

  /** Whether a step reads the entry, or one at a computed index of its field. */
  #reads(step: Step, { at }: Place): boolean {
    const { graph, loads } = this.#code;
    const reads = (node: Node, own: boolean): boolean => {
      const place = own ? loads.get(node) : (this.#held.get(node) ?? loads.get(node));
      if (place !== undefined) {
        if (place.index === undefined) return place.at === at;
        return this.#fieldAt(place.at) === this.#fieldAt(at) || operand(place.index);
      }
      return Array.from({ length: arity[graph.op(node)] }, (_, k) => graph.operand(node, k)).some(operand);
    };
    const operand = (node: Node): boolean =>
      (this.#inlined[node] === 1 || this.#held.has(node)) && reads(node, false);
    if (step.kind === 'let') return reads(step.node, true);
    if (step.kind !== 'store') return false;
    return operand(step.value) || (step.to.index !== undefined && operand(step.to.index));
  }

  #size(node: Node): number {
    const { graph, loads } = this.#code;
    if (graph.isConstant(node) || this.#held.has(node) || loads.has(node)) return 0;
    let size = arity[graph.op(node)] > 0 ? 1 : 0;
    for (let k = 0; k < arity[graph.op(node)]; k++) {
      const operand = graph.operand(node, k);
      if (this.#inlined[operand]) size += this.#size(operand);
    }
    return size;
  }

  // ------------------------------------------------------------------------------ what changes where

  #any({ at }: Place): number {
    return -1 - 2 * this.#fieldAt(at);
  }

  #dynamic({ at }: Place): number {
    return -2 - 2 * this.#fieldAt(at);
  }

  #stored(to: Place): readonly number[] {
    return to.index === undefined ? [to.at, this.#any(to)] : [this.#dynamic(to), this.#any(to)];
  }

  /** Whether all that a node in place would read is the same at both times. */
  #same(node: Node, from: Versions, to: Versions): boolean {
    const { graph, loads } = this.#code;
    const place = this.#held.get(node) ?? loads.get(node);
    if (place !== undefined) {
      const keys = place.index === undefined ? [place.at, this.#dynamic(place)] : [this.#any(place)];
      if (!keys.every((key) => sameAt(key, from, to))) return false;
      return place.index === undefined || this.#operandSame(place.index, from, to);
    }
    for (let k = 0; k < arity[graph.op(node)]; k++) {
      if (!this.#operandSame(graph.operand(node, k), from, to)) return false;
    }
    return true;
  }

  #operandSame(node: Node, from: Versions, to: Versions): boolean {
    return (this.#inlined[node] === 0 && !this.#held.has(node)) || this.#same(node, from, to);
  }

  #bumped(versions: Versions, steps: readonly Step[]): Versions {
    const next = new Map(versions);
    const all = (list: readonly Step[]): void => {
      for (const step of list) {
        if (step.kind === 'if') {
          all(step.whenTrue);
          all(step.whenFalse);
        } else if (step.kind === 'repeat') all(step.body);
        else if (step.kind === 'store' || step.kind === 'assign')
          for (const key of this.#stored(step.to)) next.set(key, ++this.#version);
        else if (step.kind === 'call') next.set(EVERYTHING, ++this.#version);
      }
    };
    all(steps);
    return next;
  }

  #analyse(): void {
    this.#definitions = new Map();
    this.#uses = new Map();
    this.#after = new Map();
    let loops = 0;
    const block = (list: Step[], start: Versions, loop: number): Versions => {
      let versions = start;
      for (const step of list) {
        const use = (root: Node): void => this.#use(root, { root, versions, loop, step });
        if (step.kind === 'let') {
          this.#definitions.set(step.node, { list, loop, versions });
          this.#operands(step.node, { root: step.node, versions, loop, step }, true);
        } else if (step.kind === 'assign') {
          this.#operands(step.node, { root: step.node, versions, loop, step }, true);
        } else if (step.kind === 'store') {
          use(step.value);
          if (step.to.index !== undefined) use(step.to.index);
        } else if (step.kind === 'if') {
          use(step.test);
          block(step.whenTrue as Step[], versions, loop);
          block(step.whenFalse as Step[], versions, loop);
        } else if (step.kind === 'repeat') {
          const inside = ++loops;
          const end = block(step.body as Step[], this.#bumped(versions, [step]), inside);
          const { until } = step;
          if (until !== undefined) this.#use(until, { root: until, versions: end, loop: inside, step });
        }
        versions = this.#bumped(versions, [step]);
        this.#after.set(step, versions);
      }
      return versions;
    };
    const versions = block(this.#body, new Map(), 0);
    for (const root of this.#code.results)
      this.#use(root, { root, versions, loop: 0, step: this.#body[this.#body.length - 1] });
  }

  #use(node: Node, use: Use): void {
    if (this.#code.graph.isConstant(node)) return;
    this.#uses.set(node, [...(this.#uses.get(node) ?? []), use]);
    if (this.#inlined[node] || this.#held.has(node)) this.#operands(node, use, false);
  }

  #operands(node: Node, use: Use, own: boolean): void {
    const { graph, loads } = this.#code;
    const place = own ? loads.get(node) : (this.#held.get(node) ?? loads.get(node));
    if (place !== undefined) {
      if (place.index !== undefined) this.#use(place.index, use);
      return;
    }
    for (let k = 0; k < arity[graph.op(node)]; k++) this.#use(graph.operand(node, k), use);
  }
}

/** Key of what a procedure that is called may have stored. */
const EVERYTHING = Number.MIN_SAFE_INTEGER;

function sameAt(key: number, from: Versions, to: Versions): boolean {
  return from.get(key) === to.get(key) && from.get(EVERYTHING) === to.get(EVERYTHING);
}

function remove(list: Step[], node: Node): void {
  list.splice(
    list.findIndex((step) => step.kind === 'let' && step.node === node),
    1,
  );
}
