import { describe, expect, it } from 'vitest';
import { generalisedEigen, numbers } from '../math/index.js';
import { chain, noise, planar } from '../mechanism/arms.test.helper.js';
import { forwardKinematics, frameOf, framePlacement, massMatrix } from '../model/index.js';
import { element } from './designs.test.helper.js';
import {
  type Design,
  designProblems,
  type ElementDesign,
  elementTorques,
  tickProblems,
  tickStability,
} from './index.js';

const mass = 0.7;

/** A slider of 0.7 kg with a spring and a damper. */
function slider(stiffness: number, damping: number, period = 1e-3): Design {
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

/** Whether the slider comes to rest with its force held for a tick of n semi-implicit steps, its joint damped by `joint`. */
function settles(stiffness: number, damping: number, period: number, n: number, joint = 0): boolean {
  const h = period / n;
  let [x, v] = [1, 0];
  for (let tick = 0; tick < 40_000; tick++) {
    const a = (-stiffness * x - damping * v) / mass;
    for (let k = 0; k < n; k++) {
      v = (mass * v + h * mass * a) / (mass + h * joint);
      x += h * v;
    }
    if (Math.abs(x) > 1e6) return false;
  }
  return Math.abs(x) < 1;
}

describe('stability at the tick', () => {
  it.each([1, 4, 1000])('says what a held force does with %d plant steps a tick', (stepsPerTick) => {
    const random = noise(61);
    let both = 0;
    for (let k = 0; k < 40; k++) {
      const period = 1e-3;
      const stiffness = (4 * mass * (0.55 + 0.6 * random())) / period ** 2;
      const damping = ((2 * mass) / period) * (0.5 + 0.6 * random());
      if (damping < 0) continue;
      const { radius } = tickStability(slider(stiffness, damping, period), { stepsPerTick });
      if (Math.abs(radius - 1) < 1e-3) continue;
      const n = stepsPerTick > 100 ? 100 : stepsPerTick;
      if (stepsPerTick > 100 && Math.abs(radius - 1) < 0.05) continue;
      expect(radius < 1).toBe(settles(stiffness, damping, period, n));
      both |= radius < 1 ? 1 : 2;
    }
    expect(both).toBe(3);
  });

  it('limits a damper to 2 m/T and a spring to 4 m/T²', () => {
    const { elements, stable } = tickStability(slider(50, 2));
    expect(stable).toBe(true);
    const [damper, spring] = elements;
    expect(damper).toMatchObject({
      element: 'd',
      family: 'damper',
      unit: 'N s/m',
      joint: 'j1',
      stable: true,
      gain: 2,
    });
    expect(damper.limit).toBeCloseTo((2 * mass) / 1e-3, 6);
    expect(damper.inertia).toBeCloseTo(mass, 10);
    expect(spring.limit).toBeCloseTo((4 * mass) / 1e-6, 1);
    // More plant steps a tick change neither.
    expect(tickStability(slider(50, 2), { stepsPerTick: 1e9 }).elements).toEqual([damper, spring]);
  });

  it.each([1, 2, 5])('bounds what a held force bears in a run of %d plant steps a tick', (stepsPerTick) => {
    const period = 1e-2;
    const { elements } = tickStability(slider(50, 2, period), { stepsPerTick });
    const [damper, spring] = elements;
    const stays = (k: number, d: number) => settles(k, d, period, stepsPerTick);
    const judged = (k: number, d: number) => tickStability(slider(k, d, period), { stepsPerTick });
    for (const factor of [0.98, 1.02]) {
      const d = factor * damper.limit;
      expect(stays(1, d)).toBe(factor < 1);
      expect(judged(1, d).elements[0].stable).toBe(factor < 1);
      expect(judged(1, d).stable).toBe(factor < 1);
    }
    // Just below its bound a spring has one damping with which it is stable; just above it has none.
    const dampings = Array.from({ length: 111 }, (_, i) => ((0.02 * i + 0.01) * mass) / period);
    for (const factor of [0.98, 1.02]) {
      const k = factor * spring.limit;
      const good = dampings.filter((d) => stays(k, d));
      expect(good.length > 0).toBe(factor < 1);
      expect(dampings.filter((d) => judged(k, d).stable)).toEqual(good);
      expect(judged(k, 1).elements[1].stable).toBe(factor < 1);
    }
  });

  it.each([2, 5])('asks for the damping that a spring needs at %d plant steps a tick', (stepsPerTick) => {
    const period = 2e-2;
    const k = 200;
    const enough = (1 - 1 / stepsPerTick) * 0.5 * period * k;
    for (const factor of [0.98, 1.02]) {
      const design = slider(k, factor * enough, period);
      expect(settles(k, factor * enough, period, stepsPerTick)).toBe(factor > 1);
      const { stable, worst, elements } = tickStability(design, { stepsPerTick });
      expect(stable).toBe(factor > 1);
      expect(elements.every((element) => element.stable)).toBe(true);
      if (stable) continue;
      expect(worst).toMatchObject({ element: 'k', joint: 'j1' });
      expect(worst?.late?.enough).toBeCloseTo(enough / k, 12);
      expect(worst?.late?.damping).toBeCloseTo((factor * enough) / k, 12);
      expect(tickProblems(design, { stepsPerTick })).toMatchObject([
        {
          where: { path: 'control.elements.k' },
          message: expect.stringContaining('than the dampers take out'),
        },
      ]);
    }
    // At one step a tick a spring needs none.
    expect(tickStability(slider(k, 0, period)).stable).toBe(true);
  });

  it.each([1, 2, 5])('counts the damping of the joints in %d plant steps a tick', (stepsPerTick) => {
    const random = noise(64);
    const period = 2e-2;
    let both = 0;
    for (let k = 0; k < 60; k++) {
      const stiffness = ((2.2 + 2 * random()) * mass) / period ** 2;
      const damping = ((1 + random()) * 0.5 * mass) / period;
      const joint = ((1 + random()) * mass) / period;
      const design = slider(stiffness, damping, period);
      const options = { stepsPerTick, jointDamping: [joint] };
      const { radius, stable } = tickStability(design, options);
      if (Math.abs(radius - 1) < 1e-3) continue;
      expect(stable).toBe(settles(stiffness, damping, period, stepsPerTick, joint));
      both |= stable ? 1 : 2;
    }
    expect(both).toBe(3);
    // What a spring needs of damping the joint may have.
    const k = 200;
    const enough = (1 - 1 / stepsPerTick) * 0.5 * period * k;
    for (const factor of [0.9, 1.1]) {
      const { stable, worst } = tickStability(slider(k, 0, period), {
        stepsPerTick,
        jointDamping: [factor * enough],
      });
      expect(stable).toBe(factor > 1 || enough === 0);
      if (!stable) expect(worst?.late?.damping).toBeCloseTo((factor * enough) / k, 12);
    }
  });

  it.each(['attitude', 'attitude-plain', 'attitude-quaternion'])(
    'bounds the stiffness of an %s spring as its torque grows from no error',
    (kind) => {
      const period = 1e-2;
      const turning = (stiffness: number): Design => ({
        name: 'turning',
        model: chain([{ axis: [0, 0, 1], mass: 1, inertia: [0.2, 0.2, 0.3] }]),
        period,
        points: [{ name: 'tip', frame: 'l1' }],
        elements: [element('k', 'spring', kind, { from: 'tip', to: 'world' }, { stiffness: [stiffness] })],
      });
      const [{ limit, inertia }] = tickStability(turning(10)).elements;
      expect(inertia).toBeCloseTo(0.3, 10);
      for (const factor of [0.98, 1.02]) {
        const design = turning(factor * limit);
        let [q, v] = [1e-6, 0];
        for (let tick = 0; tick < 40; tick++) {
          v += (period / 0.3) * elementTorques(design, [q], [v])[0];
          q += period * v;
        }
        expect(Math.abs(q) < 1e-4).toBe(factor < 1);
        expect(tickStability(design).stable).toBe(factor < 1);
        expect(tickProblems(design)).toHaveLength(factor < 1 ? 0 : 1);
      }
    },
  );

  it('counts rotors once, those of followers with the square of their ratio, and others where they are given', () => {
    const slide = { type: 'prismatic', axis: [1, 0, 0] } as const;
    const model = chain([
      { ...slide, mass: 0.7, rotorInertia: 0.3 },
      { ...slide, mass: 0.2, rotorInertia: 0.05, mimic: { joint: 'j1', multiplier: -2, offset: 0 } },
    ]);
    const design: Design = { ...slider(0, 2), model };
    const inertia = (rotorInertia?: readonly number[]) =>
      tickStability(design, rotorInertia === undefined ? {} : { rotorInertia }).elements[0].inertia;
    // The second slide moves against the first, twice as far: its mass at −1 m/s, its rotor at −2 m/s.
    expect(inertia()).toBeCloseTo(0.7 + 0.2 + 0.3 + 4 * 0.05, 10);
    expect(inertia([0])).toBeCloseTo(0.9, 10);
    expect(inertia([1.5])).toBeCloseTo(2.4, 10);
  });

  it('judges just above and just below the limit as the radius does', () => {
    const limit = (2 * mass) / 1e-3;
    for (const [factor, stable] of [
      [0.999, true],
      [1.001, false],
    ] as const) {
      const verdict = tickStability(slider(0, limit * factor));
      expect(verdict.stable).toBe(stable);
      expect(verdict.elements[0].stable).toBe(stable);
    }
  });

  it('feels the inertia along the element: a point damper at the tip of an arm', () => {
    // Tip of the planar arm, stretched a little: across, both links' masses resist.
    const q = [0, Math.PI / 2];
    const design: Design = {
      name: 'tip',
      model: planar(),
      period: 1e-3,
      points: [{ name: 'tip', frame: 'l3' }],
      elements: [element('brake', 'damper', 'linear', { from: 'tip', to: 'world' }, { damping: [100] })],
    };
    const [brake] = tickStability(design, { q }).elements;
    // At a right elbow the tip moves alone along y (1 kg) and with both masses along x (2 kg): the lighter way counts.
    expect(brake.inertia).toBeCloseTo(1, 10);
    expect(brake.limit).toBeCloseTo(2000, 6);
    expect(brake.joint).toBe('j2');
  });

  it('names the element, the joint and the limit of a rotational damper on a light wrist', () => {
    const wrist: Design = {
      name: 'wrist',
      model: chain([
        { mass: 3, centre: [0, 0, 0.2], inertia: [0.1, 0.1, 0.05] },
        {
          xyz: [0, 0, 0.4],
          rpy: [Math.PI / 2, 0, 0],
          mass: 2,
          centre: [0, 0.1, 0],
          inertia: [0.05, 0.05, 0.05],
        },
        { xyz: [0, 0.2, 0], rpy: [-Math.PI / 2, 0, 0], mass: 0.3, inertia: [2e-4, 2e-4, 1.2e-4] },
      ]),
      period: 1e-3,
      points: [{ name: 'tool', frame: 'l3' }],
      elements: [
        element('turn damper', 'damper', 'attitude', { from: 'tool', to: 'world' }, { damping: [0.5] }),
      ],
    };
    expect(designProblems(wrist)).toEqual([]);
    const [problem] = tickProblems(wrist, { q: [0, 1, 0] });
    expect(problem.severity).toBe('warning');
    expect(problem.where).toEqual({ path: 'control.elements.turn damper.damping', name: 'joint "j3"' });
    expect(problem.expected).toMatch(/^below 0\.2\d* N m s\/rad \(2 m\/T/);
    expect(problem.got).toBe('0.5 N m s/rad');
    // A rotor on that joint makes room for it.
    expect(tickProblems(wrist, { q: [0, 1, 0], rotorInertia: [0, 0, 0.01] })).toEqual([]);
  });

  it('names the element that acts most where only all together are unstable', () => {
    const design = slider(0, 900);
    const two = {
      ...design,
      elements: [...design.elements, element('e', 'damper', 'joint', { joint: 'j1' }, { damping: [800] })],
    };
    const problems = tickProblems(two);
    expect(problems).toHaveLength(1);
    expect(problems[0].where).toEqual({ path: 'control.elements.d', name: 'joint "j1"' });
    expect(problems[0].message).toContain('together');
  });

  it('finds the fastest direction of any gain that the dense eigenproblem finds', () => {
    const random = noise(63);
    const model = chain(
      Array.from({ length: 7 }, (_, i) => ({
        xyz: [0.02 * random(), 0.02, 0.2],
        rpy: [1.5 * random(), 0.4, 0.3 * random()],
        mass: 1 + 0.5 * random(),
        centre: [0, 0.03, 0.1],
        inertia: [0.01, 0.012, 0.005],
        ...(i === 3 ? { type: 'prismatic' } : {}),
      })),
    );
    const q = Array.from({ length: 7 }, () => random());
    const gains = [[30], [40, 5, 90], [70, 11, -6, 11, 20, 3, -6, 3, 8]];
    for (const kind of ['linear', 'line', 'attitude-plain'] as const) {
      for (const stiffness of kind === 'line' ? [[30]] : gains) {
        const spring = element(
          'e',
          'spring',
          kind === 'attitude-plain' ? 'attitude-plain' : kind,
          { from: 'tip', to: 'goal' },
          { stiffness },
        );
        const damper = element(
          'e',
          'damper',
          kind === 'attitude-plain' ? 'attitude' : kind,
          { from: 'tip', to: 'goal' },
          { damping: stiffness },
        );
        const design = (of: typeof spring): Design => ({
          name: 'any',
          model,
          period: 1e-3,
          points: [
            { name: 'tip', frame: 'l7', at: [0.1, 0.05, 0.02] },
            { name: 'goal', at: [0.2, 0.3, 0.1] },
          ],
          elements: [of],
        });
        // A damper’s slope is what its torque does with each joint’s speed.
        const torques = (j: number) =>
          elementTorques(
            design(damper),
            q,
            q.map((_, i) => (i === j ? 1 : 0)),
          );
        const rest = torques(-1);
        const columns = q.map((_, j) => torques(j).map((t, i) => rest[i] - t));
        const dense = generalisedEigen(columns.flat(), massMatrix(numbers, model, q), 7);
        const rate = dense.values[6];
        for (const of of [spring, damper]) {
          const [limit] = tickStability(design(of), { q }).elements;
          expect(limit.gain / limit.inertia / rate, `${of.family} ${kind} ${stiffness}`).toBeCloseTo(1, 9);
        }
      }
    }
  });

  it('judges many joints with many elements in a moment', () => {
    const specs = Array.from({ length: 60 }, (_, i) => ({
      xyz: [0, 0, 0.1] as const,
      axis: [i % 2, 1 - (i % 2), 0] as const,
      centre: [0, 0, 0.05] as const,
      inertia: [1e-3, 1e-3, 1e-3] as const,
    }));
    const design: Design = {
      name: 'snake',
      model: chain(specs),
      period: 1e-3,
      points: [],
      elements: specs.map((_, i) =>
        element(`e${i}`, 'spring', 'joint', { joint: `j${i + 1}` }, { stiffness: [1] }),
      ),
    };
    const start = performance.now();
    expect(tickStability(design).elements).toHaveLength(60);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('counts a repelling ball as if the robot were in it', () => {
    const design: Design = {
      name: 'near',
      model: planar(),
      period: 1e-2,
      points: [
        { name: 'tip', frame: 'l3' },
        { name: 'ball', at: [0, 9, 0] },
      ],
      elements: [
        element(
          'keepOff',
          'spring',
          'repel',
          { from: 'tip', to: 'ball' },
          { stiffness: [1e6], radius: [0.1] },
        ),
      ],
    };
    expect(tickProblems(design, { q: [0, 1] }).map((p) => p.where.path)).toEqual([
      'control.elements.keepOff.stiffness',
    ]);
  });

  const tip = (
    kind: string,
    parameters: ElementDesign['parameters'],
    family: 'spring' | 'damper' = 'spring',
  ) => {
    const design: Design = {
      name: 'tip',
      model: planar(),
      period: 1e-2,
      points: [
        { name: 'tip', frame: 'l3' },
        { name: 'spot', at: [0, 0, 0] },
      ],
      elements: [element('e', family, kind, { from: 'tip', to: 'spot' }, parameters)],
    };
    const kinematics = forwardKinematics(numbers, design.model, [0, 1]);
    const place = framePlacement(numbers, kinematics, frameOf(design.model, 'l3')).position;
    return (away: number): Design => {
      const at = [place[0] + away, place[1], place[2]] as const;
      return { ...design, points: [design.points[0], { name: 'spot', at }] };
    };
  };

  it('leaves out what pushes away near the top of its hill, and counts where its push fades', () => {
    const hills = [
      tip('gaussian', { push: [1e6], width: [0.1] }),
      tip('piecewise', { knots: [0.1, 0.2], values: [1e8, 0], slope: [0] }),
    ];
    for (const hill of hills) {
      expect(tickStability(hill(0.01), { q: [0, 1] })).toMatchObject({ elements: [], stable: true });
      expect(tickProblems(hill(0.01), { q: [0, 1] })).toEqual([]);
      expect(tickProblems(hill(0.18), { q: [0, 1] }).map(({ code }) => code)).toEqual(['unstable-at-tick']);
    }
  });

  it('judges a damper that works one way only by that way, whichever it is', () => {
    const one = (kind: string, parameters: ElementDesign['parameters']): Design => ({
      ...slider(0, 0),
      elements: [element('d', 'damper', kind, { joint: 'j1' }, parameters)],
    });
    const limit = (2 * mass) / 1e-3;
    const damping = [1e4];
    for (const [kind, parameters] of [
      ['one-way', { opening: damping }],
      ['one-way', { closing: damping }],
      ['one-way', { opening: damping, closing: [1] }],
      ['one-way', { opening: damping, width: [0.01] }],
      ['ramped', { opening: damping, none: [0], full: [0.1] }],
    ] as const) {
      const { elements, stable } = tickStability(one(kind, parameters));
      expect(stable).toBe(false);
      expect(elements[0].parameter).toBe(
        'closing' in parameters && !('opening' in parameters) ? 'closing' : 'opening',
      );
      expect(elements[0].limit / limit).toBeCloseTo(1, 9);
    }
  });

  it('does not count as damped the entry of a stack that ramps a damper', () => {
    const alone = slider(0, 0);
    const on = (parameters: ElementDesign['parameters']): Design => ({
      ...alone,
      points: [
        { name: 'tip', frame: 'l1' },
        { name: 'post', at: [0.3, 0, 0] },
      ],
      coordinates: [
        { name: 'x', kind: 'position', joins: { joint: 'j1' }, parameters: {} },
        { name: 'gap', kind: 'distance', joins: { from: 'tip', to: 'post' }, parameters: {} },
        { name: 'both', kind: 'stack', joins: {}, of: ['x', 'gap'], parameters: {} },
      ],
      elements: [{ ...element('d', 'damper', 'ramped', {}, parameters), of: 'both' }],
    });
    const limit = (2 * mass) / 1e-3;
    for (const key of ['damping', 'opening', 'closing']) {
      for (const share of [0.6, 1.1]) {
        const design = on({ [key]: [share * limit], none: [0.2], full: [0.05] });
        expect(designProblems(design)).toEqual([]);
        const { elements, stable } = tickStability(design);
        expect(elements[0].limit / limit).toBeCloseTo(1, 9);
        expect(stable).toBe(share < 1);
      }
    }
  });

  it('names the parameter that makes a law as steep as it is', () => {
    const q = [0, 1];
    const [plain] = tickStability(tip('linear', { stiffness: [50] })(0), { q }).elements;
    const judged = (...of: Parameters<typeof tip>) => tickStability(tip(...of)(0.15), { q }).elements[0];
    const saturating = judged('saturating', { greatest: [5], width: [0.1] });
    expect(saturating).toMatchObject({ parameter: 'greatest', gain: 5, unit: 'N' });
    // Its slope is greatest/width.
    expect(saturating.limit / (0.1 * plain.limit)).toBeCloseTo(1, 9);
    const well = judged('gaussian', { pullStiffness: [50], width: [0.3] });
    expect(well).toMatchObject({ parameter: 'pullStiffness', gain: 50, unit: 'N/m' });
    expect(well.limit / plain.limit).toBeCloseTo(1, 9);
    const steep = tip('saturating', { greatest: [1e8], width: [0.1] })(0);
    const [told] = tickProblems(steep, { q });
    expect(told.where.path).toBe('control.elements.e.greatest');
    expect(told.hint).toMatch(/^lower e\.greatest, /);
  });
});
