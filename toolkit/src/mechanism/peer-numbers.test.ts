/** Published numbers of single laws, at a point, each within the tolerance that it was published with. */
import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { bodyVelocities, forwardKinematics, frameOf } from '../model/index.js';
import { act, chain } from './arms.test.helper.js';
import type { ElementDeclaration, Family } from './declaration.js';
import { elementOf } from './elements.js';
import { frictionMap } from './friction-map.js';
import { bodySite } from './site.js';
import { stiffening } from './stiffening.js';

type Given = Readonly<Record<string, readonly number[]>>;

const element = (family: Family, kind: string): ElementDeclaration => {
  const found = elementOf(family, kind);
  if (found === undefined) throw new Error(`there is no ${family}: ${kind}`);
  return found;
};

const law = (family: Family, kind: string, parameters: Given, value: number, rate = 0) =>
  element(family, kind).law(numbers, { value: [value], rate: [rate] }, parameters);

/** What the peer calls the force: −∂E/∂y, the opposite of a tension. */
const force = (...given: Parameters<typeof law>) => -law(...given).force[0];

const near = (got: number | undefined, wanted: number, tolerance: number) =>
  expect(Math.abs(Number(got) - wanted)).toBeLessThanOrEqual(tolerance);

describe('springs at 0.05 and 0.2', () => {
  it.each<[string, Given, number, number, number]>([
    ['linear', { stiffness: [10] }, -0.5, -2, 1e-6],
    ['saturating', { stiffness: [10], greatest: [0.6] }, -0.409357, -0.598475, 1e-6],
    ['saturating-axes', { stiffness: [10], greatest: [0.6] }, -0.409357, -0.598475, 1e-6],
    ['saturating', { greatest: [0.6], width: [0.06] }, -0.409357, -0.598475, 1e-6],
    ['saturating', { stiffness: [10], width: [0.06] }, -0.409357, -0.598475, 1e-6],
    ['gaussian', { pushStiffness: [40], width: [0.05] }, 1.213061, 0.002684, 1e-6],
    ['sigmoid', { near: [2], far: [20], middle: [0.1], steepness: [60] }, -0.142683, -3.991099, 1e-6],
    ['polynomial', { stiffness: [10], span: [0.1], power: [2] }, -0.125, -8, 1e-12],
    ['dead-zone', { stiffness: [10], lower: [-0.1], upper: [0.1] }, 0, -1, 1e-12],
    ['one-sided', { stiffness: [10], above: [0.1] }, 0, -1, 1e-12],
  ])('%s', (kind, parameters, first, second, tolerance) => {
    near(force('spring', kind, parameters, 0.05), first, tolerance);
    near(force('spring', kind, parameters, 0.2), second, tolerance);
  });

  it('store what is published', () => {
    near(law('spring', 'saturating', { stiffness: [10], greatest: [0.6] }, 0.2).energy, 0.0950925, 1e-6);
    near(law('spring', 'gaussian', { pushStiffness: [40], width: [0.05] }, 0.05).energy, 0.0606531, 1e-6);
  });

  it('that stiffen have no stiffness at their target, but for the power 0', () => {
    const secant = (power: number) =>
      law('spring', 'polynomial', { stiffness: [10], span: [0.1], power: [power] }, 0).secant;
    expect([2, 0.5, 0].map(secant)).toEqual([[0], [0], [10]]);
  });

  it('by Gauss–Legendre over 32 panels, the sigmoid’s energy is its closed form', () => {
    const given = { near: [2], far: [20], middle: [0.1], steepness: [60] };
    for (const end of [0.02, 0.1, 0.2, 0.7]) {
      let work = 0;
      const h = end / 32;
      for (let i = 0; i < 32; i++) {
        for (const node of [-Math.sqrt(0.6), 0, Math.sqrt(0.6)]) {
          const s = (i + 0.5 + node / 2) * h;
          work += (node === 0 ? 8 / 18 : 5 / 18) * h * -force('spring', 'sigmoid', given, s);
        }
      }
      near(law('spring', 'sigmoid', given, end).energy, work, 1e-8);
    }
  });
});

describe('a Gaussian hill of 10 N at 5 cm', () => {
  const given = { push: [10], width: [0.05] };
  it('pushes with 10, 4.4626 and 0.0221 N at 5, 10 and 20 cm, and holds 0.82436 J at its top', () => {
    near(force('spring', 'gaussian', given, 0.05), 10, 1e-12);
    near(force('spring', 'gaussian', given, 0.1), 4.4626, 5e-5);
    near(force('spring', 'gaussian', given, 0.2), 0.0221, 5e-5);
    near(law('spring', 'gaussian', given, 0).energy, 0.82436, 5e-6);
  });
  it('has the slope 329.744 N/m at its top and its largest force one width off', () => {
    near(force('spring', 'gaussian', given, 1e-9) / 1e-9, 329.744, 5e-4);
    for (const off of [0.0495, 0.0505]) {
      expect(force('spring', 'gaussian', given, off)).toBeLessThan(10);
    }
  });
  it('is a well with the other sign by `pull`', () => {
    near(force('spring', 'gaussian', { pull: [10], width: [0.05] }, 0.05), -10, 1e-12);
    near(law('spring', 'gaussian', { pull: [10], width: [0.05] }, 9).energy, 0.82436, 5e-6);
  });
});

describe('the obstacle law', () => {
  const given = { knots: [0.05, 0.1, 0.2], values: [20, 2, 0], slope: [1800] };
  const at = (r: number) => law('spring', 'piecewise', given, r);
  const stiffness = (r: number) => -at(r).force[0] / r;
  it('has 20, 11, 2, 1 and 0 N/m at 5, 7.5, 10, 15 and 20 cm', () => {
    const wanted = [
      [0.05, 20],
      [0.075, 11],
      [0.1, 2],
      [0.15, 1],
      [0.2, 0],
      [0.3, 0],
    ];
    for (const [r, k] of wanted) near(stiffness(r), k, 1e-12);
    expect(stiffness(0.2)).toBe(0);
    expect(law('spring', 'piecewise', given, 0.5).energy).toBe(0);
  });
  it('pushes with 1, 0.2 and 0.15 N at 5, 10 and 15 cm, with 0 at the centre and behind it', () => {
    near(force('spring', 'piecewise', given, 0.05), 1, 1e-12);
    near(force('spring', 'piecewise', given, 0.1), 0.2, 1e-12);
    near(force('spring', 'piecewise', given, 0.15), 0.15, 1e-12);
    near(force('spring', 'piecewise', given, 0), 0, 0);
    near(force('spring', 'piecewise', given, -0.02), 0, 0);
  });
  it('has its largest push, 1.681 N, at 3.06 cm', () => {
    let [best, where] = [0, 0];
    for (let r = 0.001; r < 0.2; r += 1e-4) {
      const push = force('spring', 'piecewise', given, r);
      if (push > best) [best, where] = [push, r];
    }
    near(best, 1.681, 5e-4);
    near(where, 0.0306, 1e-4);
  });
  it('turns over at 5.28 cm and 1.003 N where its slope goes on inside', () => {
    const soft = { ...given, slope: [360] };
    near(force('spring', 'piecewise', soft, 0.38 / 7.2), 1.003, 5e-4);
    for (const r of [0.0518, 0.0538]) {
      expect(force('spring', 'piecewise', soft, r)).toBeLessThan(
        force('spring', 'piecewise', soft, 0.38 / 7.2),
      );
    }
  });
  it('is a hill of 0.01333 J down to 10 cm and of 0.05083 J down to 5 cm', () => {
    near(at(0.1).energy, 0.04 / 3, 1e-12);
    near(at(0.05).energy, 0.04 / 3 + 0.0375, 1e-12);
  });
});

describe('a damping of 1.5 N s/m alone is far too little', () => {
  it.each([
    [15, 0.167],
    [45, 0.096],
  ])('on %d N/m and 1.35 kg its ratio is %d', (k, ratio) => {
    // The ratio that the tension c ż has on m z̈ + c ż + k z = 0.
    const c = law('damper', 'linear', { damping: [1.5] }, 0, 1).force[0];
    const stiff = law('spring', 'linear', { stiffness: [k] }, 1).force[0];
    near(c / (2 * Math.sqrt(stiff * 1.35)), ratio, 1e-3);
  });
});

describe('dampers', () => {
  it('one way: smooth, 3 N s/m over 0.2 m/s at 0.2 m/s', () => {
    near(force('damper', 'one-way', { opening: [3], width: [0.2] }, 0, 0.2), -0.438635, 1e-6);
    near(force('damper', 'one-way', { closing: [3], width: [0.2] }, 0, -0.2), 0.438635, 1e-6);
  });
  it('one way: a mass swings down free and up braked, or braked both ways', () => {
    const swing = (kind: string, parameters: Given) => {
      // 1 kg on 100 N/m from 0.1 m at rest, half a period, by the classical Runge–Kutta method.
      const f = (y: number, v: number) =>
        force('spring', 'linear', { stiffness: [100] }, y) + force('damper', kind, parameters, y, v);
      let [y, v] = [0.1, 0];
      const h = 1e-4;
      while (v <= 0) {
        const [k1, a1] = [v, f(y, v)];
        const [k2, a2] = [v + (h / 2) * a1, f(y + (h / 2) * k1, v + (h / 2) * a1)];
        const [k3, a3] = [v + (h / 2) * a2, f(y + (h / 2) * k2, v + (h / 2) * a2)];
        const [k4, a4] = [v + h * a3, f(y + h * k3, v + h * a3)];
        y += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
        v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
      }
      return y;
    };
    near(swing('linear', { damping: [2] }), -0.072925, 1e-4);
    near(swing('one-way', { opening: [4] }), -0.1, 1e-4);
    near(swing('one-way', { closing: [2] }), -0.072925, 1e-4);
  });
  it('of a contact: half on at the surface, all in it, none off it', () => {
    const given = { damping: [6], width: [0.01] };
    near(law('damper', 'contact', { ...given, begins: [0] }, 0, 1).force[0], 3, 1e-12);
    near(
      law('damper', 'contact', { ...given, begins: [0] }, 0.02, 1).force[0],
      3 * (1 - Math.tanh(1)),
      1e-12,
    );
    near(law('damper', 'contact', { damping: [6], begins: [0] }, -1e-9, 1).force[0], 6, 0);
    near(law('damper', 'contact', { damping: [6], begins: [0] }, 1e-9, 1).force[0], 0, 0);
  });
  it('ramped by a distance: nothing at 20 cm, half at 12.5 cm, all at 5 cm', () => {
    const given = { damping: [4], none: [0.2], full: [0.05] };
    const wanted = [
      [0.3, 0],
      [0.2, 0],
      [0.125, 2],
      [0.05, 4],
      [0.01, 4],
    ];
    for (const [d, f] of wanted) near(law('damper', 'ramped', given, d, 1).force[0], f, 1e-12);
    const stacked = element('damper', 'ramped').law(
      numbers,
      { value: [9, 9, 0.125], rate: [1, -2, 7] },
      given,
    );
    expect(stacked.force).toEqual([expect.closeTo(2, 12), expect.closeTo(-4, 12), 0]);
  });
  it('ramped by the speed', () => {
    const given = { damping: [4], none: [0.1], full: [0.3] };
    near(law('damper', 'rate-ramped', given, 0, 0.1).force[0], 0, 1e-12);
    near(law('damper', 'rate-ramped', given, 0, -0.2).force[0], -0.4, 1e-12);
    near(law('damper', 'rate-ramped', given, 0, 1).force[0], 4, 1e-12);
  });
  it('of Coulomb: F/√2 at its width, F at speed', () => {
    near(law('damper', 'coulomb', { greatest: [3], width: [0.01] }, 0, 0.01).force[0], 3 / Math.SQRT2, 1e-12);
    near(law('damper', 'coulomb', { greatest: [3], width: [0.01] }, 0, -5).force[0], -3, 1e-5);
  });
  it('that rubs: μ k δ against the sliding, nothing along the gap or out of contact', () => {
    const rub = (gap: number) =>
      element('damper', 'rubbing').law(
        numbers,
        { value: [gap, 0, 0, 0], rate: [5, 3, -4, 0] },
        { friction: [0.4], stiffness: [1e4], begins: [0], speed: [1e-3] },
      );
    rub(-0.001).force.forEach((f, i) => {
      near(f, [0, 2.4, -3.2, 0][i], 1e-6);
    });
    expect(rub(0.001).dissipated).toBe(0);
  });
});

describe('sources', () => {
  it.each<[string, Given, number, number]>([
    ['10 N of 100 at most', { force: [10], greatest: [100] }, 0, 9.966799],
    ['10 N of 3 at most', { force: [10], greatest: [3] }, 0, 2.992374],
    ['10 N with 50 W softly at 100 m/s', { force: [10], softPower: [50] }, 100, 0.47619],
    ['10 N with 50 W softly, braking', { force: [10], softPower: [50] }, -100, 0.47619],
    ['10 N with 50 W sharply at 100 m/s', { force: [10], power: [50] }, 100, 0.5],
    ['10 N with 50 W sharply at 4.9 m/s', { force: [10], power: [50] }, 4.9, 10],
    ['10 N with 50 W sharply, braking', { force: [10], power: [50] }, -100, 10],
  ])('push with %s', (_, given, rate, wanted) => {
    near(force('source', 'push', given, 0, rate), wanted, 1e-6);
  });
  it('of power give it at speed, never take it, and reach their force at P/2F', () => {
    const given = { power: [50], greatest: [20] };
    near(force('source', 'power', given, 0, 1.25), 20, 1e-12);
    for (const speed of [0.5, 1.2, 1.3, -3]) {
      expect(Math.abs(force('source', 'power', given, 0, speed))).toBeLessThan(20);
      const { supplied } = law('source', 'power', given, 0, speed);
      expect(supplied).toBeGreaterThan(0);
      expect(supplied).toBeLessThan(50);
    }
    near(law('source', 'power', given, 0, -200).supplied, 50, 1e-2);
  });
  it('that regulate push below the speed, brake above it, and book both apart', () => {
    const given = { damping: [6], speed: [0.4], ramp: [0.5] };
    near(force('source', 'regulator', given, 0, 0), 1.2, 1e-12);
    near(force('source', 'regulator', given, 0, 0.2), 0, 1e-12);
    const fast = law('source', 'regulator', given, 0, 0.5);
    near(fast.force[0], 1.8, 1e-12);
    near(fast.supplied, 0.6, 1e-12);
    near(fast.dissipated, 1.5, 1e-12);
  });
});

describe('inerters', () => {
  it('between two masses give the published accelerations', () => {
    // m 2 and 3, b 0.7 between, springs 40 to ground on the first, 25 between; x = (0.03, −0.05).
    const [x1, x2] = [0.03, -0.05];
    const { inertance = [] } = law('inerter', 'linear', { inertance: [0.7] }, x2 - x1);
    const [b] = inertance;
    const ground = force('spring', 'linear', { stiffness: [40] }, x1);
    const between = force('spring', 'linear', { stiffness: [25] }, x2 - x1);
    const [f1, f2] = [ground - between, between];
    const [m11, m12, m22] = [2 + b, -b, 3 + b];
    const det = m11 * m22 - m12 * m12;
    near((m22 * f1 - m12 * f2) / det, -1.098947, 1e-6);
    near((m11 * f2 - m12 * f1) / det, 0.332632, 1e-6);
  });
});

describe('a turning body', () => {
  it('asks for ω × I ω to keep its angular velocity', () => {
    const turning = (inertia: readonly number[]) =>
      element('inerter', 'rotational').law(numbers, { value: [0, 0, 0], rate: [1, 2, 3] }, { inertia });
    expect(turning([1, 2, 3]).force).toEqual([6, -6, 2]);
    expect(turning([1, 0, 0, 0, 2, 0, 0, 0, 3]).force).toEqual([6, -6, 2]);
    expect(turning([2]).force).toEqual([0, 0, 0]);
    expect(turning([1, 2, 3]).energy).toBe(18);
  });
});

describe('laws of a measured force or torque', () => {
  it.each([
    [0, 0.15, 0.149569],
    [0, 0.2, 0.095095],
    [0, 0.25, 8.7e-6],
    [0, 0.5, 0],
    [0.2, 0.15, 0.149579],
    [0.2, 0.2, 0.197465],
    [0.2, 0.25, 0.19984],
    [0.2, 0.5, 0.19996],
  ])('static friction, compensated with %d N m, of a torque of %d N m: %d', (moving, u, wanted) => {
    near(frictionMap(numbers, u, 0.2, 0.01, moving), wanted, 1e-6);
    near(frictionMap(numbers, -u, 0.2, 0.01, moving), -wanted, 1e-6);
  });
  it('a stiffness that rises with the force', () => {
    near(stiffening(numbers, 1, 5, 2, 0.5), 3.528482, 1e-6);
    near(stiffening(numbers, 1, 5, 2, 0), 1, 0);
  });
  it('its fixed point on a table of 1e4 N/m, 20 mm deep: 1.71380 N at 86.4306 N/m', () => {
    let F = 0;
    let k = 0;
    for (let i = 0; i < 200; i++) {
      k = stiffening(numbers, 40, 200, 0.2, F);
      F = (k * 1e4 * 0.02) / (k + 1e4);
    }
    near(F, 1.7138, 1e-4);
    near(k, 86.4306, 1e-4);
  });
});

describe('a spring and a damper on a planar arm of two links', () => {
  it('0.3 and 0.2 m, 40 N/m and 2 N s/m, give the published torques', () => {
    const arm = chain([{}, { xyz: [0.3, 0, 0] }]);
    const [q, v] = [
      [0.4, 0.8],
      [0.1, -0.2],
    ];
    const kinematics = forwardKinematics(numbers, arm, q);
    const tip = bodySite(
      numbers,
      'tip',
      frameOf(arm, 'l2'),
      kinematics,
      bodyVelocities(numbers, arm, kinematics, v),
      { offset: [0.2, 0, 0] },
    );
    const torques = (family: Family, parameters: Given) =>
      act(
        arm,
        element(family, 'linear'),
        (sites) => {
          const goal = sites.get('goal');
          return { from: tip, to: goal && { ...goal, position: [0.25, 0.2, 0] } };
        },
        parameters,
        q,
        v,
      ).torques;
    const spring = torques('spring', { stiffness: [40] });
    const damper = torques('damper', { damping: [2] });
    near(spring[0] + damper[0], -0.252014, 1e-6);
    near(spring[1] + damper[1], 0.436988, 1e-6);
  });
});
