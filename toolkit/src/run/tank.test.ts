import { describe, expect, it } from 'vitest';
import { controlProgram, type Design, type ElementDesign, type PhaseDesign } from '../control/index.js';
import { compileWasm } from '../graph/index.js';
import { arm, model } from '../plant/arms.test.helper.js';
import { rigidPlant, rigidProgram } from '../plant/index.js';
import type { Channel, Kernel, LogSink } from '../port/index.js';
import { Run, type RunEvent, type RunResult } from './index.js';

const tick = 1e-3;

function element(
  name: string,
  family: ElementDesign['family'],
  kind: string,
  joins: ElementDesign['joins'],
  parameters: ElementDesign['parameters'],
): ElementDesign {
  return { name, family, kind, joins, parameters };
}

const join = { from: 'tool', to: 'goal' };
const reach = element('reach', 'spring', 'linear', join, { stiffness: [60] });
const damp = element('damp', 'damper', 'linear', join, { damping: [12] });
const calm = element('calm', 'damper', 'linear', { from: 'elbow', to: 'world' }, { damping: [4] });
const push = element('push', 'source', 'force', { at: 'tool' }, { force: [5, 0, 5] });

interface Ended {
  readonly result: RunResult;
  readonly samples: ReadonlyMap<string, number[][]>;
}

function run(more: Partial<Design>, events: readonly RunEvent[] = [], accurate = true): Ended {
  const machine = model(arm());
  const design: Design = {
    name: 'tanked',
    model: machine,
    period: tick,
    points: [
      { name: 'tool', frame: 's7', at: [0, 0, 0.08] },
      { name: 'elbow', frame: 's4' },
      { name: 'goal', at: [0.45, 0.1, 0.5] },
    ],
    elements: [reach, damp, calm],
    compensate: ['gravity'],
    ...more,
  };
  const kernel = compileWasm(controlProgram(design)) as Kernel;
  const plant = rigidPlant(
    compileWasm(rigidProgram(machine, accurate ? { method: 'rk4', step: 1e-4 } : { step: tick })),
  );
  plant.reset([0.2, 0.5, -0.1, 0.9, 0.1, 0.4, 0], new Array(plant.nv).fill(0));
  let channels: readonly Channel[] = [];
  const samples = new Map<string, number[][]>();
  const sink: LogSink = {
    open: (declared) => {
      channels = declared;
    },
    sample(group, _time, values) {
      let at = 0;
      for (const { name, labels } of channels.filter((channel) => channel.group === group)) {
        samples.set(name, [...(samples.get(name) ?? []), [...values.subarray(at, at + labels.length)]]);
        at += labels.length;
      }
    },
    close() {},
  };
  const result = new Run({
    kernel,
    plant,
    tick,
    duration: 0.4,
    events,
    listeners: [
      {
        sink,
        every: 1,
        groups: ['ledger', 'tank', 'task'].filter(
          (g) => g !== (design.tank ? '' : 'tank') && g !== (design.phases ? '' : 'task'),
        ),
      },
    ],
  }).complete();
  return { result, samples };
}

function lines({ ledger }: RunResult, kind: string, name: string = kind): number {
  const found = ledger.find((entry) => entry.kind === kind && entry.name === name);
  if (found === undefined) throw new Error(`no line ${kind} ${name}`);
  return found.energy;
}

const harder: RunEvent = { kind: 'parameter', at: 0.1, field: 'reach.stiffness', values: [400] };

describe('the ledger of a run with a tank', () => {
  it('closes with changes and sources that the tank pays for, its books in it', () => {
    const tank = { start: 0.6, most: 1, pays: ['changes', 'sources'] } as const;
    const { result, samples } = run({ tank, elements: [reach, damp, calm, push] }, [
      { kind: 'parameter', at: 0, field: 'goal.at', values: [0.45, 0.1, 0.55] },
      harder,
      { kind: 'parameter', at: 0.3, field: 'reach.stiffness', values: [20] },
    ]);
    expect(result.status).toBe('done');
    expect(result.verdict.residualShare).toBeLessThan(1e-9);
    expect(Math.abs(lines(result, 'source', 'changes'))).toBeGreaterThan(0.1);
    expect(Math.abs(lines(result, 'source', 'push'))).toBeGreaterThan(1e-3);
    // Level = start + kept − paid.
    expect(lines(result, 'stored', 'tank')).toBeCloseTo(
      lines(result, 'source', 'tank') - lines(result, 'dissipated', 'tank'),
      12,
    );
    expect(lines(result, 'dissipated', 'tank')).toBeLessThan(-1e-3);
    // What was put in from nowhere is what the sampling of sources leaves over.
    const net = ['changes', 'push', 'tank'].reduce((sum, name) => sum + lines(result, 'source', name), 0);
    expect(net).toBeLessThan(1e-3);
    const { tank: books } = result.verdict;
    expect(books?.unpaid).toBeCloseTo(net, 12);
    expect(books?.paid).toBe(-lines(result, 'source', 'tank'));
    expect(books?.kept).toBe(-lines(result, 'dissipated', 'tank'));
    const levels = (samples.get('tank.level') ?? []).map(([level]) => level);
    expect(levels.length).toBe(401);
    expect(Math.max(...levels)).toBeLessThanOrEqual(1);
    expect(Math.min(...levels)).toBeGreaterThan(-1e-3);
    expect(levels[0]).not.toBe(0.6);
  });

  it('counts the change at the start, which is made within the first step', () => {
    const tank = { start: 0.6, most: 1, pays: ['changes'] } as const;
    const { result } = run({ tank }, [{ ...harder, at: 0 }]);
    expect(lines(result, 'source', 'changes')).toBeGreaterThanOrEqual(0.6 - 1e-9);
    expect(result.verdict.residualShare).toBeLessThan(1e-9);
  });

  it('has nothing but the tank pay: with an empty one that nothing fills, nothing changes', () => {
    const tank = { start: 0, most: 1, pays: ['changes', 'sources'] } as const;
    const { result, samples } = run({ tank, elements: [reach] }, [harder]);
    expect(lines(result, 'stored', 'tank')).toBe(0);
    expect(Math.abs(lines(result, 'source', 'changes'))).toBeLessThan(1e-12);
    expect(samples.get('tank.owed')?.[100][0]).toBeGreaterThan(0.1);
  });

  it('puts in no more by sources than the tank held, though they fill it where they are driven back', () => {
    const tank = { start: 0, most: 1, pays: ['changes', 'sources'] } as const;
    const { result } = run({ tank, elements: [reach, push] }, [harder]);
    const net = ['changes', 'push', 'tank'].reduce((sum, name) => sum + lines(result, 'source', name), 0);
    expect(lines(result, 'source', 'changes')).toBeGreaterThan(0.1);
    // Less what the full tank had no room for.
    expect(net).toBeLessThan(1e-3);
    expect(lines(result, 'stored', 'tank')).toBeGreaterThan(-1e-3);
  });
});

describe('the ledger of a run with a goal that moves', () => {
  const pulled = (start: number | undefined) =>
    run({
      points: [
        { name: 'tool', frame: 's7', at: [0, 0, 0.08] },
        { name: 'elbow', frame: 's4' },
        {
          name: 'goal',
          at: [0.45, 0.1, 0.5],
          motion: { along: 'line', parameters: { by: [0, 0.5, 0], speed: [2] } },
        },
      ],
      elements: [reach, calm],
      ...(start === undefined ? {} : { tank: { start, most: 1e6, pays: ['motions'] } }),
    });

  it('has the tank pay for all of it, and closes with a goal that waits', () => {
    const { result, samples } = pulled(0.05);
    expect(result.verdict.residualShare).toBeLessThan(1e-9);
    expect(lines(result, 'source', 'goal')).toBeGreaterThan(0.05);
    expect(result.verdict.tank?.unpaid).toBeLessThan(5e-3);
    const levels = (samples.get('tank.level') ?? []).map(([level]) => level);
    expect(Math.min(...levels)).toBeGreaterThan(-1e-12);
    expect(samples.get('tank.lag')?.at(-1)?.[0]).toBeGreaterThan(0.05);
  });

  it('is that of a goal that nobody slows down where the tank affords it', () => {
    const [rich, free] = [pulled(1e3).result, pulled(undefined).result];
    for (const [kind, name] of [
      ['stored', 'kinetic'],
      ['stored', 'reach'],
      ['source', 'goal'],
    ])
      expect(lines(rich, kind, name)).toBe(lines(free, kind, name));
    expect(free.verdict.tank).toBeUndefined();
  });
});

describe('the ledger of a run with phases', () => {
  const phases: PhaseDesign[] = [
    { name: 'soft', set: { 'reach.stiffness': [30] }, until: { after: 0.1 } },
    {
      name: 'hard',
      set: { 'reach.stiffness': [300], 'goal.at': [0.4, 0, 0.5], 'goal.attitude': [0.9, 0.1, -0.3, 0.2] },
      until: { after: 0.2 },
      blend: 0.05,
    },
    { name: 'own' },
  ];

  // What follows from an attitude is worked out when it comes into force.
  const elements = [reach, damp, calm, element('turn', 'spring', 'attitude', join, { stiffness: [3] })];

  it('closes, books what the phases put in, and the record says which phase it is', () => {
    const { result, samples } = run({ phases, elements });
    expect(result.verdict.residualShare).toBeLessThan(1e-9);
    expect(Math.abs(lines(result, 'source', 'changes'))).toBeGreaterThan(0.1);
    const phase = (samples.get('task.phase') ?? []).map(([index]) => index);
    expect([phase[0], phase[99], phase[101], phase[299], phase[301]]).toEqual([0, 0, 1, 1, 2]);
  });

  it('is not disturbed by an event that changes nothing', () => {
    const plain = run({ phases, elements }).result;
    const idle: RunEvent[] = [0.0995, 0.1, 0.1005, 0.12].map((at) => ({
      kind: 'parameter',
      at,
      field: 'damp.damping',
      values: [12],
    }));
    const disturbed = run({ phases, elements }, idle).result;
    expect(lines(disturbed, 'stored', 'kinetic')).toBe(lines(plain, 'stored', 'kinetic'));
    expect(lines(disturbed, 'source', 'changes')).toBeCloseTo(lines(plain, 'source', 'changes'), 12);
    expect(disturbed.verdict.residualShare).toBeLessThan(1e-9);
  });
});
