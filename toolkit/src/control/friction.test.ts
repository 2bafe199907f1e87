import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { noise, sevenJoints } from '../mechanism/arms.test.helper.js';
import { element } from './designs.test.helper.js';
import { frictionFlow, frictionTorque } from './friction.js';
import { type Design, designProblems, passivityOf } from './index.js';

const of = (n: number, x: number) => new Array<number>(n).fill(x);
const one = (share: number, more: { coulomb?: number; viscous?: number } = {}) => ({
  coulomb: [more.coulomb ?? 0.3],
  viscous: [more.viscous ?? 0],
  share: [share],
  width: [0.02],
  speed: [0.01],
});
const torque = (share: number, asked: number, v: number, more = {}): number =>
  frictionTorque(numbers, one(share, more), [asked], [v])[0];

describe('compensation of friction', () => {
  it('helps a joint that stands the way it is pushed, one that moves the way it goes', () => {
    expect(torque(0.9, 0.2, 0)).toBeCloseTo(0.27, 3);
    expect(torque(0.9, -0.2, 0)).toBeCloseTo(-0.27, 3);
    expect(torque(0.9, 0, 0)).toBe(0);
    // Braked by what is asked, it is helped on all the same: friction acts against it.
    expect(torque(0.9, -5, 1)).toBeCloseTo(0.27, 9);
    expect(torque(0.9, -5, -1, { viscous: 2 })).toBeCloseTo(-0.27 - 1.8, 9);
    // At the speed 0.01 tanh 1 of it goes with the motion, and the rest with what is asked.
    const t = Math.tanh(1);
    expect(torque(1, -5, 0.01)).toBeCloseTo(0.3 * (t - (1 - t)), 5);
  });

  it('is never more than its share, whatever is asked and however the joint moves', () => {
    const next = noise(3);
    for (let i = 0; i < 2000; i++) {
      const [share, asked, v] = [Math.abs(next()), 3 * next() ** 3, next() ** 5];
      const viscous = Math.abs(next());
      const most = share * (0.3 + viscous * Math.abs(v));
      expect(Math.abs(torque(share, asked, v, { viscous }))).toBeLessThanOrEqual(most * (1 + 1e-12));
      // So against as much friction it never drives.
      const friction = 0.3 * Math.abs(v) + viscous * v * v;
      expect(torque(share, asked, v, { viscous }) * v).toBeLessThanOrEqual(friction * (1 + 1e-12));
    }
  });

  it('is nothing where a joint has none, and finite where widths are 0', () => {
    expect(torque(0.9, 1, 0.5, { coulomb: 0 })).toBe(0);
    const sharp = { ...one(1), width: [0], speed: [0] };
    expect(frictionTorque(numbers, sharp, [1], [0])[0]).toBeCloseTo(0.3, 9);
    expect(frictionTorque(numbers, sharp, [0], [0])[0]).toBe(0);
    expect(frictionTorque(numbers, sharp, [1], [-1])[0]).toBeCloseTo(-0.3, 9);
  });

  it('puts in its torque times the speed', () => {
    expect(frictionFlow(numbers, [0.2, -0.5], [3, -2])).toEqual({ name: 'source.friction', power: 0.6 + 1 });
  });
});

describe('a design with it', () => {
  const model = sevenJoints();
  const friction = {
    coulomb: of(7, 0.3),
    viscous: of(7, 0.1),
    share: 0.9,
    width: 0.1,
    speed: of(7, 0.01),
  };
  const design = (more: Partial<Design> = {}): Design => ({
    name: 'rubbed',
    model,
    period: 1e-3,
    points: [],
    elements: [element('calm', 'damper', 'joint', { joint: model.bodies[1].joint }, { damping: [1] })],
    compensate: ['friction'],
    friction,
    ...more,
  });
  const found = (more: Partial<Design>) =>
    designProblems(design(more)).map(({ code, severity, where }) => `${severity} ${code} ${where.path}`);

  it('is not passive, by name, with a tank as well', () => {
    const { passive, reasons, text } = passivityOf(design());
    expect(passive).toBe(false);
    expect(reasons.map(({ cause, name }) => [cause, name])).toEqual([['compensation', 'friction']]);
    expect(text).toMatch(/^not passive, because the friction compensation puts energy in/);
    const tank = { start: 1, most: 2, pays: ['changes', 'sources', 'motions'] as const };
    expect(passivityOf(design({ tank })).passive).toBe(false);
    expect(passivityOf(design({ compensate: [] })).passive).toBe(true);
  });

  it('is refused where it is more than the whole, and warned of above nine tenths', () => {
    expect(found({})).toEqual([]);
    expect(found({ friction: { ...friction, share: 1.01 } })).toEqual([
      'error over-compensation control.friction.share',
    ]);
    expect(found({ friction: { ...friction, share: 0.95 } })).toEqual([
      'warning over-compensation control.friction.share',
    ]);
    expect(found({ friction: { ...friction, share: Number.NaN } })).toEqual([
      'error over-compensation control.friction.share',
    ]);
    const { friction: _, ...unsaid } = design();
    expect(
      designProblems(unsaid).map(({ code, severity, where }) => `${severity} ${code} ${where.path}`),
    ).toEqual(['error friction-missing control.friction']);
    expect(found({ friction: { ...friction, coulomb: of(6, 1) } })).toEqual([
      'error parameter-range control.friction.coulomb',
    ]);
    expect(found({ friction: { ...friction, viscous: of(7, -1), speed: of(7, 0), width: 0 } })).toEqual([
      'error parameter-range control.friction.width',
      'error parameter-range control.friction.viscous',
      'error parameter-range control.friction.speed',
    ]);
    expect(found({ friction: { ...friction, coulomb: of(7, 0), viscous: of(7, 0) } })).toEqual([
      'warning friction-none control.friction',
    ]);
    expect(found({ compensate: [] })).toEqual(['warning friction-unused control.friction']);
    expect(found({ provides: ['friction'] })).toEqual(['error compensated-twice control.compensate']);
  });
});
