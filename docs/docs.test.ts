/**
 * The pages of this folder and the README do what they say: scenarios assemble, commands run, programs type-check
 * and run, and every line that a page shows as output is a line of that output. Links lead somewhere.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { assemble, loadScenario } from 'pliant/scenario';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOnDisk } from '../checks/folders.js';
import { pliant } from './command.test.helper.js';
import { type Block, blocksOf, commandsOf } from './pages.test.helper.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** What a reader has: the robots, the examples, the packages, a robot of their own. */
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-docs-'));
  for (const name of ['robots', 'examples'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(root, 'robots/arm7/arm7.urdf'), join(folder, 'my-arm.urdf'));
  writeFileSync(join(folder, 'cell.zip'), zipSync(packed(join(root, 'robots/cell'), 'cell')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All files below a folder, by their paths in a zip. */
function packed(from: string, name: string): Record<string, Uint8Array> {
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [`${name}/${relative(from, path)}`, readFileSync(path)];
    }),
  );
}

interface Ending {
  readonly status: number | null;
  readonly output: string;
}

function node(args: readonly string[]): Ending {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, output: stderr + stdout };
}

const typed: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};
const host = ts.createCompilerHost(typed);
const { getSourceFile } = host;
/** Declarations of packages and of the language, which all programs share. */
const declarations = new Map<string, ts.SourceFile | undefined>();
host.getSourceFile = (name, ...rest) => {
  if (!name.endsWith('.d.ts')) return getSourceFile(name, ...rest);
  if (!declarations.has(name)) declarations.set(name, getSourceFile(name, ...rest));
  return declarations.get(name);
};

function typeFaults(path: string): string[] {
  return ts
    .getPreEmitDiagnostics(ts.createProgram([path], typed, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const spaceless = (line: string): string => line.trim().replace(/\s+/g, ' ');

/** Does what a block says; gives what was printed. */
async function follow(block: Block): Promise<string> {
  const { language, file, text } = block;
  if (file !== undefined) writeFileSync(join(folder, file), text);
  if (language === 'sh') {
    let output = '';
    for (const { words, status } of commandsOf(text)) {
      const ending = await pliant(folder, words);
      const printed = `${ending.stderr}${ending.stdout}\n`;
      expect(ending.status, `pliant ${words.join(' ')}\n${printed}`).toBe(status);
      output += printed;
    }
    return output;
  }
  if (language === 'ts') {
    expect(file, `the program of line ${block.line} has no name`).toBeDefined();
    expect(typeFaults(join(folder, file!))).toEqual([]);
    const ending = node([file!]);
    expect(ending.status, ending.output).toBe(0);
    return ending.output;
  }
  if (language === 'yaml') {
    expect(file, `the scenario of line ${block.line} has no name`).toBeDefined();
    const files = folderOnDisk(folder);
    const loaded = loadScenario(files, file!);
    expect(loaded.problems).toEqual([]);
    const assembled = assemble(loaded.value!, files);
    expect(assembled.problems).toEqual([]);
    assembled.value!.begin([]).advance(0.1);
  }
  return '';
}

describe.each(pages)('%s', (page) => {
  const markdown = readFileSync(join(root, page), 'utf8');

  it('does what it says, and says what comes out', { timeout: 300_000 }, async () => {
    let output = '';
    for (const block of blocksOf(markdown)) {
      if (block.language !== 'text') {
        output += await follow(block);
        continue;
      }
      const printed = new Set(output.split('\n').map(spaceless));
      const missing = block.text
        .split('\n')
        .map(spaceless)
        .filter((line) => line !== '' && line !== '…' && !printed.has(line));
      expect(missing, `lines of the block of line ${block.line} that are not in\n${output}`).toEqual([]);
      output = '';
    }
  });

  it('links to files that are there', () => {
    for (const [, target] of markdown.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      expect(existsSync(resolve(root, dirname(page), target)), target).toBe(true);
    }
  });
});
