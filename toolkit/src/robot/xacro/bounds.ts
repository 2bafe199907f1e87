/** How much a xacro file may ask for. Macros recurse and expressions multiply: a short file can ask for anything. */
import { Fault } from './fault.js';

export interface XacroBounds {
  /** Nodes of the expanded tree, and of all blocks on the way. */
  readonly nodes: number;
  /** Macro calls, includes, elements, properties and parts of expressions that stand inside each other. */
  readonly depth: number;
  /** Steps of all expressions and of the walk; long texts, lists and numbers cost one for every few characters. */
  readonly steps: number;
  /** Characters of one text. */
  readonly text: number;
  /** Entries of one list. */
  readonly items: number;
  /** Bits of one whole number. */
  readonly bits: number;
  /** Characters of one expression. */
  readonly expression: number;
  /** Files that are read, each counted once, and their bytes. */
  readonly files: number;
  readonly bytes: number;
  /** How often one file may stand in the chain of includes. */
  readonly selfIncludes: number;
}

export const xacroBounds: XacroBounds = {
  nodes: 100_000,
  depth: 450,
  steps: 2_000_000,
  text: 1_000_000,
  items: 100_000,
  bits: 16_384,
  expression: 10_000,
  files: 500,
  bytes: 50_000_000,
  selfIncludes: 8,
};

/** Counts what an expansion uses; whatever passes a bound ends it. */
export class Budget {
  readonly bounds: XacroBounds;
  #depth = 0;
  #steps = 0;
  #nodes = 0;

  constructor(bounds: XacroBounds) {
    this.bounds = bounds;
  }

  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > this.bounds.steps) {
      throw over('the file asks for too much work', `at most ${this.bounds.steps} steps`);
    }
  }

  node(): void {
    this.#nodes++;
    if (this.#nodes > this.bounds.nodes) {
      throw over('the expanded robot is too large', `at most ${this.bounds.nodes} elements and texts`);
    }
  }

  /** Calls must be paired with {@link leave}; after a fault {@link depth} is put back. */
  enter(): void {
    this.#depth++;
    if (this.#depth > this.bounds.depth) {
      throw over(
        'macros, properties or expressions stand too deep in each other',
        `at most ${this.bounds.depth} deep`,
        'a macro that calls itself needs an xacro:if that ends it',
      );
    }
  }

  leave(): void {
    this.#depth--;
  }

  get depth(): number {
    return this.#depth;
  }

  set depth(depth: number) {
    this.#depth = depth;
  }

  /** A text of so many characters is about to be made. */
  text(length: number): void {
    if (length > this.bounds.text) {
      throw over('a text is too long', `at most ${this.bounds.text} characters`);
    }
    this.step(length >> 4);
  }

  /** A text is about to be looked for in another: that may take the product of their lengths. */
  search(text: string, sought: string): void {
    this.step(Math.floor((text.length * (sought.length + 64)) / 1024));
  }

  /** A list of so many entries is about to be made. */
  list(length: number): void {
    if (length > this.bounds.items) {
      throw over('a list is too long', `at most ${this.bounds.items} entries`);
    }
    this.step(length);
  }

  /** A whole number of so many bits is about to be made. */
  number(bits: number): void {
    if (bits > this.bounds.bits) throw over('a number is too large', `at most ${this.bounds.bits} bits`);
    this.step(bits >> 6);
  }
}

function over(message: string, expected: string, hint?: string): Fault {
  return new Fault('xacro-too-large', message, { expected, ...(hint === undefined ? {} : { hint }) }, true);
}
