/**
 * Several programs as one: their fields side by side in one memory, some of them the same entries under two
 * names, their procedures run one after the other as one. Lowering then computes once what several need (sines
 * and cosines of the same joint angles, say) and passes values on without memory.
 *
 * Joining changes no bits: a joined procedure leaves in every field what its parts leave when they run in this
 * order with copies between them. For simulators that run or export a controller and a plant as one piece of
 * code; each part has still seen only its own fields when it was written.
 */
import { Graph, type Node } from './graph.js';
import { type Field, fieldOf, LayoutBuilder } from './layout.js';
import { apply, arity, Op } from './ops.js';
import type { Address, Procedure, Program, Statement } from './program.js';

export interface Part {
  /** Stands before the names of its fields and procedures: `plant` makes `plant.q`, `plant.step`. */
  readonly prefix: string;
  readonly program: Program;
}

/** `to` (a field that its part never stores to) becomes the same entries as `from`; both as `prefix.name`. */
export interface Wire {
  readonly from: string;
  readonly to: string;
}

export interface JoinOptions {
  readonly name: string;
  readonly parts: readonly Part[];
  readonly wires: readonly Wire[];
  /** New procedures, each a sequence of parts' procedures as `prefix.name`. */
  readonly procedures: Readonly<Record<string, readonly string[]>>;
}

/**
 * The joined program: all procedures of the parts under their prefixes, then the new ones.
 * @throws on a name that is not there, on a wire between fields of different sizes, onto a field that is stored
 * to, or onto a field that has its entries from another wire.
 */
export function joinPrograms({ name, parts, wires, procedures }: JoinOptions): Program {
  const graph = new Graph();
  const layout = new LayoutBuilder();
  const fields = joinFields(layout, parts, wires);
  const copies = parts.map(({ prefix, program }) => new Copy(graph, prefix, program, fields));
  const joined: Procedure[] = copies.flatMap((copy) => copy.procedures());
  for (const [own, sequence] of Object.entries(procedures)) {
    if (joined.some((p) => p.name === own)) throw new Error(`join: procedure ${own} stands twice`);
    joined.push({ name: own, body: sequence.flatMap((each) => copyNamed(copies, each)) });
  }
  return { name, graph, layout: layout.finish(), procedures: joined };
}

function joinFields(
  layout: LayoutBuilder,
  parts: readonly Part[],
  wires: readonly Wire[],
): ReadonlyMap<Field, Field> {
  const source = new Map<Field, Field>();
  for (const { from, to } of wires) {
    const target = fieldNamed(parts, to);
    const origin = fieldNamed(parts, from);
    if (source.has(target)) throw new Error(`join: ${to} has two wires`);
    if (target.size !== origin.size) {
      throw new Error(`join: ${from} has ${origin.size} entries, ${to} has ${target.size}`);
    }
    source.set(target, origin);
  }
  for (const target of source.values()) {
    if (source.has(target))
      throw new Error(`join: a wire from ${target.name}, which has its entries from another`);
  }
  const fields = new Map<Field, Field>();
  for (const { prefix, program } of parts) {
    for (const field of program.layout.fields) {
      const { offset: _, ...spec } = field;
      if (!source.has(field)) fields.set(field, layout.add({ ...spec, name: `${prefix}.${field.name}` }));
    }
  }
  for (const [target, origin] of source) fields.set(target, fields.get(origin) as Field);
  for (const { prefix, program } of parts) {
    for (const target of storedFields(program.procedures.flatMap((p) => p.body))) {
      if (source.has(target))
        throw new Error(`join: ${prefix}.${target.name} is wired, and its part stores to it`);
    }
  }
  return fields;
}

function fieldNamed(parts: readonly Part[], name: string): Field {
  const part = parts.find(({ prefix }) => name.startsWith(`${prefix}.`));
  if (part === undefined) throw new Error(`join: no part for ${JSON.stringify(name)}`);
  return fieldOf(part.program.layout, name.slice(part.prefix.length + 1));
}

function copyNamed(copies: readonly Copy[], name: string): Statement[] {
  const copy = copies.find(({ prefix }) => name.startsWith(`${prefix}.`));
  const procedure = copy?.program.procedures.find((p) => `${copy.prefix}.${p.name}` === name);
  if (copy === undefined || procedure === undefined)
    throw new Error(`join: no procedure ${JSON.stringify(name)}`);
  return copy.statements(procedure.body);
}

function storedFields(statements: readonly Statement[]): Field[] {
  return statements.flatMap((s) => {
    if (s.kind === 'store') return [s.to.field];
    if (s.kind === 'if') return [...storedFields(s.whenTrue), ...storedFields(s.whenFalse)];
    return s.kind === 'repeat' ? storedFields(s.body) : [];
  });
}

/** Copies one part's statements into the joined graph; every copy of a statement has leaves of its own. */
class Copy {
  readonly prefix: string;
  readonly program: Program;
  readonly #graph: Graph;
  readonly #fields: ReadonlyMap<Field, Field>;
  #nodes = new Map<Node, Node>();

  constructor(graph: Graph, prefix: string, program: Program, fields: ReadonlyMap<Field, Field>) {
    this.prefix = prefix;
    this.program = program;
    this.#graph = graph;
    this.#fields = fields;
  }

  procedures(): Procedure[] {
    return this.program.procedures.map(({ name, body }) => ({
      name: `${this.prefix}.${name}`,
      body: this.statements(body),
    }));
  }

  statements(body: readonly Statement[]): Statement[] {
    this.#nodes = new Map();
    return body.map((s) => this.#statement(s));
  }

  #statement(s: Statement): Statement {
    switch (s.kind) {
      case 'load': {
        const from = this.#address(s.from);
        return { kind: 'load', leaf: this.#bind(s.leaf), from };
      }
      case 'store':
        return { kind: 'store', to: this.#address(s.to), value: this.#node(s.value) };
      case 'if':
        return {
          kind: 'if',
          test: this.#node(s.test),
          whenTrue: s.whenTrue.map((inner) => this.#statement(inner)),
          whenFalse: s.whenFalse.map((inner) => this.#statement(inner)),
        };
      case 'repeat': {
        const index = this.#bind(s.index);
        const body = s.body.map((inner) => this.#statement(inner));
        return { ...s, index, body, until: s.until === undefined ? undefined : this.#node(s.until) };
      }
      case 'call':
        return { kind: 'call', procedure: `${this.prefix}.${s.procedure}` };
    }
  }

  #bind(leaf: Node): Node {
    const own = this.#graph.leaf();
    this.#nodes.set(leaf, own);
    return own;
  }

  #address({ field, index, dynamic }: Address): Address {
    const own = this.#fields.get(field) as Field;
    return { field: own, index: dynamic ? this.#node(index as Node) : index, dynamic };
  }

  /** Without recursion: expressions may be deep. */
  #node(root: Node): Node {
    const { graph } = this.program;
    const nodes = this.#nodes;
    const stack = [root];
    while (stack.length > 0) {
      const node = stack[stack.length - 1];
      const op = graph.op(node);
      if (nodes.has(node)) stack.pop();
      else if (op === Op.constant) nodes.set(node, this.#graph.constant(graph.value(node)));
      else if (op === Op.leaf) throw new Error('join: a leaf is used before it is bound');
      else {
        const operands = Array.from({ length: arity[op] }, (_, k) => graph.operand(node, k));
        const missing = operands.filter((operand) => !nodes.has(operand));
        if (missing.length > 0) stack.push(...missing);
        else {
          const [a, b, c] = operands.map((operand) => nodes.get(operand) as Node);
          nodes.set(node, apply(this.#graph, op, a, b, c));
        }
      }
    }
    return nodes.get(root) as Node;
  }
}
