/** Everything that expressions may name before a file defines anything. */
import type { Budget } from './bounds.js';
import { python } from './builtins.js';
import { Fault } from './fault.js';
import { textOf } from './format.js';
import { mathematics } from './mathematics.js';
import { bind, functions, stringOf } from './signature.js';
import { type Arguments, characters, Dict, isTrue, List, Module, type Value } from './values.js';

/** What the functions of xacro's own need of the file that is being expanded. */
export interface Host {
  loadYaml(path: string): Value;
  /** A path relative to the file that is being read, as one from the start. */
  absolute(path: string): string;
  argument(name: string): Value;
  /** Says in the findings what the file says. */
  say(severity: 'message' | 'warning' | 'error', words: string): void;
}

function dotted(value: Value, budget: Budget): Value {
  budget.enter();
  budget.step();
  let result = value;
  if (value instanceof Dict) {
    budget.list(value.size);
    result = new Dict(
      value.entries().map(([key, item]) => [key, dotted(item, budget)] as const),
      budget,
      true,
    );
  } else if (value instanceof List) {
    budget.list(value.items.length);
    result = new List(value.items.map((item) => dotted(item, budget)));
  }
  budget.leave();
  return result;
}

function words(given: Arguments, budget: Budget): string {
  return given.positional.map((value) => textOf(value, budget)).join(' ');
}

function tokenize(given: Arguments, budget: Budget): Value {
  const [text = '', separators = ',; ', skip = true] = bind('tokenize', given, ['s', 'sep?', 'skip_empty?']);
  const between = new Set(characters(stringOf('tokenize', separators)));
  const parts = [''];
  for (const character of characters(stringOf('tokenize', text))) {
    if (between.has(character)) parts.push('');
    else parts[parts.length - 1] += character;
  }
  budget.list(parts.length);
  return new List(isTrue(skip) ? parts.filter((part) => part !== '') : parts);
}

function own(host: Host): Readonly<Record<string, Value>> {
  return functions({
    load_yaml: (given) =>
      host.loadYaml(stringOf('load_yaml', bind('load_yaml', given, ['filename'])[0] ?? null)),
    abs_filename: (given) =>
      host.absolute(stringOf('abs_filename', bind('abs_filename', given, ['filename'])[0] ?? null)),
    dotify: (given, budget) => dotted(bind('dotify', given, ['/dictionary'])[0] ?? null, budget),
    arg: (given) => host.argument(stringOf('arg', bind('arg', given, ['name'])[0] ?? null)),
    tokenize,
    message: (given, budget) => {
      host.say('message', words(given, budget));
      return '';
    },
    warning: (given, budget) => {
      host.say('warning', words(given, budget));
      return '';
    },
    error: (given, budget) => {
      host.say('error', words(given, budget));
      return '';
    },
    print_location: () => '',
    fatal: (given, budget) => {
      throw new Fault('xacro-raised', words(given, budget));
    },
  });
}

const plain: ReadonlyMap<string, Value> = new Map<string, Value>([
  ...Object.entries(mathematics),
  ...Object.entries(python),
  ['math', new Module('math', new Map(Object.entries(mathematics)))],
  ['python', new Module('python', new Map(Object.entries(python)))],
]);

/** Everything that is defined before a file defines anything. */
export function globalNames(host: Host): ReadonlyMap<string, Value> {
  const xacro = own(host);
  const direct = ['load_yaml', 'abs_filename', 'dotify'].map((name) => [name, xacro[name]] as const);
  return new Map<string, Value>([
    ...plain,
    ...direct,
    ['xacro', new Module('xacro', new Map(Object.entries(xacro)))],
  ]);
}
