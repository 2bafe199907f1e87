import { describe, expect, it } from 'vitest';
import { compileWasm, ProgramBuilder } from '../graph/index.js';
import { model, type Segment } from '../plant/arms.test.helper.js';
import { rigidPlant, rigidProgram } from '../plant/index.js';
import type { Kernel } from '../port/index.js';
import { Run } from './index.js';

/** A controller that asks for nothing. */
function idle(): Kernel {
  const p = new ProgramBuilder('idle');
  p.field({ name: 'time', region: 'inputs', unit: 's' });
  p.field({ name: 'period', region: 'inputs', unit: 's' });
  p.field({ name: 'q', region: 'inputs', unit: 'm' });
  p.field({ name: 'v', region: 'inputs', unit: 'm/s' });
  p.field({ name: 'torque', region: 'outputs', unit: 'N' });
  for (const name of ['prepare', 'step', 'observe']) p.procedure(name, () => {});
  return compileWasm(p.finish()) as Kernel;
}

function ended(slider: Partial<Segment>, doubling = false) {
  const machine = model([{ type: 'prismatic', axis: [1, 0, 0], mass: 2, ...slider }]);
  const code = () => compileWasm(rigidProgram(machine, { step: 1e-3, gravity: [0, 0, 0] }));
  const plant = rigidPlant(code());
  plant.reset([0.5], [0]);
  const finer = rigidPlant(compileWasm(rigidProgram(machine, { step: 5e-4, gravity: [0, 0, 0] })));
  const double = doubling ? { double: finer } : {};
  const run = new Run({ kernel: idle(), plant, rate: 'sampled', tick: 1e-3, duration: 0.4, ...double });
  run.advance(1);
  const { ledger } = run.result();
  const line = (name: string) => ledger.find((l) => l.name === name)?.energy;
  return { line, plant, names: ledger.map(({ name }) => name) };
}

describe('the ledger of joint springs', () => {
  const spring = { stiffness: 50, rest: 0.1 };

  it('has a stored line that motion and damping take from', () => {
    const { line, plant } = ended({ spring, damping: 3 });
    const stretch = plant.q[0] - 0.1;
    expect(line('joint springs')).toBeCloseTo(25 * (stretch * stretch - 0.16), 12);
    expect(line('joint springs')).toBeLessThan(-1);
    expect(line('kinetic')).toBeCloseTo(plant.v[0] * plant.v[0], 12);
    const left = (line('joint springs') ?? 0) + (line('kinetic') ?? 0) + (line('viscous') ?? 0);
    expect(Math.abs(left)).toBeLessThan(0.02);
    expect(line('residual')).toBeCloseTo(left, 12);
  });

  it('is told apart from the error of the steps', () => {
    const { line } = ended({ spring, damping: 3 }, true);
    expect(Math.abs(line('residual') ?? 1)).toBeLessThan(1e-4);
    expect(Math.abs(line('integration') ?? 0)).toBeGreaterThan(1e-3);
  });

  it('has no line where no joint has one', () => {
    expect(ended({}).names).not.toContain('joint springs');
  });
});
