/** Scopes: what properties, parameters and blocks are called where. */
import type { Place } from '../findings.js';
import { Fault } from './fault.js';
import type { XacroElement } from './nodes.js';
import { literal } from './numerals.js';
import { Named, type Value } from './values.js';

/** A property: its value, or the text that gives it when it is first asked for. */
interface Property {
  value: Value;
  /** The text is still to be evaluated. */
  lazy: boolean;
  resolving: boolean;
  /** Why it has no value; what uses it has none either. */
  fault: Fault | undefined;
  readonly place: Place;
}

export interface Block {
  readonly element: XacroElement;
  /** Inserted with its element, or only what stands in it. */
  readonly whole: boolean;
}

/** Evaluates the text of a property in the scope that holds it. */
export type Evaluate = (text: string, scope: Scope, place: Place) => Value;

export class Scope extends Named {
  /** A file's, a macro's while it is called, or that of a file that is included under a name. */
  readonly kind: 'file' | 'macro' | 'namespace';
  readonly parent: Scope | undefined;
  readonly title: string;
  readonly #globals: ReadonlyMap<string, Value>;
  readonly #evaluate: Evaluate;
  readonly #properties = new Map<string, Property>();
  readonly #blocks = new Map<string, Block>();
  /** Properties that are being evaluated just now, outermost first. */
  readonly #resolving: string[] = [];

  private constructor(
    kind: Scope['kind'],
    title: string,
    parent: Scope | undefined,
    globals: ReadonlyMap<string, Value>,
    evaluate: Evaluate,
  ) {
    super();
    this.kind = kind;
    this.title = title;
    this.parent = parent;
    this.#globals = globals;
    this.#evaluate = evaluate;
  }

  static top(globals: ReadonlyMap<string, Value>, evaluate: Evaluate): Scope {
    return new Scope('file', 'the file', undefined, globals, evaluate);
  }

  inner(kind: 'macro' | 'namespace', title: string): Scope {
    return new Scope(kind, title, this, this.#globals, this.#evaluate);
  }

  /** The scope of the robot file itself. */
  get outermost(): Scope {
    let scope: Scope = this;
    while (scope.parent !== undefined) scope = scope.parent;
    return scope;
  }

  /** What `scope="parent"` means: the caller's scope for a macro, wherever the macro comes from. */
  get outer(): Scope | undefined {
    let scope = this.parent;
    if (this.kind === 'macro') while (scope?.kind === 'namespace') scope = scope.parent;
    return scope;
  }

  isGlobal(name: string): boolean {
    return this.#globals.has(name);
  }

  /** Sets a name to a value; the text of a number, `true` or `false` is one. */
  set(name: string, value: Value, place: Place): void {
    this.#put(name, typeof value === 'string' ? literal(value) : value, false, place);
  }

  /** Sets a name to what a text gives when the name is first asked for. */
  setLazily(name: string, text: string, place: Place): void {
    const value = literal(text);
    this.#put(
      name,
      value,
      typeof value === 'string' && value.includes('$'),
      place,
      typeof value === 'string',
    );
  }

  /** Sets a name that has no value because of a fault: what uses it fails silently. */
  setFaulty(name: string, fault: Fault, place: Place): void {
    this.#properties.set(name, { value: null, lazy: false, resolving: false, fault, place });
  }

  #put(name: string, value: Value, lazy: boolean, place: Place, again = false): void {
    // A text without `$` in it is what it evaluates to; only its quotes may go.
    const settled = again && !lazy && typeof value === 'string' ? literal(value) : value;
    this.#properties.set(name, { value: settled, lazy, resolving: false, fault: undefined, place });
  }

  setBlock(name: string, block: Block): void {
    this.#blocks.set(name, block);
  }

  /** The nearest block that holds several nodes, else the nearest that is an element. */
  block(name: string): Block | undefined {
    let element: Block | undefined;
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      const block = scope.#blocks.get(name);
      if (block?.whole === false) return block;
      element ??= block;
    }
    return element;
  }

  blockNames(): readonly string[] {
    const names = new Set<string>();
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      for (const name of scope.#blocks.keys()) names.add(name);
    }
    return [...names];
  }

  /** Takes a name out of this scope and all around it. */
  remove(name: string): void {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      scope.#properties.delete(name);
      scope.#blocks.delete(name);
    }
  }

  /** Whether a property or a function has the name. */
  has(name: string): boolean {
    return this.#holder(name) !== undefined || this.#globals.has(name);
  }

  /** The property of the name, of this scope or the nearest around it. */
  property(name: string): Value | undefined {
    const scope = this.#holder(name);
    return scope === undefined ? undefined : scope.#resolve(name);
  }

  get(name: string): Value | undefined {
    return this.property(name) ?? (this.#holder(name) === undefined ? this.#globals.get(name) : null);
  }

  member(name: string): Value | undefined {
    return this.get(name);
  }

  members(): readonly string[] {
    return [...this.#properties.keys()];
  }

  known(): readonly string[] {
    const names = new Set<string>();
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      for (const name of scope.#properties.keys()) names.add(name);
    }
    for (const name of this.#globals.keys()) names.add(name);
    return [...names];
  }

  #holder(name: string): Scope | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      if (scope.#properties.has(name)) return scope;
    }
    return undefined;
  }

  #resolve(name: string): Value {
    const property = this.#properties.get(name);
    if (property === undefined) return null;
    if (property.fault !== undefined) throw property.fault;
    if (!property.lazy) return property.value;
    if (property.resolving) {
      const ring = [...this.#resolving.slice(this.#resolving.indexOf(name)), name];
      throw new Fault('xacro-circular', `properties need each other: ${ring.slice(0, 20).join(' → ')}`, {
        hint: 'lazy_eval="false" evaluates a property where it stands',
      }).at(property.place);
    }
    property.resolving = true;
    this.#resolving.push(name);
    try {
      const value = this.#evaluate(String(property.value), this, property.place);
      property.value = typeof value === 'string' ? literal(value) : value;
      property.lazy = false;
      return property.value;
    } catch (error) {
      if (error instanceof Fault && !error.fatal) property.fault = error;
      throw error;
    } finally {
      property.resolving = false;
      this.#resolving.pop();
    }
  }
}
