/**
 * A copy of the project in which sources are overwritten and tests run, in one process that keeps what it has
 * transformed: only files that were written are read again.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { checkout } from './folders.js';

/** What tests and their configuration read. */
const COPIED = [
  'toolkit',
  'command',
  'checks',
  'bench',
  'robots',
  'examples',
  'docs',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vitest.config.ts',
];

export interface Outcome {
  readonly kind: 'passed' | 'failed' | 'stuck';
  /** The first failure, in the words of the test. */
  readonly text: string;
}

export class MutantRunner {
  readonly #folder = mkdtempSync(join(tmpdir(), 'pliant-mutants-'));
  #vitest: Vitest | undefined;

  constructor() {
    for (const name of COPIED) {
      cpSync(join(checkout, name), join(this.#folder, name), {
        recursive: true,
        filter: (path) => !/\/(node_modules|dist)$/.test(path),
      });
    }
    symlinkSync(join(checkout, 'node_modules'), join(this.#folder, 'node_modules'));
  }

  read(file: string): string {
    return readFileSync(join(this.#folder, file), 'utf8');
  }

  write(file: string, text: string): void {
    const path = join(this.#folder, file);
    writeFileSync(path, text);
    this.#vitest?.invalidateFile(path);
  }

  /**
   * Runs test files and stops at the first failure, or after `longest` seconds: a mutation may well make a loop
   * without an end.
   */
  async run(tests: readonly string[], longest: number): Promise<Outcome> {
    this.#vitest ??= await this.#start();
    const vitest = this.#vitest;
    const specifications: TestSpecification[] = [];
    for (const test of tests) {
      const found = await vitest.globTestSpecifications([join(this.#folder, test)]);
      if (found.length === 0) return { kind: 'failed', text: 'there is no such test' };
      specifications.push(...found);
    }
    // What earlier runs left behind would count as failures of this one.
    vitest.state.filesMap.clear();
    vitest.state.idMap.clear();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((done) => {
      timer = setTimeout(() => done(undefined), 1000 * longest);
    });
    const result = await Promise.race([vitest.runTestSpecifications(specifications), late]);
    clearTimeout(timer);
    if (result === undefined) {
      // Asked once, a worker may finish its test; asked again, it is ended.
      void vitest.cancelCurrentRun('keyboard-input');
      await vitest.cancelCurrentRun('keyboard-input');
      return { kind: 'stuck', text: `no end within ${longest} s` };
    }
    const text = [
      ...result.testModules.map(firstFailure),
      ...result.unhandledErrors.map((error) => String((error as Error).message ?? error)),
    ].find((failure) => failure !== undefined);
    if (text !== undefined) return { kind: 'failed', text };
    const ran = result.testModules.filter((module) => module.ok()).length;
    if (ran !== specifications.length) {
      return { kind: 'failed', text: `${ran} of ${specifications.length} test files came to an end` };
    }
    return { kind: 'passed', text: '' };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(): Promise<Vitest> {
    process.env.PLIANT_CORPUS = resolve(checkout, process.env.PLIANT_CORPUS ?? '../shared');
    return createVitest('test', {
      root: this.#folder,
      watch: false,
      bail: 1,
      pool: 'threads',
      isolate: true,
      maxWorkers: 1,
      cache: false,
      reporters: [{}],
    });
  }
}

function firstFailure(module: TestModule): string | undefined {
  for (const error of module.errors()) return `${module.relativeModuleId}: ${error.message}`;
  for (const test of module.children.allTests('failed')) {
    const { errors = [] } = test.result();
    return `${module.relativeModuleId}: ${test.fullName}: ${errors[0]?.message ?? 'failed'}`;
  }
  return undefined;
}
