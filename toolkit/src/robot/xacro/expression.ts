/** Expressions as trees. */

export type Binary = '+' | '-' | '*' | '/' | '//' | '%' | '**' | '<<' | '>>' | '&' | '^' | '|';
export type Comparison = '<' | '>' | '<=' | '>=' | '==' | '!=' | 'in' | 'not in' | 'is' | 'is not';

export type Expression =
  | { readonly kind: 'constant'; readonly value: null | boolean | bigint | number | string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list' | 'tuple'; readonly items: readonly Expression[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'comprehension'; readonly item: Expression; readonly clauses: readonly Clause[] }
  | {
      readonly kind: 'dictComprehension';
      readonly key: Expression;
      readonly value: Expression;
      readonly clauses: readonly Clause[];
    }
  | { readonly kind: 'unary'; readonly operator: '+' | '-' | '~' | 'not'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: Binary;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'logic'; readonly operator: 'and' | 'or'; readonly operands: readonly Expression[] }
  /** a < b < c: each neighbouring pair holds. */
  | {
      readonly kind: 'comparison';
      readonly operands: readonly Expression[];
      readonly operators: readonly Comparison[];
    }
  | {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | { readonly kind: 'attribute'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'subscript'; readonly of: Expression; readonly index: Expression }
  | {
      readonly kind: 'slice';
      readonly of: Expression;
      readonly start: Expression | undefined;
      readonly stop: Expression | undefined;
      readonly step: Expression | undefined;
    }
  | {
      readonly kind: 'call';
      readonly callee: Expression;
      readonly positional: readonly Expression[];
      readonly named: readonly (readonly [string, Expression])[];
    };

/** `for targets in source if tests`. */
export interface Clause {
  readonly targets: readonly string[];
  /** Whether the items are taken apart: `for a, b in …`, `for a, in …`. */
  readonly unpack: boolean;
  readonly source: Expression;
  readonly tests: readonly Expression[];
}
