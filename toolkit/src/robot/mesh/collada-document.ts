/** The elements of a Collada file by their id, and what its attributes and texts say. */
import type { Findings } from '../findings.js';
import { parseNumbers } from '../numbers.js';
import type { XmlElement } from '../xml.js';

export class ColladaDocument {
  readonly root: XmlElement;
  readonly #findings: Findings;
  readonly #byId = new Map<string, XmlElement>();

  constructor(root: XmlElement, findings: Findings) {
    this.root = root;
    this.#findings = findings;
    const work = [root];
    for (let element = work.pop(); element !== undefined; element = work.pop()) {
      const id = element.attributes.get('id')?.value;
      // Of two with one id the first counts.
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element);
      for (let i = element.children.length - 1; i >= 0; i--) work.push(element.children[i]);
    }
  }

  children(element: XmlElement, name: string): XmlElement[] {
    return element.children.filter((child) => child.name === name);
  }

  child(element: XmlElement, name: string): XmlElement | undefined {
    return element.children.find((child) => child.name === name);
  }

  /** The element that `url="#id"` (or `source`) names, which must be a `name`; undefined after an error. */
  named(element: XmlElement, attribute: string, name: string): XmlElement | undefined {
    const place = element.attributes.get(attribute) ?? element;
    const url = element.attributes.get(attribute)?.value ?? '';
    if (url !== '' && !url.startsWith('#')) {
      const hint = 'export the mesh as one file';
      const message = 'this names something in another file, which is not read';
      this.#findings.error('collada-external', place, message, { got: url, hint });
      return undefined;
    }
    const found = this.#byId.get(decoded(url.slice(1)));
    if (found?.name === name) return found;
    this.#findings.error('collada-reference', place, `there is no \`<${name}>\` of this id`, {
      expected: `#id of a ${name}`,
      got: url === '' ? 'nothing' : url,
    });
    return undefined;
  }

  /** The numbers of an element's text; undefined after an error. */
  numbers(element: XmlElement, count: number): readonly number[] | undefined {
    const parsed = parseNumbers(element.text ?? '', count);
    if ('value' in parsed) return parsed.value;
    const hint = parsed.hint === undefined ? {} : { hint: parsed.hint };
    const message = `in \`<${element.name}>\`: ${parsed.fault}`;
    this.#findings.error('collada-numbers', element, message, { expected: `${count} numbers`, ...hint });
    return undefined;
  }

  /** The whole numbers, from 0, of an element's text; undefined after an error. */
  indices(element: XmlElement): readonly number[] | undefined {
    const values: number[] = [];
    for (const [word] of (element.text ?? '').matchAll(/[^ \t\r\n]+/g)) {
      if (!/^[0-9]{1,15}$/.test(word)) {
        const message = `in \`<${element.name}>\`: this is no whole number from 0`;
        this.#findings.error('collada-numbers', element, message, { got: word });
        return undefined;
      }
      values.push(Number(word));
    }
    return values;
  }

  /** A whole number from 0; `otherwise` where the attribute is absent, undefined after an error. */
  whole(element: XmlElement, attribute: string, otherwise?: number): number | undefined {
    const written = element.attributes.get(attribute);
    if (written === undefined && otherwise !== undefined) return otherwise;
    if (written !== undefined && /^[0-9]{1,15}$/.test(written.value.trim())) return Number(written.value);
    const message = `\`${attribute}\` of \`<${element.name}>\` must be a whole number from 0`;
    this.#findings.error('collada-numbers', written ?? element, message, {
      got: written?.value ?? 'nothing',
    });
    return undefined;
  }
}

/** Ids in URLs may be written with percent signs. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
