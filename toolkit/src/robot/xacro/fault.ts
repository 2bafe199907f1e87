/** What is wrong with a xacro file, on its way from where it is noticed to where its place is known. */
import type { Detail, Place } from '../findings.js';

export class Fault extends Error {
  readonly code: string;
  readonly detail: Detail;
  /** Ends the expansion: a bound was passed. */
  readonly fatal: boolean;
  /** Where it is to be reported; the innermost place that is known. */
  place: Place | undefined;
  /** The innermost expression that it came up in. */
  expression: string | undefined;
  /** The macros that a fatal fault came up in, innermost first. */
  readonly macros: string[] = [];
  /** A fault of a property comes up at every use of it, and is reported once. */
  reported = false;

  constructor(code: string, message: string, detail: Detail = {}, fatal = false) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.fatal = fatal;
  }

  /** The same fault with the expression that it came up in. */
  of(expression: string): this {
    this.expression ??= expression;
    return this;
  }

  /** The same fault with its place, where it has none yet. */
  at(place: Place): this {
    this.place ??= place;
    return this;
  }
}

/** How the innermost macro of a fault came to call itself: "`m` → `m`"; undefined where it does not. */
export function ringOf({ macros: [innermost, ...outer] }: Fault): string | undefined {
  const again = outer.indexOf(innermost);
  if (again < 0) return undefined;
  const ring = [innermost, ...outer.slice(0, again).reverse(), innermost].map((name) => `\`${name}\``);
  const most = 6;
  if (ring.length > most) ring.splice(most - 2, ring.length - most + 1, `… ${ring.length - most + 1} more …`);
  return ring.join(' → ');
}

/** A fault of an expression: a wrong type, a missing key. */
export function expressionFault(message: string, detail: Detail = {}): Fault {
  return new Fault('xacro-expression', message, detail);
}
