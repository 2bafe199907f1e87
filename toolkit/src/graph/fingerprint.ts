/**
 * A short name of what a program computes: 64 bits in hexadecimal, the same wherever it is traced. Two lanes of FNV-1a (Fowler,
 * Noll and Vo, 32 bits), of which the second sees each byte turned over. It tells versions apart; it is no signature.
 */
import type { Address, Program, Statement } from './program.js';

const word = 4294967296;
const prime = 403;
const base = 2166136261;

class Hash {
  #a = base;
  #b = base ^ 0x5bd1e995;
  readonly #bytes = new Uint8Array(8);
  readonly #float = new Float64Array(this.#bytes.buffer);

  byte(x: number): void {
    // The prime is 2^24 + 403.
    const a = (this.#a ^ x) >>> 0;
    this.#a = (a * prime + (a & 255) * 16777216) % word;
    const b = (this.#b ^ (255 - x)) >>> 0;
    this.#b = (b * prime + (b & 255) * 16777216) % word;
  }

  number(x: number): void {
    const none = Number.isNaN(x);
    this.#float[0] = none ? 0.5 : x;
    for (const byte of this.#bytes) this.byte(byte);
    if (none) this.byte(1);
  }

  text(text: string): void {
    this.number(text.length);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      this.byte(code & 255);
      this.byte(code >> 8);
    }
  }

  get hex(): string {
    return [this.#a, this.#b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

/** Of names, places, units, initial values and ranges of all fields, and of all that the procedures do. */
export function fingerprint({ name, graph, layout, procedures }: Program): string {
  const hash = new Hash();
  hash.text(name);
  for (const { name, region, size, unit, initial = 0, range = [], labels = [] } of layout.fields)
    hash.text(JSON.stringify([name, region, size, unit, [initial, range].flat(2).map(String), labels]));
  hash.number(graph.size);
  for (let i = 0; i < graph.size; i++) {
    const node = i as Parameters<typeof graph.op>[0];
    hash.byte(graph.op(node));
    if (graph.isConstant(node)) hash.number(graph.value(node));
    else for (let k = 0; k < 3; k++) hash.number(graph.operand(node, k));
  }
  for (const procedure of procedures) {
    hash.text(procedure.name);
    block(hash, procedure.body);
  }
  return hash.hex;
}

function block(hash: Hash, statements: readonly Statement[]): void {
  hash.number(statements.length);
  for (const statement of statements) {
    hash.text(statement.kind);
    if (statement.kind === 'load') {
      hash.number(statement.leaf);
      place(hash, statement.from);
    } else if (statement.kind === 'store') {
      place(hash, statement.to);
      hash.number(statement.value);
    } else if (statement.kind === 'call') hash.text(statement.procedure);
    else if (statement.kind === 'if') {
      hash.number(statement.test);
      block(hash, statement.whenTrue);
      block(hash, statement.whenFalse);
    } else {
      for (const x of [statement.count, statement.index, statement.until ?? -1]) hash.number(x);
      block(hash, statement.body);
    }
  }
}

function place(hash: Hash, { field, index, dynamic }: Address): void {
  hash.text(field.name);
  hash.number(index);
  hash.byte(dynamic ? 1 : 0);
}
