/** The tree of a xacro file, before and after its expansion: elements with texts and comments between them. */
import type * as xmldom from '@xmldom/xmldom';
import type { XmlAttribute, XmlElement } from '../xml.js';

export type XacroNode = XacroElement | XacroText | XacroComment;

export class XacroText {
  readonly data: string;
  readonly line: number;
  readonly column: number;
  constructor(data: string, line: number, column: number) {
    this.data = data;
    this.line = line;
    this.column = column;
  }
}

export class XacroComment {
  readonly data: string;
  readonly line: number;
  readonly column: number;
  constructor(data: string, line: number, column: number) {
    this.data = data;
    this.line = line;
    this.column = column;
  }
}

/** Where an element comes from. */
export interface Origin {
  readonly line: number;
  readonly column: number;
  readonly file: string;
  readonly trail: readonly string[];
}

export class XacroElement implements XmlElement, Origin {
  readonly name: string;
  readonly prefix: string | undefined;
  readonly namespace: string | undefined;
  readonly attributes = new Map<string, XmlAttribute>();
  /** Namespaces that it declares, by prefix; '' is the default one. */
  readonly namespaces = new Map<string, string>();
  readonly content: XacroNode[] = [];
  readonly line: number;
  readonly column: number;
  readonly file: string;
  readonly trail: readonly string[];
  /** The root element of a file. */
  isRoot = false;
  /** Comments before this place in the content stay where they are. */
  #settled = 0;
  #children: readonly XacroElement[] = [];
  /** How long the content was when its elements were last picked out: it only grows once they are asked for. */
  #counted = 0;

  constructor(name: string, prefix: string | undefined, namespace: string | undefined, origin: Origin) {
    this.name = name;
    this.prefix = prefix;
    this.namespace = namespace;
    this.line = origin.line;
    this.column = origin.column;
    this.file = origin.file;
    this.trail = origin.trail;
  }

  /** Its own text, without the space around it. */
  get text(): string | undefined {
    let text = '';
    for (const node of this.content) if (node instanceof XacroText) text += node.data;
    const plain = text.trim();
    return plain === '' ? undefined : plain;
  }

  get children(): readonly XacroElement[] {
    const { content } = this;
    if (this.#counted !== content.length) {
      this.#children = content.filter((node) => node instanceof XacroElement);
      this.#counted = content.length;
    }
    return this.#children;
  }

  /** What stands in it so far stays, comments included. */
  settle(): void {
    this.#settled = this.content.length;
  }

  /** Takes away the comments at the end: they speak of the macro processor's element that follows. */
  dropComments(): void {
    let at = this.content.length - 1;
    while (at >= this.#settled) {
      const node = this.content[at];
      const isGap = node instanceof XacroText && node.data.trim() === '' && node.data.split('\n').length <= 2;
      if (isGap) at--;
      if (at < this.#settled || !(this.content[at] instanceof XacroComment)) break;
      this.content.splice(at, 1);
      at--;
    }
  }

  /** Namespaces that a file or macro declares hold for what came of it. */
  liftNamespaces(from: XacroElement): void {
    for (const [prefix, uri] of from.namespaces) {
      if (prefix !== 'xacro' && prefix !== '' && !this.namespaces.has(prefix))
        this.namespaces.set(prefix, uri);
    }
  }

  /** As it is written, with its prefix. */
  get tag(): string {
    return this.prefix === undefined ? this.name : `${this.prefix}:${this.name}`;
  }
}

/** Whether the element is one of the macro processor's own, or a call of a macro. */
export function isXacro(element: {
  readonly prefix: string | undefined;
  readonly namespace: string | undefined;
}): boolean {
  return (
    element.prefix === 'xacro' ||
    (element.prefix !== undefined && element.namespace?.includes('/xacro') === true)
  );
}

/** The same tree with what else stands between elements, and the file on everything. */
export function nodesOf(root: xmldom.Element, file: string): XacroElement {
  const build = (element: xmldom.Element): XacroElement => {
    const own = new XacroElement(
      element.localName ?? element.tagName,
      element.prefix ?? undefined,
      element.namespaceURI ?? undefined,
      { line: element.lineNumber ?? 1, column: element.columnNumber ?? 1, file, trail: [] },
    );
    for (const attribute of Array.from(element.attributes)) {
      const { name, value, prefix } = attribute;
      if (name === 'xmlns') own.namespaces.set('', value);
      else if (prefix === 'xmlns') own.namespaces.set(attribute.localName ?? name, value);
      else {
        const [line, column] = [attribute.lineNumber ?? own.line, attribute.columnNumber ?? own.column];
        own.attributes.set(name, { name, value, line, column, file });
      }
    }
    return own;
  };
  const top = build(root);
  top.isRoot = true;
  const work: [xmldom.Element, XacroElement][] = [[root, top]];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const [element, own] = next;
    for (let node = element.firstChild; node !== null; node = node.nextSibling) {
      const [line, column] = [node.lineNumber ?? own.line, node.columnNumber ?? own.column];
      // Elements, texts and CDATA sections, comments; processing instructions say nothing of a robot.
      if (node.nodeType === 1) {
        const child = build(node as xmldom.Element);
        own.content.push(child);
        work.push([node as xmldom.Element, child]);
      } else if (node.nodeType === 3 || node.nodeType === 4) {
        own.content.push(new XacroText(node.nodeValue ?? '', line, column));
      } else if (node.nodeType === 8) own.content.push(new XacroComment(node.nodeValue ?? '', line, column));
    }
  }
  return top;
}
