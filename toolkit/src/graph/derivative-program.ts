/**
 * Derivatives of procedures: a straight-line procedure, with the procedures that it calls, is read as a map from
 * the memory before to the memory after, and that map is differentiated. Branches, loops and computed addresses
 * have no such map; they are refused by name.
 */
import { jacobian } from './derivative.js';
import type { Graph, Node } from './graph.js';
import { type Field, fieldOf } from './layout.js';
import { apply, arity, Op } from './ops.js';
import { type Program, ProgramBuilder, type Statement } from './program.js';

export interface Linearisation {
  /**
   * Procedures `values`, which does what the given one does, and `jacobian`, which does so too and writes the
   * field `jacobian` as well. The layout is the given program's with that field at the end of the region
   * `observed`: offsets of parameters, derived, inputs, state and outputs are as before.
   */
  readonly program: Program;
  /** Row-major: a row for each entry of the `of` fields, a column for each entry of the `by` fields, in order. */
  readonly jacobian: Field;
  readonly rows: number;
  readonly columns: number;
}

/**
 * Derivatives of fields after a procedure by fields before it.
 *
 * Each entry has the unit of its row over that of its column. Points where the procedure is singular or has a
 * kink: see derivative.ts.
 * @throws where the procedure (or one that it calls) holds an `if`, a `repeat` or a computed address: the message
 *   names procedure and statement; where a field or procedure does not exist.
 */
export function linearise(
  program: Program,
  procedure: string,
  of: readonly string[],
  by: readonly string[],
): Linearisation {
  const builder = new ProgramBuilder(program.name);
  const graph = builder.graph;
  for (const field of program.layout.fields) builder.field(field);
  const rows = of.flatMap((name) => entries(fieldOf(program.layout, name)));
  const columns = by.flatMap((name) => entries(fieldOf(program.layout, name)));
  const field = builder.field({
    name: 'jacobian',
    region: 'observed',
    size: rows.length * columns.length,
    unit: rows.flatMap((r) => columns.map((c) => quotient(unitOf(r), unitOf(c)))),
    meaning: `derivatives of ${of.join(', ')} by ${by.join(', ')} through ${procedure}, row by row`,
  });

  const trace = (): Memory => {
    const memory = new Memory(program.graph, graph, ({ field, index }) => builder.load(here(field), index));
    memory.run(program, procedure);
    return memory;
  };
  const here = (old: Field): Field => builder.layout.find(old.name) as Field;
  const write = (memory: Memory): void => {
    for (const [entry, value] of memory.stored()) builder.store(here(entry.field), entry.index, value);
  };
  builder.procedure('values', () => write(trace()));
  builder.procedure('jacobian', () => {
    const memory = trace();
    const leaves = columns.map((entry) => memory.before(entry));
    const matrix = jacobian(
      graph,
      rows.map((entry) => memory.after(entry)),
      leaves,
    );
    write(memory);
    builder.storeAll(field, matrix.flat());
  });
  return {
    program: builder.finish(),
    jacobian: field,
    rows: rows.length,
    columns: columns.length,
  };
}

interface Entry {
  readonly field: Field;
  readonly index: number;
}

function entries(field: Field): Entry[] {
  return Array.from({ length: field.size }, (_, index) => ({ field, index }));
}

function unitOf({ field, index }: Entry): string {
  return typeof field.unit === 'string' ? field.unit : field.unit[index];
}

function quotient(above: string, below: string): string {
  if (below === '') return above;
  return above === below ? '' : `${above === '' ? '1' : above}/(${below})`;
}

/** The memory as expressions of what stood in it before. */
class Memory {
  readonly #source: Graph;
  readonly #graph: Graph;
  readonly #load: (entry: Entry) => Node;
  readonly #before = new Map<string, Node>();
  readonly #stored = new Map<string, readonly [Entry, Node]>();
  /** Nodes of the source's nodes; a leaf that is loaded again gets a new one, and so does all that uses it. */
  #nodes = new Map<Node, Node>();

  constructor(source: Graph, graph: Graph, load: (entry: Entry) => Node) {
    this.#source = source;
    this.#graph = graph;
    this.#load = load;
  }

  /** The entry before the procedure. */
  before(entry: Entry): Node {
    const key = `${entry.field.name}\n${entry.index}`;
    let leaf = this.#before.get(key);
    if (leaf === undefined) {
      leaf = this.#load(entry);
      this.#before.set(key, leaf);
    }
    return leaf;
  }

  /** The entry as it is now. */
  after(entry: Entry): Node {
    return this.#stored.get(`${entry.field.name}\n${entry.index}`)?.[1] ?? this.before(entry);
  }

  stored(): Iterable<readonly [Entry, Node]> {
    return this.#stored.values();
  }

  run(program: Program, procedure: string): void {
    const found = program.procedures.find((p) => p.name === procedure);
    if (found === undefined) throw new Error(`derivative: no procedure ${procedure}`);
    // A procedure may run twice; its leaves then stand for other values.
    const outer = this.#nodes;
    this.#nodes = new Map();
    found.body.forEach((s, i) => {
      const refuse = (what: string): Error =>
        new Error(`derivative: procedure ${procedure}, statement ${i + 1}: no derivative through ${what}`);
      this.#statement(program, s, refuse);
    });
    this.#nodes = outer;
  }

  #statement(program: Program, s: Statement, refuse: (what: string) => Error): void {
    if (s.kind === 'if' || s.kind === 'repeat') throw refuse(`'${s.kind}'`);
    if (s.kind === 'call') {
      this.run(program, s.procedure);
      return;
    }
    const address = s.kind === 'load' ? s.from : s.to;
    const { field, index } = address;
    if (address.dynamic) throw refuse(`a computed address in ${field.name}`);
    const entry = { field, index: index as number };
    if (s.kind === 'load') this.#nodes.set(s.leaf, this.after(entry));
    else this.#stored.set(`${field.name}\n${index}`, [entry, this.#translate(s.value)]);
  }

  #translate(root: Node): Node {
    const nodes = this.#nodes;
    const stack: Node[] = [root];
    for (let node = stack.at(-1); node !== undefined; node = stack.at(-1)) {
      const op = this.#source.op(node);
      if (nodes.has(node)) {
        stack.pop();
      } else if (op === Op.constant) {
        nodes.set(node, this.#graph.constant(this.#source.value(node)));
      } else if (op === Op.leaf) {
        throw new Error('derivative: a value is used outside the procedure that loads it');
      } else {
        const operands = Array.from({ length: arity[op] }, (_, k) => this.#source.operand(node as Node, k));
        const missing = operands.filter((operand) => !nodes.has(operand));
        stack.push(...missing);
        if (missing.length > 0) continue;
        const [a, b, c] = operands.map((operand) => nodes.get(operand) as Node);
        nodes.set(node, apply(this.#graph, op, a, b, c));
      }
    }
    return nodes.get(root) as Node;
  }
}
