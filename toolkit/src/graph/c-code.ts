/**
 * One C99 function from lowered code. Only numbers and identifiers made here stand in the text: `m` the memory,
 * `n…` numbers, `t…` truth values, `i…` loop counters, and the names that {@link CNames} gives.
 */
import type { Code, Instruction, Place } from './code.js';
import type { Node } from './graph.js';
import { arity, isTruth, Op, opNames } from './ops.js';

export interface CNames {
  /** The procedure of this number. */
  procedure(number: number): string;
  /** A static function: `exponent`, `pow2` or an elementary function. */
  helper(name: string): string;
}

const infix: Readonly<Record<number, string>> = {
  [Op.add]: '+',
  [Op.sub]: '-',
  [Op.mul]: '*',
  [Op.div]: '/',
  [Op.less]: '<',
  [Op.lessEqual]: '<=',
  [Op.equal]: '==',
  [Op.and]: '&&',
  [Op.or]: '||',
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

class FunctionWriter {
  readonly #code: Code;
  readonly #names: CNames;
  readonly #lines: string[] = [];
  /** Leaves that are loop counters. */
  readonly #counters = new Set<Node>();
  #usesMemory = false;

  constructor(code: Code, names: CNames) {
    this.#code = code;
    this.#names = names;
  }

  run(): { parameters: string; body: string } {
    const { parameters, body, results } = this.#code;
    const [result] = results;
    this.#block(body, '  ');
    if (result !== undefined) this.#lines.push(`  return ${bare(this.#number(result))};`);
    else if (!this.#usesMemory) this.#lines.push('  (void)m;');
    const given = result === undefined ? 'double *m' : parameters.map((leaf) => `double n${leaf}`).join(', ');
    return { parameters: `(${given})`, body: `{\n${this.#lines.join('\n')}\n}\n` };
  }

  #block(instructions: readonly Instruction[], indent: string): void {
    const lines = this.#lines;
    const inner = `${indent}  `;
    for (const i of instructions) {
      if (i.kind === 'let') {
        const truth = isTruth(this.#code.graph.op(i.node));
        const value = truth ? this.#truthExpression(i.node) : this.#numberExpression(i.node);
        lines.push(`${indent}const ${truth ? 'int t' : 'double n'}${i.node} = ${bare(value)};`);
      } else if (i.kind === 'store') {
        lines.push(`${indent}${this.#entry(i.to)} = ${bare(this.#number(i.value))};`);
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

  #entry({ at, index }: Place): string {
    this.#usesMemory = true;
    if (index === undefined) return `m[${at}]`;
    return this.#counters.has(index) ? `m[${at} + i${index}]` : `m[${at} + (int)${this.#number(index)}]`;
  }

  /** A node as an operand of type double: in brackets where it is more than a name, a call or a literal. */
  #number(node: Node): string {
    const { graph, inlined } = this.#code;
    if (graph.isConstant(node)) return cLiteral(graph.value(node));
    if (this.#counters.has(node)) return `(double)i${node}`;
    if (isTruth(graph.op(node))) return `(${this.#truth(node)} ? 1.0 : 0.0)`;
    return inlined[node] ? this.#numberExpression(node) : `n${node}`;
  }

  /** A node as an operand of a logical operation. */
  #truth(node: Node): string {
    const { graph, inlined } = this.#code;
    if (graph.isConstant(node)) return graph.value(node) === 0 ? '0' : '1';
    if (!isTruth(graph.op(node))) return `(${this.#number(node)} != 0.0)`;
    return inlined[node] ? this.#truthExpression(node) : `t${node}`;
  }

  /** A node as the condition of a statement, without brackets of its own. */
  #test(node: Node): string {
    return bare(this.#truth(node));
  }

  #numberExpression(node: Node): string {
    const { graph, loads } = this.#code;
    const place = loads.get(node);
    if (place !== undefined) return this.#entry(place);
    const op = graph.op(node);
    const a = graph.operand(node, 0);
    const b = graph.operand(node, 1);
    if (infix[op] !== undefined) return `(${this.#number(a)} ${infix[op]} ${this.#number(b)})`;
    if (op === Op.neg) return `(-${this.#number(a)})`;
    if (op === Op.select) {
      return `(${this.#truth(a)} ? ${this.#number(b)} : ${this.#number(graph.operand(node, 2))})`;
    }
    const operands = Array.from({ length: arity[op] }, (_, k) => bare(this.#number(graph.operand(node, k))));
    return `${mathFunctions[op] ?? this.#names.helper(opNames[op])}(${operands.join(', ')})`;
  }

  #truthExpression(node: Node): string {
    const { graph } = this.#code;
    const op = graph.op(node);
    const a = graph.operand(node, 0);
    if (op === Op.not) return `(!${this.#truth(a)})`;
    const b = graph.operand(node, 1);
    if (op === Op.and || op === Op.or) return `(${this.#truth(a)} ${infix[op]} ${this.#truth(b)})`;
    return `(${this.#number(a)} ${infix[op]} ${this.#number(b)})`;
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
