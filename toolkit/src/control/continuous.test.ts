import { describe, expect, it } from 'vitest';
import { chain, noise, planar } from '../mechanism/arms.test.helper.js';
import { element } from './designs.test.helper.js';
import { continuousProblems, type Design } from './index.js';

const mass = 0.7;

/** A slider of 0.7 kg with a spring and a damper. */
function slider(stiffness: number, damping: number, period: number): Design {
  return {
    name: 'slider',
    model: chain([{ type: 'prismatic', axis: [1, 0, 0], mass, inertia: [1, 1, 1] }]),
    period,
    points: [],
    elements: [
      element('k', 'spring', 'joint', { joint: 'j1' }, { stiffness: [stiffness] }),
      element('d', 'damper', 'joint', { joint: 'j1' }, { damping: [damping] }),
    ],
  };
}

/** Whether the slider stays near where it is in classical Runge-Kutta steps of h. */
function settles(stiffness: number, damping: number, h: number): boolean {
  const rate = ([x, v]: readonly number[]) => [v, (-stiffness * x - damping * v) / mass];
  const moved = (s: readonly number[], d: readonly number[], t: number) => s.map((x, i) => x + t * d[i]);
  let s: readonly number[] = [1, 0];
  for (let step = 0; step < 20_000; step++) {
    const a = rate(s);
    const b = rate(moved(s, a, h / 2));
    const c = rate(moved(s, b, h / 2));
    const d = rate(moved(s, c, h));
    s = s.map((x, i) => x + (h / 6) * (a[i] + 2 * b[i] + 2 * c[i] + d[i]));
    if (!(Math.abs(s[0]) < 1e6)) return false;
  }
  return true;
}

describe('stability in Runge-Kutta steps', () => {
  it('says what the steps do, whatever the mix of spring and damper', () => {
    const random = noise(71);
    let both = 0;
    for (let k = 0; k < 60; k++) {
      const h = 2e-3;
      // z in the corner of the left half plane where R leaves 1.
      const stiffness = mass * ((2.4 + 1.2 * random()) / h) ** 2;
      const damping = (mass * 2 * (1 + random())) / h;
      const stable = continuousProblems(slider(stiffness, damping, h)).length === 0;
      const near = [0.98, 1.02].map((f) => settles(stiffness * f * f, damping * f, h));
      if (near[0] !== near[1]) continue;
      expect(stable, `${stiffness} ${damping}`).toBe(near[0]);
      both |= stable ? 1 : 2;
    }
    expect(both).toBe(3);
  });

  it.each([
    ['damper', 'd', (2.785293563405282 * mass) / 5e-3, 'N s/m'],
    ['spring', 'k', (8 * mass) / 5e-3 ** 2, 'N/m'],
  ])('bounds a %s', (family, name, limit, unit) => {
    const at = (gain: number) => (family === 'damper' ? slider(0, gain, 5e-3) : slider(gain, 0, 5e-3));
    expect(continuousProblems(at(0.999 * limit))).toEqual([]);
    const [problem, ...rest] = continuousProblems(at(1.001 * limit));
    expect(rest).toEqual([]);
    expect(problem).toMatchObject({ code: 'unstable-at-step', severity: 'warning' });
    expect(problem.where.path).toMatch(new RegExp(`^control\\.elements\\.${name}\\.`));
    expect(problem.where.name).toBe('joint "j1"');
    expect(problem.expected).toContain(`below ${Number(limit.toPrecision(4))} ${unit}`);
    expect(settles(0, 0, 5e-3)).toBe(true);
    if (family === 'damper') expect(settles(1, 1.01 * limit, 5e-3)).toBe(false);
    else expect(settles(1.01 * limit, 0, 5e-3)).toBe(false);
  });

  it('feels the inertia along the element, with the rotors that are given', () => {
    const design = (damping: number): Design => ({
      name: 'tip',
      model: planar(),
      period: 1e-3,
      points: [{ name: 'tip', frame: 'l3' }],
      elements: [element('brake', 'damper', 'linear', { from: 'tip', to: 'world' }, { damping: [damping] })],
    });
    const q = [0, Math.PI / 2];
    // 1 kg along y at a right elbow, moved by the second joint alone.
    const [problem] = continuousProblems(design(2800), { q });
    expect(problem.where).toEqual({ path: 'control.elements.brake.damping', name: 'joint "j2"' });
    expect(problem.expected).toMatch(/^below 2785 N s\/m /);
    expect(continuousProblems(design(2700), { q })).toEqual([]);
    expect(continuousProblems(design(2800), { q, rotorInertia: [0, 1] })).toEqual([]);
  });

  it('adds what the joints are damped by themselves', () => {
    const limit = (2.785293563405282 * mass) / 1e-3;
    const design = slider(0, 0.6 * limit, 1e-3);
    expect(continuousProblems(design, { jointDamping: [0.3 * limit] })).toEqual([]);
    const [problem] = continuousProblems(design, { jointDamping: [0.5 * limit] });
    expect(problem.where).toEqual({ path: 'control.elements.d', name: 'joint "j1"' });
    expect(problem.message).toContain('together');
    // That is told of the joint.
    expect(continuousProblems(design, { jointDamping: [1.1 * limit] })).toEqual([]);
  });
});
