/** Runs that diverge, from end to end: they stop by themselves with 4, say what gained, and keep what was recorded. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readRecord } from 'pliant/record';
import { describe, expect, it } from 'vitest';
import { freshFolders } from './fresh-folders.test.helper.js';
import { armFile, trialFiles } from './trial.js';

const { pliant, path, text } = freshFolders('diverge', trialFiles);

function scenario(elements: string, more: Readonly<Record<'control' | 'bodies', string>>): string {
  return `pliant: 1
duration: 20 s
robots:
  arm: { file: ${armFile}, tool: { on: lower, at: [0, 0, 25 cm] }, start: { shoulder: 30 deg, elbow: 60 deg } }
control:
  ${more.control}
  points: { goal: { startOf: tool, shift: [0, 5 cm, 2 cm] } }
  bodies: { ${more.bodies} }
  elements:
    mild: { spring: linear, from: tool, to: goal, stiffness: 100 N/m }
    ${elements}
  compensate: [gravity]
  limits: { torque: none }
plant: { rigid: { joints: { stops: none, viscous: 0, coulomb: 0 } } }
`;
}

const held = { control: 'rate: 1 kHz', bodies: '' };
const cart = {
  ...held,
  bodies: 'cart: { joint: { prismatic: [0, 1, 0] }, at: [0.4, 0, 0.46], mass: 10 kg }',
};
const tool = 'from: tool, to: goal';

describe('a run that diverges', () => {
  it.each([
    [
      'a damper too strong for the tick',
      `wild: { damper: linear, ${tool}, damping: 5e4 N s/m }`,
      held,
      'sampling',
    ],
    [
      'a spring too stiff for the tick',
      `wild: { spring: linear, ${tool}, stiffness: 1e8 N/m }`,
      held,
      'sampling',
    ],
    [
      'a repulsion too stiff for the tick',
      `wild: { spring: repel, ${tool}, stiffness: 1e8 N/m, radius: 1 m }`,
      held,
      'sampling',
    ],
    [
      'a coupling to a virtual body',
      'wild: { spring: linear, from: tool, to: cart, stiffness: 1e8 N/m }',
      cart,
      'sampling',
    ],
    [
      'a source without bound under a continuous law',
      'wild: { source: force, at: tool, force: [0, 1e5, 0] }',
      { ...held, control: 'rate: continuous' },
      'source',
    ],
  ])('by %s stops with 4, names it and keeps the record', async (_, elements, more, line) => {
    writeFileSync(path('wild.yaml'), scenario(elements, more));
    const { code, out } = await pliant('run', 'wild.yaml', '--out', 'x', '--json');
    expect(code).toBe(4);
    const told = JSON.parse(out);
    expect(told.status).toBe('diverged');
    expect(told.divergence).toMatchObject({ element: 'wild', gained: { kind: line } });
    expect(readdirSync(path('x'))).toEqual(expect.arrayContaining(['about.json', 'log.mcap', 'report.html']));
    expect(text('x/report.html')).toContain('diverged');
    const { value, problems } = readRecord(readFileSync(path('x', 'log.mcap')));
    expect(problems).toEqual([]);
    expect(value?.series.length).toBeGreaterThan(0);
  });
});
