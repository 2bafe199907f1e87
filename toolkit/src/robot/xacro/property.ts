/** `<xacro:property>`: a value, a default, a block, or the end of one, in its own scope or one around it. */
import { type Context, originOf, type Tools } from './context.js';
import { Fault } from './fault.js';
import type { Origin, XacroElement } from './nodes.js';
import { isName } from './parse.js';
import type { Scope } from './symbols.js';

export function defineProperty(
  element: XacroElement,
  attributes: ReadonlyMap<string, string>,
  context: Context,
  tools: Tools,
): void {
  const place = originOf(element, context);
  const name = nameOf(attributes.get('name') ?? '', context, place, tools);
  // What uses a property whose value is faulty fails with the same fault.
  tools.reports.attempt(
    place,
    () => setProperty(name, element, attributes, context, place, tools),
    (fault) => context.symbols.setFaulty(name, fault, place),
  );
}

function nameOf(text: string, { symbols }: Context, place: Origin, { texts, reports }: Tools): string {
  try {
    const name = texts.text(text, symbols, place);
    if (isName(name) && !name.startsWith('__')) return name;
    throw new Fault('xacro-name-invalid', 'a property cannot be called so', {
      expected: 'a name of letters, digits and _ that does not start with __',
      got: name,
    });
  } catch (error) {
    reports.incomplete = true;
    throw error;
  }
}

function setProperty(
  name: string,
  element: XacroElement,
  attributes: ReadonlyMap<string, string>,
  { symbols }: Context,
  place: Origin,
  { texts, reports: { findings } }: Tools,
): void {
  const flag = (attribute: string, standard: boolean): boolean => {
    const value = attributes.get(attribute);
    return value === undefined ? standard : texts.truth(value, symbols, place);
  };
  const remove = flag('remove', false);
  const [value, standard, scope] = ['value', 'default', 'scope'].map((key) => attributes.get(key));
  if (Number(value !== undefined) + Number(standard !== undefined) + Number(remove) > 1) {
    throw new Fault(
      'xacro-property',
      `the property \`${name}\` has more than one of value, default and remove`,
    );
  }
  if (remove) symbols.remove(name);
  else if (standard !== undefined) {
    if (scope !== undefined) {
      findings.warn('xacro-scope', place, `the default of \`${name}\` is set in its own scope only`);
    }
    if (!symbols.has(name)) symbols.setLazily(name, standard, place);
  } else {
    const lazy = flag('lazy_eval', true);
    const target = targetOf(scope, name, symbols);
    if (target === undefined) {
      findings.warn(
        'xacro-scope',
        place,
        `nothing is around the file: \`${name}\` is set in the file itself`,
      );
    }
    const holder = target ?? symbols;
    if (value === undefined) holder.setBlock(name, { element, whole: false });
    else {
      if (symbols.isGlobal(name)) {
        findings.warnOnce(
          'xacro-name-shadowed',
          name,
          place,
          `\`${name}\` hides the function or constant of the same name`,
        );
      }
      // What another scope is to hold is evaluated in this one, at once.
      if (lazy && scope === undefined) holder.setLazily(name, value, place);
      else holder.set(name, texts.value(value, symbols, place), place);
    }
  }
}

function targetOf(scope: string | undefined, name: string, symbols: Scope): Scope | undefined {
  if (scope === undefined) return symbols;
  if (scope === 'global') return symbols.outermost;
  if (scope === 'parent') return symbols.outer;
  throw new Fault('xacro-scope', `the scope of \`${name}\` is not known`, {
    known: ['parent', 'global'],
    got: scope,
  });
}
