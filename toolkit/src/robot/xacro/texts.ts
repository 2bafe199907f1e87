/** Texts with expressions in them → values: `${…}`, `$(…)`, the arguments, and what functions need of the file. */
import type { Findings, Place } from '../findings.js';
import type { Budget } from './bounds.js';
import { evaluate, type Names } from './evaluate.js';
import type { Expression } from './expression.js';
import { Fault } from './fault.js';
import { textOf } from './format.js';
import { globalNames, type Host } from './functions.js';
import { nearestOf } from './known.js';
import { literal, truthFrom } from './numerals.js';
import { parseExpression } from './parse.js';
import { bind, realOf, stringOf } from './signature.js';
import type { Sources } from './sources.js';
import { type Piece, piecesOf } from './substitute.js';
import { Scope } from './symbols.js';
import { Callable, isTrue, type Value } from './values.js';
import { readYaml } from './yaml.js';

export interface TextOptions {
  readonly args: ReadonlyMap<string, string>;
  readonly findPackage: (name: string) => string | undefined;
  readonly cwd: string;
  readonly env: ReadonlyMap<string, string>;
}

/** Substitutions of launch files of ROS 2, and what they are called in xacro. */
const ofLaunchFiles: ReadonlyMap<string, string> = new Map([
  ['find-pkg-share', 'find'],
  ['find-pkg-prefix', 'find'],
  ['var', 'arg'],
]);

export class Texts implements Host {
  readonly #options: TextOptions;
  readonly #sources: Sources;
  readonly #findings: Findings;
  readonly #budget: Budget;
  readonly #expressions = new Map<string, Expression>();
  readonly #pieces = new Map<string, readonly Piece[]>();
  readonly #yaml = new Map<string, Value>();
  readonly #arguments: Map<string, string>;
  /** Arguments that were asked for. */
  readonly used = new Set<string>();
  /** Packages that were not found, with the first place that asks for each. */
  readonly unfound = new Map<string, Place>();
  readonly top: Scope;
  readonly #globals: Names;
  #place: Place = {};

  constructor(options: TextOptions, sources: Sources, findings: Findings, budget: Budget) {
    this.#options = options;
    this.#sources = sources;
    this.#findings = findings;
    this.#budget = budget;
    this.#arguments = new Map(options.args);
    const globals = globalNames(this);
    this.#globals = { get: (name) => globals.get(name), known: () => [...globals.keys()] };
    this.top = Scope.top(globals, (text, scope, place) => this.value(text, scope, place));
  }

  /** The value of a text: what one expression gives where it stands alone, else a text. */
  value(text: string, scope: Scope, place: Place): Value {
    // Whatever is done with a text costs its length.
    this.#budget.step(text.length >> 6);
    if (!text.includes('$')) return text;
    const outer = this.#place;
    this.#place = place;
    this.#budget.enter();
    try {
      let value: Value = '';
      let joined: string | undefined;
      for (const [i, piece] of this.#piecesOf(text).entries()) {
        const part = this.#part(piece, scope, place);
        if (i === 0) value = part;
        else {
          joined = (joined ?? textOf(value, this.#budget)) + textOf(part, this.#budget);
          this.#budget.text(joined.length);
        }
      }
      return joined ?? value;
    } catch (error) {
      throw error instanceof Fault ? error.at(place) : error;
    } finally {
      this.#budget.leave();
      this.#place = outer;
    }
  }

  text(text: string, scope: Scope, place: Place): string {
    const value = this.value(text, scope, place);
    try {
      return textOf(value, this.#budget);
    } catch (error) {
      throw error instanceof Fault ? error.at(place) : error;
    }
  }

  /** Whether a condition holds. */
  truth(text: string, scope: Scope, place: Place): boolean {
    const value = this.value(text, scope, place);
    const truth = typeof value === 'string' ? truthFrom(value) : isTrue(value);
    if (truth !== undefined) return truth;
    throw new Fault('xacro-condition', 'a condition is neither true nor false', {
      expected: 'true, false or a number',
      ...(typeof value === 'string'
        ? { hint: `texts are compared in an expression: \${'$(arg mode)' == 'sim'}` }
        : {}),
      got: text === value ? text : `${text}, which is "${value}"`,
    }).at(place);
  }

  #piecesOf(text: string): readonly Piece[] {
    let pieces = this.#pieces.get(text);
    if (pieces === undefined) {
      this.#budget.step(text.length >> 4);
      pieces = piecesOf(text);
      this.#pieces.set(text, pieces);
    }
    return pieces;
  }

  #part(piece: Piece, scope: Scope, place: Place): Value {
    if (piece.kind === 'text') return piece.text;
    const inner = this.text(piece.text, scope, place);
    if (piece.kind === 'expression') return this.#evaluate(inner, scope);
    return this.#extension(inner.trim(), scope);
  }

  #evaluate(text: string, names: Names): Value {
    try {
      let expression = this.#expressions.get(text);
      if (expression === undefined) {
        this.#budget.step(text.length);
        expression = parseExpression(text, this.#budget.bounds);
        this.#expressions.set(text, expression);
      }
      return evaluate(expression, names, this.#budget);
    } catch (error) {
      throw error instanceof Fault ? error.of(text) : error;
    }
  }

  // ------------------------------------------------------------------------------------------------- $(…)

  #extension(text: string, scope: Scope): Value {
    const [, command, rest] = /^(\S*)\s*(.*)$/s.exec(text) ?? ['', '', ''];
    switch (command) {
      case 'arg':
        return this.argument(rest);
      case 'find':
        return this.#find(rest);
      case 'dirname':
        return this.#folder(this.#sources.folder);
      case 'cwd':
        return this.#folder(this.#options.cwd);
      case 'env':
        return this.#environment(rest);
      case 'optenv': {
        const [, name, otherwise] = /^(\S*)\s*(.*)$/s.exec(rest) ?? ['', '', ''];
        return this.#options.env.get(name) ?? otherwise;
      }
      case 'eval':
        return textOf(this.#evaluate(rest, this.#argumentNames(scope)), this.#budget);
      default: {
        const known = ['arg', 'find', 'dirname', 'cwd', 'env', 'optenv', 'eval'];
        const own = ofLaunchFiles.get(command);
        throw new Fault('xacro-substitution', `\`$(${command} …)\` is not known`, {
          known,
          ...(own === undefined
            ? nearestOf(command, known)
            : { hint: `that is a launch file's: write $(${own} ${rest})` }),
        });
      }
    }
  }

  #folder(path: string): string {
    return path === '' ? '.' : path;
  }

  /** The folder of a package. One that is not there is named, and stays as it is written: not every path is used. */
  #find(name: string): string {
    const folder = this.#options.findPackage(name);
    if (folder !== undefined) return folder;
    if (!this.unfound.has(name)) this.unfound.set(name, this.#place);
    return `$(find ${name})`;
  }

  #environment(name: string): string {
    const value = this.#options.env.get(name);
    if (value !== undefined) return value;
    throw new Fault('xacro-environment', `the environment variable \`${name}\` is not given`, {
      hint: 'a robot file sees no environment but what is given with it; `$(optenv NAME default)` has a default',
    });
  }

  /** In `$(eval …)` arguments have names, and the other substitutions are functions. */
  #argumentNames(scope: Scope): Names {
    const f = (
      name: string,
      parameters: readonly string[],
      body: (...texts: string[]) => Value,
    ): [string, Value] => [
      name,
      new Callable(name, (given) =>
        body(...bind(name, given, parameters).map((x) => (x === undefined ? '' : stringOf(name, x)))),
      ),
    ];
    const functions = new Map<string, Value>([
      f('arg', ['name'], (name) => literal(this.argument(name))),
      f('find', ['name'], (name) => this.#find(name)),
      f('env', ['name'], (name) => this.#environment(name)),
      f('optenv', ['name', 'default?'], (name, otherwise) => this.#options.env.get(name) ?? otherwise),
      f('dirname', [], () => this.#folder(this.#sources.folder)),
    ]);
    return {
      get: (name) =>
        this.#arguments.has(name) ? literal(this.argument(name)) : (functions.get(name) ?? scope.get(name)),
      known: () => [...this.#arguments.keys(), ...functions.keys(), ...scope.known()],
    };
  }

  // ---------------------------------------------------------------------------------------- what functions need

  /** Declares an argument; a value that is given stands, and its default is not evaluated. */
  declare(name: string, standard: () => string | undefined): void {
    if (this.#arguments.has(name)) return;
    const value = standard();
    if (value !== undefined) this.#arguments.set(name, value);
  }

  argument(name: string): string {
    const value = this.#arguments.get(name);
    this.used.add(name);
    if (value !== undefined) return value;
    const { declared } = this.#sources;
    const known = [...declared.keys()];
    const standard = declared.get(name);
    const late =
      standard === undefined || standard.length > 40
        ? '…; its xacro:arg has no default, or stands further down'
        : `${standard || "''"}; its xacro:arg, with this default, stands further down`;
    this.#budget.step(known.length >> 2);
    throw new Fault('xacro-arg-missing', `the argument \`${name}\` has no value`, {
      known,
      ...(known.includes(name) ? { hint: `give it: --arg ${name}:=${late}` } : nearestOf(name, known)),
    });
  }

  absolute(path: string): string {
    return this.#sources.absolute(path);
  }

  loadYaml(path: string): Value {
    const [found] = this.#sources.named(path);
    const bytes = found === undefined ? undefined : this.#sources.bytes(found);
    if (found === undefined || bytes === undefined) throw this.#sources.missing(path);
    const loaded = this.#yaml.get(found);
    if (loaded !== undefined) return loaded;
    const value = readYaml(bytes, {
      file: found,
      findings: this.#findings,
      budget: this.#budget,
      number: (text) => {
        const result = this.#evaluate(text, this.#globals);
        return typeof result === 'string' ? realOf('a unit', literal(result)) : realOf('a unit', result);
      },
    });
    this.#yaml.set(found, value);
    return value;
  }

  say(severity: 'message' | 'warning' | 'error', words: string): void {
    const message = words === '' ? 'the file says nothing here' : words;
    if (severity === 'error') this.#findings.error('xacro-error', this.#place, message);
    else this.#findings.warn(`xacro-${severity}`, this.#place, message);
  }
}
