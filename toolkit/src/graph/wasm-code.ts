/** The body of one WebAssembly function from lowered code. */
import { Bytes } from './bytes.js';
import type { Instruction, LibraryName, Place, Turn } from './code.js';
import type { Node } from './graph.js';
import { isTruth, Op, opNames } from './ops.js';
import { assignSlots, type Slots } from './slots.js';
import type { Part } from './split.js';
import { hasTurns } from './walk.js';
import { comparisons, empty, f64Type, i32Type, numeric, V, v128Type, W } from './wasm-ops.js';
import { vector } from './wasm-vector.js';

/** 2^52: adding it to a whole number n in 0 … 2^52 leaves n in the low bits of the sum. */
const LOW_BITS = 4503599627370496;

/** What a function needs to know of its module. */
export interface ModulePlan {
  /** Number of the first procedure's function; the others follow in order. */
  readonly procedures: number;
  readonly library: ReadonlyMap<LibraryName, number>;
  /** Float of the memory where saved values begin. */
  readonly spills: number;
}

/**
 * The code entry of a function: locals and instructions, without its length. `spills` are the places of values that
 * pass from part to part of a procedure.
 */
export function functionBody(code: Part, plan: ModulePlan, spills: ReadonlyMap<Node, number>): Bytes {
  return new FunctionEmitter(code, plan, spills).run();
}

/** A place whose address has no dynamic part. */
const fixed: Place = { at: 0, index: undefined };

class FunctionEmitter {
  readonly #code: Part;
  readonly #plan: ModulePlan;
  readonly #spills: ReadonlyMap<Node, number>;
  readonly #slots: Slots;
  readonly #out = new Bytes();

  constructor(code: Part, plan: ModulePlan, spills: ReadonlyMap<Node, number>) {
    this.#code = code;
    this.#plan = plan;
    this.#spills = spills;
    this.#slots = assignSlots(code);
  }

  run(): Bytes {
    const out = this.#out;
    const { parameters, imports, body, results } = this.#code;
    const locals = [
      [this.#slots.numbers - (parameters.length - imports.length), f64Type],
      [this.#slots.truths, i32Type],
      [body.some(hasTurns) ? 2 : 0, v128Type],
    ].filter(([count]) => count > 0);
    out.unsigned(locals.length);
    for (const [count, type] of locals) {
      out.unsigned(count);
      out.byte(type);
    }
    for (const node of imports) {
      // Numbers are restored where they are read.
      if (!isTruth(this.#code.graph.op(node))) continue;
      this.#saved(this.#spills.get(node) as number);
      this.#isTrue();
      this.#local(W.localSet, this.#truthLocal(this.#slots.of[node]));
    }
    this.#block(body);
    for (const node of results) this.#number(node);
    out.byte(W.end);
    return out;
  }

  #block(instructions: readonly Instruction[]): void {
    const out = this.#out;
    for (const i of instructions) {
      if (i.kind === 'let') {
        if (isTruth(this.#code.graph.op(i.node))) {
          this.#truthExpression(i.node);
          this.#local(W.localSet, this.#truthLocal(this.#slots.of[i.node]));
        } else {
          this.#numberExpression(i.node);
          this.#local(W.localSet, this.#slots.of[i.node]);
        }
        this.#spill(i.node);
      } else if (i.kind === 'turn') this.#turns(i.turns);
      else if (i.kind === 'store') {
        this.#address(i.to);
        this.#number(i.value);
        this.#access(W.f64Store, i.to.at);
      } else if (i.kind === 'save') {
        this.#save(i.node, i.spill);
      } else if (i.kind === 'restore') {
        if (i.spill === undefined) this.#numberExpression(i.node);
        else this.#saved(i.spill);
        this.#local(W.localSet, this.#slots.of[i.node]);
      } else if (i.kind === 'call') {
        out.byte(W.call);
        out.unsigned(this.#plan.procedures + i.procedure);
      } else if (i.kind === 'if') {
        this.#truth(i.test);
        out.byte(W.if);
        out.byte(empty);
        this.#block(i.whenTrue);
        if (i.whenFalse.length > 0) {
          out.byte(W.else);
          this.#block(i.whenFalse);
        }
        out.byte(W.end);
      } else this.#repeat(i);
    }
  }

  #repeat(i: Instruction & { kind: 'repeat' }): void {
    const out = this.#out;
    const counter = this.#truthLocal(this.#slots.counters.get(i.index) as number);
    out.byte(W.i32Const);
    out.signed(0);
    this.#local(W.localSet, counter);
    out.byte(W.loop);
    out.byte(empty);
    if (this.#slots.of[i.index] >= 0) {
      this.#local(W.localGet, counter);
      out.byte(W.f64ConvertI32Unsigned);
      this.#local(W.localSet, this.#slots.of[i.index]);
    }
    const spill = this.#spills.get(i.index);
    if (spill !== undefined) {
      this.#address(fixed);
      this.#local(W.localGet, counter);
      out.byte(W.f64ConvertI32Unsigned);
      this.#access(W.f64Store, this.#plan.spills + spill);
    }
    this.#block(i.body);
    if (i.until !== undefined) {
      this.#truth(i.until);
      out.byte(W.i32Eqz);
    }
    this.#local(W.localGet, counter);
    out.byte(W.i32Const);
    out.signed(1);
    out.byte(W.i32Add);
    this.#local(W.localTee, counter);
    out.byte(W.i32Const);
    out.signed(i.count);
    out.byte(W.i32LessUnsigned);
    if (i.until !== undefined) out.byte(W.i32And);
    out.byte(W.branchIf);
    out.unsigned(0);
    out.byte(W.end);
  }

  /** Two angles a call: sines come back in one vector, cosines in another. */
  #turns(turns: readonly Turn[]): void {
    const out = this.#out;
    const sines = this.#slots.numbers + this.#slots.truths;
    const cosines = sines + 1;
    for (let i = 0; i < turns.length; i += 2) {
      const pair = turns.slice(i, i + 2);
      this.#number(pair[0].angle);
      vector(out, V.splat);
      if (pair.length === 2) {
        this.#number(pair[1].angle);
        vector(out, V.replaceLane);
        out.byte(1);
      }
      out.byte(W.call);
      out.unsigned(this.#plan.library.get('sincos') as number);
      this.#local(W.localSet, cosines);
      this.#local(W.localSet, sines);
      pair.forEach(({ sine, cosine }, lane) => {
        for (const [node, from] of [[sine, sines] as const, [cosine, cosines] as const]) {
          if (node === undefined) continue;
          this.#local(W.localGet, from);
          vector(out, V.extractLane);
          out.byte(lane);
          this.#local(W.localSet, this.#slots.of[node]);
          this.#spill(node);
        }
      });
    }
  }

  /** Puts a variable into its spill place, where other parts need it. */
  #spill(node: Node): void {
    const spill = this.#spills.get(node);
    if (spill !== undefined) this.#save(node, spill);
  }

  #save(node: Node, spill: number): void {
    this.#address(fixed);
    this.#number(node);
    this.#access(W.f64Store, this.#plan.spills + spill);
  }

  /** Pushes what was saved. */
  #saved(spill: number): void {
    this.#address(fixed);
    this.#access(W.f64Load, this.#plan.spills + spill);
  }

  #local(op: number, local: number): void {
    this.#out.byte(op);
    this.#out.unsigned(local);
  }

  /** Truth values stand after the numbers. */
  #truthLocal(slot: number): number {
    return this.#slots.numbers + slot;
  }

  /** Pushes the dynamic part of a byte address. */
  #address({ index }: Place): void {
    const out = this.#out;
    if (index === undefined) {
      out.byte(W.i32Const);
      out.signed(0);
      return;
    }
    const counter = this.#slots.counters.get(index);
    if (counter !== undefined) this.#local(W.localGet, this.#truthLocal(counter));
    else {
      this.#number(index);
      this.#constant(LOW_BITS);
      out.byte(W.f64Add);
      out.byte(W.i64ReinterpretF64);
      out.byte(W.i32WrapI64);
    }
    out.byte(W.i32Const);
    out.signed(3);
    out.byte(W.i32ShiftLeft);
  }

  /** A load or store of the float `at`, aligned to 8 bytes. */
  #access(op: number, at: number): void {
    this.#out.byte(op);
    this.#out.unsigned(3);
    this.#out.unsigned(8 * at);
  }

  #constant(x: number): void {
    const out = this.#out;
    out.byte(W.f64Const);
    out.float(x);
  }

  /** Pushes a node as a number. */
  #number(node: Node): void {
    const { graph, inlined } = this.#code;
    if (graph.isConstant(node)) this.#constant(graph.value(node));
    else if (isTruth(graph.op(node))) {
      this.#truth(node);
      this.#out.byte(W.f64ConvertI32Unsigned);
    } else if (inlined[node]) this.#numberExpression(node);
    else this.#variable(node);
  }

  /** Pushes a node as a truth value. */
  #truth(node: Node): void {
    const { graph, inlined } = this.#code;
    const out = this.#out;
    if (graph.isConstant(node)) {
      out.byte(W.i32Const);
      out.signed(graph.value(node) === 0 ? 0 : 1);
    } else if (!isTruth(graph.op(node))) {
      this.#number(node);
      this.#isTrue();
    } else if (inlined[node]) this.#truthExpression(node);
    else this.#variable(node);
  }

  /** Pushes a variable, of a number or of a truth value; one that only the test at a loop's end reads may stand in its spill place. */
  #variable(node: Node): void {
    const truth = isTruth(this.#code.graph.op(node));
    const slot = this.#slots.of[node];
    if (slot >= 0) this.#local(W.localGet, truth ? this.#truthLocal(slot) : slot);
    else {
      this.#saved(this.#spills.get(node) as number);
      if (truth) this.#isTrue();
    }
  }

  /** Turns the number that was pushed into a truth value. */
  #isTrue(): void {
    this.#constant(0);
    this.#out.byte(W.f64NotEqual);
  }

  #numberExpression(node: Node): void {
    const { graph, loads } = this.#code;
    const out = this.#out;
    const place = loads.get(node);
    if (place !== undefined) {
      this.#address(place);
      this.#access(W.f64Load, place.at);
      return;
    }
    const op = graph.op(node);
    const simple = numeric[op];
    if (simple !== undefined) {
      this.#number(graph.operand(node, 0));
      if (op <= Op.div) this.#number(graph.operand(node, 1));
      out.byte(simple);
    } else if (op === Op.select) {
      this.#number(graph.operand(node, 1));
      this.#number(graph.operand(node, 2));
      this.#truth(graph.operand(node, 0));
      out.byte(W.select);
    } else if (op === Op.exponent) this.#exponent(graph.operand(node, 0));
    else if (op === Op.pow2) this.#pow2(graph.operand(node, 0));
    else {
      this.#number(graph.operand(node, 0));
      if (op === Op.atan2) this.#number(graph.operand(node, 1));
      out.byte(W.call);
      out.unsigned(this.#plan.library.get(opNames[op] as LibraryName) as number);
    }
  }

  /** The exponent field of the number's bits less 1023. */
  #exponent(operand: Node): void {
    const out = this.#out;
    this.#number(operand);
    out.byte(W.i64ReinterpretF64);
    out.byte(W.i64Const);
    out.signed(52);
    out.byte(W.i64ShiftRightUnsigned);
    out.byte(W.i32WrapI64);
    out.byte(W.i32Const);
    out.signed(0x7ff);
    out.byte(W.i32And);
    out.byte(W.i32Const);
    out.signed(-1023);
    out.byte(W.i32Add);
    out.byte(W.f64ConvertI32Signed);
  }

  /** The low bits of n + 1023 + 2^52 shifted to the exponent field. */
  #pow2(operand: Node): void {
    const out = this.#out;
    this.#number(operand);
    this.#constant(LOW_BITS + 1023);
    out.byte(W.f64Add);
    out.byte(W.i64ReinterpretF64);
    out.byte(W.i64Const);
    out.signed(52);
    out.byte(W.i64ShiftLeft);
    out.byte(W.f64ReinterpretI64);
  }

  #truthExpression(node: Node): void {
    const { graph } = this.#code;
    const out = this.#out;
    const op = graph.op(node);
    const a = graph.operand(node, 0);
    const b = graph.operand(node, 1);
    const comparison = comparisons[op];
    if (comparison !== undefined) {
      this.#number(a);
      this.#number(b);
      out.byte(comparison);
      return;
    }
    this.#truth(a);
    if (op === Op.not) {
      out.byte(W.i32Eqz);
      return;
    }
    this.#truth(b);
    out.byte(op === Op.and ? W.i32And : W.i32Or);
  }
}
