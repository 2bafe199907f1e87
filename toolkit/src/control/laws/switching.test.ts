import { describe, expect, it } from 'vitest';
import { planar } from '../../mechanism/arms.test.helper.js';
import type { Design, LawDesign, PhaseDesign } from '../design.js';
import { bench, LawKernel } from './laws.test.helper.js';

const go: LawDesign = {
  name: 'go',
  kind: 'track',
  at: 'tool',
  target: 'goal',
  parameters: { speed: [0.2], time: [0.02] },
};
const give: LawDesign = {
  name: 'give',
  kind: 'admittance',
  at: 'tool',
  sensor: 'wrist',
  parameters: { selection: [1, 0, 0, 0, 0, 0], mass: [2], damping: [40], wanted: [4, 0, 0, 0, 0, 0] },
};
const home: LawDesign = { name: 'home', kind: 'joints', parameters: { position: [-0.05], time: [0.05] } };

function task(phases: readonly PhaseDesign[], more: Partial<Design> = {}): LawKernel {
  return new LawKernel(
    bench({
      points: [
        { name: 'tool', frame: 'tool' },
        { name: 'goal', at: [0.3, 0, 0] },
      ],
      laws: [go, give, home],
      phases,
      ...more,
    }),
  );
}

describe('phases that switch laws', () => {
  it('approach until something is felt, press, and go home, without a step of the command', () => {
    const kernel = task([
      { name: 'approach', laws: ['go'], until: { sensor: 'wrist', above: 2 } },
      { name: 'press', laws: ['give'], until: { after: 1 } },
      { name: 'back', laws: ['home'] },
    ]);
    let last = 0;
    let fastest = 0;
    let pressed = 0;
    let jerk = 0;
    let before = 0;
    const phases: number[] = [];
    for (let k = 0; k < 3500; k++) {
      const at = kernel.view('servo.started')[0] === 1 ? kernel.view('servo.q')[0] : 0;
      // A wall at 0.1 m, 500 N/m.
      const force = at > 0.1 ? -500 * (at - 0.1) : 0;
      kernel.feel('wrist', force);
      kernel.step(k === 0 ? [0] : undefined);
      const now = kernel.view('position')[0];
      fastest = Math.max(fastest, Math.abs(now - last) / 1e-3);
      if (k > 200) jerk = Math.max(jerk, Math.abs(kernel.view('speed')[0] - before));
      before = kernel.view('speed')[0];
      last = now;
      const phase = kernel.view('phase')[0];
      if (phase === 1) pressed = -force;
      if (phases.at(-1) !== phase) phases.push(phase);
    }
    expect(phases).toEqual([0, 1, 2]);
    expect(pressed).toBeCloseTo(4, 2);
    expect(last).toBeCloseTo(-0.05, 6);
    // Home begins at 158 mm over 50 ms.
    expect(fastest).toBeLessThan(0.1585 / 0.05);
    expect(jerk).toBeLessThan(3.2);
  });

  it('end when a law says so', () => {
    const kernel = task(
      [
        { name: 'push', laws: ['give'], until: { law: 'give', is: 'limit', hold: 0.01 } },
        { name: 'back', laws: ['home'] },
      ],
      { servo: { at: 'tool', limits: [[-0.1, 0.02]], follow: { kind: 'drive' } } },
    );
    let switched = -1;
    for (let k = 0; k < 1500; k++) {
      kernel.feel('wrist', 0);
      kernel.step(k === 0 ? [0] : undefined);
      if (switched < 0 && kernel.view('phase')[0] === 1) switched = k;
    }
    // v = 0.1 m/s after 50 ms: 20 mm take 0.245 s, and then 10 ms at the limit.
    expect(switched).toBeGreaterThan(240);
    expect(switched).toBeLessThan(275);
    expect(kernel.view('position')[0]).toBeCloseTo(-0.05, 6);
  });

  it('do not take the first tick of a law for a limit', () => {
    const kernel = task([
      { name: 'push', laws: ['give'], until: { law: 'give', is: 'limit' } },
      { name: 'back', laws: ['home'] },
    ]);
    const stages: number[][] = [];
    for (let k = 0; k < 5; k++) {
      kernel.feel('wrist', 0);
      kernel.step(k === 0 ? [0] : undefined);
      stages.push([kernel.view('phase')[0], kernel.view('laws.give.status')[0]]);
    }
    expect(stages).toEqual(new Array(5).fill([0, 0]));
  });

  it('bring wrench laws in and out over the blend, and the ledger has their power', () => {
    const press: LawDesign = {
      name: 'press',
      kind: 'wrench',
      at: 'tip',
      axes: 'world',
      parameters: { wanted: [0, 10, 0, 0, 0, 0] },
    };
    const kernel = new LawKernel({
      name: 'blend',
      model: planar(),
      period: 1e-3,
      points: [{ name: 'tip', frame: 'l3' }],
      elements: [],
      laws: [press],
      phases: [
        { name: 'rest', laws: [], until: { after: 0.01 } },
        { name: 'on', laws: ['press'], blend: 0.1, until: { after: 0.2 } },
        { name: 'off', laws: [], blend: 0.05 },
      ],
    });
    const torques: number[] = [];
    for (let k = 0; k < 320; k++) {
      kernel.step([0.2, 0.4], [0.3, -0.1]);
      const [a, b] = kernel.numbers('torque');
      torques.push(a);
      expect(0.3 * a - 0.1 * b).toBeCloseTo(kernel.numbers('power')[0], 12);
    }
    expect(torques[5]).toBe(0);
    expect(torques.at(-1)).toBe(0);
    const full = Math.max(...torques);
    for (let k = 1; k < torques.length; k++)
      expect(Math.abs(torques[k] - torques[k - 1])).toBeLessThan(full * 0.0201);
    expect(torques[60] / full).toBeCloseTo(0.5, 1);
  });

  it('ramp parameters of laws', () => {
    const kernel = task(
      [
        { name: 'soft', laws: ['give'], until: { after: 0.05 } },
        { name: 'stiff', laws: ['give'], set: { 'give.stiffness': [500] }, blend: 1 },
      ],
      { laws: [{ ...give, parameters: { ...give.parameters, stiffness: [50] } }] },
    );
    const inForce: number[] = [];
    for (let k = 0; k < 1200; k++) {
      kernel.feel('wrist', 1);
      kernel.step(k === 0 ? [0] : undefined);
      inForce.push(kernel.view('inforce.give.stiffness')[0]);
    }
    expect(inForce[20]).toBe(50);
    expect(inForce.at(-1)).toBe(500);
    for (let k = 1; k < inForce.length; k++)
      expect(Math.abs(inForce[k] - inForce[k - 1])).toBeLessThan(1.9 * 450e-3);
    // At rest at F/K of the stiffness in force.
    expect(kernel.view('position')[0]).toBeCloseTo(5 / 500, 3);
  });
});
