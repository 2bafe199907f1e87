/**
 * STL before it is parsed: whether it is binary or text, and whether it is whole. Parsers pass over what they do not
 * understand, and a mesh with a hole in it is not the mesh that was written.
 *
 * Binary: 80 bytes, the number of triangles, 50 bytes for each. Many such files begin with `solid`, as text does, so
 * the length decides.
 */
import type { Findings } from '../findings.js';
import { Lines } from '../markup.js';
import { parseNumber } from '../numbers.js';
import type { MeshBounds } from './bounds.js';

export const headerBytes = 84;
export const facetBytes = 50;

/** What a parser may be given: the bytes of a binary file, or text of nothing but facets. Undefined after an error. */
export function checkStl(
  bytes: Uint8Array,
  findings: Findings,
  bounds: MeshBounds,
): Uint8Array | string | undefined {
  const count = countOf(bytes);
  if (count !== undefined && bytes.length === headerBytes + facetBytes * count) {
    return fits(count, findings, bounds) ? bytes : undefined;
  }
  if (isText(bytes)) return checkText(new TextDecoder().decode(bytes), findings, bounds);
  if (count === undefined) {
    findings.error('stl-truncated', {}, 'this is no STL: it is shorter than the header of one', {
      expected: `at least ${headerBytes} bytes`,
      got: `${bytes.length}`,
    });
    return undefined;
  }
  const whole = headerBytes + facetBytes * count;
  if (bytes.length < whole) {
    findings.error('stl-truncated', {}, `the file ends before the ${count} triangles that it says it has`, {
      expected: `${whole} bytes`,
      got: `${bytes.length}`,
      hint: 'was it copied whole? Git LFS leaves a short text in place of a file',
    });
    return undefined;
  }
  findings.warn('stl-trailing', {}, 'what stands after the last triangle is not read', {
    expected: `${whole} bytes`,
    got: `${bytes.length}`,
  });
  return fits(count, findings, bounds) ? bytes.subarray(0, whole) : undefined;
}

function countOf(bytes: Uint8Array): number | undefined {
  if (bytes.length < headerBytes) return undefined;
  return bytes[80] + 2 ** 8 * bytes[81] + 2 ** 16 * bytes[82] + 2 ** 24 * bytes[83];
}

/** Past a byte order mark and white space it begins with `solid`, and it holds no zero byte early on. */
function isText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 512);
  return !head.includes(0) && /^\ufeff?\s*solid/i.test(new TextDecoder().decode(head));
}

export function fits(triangles: number, findings: Findings, bounds: MeshBounds): boolean {
  if (triangles <= bounds.triangles) return true;
  findings.error('mesh-too-large', {}, 'the mesh has too many triangles', {
    expected: `at most ${bounds.triangles}`,
    got: `${triangles}`,
    hint: 'a simpler mesh does: for collisions a few hundred triangles are plenty',
  });
  return false;
}

/** The words of a facet after `facet normal` and its three numbers, which are worked out from the corners anyway. */
const corner = ['vertex', undefined, undefined, undefined];
const facet = ['outer', 'loop', ...corner, ...corner, ...corner, 'endloop', 'endfacet'];

class Fault extends Error {
  readonly offset: number;
  readonly detail: { readonly expected?: string; readonly got?: string; readonly hint?: string };
  constructor(offset: number, message: string, detail: Fault['detail'] = {}) {
    super(message);
    this.offset = offset;
    this.detail = detail;
  }
}

/** Parsers know words in small letters only. */
function checkText(written: string, findings: Findings, bounds: MeshBounds): string | undefined {
  const text = written.toLowerCase();
  try {
    const facets = facetsOf(text, bounds.triangles);
    if (!fits(facets.length, findings, bounds)) return undefined;
    if (facets.length === 0) {
      findings.error('mesh-empty', {}, 'the file holds no triangles');
      return undefined;
    }
    return `solid\n${facets.join('')}endsolid\n`;
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const place = new Lines(text).place(fault.offset);
    findings.error('stl-malformed', place, fault.message, fault.detail);
    return undefined;
  }
}

/** The facets of all solids, each as text; one more than `most` at most. */
function facetsOf(text: string, most: number): string[] {
  const facets: string[] = [];
  const words = /[^\s\ufeff]+/g;
  let at = 0;
  const next = (): string | undefined => {
    const found = words.exec(text);
    at = found?.index ?? text.length;
    return found?.[0];
  };
  const wanted = (expected: string): string => {
    const word = next();
    if (word === undefined) throw new Fault(text.length, 'the file ends here', { expected });
    return word;
  };
  const skipLine = (): void => {
    const end = text.indexOf('\n', at);
    words.lastIndex = end < 0 ? text.length : end;
  };
  const keyword = (expected: string): void => {
    const got = wanted(expected);
    if (got !== expected) throw new Fault(at, 'another word is wanted here', { expected, got });
  };

  for (let word = next(); word !== undefined; word = next()) {
    if (word !== 'solid') throw new Fault(at, 'a solid is wanted here', { expected: 'solid', got: word });
    skipLine();
    for (word = wanted('facet or endsolid'); word !== 'endsolid'; word = wanted('facet or endsolid')) {
      if (word !== 'facet')
        throw new Fault(at, 'a facet is wanted here', { expected: 'facet or endsolid', got: word });
      if (facets.length > most) return facets;
      keyword('normal');
      for (let i = 0; i < 3; i++) wanted('three numbers');
      const from = words.lastIndex;
      for (const expected of facet) {
        if (expected !== undefined) keyword(expected);
        else {
          const got = wanted('three numbers');
          const parsed = parseNumber(got);
          if ('fault' in parsed) {
            const hint = parsed.hint === undefined ? {} : { hint: parsed.hint };
            throw new Fault(at, parsed.fault, { expected: 'a number', got, ...hint });
          }
        }
      }
      facets.push(`facet normal 0 0 0${text.slice(from, words.lastIndex)}\n`);
    }
    skipLine();
  }
  return facets;
}
