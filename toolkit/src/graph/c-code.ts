/**
 * One C99 function from lowered code. Only numbers and identifiers made here stand in the text: `m` the memory,
 * `n…` numbers, `t…` truth values, `i…` loop counters, and the names that {@link CNames} gives.
 */
import type { Code, Instruction, Place } from './code.js';
import { type Dialect, ExpressionText } from './expression-text.js';
import type { Node } from './graph.js';
import { isTruth, Op, opNames } from './ops.js';

export interface CNames {
  /** The procedure of this number. */
  procedure(number: number): string;
  /** A static function: `exponent`, `pow2` or an elementary function. */
  helper(name: string): string;
}

const dialect: Dialect = {
  space: ' ',
  equal: '==',
  different: '!=',
  zero: '0.0',
  one: '1.0',
  no: '0',
  yes: '1',
};

const mathFunctions: Readonly<Record<number, string>> = {
  [Op.sqrt]: 'sqrt',
  [Op.abs]: 'fabs',
  [Op.floor]: 'floor',
};

/** The definition of a function, from its parameters on: `(double *m) { … }` or `(double n0) { … }`. */
export function cFunction(code: Code, names: CNames): { parameters: string; body: string } {
  return new FunctionWriter(code, names).run();
}

class FunctionWriter extends ExpressionText {
  readonly #names: CNames;
  readonly #lines: string[] = [];
  /** Leaves that are loop counters. */
  readonly #counters = new Set<Node>();
  #usesMemory = false;

  constructor(code: Code, names: CNames) {
    super(code, dialect);
    this.#names = names;
  }

  run(): { parameters: string; body: string } {
    const { parameters, body, results } = this.code;
    const [result] = results;
    this.#block(body, '  ');
    if (result !== undefined) this.#lines.push(`  return ${bare(this.number(result))};`);
    else if (!this.#usesMemory) this.#lines.push('  (void)m;');
    const given = result === undefined ? 'double *m' : parameters.map((leaf) => `double n${leaf}`).join(', ');
    return { parameters: `(${given})`, body: `{\n${this.#lines.join('\n')}\n}\n` };
  }

  #block(instructions: readonly Instruction[], indent: string): void {
    const lines = this.#lines;
    const inner = `${indent}  `;
    for (const i of instructions) {
      if (i.kind === 'let') {
        const truth = isTruth(this.code.graph.op(i.node));
        const value = truth ? this.truthExpression(i.node) : this.numberExpression(i.node);
        lines.push(`${indent}const ${truth ? 'int t' : 'double n'}${i.node} = ${bare(value)};`);
      } else if (i.kind === 'store') {
        lines.push(`${indent}${this.entry(i.to)} = ${bare(this.number(i.value))};`);
      } else if (i.kind === 'call') {
        this.#usesMemory = true;
        lines.push(`${indent}${this.#names.procedure(i.procedure)}(m);`);
      } else if (i.kind === 'if') {
        lines.push(`${indent}if (${this.#test(i.test)}) {`);
        this.#block(i.whenTrue, inner);
        if (i.whenFalse.length > 0) {
          lines.push(`${indent}} else {`);
          this.#block(i.whenFalse, inner);
        }
        lines.push(`${indent}}`);
      } else if (i.kind === 'repeat') {
        this.#counters.add(i.index);
        const counter = `i${i.index}`;
        lines.push(`${indent}for (int ${counter} = 0; ${counter} < ${i.count}; ${counter}++) {`);
        this.#block(i.body, inner);
        if (i.until !== undefined) lines.push(`${inner}if (${this.#test(i.until)}) break;`);
        lines.push(`${indent}}`);
      } else throw new Error(`c: '${i.kind}' is for other emitters`);
    }
  }

  protected entry({ at, index }: Place): string {
    this.#usesMemory = true;
    if (index === undefined) return `m[${at}]`;
    return this.#counters.has(index) ? `m[${at} + i${index}]` : `m[${at} + (int)${this.number(index)}]`;
  }

  /** A node as the condition of a statement, without brackets of its own. */
  #test(node: Node): string {
    return bare(this.truth(node));
  }

  protected literal(x: number): string {
    return cLiteral(x);
  }

  protected variable(node: Node): string {
    if (this.#counters.has(node)) return `(double)i${node}`;
    return isTruth(this.code.graph.op(node)) ? `t${node}` : `n${node}`;
  }

  protected call(op: Op, operands: readonly string[]): string {
    return `${mathFunctions[op] ?? this.#names.helper(opNames[op])}(${operands.map(bare).join(', ')})`;
  }
}

/** An operand without the brackets around all of it. */
function bare(operand: string): string {
  if (!operand.startsWith('(') || !operand.endsWith(')')) return operand;
  let depth = 0;
  for (let i = 0; i < operand.length - 1; i++) {
    if (operand[i] === '(') depth++;
    else if (operand[i] === ')') depth--;
    if (depth === 0) return operand;
  }
  return operand.slice(1, -1);
}

/** A constant of type double that reads back with the same bits; negative ones in brackets. */
export function cLiteral(x: number): string {
  if (Number.isNaN(x)) return 'NAN';
  if (x === Number.POSITIVE_INFINITY) return 'INFINITY';
  if (x < 0 || (x === 0 && 1 / x < 0)) return `(-${cLiteral(-x)})`;
  const digits = `${x}`;
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}
