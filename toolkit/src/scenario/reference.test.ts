import { describe, expect, it } from 'vitest';
import { elements } from '../mechanism/index.js';
import { elementReference, scenarioReference } from './reference.js';

describe('the reference pages', () => {
  it('name every section, key and statistic of a scenario', () => {
    const page = scenarioReference();
    for (const heading of [
      'robots.<name>',
      'robots.<name>.tool',
      'control.points.<name>',
      'control.limits.force',
      'plant.rigid.joints',
      'events',
      'measure.<name>',
    ]) {
      expect(page).toContain(`# \`${heading}\``);
    }
    for (const text of ['`semi-implicit`', '*viscous*', '| `settle` |', '| 1000 |'])
      expect(page).toContain(text);
  });

  it('give law, sign, energy and parameters of every element', () => {
    const page = elementReference();
    for (const { family, kind, doc, parameters } of elements) {
      const from = page.indexOf(`## ${family}: ${kind}\n`);
      expect(from).toBeGreaterThan(0);
      const part = page.slice(from, page.indexOf('\n## ', from) + 1 || undefined);
      expect(part).toContain(`- Law: ${doc.law}`);
      for (const { name } of parameters) expect(part).toMatch(new RegExp(`^\\| \\*?${name}\\*? \\|`, 'm'));
    }
  });

  it('are tables that hold together', () => {
    for (const page of [scenarioReference(), elementReference()]) {
      const lines = page.split('\n');
      for (const [i, line] of lines.entries()) {
        if (!/^\|(-+\|)+$/.test(line)) continue;
        const columns = line.split('|').length;
        for (let k = i - 1; lines[k]?.startsWith('|'); k++) {
          expect(lines[k].replaceAll('\\|', '').split('|').length, lines[k]).toBe(columns);
        }
      }
    }
  });
});
