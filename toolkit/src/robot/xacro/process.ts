/** The walk over a xacro file: every element is evaluated, and what it comes to is added to what is around it. */
import type { Place } from '../findings.js';
import type { Budget } from './bounds.js';
import { callMacro, defineMacro } from './call.js';
import { attributeOrigin, type Context, isXmlName, originOf, type Tools } from './context.js';
import { Fault } from './fault.js';
import { isForgotten, warnForgotten } from './forgotten.js';
import { include } from './include.js';
import { nearestOf } from './known.js';
import { MacroScope } from './macros.js';
import { isXacro, type Origin, XacroComment, XacroElement, type XacroNode, XacroText } from './nodes.js';
import { defineProperty } from './property.js';
import type { Reports } from './reports.js';
import { packageFault, type Sources } from './sources.js';
import type { Texts } from './texts.js';
import { vocabulary } from './vocabulary.js';

/** Elements whose failure leaves no name undefined, or notes itself which. */
const harmless = new Set(['property', 'element', 'attribute', 'insert_block']);
/** Elements of which nothing is left, the comments right before them included. */
const vanishing = new Set(['property', 'macro', 'arg', 'if', 'unless']);

/** What a node of the walk costs, next to an operation of an expression. */
const nodeSteps = 10;
const attributeSteps = 4;

/** Where the engine has less room than our own bounds take it to have, it says so by a RangeError. */
const exhausted = (): Fault => new Fault('xacro-too-large', 'the file asks for more memory than there is');

export class Process {
  readonly #tools: Tools;
  readonly #budget: Budget;

  constructor(sources: Sources, texts: Texts, reports: Reports, budget: Budget) {
    const content: Tools['content'] = (from, context, out) => this.#nodes(from.content, from, context, out);
    this.#tools = { sources, texts, reports, budget, content };
    this.#budget = budget;
  }

  /** The expanded tree, or undefined after an error. */
  run(root: XacroElement, given: ReadonlyMap<string, string>): XacroElement | undefined {
    const { texts, reports, content } = this.#tools;
    const context: Context = { symbols: texts.top, macros: new MacroScope(), trail: [] };
    try {
      const out = this.#copy(root, context);
      const target = root.attributes.get('xacro:targetNamespace');
      if (target !== undefined) out.namespaces.set('', texts.text(target.value, context.symbols, target));
      content(root, context, out);
      this.#checkArguments(given);
      this.#warnOfPackages();
      return reports.failed ? undefined : out;
    } catch (error) {
      const fault = error instanceof RangeError ? exhausted() : error;
      if (!(fault instanceof Fault)) throw error;
      reports.report(fault, root);
      return undefined;
    } finally {
      reports.finish();
    }
  }

  /** Arguments that are given but that no file declares or uses are misspelt. */
  #checkArguments(given: ReadonlyMap<string, string>): void {
    const { sources, texts, reports } = this.#tools;
    if (reports.incomplete) return;
    const known = [...new Set([...sources.declared.keys(), ...texts.used])];
    for (const name of given.keys()) {
      if (known.includes(name)) continue;
      const detail = { known, ...nearestOf(name, known) };
      reports.report(new Fault('xacro-arg-unknown', `the file has no argument \`${name}\``, detail), {});
    }
  }

  /** Packages that were not found, but for those that a file was to be read of: these are errors already. */
  #warnOfPackages(): void {
    const { sources, texts, reports } = this.#tools;
    for (const [name, place] of texts.unfound) {
      if (sources.missed.has(name)) continue;
      const { code, message, detail } = packageFault(name, sources.knownPackages);
      reports.findings.warn(code, place, message, detail);
    }
  }

  // ------------------------------------------------------------------------------------------------ plain nodes

  /** The element itself with its attributes evaluated, without content. */
  #copy(element: XacroElement, context: Context, name = element.tag): XacroElement {
    this.#budget.node();
    const colon = name.indexOf(':');
    const [prefix, local] = colon < 0 ? [undefined, name] : [name.slice(0, colon), name.slice(colon + 1)];
    const namespace = name === element.tag ? element.namespace : undefined;
    const copy = new XacroElement(local, prefix, namespace, originOf(element, context));
    for (const [declared, uri] of element.namespaces) {
      if (declared !== 'xacro') copy.namespaces.set(declared, uri);
    }
    for (const attribute of element.attributes.values()) {
      if (attribute.name.startsWith('xacro:')) continue;
      this.#budget.step(attributeSteps);
      const place = attributeOrigin(attribute, element, context);
      this.#tools.reports.attempt(place, () => {
        const value = this.#tools.texts.text(attribute.value, context.symbols, place);
        copy.attributes.set(attribute.name, { ...place, name: attribute.name, value });
      });
    }
    return copy;
  }

  #nodes(nodes: readonly XacroNode[], from: XacroElement, context: Context, out: XacroElement): void {
    this.#budget.enter();
    // Comments are evaluated from one that says so to the next element or text.
    let comments = false;
    for (const node of nodes) {
      this.#budget.step(nodeSteps);
      if (node instanceof XacroElement) {
        comments = false;
        if (isXacro(node)) this.#own(node, context, out);
        else this.#plain(node, from, context, out);
      } else if (node instanceof XacroText) {
        this.#data(node, from, context, (data) => {
          if (data.trim() !== '') comments = false;
          out.content.push(new XacroText(data, node.line, node.column));
        });
      } else if (node.data.includes('xacro:eval-comments')) {
        comments = !node.data.includes('xacro:eval-comments:off');
      } else if (comments) {
        this.#data(node, from, context, (data) => {
          out.content.push(new XacroComment(data, node.line, node.column));
        });
      } else out.content.push(node);
    }
    this.#budget.leave();
  }

  /** What the text of a text or comment comes to. */
  #data(
    node: XacroText | XacroComment,
    from: XacroElement,
    context: Context,
    use: (data: string) => void,
  ): void {
    this.#budget.node();
    const place = { line: node.line, column: node.column, file: from.file, trail: context.trail };
    const { reports, texts } = this.#tools;
    reports.attempt(place, () => use(texts.text(node.data, context.symbols, place)));
  }

  #plain(element: XacroElement, from: XacroElement, context: Context, out: XacroElement): void {
    if (isForgotten(element) && (isXacro(from) || from.isRoot)) {
      warnForgotten(element.name, originOf(element, context), this.#tools.reports.findings);
    }
    const copy = this.#copy(element, context);
    this.#tools.content(element, context, copy);
    out.content.push(copy);
  }

  // ------------------------------------------------------------------------------------------- xacro's own elements

  #own(element: XacroElement, context: Context, out: XacroElement): void {
    const { reports } = this.#tools;
    const place = originOf(element, context);
    if (vanishing.has(element.name)) out.dropComments();
    const done = reports.attempt(place, () => {
      this.#evaluate(element, this.#texts(element, place), context, out, place);
    });
    out.settle();
    if (!done && !harmless.has(element.name)) reports.incomplete = true;
  }

  /** The attributes as they are written; unknown ones are warned about, missing ones are a fault. */
  #texts(element: XacroElement, place: Place): ReadonlyMap<string, string> {
    const texts = new Map([...element.attributes.values()].map(({ name, value }) => [name, value]));
    const word = vocabulary.get(element.name);
    if (word === undefined) return texts;
    const known = [...word.required, ...word.optional];
    for (const name of texts.keys()) {
      if (known.includes(name)) continue;
      this.#tools.reports.findings.warnOnce(
        'xacro-attribute-unknown',
        `${element.name} ${name}`,
        place,
        `\`<xacro:${element.name}>\` has no attribute \`${name}\``,
        { known, ...nearestOf(name, known) },
      );
    }
    const missing = word.required.find((name) => !texts.has(name));
    if (missing === undefined) return texts;
    throw new Fault(
      'xacro-attribute-missing',
      `\`<xacro:${element.name}>\` needs the attribute \`${missing}\``,
    );
  }

  #evaluate(
    element: XacroElement,
    attributes: ReadonlyMap<string, string>,
    context: Context,
    out: XacroElement,
    place: Origin,
  ): void {
    const { texts, content } = this.#tools;
    const { symbols } = context;
    const text = (name: string): string => texts.text(attributes.get(name) ?? '', symbols, place);
    switch (element.name) {
      case 'property':
        defineProperty(element, attributes, context, this.#tools);
        break;
      case 'macro':
        defineMacro(element, attributes, context, this.#tools);
        break;
      case 'arg':
        texts.declare(attributes.get('name') ?? '', () =>
          attributes.has('default') ? text('default') : undefined,
        );
        break;
      case 'include':
        include(element, attributes, context, out, this.#tools);
        break;
      case 'if':
      case 'unless':
        if (texts.truth(attributes.get('value') ?? '', symbols, place) === (element.name === 'if')) {
          content(element, context, out);
        }
        break;
      case 'insert_block':
        this.#insertBlock(text('name'), element, context, out);
        break;
      case 'element':
        this.#element(element, context, out, place);
        break;
      case 'attribute': {
        const name = text('name');
        if (!isXmlName(name)) {
          throw new Fault('xacro-name-invalid', 'this is no name of an attribute', { got: name });
        }
        out.attributes.set(name, { ...place, name, value: text('value') });
        break;
      }
      default:
        callMacro(element, context, out, this.#tools);
    }
  }

  /** Blocks are evaluated where they are inserted, also those that a call has evaluated already, as ros/xacro does. */
  #insertBlock(name: string, element: XacroElement, context: Context, out: XacroElement): void {
    const block = context.symbols.block(name);
    if (block === undefined) {
      const known = context.symbols.blockNames();
      this.#budget.step(known.length >> 2);
      throw new Fault('xacro-block-unknown', `there is no block \`${name}\``, {
        known,
        ...nearestOf(name, known),
      });
    }
    if (block.whole) this.#nodes([block.element], element, context, out);
    else this.#tools.content(block.element, context, out);
  }

  #element(element: XacroElement, context: Context, out: XacroElement, place: Place): void {
    const given = element.attributes.get('xacro:name');
    if (given === undefined) {
      throw new Fault('xacro-attribute-missing', '`<xacro:element>` needs the attribute `xacro:name`');
    }
    const name = this.#tools.texts.text(given.value, context.symbols, place);
    if (!isXmlName(name))
      throw new Fault('xacro-name-invalid', 'this is no name of an element', { got: name });
    const copy = this.#copy(element, context, name);
    this.#tools.content(element, context, copy);
    out.content.push(copy);
  }
}
