/** The definition of a macro, and its call: parameters, blocks and defaults, then its body. */
import type { XmlAttribute } from '../xml.js';
import { attributeOrigin, type Context, isXmlName, originOf, type Tools } from './context.js';
import { Fault } from './fault.js';
import { nearestOf } from './known.js';
import { calledAt, findMacro, type Macro, MacroScope, type Parameter, parseParameters } from './macros.js';
import { type Origin, XacroElement } from './nodes.js';
import type { Scope } from './symbols.js';

export function defineMacro(
  element: XacroElement,
  attributes: ReadonlyMap<string, string>,
  context: Context,
  { reports }: Tools,
): void {
  let name = attributes.get('name') ?? '';
  if (name.startsWith('xacro:')) {
    name = name.slice('xacro:'.length);
    reports.findings.warn(
      'xacro-macro-prefix',
      originOf(element, context),
      `a macro's name is written without \`xacro:\`: \`${name}\` is taken`,
    );
  }
  if (name === 'call' || name.includes('.') || !isXmlName(name)) {
    throw new Fault('xacro-name-invalid', 'a macro cannot be called so', {
      expected:
        'the name of an element without `.`, which stands between a namespace and its macros, and not `call`',
      got: name,
    });
  }
  const parameters = parseParameters(attributes.get('params') ?? '');
  if ('message' in parameters) {
    throw new Fault('xacro-macro-params', `macro \`${name}\`: ${parameters.message}`, {
      got: parameters.got,
    });
  }
  context.macros.set({ name, parameters, body: element });
}

/** What a call costs, next to an operation of an expression. */
const macroSteps = 40;

/** Adds what a call comes to. Parameters are evaluated where the macro comes from, as ros/xacro does. */
export function callMacro(element: XacroElement, context: Context, out: XacroElement, tools: Tools): void {
  const place = originOf(element, context);
  const given = [...element.attributes.values()];
  const name = element.name === 'call' ? calledName(given, context, place, tools) : element.name;
  const found = findMacro(name, context.macros, context.symbols);
  if (found === undefined) {
    const known = context.macros.known();
    tools.budget.step(known.length >> 2);
    throw new Fault('xacro-macro-unknown', `there is no macro \`${name}\``, {
      known,
      ...nearestOf(name, known),
    });
  }
  const { macro } = found;
  tools.budget.step(macroSteps);
  const around: Context = { symbols: found.symbols, macros: found.macros, trail: context.trail };
  const scope = around.symbols.inner('macro', `macro ${macro.name}`);
  const binding: Binding = { macro, element, around, scope, place, tools };
  bindAttributes(binding, given);
  bindBlocks(binding);
  bindDefaults(binding, given);
  out.dropComments();
  try {
    tools.content(
      macro.body,
      {
        symbols: scope,
        macros: new MacroScope(around.macros),
        trail: [calledAt(macro, place), ...context.trail],
      },
      out,
    );
  } catch (error) {
    if (error instanceof Fault && error.fatal) error.macros.push(macro.name);
    throw error;
  }
  out.liftNamespaces(macro.body);
}

/** The name that `<xacro:call macro="…">` gives, which is no parameter. */
function calledName(given: XmlAttribute[], { symbols }: Context, place: Origin, { texts }: Tools): string {
  const at = given.findIndex((attribute) => attribute.name === 'macro');
  if (at < 0) throw new Fault('xacro-attribute-missing', '`<xacro:call>` needs the attribute `macro`');
  const [{ value }] = given.splice(at, 1);
  return texts.text(value, symbols, place);
}

/** One call whose scope is being filled. */
interface Binding {
  readonly macro: Macro;
  readonly element: XacroElement;
  /** Where the macro comes from. */
  readonly around: Context;
  readonly scope: Scope;
  readonly place: Origin;
  readonly tools: Tools;
}

/** Sets a parameter to what a text gives; a fault of it comes up wherever the parameter is used, and is reported once. */
function setParameter(name: string, text: string, place: Origin, { around, scope, tools }: Binding): void {
  tools.reports.attempt(
    place,
    () => scope.set(name, tools.texts.value(text, around.symbols, place), place),
    (fault) => scope.setFaulty(name, fault, place),
  );
}

function bindAttributes(binding: Binding, given: readonly XmlAttribute[]): void {
  const { macro, element, around, tools } = binding;
  const known = macro.parameters.filter(({ block }) => block === undefined).map(({ name }) => name);
  let wrong: Fault | undefined;
  for (const attribute of given) {
    const place = attributeOrigin(attribute, element, around);
    const { name } = attribute;
    if (known.includes(name)) {
      setParameter(name, attribute.value, place, binding);
      continue;
    }
    const isBlock = macro.parameters.some((parameter) => parameter.name === name);
    wrong = new Fault('xacro-param-unknown', `macro \`${macro.name}\` has no parameter \`${name}\``, {
      known,
      ...(isBlock ? { hint: 'it is a block: an element inside the call' } : nearestOf(name, known)),
    });
    tools.reports.report(wrong, place);
  }
  if (wrong !== undefined) throw wrong;
}

/** Blocks are evaluated where they stand, before the macro sees them. */
function bindBlocks({ macro, element, around, scope, place, tools }: Binding): void {
  const holder = new XacroElement(element.name, element.prefix, element.namespace, place);
  tools.content(element, around, holder);
  const blocks = holder.children;
  const wanted = macro.parameters.filter(({ block }) => block !== undefined);
  if (blocks.length !== wanted.length) {
    throw new Fault('xacro-blocks', `macro \`${macro.name}\` is called with the wrong number of blocks`, {
      expected:
        wanted.length === 0 ? 'none' : `${wanted.length}: ${wanted.map(({ name }) => name).join(', ')}`,
      got:
        blocks.length === 0 ? 'none' : `${blocks.length}: ${blocks.map(({ tag }) => `<${tag}>`).join(', ')}`,
    }).at(place);
  }
  for (const [i, { name, block }] of wanted.entries()) {
    scope.setBlock(name, { element: blocks[i], whole: block === 'element' });
  }
}

function bindDefaults(binding: Binding, given: readonly XmlAttribute[]): void {
  const { macro } = binding;
  const names = new Set(given.map(({ name }) => name));
  const open = macro.parameters.filter(({ name, block }) => block === undefined && !names.has(name));
  const missing = open.filter((parameter) => !bindDefault(binding, parameter));
  if (missing.length === 0) return;
  const listed = missing.map(({ name }) => `\`${name}\``).join(', ');
  throw new Fault('xacro-param-missing', `macro \`${macro.name}\` needs ${listed}`, {
    known: macro.parameters.map(({ name }) => name),
  }).at(binding.place);
}

/** False where the parameter has no default, and there is nothing to forward. */
function bindDefault(binding: Binding, { name, forward, default: standard }: Parameter): boolean {
  const { around, scope, place, tools } = binding;
  if (forward && around.symbols.has(name)) {
    tools.reports.attempt(
      place,
      () => scope.set(name, around.symbols.get(name) ?? null, place),
      (fault) => scope.setFaulty(name, fault, place),
    );
    return true;
  }
  if (standard === undefined) return false;
  setParameter(name, standard, place, binding);
  return true;
}
