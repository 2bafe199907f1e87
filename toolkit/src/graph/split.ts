/**
 * Splitting: cuts code that is too long for one function of the target into parts that call each other.
 *
 * What one part computes and another needs passes through spill places, which the target keeps outside the
 * functions. A part takes what it needs when it begins; only the test at a loop's end reads a spill place when
 * it is evaluated, since the parts of the body may have written it.
 */
import type { Code, Instruction } from './code.js';
import type { Node } from './graph.js';
import { walk } from './walk.js';

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
  readonly firstPart: number;
  readonly firstSpill: number;
}

export function split(code: Code, rules: SplitRules): Split {
  const bodies: Instruction[][] = [];
  const { limit } = rules;
  const callWeight = rules.weight(code, { kind: 'call', procedure: 0 });
  if (limit < 4 * callWeight) throw new Error(`split: a limit of ${limit} holds no calls of ${callWeight}`);

  /** A block, cut so that it weighs at most the limit. */
  const cut = (block: readonly Instruction[]): { block: readonly Instruction[]; weight: number } => {
    const items = block.map((instruction) => cutInside(instruction));
    const total = items.reduce((sum, item) => sum + item.weight, 0);
    if (total <= limit) return { block: items.map((item) => item.instruction), weight: total };
    const calls: Instruction[] = [];
    let group: Instruction[] = [];
    let weight = 0;
    const close = (): void => {
      if (group.length === 0) return;
      calls.push({ kind: 'call', procedure: rules.firstPart + bodies.length });
      bodies.push(group);
      group = [];
      weight = 0;
    };
    for (const item of items) {
      if (weight + item.weight > limit) close();
      group.push(item.instruction);
      weight += item.weight;
    }
    close();
    return cut(calls);
  };
  const cutInside = (instruction: Instruction): { instruction: Instruction; weight: number } => {
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
    const part = { ...code, body, result: i === 0 ? code.result : undefined };
    const { imports, all } = bodies.length === 0 ? none : foreign(part);
    for (const node of all) if (!spills.has(node)) spills.set(node, rules.firstSpill + spills.size);
    return { ...part, parameters: i === 0 ? code.parameters : imports, imports };
  });
  return { parts, spills };
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
      if (i.kind === 'let') own.add(i.node);
      else if (i.kind === 'repeat') own.add(i.index);
    },
  });
  return {
    all: [...all].filter((node) => !own.has(node)),
    imports: [...before].filter((node) => !own.has(node)),
  };
}
