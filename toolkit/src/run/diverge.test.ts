import { describe, expect, it } from 'vitest';
import {
  controlProgram,
  type Design,
  type ElementDesign,
  gainingElement,
  type PointDesign,
} from '../control/index.js';
import { compileWasm } from '../graph/index.js';
import { arm, model } from '../plant/arms.test.helper.js';
import { rigidPlant, rigidProgram } from '../plant/index.js';
import type { Channel, Kernel, LogSink } from '../port/index.js';
import { Run, type RunEvent, type RunResult } from './index.js';

const tick = 1e-3;
const points: PointDesign[] = [
  { name: 'tool', frame: 's7', at: [0, 0, 0.08] },
  { name: 'elbow', frame: 's4' },
  { name: 'goal', at: [0.45, 0.1, 0.5] },
];

function element(
  name: string,
  family: ElementDesign['family'],
  from: string,
  parameters: ElementDesign['parameters'],
): ElementDesign {
  return { name, family, kind: 'linear', joins: { from, to: 'goal' }, parameters };
}

const reach = element('reach', 'spring', 'tool', { stiffness: [60] });
const keep = element('keep', 'spring', 'elbow', { stiffness: [30] });
const damp = element('damp', 'damper', 'tool', { damping: [3] });
const calm = element('calm', 'damper', 'elbow', { damping: [2] });

/** A run that nothing but the bound on speeds stops, and the times at which it was recorded. */
function run(
  elements: readonly ElementDesign[],
  events: readonly RunEvent[] = [],
): { result: RunResult; times: number[]; closed: boolean } {
  const machine = model(arm());
  const design: Design = {
    name: 'wild',
    model: machine,
    period: tick,
    points,
    elements,
    compensate: ['gravity'],
  };
  const kernel = compileWasm(controlProgram(design)) as Kernel;
  const plant = rigidPlant(compileWasm(rigidProgram(machine, { step: tick, stops: false })));
  plant.reset([0.2, 0.5, -0.1, 0.9, 0.1, 0.4, 0], new Array(plant.nv).fill(0));
  const times: number[] = [];
  const record = { times, closed: false };
  const sink: LogSink = {
    open(_channels: readonly Channel[]) {},
    sample: (_group, time) => void times.push(time),
    close() {
      record.closed = true;
    },
  };
  const result = new Run({
    kernel,
    plant,
    tick,
    duration: 20,
    events,
    listeners: [{ sink, every: 1, groups: ['joints'] }],
    blame: (last) => gainingElement(design, kernel, last),
  }).complete();
  return { result, times, closed: record.closed };
}

describe('a run that diverges', () => {
  it('names the damper that is too strong, and the sampling; what was recorded stays', () => {
    const { result, times, closed } = run([reach, keep, damp, { ...calm, parameters: { damping: [9000] } }]);
    expect(result.status).toBe('diverged');
    expect(result.divergence).toMatchObject({ gained: { kind: 'sampling' }, element: 'calm' });
    expect(closed).toBe(true);
    expect(times.length).toBe(result.ticks);
  });

  it('names the spring that is too stiff', () => {
    const { result } = run([{ ...reach, parameters: { stiffness: [4e6] } }, keep, damp, calm]);
    expect(result.status).toBe('diverged');
    expect(result.divergence).toMatchObject({ gained: { kind: 'sampling' }, element: 'reach' });
  });

  it('names the element by the numbers that were in force, not by those of the design', () => {
    const { result } = run(
      [reach, keep, damp, calm],
      [{ kind: 'parameter', at: 0.1, field: 'keep.stiffness', values: [4e6] }],
    );
    expect(result.status).toBe('diverged');
    expect(result.divergence?.element).toBe('keep');
  });

  it('names the source that drives it', () => {
    const push: ElementDesign = {
      name: 'drive',
      family: 'source',
      kind: 'force',
      joins: { at: 'tool' },
      parameters: { force: [3e9, 0, 0] },
    };
    const { result } = run([keep, push]);
    expect(result.status).toBe('diverged');
    expect(result.divergence?.element).toBe('drive');
  });

  it('names the element whose torque is no number', () => {
    const { result } = run(
      [reach, keep, damp, calm],
      [{ kind: 'parameter', at: 0.1, field: 'damp.damping', values: [1e300] }],
    );
    expect(result.status).toBe('diverged');
    expect(result.divergence).toMatchObject({ quantity: 'torque', element: 'damp' });
  });
});
