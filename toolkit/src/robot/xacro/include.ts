/** `<xacro:include>`: files by name or pattern, in the scope that is there or under a name of their own. */
import { type Context, originOf, type Tools } from './context.js';
import { Fault } from './fault.js';
import { hasWildcard } from './glob.js';
import { MacroScope } from './macros.js';
import type { XacroElement } from './nodes.js';
import { isName } from './parse.js';

export function include(
  element: XacroElement,
  attributes: ReadonlyMap<string, string>,
  context: Context,
  out: XacroElement,
  { sources, texts, reports, content }: Tools,
): void {
  const place = originOf(element, context);
  const { symbols } = context;
  const ns = attributes.get('ns') ?? '';
  const inner = ns === '' ? context : namespace(texts.text(ns, symbols, place), context, place);
  const optional =
    attributes.has('optional') && texts.truth(attributes.get('optional') ?? '', symbols, place);
  if (element.children.length > 0) {
    reports.findings.warn('xacro-include-content', place, 'what stands inside `<xacro:include>` is ignored');
  }
  const path = texts.text(attributes.get('filename') ?? '', symbols, place);
  const files = sources.named(path);
  if (files.length === 0 && !optional) {
    if (!hasWildcard(path)) throw sources.missing(path);
    reports.findings.warn('xacro-include-empty', place, 'no file has a name like this', { got: path });
  }
  out.dropComments();
  for (const file of files) {
    const root = sources.tree(file, sources.bytes(file) ?? '', context.trail);
    if (root === undefined) {
      reports.failed = true;
      reports.incomplete = true;
      continue;
    }
    sources.within(file, place, () => content(root, inner, out));
    out.liftNamespaces(root);
  }
}

function namespace(name: string, context: Context, place: ReturnType<typeof originOf>): Context {
  if (!isName(name) || name.startsWith('__')) {
    throw new Fault('xacro-name-invalid', 'a namespace cannot be called so', { got: name });
  }
  const inner = {
    symbols: context.symbols.inner('namespace', name),
    macros: new MacroScope(),
    trail: context.trail,
  };
  context.symbols.set(name, inner.symbols, place);
  context.macros.setNamespace(name, inner);
  return inner;
}
