// biome-ignore-all lint/suspicious/noThenProperty: what a guard does then
import { describe, expect, it } from 'vitest';
import { emitC, interpret, view } from '../graph/index.js';
import { chain } from '../mechanism/arms.test.helper.js';
import { type Design, faults } from './design.js';
import { controlManual } from './manual.js';
import { controlProgram } from './program.js';

const bar = { xyz: [0, 0, 0.3], mass: 2, centre: [0, 0.02, 0.15], inertia: [0.03, 0.03, 0.01] } as const;
const model = chain([bar, { ...bar, rpy: [Math.PI / 2, 0, 0] }, { type: 'fixed', xyz: [0, 0, 0.1] }]);

const design: Design = {
  name: 'feels */ int x; /*',
  model,
  period: 2e-3,
  points: [
    { name: 'hand', frame: 'l3', at: [0, 0, 0.05] },
    { name: 'goal', streamed: { timeout: 0.1, then: 'float' } },
  ],
  elements: [],
  compensate: ['gravity'],
  sensors: [
    { name: 'b', at: 'hand', guards: { stale: { then: 'off' }, frozen: { after: 1 } } },
    { name: 'a', at: 'hand', tare: { seconds: 0.5, refuse: 3 }, guards: { stale: { then: 'damped stop' } } },
  ],
  laws: [],
};

const textOf = (of: Design): string => controlManual(of).about.join('\n');

describe('the manual of a control program', () => {
  it('names for each sensor what is to be written, and what each fault leads to in the order in which it is told', () => {
    const text = textOf(design);
    for (const part of [
      'sensor.a.age',
      'sensor.b.valid',
      'sensor.a.tare.ask',
      '0 0 0.05 m',
      'l3',
      '0.002 s',
      'stream.goal.age',
    ])
      expect(text).toContain(part);
    const list = /by cause: (.*?)\. hold:/.exec(text)?.[1].split('; ');
    expect(list).toEqual([
      'joint state lost: off',
      'sensor silent (a): hold',
      'sensor stale (a): damped stop',
      'sensor not finite (a): hold',
      'tare refused (a): hold',
      'sensor silent (b): hold',
      'sensor stale (b): off',
      'sensor frozen (b): hold',
      'sensor not finite (b): hold',
      'target stale: float',
      'law not finite: damped stop',
    ]);
  });

  it('says of a reading what a step does with it', () => {
    const { layout, memory, run } = interpret(controlProgram(design));
    const field = (name: string) => view(layout, memory, name);
    run.prepare();
    const faultAfter = (
      ticks: number,
      reading: (k: number) => [value: number, age: number, valid: number],
    ): string => {
      for (let k = 0; k < ticks; k++) {
        for (const name of ['a', 'b']) {
          const [value, age, valid] = reading(k);
          field(`sensor.${name}`).fill(value + 1e-3 * k);
          field(`sensor.${name}.age`)[0] = age;
          field(`sensor.${name}.valid`)[0] = valid;
        }
        run.step();
      }
      return faults[field('fault')[0]];
    };
    expect(faultAfter(300, () => [0.1, 0, 1])).toBe('none');
    // An age that stands still is a reading that came anew; one that grows gets stale.
    expect(faultAfter(60, () => [0.1, 0.004, 1])).toBe('none');
    expect(faultAfter(60, (k) => [0.1, 0.002 * k, 1])).toBe('sensor stale');
    expect(faultAfter(1, () => [0.1, 0, 1])).toBe('none');
    expect(faultAfter(1, () => [Number.NaN, 0, 1])).toBe('sensor not finite');
    expect(faultAfter(1, () => [Number.NaN, 0, 0])).toBe('none');
    expect(faultAfter(1, () => [0.2, 0, 1])).toBe('none');
  });

  it('tells whether the weight is in the command, and what drives take that follow positions', () => {
    expect(textOf(design)).toContain('the weight of the arm is in them');
    expect(textOf({ ...design, compensate: [], provides: ['gravity'] })).toContain(
      'the drives are taken to bear it',
    );
    const servo = { at: 'hand', follow: { kind: 'drive' } } as const;
    expect(textOf({ ...design, servo })).toContain('position and speed');
  });

  it('ends no comment of the header, whatever the design is called', () => {
    const hostile: Design = { ...design, sensors: [{ name: 'x */ int y; /*', at: 'hand' }] };
    const { header } = emitC(controlProgram(hostile), { prefix: 'arm' });
    const code = header.replace(/\/\*[\s\S]*?\*\//g, '');
    expect(code).not.toMatch(/int [xy]\b|\*\/|\/\*/);
    expect(header).toContain(' * Calls. Once: initialise');
    expect(header).toContain('the joints stay where they are');
  });

  it('leaves no field that somebody sets or reads without a meaning', () => {
    const { layout } = controlProgram(design);
    const mute = layout.fields.filter(({ region, meaning = '' }) => region !== 'scratch' && meaning === '');
    expect(mute.map(({ name }) => name)).toEqual([]);
    const fault = layout.fields.find(({ name }) => name === 'fault');
    expect(fault?.values).toEqual(faults);
  });
});
