import { describe, expect, it } from 'vitest';
import type { Design } from '../control/index.js';
import { chain, element, reaching } from './designs.test.helper.js';
import { marginOf } from './margin.js';
import { formatMargin } from './margin-text.js';

/** A turning joint that carries a slide; `l3` is the tip. */
const mixed = () =>
  chain([
    { centre: [0.2, 0, 0], mass: 1 },
    { type: 'prismatic', axis: [1, 0, 0], mass: 1 },
    { type: 'fixed', xyz: [0.3, 0, 0] },
  ]);

const push = element('push', 'source', 'force', { at: 'tip' }, { force: [1, 0, 0] });

function told(design: Design, coulomb: readonly number[] = [0, 0], joints = design.model.neutral): string {
  return formatMargin(marginOf(design, { start: joints, starts: 3, joints: { coulomb } }));
}

describe('a margin in words', () => {
  it('gives the friction of turning and of sliding joints with the unit of each', () => {
    const design = reaching(mixed(), 'l3', 200, [0.3, 0.2, 0]);
    expect(told(design, [0.2, 3])).toMatch(/^stiction, by 0.2 N m and 3 N of Coulomb friction/m);
    expect(
      told(
        reaching(
          chain([
            { centre: [0.5, 0, 0], mass: 2 },
            { xyz: [0.5, 0, 0], mass: 1 },
          ]),
          'l2',
          200,
          [0.4, 0.2, 0],
        ),
        [0, 1],
      ),
    ).toMatch(/^stiction, by 0 N m … 1 N m of Coulomb friction/m);
  });

  it('tells minima that differ in nothing that is shown once', () => {
    const margin = marginOf(reaching(mixed(), 'l3', 200, [0.1, 0.2, 0.5]), { start: [0, 0], starts: 3 });
    const [e] = margin.equilibria.equilibria;
    const other = { ...e, energy: e.energy + 1 };
    const prediction = { ...margin.prediction, equilibrium: 1 };
    const equilibria = { ...margin.equilibria, equilibria: [e, other, { ...e, found: 5 }] };
    const text = formatMargin({ ...margin, prediction, equilibria });
    const starts = e.found + 5;
    expect(text).toMatch(new RegExp(`^1, 3 +[\\d.]+ m?J .* ${starts}\\b`, 'm'));
    expect(text.match(/^1, 3 are .* short of /gm)?.length).toBe(1);
    expect(text.match(/^2 is .* short of /gm)?.length).toBe(1);
    expect(text).not.toMatch(/^3 /m);
  });

  it('prints of many minima where the run ends, the lowest and the likeliest, and counts the others', () => {
    const margin = marginOf(reaching(mixed(), 'l3', 200, [0.1, 0.2, 0.5]), { start: [0, 0], starts: 3 });
    const [e] = margin.equilibria.equilibria;
    const founds = [2, 1, 9, 8, 1, 7, 1, 6, 1, 1];
    const all = founds.map((found, i) => ({ ...e, energy: i + 1, found }));
    const many = (count: number) => ({
      ...margin,
      prediction: { ...margin.prediction, equilibrium: 4 },
      equilibria: { ...margin.equilibria, equilibria: all.slice(0, count) },
    });
    const rows = (text: string) => [...text.matchAll(/^(\d+) +\d+ J/gm)].map(([, name]) => Number(name));
    expect(rows(formatMargin(many(10)))).toEqual([1, 3, 4, 5, 6, 8]);
    expect(formatMargin(many(10))).toMatch(
      /^and 4 more, in which 4 starts end, .* short .* \(--all tells them\)$/m,
    );
    expect(formatMargin(many(10)).match(/ is .* short of /gm)?.length).toBe(7);
    expect(rows(formatMargin(many(10), { all: true }))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(rows(formatMargin(many(7)))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('says why there is nothing to list', () => {
    const design: Design = { ...reaching(mixed(), 'l3', 200, [0, 0, 0]), elements: [push] };
    expect(told(design)).toMatch(
      /^minima of the potential: none, from 4 starts \(seed 0\): 4 did not come to rest, as under a pull without end$/m,
    );
  });

  it('says that a projected element leaves no potential, and that it may put energy in', () => {
    const keep = {
      ...element('keep', 'spring', 'posture', {}, { stiffness: [5, 5], target: [0.5, 0.1] }),
      joints: ['j1', 'j2'],
      nullspaceOf: ['far'],
    };
    const far = element('far', 'spring', 'joint', { joint: 'j2' }, { stiffness: [100], target: [0.2] });
    const design = reaching(mixed(), 'l3', 200, [0, 0, 0]);
    const text = told({ ...design, elements: [far, keep] }, [0, 0], [0.2, 0.05]);
    expect(text).toMatch(/^stable equilibria of the forces, from 4 starts/m);
    expect(text).toMatch(/^keep acts in a null space, where forces have no potential/m);
    expect(text).toMatch(
      /^by design not passive, because the projection of keep into a null space can put energy in/m,
    );
    expect(text).not.toMatch(/the forces have no potential there/);
    // With the slide held, the angle alone is free: it goes to what the posture wants.
    expect(text).toMatch(/tip \[0.439, 0.24, 0\]/);
  });

  it('says what compensated friction does to passivity', () => {
    const design: Design = {
      ...reaching(mixed(), 'l3', 200, [0.3, 0.2, 0]),
      compensate: ['gravity', 'friction'],
      friction: { coulomb: [0.2, 3], viscous: [0, 0], share: 0.8, width: 0.05, speed: [0.01, 0.01] },
    };
    expect(told(design, [0.2, 3])).toMatch(
      /^by design not passive, because the friction compensation puts energy in/m,
    );
  });
});
