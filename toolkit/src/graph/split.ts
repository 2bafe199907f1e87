/**
 * Splitting: cuts code that is too long for one function of the target into parts that call each other.
 *
 * What one part computes and another needs passes through spill places, which the target keeps outside the
 * functions. A part takes what it needs when it begins; only the test at a loop's end reads a spill place when
 * it is evaluated, since the parts of the body may have written it.
 */
import type { Code, Instruction } from './code.js';
import type { Node } from './graph.js';
import { setBy, walk } from './walk.js';

export interface Part extends Code {
  /** Values taken from spill places at the start; the parameters of a part that is not the first. */
  readonly imports: readonly Node[];
}

export interface Split {
  /** The first is the procedure itself. The others are called by numbers from `firstPart` on, in order. */
  readonly parts: readonly Part[];
  /** Spill places from `firstSpill` on. */
  readonly spills: ReadonlyMap<Node, number>;
}

export interface SplitRules {
  /** The most that the instructions of one part may weigh. */
  readonly limit: number;
  /** Weight of an instruction with its expressions, without the blocks inside it. */
  weight(code: Code, instruction: Instruction): number;
  /** Weight of taking a value from a spill place or putting it there. */
  readonly spillWeight: number;
  readonly firstPart: number;
  readonly firstSpill: number;
}

export function split(code: Code, rules: SplitRules): Split {
  const least = 4 * rules.weight(code, { kind: 'call', procedure: 0 });
  if (rules.limit < least)
    throw new Error(`split: a limit of ${rules.limit}, less than ${least}, holds no calls`);
  // What nested blocks spill is known only from the parts: where it is too much, the parts are made smaller.
  for (let limit = rules.limit; ; limit *= 0.9) {
    const attempt = splitAt(code, rules, limit);
    if (attempt.parts.length === 1) return attempt;
    const fits = attempt.parts.every((part) => partWeight(part, attempt.spills, rules) <= rules.limit);
    if (fits || limit < least / 0.9 || limit < rules.limit / 10) return attempt;
  }
}

function partWeight(part: Part, spills: ReadonlyMap<Node, number>, rules: SplitRules): number {
  let weight = part.imports.length * rules.spillWeight;
  walk(part, {
    instruction(i) {
      weight += rules.weight(part, i);
      weight += rules.spillWeight * setBy(i).filter((node) => spills.has(node)).length;
    },
  });
  return weight;
}

interface Cut {
  readonly instruction: Instruction;
  readonly weight: number;
}

function splitAt(code: Code, rules: SplitRules, limit: number): Split {
  const bodies: Instruction[][] = [];
  const callWeight = rules.weight(code, { kind: 'call', procedure: 0 });

  /** A block, cut so that it weighs at most the limit. */
  const cut = (block: readonly Instruction[]): { block: readonly Instruction[]; weight: number } => {
    const items = block.map((instruction) => cutInside(instruction));
    const total = items.reduce((sum, item) => sum + item.weight, 0);
    if (total <= limit) return { block: items.map((item) => item.instruction), weight: total };
    const { reads, sets, lastRead } = trafficOf(code, block);
    const calls: Instruction[] = [];
    let group = new Group();
    const close = (): void => {
      calls.push({ kind: 'call', procedure: rules.firstPart + bodies.length });
      bodies.push(group.instructions);
      group = new Group();
    };
    items.forEach((item, i) => {
      const isLast = (node: Node): boolean => lastRead.get(node) === i;
      const isKept = (node: Node): boolean => lastRead.has(node) && !isLast(node);
      const imports = reads[i].filter((node) => !group.sets.has(node) && !group.imports.has(node));
      const ended = reads[i].filter((node) => group.sets.has(node) && isLast(node)).length;
      const kept = sets[i].filter(isKept).length;
      const spills = group.imports.size + imports.length + group.kept - ended + kept;
      if (group.weight + item.weight + rules.spillWeight * spills > limit && group.instructions.length > 0) {
        close();
        for (const node of reads[i]) group.imports.add(node);
        group.kept = kept;
      } else {
        for (const node of imports) group.imports.add(node);
        group.kept += kept - ended;
      }
      for (const node of sets[i]) group.sets.add(node);
      group.instructions.push(item.instruction);
      group.weight += item.weight;
    });
    close();
    return cut(calls);
  };
  const cutInside = (instruction: Instruction): Cut => {
    const own = rules.weight(code, instruction);
    if (instruction.kind === 'if') {
      const [whenTrue, whenFalse] = cutTogether([instruction.whenTrue, instruction.whenFalse], limit - own);
      const weight = own + whenTrue.weight + whenFalse.weight;
      return {
        instruction: {
          ...instruction,
          whenTrue: whenTrue.block,
          whenFalse: whenFalse.block,
        },
        weight,
      };
    }
    if (instruction.kind === 'repeat') {
      const [body] = cutTogether([instruction.body], limit - own);
      return {
        instruction: { ...instruction, body: body.block },
        weight: own + body.weight,
      };
    }
    return { instruction, weight: own };
  };
  /** Blocks of one instruction; each becomes a part where they are too much for it. */
  const cutTogether = (blocks: readonly (readonly Instruction[])[], room: number) => {
    const pieces = blocks.map(cut);
    if (pieces.reduce((sum, piece) => sum + piece.weight, 0) <= room) return pieces;
    return pieces.map((piece) => {
      const call: Instruction = { kind: 'call', procedure: rules.firstPart + bodies.length };
      bodies.push([...piece.block]);
      return { block: [call], weight: callWeight };
    });
  };

  const first = cut(code.body).block;
  const spills = new Map<Node, number>();
  const parts = [first, ...bodies].map((body, i): Part => {
    const part = { ...code, body, results: i === 0 ? code.results : [] };
    const { imports, all } = bodies.length === 0 ? none : foreign(part);
    for (const node of all) if (!spills.has(node)) spills.set(node, rules.firstSpill + spills.size);
    return { ...part, parameters: i === 0 ? code.parameters : imports, imports };
  });
  return { parts, spills };
}

/** Instructions that become one part. */
class Group {
  readonly instructions: Instruction[] = [];
  readonly sets = new Set<Node>();
  readonly imports = new Set<Node>();
  /** How many of `sets` are read after the last instruction. */
  kept = 0;
  weight = 0;
}

/** For each instruction of a block the variables that it, with its blocks, reads and sets; and where each is read last. */
function trafficOf(code: Code, block: readonly Instruction[]) {
  const reads: (readonly Node[])[] = [];
  const sets: (readonly Node[])[] = [];
  const lastRead = new Map<Node, number>();
  block.forEach((instruction, i) => {
    reads.push(readBy(code, instruction));
    sets.push(setBy(instruction));
    for (const node of reads[i]) lastRead.set(node, i);
  });
  return { reads, sets, lastRead };
}

/** Variables that an instruction reads and, with its blocks, does not set. */
function readBy(code: Code, instruction: Instruction): readonly Node[] {
  const part = { ...code, body: [instruction], results: [] };
  if (instruction.kind === 'if' || instruction.kind === 'repeat') return foreign(part).all;
  const reads: Node[] = [];
  walk(part, { variable: (node) => reads.includes(node) || reads.push(node) });
  return reads;
}

interface Foreign {
  readonly all: readonly Node[];
  /** Those that are there when the part begins. */
  readonly imports: readonly Node[];
}

const none: Foreign = { all: [], imports: [] };

/** Variables that a part reads and does not set, in the order of first use. */
function foreign(part: Code): Foreign {
  const own = new Set<Node>(part.parameters);
  const all = new Set<Node>();
  const before = new Set<Node>();
  walk(part, {
    variable: (node, after) => {
      all.add(node);
      if (!after) before.add(node);
    },
    instruction: (i) => {
      for (const node of setBy(i)) own.add(node);
    },
  });
  return {
    all: [...all].filter((node) => !own.has(node)),
    imports: [...before].filter((node) => !own.has(node)),
  };
}
