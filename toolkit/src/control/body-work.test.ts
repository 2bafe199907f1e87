import { describe, expect, it } from 'vitest';
import { joint, link, pose, robot } from '../../../checks/made-robots.js';
import { noise } from '../mechanism/arms.test.helper.js';
import { type Model, modelOf } from '../model/index.js';
import { element, Kernel } from './designs.test.helper.js';
import type { Design, ElementDesign } from './index.js';

const T = 1e-3;

/** Carts on lines along x, side by side. */
function carts(masses: Readonly<Record<string, number>>): Model {
  const names = Object.keys(masses);
  const { value } = modelOf(
    robot(
      'ground',
      [
        link('ground'),
        ...names.map((name) =>
          link(name, { mass: masses[name], centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] }),
        ),
      ],
      names.map((name) => joint(name, 'prismatic', 'ground', name, pose(), [1, 0, 0])),
    ),
  );
  if (value === undefined) throw new Error('no model');
  return value;
}

/** A robot of one slide, held by somebody, and a body at some speed. */
function held(mass: number, speed: number, elements: readonly ElementDesign[], start = 0): Kernel {
  const design: Design = {
    name: 'held',
    model: carts({ slide: 2 }),
    period: T,
    points: ['slide', 'cart'].map((frame) => ({ name: `at-${frame}`, frame })),
    bodies: { model: carts({ cart: mass }), start: [0.1], speed: [speed] },
    elements,
    tank: { start, most: 1e6, pays: ['sources'] },
  };
  return new Kernel(design);
}

const between = { from: 'at-cart', to: 'at-slide' };
const spring = (stiffness: number) => element('tie', 'spring', 'linear', between, { stiffness: [stiffness] });
const damper = (damping: number) => element('calm', 'damper', 'linear', between, { damping: [damping] });

const number = (kernel: Kernel, field: string): number => kernel.view(field)[0];

/** ½ m u² and what the spring stores. */
function stored(kernel: Kernel, mass: number, stiffness = 0): number {
  const [x, u] = [number(kernel, 'bodies.q'), number(kernel, 'bodies.v')];
  return 0.5 * mass * u * u + 0.5 * stiffness * x * x;
}

describe('what a damper on a virtual body fills into a tank', () => {
  it.each([0.02, 1, 30, 1000])('is no more than the body lost: T D/m = %d', (ratio) => {
    const [mass, speed] = [0.1, 1];
    const damping = (ratio * mass) / T;
    const kernel = held(mass, speed, [damper(damping)]);
    let claimed = 0;
    for (let k = 0; k < 20; k++) {
      const [x, u] = [number(kernel, 'bodies.q'), number(kernel, 'bodies.v')];
      kernel.step([0], [0]);
      claimed += damping * u * (number(kernel, 'bodies.q') - x);
    }
    const lost = 0.5 * mass * speed ** 2 - stored(kernel, mass);
    // The force before each step times the way would be up to twice as much as there was.
    if (ratio >= 30) expect(claimed).toBeGreaterThan(1.9 * lost);
    expect(number(kernel, 'tank.level')).toBeGreaterThan(0);
    expect(number(kernel, 'tank.level')).toBeLessThanOrEqual(lost);
    if (ratio < 1) expect(number(kernel, 'tank.level')).toBeGreaterThan(0.97 * lost);
  });

  it('never makes more of what is stored and its level: random masses, springs and dampers', () => {
    const random = noise(31);
    const decade = (least: number, most: number) => 10 ** (least + (most - least) * 0.5 * (1 + random()));
    let kept = 0;
    for (let trial = 0; trial < 40; trial++) {
      const [mass, stiffness] = [decade(-2, 1), decade(0, 5)];
      const damping = (decade(-2, 3) * mass) / T;
      const rub = element(
        'rub',
        'damper',
        'coulomb',
        { from: 'at-cart', to: 'at-slide' },
        { greatest: [decade(-1, 3)], width: [0.01] },
      );
      const kernel = held(mass, 2 * random(), [spring(stiffness), trial % 2 === 0 ? damper(damping) : rub]);
      kernel.step([0], [0]);
      let before = stored(kernel, mass, stiffness);
      const start = before;
      for (let k = 0; k < 60; k++) {
        kernel.step([0], [0]);
        const now = stored(kernel, mass, stiffness) + number(kernel, 'tank.level');
        expect(now - before, `trial ${trial} at ${k}`).toBeLessThan(1e-12 * (1 + start));
        before = now;
      }
      kept += number(kernel, 'tank.level') / start;
    }
    expect(kept).toBeGreaterThan(4);
  });
});

describe('what a source on a virtual body takes out of a tank', () => {
  it.each([0.02, 30])(
    'is what it did, and it fills it with no more than the body lost: T D/m = %d',
    (ratio) => {
      const mass = 0.1;
      const drive = element(
        'drive',
        'source',
        'regulator',
        { joint: 'cart' },
        { damping: [(ratio * mass) / T], speed: [0.05] },
      );
      const kernel = held(mass, 1, [drive], 1);
      for (let k = 0; k < 20; k++) {
        kernel.step([0], [0]);
        const lost = 0.5 * mass - stored(kernel, mass);
        expect(number(kernel, 'tank.level') - 1).toBeLessThanOrEqual(lost + 1e-12);
      }
      expect(number(kernel, 'bodies.v')).toBeLessThan(0.9);
    },
  );
});
