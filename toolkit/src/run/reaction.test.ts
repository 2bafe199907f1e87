import { describe, expect, it } from 'vitest';
import {
  controlProgram,
  type Design,
  type ElementDesign,
  type GuardsDesign,
  type Reaction,
} from '../control/index.js';
import { compileWasm, view } from '../graph/index.js';
import { arm, model } from '../plant/arms.test.helper.js';
import { rigidPlant, rigidProgram } from '../plant/index.js';
import type { Channel, Kernel } from '../port/index.js';
import { Run, type RunResult } from './index.js';

const tick = 1e-3;

const element = (
  name: string,
  family: ElementDesign['family'],
  kind: string,
  joins: ElementDesign['joins'],
  parameters: ElementDesign['parameters'],
): ElementDesign => ({ name, family, kind, joins, parameters });

interface Trial {
  readonly result: RunResult;
  readonly channels: readonly Channel[];
  /** ∫ (τ − τ_g)·v dt over the ticks of the fault, by the trapezoidal rule. */
  readonly expected: number;
}

/** An arm that is led by a point that is lost from 0.1 s to 0.25 s. */
function trial(guards: GuardsDesign | undefined, continuous = false): Trial {
  const machine = model(arm());
  const design: Design = {
    name: 'lost',
    model: machine,
    period: tick,
    points: [
      { name: 'tool', frame: 's7', at: [0, 0, 0.08] },
      { name: 'leader', moves: true },
    ],
    elements: [
      element('follow', 'spring', 'linear', { from: 'tool', to: 'leader' }, { stiffness: [60] }),
      element('brake', 'damper', 'linear', { from: 'tool', to: 'leader' }, { damping: [12] }),
    ],
    compensate: ['gravity'],
    ...(guards && { guards }),
  };
  const kernel = compileWasm(controlProgram(design, { continuous })) as Kernel;
  const plant = rigidPlant(
    compileWasm(rigidProgram(machine, { method: 'rk4', step: continuous ? tick : 1e-4 })),
  );
  plant.reset([0.2, 0.5, -0.1, 0.9, 0.1, 0.4, 0], new Array(plant.nv).fill(0));
  const at = view(kernel.layout, kernel.memory, 'leader.at');
  const fault = view(kernel.layout, kernel.memory, 'fault');
  const stored = view(kernel.layout, kernel.memory, 'stored');
  const gravity =
    kernel.layout.fields.find(({ name }) => name === 'stored')?.labels?.indexOf('gravity') ?? -1;
  let lost = false;
  // The work of the joints less what gravity compensation stores less, tick by tick.
  let expected = 0;
  let before: { reacting: boolean; travel: number[]; torque: number[]; height: number } | undefined;
  const run = new Run({
    kernel,
    plant,
    tick,
    duration: 0.4,
    rate: continuous ? 'continuous' : 'sampled',
    inputs(time) {
      lost = time > 0.0995 && time < 0.2495;
      at.set(lost ? [Number.NaN, 0, 0] : [0.45, 0.1 + 0.3 * time, 0.4]);
    },
    listeners: [
      {
        every: 1,
        sink: {
          open() {},
          close() {},
          sample(group) {
            if (group !== 'ledger') return;
            const now = {
              reacting: fault[0] !== 0,
              travel: [...plant.travel],
              torque: [...view(kernel.layout, kernel.memory, 'torque')],
              height: stored[gravity],
            };
            if (before?.reacting === true) {
              const { travel, torque, height } = before;
              expected += torque.reduce(
                (sum, x, i) => sum + x * (now.travel[i] - travel[i]),
                now.height - height,
              );
            }
            before = now;
          },
        },
      },
    ],
  });
  return { result: run.complete(), channels: run.channels, expected };
}

const lines = ({ result }: Trial, kind: string) => result.ledger.filter((line) => line.kind === kind);

describe('the line of a guard’s reaction', () => {
  it.each(['hold', 'damped stop', 'float', 'off'] as const satisfies Reaction[])(
    'is what %s did beyond gravity compensation, and the ledger closes with it',
    (reaction) => {
      const ran = trial({ nonFinite: reaction });
      const [line, ...others] = lines(ran, 'reaction');
      expect(others).toEqual([]);
      expect(line.name).toBe(reaction);
      expect(ran.result.faults).toHaveLength(2);
      expect(ran.result.verdict.residualShare).toBeLessThan(1e-8);
      expect(ran.channels.find(({ name }) => name === 'ledger.reaction')?.labels).toEqual([reaction]);
      if (reaction === 'float') expect(Math.abs(line.energy)).toBeLessThan(1e-12);
      else {
        expect(Math.abs(line.energy)).toBeGreaterThan(0.01);
        // The trapezoidal rule has half a tick at both ends that the held torques have not: of a hold, over in 20 ms, more.
        expect(Math.abs(line.energy / ran.expected - 1)).toBeLessThan(reaction === 'hold' ? 0.2 : 0.05);
      }
    },
  );

  it('is named by the verdict where it gained: an arm that falls, its torques off', () => {
    const { result } = trial({ nonFinite: 'off' });
    expect(result.verdict.passive).toBe(false);
    expect(result.verdict.gained?.kind).toBe('reaction');
    expect(result.verdict.gained?.name).toBe('off');
  });

  it('takes out what a stop brakes', () => {
    expect(lines(trial({ nonFinite: 'damped stop' }), 'reaction')[0].energy).toBeLessThan(-0.01);
  });

  it('closes the ledger of a continuous law too', () => {
    const ran = trial({ nonFinite: 'off' }, true);
    expect(lines(ran, 'reaction')[0].energy).toBeGreaterThan(0.1);
    expect(lines(ran, 'sampling')[0].energy).toBe(0);
  });

  it('is not there where no guard is named', () => {
    const ran = trial(undefined);
    expect(ran.result.faults).toHaveLength(2);
    expect(lines(ran, 'reaction')).toEqual([]);
    expect(ran.channels.some(({ name }) => name === 'ledger.reaction')).toBe(false);
  });
});
