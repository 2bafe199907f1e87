/**
 * Wavefront OBJ before it is parsed: the statements that make its surface, each checked where it stands. The text that
 * comes out holds all vertices, then all normals, then all triangles with indices from the first; materials, groups,
 * texture coordinates and other files are no part of the geometry.
 */
import type { Vec3 } from '../../math/index.js';
import type { Findings, Place } from '../findings.js';
import { parseNumbers } from '../numbers.js';
import type { MeshBounds } from './bounds.js';
import { type CutPlane, cutPolygon } from './polygon.js';
import { fits } from './stl.js';

/** Statements that say nothing about the surface. */
const passed = new Set([
  ...['vt', 'o', 'g', 's', 'mg', 'usemtl', 'mtllib', 'usemap', 'maplib'],
  ...['bevel', 'c_interp', 'd_interp', 'lod', 'shadow_obj', 'trace_obj'],
]);
/** Points, lines and free forms: they have no surface, or one that is not read. */
const leftOut = new Set([
  ...['p', 'l', 'vp', 'cstype', 'deg', 'bmat', 'step', 'curv', 'curv2', 'surf'],
  ...['parm', 'trim', 'hole', 'scrv', 'sp', 'end', 'con', 'ctech', 'stech'],
]);

/** Text for a parser, or undefined after an error. */
export function checkObj(
  text: string,
  findings: Findings,
  bounds: MeshBounds,
  cutPlane: CutPlane,
): string | undefined {
  const vertices = new Numbered('vertex');
  const normals = new Numbered('normal');
  const triangles: string[] = [];
  const polygons: (readonly string[])[] = [];
  let count = 0;
  let line = 1;
  for (const { words, lines } of statements(text)) {
    const place = { line, column: 1 };
    line += lines;
    const [keyword, ...values] = words;
    if (keyword === undefined || passed.has(keyword)) continue;
    if (keyword === 'v') vertices.add(values, place, findings);
    else if (keyword === 'vn') normals.add(values, place, findings);
    else if (keyword === 'f' || keyword === 'fo') {
      const corners = values.map((value) => cornerOf(value, vertices, normals, place, findings));
      if (corners.length < 3) {
        const detail = { expected: 'three corners or more', got: `${corners.length}` };
        findings.error('obj-malformed', place, 'this polygon has no surface', detail);
      }
      count += corners.length - 2;
      if (!fits(count, findings, bounds)) return undefined;
      if (corners.length === 3) triangles.push(`f ${corners.join(' ')}`);
      else polygons.push(corners);
    } else if (leftOut.has(keyword)) {
      const message = 'only polygons are read: points, lines and free forms are left out';
      findings.warnOnce('obj-left-out', 'forms', place, message, { got: keyword });
    } else {
      const message = 'this is no statement of OBJ, and is left out';
      findings.warnOnce('obj-statement', 'unknown', place, message, { got: keyword });
    }
  }
  vertices.check(findings);
  normals.check(findings);
  if (findings.failed) return undefined;
  for (const corners of polygons) {
    const cut = cutPolygon(
      corners.map((corner) => vertices.vector(Number.parseInt(corner, 10))),
      cutPlane,
    );
    for (let i = 0; i < cut.length; i += 3)
      triangles.push(`f ${corners[cut[i]]} ${corners[cut[i + 1]]} ${corners[cut[i + 2]]}`);
  }
  return [...vertices.lines('v'), ...normals.lines('vn'), ...triangles].join('\n');
}

/** Vertices or normals, which polygons name by number: from 1, or from −1 backwards from what stands before. */
class Numbered {
  readonly #what: string;
  readonly #values: string[] = [];
  readonly #vectors: Vec3<number>[] = [];
  /** Numbers beyond what stood there when they were used, each larger than all before it. */
  readonly #ahead: { readonly index: number; readonly place: Place }[] = [];

  constructor(what: string) {
    this.#what = what;
  }

  add(words: readonly string[], place: Place, findings: Findings): void {
    // A fourth number is a weight of free forms, further ones are a colour.
    const value = words.slice(0, 3).join(' ');
    const parsed = parseNumbers(value, 3);
    this.#values.push(value);
    this.#vectors.push('value' in parsed ? (parsed.value as unknown as Vec3<number>) : [0, 0, 0]);
    if ('value' in parsed) return;
    const hint = parsed.hint === undefined ? {} : { hint: parsed.hint };
    findings.error('obj-malformed', place, parsed.fault, { expected: 'three numbers', got: value, ...hint });
  }

  /** The number from 1. */
  from1(written: string, place: Place, findings: Findings): number {
    const number = Number(written);
    const count = this.#values.length;
    const index = number < 0 ? count + 1 + number : number;
    if (index < 1) this.#missing(written, place, findings);
    else if (index > count && index > (this.#ahead.at(-1)?.index ?? 0)) this.#ahead.push({ index, place });
    return index;
  }

  /** What was named before it stood there must stand there in the end. */
  check(findings: Findings): void {
    for (const { index, place } of this.#ahead) {
      if (index > this.#values.length) this.#missing(`${index}`, place, findings);
    }
  }

  vector(index: number): Vec3<number> {
    return this.#vectors[index - 1];
  }

  lines(keyword: string): string[] {
    return this.#values.map((value) => `${keyword} ${value}`);
  }

  #missing(got: string, place: Place, findings: Findings): void {
    const count = this.#values.length;
    findings.error('mesh-index', place, `a polygon names a ${this.#what} that is not there`, {
      expected: count === 0 ? 'none: there are none' : `1 to ${count}, or −${count} to −1`,
      got,
    });
  }
}

/** The words of each statement (none where a line is empty), and over how many lines it stands: `\` at the end of a line goes on. */
function* statements(text: string): Generator<{ words: readonly string[]; lines: number }> {
  let lines = 1;
  let held = '';
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const row = text.slice(at, end < 0 ? text.length : end).replace(/\r$/, '');
    at = end < 0 ? text.length : end + 1;
    if (row.endsWith('\\') && at < text.length) {
      held += `${row.slice(0, -1)} `;
      lines++;
      continue;
    }
    const words = `${held}${row}`.replace(/#.*$/s, '').match(/[^\s\ufeff\0]+/g) ?? [];
    held = '';
    yield { words, lines };
    lines = 1;
  }
}

const reference = /^([+-]?[0-9]+)(?:\/([+-]?[0-9]+)?(?:\/([+-]?[0-9]+)?)?)?$/;

/** `vertex`, or `vertex//normal`. */
function cornerOf(
  text: string,
  vertices: Numbered,
  normals: Numbered,
  place: Place,
  findings: Findings,
): string {
  const found = reference.exec(text);
  if (found === null) {
    const detail = { expected: 'vertex/texture/normal', got: text };
    findings.error('obj-malformed', place, 'this is no corner of a polygon', detail);
    return '';
  }
  const vertex = vertices.from1(found[1], place, findings);
  return found[3] === undefined ? `${vertex}` : `${vertex}//${normals.from1(found[3], place, findings)}`;
}
