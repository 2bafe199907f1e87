/** The grammar of expressions: Python's, without lambda, sets, f-strings, assignments and `await`. */
import type { XacroBounds } from './bounds.js';
import type { Binary, Clause, Comparison, Expression } from './expression.js';
import { expressionFault, type Fault } from './fault.js';
import { type Token, tokens } from './tokens.js';

/** Words that are no names. */
export const keywords: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Precedence of the operators between two operands, loosest first. */
const levels: readonly (readonly Binary[])[] = [
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '//', '%'],
];
const precedence = new Map(levels.flatMap((level, i) => level.map((operator) => [operator as string, i])));
/** Expressions that stand in each other in one text. */
const mostNested = 60;

/** Whether a text is a name that a property may have. */
export function isName(text: string): boolean {
  return /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*$/u.test(text) && !keywords.has(text);
}

/** Throws a {@link Fault} where the text is no expression. */
export function parseExpression(text: string, bounds: XacroBounds): Expression {
  if (text.length > bounds.expression) {
    throw expressionFault('an expression is too long', {
      expected: `at most ${bounds.expression} characters`,
    });
  }
  return new Parser(tokens(text)).whole();
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(list: readonly Token[]) {
    this.#tokens = list;
  }

  whole(): Expression {
    if (this.#ended) throw expressionFault('the expression is empty');
    const items = this.#listUntil([]);
    if (!this.#ended) throw this.#unexpected();
    return items;
  }

  get #token(): Token {
    return this.#tokens[this.#at];
  }

  get #ended(): boolean {
    return this.#token.kind === 'end';
  }

  #is(text: string): boolean {
    const token = this.#token;
    return (token.kind === 'operator' || token.kind === 'name') && token.text === text;
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at++;
    return true;
  }

  #need(text: string, opening?: string): void {
    if (this.#take(text)) return;
    if (!this.#ended) throw this.#unexpected(`\`${text}\``);
    throw expressionFault(
      opening === undefined ? `\`${text}\` is missing` : `\`${opening}\` is never closed`,
      opening === '{'
        ? { hint: 'an expression ends at its first `}`: write dict(a=1) for a dictionary' }
        : { expected: `\`${text}\`` },
    );
  }

  #unexpected(expected?: string): Fault {
    const token = this.#token;
    const detail = expected === undefined ? {} : { expected };
    if (token.kind === 'end') return expressionFault('the expression stops too early', detail);
    const text = token.kind === 'number' || token.kind === 'text' ? String(token.value) : token.text;
    const hint = {
      '=': 'a comparison is ==',
      '&': 'write and',
      '|': 'write or',
      lambda: 'lambda is not read',
    }[text];
    return expressionFault(`\`${text}\` does not belong here`, {
      ...detail,
      ...(token.kind !== 'text' && hint !== undefined ? { hint } : {}),
    });
  }

  /** One expression, or several with commas between: a tuple. */
  #listUntil(closers: readonly string[]): Expression {
    const first = this.#expression();
    if (!this.#is(',')) return first;
    const items = [first];
    while (this.#take(',')) {
      if (this.#ended || closers.some((closer) => this.#is(closer))) break;
      items.push(this.#expression());
    }
    return { kind: 'tuple', items };
  }

  #expression(): Expression {
    this.#depth++;
    if (this.#depth > mostNested) {
      throw expressionFault('the expression is nested too deep', { expected: `at most ${mostNested} deep` });
    }
    const then = this.#or();
    let result = then;
    if (this.#take('if')) {
      const test = this.#or();
      this.#need('else');
      result = { kind: 'conditional', test, then, otherwise: this.#expression() };
    }
    this.#depth--;
    return result;
  }

  #or(): Expression {
    const first = this.#and();
    if (!this.#is('or')) return first;
    const operands = [first];
    while (this.#take('or')) operands.push(this.#and());
    return { kind: 'logic', operator: 'or', operands };
  }

  #and(): Expression {
    const first = this.#not();
    if (!this.#is('and')) return first;
    const operands = [first];
    while (this.#take('and')) operands.push(this.#not());
    return { kind: 'logic', operator: 'and', operands };
  }

  #not(): Expression {
    let negations = 0;
    while (this.#take('not')) negations++;
    let result = this.#comparison();
    // An even number of negations still makes a boolean.
    for (let i = negations > 2 ? 2 - (negations % 2) : negations; i > 0; i--) {
      result = { kind: 'unary', operator: 'not', operand: result };
    }
    return result;
  }

  #comparison(): Expression {
    const first = this.#binary(0);
    const operands = [first];
    const operators: Comparison[] = [];
    for (;;) {
      const operator = this.#comparisonOperator();
      if (operator === undefined) break;
      operators.push(operator);
      operands.push(this.#binary(0));
    }
    return operators.length === 0 ? first : { kind: 'comparison', operands, operators };
  }

  #comparisonOperator(): Comparison | undefined {
    for (const operator of ['<=', '>=', '==', '!=', '<', '>', 'in'] as const) {
      if (this.#take(operator)) return operator;
    }
    if (this.#take('is')) return this.#take('not') ? 'is not' : 'is';
    const next = this.#tokens[this.#at + 1];
    if (this.#is('not') && next?.kind === 'name' && next.text === 'in') {
      this.#at += 2;
      return 'not in';
    }
    return undefined;
  }

  #binary(level: number): Expression {
    let left = this.#unary();
    for (;;) {
      const token = this.#token;
      const own = token.kind === 'operator' ? precedence.get(token.text) : undefined;
      if (token.kind !== 'operator' || own === undefined || own < level) return left;
      this.#at++;
      left = { kind: 'binary', operator: token.text as Binary, left, right: this.#binary(own + 1) };
    }
  }

  #unary(): Expression {
    const signs: ('+' | '-' | '~')[] = [];
    for (;;) {
      const sign = (['+', '-', '~'] as const).find((candidate) => this.#take(candidate));
      if (sign === undefined) break;
      signs.push(sign);
      if (signs.length > mostNested) throw expressionFault('too many signs');
    }
    let result = this.#power();
    for (let sign = signs.pop(); sign !== undefined; sign = signs.pop()) {
      result = { kind: 'unary', operator: sign, operand: result };
    }
    return result;
  }

  /** Binds tighter than a sign on its left, looser than one on its right; from right to left. */
  #power(): Expression {
    const base = this.#postfix();
    if (!this.#take('**')) return base;
    this.#depth++;
    if (this.#depth > mostNested) throw expressionFault('the expression is nested too deep');
    const right = this.#unary();
    this.#depth--;
    return { kind: 'binary', operator: '**', left: base, right };
  }

  #postfix(): Expression {
    let of = this.#atom();
    for (let links = 0; ; links++) {
      if (links > mostNested) throw expressionFault('too many calls, dots and brackets follow each other');
      if (this.#take('.')) of = { kind: 'attribute', of, name: this.#word('the name of an attribute') };
      else if (this.#take('(')) of = this.#call(of);
      else if (this.#take('[')) of = this.#subscript(of);
      else return of;
    }
  }

  #word(what: string): string {
    const token = this.#token;
    if (token.kind !== 'name' || keywords.has(token.text)) throw this.#unexpected(what);
    this.#at++;
    return token.text;
  }

  #call(callee: Expression): Expression {
    const positional: Expression[] = [];
    const named: [string, Expression][] = [];
    while (!this.#is(')')) {
      const [token, next] = [this.#token, this.#tokens[this.#at + 1]];
      if (token.kind === 'name' && next?.kind === 'operator' && next.text === '=') {
        const name = this.#word('the name of an argument');
        this.#at++;
        if (named.some(([taken]) => taken === name)) throw expressionFault(`\`${name}\` is given twice`);
        named.push([name, this.#expression()]);
      } else {
        const item = this.#expression();
        if (this.#is('for')) {
          positional.push({ kind: 'comprehension', item, clauses: this.#clauses() });
        } else if (named.length > 0) {
          throw expressionFault('an argument without a name follows one with a name');
        } else positional.push(item);
      }
      if (!this.#take(',')) break;
    }
    this.#need(')', '(');
    return { kind: 'call', callee, positional, named };
  }

  #subscript(of: Expression): Expression {
    const part = (): Expression | undefined =>
      this.#is(':') || this.#is(']') ? undefined : this.#expression();
    const start = this.#is(':') ? undefined : this.#listUntil([']', ':']);
    if (!this.#take(':')) {
      this.#need(']', '[');
      if (start === undefined) throw this.#unexpected('an index');
      return { kind: 'subscript', of, index: start };
    }
    const stop = part();
    const step = this.#take(':') ? part() : undefined;
    this.#need(']', '[');
    return { kind: 'slice', of, start, stop, step };
  }

  #atom(): Expression {
    const token = this.#token;
    if (token.kind === 'number') {
      this.#at++;
      return { kind: 'constant', value: token.value };
    }
    if (token.kind === 'text') {
      let value = '';
      for (let next = this.#token; next.kind === 'text'; next = this.#token) {
        value += next.value;
        this.#at++;
      }
      return { kind: 'constant', value };
    }
    if (this.#take('(')) return this.#parenthesis();
    if (this.#take('[')) return this.#list();
    if (this.#take('{')) return this.#dict();
    if (this.#take('True')) return { kind: 'constant', value: true };
    if (this.#take('False')) return { kind: 'constant', value: false };
    if (this.#take('None')) return { kind: 'constant', value: null };
    return { kind: 'name', name: this.#word('a value') };
  }

  #parenthesis(): Expression {
    if (this.#take(')')) return { kind: 'tuple', items: [] };
    const inner = this.#listUntil([')']);
    if (this.#is('for')) {
      const clauses = this.#clauses();
      this.#need(')', '(');
      return { kind: 'comprehension', item: inner, clauses };
    }
    this.#need(')', '(');
    return inner;
  }

  #list(): Expression {
    const items: Expression[] = [];
    while (!this.#is(']')) {
      items.push(this.#expression());
      if (items.length === 1 && this.#is('for')) {
        const clauses = this.#clauses();
        this.#need(']', '[');
        return { kind: 'comprehension', item: items[0], clauses };
      }
      if (!this.#take(',')) break;
    }
    this.#need(']', '[');
    return { kind: 'list', items };
  }

  #dict(): Expression {
    const entries: [Expression, Expression][] = [];
    while (!this.#is('}')) {
      if (this.#ended) break;
      const key = this.#expression();
      this.#need(':');
      const value = this.#expression();
      if (entries.length === 0 && this.#is('for')) {
        const clauses = this.#clauses();
        this.#need('}', '{');
        return { kind: 'dictComprehension', key, value, clauses };
      }
      entries.push([key, value]);
      if (!this.#take(',')) break;
    }
    this.#need('}', '{');
    return { kind: 'dict', entries };
  }

  #clauses(): readonly Clause[] {
    const clauses: Clause[] = [];
    while (this.#take('for')) {
      const bracket = this.#take('(');
      const targets = [this.#word('the name of what `for` goes through')];
      let unpack = false;
      while (this.#take(',')) {
        unpack = true;
        if (this.#is('in') || this.#is(')')) break;
        targets.push(this.#word('the name of what `for` goes through'));
      }
      if (bracket) this.#need(')', '(');
      this.#need('in');
      const source = this.#or();
      const tests: Expression[] = [];
      while (this.#take('if')) tests.push(this.#or());
      clauses.push({ targets, unpack, source, tests });
    }
    return clauses;
  }
}
