import { describe, expect, it } from 'vitest';
import { planar } from '../../mechanism/arms.test.helper.js';
import type { FollowDesign, LawDesign } from '../design.js';
import { bench, LawKernel } from './laws.test.helper.js';

describe('laws in the control program', () => {
  it('bring a commanded centre to a target without lag behind it', () => {
    const kernel = new LawKernel(
      bench({
        points: [
          { name: 'tool', frame: 'tool' },
          { name: 'goal', at: [0.1, 0, 0] },
        ],
        laws: [
          {
            name: 'go',
            kind: 'track',
            at: 'tool',
            target: 'goal',
            parameters: { time: [0.05], speed: [0.5] },
          },
        ],
      }),
    );
    kernel.step([0.02]);
    // 80 mm off at a time constant of 50 ms: 1.6 m/s, cut to 0.5 m/s.
    expect(kernel.view('speed')[0]).toBeCloseTo(0.5, 12);
    expect(kernel.view('position')[0]).toBeCloseTo(0.0205, 12);
    for (let k = 0; k < 2000; k++) kernel.step();
    expect(kernel.view('position')[0]).toBeCloseTo(0.1, 9);
    expect(kernel.view('torque')[0]).toBe(0);
  });

  it('move joints to positions, by the short way and at their speed', () => {
    const kernel = new LawKernel({
      name: 'joints',
      model: planar(),
      period: 1e-3,
      points: [{ name: 'tip', frame: 'l3' }],
      elements: [],
      servo: { at: 'tip', joints: [1, 2, 3], follow: { kind: 'drive' } },
      laws: [{ name: 'home', kind: 'joints', parameters: { position: [0.3, -0.4], time: [0.01] } }],
    });
    kernel.step([0.1, 0.2]);
    const first = kernel.numbers('position');
    expect(first[0]).toBeGreaterThan(0.1);
    for (let k = 0; k < 1000; k++) kernel.step();
    expect(kernel.view('position')[0]).toBeCloseTo(0.3, 9);
    expect(kernel.view('position')[1]).toBeCloseTo(-0.4, 9);
  });

  it('put nothing into the ledger by a reaction where drives follow positions', () => {
    const law: LawDesign = {
      name: 'yield',
      kind: 'admittance',
      at: 'tool',
      sensor: 'wrist',
      parameters: { selection: [1, 0, 0, 0, 0, 0], mass: [2], damping: [20] },
    };
    const power = (follow: FollowDesign): number => {
      const kernel = new LawKernel(
        bench({
          servo: { at: 'tool', follow },
          laws: [law],
          sensors: [
            // biome-ignore lint/suspicious/noThenProperty: the key of a guard's reaction.
            { name: 'wrist', at: 'tool', guards: { stale: { after: 0, then: 'damped stop' } } },
          ],
          guards: {},
        }),
      );
      kernel.feel('wrist', 1);
      kernel.step([0], [0]);
      kernel.view('sensor.wrist.age')[0] = 1;
      kernel.step([0], [0.3]);
      expect(kernel.view('fault')[0]).not.toBe(0);
      return kernel.numbers('power').at(-1) as number;
    };
    expect(power({ kind: 'drive' })).toBe(0);
    expect(power({ kind: 'computed torque', bandwidth: 20 })).toBeLessThan(0);
  });

  it('press with a wanted wrench, and the ledger has its power', () => {
    const kernel = new LawKernel({
      name: 'press',
      model: planar(),
      period: 1e-3,
      points: [{ name: 'tip', frame: 'l3' }],
      elements: [],
      laws: [
        {
          name: 'press',
          kind: 'wrench',
          at: 'tip',
          axes: 'world',
          parameters: { wanted: [0, 5, 0, 0, 0, 1] },
        },
      ],
    });
    kernel.step([0, 0.5], [0.2, 0.1]);
    const { torque, power } = { torque: kernel.numbers('torque'), power: kernel.numbers('power') };
    expect(torque[0] * 0.2 + torque[1] * 0.1).toBeCloseTo(power[0], 12);
  });
});
