/**
 * One JavaScript function from lowered code. Only numbers and identifiers made here stand in the text: `M` and `m` the
 * memory, `S` and `s` the spill places, `n…` numbers, `u…` numbers of sines and cosines in place, `t…` truth values, `i…` loop indices, `p…` procedures and parts.
 */
import type { Code, Instruction, Place, Turn } from './code.js';
import { type Dialect, ExpressionText } from './expression-text.js';
import type { Node } from './graph.js';
import { libraryFunction } from './lower.js';
import { arity, isTruth, Op, opNames } from './ops.js';
import { assignSlots, type Slots } from './slots.js';
import type { Part } from './split.js';
import { hasTurns } from './walk.js';

const dialect: Dialect = {
  space: '',
  equal: '===',
  different: '!==',
  zero: '0',
  one: '1',
  no: 'false',
  yes: 'true',
};

/** `sincos`: the code that stands for each turn; without a turn it is not needed. */
export function functionText(
  name: string,
  part: Part,
  spills: ReadonlyMap<Node, number>,
  sincos: Code | undefined,
): string {
  return new FunctionWriter(part, spills, sincos).run(name);
}

class FunctionWriter extends ExpressionText {
  readonly #imports: readonly Node[];
  readonly #spills: ReadonlyMap<Node, number>;
  readonly #slots: Slots;
  readonly #lines: string[];
  /** First letter of the variables of numbers. */
  readonly #letter: string;
  readonly #sincos: FunctionWriter | undefined;
  /** Names of outer arrays that are used. */
  readonly #outer = new Set<'m' | 's'>();

  constructor(
    part: Part | Code,
    spills: ReadonlyMap<Node, number>,
    sincos?: Code,
    letter = 'n',
    lines: string[] = [],
  ) {
    super(part, dialect);
    this.#imports = 'imports' in part ? part.imports : [];
    this.#spills = spills;
    this.#slots = assignSlots(part);
    this.#lines = lines;
    this.#letter = letter;
    const used = sincos !== undefined && part.body.some(hasTurns);
    this.#sincos = used ? new FunctionWriter(sincos, new Map(), undefined, 'u', lines) : undefined;
  }

  run(name: string): string {
    const { parameters, body, results } = this.code;
    const given = results.length === 0 ? [] : parameters.map((leaf) => this.variable(leaf));
    const inPlace = this.#sincos === undefined ? [] : this.#sincos.#declared();
    const declared = [...this.#declared().slice(given.length), ...inPlace];
    if (declared.length > 0) this.#lines.push(` var ${declared.join(',')};`);
    for (const node of this.#imports) {
      // Numbers are restored where they are read.
      if (isTruth(this.code.graph.op(node)))
        this.#lines.push(` ${this.variable(node)}=${this.#spilled(node)};`);
    }
    this.#block(body, ' ');
    // Variables of their own, so that an access does not look in the outer scope.
    const outer = [...this.#outer].sort().map((name) => `${name}=${name.toUpperCase()}`);
    if (outer.length > 0) this.#lines.unshift(` const ${outer.join(',')};`);
    for (const node of results) this.#lines.push(` return ${this.number(node)};`);
    return `function ${name}(${given.join(',')}){\n${this.#lines.join('\n')}\n}`;
  }

  #declared(): string[] {
    const { numbers, truths } = this.#slots;
    return [
      ...Array.from({ length: numbers }, (_, i) => `${this.#letter}${i}`),
      ...Array.from({ length: truths }, (_, i) => `t${i}`),
    ];
  }

  #block(instructions: readonly Instruction[], indent: string): void {
    const lines = this.#lines;
    for (const i of instructions) {
      if (i.kind === 'let') {
        const truth = isTruth(this.code.graph.op(i.node));
        const variable = this.variable(i.node);
        lines.push(
          `${indent}${variable}=${truth ? this.truthExpression(i.node) : this.numberExpression(i.node)};`,
        );
        this.#spill(i.node, truth ? `${variable}?1:0` : variable, indent);
      } else if (i.kind === 'turn') {
        for (const turn of i.turns) this.#turn(turn, indent);
      } else if (i.kind === 'store') {
        lines.push(`${indent}${this.entry(i.to)}=${this.number(i.value)};`);
      } else if (i.kind === 'save') {
        lines.push(`${indent}${this.#place(i.spill)}=${this.variable(i.node)};`);
      } else if (i.kind === 'restore') {
        const from = i.spill === undefined ? this.numberExpression(i.node) : this.#place(i.spill);
        lines.push(`${indent}${this.variable(i.node)}=${from};`);
      } else if (i.kind === 'call') lines.push(`${indent}p${i.procedure}();`);
      else if (i.kind === 'if') {
        lines.push(`${indent}if(${this.truth(i.test)}){`);
        this.#block(i.whenTrue, `${indent} `);
        if (i.whenFalse.length > 0) {
          lines.push(`${indent}}else{`);
          this.#block(i.whenFalse, `${indent} `);
        }
        lines.push(`${indent}}`);
      } else {
        const index = this.variable(i.index);
        lines.push(`${indent}for(let ${index}=0;${index}<${i.count};${index}++){`);
        this.#spill(i.index, index, `${indent} `);
        this.#block(i.body, `${indent} `);
        if (i.until !== undefined) lines.push(`${indent} if(${this.truth(i.until)})break;`);
        lines.push(`${indent}}`);
      }
    }
  }

  #turn({ angle, sine, cosine }: Turn, indent: string): void {
    const results = this.#sincos?.expand(this.number(angle), indent) ?? [];
    [sine, cosine].forEach((node, k) => {
      if (node === undefined) return;
      this.#lines.push(`${indent}${this.variable(node)}=${results[k]};`);
      this.#spill(node, this.variable(node), indent);
    });
  }

  /** Writes a function of one parameter in place: its results as expressions. */
  expand(operand: string, indent: string): readonly string[] {
    const { parameters, body, results } = this.code;
    this.#lines.push(`${indent}${this.variable(parameters[0])}=${operand};`);
    this.#block(body, indent);
    return results.map((node) => this.number(node));
  }

  #spill(node: Node, value: string, indent: string): void {
    const spill = this.#spills.get(node);
    if (spill !== undefined) this.#lines.push(`${indent}${this.#place(spill)}=${value};`);
  }

  #place(spill: number): string {
    this.#outer.add('s');
    return `s[${spill}]`;
  }

  /** The value of a node from its spill place. */
  #spilled(node: Node): string {
    const place = this.#place(this.#spills.get(node) as number);
    return isTruth(this.code.graph.op(node)) ? `(${place}!==0)` : place;
  }

  protected variable(node: Node): string {
    const counter = this.#slots.counters.get(node);
    if (counter !== undefined) return `i${counter}`;
    const slot = this.#slots.of[node];
    if (slot < 0) return this.#spilled(node);
    return isTruth(this.code.graph.op(node)) ? `t${slot}` : `${this.#letter}${slot}`;
  }

  protected entry({ at, index }: Place): string {
    this.#outer.add('m');
    if (index === undefined) return `m[${at}]`;
    const { graph } = this.code;
    const whole = this.#slots.counters.has(index) || graph.isConstant(index);
    return `m[${at}+${whole ? this.number(index) : `(${this.number(index)}|0)`}]`;
  }

  protected literal(x: number): string {
    return literal(x);
  }

  protected call(op: Op, operands: readonly string[]): string {
    return `${opNames[op]}(${operands.join(',')})`;
  }
}

/** A number that reads back with the same bits; negative ones in brackets, for they may stand behind a sign. */
function literal(x: number): string {
  if (Number.isNaN(x)) return 'NOT';
  if (x === Number.POSITIVE_INFINITY) return 'INF';
  if (x === Number.NEGATIVE_INFINITY) return '(-INF)';
  if (x === 0) return 1 / x < 0 ? '(-0)' : '0';
  return x < 0 ? `(${x})` : `${x}`;
}

/** Bytes of V8's bytecode, from above: every register, constant and feedback number is taken to be wide. */
const bytesOf = {
  variable: 4,
  constant: 8,
  star: 4,
  call: 20,
  choice: 16,
  operation: 6,
  access: 14,
} as const;

/** Bytecode for an instruction with its expressions, from above. */
export function bytecodeSize(code: Code, i: Instruction): number {
  const { graph, inlined, loads } = code;
  const operand = (node: Node): number => {
    if (graph.isConstant(node)) return bytesOf.constant;
    const size = inlined[node] ? expression(node) + bytesOf.star : bytesOf.variable;
    return isTruth(graph.op(node)) ? size + bytesOf.choice : size;
  };
  const entry = ({ index }: Place): number =>
    bytesOf.access + (index === undefined ? 0 : 2 * bytesOf.operation + operand(index));
  const expression = (node: Node): number => {
    const place = loads.get(node);
    if (place !== undefined) return entry(place);
    const op = graph.op(node);
    const isCall = op >= Op.exponent || op === Op.sqrt || op === Op.abs || op === Op.floor;
    let size: number = isCall ? bytesOf.call : op === Op.select ? bytesOf.choice : bytesOf.operation;
    for (let k = 0; k < arity[op]; k++) size += operand(graph.operand(node, k)) + (isCall ? bytesOf.star : 0);
    return size;
  };
  switch (i.kind) {
    case 'let':
      return expression(i.node) + bytesOf.star;
    case 'turn':
      return i.turns.reduce((sum, { angle }) => sum + operand(angle) + pairSize(), 0);
    case 'save':
    case 'restore':
      return spillSize;
    case 'store':
      return entry(i.to) + operand(i.value) + 2 * bytesOf.star;
    case 'call':
      return bytesOf.call;
    case 'if':
      return operand(i.test) + bytesOf.choice;
    case 'repeat':
      return 64 + (i.until === undefined ? 0 : operand(i.until) + bytesOf.choice);
  }
}

/** Bytecode for a sine and a cosine in place, from above. */
function pairSize(): number {
  const code = libraryFunction('sincos');
  return code.body.reduce((sum, i) => sum + bytecodeSize(code, i), 0) + 2 * 100;
}

/** Bytecode that takes a value from its spill place, or puts it there, from above. */
export const spillSize = 32;
