/** The books of a run with an impedance beside those of the same run with a spring and a damper. */
import { describe, expect, it } from 'vitest';
import { controlProgram, type Design } from '../control/index.js';
import { compileWasm } from '../graph/index.js';
import { arm, model } from '../plant/arms.test.helper.js';
import { rigidPlant, rigidProgram } from '../plant/index.js';
import type { Kernel } from '../port/index.js';
import { Run, type RunResult } from './index.js';

const machine = model(arm());
const ready = [0.2, 0.5, -0.1, 0.9, 0.1, 0.4, 0];
const tick = 1e-3;

const base: Design = {
  name: 'reach',
  model: machine,
  period: tick,
  points: [
    { name: 'tool', frame: 's7', at: [0, 0, 0.08] },
    // The tool begins at [0.776, 0.115, 0.823], with an attitude near this one.
    {
      name: 'goal',
      at: [0.76, 0.1, 0.8],
      attitude: [0.61, 0.05, 0.78, 0.1],
      motion: { along: 'circle', parameters: { radius: [0.03], period: [0.8] } },
    },
    { name: 'still', at: [0.7, 0.1, 0.75] },
  ],
  elements: [],
  compensate: ['gravity'],
};

function complete(design: Design): RunResult {
  const kernel = compileWasm(controlProgram(design)) as Kernel;
  const plant = rigidPlant(compileWasm(rigidProgram(machine, { method: 'rk4', step: 2.5e-4 })));
  plant.reset(ready, new Array(7).fill(0));
  return new Run({ kernel, plant, tick, duration: 0.3 }).complete();
}

const line = ({ ledger }: RunResult, name: string) =>
  ledger.find((entry) => entry.name === name)?.energy ?? Number.NaN;

const law = (
  parameters: Readonly<Record<string, readonly number[]>>,
  target: string,
  axes = 'world',
): Design => ({
  ...base,
  laws: [{ name: 'hold', kind: 'impedance', at: 'tool', axes, target, parameters }],
});

describe('the ledger of an impedance', () => {
  it('is that of a spring and a damper, number by number', () => {
    const elements = complete({
      ...base,
      elements: [
        {
          name: 'spring',
          family: 'spring',
          kind: 'linear',
          joins: { from: 'tool', to: 'still' },
          parameters: { stiffness: [60] },
        },
        {
          name: 'damper',
          family: 'damper',
          kind: 'linear',
          joins: { from: 'tool', to: 'still' },
          parameters: { damping: [8] },
        },
      ],
    });
    const same = complete(law({ stiffness: [60], damping: [8] }, 'still'));
    expect(line(same, 'kinetic')).toBeCloseTo(line(elements, 'kinetic'), 9);
    expect(line(same, 'sampling')).toBeCloseTo(line(elements, 'sampling'), 9);
    for (const { verdict } of [elements, same]) expect(verdict.residualShare).toBeLessThan(1e-9);
  });

  it('closes with all that the law can do, a moving target and turning axes', () => {
    for (const [parameters, axes] of [
      [{ stiffness: [80, 60, 40], turnStiffness: [4, 3, 2] }, 'tool'],
      [{ stiffness: [80], turnStiffness: [4], damping: [9], turnDamping: [0.03], most: [0.02] }, 'goal'],
      [{ stiffness: [80], wanted: [1, -2, 3, 0.1, 0, 0], posture: ready.map((x) => x + 0.2) }, 'world'],
    ] as const) {
      const result = complete(law(parameters, 'goal', axes));
      expect(result.status).toBe('done');
      expect(result.verdict.residualShare).toBeLessThan(1e-8);
    }
  });
});
