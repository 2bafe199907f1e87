/** Problems and places of a tree while it is read. */
import { nearest, type Problem, printable } from '../problem/index.js';
import { expectation, mayBeLeftOut, type Schema } from './schema.js';
import { type Place, type Tree, whereOf, wordFor } from './tree.js';

/** Problems of a file that are reported. */
export const mostProblems = 200;

export class Faults {
  readonly problems: Problem[] = [];
  /** Where what stands at a path was written. */
  readonly places = new Map<string, Place>();

  /** Whether no more problems are reported. */
  get full(): boolean {
    return this.problems.length >= mostProblems;
  }

  add(code: string, place: Place, path: string, message: string, more: Partial<Problem> = {}): undefined {
    if (!this.full) {
      this.problems.push({ code, severity: 'error', where: whereOf(place, path), message, ...more });
    }
    return undefined;
  }

  wrongKind(schema: Schema, tree: Tree, path: string): undefined {
    return this.add('wrong-kind', tree.place, path, 'this is not what is wanted here', {
      expected: expectation(schema),
      got: wordFor(tree),
      ...mapFor(schema, tree),
    });
  }

  unknown(
    code: string,
    kind: string,
    name: string,
    known: readonly string[],
    place: Place,
    path: string,
    otherwise?: string,
  ): undefined {
    const near = this.full ? undefined : nearest(name, known);
    return this.add(code, place, path, `unknown ${kind} ${JSON.stringify(printable(name, 60))}`, {
      known,
      ...(near !== undefined
        ? { hint: `did you mean ${near}?` }
        : otherwise !== undefined
          ? { hint: otherwise }
          : {}),
    });
  }
}

/** Of a word that stands where a map is wanted and is a key of it, or the word of a kind: the map that it may be meant for. */
function mapFor(schema: Schema, tree: Tree): { readonly hint?: string } {
  const map =
    tree.kind === 'scalar' && typeof tree.value === 'string' ? mapWith(schema, tree.value) : undefined;
  return map === undefined ? {} : { hint: `a map: ${map}` };
}

function mapWith(schema: Schema, word: string): string | undefined {
  if (schema.kind === 'either')
    return schema.options.map((option) => mapWith(option, word)).find((map) => map !== undefined);
  if (schema.kind === 'keys') {
    if (!Object.hasOwn(schema.keys, word)) return undefined;
    const inside = schema.keys[word].schema;
    const empty = inside.kind === 'keys' && Object.values(inside.keys).every(mayBeLeftOut);
    return `{ ${word}: ${empty ? '{}' : '…'} }`;
  }
  if (schema.kind !== 'variants') return undefined;
  const variant = schema.variants.find(
    (one) => one.word === word || (one.word === undefined && one.key === word),
  );
  if (variant === undefined) return undefined;
  return variant.word === undefined ? `{ ${word}: … }` : `{ ${variant.key}: ${word}, … }`;
}

/** What is wrong with it has been reported. */
export function isBroken(tree: Tree): boolean {
  return tree.kind === 'scalar' && tree.broken === true;
}
