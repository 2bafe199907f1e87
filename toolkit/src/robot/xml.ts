/** Bytes → a tree of elements and attributes that know where they stand. */
import * as xmldom from '@xmldom/xmldom';
import { declared } from './edits.js';
import type { Findings, Place } from './findings.js';
import { type MarkupBounds, markupBounds, scanMarkup } from './markup.js';
import { decodeXml, encodings } from './text.js';

export interface XmlAttribute extends Place {
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly value: string;
}

export interface XmlElement extends Place {
  readonly line: number;
  readonly column: number;
  /** Without a prefix. */
  readonly name: string;
  /** The prefix as written; elements of a default namespace have none. */
  readonly prefix: string | undefined;
  /** URI that the prefix (or the default namespace) stands for; undefined where it is not declared. */
  readonly namespace: string | undefined;
  /** Prefixes that this element declares (`xmlns:xacro`); none where it is left out. */
  readonly declares?: readonly string[];
  /** By name without namespace declarations; prefixed attributes by their whole name (`drake:x`). */
  readonly attributes: ReadonlyMap<string, XmlAttribute>;
  readonly children: readonly XmlElement[];
  /** Its own text, without the space around it; absent where there is none. */
  readonly text?: string | undefined;
}

/** Stands in for the URI of a prefix that no `xmlns:` declares, so that the parser takes it. */
const unboundNamespace = 'urn:unbound-prefix:';

/**
 * The root element, or undefined after an error. Every departure from well-formed XML is an error with its
 * line and column; a prefix that is not declared is a warning, since older files of ROS are full of them.
 */
export function readXml(
  source: string | Uint8Array,
  findings: Findings,
  bounds: MarkupBounds = markupBounds,
): XmlElement | undefined {
  const root = parseXml(source, findings, bounds);
  return root && convert(root);
}

/**
 * The same as a tree of the parser's own, with text and comments.
 *
 * @param read prefixes whose elements are read though no `xmlns:` declares them: no warning
 */
export function parseXml(
  source: string | Uint8Array,
  findings: Findings,
  bounds: MarkupBounds = markupBounds,
  read: readonly string[] = [],
): xmldom.Element | undefined {
  if (source.length > bounds.size) {
    findings.error('file-too-large', {}, 'the file is too large for a robot', {
      expected: `at most ${bounds.size} bytes`,
      got: `${source.length}`,
    });
    return undefined;
  }
  const text = textOf(source, findings);
  if (text === undefined) return undefined;
  const markup = scanMarkup(text, findings, bounds);
  if (markup === undefined) return undefined;
  for (const [prefix, place] of markup.unbound) {
    if (read.includes(prefix)) continue;
    findings.warn(
      'xml-prefix-unbound',
      place,
      `the prefix \`${prefix}\` is not declared: elements with it are ignored`,
      {
        hint: `add xmlns:${prefix}="…" to the root element`,
        fix: declared(prefix, markup.root),
      },
    );
  }
  const xmlns: Record<string, string> = Object.create(null);
  for (const prefix of markup.unbound.keys()) xmlns[prefix] = unboundNamespace + prefix;
  try {
    const parser = new xmldom.DOMParser({
      xmlns,
      onError: (level, message) => {
        // A replacement character may be meant; whatever else the parser has to remark is a refusal.
        if (level === 'warning' && message.startsWith('Unicode replacement character')) return;
        throw new Error(message);
      },
    });
    const root = parser.parseFromString(text, 'text/xml').documentElement;
    if (root === null) throw new Error('there is no root element');
    return root;
  } catch (error) {
    findings.error('xml-not-well-formed', placeOf(error), firstLine(error));
    return undefined;
  }
}

function textOf(source: string | Uint8Array, findings: Findings): string | undefined {
  if (typeof source === 'string') return source.startsWith('\ufeff') ? source.slice(1) : source;
  const decoded = decodeXml(source);
  if ('text' in decoded) return decoded.text;
  if (decoded.before === undefined) {
    findings.error('xml-encoding-unknown', { line: 1, column: 1 }, 'the encoding is not known', {
      got: decoded.encoding,
      known: encodings,
    });
  } else {
    const before = decoded.before.split(/\r\n|\r|\n/);
    const place = { line: before.length, column: before[before.length - 1].length + 1 };
    findings.error('xml-encoding-broken', place, `a byte that ${decoded.encoding} does not know`, {
      hint: 'save the file as UTF-8, or declare its encoding: <?xml version="1.0" encoding="iso-8859-1"?>',
    });
  }
  return undefined;
}

function convert(root: xmldom.Element): XmlElement {
  const build = (element: xmldom.Element): Built => {
    const attributes = new Map<string, XmlAttribute>();
    const declares: string[] = [];
    for (const attribute of Array.from(element.attributes)) {
      if (attribute.prefix === 'xmlns') declares.push(attribute.localName ?? '');
      if (attribute.name === 'xmlns' || attribute.prefix === 'xmlns') continue;
      attributes.set(attribute.name, {
        name: attribute.name,
        value: attribute.value,
        line: attribute.lineNumber ?? 1,
        column: attribute.columnNumber ?? 1,
      });
    }
    const namespace = element.namespaceURI ?? undefined;
    return {
      name: element.localName ?? element.tagName,
      prefix: element.prefix ?? undefined,
      namespace: namespace?.startsWith(unboundNamespace) ? undefined : namespace,
      ...(declares.length === 0 ? {} : { declares }),
      attributes,
      children: [],
      line: element.lineNumber ?? 1,
      column: element.columnNumber ?? 1,
    };
  };
  const top = build(root);
  const work: [xmldom.Element, Built][] = [[root, top]];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const [element, built] = next;
    let text = '';
    for (let node = element.firstChild; node !== null; node = node.nextSibling) {
      // Text and CDATA sections.
      if (node.nodeType === 3 || node.nodeType === 4) text += node.nodeValue ?? '';
      if (node.nodeType !== 1) continue;
      const child = build(node as xmldom.Element);
      built.children.push(child);
      work.push([node as xmldom.Element, child]);
    }
    text = text.trim();
    if (text !== '') built.text = text;
  }
  return top;
}

/** An element while it is put together. */
type Built = XmlElement & { children: XmlElement[]; text?: string };

/** xmldom's errors carry the place as `locator`. */
function placeOf(error: unknown): Place {
  const locator = (error as { locator?: { lineNumber?: number; columnNumber?: number } }).locator;
  const place: { line?: number; column?: number } = {};
  if (locator?.lineNumber !== undefined) place.line = locator.lineNumber;
  if (locator?.columnNumber !== undefined) place.column = locator.columnNumber;
  return place;
}

function firstLine(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0] : 'the parser gave up';
}
