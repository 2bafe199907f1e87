/** `<include file="…"/>`: the parts of another file in its place. */
import { type Files, liesOutside } from '../files.js';
import { Findings } from '../findings.js';
import { markupBounds } from '../markup.js';
import { folderOf, isInside, join, normalise } from '../paths.js';
import { readXml, type XmlElement } from '../xml.js';
import { type Part, partOf, parts } from './tree.js';

export interface IncludeOptions {
  /** The file that is read. Included files are looked for from its folder, as MuJoCo does, whoever includes them. */
  readonly file: string;
  readonly files?: Files;
  /** Folders that may be reached. */
  readonly roots: readonly string[];
}

const mostFiles = 100;
/** Elements inside elements; MuJoCo's own stack ends at about 190. */
export const mostDeep = 120;

/**
 * The whole tree. As in MuJoCo a file is included once at most, which keeps a file from including itself; size,
 * depth and number of elements are bounded over all files together. After an error, which is in `findings`, the tree
 * is not whole.
 */
export function withIncludes(root: XmlElement, options: IncludeOptions, findings: Findings): Part {
  const whole = partOf(root, options.file);
  const reading = new Reading(options, findings, count(whole));
  whole.children = reading.resolved(whole, 1);
  return whole;
}

class Reading {
  readonly #options: IncludeOptions;
  readonly #findings: Findings;
  readonly #seen: Set<string>;
  #size = 0;
  #elements: number;
  #tooDeep = false;

  constructor(options: IncludeOptions, findings: Findings, elements: number) {
    this.#options = options;
    this.#findings = findings;
    this.#seen = new Set([normalise(options.file) ?? options.file]);
    this.#elements = elements;
  }

  /** The children of a part with all includes in them resolved. */
  resolved(part: Part, depth: number): Part[] {
    if (depth > mostDeep) {
      if (!this.#tooDeep) {
        this.#findings.error('mjcf-too-deep', part, 'elements stand too deep inside each other', {
          expected: `at most ${mostDeep} deep`,
        });
      }
      this.#tooDeep = true;
      return [];
    }
    return part.children.flatMap((child) => {
      if (child.name === 'include') return this.#open(child, depth);
      child.children = this.resolved(child, depth + 1);
      return [child];
    });
  }

  #open(part: Part, depth: number): Part[] {
    const { file, files, roots } = this.#options;
    const findings = this.#findings;
    const got = part.attributes.get('file') ?? '';
    const path = normalise(inFolder(file, got));
    if (got === '') {
      findings.error('attribute-missing', part, '`<include>` needs the attribute `file`');
      return [];
    }
    if (path === undefined || /[\0\\]|:\/\//.test(got) || !roots.some((folder) => isInside(folder, path))) {
      findings.error('include-outside', part, `the included file ${liesOutside}`, {
        got,
        hint: 'only files in the folder of the robot file, or in folders given as roots, are read',
      });
      return [];
    }
    if (this.#seen.has(path)) {
      findings.error('include-twice', part, 'a file is included once at most', { got });
      return [];
    }
    if (this.#seen.size > mostFiles) {
      findings.error('include-too-many', part, `more than ${mostFiles} files are included`);
      return [];
    }
    this.#seen.add(path);
    const bytes = files?.read(path);
    const hint = bytes === undefined ? files?.outside?.(path) : undefined;
    if (hint !== undefined) {
      findings.error('include-outside', part, `the included file ${liesOutside}`, { got, hint });
      return [];
    }
    if (bytes === undefined) {
      findings.error('include-missing', part, 'the included file was not found', { got });
      return [];
    }
    const inner = new Findings(path);
    const tree = readXml(bytes, inner, {
      ...markupBounds,
      size: markupBounds.size - this.#size,
      elements: markupBounds.elements - this.#elements,
    });
    this.#size += bytes.length;
    pass(inner, findings);
    if (tree === undefined) return [];
    if (tree.prefix !== undefined || !/^mujoco(include)?$/.test(tree.name)) {
      findings.error('include-format', { ...tree, file: path }, 'the included file is not MJCF', {
        expected: 'a root element <mujoco> or <mujocoinclude>',
        got: `<${tree.name}>`,
      });
      return [];
    }
    const included = partOf(tree, path);
    this.#elements += count(included);
    return this.resolved(included, depth);
  }
}

/** A path as the file spells it, from where the path of the robot file starts. */
export function inFolder(file: string, path: string): string {
  return path.startsWith('/') ? path : join(folderOf(file), path);
}

function count(root: Part): number {
  let total = 0;
  for (const _ of parts(root)) total++;
  return total;
}

/** What was found in an included file goes to the findings of the whole, with its file. */
function pass(inner: Findings, findings: Findings): void {
  for (const { code, severity, where, message, ...rest } of inner.problems()) {
    const { name, path, ...place } = where;
    const detail = {
      ...rest,
      ...(name === undefined ? {} : { name }),
      ...(path === undefined ? {} : { path }),
    };
    if (severity === 'error') findings.error(code, place, message, detail);
    else findings.warn(code, place, message, detail);
  }
}
