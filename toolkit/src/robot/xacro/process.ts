/** The walk over a xacro file: every element is evaluated, and what it comes to is added to what is around it. */
import type { Findings, Place } from '../findings.js';
import type { XmlAttribute } from '../xml.js';
import type { Budget } from './bounds.js';
import { Fault } from './fault.js';
import { hasWildcard } from './glob.js';
import { nearestOf } from './known.js';
import { calledAt, findMacro, type Macro, MacroScope, type Parameter, parseParameters } from './macros.js';
import { isXacro, XacroComment, XacroElement, type XacroNode, XacroText } from './nodes.js';
import { truthFrom } from './numerals.js';
import { isName } from './parse.js';
import type { Sources } from './sources.js';
import type { Scope } from './symbols.js';
import type { Texts } from './texts.js';
import { isTrue, type Value } from './values.js';
import { looksForgotten, vocabulary } from './vocabulary.js';

/** What is known where an element stands. */
interface Context {
  readonly symbols: Scope;
  readonly macros: MacroScope;
  /** The macros that are being called, innermost first. */
  readonly trail: readonly string[];
}

/** Faults that say nothing new where something before them failed that may have defined the name. */
const consequences = new Set([
  'xacro-name-unknown',
  'xacro-macro-unknown',
  'xacro-block-unknown',
  'xacro-arg-missing',
]);
const xmlName = /^[\p{L}_][\p{L}\p{N}_.\-\u{B7}]*(?::[\p{L}_][\p{L}\p{N}_.\-\u{B7}]*)?$/u;

export class Process {
  readonly #sources: Sources;
  readonly #texts: Texts;
  readonly #findings: Findings;
  readonly #budget: Budget;
  readonly #knownPackages: readonly string[];
  /** Whether something failed that may have defined names. */
  #incomplete = false;
  #failed = false;
  readonly #reported = new Set<string>();

  constructor(
    sources: Sources,
    texts: Texts,
    findings: Findings,
    budget: Budget,
    knownPackages: readonly string[],
  ) {
    this.#sources = sources;
    this.#texts = texts;
    this.#findings = findings;
    this.#budget = budget;
    this.#knownPackages = knownPackages;
  }

  /** The expanded tree, or undefined after an error. */
  run(root: XacroElement, given: ReadonlyMap<string, string>): XacroElement | undefined {
    const context: Context = { symbols: this.#texts.top, macros: new MacroScope(), trail: [] };
    try {
      const out = this.#copy(root, context);
      const target = root.attributes.get('xacro:targetNamespace');
      if (target !== undefined)
        out.namespaces.set('', this.#texts.text(target.value, context.symbols, target));
      this.#content(root, context, out);
      this.#checkArguments(given);
      return this.#failed ? undefined : out;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#report(error, root);
      return undefined;
    }
  }

  /** Arguments that are given but that no file declares or uses are misspelt. */
  #checkArguments(given: ReadonlyMap<string, string>): void {
    if (this.#incomplete) return;
    const known = [...new Set([...this.#sources.declared, ...this.#texts.used])];
    for (const name of given.keys()) {
      if (known.includes(name)) continue;
      const fault = new Fault('xacro-arg-unknown', `the file has no argument \`${name}\``, {
        known,
        ...nearestOf(name, known),
      });
      this.#report(fault, {});
    }
  }

  #report(fault: Fault, place: Place): void {
    this.#failed = true;
    if (fault.reported) return;
    fault.reported = true;
    if (this.#incomplete && consequences.has(fault.code)) return;
    const at = fault.place ?? place;
    const key = JSON.stringify([fault.code, at.file, at.line, at.column, fault.message]);
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    const got = fault.detail.got ?? (fault.expression === undefined ? undefined : `\${${fault.expression}}`);
    this.#findings.error(fault.code, at, fault.message, {
      ...fault.detail,
      ...(got === undefined ? {} : { got }),
    });
  }

  /** Does something; a fault is reported, and what would have come of it is left out. False where there was one. */
  #attempt(place: Place, body: () => void, onFault: (fault: Fault) => void = () => {}): boolean {
    const { depth } = this.#budget;
    try {
      body();
      return true;
    } catch (error) {
      if (!(error instanceof Fault) || error.fatal) throw error;
      this.#budget.depth = depth;
      this.#report(error, place);
      onFault(error);
      return false;
    }
  }

  // ------------------------------------------------------------------------------------------------ plain nodes

  /** The element itself with its attributes evaluated, without content. */
  #copy(element: XacroElement, context: Context, name = element.tag): XacroElement {
    this.#budget.node();
    const colon = name.indexOf(':');
    const [prefix, local] = colon < 0 ? [undefined, name] : [name.slice(0, colon), name.slice(colon + 1)];
    const copy = new XacroElement(
      local,
      prefix,
      name === element.tag ? element.namespace : undefined,
      this.#place(element, context),
    );
    for (const [declared, uri] of element.namespaces) {
      if (declared !== 'xacro') copy.namespaces.set(declared, uri);
    }
    for (const attribute of element.attributes.values()) {
      if (attribute.name.startsWith('xacro:')) continue;
      const place = this.#attributePlace(attribute, element, context);
      this.#attempt(place, () => {
        const value = this.#texts.text(attribute.value, context.symbols, place);
        copy.attributes.set(attribute.name, { ...place, name: attribute.name, value });
      });
    }
    return copy;
  }

  #place(element: XacroElement, context: Context) {
    const { line, column, file } = element;
    return { line, column, file, trail: element.trail.length > 0 ? element.trail : context.trail };
  }

  #attributePlace(attribute: XmlAttribute, element: XacroElement, context: Context) {
    const { line, column, file = element.file, trail = [] } = attribute;
    return { line, column, file, trail: trail.length > 0 ? trail : context.trail };
  }

  #content(from: XacroElement, context: Context, out: XacroElement): void {
    this.#nodes(from.content, from, context, out);
  }

  #nodes(nodes: readonly XacroNode[], from: XacroElement, context: Context, out: XacroElement): void {
    this.#budget.enter();
    let comments = false;
    for (const node of nodes) {
      this.#budget.step();
      if (node instanceof XacroText) {
        const place = { line: node.line, column: node.column, file: from.file, trail: context.trail };
        this.#attempt(place, () => {
          const data = this.#texts.text(node.data, context.symbols, place);
          if (comments && data.trim() !== '') comments = false;
          this.#add(out, data === node.data ? node : new XacroText(data, node.line, node.column));
        });
      } else if (node instanceof XacroComment) {
        if (node.data.includes('xacro:eval-comments')) {
          comments = !node.data.includes('xacro:eval-comments:off');
          continue;
        }
        const place = { line: node.line, column: node.column, file: from.file, trail: context.trail };
        this.#attempt(place, () => {
          const data = comments ? this.#texts.text(node.data, context.symbols, place) : node.data;
          this.#add(out, new XacroComment(data, node.line, node.column));
        });
      } else {
        comments = false;
        const place = this.#place(node, context);
        if (isXacro(node)) this.#own(node, context, out, place);
        else {
          if (node.prefix === undefined && (isXacro(from) || from.parentless))
            this.#warnForgotten(node, place);
          const copy = this.#copy(node, context);
          this.#content(node, context, copy);
          out.content.push(copy);
        }
      }
    }
    this.#budget.leave();
  }

  #add(out: XacroElement, node: XacroText | XacroComment): void {
    this.#budget.node();
    out.content.push(node);
  }

  /** Elements that look like xacro's, without the prefix: they mean nothing, and are kept as they are. */
  #warnForgotten(element: XacroElement, place: Place): void {
    if (!looksForgotten(element.name, element.attributes)) return;
    this.#findings.warnOnce(
      'xacro-prefix-missing',
      element.name,
      place,
      `\`<${element.name}>\` lacks the prefix \`xacro:\` and means nothing`,
      { hint: `write <xacro:${element.name} …>` },
    );
  }

  // ------------------------------------------------------------------------------------------- xacro's own elements

  #own(element: XacroElement, context: Context, out: XacroElement, place: Place): void {
    const attributes = this.#checked(element, place);
    if (attributes === undefined) {
      this.#incomplete = true;
      return;
    }
    const done = this.#attempt(place, () => this.#evaluate(element, attributes, context, out, place));
    if (!done && !/^(property|element|attribute|insert_block)$/.test(element.name)) this.#incomplete = true;
  }

  /** The texts of the attributes; undefined after an error. */
  #checked(element: XacroElement, place: Place): ReadonlyMap<string, string> | undefined {
    const texts = new Map([...element.attributes.values()].map(({ name, value }) => [name, value]));
    const word = vocabulary.get(element.name);
    if (word === undefined) return texts;
    const known = [...word.required, ...word.optional];
    for (const name of texts.keys()) {
      if (known.includes(name)) continue;
      this.#findings.warnOnce(
        'xacro-attribute-unknown',
        `${element.name} ${name}`,
        place,
        `\`<xacro:${element.name}>\` has no attribute \`${name}\``,
        { known, ...nearestOf(name, known) },
      );
    }
    const missing = word.required.find((name) => !texts.has(name));
    if (missing === undefined) return texts;
    this.#report(
      new Fault('xacro-attribute-missing', `\`<xacro:${element.name}>\` needs the attribute \`${missing}\``),
      place,
    );
    return undefined;
  }

  #evaluate(
    element: XacroElement,
    attributes: ReadonlyMap<string, string>,
    context: Context,
    out: XacroElement,
    place: Place,
  ): void {
    const { symbols } = context;
    const text = (name: string): string | undefined => {
      const value = attributes.get(name);
      return value === undefined ? undefined : this.#texts.text(value, symbols, place);
    };
    switch (element.name) {
      case 'property':
        dropComments(out);
        this.#property(element, attributes, context, place);
        out.settled = out.content.length;
        return;
      case 'macro':
        dropComments(out);
        this.#macro(element, attributes, context, place);
        out.settled = out.content.length;
        return;
      case 'arg': {
        dropComments(out);
        out.settled = out.content.length;
        this.#texts.declare(attributes.get('name') ?? '', () => text('default'));
        return;
      }
      case 'include':
        this.#include(element, attributes, context, out, place);
        return;
      case 'if':
      case 'unless': {
        dropComments(out);
        out.settled = out.content.length;
        const keep = this.#truth(attributes.get('value') ?? '', symbols, place) === (element.name === 'if');
        if (keep) this.#content(element, context, out);
        out.settled = out.content.length;
        return;
      }
      case 'insert_block':
        this.#insertBlock(text('name') ?? '', element, context, out);
        return;
      case 'element':
        this.#element(element, context, out, place);
        return;
      case 'attribute': {
        const name = text('name') ?? '';
        if (!xmlName.test(name))
          throw new Fault('xacro-name-invalid', 'this is no name of an attribute', { got: name });
        const { line = 0, column = 0 } = place;
        out.attributes.set(name, { ...place, line, column, name, value: text('value') ?? '' });
        return;
      }
      default:
        this.#call(element, context, out, place);
    }
  }

  #truth(text: string, symbols: Scope, place: Place): boolean {
    const value = this.#texts.value(text, symbols, place);
    const truth = truthOf(value);
    if (truth !== undefined) return truth;
    throw new Fault('xacro-condition', 'a condition is neither true nor false', {
      expected: 'true, false or a number',
      got: text === value ? text : `${text}, which is "${String(value)}"`,
    });
  }

  #property(
    element: XacroElement,
    attributes: ReadonlyMap<string, string>,
    context: Context,
    place: Place,
  ): void {
    const { symbols } = context;
    const flag = (name: string, standard: boolean): boolean => {
      const value = attributes.get(name);
      return value === undefined ? standard : this.#truth(value, symbols, place);
    };
    let name: string;
    try {
      name = this.#texts.text(attributes.get('name') ?? '', symbols, place);
      if (!isName(name) || name.startsWith('__')) {
        throw new Fault('xacro-name-invalid', 'a property cannot be called so', {
          expected: 'a name of letters, digits and _ that does not start with __',
          got: name,
        });
      }
    } catch (error) {
      this.#incomplete = true;
      throw error;
    }
    const faulty = (fault: Fault): void => symbols.setFaulty(name, fault, place);
    this.#attempt(
      place,
      () => {
        const remove = flag('remove', false);
        const [value, standard, scope] = ['value', 'default', 'scope'].map((key) => attributes.get(key));
        if (Number(value !== undefined) + Number(standard !== undefined) + Number(remove) > 1) {
          throw new Fault(
            'xacro-property',
            `the property \`${name}\` has more than one of value, default and remove`,
          );
        }
        if (remove) {
          symbols.remove(name);
          return;
        }
        if (standard !== undefined) {
          if (scope !== undefined) {
            this.#findings.warn(
              'xacro-scope',
              place,
              `the default of \`${name}\` is set in its own scope only`,
            );
          }
          if (!symbols.has(name)) symbols.setLazily(name, standard, place);
          return;
        }
        const lazy = flag('lazy_eval', true);
        const target = this.#scope(scope, name, symbols, place);
        if (value === undefined) target.setBlock(name, { nodes: [element], whole: false });
        else {
          this.#warnOfGlobal(name, symbols, place);
          if (lazy && target === symbols && scope === undefined) target.setLazily(name, value, place);
          else target.set(name, this.#texts.value(value, symbols, place), place);
        }
      },
      faulty,
    );
  }

  #scope(scope: string | undefined, name: string, symbols: Scope, place: Place): Scope {
    if (scope === undefined) return symbols;
    if (scope === 'global') return symbols.outermost;
    if (scope !== 'parent') {
      throw new Fault('xacro-scope', 'this scope is not known', { known: ['parent', 'global'], got: scope });
    }
    if (symbols.outer !== undefined) return symbols.outer;
    this.#findings.warn(
      'xacro-scope',
      place,
      `nothing is around the file: \`${name}\` is set in the file itself`,
    );
    return symbols;
  }

  #warnOfGlobal(name: string, symbols: Scope, place: Place): void {
    if (!symbols.isGlobal(name)) return;
    this.#findings.warnOnce(
      'xacro-name-shadowed',
      name,
      place,
      `\`${name}\` hides the function or constant of the same name`,
    );
  }

  #macro(
    element: XacroElement,
    attributes: ReadonlyMap<string, string>,
    context: Context,
    place: Place,
  ): void {
    let name = attributes.get('name') ?? '';
    if (name.startsWith('xacro:')) {
      name = name.slice('xacro:'.length);
      this.#findings.warn(
        'xacro-macro-prefix',
        place,
        `a macro's name is written without \`xacro:\`: \`${name}\` is taken`,
      );
    }
    if (name === 'call' || name.includes('.') || !xmlName.test(name)) {
      throw new Fault('xacro-name-invalid', 'a macro cannot be called so', {
        expected:
          'the name of an element without `.` (which stands between a namespace and its macros), not `call`',
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

  #insertBlock(name: string, element: XacroElement, context: Context, out: XacroElement): void {
    const block = context.symbols.block(name);
    if (block === undefined) {
      const known = context.symbols.blockNames();
      throw new Fault('xacro-block-unknown', `there is no block \`${name}\``, {
        known,
        ...nearestOf(name, known),
      });
    }
    for (const node of block.nodes) {
      if (!block.whole && node instanceof XacroElement) this.#content(node, context, out);
      else this.#nodes([node], element, context, out);
    }
  }

  #element(element: XacroElement, context: Context, out: XacroElement, place: Place): void {
    const given = element.attributes.get('xacro:name');
    if (given === undefined)
      throw new Fault('xacro-attribute-missing', '`<xacro:element>` needs the attribute `xacro:name`');
    const name = this.#texts.text(given.value, context.symbols, place);
    if (!xmlName.test(name))
      throw new Fault('xacro-name-invalid', 'this is no name of an element', { got: name });
    const copy = this.#copy(element, context, name);
    this.#content(element, context, copy);
    out.content.push(copy);
  }

  // ---------------------------------------------------------------------------------------------------- includes

  #include(
    element: XacroElement,
    attributes: ReadonlyMap<string, string>,
    context: Context,
    out: XacroElement,
    place: Place,
  ): void {
    let inner = context;
    const ns = attributes.get('ns');
    if (ns !== undefined && ns !== '') {
      const name = this.#texts.text(ns, context.symbols, place);
      if (!isName(name) || name.startsWith('__')) {
        throw new Fault('xacro-name-invalid', 'a namespace cannot be called so', { got: name });
      }
      inner = { ...context, symbols: context.symbols.inner('namespace', name), macros: new MacroScope() };
      context.symbols.set(name, inner.symbols, place);
      context.macros.setNamespace(name, inner);
    }
    const optional =
      attributes.has('optional') && this.#truth(attributes.get('optional') ?? '', context.symbols, place);
    if (element.children.length > 0) {
      this.#findings.warn('xacro-include-content', place, 'what stands inside `<xacro:include>` is ignored');
    }
    const path = this.#texts.text(attributes.get('filename') ?? '', context.symbols, place);
    const files = this.#sources.named(path, this.#knownPackages);
    if (files.length === 0 && !optional) {
      if (!hasWildcard(path)) throw this.#sources.missing(path);
      this.#findings.warn('xacro-include-empty', place, 'no file has a name like this', { got: path });
    }
    dropComments(out);
    for (const file of files) {
      const root = this.#sources.tree(file, this.#sources.bytes(file) ?? '', context.trail);
      if (root === undefined) {
        this.#failed = true;
        this.#incomplete = true;
        continue;
      }
      this.#sources.within(file, place, () => this.#content(root, inner, out));
      liftNamespaces(root, out);
    }
    out.settled = out.content.length;
  }

  // ------------------------------------------------------------------------------------------------------- macros

  #call(element: XacroElement, context: Context, out: XacroElement, place: Place): void {
    let { name } = element;
    const given = [...element.attributes.values()];
    if (name === 'call') {
      const at = given.findIndex((attribute) => attribute.name === 'macro');
      if (at < 0) throw new Fault('xacro-attribute-missing', '`<xacro:call>` needs the attribute `macro`');
      const [{ value }] = given.splice(at, 1);
      name = this.#texts.text(value, context.symbols, place);
    }
    const found = findMacro(name, context.macros, context.symbols);
    if (found === undefined) {
      const known = context.macros.known();
      throw new Fault('xacro-macro-unknown', `there is no macro \`${name}\``, {
        known,
        ...nearestOf(name, known),
      });
    }
    const { macro, macros, symbols } = found;
    const around: Context = { symbols, macros, trail: context.trail };
    const scope = symbols.inner('macro', `macro ${macro.name}`);
    this.#bindAttributes(macro, given, element, around, scope, context.symbols);
    this.#bindBlocks(macro, element, around, scope, context, place);
    this.#bindDefaults(macro, given, around, scope, place);

    const inner: Context = {
      symbols: scope,
      macros: new MacroScope(macros),
      trail: [calledAt(macro, place), ...context.trail],
    };
    dropComments(out);
    this.#content(macro.body, inner, out);
    liftNamespaces(macro.body, out);
    out.settled = out.content.length;
  }

  #bindAttributes(
    macro: Macro,
    given: readonly XmlAttribute[],
    element: XacroElement,
    around: Context,
    scope: Scope,
    caller: Scope,
  ): void {
    const known = macro.parameters.filter(({ block }) => block === undefined).map(({ name }) => name);
    let wrong: Fault | undefined;
    for (const attribute of given) {
      const place = this.#attributePlace(attribute, element, around);
      const { name } = attribute;
      if (!known.includes(name)) {
        const hint = macro.parameters.some((parameter) => parameter.name === name)
          ? { hint: 'it is a block: an element inside the call' }
          : nearestOf(name, known);
        const fault = new Fault(
          'xacro-param-unknown',
          `macro \`${macro.name}\` has no parameter \`${name}\``,
          { known, ...hint },
        );
        this.#report(fault, place);
        wrong = fault;
        continue;
      }
      this.#warnOfGlobal(name, caller, place);
      this.#attempt(
        place,
        () => scope.set(name, this.#texts.value(attribute.value, around.symbols, place), place),
        (fault) => scope.setFaulty(name, fault, place),
      );
    }
    if (wrong !== undefined) throw wrong;
  }

  #bindBlocks(
    macro: Macro,
    element: XacroElement,
    around: Context,
    scope: Scope,
    context: Context,
    place: Place,
  ): void {
    const holder = new XacroElement(
      element.name,
      element.prefix,
      element.namespace,
      this.#place(element, context),
    );
    this.#content(element, around, holder);
    const blocks = holder.children;
    const wanted = macro.parameters.filter(({ block }) => block !== undefined);
    if (blocks.length !== wanted.length) {
      throw new Fault('xacro-blocks', `macro \`${macro.name}\` is called with the wrong number of blocks`, {
        expected:
          wanted.length === 0 ? 'none' : `${wanted.length}: ${wanted.map(({ name }) => name).join(', ')}`,
        got:
          blocks.length === 0
            ? 'none'
            : `${blocks.length}: ${blocks.map(({ tag }) => `<${tag}>`).join(', ')}`,
      }).at(place);
    }
    for (const [i, { name, block }] of wanted.entries()) {
      scope.setBlock(name, { nodes: [blocks[i]], whole: block === 'element' });
    }
  }

  #bindDefaults(
    macro: Macro,
    given: readonly XmlAttribute[],
    around: Context,
    scope: Scope,
    place: Place,
  ): void {
    const names = new Set(given.map(({ name }) => name));
    const open = macro.parameters.filter(({ name, block }) => block === undefined && !names.has(name));
    const missing = open.filter((parameter) => !this.#bindDefault(parameter, around.symbols, scope, place));
    if (missing.length === 0) return;
    const listed = missing.map(({ name }) => `\`${name}\``).join(', ');
    throw new Fault('xacro-param-missing', `macro \`${macro.name}\` needs ${listed}`, {
      known: macro.parameters.map(({ name }) => name),
    }).at(place);
  }

  /** False where the parameter has no default, and none to forward. */
  #bindDefault(
    { name, forward, default: standard }: Parameter,
    symbols: Scope,
    scope: Scope,
    place: Place,
  ): boolean {
    const forwarded = forward && symbols.has(name) ? symbols.get(name) : undefined;
    if (forwarded !== undefined) scope.set(name, forwarded, place);
    else if (standard === undefined) return false;
    else {
      this.#attempt(
        place,
        () => scope.set(name, this.#texts.value(standard, symbols, place), place),
        (fault) => scope.setFaulty(name, fault, place),
      );
    }
    return true;
  }
}

function truthOf(value: Value): boolean | undefined {
  return typeof value === 'string' ? truthFrom(value) : isTrue(value);
}

/** Comments right before an element of xacro's own speak of it, and go with it. */
function dropComments(out: XacroElement): void {
  const { content } = out;
  let at = content.length - 1;
  while (at >= out.settled) {
    const node = content[at];
    if (node instanceof XacroText && node.data.trim() === '' && node.data.split('\n').length <= 2) at--;
    if (at < out.settled || !(content[at] instanceof XacroComment)) break;
    content.splice(at, 1);
    at--;
  }
}

/** Namespaces that a file or macro declares hold for what came of it. */
function liftNamespaces(from: XacroElement, out: XacroElement): void {
  for (const [prefix, uri] of from.namespaces) {
    if (prefix !== 'xacro' && prefix !== '' && !out.namespaces.has(prefix)) out.namespaces.set(prefix, uri);
  }
}
