/** The body of one function of a listing, from readable code, in any language by its {@link Syntax}. */
import type { Place } from '../code.js';
import type { Node } from '../graph.js';
import { arity, isTruth, Op, opNames } from '../ops.js';
import type { ListedField } from './names.js';
import type { ReadableCode, Step } from './readable.js';
import type { ElementaryName, HelperName, Syntax } from './syntax.js';
import { wrapped } from './wrap.js';

/** What binds tighter has the higher number. */
const LOOSE = 0;
const SUM = 1;
const PRODUCT = 2;
const SIGN = 3;
const ATOM = 4;

interface Text {
  readonly text: string;
  readonly binds: number;
}

export interface WriterContext {
  readonly syntax: Syntax;
  /** The field in which a float of the memory stands. */
  fieldOf(at: number): ListedField;
  /** Names by number of procedure. */
  readonly procedures: readonly string[];
  /** Names that no variable may have. */
  readonly reserved: ReadonlySet<string>;
  /** Collects what has to be brought along. */
  readonly helpers: Set<HelperName>;
  readonly spills: ReadonlyMap<Node, number>;
}

export interface WrittenBody {
  readonly parameters: readonly string[];
  readonly lines: readonly string[];
  readonly usesMemory: boolean;
}

const infix: Readonly<Record<number, readonly [string, number]>> = {
  [Op.add]: ['+', SUM],
  [Op.sub]: ['-', SUM],
  [Op.mul]: ['*', PRODUCT],
  [Op.div]: ['/', PRODUCT],
};

export function writeBody(code: ReadableCode, context: WriterContext, indent: string): WrittenBody {
  return new BodyWriter(code, context).run(indent);
}

class BodyWriter {
  readonly #code: ReadableCode;
  readonly #context: WriterContext;
  readonly #syntax: Syntax;
  readonly #lines: string[] = [];
  readonly #names = new Map<Node, string>();
  readonly #used: Set<string>;
  /** Loop indices, by name. */
  readonly #counters = new Map<Node, string>();
  /** Entries that a node's value is stored to. */
  readonly #goals = new Map<Node, Place>();
  #usesMemory = false;

  constructor(code: ReadableCode, context: WriterContext) {
    this.#code = code;
    this.#context = context;
    this.#syntax = context.syntax;
    this.#used = new Set(context.reserved);
  }

  run(indent: string): WrittenBody {
    const { parameters, body, results } = this.#code;
    const letters = results.length > 0 ? parameters : [];
    const given = letters.map((leaf, k) => this.#name(leaf, 'abcd'[k]));
    this.#findGoals(body);
    this.#block(body, indent, 0);
    for (const node of results) this.#line(indent, `${this.#syntax.result}${this.#number(node).text}`);
    return { parameters: given, lines: this.#lines, usesMemory: this.#usesMemory };
  }

  #findGoals(steps: readonly Step[]): void {
    for (const step of steps) {
      if (step.kind === 'store') {
        if (!this.#goals.has(step.value)) this.#goals.set(step.value, step.to);
      } else if (step.kind === 'if') {
        this.#findGoals(step.whenTrue);
        this.#findGoals(step.whenFalse);
      } else if (step.kind === 'repeat') this.#findGoals(step.body);
    }
  }

  #line(indent: string, text: string, end = this.#syntax.end): void {
    this.#lines.push(...wrapped(`${indent}${text}${end}`, this.#syntax));
  }

  #block(steps: readonly Step[], indent: string, depth: number): void {
    const { nothing } = this.#syntax;
    if (steps.length === 0 && nothing !== undefined) this.#lines.push(`${indent}${nothing}`);
    for (const step of steps) this.#step(step, indent, depth);
  }

  #step(step: Step, indent: string, depth: number): void {
    const syntax = this.#syntax;
    const inner = `${indent}${syntax.indent}`;
    const close = (): void =>
      void (syntax.close !== undefined && this.#lines.push(`${indent}${syntax.close}`));
    switch (step.kind) {
      case 'let': {
        const truth = isTruth(this.#code.graph.op(step.node));
        const { text } = truth ? this.#truthOperation(step.node) : this.#operation(step.node);
        const name = this.#name(step.node, this.#title(step.node));
        this.#line(indent, syntax.declare(truth ? 'truth' : 'number', name, text));
        this.#spill(step.node, truth ? syntax.truthNumber(name) : name, indent);
        return;
      }
      case 'assign':
        this.#assign(step.to, step.node, true, indent);
        return;
      case 'store':
        this.#assign(step.to, step.value, this.#standsHere(step.value), indent);
        return;
      case 'call':
        this.#usesMemory = true;
        this.#line(indent, syntax.call(this.#context.procedures[step.procedure]));
        return;
      case 'if':
        this.#line(indent, syntax.ifLine(this.#truth(step.test).text), '');
        this.#block(step.whenTrue, inner, depth);
        if (step.whenFalse.length > 0) {
          this.#lines.push(`${indent}${syntax.elseLine}`);
          this.#block(step.whenFalse, inner, depth);
        }
        close();
        return;
      case 'repeat': {
        const counter = this.#name(step.index, depth < 3 ? 'ijk'[depth] : 'l');
        this.#counters.set(step.index, counter);
        this.#line(indent, syntax.forLine(counter, step.count), '');
        this.#spill(step.index, syntax.counter(counter), inner);
        if (step.body.length > 0 || step.until === undefined) this.#block(step.body, inner, depth + 1);
        if (step.until !== undefined) {
          this.#line(inner, syntax.ifLine(this.#truth(step.until).text), '');
          this.#line(`${inner}${syntax.indent}`, 'break');
          if (syntax.close !== undefined) this.#lines.push(`${inner}${syntax.close}`);
        }
        // The next loop may have the name again.
        if (depth < 3) this.#used.delete(counter);
        close();
        return;
      }
      default:
        throw new Error(`listing: '${step.kind}' is for other emitters`);
    }
  }

  /** `x += y` where the operation stands here and is a sum that begins with what is stored. */
  #assign(to: Place, node: Node, operation: boolean, indent: string): void {
    const { graph, loads, inlined } = this.#code;
    const { compound } = this.#syntax;
    const target = this.#entry(to);
    const op = graph.op(node);
    const first = operation && (op === Op.add || op === Op.sub) ? graph.operand(node, 0) : undefined;
    const place = first === undefined || inlined[first] === 0 ? undefined : loads.get(first);
    if (compound && to.index === undefined && place?.index === undefined && place?.at === to.at) {
      const { text } = this.#number(graph.operand(node, 1));
      this.#line(indent, `${target} ${op === Op.add ? '+' : '-'}= ${text}`);
      return;
    }
    const { text } = operation && !isTruth(op) ? this.#operation(node) : this.#number(node);
    this.#line(indent, `${target} = ${text}`);
  }

  /** Whether a node is written as its operation where it is used. */
  #standsHere(node: Node): boolean {
    const { graph, inlined, held } = this.#code;
    return !graph.isConstant(node) && inlined[node] === 1 && !held.has(node);
  }

  /** A name for a variable, after what is loaded or where it goes. */
  #title(node: Node): string | undefined {
    const { loads, graph } = this.#code;
    const place = loads.get(node) ?? this.#goals.get(node);
    if (place === undefined) return isTruth(graph.op(node)) ? 'test' : 't';
    const { field, name, at } = this.#context.fieldOf(place.at);
    const entry =
      field.size === 1 ? name : place.index === undefined ? `${name}_${place.at - at}` : `${name}_entry`;
    return loads.has(node) ? `${entry}_before` : `next_${entry}`;
  }

  #name(node: Node, title = 't'): string {
    let name = title;
    const numbered = title === 't' || title === 'test';
    for (
      let k = numbered ? 1 : 2;
      numbered ? name === title || this.#used.has(name) : this.#used.has(name);
      k++
    )
      name = `${title}${numbered ? '' : '_'}${k}`;
    this.#used.add(name);
    this.#names.set(node, name);
    return name;
  }

  #spill(node: Node, value: string, indent: string): void {
    const place = this.#context.spills.get(node);
    if (place !== undefined) this.#line(indent, `${this.#spilled(place)} = ${value}`);
  }

  #spilled(place: number): string {
    this.#usesMemory = true;
    if (this.#syntax.spill === undefined) throw new Error('listing: no spill places');
    return this.#syntax.spill(`${place}`);
  }

  // ---------------------------------------------------------------------------------------- expressions

  #variable(node: Node): Text {
    const counter = this.#counters.get(node);
    if (counter !== undefined) return atom(this.#syntax.counter(counter));
    const name = this.#names.get(node);
    if (name !== undefined) return atom(name);
    const place = this.#context.spills.get(node);
    if (place === undefined) throw new Error(`listing: the value ${node} has no variable`);
    const text = this.#spilled(place);
    if (!isTruth(this.#code.graph.op(node))) return atom(text);
    return { text: `${text} ${this.#syntax.different} ${this.#syntax.literal(0)}`, binds: LOOSE };
  }

  #entry({ at, index }: Place): string {
    this.#usesMemory = true;
    const listed = this.#context.fieldOf(at);
    if (listed.field.size === 1) return this.#syntax.entry(listed, undefined);
    const base = this.#syntax.firstIndex;
    if (index === undefined) return this.#syntax.entry(listed, `${base + at - listed.at}`);
    const whole = this.#whole(index);
    if (whole !== undefined) return this.#syntax.entry(listed, plus(whole.counted, base + whole.plus));
    return this.#syntax.entry(listed, plus(this.#syntax.asIndex(this.#number(index).text), base));
  }

  /** An index made of counters and whole constants, as a whole number: what is counted, and what is added. */
  #whole(node: Node): { readonly counted: string; readonly plus: number } | undefined {
    const { graph, loads, inlined } = this.#code;
    const counter = this.#counters.get(node);
    if (counter !== undefined) return { counted: counter, plus: 0 };
    if (graph.isConstant(node)) {
      const x = graph.value(node);
      return Number.isSafeInteger(x) ? { counted: '', plus: x + 0 } : undefined;
    }
    const op = graph.op(node);
    if (inlined[node] === 0 || loads.has(node) || (op !== Op.add && op !== Op.mul)) return undefined;
    const a = this.#whole(graph.operand(node, 0));
    const b = this.#whole(graph.operand(node, 1));
    if (a === undefined || b === undefined) return undefined;
    if (op === Op.add) {
      const counted = [a.counted, b.counted].filter((text) => text !== '').join(' + ');
      return { counted, plus: a.plus + b.plus };
    }
    const [factor, times] = a.counted === '' ? [a.plus, b] : [b.plus, a];
    if (a.counted !== '' && b.counted !== '') return undefined;
    const counted = / /.test(times.counted) ? `(${times.counted})` : times.counted;
    return { counted: `${factor} * ${counted}`, plus: factor * times.plus };
  }

  #number(node: Node): Text {
    const { graph, inlined, held } = this.#code;
    if (graph.isConstant(node)) return signed(this.#syntax.literal(graph.value(node)));
    const place = held.get(node);
    if (place !== undefined) return atom(this.#entry(place));
    if (isTruth(graph.op(node))) return atom(this.#syntax.truthNumber(this.#truth(node).text));
    return inlined[node] ? this.#operation(node) : this.#variable(node);
  }

  #truth(node: Node): Text {
    const { graph, inlined } = this.#code;
    if (!graph.isConstant(node) && isTruth(graph.op(node)))
      return inlined[node] ? this.#truthOperation(node) : this.#variable(node);
    const { different, literal } = this.#syntax;
    return { text: `${bracketed(this.#number(node), SUM)} ${different} ${literal(0)}`, binds: LOOSE };
  }

  /** A node's load or operation, which gives a number. */
  #operation(node: Node): Text {
    const { graph, loads } = this.#code;
    const { syntax, helpers } = this.#context;
    const place = loads.get(node);
    if (place !== undefined) return atom(this.#entry(place));
    const op = graph.op(node);
    const operands = Array.from({ length: arity[op] }, (_, k) => graph.operand(node, k));
    if (op === Op.select) {
      const [test, a, b] = [this.#truth(operands[0]), this.#number(operands[1]), this.#number(operands[2])];
      if (syntax.chooses) helpers.add('choose');
      return atom(syntax.choice(test.text, a.text, b.text));
    }
    const [a, b] = operands.map((operand) => this.#number(operand));
    if (op === Op.div && syntax.divides && !this.#isNotZero(operands[1])) {
      helpers.add('divide');
      return atom(`${syntax.helper('divide')}(${a.text}, ${b.text})`);
    }
    if (infix[op] !== undefined) return joined(a, infix[op][0], b, infix[op][1]);
    if (op === Op.neg) return { text: `-${bracketed(a, ATOM)}`, binds: SIGN };
    const name = opNames[op];
    const own = (syntax.functions as Readonly<Partial<Record<string, string>>>)[name];
    if (own === undefined && (op === Op.sqrt || op === Op.floor || op === Op.exponent || op === Op.pow2))
      helpers.add(name as HelperName);
    const called = own ?? syntax.helper(name as ElementaryName);
    return atom(
      `${called}(${[a, b]
        .slice(0, operands.length)
        .map(({ text }) => text)
        .join(', ')})`,
    );
  }

  /** A constant, or a parameter that may not be 0. */
  #isNotZero(node: Node): boolean {
    const { graph, loads, held } = this.#code;
    if (graph.isConstant(node)) return graph.value(node) !== 0;
    const place = held.has(node) ? undefined : loads.get(node);
    if (place === undefined) return false;
    const { region, range } = this.#context.fieldOf(place.at).field;
    return region === 'parameters' && range !== undefined && (range[0] > 0 || range[1] < 0);
  }

  #truthOperation(node: Node): Text {
    const { graph } = this.#code;
    const { and, or, not, equal } = this.#syntax;
    const op = graph.op(node);
    const [a, b] = [graph.operand(node, 0), graph.operand(node, 1)];
    if (op === Op.not) return { text: `${not}${bracketed(this.#truth(a), ATOM)}`, binds: LOOSE };
    if (op === Op.and || op === Op.or) {
      const sign = op === Op.and ? and : or;
      return {
        text: `${bracketed(this.#truth(a), ATOM)} ${sign} ${bracketed(this.#truth(b), ATOM)}`,
        binds: LOOSE,
      };
    }
    const sign = op === Op.less ? '<' : op === Op.lessEqual ? '<=' : equal;
    return {
      text: `${bracketed(this.#number(a), SUM)} ${sign} ${bracketed(this.#number(b), SUM)}`,
      binds: LOOSE,
    };
  }
}

function atom(text: string): Text {
  return { text, binds: ATOM };
}

function signed(text: string): Text {
  return { text, binds: text.startsWith('-') ? SIGN : ATOM };
}

function bracketed({ text, binds }: Text, least: number): string {
  return binds < least ? `(${text})` : text;
}

/** a sign b as all languages read it from left to right: brackets where the right operand binds no tighter. */
function joined(a: Text, sign: string, b: Text, binds: number): Text {
  const right = b.binds <= binds || b.text.startsWith('-') ? `(${b.text})` : b.text;
  return { text: `${bracketed(a, binds)} ${sign} ${right}`, binds };
}

function plus(text: string, x: number): string {
  if (text === '') return `${x}`;
  return x === 0 ? text : `${text} ${x < 0 ? '-' : '+'} ${x < 0 ? -x : x}`;
}
