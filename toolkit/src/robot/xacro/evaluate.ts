/** Expressions → values. */

import { binary, unary } from './arithmetic.js';
import { attributeOf } from './attribute.js';
import type { Budget } from './bounds.js';
import type { Clause, Comparison, Expression } from './expression.js';
import { expressionFault, Fault } from './fault.js';
import { nearestOf } from './known.js';
import { indexed, sliced } from './sequence.js';
import {
  Callable,
  compare,
  Dict,
  equal,
  isTrue,
  itemsOf,
  iterated,
  List,
  numeric,
  Tuple,
  typeOf,
  type Value,
} from './values.js';

/** Where the names of an expression are looked up. */
export interface Names {
  get(name: string): Value | undefined;
  known(): readonly string[];
}

/** The value of an expression; a {@link Fault} where it has none. */
export function evaluate(expression: Expression, names: Names, budget: Budget): Value {
  budget.step();
  budget.enter();
  const value = evaluated(expression, names, budget);
  // Whatever is done with a text costs its length.
  if (typeof value === 'string') budget.step(value.length >> 6);
  budget.leave();
  return value;
}

function evaluated(e: Expression, names: Names, budget: Budget): Value {
  switch (e.kind) {
    case 'constant':
      return e.value;
    case 'name':
      return named(e.name, names, budget);
    case 'list':
      return new List(e.items.map((item) => evaluate(item, names, budget)));
    case 'tuple':
      return new Tuple(e.items.map((item) => evaluate(item, names, budget)));
    case 'dict':
      return new Dict(
        e.entries.map(
          ([key, value]) => [evaluate(key, names, budget), evaluate(value, names, budget)] as const,
        ),
        budget,
      );
    case 'comprehension': {
      const items: Value[] = [];
      comprehend(e.clauses, 0, names, budget, (inner) => items.push(evaluate(e.item, inner, budget)));
      budget.list(items.length);
      return new List(items);
    }
    case 'dictComprehension': {
      const entries: [Value, Value][] = [];
      comprehend(e.clauses, 0, names, budget, (inner) =>
        entries.push([evaluate(e.key, inner, budget), evaluate(e.value, inner, budget)]),
      );
      budget.list(entries.length);
      return new Dict(entries, budget);
    }
    case 'unary': {
      const operand = evaluate(e.operand, names, budget);
      return e.operator === 'not' ? !isTrue(operand) : unary(e.operator, operand, budget);
    }
    case 'binary': {
      // A long sum leans to the left; it is gone through without going deeper.
      const steps = [e];
      let left = e.left;
      for (; left.kind === 'binary'; left = left.left) steps.push(left);
      let value = evaluate(left, names, budget);
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        value = binary(step.operator, value, evaluate(step.right, names, budget), budget);
      }
      return value;
    }
    case 'logic': {
      let value: Value = null;
      for (const operand of e.operands) {
        value = evaluate(operand, names, budget);
        if (isTrue(value) === (e.operator === 'or')) break;
      }
      return value;
    }
    case 'comparison': {
      let left = evaluate(e.operands[0], names, budget);
      for (const [i, operator] of e.operators.entries()) {
        const right = evaluate(e.operands[i + 1], names, budget);
        if (!holds(operator, left, right, budget)) return false;
        left = right;
      }
      return true;
    }
    case 'conditional':
      return evaluate(isTrue(evaluate(e.test, names, budget)) ? e.then : e.otherwise, names, budget);
    case 'attribute':
      return attributeOf(evaluate(e.of, names, budget), safe(e.name), budget);
    case 'subscript':
      return indexed(evaluate(e.of, names, budget), evaluate(e.index, names, budget), budget);
    case 'slice': {
      const part = (x: Expression | undefined): Value =>
        x === undefined ? null : evaluate(x, names, budget);
      return sliced(evaluate(e.of, names, budget), part(e.start), part(e.stop), part(e.step), budget);
    }
    case 'call': {
      const callee = evaluate(e.callee, names, budget);
      const positional = e.positional.map((argument) => evaluate(argument, names, budget));
      const given = new Map(e.named.map(([name, argument]) => [name, evaluate(argument, names, budget)]));
      if (!(callee instanceof Callable)) throw expressionFault(`a ${typeOf(callee)} cannot be called`);
      return callee.call({ positional, named: given }, budget);
    }
  }
}

function named(name: string, names: Names, budget: Budget): Value {
  const value = names.get(safe(name));
  if (value !== undefined) return value;
  const known = names.known();
  budget.step(known.length >> 2);
  const python = elsewhere.get(name);
  throw new Fault('xacro-name-unknown', `the name \`${name}\` is not defined`, {
    known,
    ...(python === undefined ? nearestOf(name, known) : { hint: `write ${python}` }),
  });
}

/** Words of other languages, and what they are in an expression. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['null', 'None'],
  ['deg2rad', 'radians'],
  ['rad2deg', 'degrees'],
]);

/** Names that reach behind the language are refused, whatever they stand on. */
function safe(name: string): string {
  if (name.startsWith('__')) throw expressionFault(`the name \`${name}\` is not allowed`);
  return name;
}

function holds(operator: Comparison, a: Value, b: Value, budget: Budget): boolean {
  switch (operator) {
    case '==':
      return equal(a, b, budget);
    case '!=':
      return !equal(a, b, budget);
    case '<':
      return compare(a, b, operator, budget) < 0;
    case '>':
      return compare(a, b, operator, budget) > 0;
    case '<=':
      return compare(a, b, operator, budget) <= 0;
    case '>=':
      return compare(a, b, operator, budget) >= 0;
    case 'is':
    case 'is not': {
      // What is the same thing is decided by type and value; None, True and False are what it is asked for.
      const same = typeOf(a) === typeOf(b) && (numeric(a) === undefined ? a === b : equal(a, b, budget));
      return same === (operator === 'is');
    }
    case 'in':
      return contains(b, a, budget);
    case 'not in':
      return !contains(b, a, budget);
  }
}

function contains(container: Value, item: Value, budget: Budget): boolean {
  if (typeof container === 'string') {
    if (typeof item !== 'string') throw expressionFault(`a ${typeOf(item)} is not looked for in a text`);
    budget.search(container, item);
    return container.includes(item);
  }
  if (container instanceof Dict) return container.get(item, budget) !== undefined;
  const items = itemsOf(container, budget);
  if (items === undefined) throw expressionFault(`a ${typeOf(container)} holds nothing`);
  return items.some((candidate) => equal(candidate, item, budget));
}

function comprehend(
  clauses: readonly Clause[],
  at: number,
  names: Names,
  budget: Budget,
  body: (names: Names) => void,
): void {
  if (at === clauses.length) {
    body(names);
    return;
  }
  const { targets, unpack, source, tests } = clauses[at];
  for (const item of iterated(evaluate(source, names, budget), budget)) {
    budget.step();
    const own = new Map<string, Value>();
    if (unpack) {
      const parts = iterated(item, budget);
      if (parts.length !== targets.length) {
        throw expressionFault('`for` takes each item apart', {
          expected: `${targets.length} values`,
          got: `${parts.length}`,
        });
      }
      for (const [i, target] of targets.entries()) own.set(safe(target), parts[i]);
    } else own.set(safe(targets[0]), item);
    const inner: Names = {
      get: (name) => own.get(name) ?? (own.has(name) ? null : names.get(name)),
      known: () => [...own.keys(), ...names.known()],
    };
    if (tests.every((test) => isTrue(evaluate(test, inner, budget))))
      comprehend(clauses, at + 1, inner, budget, body);
  }
}
