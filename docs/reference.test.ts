/** The generated pages: they are made, link to each other and to what is there, and leave nothing out. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { laws } from 'pliant/control';
import { elements } from 'pliant/mechanism';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from './pages.test.helper.js';

const docs = fileURLToPath(new URL('.', import.meta.url));
const folder = join(docs, 'reference');
const page = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('docs/generate.js', () => {
  beforeAll(() => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(docs, 'generate.js')], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(6);
  }, 60_000);

  it('writes a section and a picture for every element', () => {
    const text = page('elements.md');
    for (const { family, kind } of elements) {
      expect(text).toContain(`\n## ${family}: ${kind}\n`);
      expect(text).toContain(`[\`${family}: ${kind}\`](#${family}-${kind})`);
      expect(page(`pictures/${family}-${kind}.svg`)).toMatch(/^<svg [^>]*xmlns=[^>]*><style>.*<\/svg>\n$/s);
    }
  });

  it('writes a section and a picture for every law, and no picture of anything else', () => {
    const text = page('laws.md');
    for (const { kind } of laws) {
      expect(text).toContain(`\n## law: ${kind}\n`);
      expect(page(`pictures/law-${kind}.svg`)).toMatch(/^<svg [^>]*xmlns=[^>]*><style>.*<\/svg>\n$/s);
    }
    expect(readdirSync(join(folder, 'pictures'))).toHaveLength(elements.length + laws.length);
  });

  it('writes every option of the command as it stands in the help', () => {
    const text = page('command.md');
    const bin = join(docs, '../command/bin/pliant.js');
    const help = (...words: readonly string[]): string =>
      spawnSync(process.execPath, [bin, ...words, '--help'], { encoding: 'utf8' }).stdout;
    const verbs = [...help().matchAll(/^ {2}(\w+) \[options\]/gm)].map(([, verb]) => verb);
    expect(verbs.length).toBeGreaterThanOrEqual(4);
    for (const verb of verbs) {
      const from = text.indexOf(`\n## pliant ${verb}\n`);
      expect(from).toBeGreaterThan(0);
      const part = text.slice(from, text.indexOf('\n## ', from + 1) >>> 0);
      const flags = [...help(verb).matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag);
      expect(flags).toContain('--json');
      for (const flag of flags.filter((name) => name !== '--help')) expect(part, verb).toContain(`\`${flag}`);
    }
  });

  it('writes channels under the names of the example, and links that lead somewhere', () => {
    const text = page('scenario.md');
    const [example] = blocksOf(text);
    expect(example.text).toContain('reach: { spring: linear');
    for (const channel of ['reach.force', 'brake.power', 'keep.torque', 'tool.velocity', 'ledger.residual'])
      expect(text).toContain(`\n| \`${channel}\` | `);
    for (const name of ['scenario.md', 'elements.md', 'command.md']) {
      const anchors = [...page(name).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
        heading
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      for (const [, target] of page(name).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (target.startsWith('#')) expect(anchors, `${name}: ${target}`).toContain(target.slice(1));
        else expect(existsSync(join(folder, target)), `${name}: ${target}`).toBe(true);
      }
    }
  });

  it('writes a JSON Schema that knows every element', () => {
    const schema = page('scenario.schema.json');
    expect(() => JSON.parse(schema)).not.toThrow();
    for (const { kind } of elements) expect(schema).toContain(JSON.stringify(kind));
  });
});
