import { describe, expect, it } from 'vitest';
import { chain, noise, planar } from '../mechanism/arms.test.helper.js';
import { element, Kernel } from './designs.test.helper.js';
import type { Bill, Design, PhaseDesign } from './index.js';
import { led, wandering } from './led.test.helper.js';

const T = 1e-3;

const points = [
  { name: 'tip', frame: 'l3' },
  { name: 'goal', at: [0.6, 0.4, 0] },
] as const;
const ends = { from: 'tip', to: 'goal' };

describe('a tank beside limits', () => {
  const pays: Bill[] = ['changes', 'sources'];

  it('gives out no more than was stored and what it held: random limits, gains, goals and phases on arms that are led', () => {
    const random = noise(77);
    const among = (least: number, most: number) => least + (most - least) * 0.5 * (1 + random());
    let [cuts, tight] = [0, 0];
    for (let trial = 0; trial < 16; trial++) {
      const phases: PhaseDesign[] = [
        { name: 'one', until: { after: 0.15 } },
        {
          name: 'two',
          set: { 'reach.stiffness': [among(5, 100)], 'goal.at': [random(), random(), 0] },
          until: { after: 0.2 },
          blend: trial % 3 === 0 ? 0.1 : 0,
        },
        { name: 'three', until: { after: 0.15 }, next: 'two' },
      ];
      const design: Design = {
        name: 'limited',
        model: planar(),
        period: T,
        points: points.map((point) => ({ ...point })),
        elements: [
          element('reach', 'spring', 'linear', ends, { stiffness: [among(5, 80)] }),
          element(
            'turn',
            'spring',
            'joint',
            { joint: 'j2' },
            { stiffness: [among(1, 20)], target: [random()] },
          ),
          element('calm', 'damper', 'linear', ends, { damping: [among(0, 10)] }),
          ...(trial % 2 === 0
            ? [
                element(
                  'push',
                  'source',
                  'force',
                  { at: 'tip' },
                  { force: [10 * random(), 10 * random(), 0] },
                ),
              ]
            : []),
        ],
        limits: [
          { torque: { most: [among(1, 30), among(1, 15)] } },
          { torque: { most: [among(1, 30), among(1, 15)], how: 'each' as const } },
          { force: [{ at: 'tip', norm: among(5, 30) }] },
          { torqueRate: { most: [among(20, 300), among(20, 300)] } },
        ][trial % 4],
        tank: { start: among(0, 2), most: among(2, 20), pays },
        ...(trial % 5 === 0 ? { phases } : {}),
      };
      const account = led(design, wandering(random), 1500, (kernel, tick) => {
        if (tick % 100 !== 60) return;
        const what = random();
        if (what < -0.3) kernel.set('reach.stiffness', among(0, 120));
        else if (what < 0.3) kernel.set('goal.at', random(), random(), 0);
        else kernel.set('turn.stiffness', among(0, 40));
      });
      const { out, start, end, sampling } = account;
      expect(out + end - start, `trial ${trial}`).toBeLessThan(Math.max(sampling, 0) + 1e-3 * start);
      cuts += account.cuts;
      if (account.least < 0) tight++;
    }
    expect(cuts).toBeGreaterThan(3000);
    expect(tight).toBeGreaterThan(2);
  });

  const slider = chain([{ type: 'prismatic', axis: [1, 0, 0], inertia: [0.1, 0.1, 0.1] }]);
  /** Somebody drags 1 m against 100 N/m of which a limit leaves 1 N. */
  function dragged(): { kernel: Kernel; to: (x: number, ticks?: number) => void; level: () => number } {
    const kernel = new Kernel({
      name: 'dragged',
      model: slider,
      period: T,
      points: [],
      elements: [element('spring', 'spring', 'joint', { joint: 'j1' }, { stiffness: [100], target: [0] })],
      limits: { torque: { most: [1] } },
      tank: { start: 1, most: 100, pays },
    });
    let place = 0;
    const to = (x: number, ticks = 1000) => {
      const from = place;
      for (let k = 1; k <= ticks; k++) {
        place = from + ((x - from) * k) / ticks;
        kernel.step([place], [(x - from) / (ticks * T)]);
      }
    };
    kernel.step([0], [0]);
    to(1);
    return { kernel, to, level: () => kernel.view('tank.level')[0] };
  }

  it('pays for what springs store that nobody put in', () => {
    const { kernel, level } = dragged();
    // 50 J are stored, 1 J less 5 mJ before the limit cut came in; torques are held for a tick.
    expect(level()).toBeCloseTo(1 - (50 - 0.995), 1);
    expect(kernel.view('tank.debt')[0]).toBeCloseTo(50 - 0.995, 1);
    kernel.set('spring.target', -1);
    kernel.step([1], [0]);
    expect(kernel.view('inforce.spring.target')[0]).toBe(0);
  });

  it('is given back what a spring that comes back does not give', () => {
    const { kernel, to, level } = dragged();
    to(0);
    expect(level()).toBeCloseTo(1, 1);
    expect(level()).toBeLessThanOrEqual(1);
    expect(kernel.view('tank.debt')[0]).toBeCloseTo(0, 1);
  });

  it('fills with no more than was put in where such a spring is let go', () => {
    const { kernel, level } = dragged();
    kernel.set('limits.torque', 1e3);
    kernel.step([1], [0]);
    kernel.step([1], [0]);
    kernel.set('spring.stiffness', 0);
    kernel.step([1], [0]);
    expect(level()).toBeCloseTo(1 + 0.995, 1);
  });

  it('is given back what a change releases while the limit cuts, and no more', () => {
    const { kernel, level } = dragged();
    kernel.set('spring.stiffness', 2);
    kernel.step([1], [0]);
    expect(level()).toBeCloseTo(1 - (50 - 0.995) + 49, 1);
    kernel.set('spring.stiffness', 0);
    kernel.step([1], [0]);
    expect(level()).toBeCloseTo(1, 9);
    expect(kernel.view('tank.debt')[0]).toBeCloseTo(0, 9);
  });
});
