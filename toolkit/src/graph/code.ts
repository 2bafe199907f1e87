/**
 * Code: what all emitters work from. Lowering turns each procedure, and each elementary function that is called,
 * into a list of instructions over a graph of its own (`exact` rules).
 *
 * An emitter writes an instruction's operands as expressions: a constant as a literal; a node that is `inlined`
 * as an expression in place; any other node as the variable that an earlier `let` gave its value. Expressions are
 * at most {@link maxExpressionDepth} deep, so that emitters and the parsers of what they write may recurse.
 */
import type { Graph, Node } from './graph.js';
import type { Layout } from './layout.js';
import type { Branch, Repetition } from './program.js';

export const maxExpressionDepth = 32;
/** Operations in one expression, about. */
export const maxExpressionSize = 96;

/** A float of the memory: number `at`, or `at` + the value of `index`, which is whole and stays inside the field. */
export interface Place {
  readonly at: number;
  readonly index: Node | undefined;
}

/** An angle and the nodes of its sine and cosine, as far as they are needed. */
export interface Turn {
  readonly angle: Node;
  readonly sine: Node | undefined;
  readonly cosine: Node | undefined;
}

export type Instruction =
  /** Gives a node its variable: a load where the node is a leaf, else its operation. */
  | { readonly kind: 'let'; readonly node: Node }
  /** Gives the sines and cosines of several angles their variables, by the library's `sincos`. */
  | { readonly kind: 'turn'; readonly turns: readonly Turn[] }
  | { readonly kind: 'store'; readonly to: Place; readonly value: Node }
  | Branch<Instruction>
  /** At least two passes with `index` 0, 1, …; ends after a pass at whose end `until` is true. */
  | Repetition<Instruction>
  /** Keeps a variable's value in a place of its own outside the layout (chunks.ts). */
  | { readonly kind: 'save'; readonly node: Node; readonly spill: number }
  /** Gives a variable its own value again, from where it was saved, or else from where it was loaded. */
  | { readonly kind: 'restore'; readonly node: Node; readonly spill: number | undefined }
  /** Runs the procedure of this number. */
  | { readonly kind: 'call'; readonly procedure: number };

export interface Code {
  readonly name: string;
  readonly graph: Graph;
  /** Leaves that the caller gives; none for a procedure. */
  readonly parameters: readonly Node[];
  readonly body: readonly Instruction[];
  /** What a function returns; nothing for a procedure. */
  readonly results: readonly Node[];
  /** Leaves that are read from memory. */
  readonly loads: ReadonlyMap<Node, Place>;
  /** 1 for a node that is written inside its only user. */
  readonly inlined: Uint8Array;
}

/** The elementary functions that are called; `sincos` returns two numbers, the others one. */
export type LibraryName = 'sincos' | 'tan' | 'atan2' | 'exp' | 'log' | 'tanh';

export interface Lowered {
  readonly name: string;
  readonly layout: Layout;
  /** In the order of the program's procedures. */
  readonly procedures: readonly Code[];
  /** The elementary functions that are called, each once. */
  readonly functions: readonly (Code & { readonly name: LibraryName })[];
}
