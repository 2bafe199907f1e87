/**
 * The one way through: a room imports only rooms above it, no file of a room is in a cycle, and the toolkit
 * reaches for no clock, no chance, no DOM and no Node. `import type`, re-exports and dynamic imports count.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../toolkit/src', import.meta.url));

/** Top to bottom; the table of docs/architecture.md stands in the same order (tested below). */
const rooms = [
  'problem',
  'math',
  'geometry',
  'robot',
  'graph',
  'model',
  'port',
  'mechanism',
  'control',
  'plant',
  'run',
  'record',
  'analyse',
  'tune',
  'figures',
  'report',
  'scenario',
];
/** Rooms whose numbers must have the same bits everywhere. */
const exact = new Set(['math', 'geometry', 'graph', 'model', 'mechanism', 'control', 'plant', 'run']);
const exactMath = new Set(['sqrt', 'abs', 'floor', 'ceil', 'trunc', 'imul', 'clz32']);
/** Besides these, the comparisons and rounding that every engine gives alike. */
const plainMath = new Set([...exactMath, 'min', 'max', 'round', 'sign']);
const forbiddenGlobals = new Set([
  'Date',
  'performance',
  'window',
  'document',
  'navigator',
  'self',
  'localStorage',
  'fetch',
  'XMLHttpRequest',
  'DOMParser',
  'process',
  'Buffer',
  'require',
  '__dirname',
  '__filename',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'crypto',
  'eval',
]);
/** The room that control imports must not reach. */
const never: Record<string, string[]> = {
  plant: ['control', 'mechanism'],
  report: ['run', 'control', 'plant'],
};

interface File {
  readonly path: string;
  readonly room: string;
  readonly tree: ts.SourceFile;
}

const files: File[] = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test\.(helper\.)?ts$/.test(name) && !name.endsWith('.d.ts'))
  .sort()
  .map((name) => {
    const path = join(source, name);
    const room = name.includes(sep) ? name.split(sep)[0] : '';
    return {
      path,
      room,
      tree: ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true),
    };
  });

function importsOf(file: File): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier !== undefined
    ) {
      if (ts.isStringLiteral(node.moduleSpecifier)) found.push(node.moduleSpecifier.text);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const argument = node.arguments[0];
      found.push(argument !== undefined && ts.isStringLiteral(argument) ? argument.text : '<computed>');
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal)) found.push(node.argument.literal.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file.tree);
  return found;
}

function targetOf(file: File, specifier: string): File | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = join(dirname(file.path), specifier.replace(/\.js$/, '.ts'));
  return files.find((f) => f.path === path);
}

function place(file: File, node: ts.Node): string {
  const { line } = file.tree.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(source, file.path)}:${line + 1}`;
}

describe('rooms', () => {
  it('has files, each in a known room', () => {
    expect(files.length).toBeGreaterThan(20);
    const strangers = files
      .filter((f) => f.room !== '' && !rooms.includes(f.room))
      .map((f) => relative(source, f.path));
    expect(strangers).toEqual([]);
  });

  it('stands in the order of docs/architecture.md', () => {
    const page = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map((m) => m[1]);
    expect(listed).toEqual(rooms.filter((r) => listed.includes(r)));
    const withFiles = rooms.filter((r) => files.some((f) => f.room === r));
    expect(withFiles.filter((r) => !listed.includes(r))).toEqual([]);
  });

  it('imports upwards only, other rooms through their index', () => {
    const faults: string[] = [];
    for (const file of files) {
      for (const specifier of importsOf(file)) {
        const from = relative(source, file.path);
        if (specifier.startsWith('node:')) faults.push(`${from}: ${specifier} in the toolkit`);
        if (specifier === '<computed>') faults.push(`${from}: a computed import`);
        if (!specifier.startsWith('.')) continue;
        const target = targetOf(file, specifier);
        if (target === undefined) {
          faults.push(`${from}: ${specifier} is no file of the toolkit`);
          continue;
        }
        if (file.room === target.room || file.room === '') continue;
        if (rooms.indexOf(target.room) >= rooms.indexOf(file.room))
          faults.push(`${from}: ${file.room} imports ${target.room}`);
        if (never[file.room]?.includes(target.room))
          faults.push(`${from}: ${file.room} must not know ${target.room}`);
        if (!target.path.endsWith(`${sep}index.ts`))
          faults.push(`${from}: ${specifier} goes past the index of ${target.room}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it.each([
    ['MuJoCo', '@mujoco/', 'mujoco.ts'],
    ['three', 'three', 'meshes.ts'],
  ])('loads %s in one entry that nothing else imports', (_, library, name) => {
    const entry = join(source, name);
    const faults = files.flatMap((file) =>
      importsOf(file)
        .filter((specifier) =>
          specifier.startsWith(library) ? file.path !== entry : targetOf(file, specifier)?.path === entry,
        )
        .map((specifier) => `${relative(source, file.path)}: ${specifier}`),
    );
    expect(faults).toEqual([]);
    expect(files.find(({ path }) => path === entry)).toBeDefined();
  });

  it('has no cycle of files', () => {
    const state = new Map<File, 'open' | 'done'>();
    const cycles: string[] = [];
    const walk = (file: File, trail: File[]): void => {
      state.set(file, 'open');
      for (const specifier of importsOf(file)) {
        const target = targetOf(file, specifier);
        if (target === undefined) continue;
        if (state.get(target) === 'open') {
          const loop = [...trail.slice(trail.indexOf(target)), target];
          cycles.push(loop.map((f) => relative(source, f.path)).join(' → '));
        } else if (!state.has(target)) walk(target, [...trail, target]);
      }
      state.set(file, 'done');
    };
    for (const file of files) if (!state.has(file)) walk(file, [file]);
    expect(cycles).toEqual([]);
  });

  it('reaches for no clock, chance, DOM or Node, and for no inexact Math', () => {
    const faults: string[] = [];
    for (const file of files) {
      const visit = (node: ts.Node): void => {
        if (
          ts.isPropertyAccessExpression(node) &&
          ts.isIdentifier(node.expression) &&
          node.expression.text === 'Math'
        ) {
          const allowed = exact.has(file.room) ? exactMath : plainMath;
          if (!allowed.has(node.name.text)) faults.push(`${place(file, node)}: Math.${node.name.text}`);
        } else if (ts.isIdentifier(node) && forbiddenGlobals.has(node.text)) {
          const parent = node.parent;
          const isName =
            (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
            (ts.isPropertyAssignment(parent) && parent.name === node) ||
            (ts.isPropertySignature(parent) && parent.name === node) ||
            (ts.isMethodSignature(parent) && parent.name === node) ||
            (ts.isMethodDeclaration(parent) && parent.name === node);
          const isLocal =
            file.tree.text.includes(`const ${node.text} `) || file.tree.text.includes(`${node.text}:`);
          if (!isName && !isLocal) faults.push(`${place(file, node)}: ${node.text}`);
        }
        ts.forEachChild(node, visit);
      };
      visit(file.tree);
    }
    expect(faults).toEqual([]);
  });
});
