/** A procedure as functions that are not too long for the target, each in chunks. */
import { chunked } from './chunks.js';
import type { Code, Instruction } from './code.js';
import type { Node } from './graph.js';
import { type Part, split } from './split.js';
import { setBy, walk } from './walk.js';

export interface PartRules {
  /** The most that a function may weigh. */
  readonly limit: number;
  /** True where a function within the limit is not too long with all that its chunks save and restore either. */
  readonly chunksFit?: boolean;
  /** The least that still holds the calls of parts. */
  readonly smallest: number;
  /** Weight of an instruction with its expressions, without the blocks inside it. */
  weight(code: Code, instruction: Instruction): number;
  /** Weight of taking a value from its spill place or putting it there. */
  readonly spillWeight: number;
}

export interface FunctionParts {
  /** The first is the procedure itself; the others are called by numbers from `firstPart` on. */
  readonly pieces: readonly Part[];
  /** Spill places of what passes from part to part. */
  readonly spills: ReadonlyMap<Node, number>;
  /** Spill places in all. */
  readonly count: number;
}

/** What chunks save and restore is known only of the parts: where that is too much, the parts are made smaller. */
export function functionParts(
  code: Code,
  { limit, chunksFit = false, smallest, weight, spillWeight }: PartRules,
  firstPart: number,
  firstSpill: number,
): FunctionParts {
  for (let most = limit; ; most *= 0.85) {
    const { parts, spills } = split(code, { limit: most, weight, spillWeight, firstPart, firstSpill });
    let count = spills.size;
    const pieces = parts.map((part): Part => {
      const cut = chunked(part, firstSpill + count, spills);
      count += cut.spills.size - spills.size;
      return { ...part, ...cut.code };
    });
    const weightOf = (part: Part): number => {
      let total = spillWeight * part.imports.length;
      walk(part, {
        instruction(i) {
          total += weight(part, i) + spillWeight * setBy(i).filter((node) => spills.has(node)).length;
        },
      });
      return total;
    };
    const fit = chunksFit || pieces.every((part) => weightOf(part) <= limit);
    if (fit || 0.85 * most < smallest || most < limit / 10) return { pieces, spills, count };
  }
}
