import { describe, expect, it } from 'vitest';
import { laws } from '../control/index.js';
import { coordinates, elements } from '../mechanism/index.js';
import { memoryFiles } from '../robot/index.js';
import { checkScenario } from './check.js';
import { coordinateExample, coordinateReference } from './coordinate-reference.js';
import { coordinateSchema } from './coordinate-schema.js';
import { elementExample, elementReference } from './element-reference.js';
import { elementSchema } from './element-schema.js';
import { lawExample, lawReference } from './law-reference.js';
import { lawSchema } from './law-schema.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';
import { scenarioReference } from './reference.js';
import { scenarioSchema } from './scenario.js';
import type { Schema, VariantsShape } from './schema.js';

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
    for (const text of [
      '`semi-implicit`',
      '*viscous*',
      '| `settle` |',
      '| 1 kHz |',
      '| 5 s |',
      '| *within* | quantity |',
    ])
      expect(page).toContain(text);
  });

  it('have a row for every key that a scenario may have', () => {
    const page = `${scenarioReference()}${elementReference()}${coordinateReference()}${lawReference()}`;
    const missing: string[] = [];
    const walk = (schema: Schema): void => {
      const keysOf = schema.kind === 'keys' ? [schema.keys] : [];
      if (schema.kind === 'variants') keysOf.push(...schema.variants.map((variant) => variant.keys));
      for (const keys of keysOf) {
        for (const [name, key] of Object.entries(keys)) {
          const statistic = page.includes(`\n| \`${name}\` | `);
          if (!statistic && !page.includes(`\n| ${name} | `) && !page.includes(`\n| *${name}* | `))
            missing.push(name);
          walk(key.schema);
        }
      }
      if (schema.kind === 'either') schema.options.forEach(walk);
      if (schema.kind === 'list' || schema.kind === 'table') walk(schema.of);
      if (schema.kind === 'keys' && schema.rest !== undefined) walk(schema.rest.table);
    };
    walk(scenarioSchema);
    expect(missing).toEqual([]);
  });

  it('show every element by an example that is one', () => {
    const variants = (elementSchema as VariantsShape).variants.filter(({ given }) => given === undefined);
    expect(variants).toHaveLength(elements.length);
    for (const variant of variants) {
      const example = elementExample(variant);
      expect(elementReference()).toContain(`\`\`\`yaml\n${example}\n\`\`\``);
      const points = '  points: { goal: { startOf: tool, shift: [0, 1 cm, 0], turn: [0.1, 0, 0] } }';
      const bodies = '  bodies: { cart: { joint: { prismatic: [1, 0, 0] }, mass: 1 kg } }';
      const world = 'world: { post: { sphere: 5 cm, at: [2, 2, 0] } }\n';
      const text = madeScenario(`${points}\n${bodies}\n  elements:\n    ${example}\n`, world);
      const problems = checkScenario(memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() }), 'a.yaml');
      expect(problems.map(({ code, message }) => `${variant.word}: ${code} ${message}`)).toEqual([]);
    }
  });

  it('show every coordinate by an example that is one', () => {
    const { variants } = coordinateSchema as VariantsShape;
    expect(variants).toHaveLength(coordinates.length);
    for (const variant of variants) {
      const example = coordinateExample(variant);
      expect(coordinateReference()).toContain(`\`\`\`yaml\n${example}\n\`\`\``);
      const text = madeScenario(`  points: { goal: { startOf: tool, shift: [0, 1 cm, 0], turn: [0.1, 0, 0] } }
  coordinates:
    reach: { coordinate: offset, to: goal }
    length: { coordinate: norm, of: reach }
    shift: { coordinate: constant, numbers: [1 cm, 0, 0] }
    ${example}
`);
      const problems = checkScenario(memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() }), 'a.yaml');
      expect(problems.map(({ code, message }) => `${variant.word}: ${code} ${message}`)).toEqual([]);
    }
  });

  it('show every law by an example that is one', () => {
    const { variants } = lawSchema as VariantsShape;
    expect(variants).toHaveLength(laws.length);
    for (const variant of variants) {
      const example = lawExample(variant);
      expect(lawReference()).toContain(`\`\`\`yaml\n${example}\n\`\`\``);
      const text = madeScenario(`  points: { goal: { startOf: tool, shift: [0, 1 cm, 0], turn: [0.1, 0, 0] } }
  sensors: { wrist: { observer: { gain: 60 1/s } } }
  servo: { follow: { computed torque: { bandwidth: 20 rad/s } } }
  laws:
    ${example}
`);
      const problems = checkScenario(memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() }), 'a.yaml');
      const wrong = problems.filter(({ severity }) => severity === 'error');
      expect(wrong.map(({ code, message }) => `${variant.word}: ${code} ${message}`)).toEqual([]);
    }
  });

  it('give law, sign, energy, parameters and statuses of every law', () => {
    const page = lawReference();
    for (const { kind, doc, parameters, statuses = [] } of laws) {
      const from = page.indexOf(`## law: ${kind}\n`);
      expect(from).toBeGreaterThan(0);
      const part = page.slice(from, page.indexOf('\n## ', from) + 1 || undefined);
      for (const text of [doc.law, doc.sign, doc.energy, doc.singular, doc.source])
        expect(part).toContain(text);
      for (const { name } of parameters) expect(part).toMatch(new RegExp(`^\\| \\*?${name}\\*? \\|`, 'm'));
      for (const status of statuses) expect(part).toContain(`\`${status}\``);
    }
  });

  it('say a gain and its forms once, bounds as signs, defaults with their units', () => {
    const page = elementReference();
    expect(page).toContain(
      '| N/m, ≥ 0: one number, or three along the axes, or a symmetric matrix, 3 rows of 3 |',
    );
    expect(page).toContain('| N m/rad (N/m of a sliding joint), ≥ 0 |');
    expect(page).toContain('| number, ≥ 0, ≤ 100 |');
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
    for (const page of [scenarioReference(), elementReference(), lawReference()]) {
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
