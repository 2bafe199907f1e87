/** What a dot reaches: methods out of a table, members of namespaces, keys of dictionaries out of YAML files. */
import type { Budget } from './bounds.js';
import { expressionFault, Fault } from './fault.js';
import { nearestOf } from './known.js';
import { dictMethods, listMethods, type Method, textMethods } from './methods.js';
import { entryOf } from './sequence.js';
import { Callable, Dict, List, Named, Tuple, typeOf, type Value } from './values.js';

export function attributeOf(of: Value, name: string, budget: Budget): Value {
  if (of instanceof Named) {
    const member = of.member(name);
    if (member !== undefined) return member;
    const known = of.members();
    throw new Fault('xacro-name-unknown', `\`${of.title}\` has no \`${name}\``, {
      known,
      ...nearestOf(name, known),
    });
  }
  const methods = methodsOf(of);
  const method = methods?.get(name);
  if (method !== undefined) return new Callable(name, (given, spent) => method(of, given, spent));
  if (of instanceof Dict && of.dotted) return entryOf(of, name, budget);
  const known = [...(methods?.keys() ?? [])];
  const instead = typeof of === 'object' ? changing.get(name) : name === 'format' ? formats : undefined;
  throw expressionFault(`a ${typeOf(of)} has no attribute \`${name}\``, {
    known,
    ...(of instanceof Dict && of.get(name, budget) !== undefined
      ? { hint: `write ['${name}'], or xacro.dotify(…) where the dictionary is made` }
      : instead === undefined
        ? nearestOf(name, known)
        : { hint: instead }),
  });
}

const formats = "'%.3f' % x makes a text of a number";
const unchanged = 'no value is ever changed: a + b joins lists, dict(…) makes a dictionary of the parts';
/** Methods of Python that change what they are called on. */
const changing: ReadonlyMap<string, string> = new Map(
  ['append', 'extend', 'insert', 'pop', 'update', 'sort', 'remove', 'clear'].map((name) => [name, unchanged]),
);

function methodsOf(value: Value): ReadonlyMap<string, Method> | undefined {
  if (typeof value === 'string') return textMethods;
  if (value instanceof List || value instanceof Tuple) return listMethods;
  return value instanceof Dict ? dictMethods : undefined;
}
