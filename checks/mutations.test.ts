/** Keeps the lists of mutations from rotting: `npm run mutants` takes minutes, this a moment. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { checkout } from './folders.js';
import { type Mutation, mutated } from './mutation.js';
import { mutations } from './mutations/index.js';

const rooms = Object.entries(mutations);

/** What is wrong with a mutation itself, in words. */
function faultsOf(mutation: Mutation): string[] {
  const { file, why, tests } = mutation;
  const faults: string[] = [];
  try {
    const before = readFileSync(join(checkout, file), 'utf8');
    const after = mutated(before, mutation);
    if (after === before) faults.push('changes nothing');
    for (const problem of syntaxProblems(after)) faults.push(`breaks more than meant: ${problem}`);
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  if (tests.length === 0) faults.push('names no test');
  for (const test of tests) if (!existsSync(join(checkout, test))) faults.push(`there is no ${test}`);
  return faults.map((fault) => `${file}: ${why}: ${fault}`);
}

/** A text that does not parse fails every test, which proves nothing. */
function syntaxProblems(text: string): string[] {
  const source = ts.createSourceFile('mutated.ts', text, ts.ScriptTarget.ES2022);
  const { parseDiagnostics } = source as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] };
  return parseDiagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

describe.each(rooms)('mutations of %s', (room, list) => {
  it('stand once in their files, parse, and name tests that are there', () => {
    expect(list.flatMap(faultsOf)).toEqual([]);
  });

  it('are at least four, each its own, all of this room', () => {
    expect(list.length).toBeGreaterThanOrEqual(4);
    const names = list.map(({ file, why }) => `${file}: ${why}`);
    expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
    expect(list.filter(({ file }) => !file.includes(`${room}/`))).toEqual([]);
  });
});
