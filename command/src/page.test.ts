import { describe, expect, it } from 'vitest';
import { commandPage } from './page.js';
import { makeProgram } from './program.js';

const context = { folder: '.', out() {}, talk() {}, watched: false, clock: () => 0, now: () => new Date(0) };

describe('the command page', () => {
  it('has every verb with its arguments and options, and every exit status', () => {
    const { program } = makeProgram(context);
    const page = commandPage(program);
    expect(program.commands.map((verb) => verb.name())).toEqual([
      'check',
      'show',
      'convert',
      'run',
      'margin',
      'export',
      'measure',
      'figures',
      'doctor',
    ]);
    for (const verb of program.commands) {
      const from = page.indexOf(`## pliant ${verb.name()}\n`);
      expect(from).toBeGreaterThan(0);
      const part = page.slice(from, page.indexOf('\n## ', from) + 1 || undefined);
      for (const option of verb.options)
        expect(part).toContain(`| \`${option.flags}\` | ${option.description} |`);
      for (const argument of verb.registeredArguments) expect(part).toContain(`<${argument.name()}>`);
      expect(part).toContain('`--json`');
    }
    for (const code of [0, 1, 2, 3, 4]) expect(page).toContain(`| ${code} | `);
  });
});
