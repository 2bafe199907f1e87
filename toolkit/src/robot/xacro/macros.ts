/** Macros: their parameters, and where they are known. */
import type { Place } from '../findings.js';
import type { XacroElement } from './nodes.js';
import type { Scope } from './symbols.js';

export interface Parameter {
  /** Without the stars of a block. */
  readonly name: string;
  /** `*name` takes an element, `**name` what stands in it. */
  readonly block: 'element' | 'content' | undefined;
  /** `:=^`: the caller's property of the same name, where there is one. */
  readonly forward: boolean;
  /** What it is where it is not given; undefined where it must be. */
  readonly default: string | undefined;
}

export interface Macro {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: XacroElement;
}

/** A file that is included under a name: its macros and properties. */
export interface Namespace {
  readonly macros: MacroScope;
  readonly symbols: Scope;
}

export class MacroScope {
  readonly parent: MacroScope | undefined;
  readonly #macros = new Map<string, Macro>();
  readonly #namespaces = new Map<string, Namespace>();

  constructor(parent?: MacroScope) {
    this.parent = parent;
  }

  set(macro: Macro): void {
    this.#macros.set(macro.name, macro);
  }

  setNamespace(name: string, namespace: Namespace): void {
    this.#namespaces.set(name, namespace);
  }

  get(name: string): Macro | undefined {
    for (let scope: MacroScope | undefined = this; scope !== undefined; scope = scope.parent) {
      const macro = scope.#macros.get(name);
      if (macro !== undefined) return macro;
    }
    return undefined;
  }

  namespace(name: string): Namespace | undefined {
    for (let scope: MacroScope | undefined = this; scope !== undefined; scope = scope.parent) {
      const namespace = scope.#namespaces.get(name);
      if (namespace !== undefined) return namespace;
    }
    return undefined;
  }

  /** All names that could be called here, those behind a namespace with its name and a dot. */
  known(): readonly string[] {
    const names = new Set<string>();
    for (let scope: MacroScope | undefined = this; scope !== undefined; scope = scope.parent) {
      for (const name of scope.#macros.keys()) names.add(name);
      for (const [prefix, { macros }] of scope.#namespaces) {
        for (const name of macros.known()) names.add(`${prefix}.${name}`);
      }
    }
    return [...names];
  }
}

/** A macro by its name, or by namespaces and its name with dots between, and what it sees around it. */
export function findMacro(
  name: string,
  macros: MacroScope,
  symbols: Scope,
): { readonly macro: Macro; readonly macros: MacroScope; readonly symbols: Scope } | undefined {
  const plain = macros.get(name);
  if (plain !== undefined) return { macro: plain, macros, symbols };
  const path = name.split('.');
  const last = path.pop() ?? '';
  let at: Namespace = { macros, symbols };
  for (const step of path) {
    const next = at.macros.namespace(step);
    if (next === undefined) return undefined;
    at = next;
  }
  const macro = path.length === 0 ? undefined : at.macros.get(last);
  return macro && { macro, ...at };
}

/** A fault of a parameter list: what is wrong, and which part. */
export interface ParameterFault {
  readonly message: string;
  readonly got: string;
}

/** Parameters that a macro may have. */
const mostParameters = 500;
const spaces = ' \t\r\n';

/** `a b:=1 c:='x y' d:=${a} e:=^ f:=^|2 *block **rest`, by one pass from left to right. */
export function parseParameters(text: string): readonly Parameter[] | ParameterFault {
  const parameters: Parameter[] = [];
  let at = 0;
  const skip = (): void => {
    while (at < text.length && spaces.includes(text[at])) at++;
  };
  for (skip(); at < text.length; skip()) {
    const start = at;
    while (at < text.length && !` \t\r\n:=`.includes(text[at])) at++;
    const word = text.slice(start, at);
    const afterWord = at;
    skip();
    const assigned = text.startsWith(':=', at) ? 2 : text[at] === '=' ? 1 : 0;
    if (assigned === 0) at = afterWord;
    const stars = word.startsWith('**') ? 2 : word.startsWith('*') ? 1 : 0;
    const name = word.slice(stars);
    if (name === '' || (assigned === 0 && at < text.length && !spaces.includes(text[at]))) {
      return { message: 'a parameter has no name', got: text.slice(start, start + 40) };
    }
    if (parameters.some((other) => other.name === name)) {
      return { message: `the parameter \`${name}\` stands twice`, got: text };
    }
    if (parameters.length === mostParameters) {
      return {
        message: `there are more than ${mostParameters} parameters`,
        got: text.slice(start, start + 40),
      };
    }
    let forward = false;
    let standard: string | undefined;
    if (assigned > 0) {
      at += assigned;
      skip();
      if (text[at] === '^') {
        forward = true;
        at += text[at + 1] === '|' ? 2 : 1;
      }
      const end = endOfDefault(text, at);
      if (end < at)
        return { message: `the default of \`${name}\` is never closed`, got: text.slice(at, at + 40) };
      standard = end > at ? text.slice(at, end) : undefined;
      at = end;
      if (stars > 0) return { message: `the block \`${word}\` cannot have a default`, got: text };
    }
    const block = stars === 2 ? 'content' : stars === 1 ? 'element' : undefined;
    parameters.push({ name, block, forward, default: standard });
  }
  return parameters;
}

/** Where a default ends: at a space outside of quotes, `${…}` and `$(…)`; −1 where one of these is never closed. */
function endOfDefault(text: string, from: number): number {
  let at = from;
  while (at < text.length && !spaces.includes(text[at])) {
    const close =
      text[at] === "'" || text[at] === '"'
        ? text[at]
        : text.startsWith('${', at)
          ? '}'
          : text.startsWith('$(', at)
            ? ')'
            : undefined;
    if (close === undefined) at++;
    else {
      const end = text.indexOf(close, at + 1);
      if (end < 0) return -1;
      at = end + 1;
    }
  }
  return at;
}

/** What is reported of a macro's call: "in macro `arm` called at robot.xacro:12". */
export function calledAt(macro: Macro, place: Place): string {
  return `in macro \`${macro.name}\` called at ${place.file ?? ''}:${place.line ?? 0}`;
}
