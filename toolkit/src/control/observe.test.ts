import { describe, expect, it } from 'vitest';
import { chain, planar } from '../mechanism/arms.test.helper.js';
import { element, Kernel } from './designs.test.helper.js';
import { type Design, observedFields } from './index.js';

/** What a spring and a damper from the tip to a goal record in the axes of the tip. */
function seen(gain: readonly number[]) {
  const joins = { from: 'tip', to: 'goal', axes: 'tip' };
  const kernel = new Kernel({
    name: 'seen',
    model: planar(),
    period: 1e-3,
    points: [
      { name: 'tip', frame: 'l3' },
      { name: 'goal', at: [0.3, 0.9, 0.2] },
    ],
    elements: [
      element('k', 'spring', 'linear', joins, { stiffness: gain }),
      element('d', 'damper', 'linear', joins, { damping: gain }),
    ],
  });
  const q = [0.4, Math.PI / 2 - 0.4];
  kernel.observe(q, [0.7, -1.9]);
  const position = [...kernel.view('tip.position')];
  const fields = ['k.extension', 'k.rate', 'k.force', 'd.extension', 'd.rate', 'd.force'];
  return { position, fields: fields.map((name) => [...kernel.view(name)]) };
}

describe('what is observed of the rate of an attitude', () => {
  it('is the derivative of the extension only where the element works with it', () => {
    const joins = { from: 'tip', to: 'world' };
    const design: Design = {
      name: 'seen',
      model: chain([{ axis: [0, 0, 1], mass: 1, inertia: [0.2, 0.2, 0.3] }]),
      period: 1e-3,
      points: [{ name: 'tip', frame: 'l1' }],
      elements: ['attitude', 'attitude-plain', 'attitude-quaternion'].map((kind) =>
        element(kind, 'spring', kind, joins, { stiffness: [5] }),
      ),
    };
    const kernel = new Kernel(design);
    const [q, v, h] = [0.8, 1.3, 1e-6];
    const extension = (kind: string, at: number): number => {
      kernel.observe([at], [v]);
      return kernel.view(`${kind}.extension`)[2];
    };
    for (const [kind, meaning, ratio] of [
      ['attitude', 'Rate of the extension', 1],
      ['attitude-plain', 'Angular velocity of `to` relative to `from`', 1],
      ['attitude-quaternion', 'Angular velocity of `to` relative to `from`', 0.5 * Math.cos(q / 2)],
    ] as const) {
      const derivative = ((extension(kind, q + h) - extension(kind, q - h)) / (2 * h)) * v;
      kernel.observe([q], [v]);
      const rate = kernel.view(`${kind}.rate`)[2];
      expect(rate).toBeCloseTo(-v, 12);
      expect(derivative).toBeCloseTo(ratio * rate, 8);
      const spec = observedFields(design).find(({ name }) => name === `${kind}.rate`);
      expect(spec).toMatchObject({ meaning, unit: 'rad/s' });
    }
  });
});

describe('what is observed of an element with axes', () => {
  it('is in these axes, for one number as for three that are equal', () => {
    const [one, three] = [seen([50]), seen([50, 50, 50])];
    one.fields.flat().forEach((x, i) => {
      expect(x).toBeCloseTo(three.fields.flat()[i], 11);
    });
    // The tip is yawed by 90°: (x, y) of the world is (y, −x) seen from it.
    const [x, y, z] = [0.3, 0.9, 0.2].map((at, i) => at - one.position[i]);
    const close = [y, -x, z].map((e) => expect.closeTo(e, 11));
    expect(one.fields[0]).toEqual(close);
    expect(one.fields[3]).toEqual(close);
    expect(one.fields[2]).toEqual([y, -x, z].map((e) => expect.closeTo(50 * e, 9)));
  });
});

describe('what is observed of a source', () => {
  it('is what it gives of its force, within its bounds, with the sign that its parameter has', () => {
    const design: Design = {
      name: 'seen',
      model: planar(),
      period: 1e-3,
      points: [{ name: 'tip', frame: 'l3' }],
      elements: [
        element('bounded', 'source', 'push', { joint: 'j1' }, { force: [9], power: [2] }),
        element('pressed', 'source', 'force', { at: 'tip' }, { force: [3, -2, 5] }),
      ],
    };
    const kernel = new Kernel(design);
    kernel.observe([0.4, 0.3], [0.1, 0]);
    expect([...kernel.view('bounded.effort')]).toEqual([9]);
    expect([...kernel.view('pressed.effort')]).toEqual([3, -2, 5]);
    kernel.observe([0.4, 0.3], [0.8, 0]);
    // 2 W at 0.8 rad/s.
    expect(kernel.view('bounded.effort')[0]).toBeCloseTo(2.5, 12);
    const spec = observedFields(design).find(({ name }) => name === 'bounded.effort');
    expect(spec).toMatchObject({ unit: 'N m' });
  });
});
