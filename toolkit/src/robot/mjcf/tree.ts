/** MJCF as a tree that is taken apart before MuJoCo sees it, and its text with the place of every line. */
import type { Place } from '../findings.js';
import type { XmlElement } from '../xml.js';

export interface Part {
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly file: string | undefined;
  readonly name: string;
  readonly attributes: Map<string, string>;
  children: Part[];
}

/** A copy that may be changed, every part with its file. Depth is bounded where XML is read. */
export function partOf(element: XmlElement, file: string): Part {
  const { prefix, name, line, column } = element;
  return {
    name: prefix === undefined ? name : `${prefix}:${name}`,
    attributes: new Map(
      [...element.attributes.values()].map((attribute) => [attribute.name, attribute.value]),
    ),
    children: element.children.map((child) => partOf(child, file)),
    line,
    column,
    file,
  };
}

export function madePart(name: string, attributes: Readonly<Record<string, string>>, at: Place): Part {
  const { line, column, file } = at;
  return { name, attributes: new Map(Object.entries(attributes)), children: [], line, column, file };
}

/** All parts, in the order of the file. */
export function* parts(root: Part): Generator<Part> {
  const work = [root];
  for (let part = work.pop(); part !== undefined; part = work.pop()) {
    yield part;
    for (let i = part.children.length - 1; i >= 0; i--) work.push(part.children[i]);
  }
}

/** The children of a name, of all sections of a name: MJCF may have a section several times. */
export function section(root: Part, name: string): Part[] {
  return root.children.filter((child) => child.name === name);
}

/** What the compiler elements say of something, the last to say it. */
export function setting(root: Part, attribute: string): string | undefined {
  return section(root, 'compiler')
    .flatMap((compiler) => compiler.attributes.get(attribute) ?? [])
    .at(-1);
}

export interface Written {
  readonly text: string;
  /** The part that starts on each line of the text, from line 1 at index 1. */
  readonly lines: readonly (Part | undefined)[];
}

/** One start tag a line, so that MuJoCo's lines lead back to the file's. */
export function write(root: Part): Written {
  const text: string[] = [];
  const lines: (Part | undefined)[] = [undefined];
  const put = (part: Part): void => {
    const attributes = [...part.attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
    lines.push(part);
    if (part.children.length === 0) {
      text.push(`<${part.name}${attributes}/>`);
      return;
    }
    text.push(`<${part.name}${attributes}>`);
    for (const child of part.children) put(child);
    text.push(`</${part.name}>`);
    lines.push(part);
  };
  put(root);
  return { text: text.join('\n'), lines };
}

function escaped(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}
