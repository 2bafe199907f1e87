/** Expressions of lowered code as text, in what languages with C's operators have in common. */
import type { Code, Place } from './code.js';
import type { Node } from './graph.js';
import { arity, isTruth, Op } from './ops.js';

/** How a language writes what all write alike but for a few signs. */
export interface Dialect {
  /** Around operators and behind commas. */
  readonly space: '' | ' ';
  readonly equal: string;
  readonly different: string;
  /** Numbers that stand for truth values, and the truth values themselves. */
  readonly zero: string;
  readonly one: string;
  readonly no: string;
  readonly yes: string;
}

/** Operands stand in brackets where they are more than a name, a call or a literal. */
export abstract class ExpressionText {
  protected readonly code: Code;
  readonly #infix: Readonly<Record<number, string>>;
  readonly #dialect: Dialect;
  readonly #question: string;
  readonly #colon: string;

  constructor(code: Code, dialect: Dialect) {
    this.code = code;
    this.#dialect = dialect;
    const { space, equal } = dialect;
    const around = (sign: string): string => `${space}${sign}${space}`;
    this.#question = around('?');
    this.#colon = around(':');
    this.#infix = {
      [Op.add]: around('+'),
      [Op.sub]: around('-'),
      [Op.mul]: around('*'),
      [Op.div]: around('/'),
      [Op.less]: around('<'),
      [Op.lessEqual]: around('<='),
      [Op.equal]: around(equal),
      [Op.and]: around('&&'),
      [Op.or]: around('||'),
    };
  }

  /** A number that reads back with the same bits, in brackets where it has a sign. */
  protected abstract literal(x: number): string;
  /** A variable as an operand: of a number or of a truth value. */
  protected abstract variable(node: Node): string;
  /** An entry of the memory. */
  protected abstract entry(place: Place): string;
  /** The call of a function for an operation that is no operator. */
  protected abstract call(op: Op, operands: readonly string[]): string;

  /** A node as an operand that is a number. */
  protected number(node: Node): string {
    const { graph, inlined } = this.code;
    const { zero, one } = this.#dialect;
    if (graph.isConstant(node)) return this.literal(graph.value(node));
    if (isTruth(graph.op(node))) return `(${this.truth(node)}${this.#question}${one}${this.#colon}${zero})`;
    return inlined[node] ? this.numberExpression(node) : this.variable(node);
  }

  /** A node as an operand of a logical operation. */
  protected truth(node: Node): string {
    const { graph, inlined } = this.code;
    const { space, different, zero, no, yes } = this.#dialect;
    if (graph.isConstant(node)) return graph.value(node) === 0 ? no : yes;
    if (!isTruth(graph.op(node))) return `(${this.number(node)}${space}${different}${space}${zero})`;
    return inlined[node] ? this.truthExpression(node) : this.variable(node);
  }

  /** A node's load or operation, which gives a number. */
  protected numberExpression(node: Node): string {
    const { graph, loads } = this.code;
    const place = loads.get(node);
    if (place !== undefined) return this.entry(place);
    const op = graph.op(node);
    const a = graph.operand(node, 0);
    const b = graph.operand(node, 1);
    if (this.#infix[op] !== undefined) return `(${this.number(a)}${this.#infix[op]}${this.number(b)})`;
    if (op === Op.neg) return `(-${this.number(a)})`;
    if (op === Op.select) {
      const otherwise = this.number(graph.operand(node, 2));
      return `(${this.truth(a)}${this.#question}${this.number(b)}${this.#colon}${otherwise})`;
    }
    return this.call(
      op,
      Array.from({ length: arity[op] }, (_, k) => this.number(graph.operand(node, k))),
    );
  }

  /** A node's operation, which gives a truth value. */
  protected truthExpression(node: Node): string {
    const { graph } = this.code;
    const op = graph.op(node);
    const a = graph.operand(node, 0);
    if (op === Op.not) return `(!${this.truth(a)})`;
    const b = graph.operand(node, 1);
    if (op === Op.and || op === Op.or) return `(${this.truth(a)}${this.#infix[op]}${this.truth(b)})`;
    return `(${this.number(a)}${this.#infix[op]}${this.number(b)})`;
  }
}
