import { describe, expect, it } from 'vitest';
import {
  compileWasm,
  countOps,
  type Executable,
  fieldOf,
  interpret,
  lower,
  type Program,
  view,
} from './index.js';
import { type JoinOptions, joinPrograms } from './join.js';
import { ProgramBuilder } from './program.js';

/** A spring with a memory of its own, behind a guard. */
function controller(): Program {
  const p = new ProgramBuilder('controller');
  const q = p.field({ name: 'q', region: 'inputs', unit: 'rad' });
  const gain = p.field({ name: 'gain', region: 'parameters', unit: '', initial: 3 });
  const past = p.field({ name: 'past', region: 'state', size: 4, unit: '' });
  const torque = p.field({ name: 'torque', region: 'outputs', unit: 'N m' });
  const G = p.graph;
  p.procedure('step', () => {
    const angle = p.load(q);
    p.repeat(3, (i) => {
      p.storeAt(past, i, p.loadAt(past, G.add(i, G.constant(1))));
      return undefined;
    });
    p.store(past, 3, angle);
    const pull = G.mul(p.load(gain), G.sub(G.sin(angle), G.mul(G.constant(0.25), p.load(past, 0))));
    p.if(
      G.less(G.abs(pull), G.constant(2)),
      () => p.store(torque, 0, G.neg(pull)),
      () => p.store(torque, 0, G.constant(-2)),
    );
  });
  return p.finish();
}

/** A pendulum. */
function plant(): Program {
  const p = new ProgramBuilder('plant');
  const torque = p.field({ name: 'torque', region: 'inputs', unit: 'N m' });
  const q = p.field({ name: 'q', region: 'state', unit: 'rad', initial: 0.7 });
  const v = p.field({ name: 'v', region: 'state', unit: 'rad/s' });
  const G = p.graph;
  p.procedure('push', () => p.store(v, 0, G.add(p.load(v), G.mul(G.constant(0.01), p.load(torque)))));
  p.procedure('step', () => {
    p.call('push');
    const next = G.sub(p.load(v), G.mul(G.constant(0.0981), G.sin(p.load(q))));
    p.store(v, 0, next);
    p.store(q, 0, G.add(p.load(q), G.mul(G.constant(0.01), next)));
  });
  return p.finish();
}

const options = (change: Partial<JoinOptions> = {}): JoinOptions => ({
  name: 'loop',
  parts: [
    { prefix: 'control', program: controller() },
    { prefix: 'plant', program: plant() },
  ],
  wires: [
    { from: 'plant.q', to: 'control.q' },
    { from: 'control.torque', to: 'plant.torque' },
  ],
  procedures: { tick: ['control.step', 'plant.step'] },
  ...change,
});

function separately(ticks: number): number[] {
  const [c, b] = [interpret(controller()), interpret(plant())];
  const at = (e: Executable, name: string) => view(e.layout, e.memory, name);
  const trace: number[] = [];
  for (let k = 0; k < ticks; k++) {
    at(c, 'q').set(at(b, 'q'));
    c.run.step();
    at(b, 'torque').set(at(c, 'torque'));
    b.run.step();
    trace.push(at(b, 'q')[0], at(b, 'v')[0], at(c, 'torque')[0]);
  }
  return trace;
}

describe('joined programs', () => {
  it.each([
    ['interpreter', interpret],
    ['wasm', compileWasm],
  ])('leave the bits of their parts (%s)', (_, make) => {
    const joined = make(joinPrograms(options()));
    const at = (name: string) => view(joined.layout, joined.memory, name)[0];
    const trace: number[] = [];
    for (let k = 0; k < 200; k++) {
      joined.run.tick();
      trace.push(at('plant.q'), at('plant.v'), at('control.torque'));
    }
    expect(trace).toEqual(separately(200));
  });

  it('keep the parts’ procedures, under their prefixes', () => {
    const joined = interpret(joinPrograms(options()));
    joined.run['control.step']();
    joined.run['plant.step']();
    const alone = separately(1);
    expect(view(joined.layout, joined.memory, 'plant.q')[0]).toBe(alone[0]);
  });

  it('compute once what several parts need', () => {
    const sum = (program: Program, name: string) => countOps(lower(program), name).arithmetic;
    const joined = joinPrograms(options());
    const apart = sum(controller(), 'step') + sum(plant(), 'step');
    expect(sum(joined, 'tick')).toBeLessThan(apart - 15);
  });

  it('have one field for both ends of a wire', () => {
    const { layout } = joinPrograms(options());
    expect(layout.fields.map((f) => f.name).sort()).toEqual([
      'control.gain',
      'control.past',
      'control.torque',
      'plant.q',
      'plant.v',
    ]);
    expect(fieldOf(layout, 'plant.q').initial).toBe(0.7);
  });

  it.each([
    [{ wires: [{ from: 'plant.q', to: 'control.past' }] }, 'plant.q has 1 entries, control.past has 4'],
    [{ wires: [{ from: 'control.torque', to: 'plant.v' }] }, 'plant.v is wired, and its part stores to it'],
    [{ wires: [{ from: 'plant.w', to: 'control.q' }] }, 'no field "w"'],
    [{ wires: [{ from: 'arm.q', to: 'control.q' }] }, 'no part for "arm.q"'],
    [{ procedures: { tick: ['control.jump'] } }, 'no procedure "control.jump"'],
    [{ procedures: { 'plant.step': [] } }, 'procedure plant.step stands twice'],
    [
      {
        wires: [
          { from: 'plant.q', to: 'control.q' },
          { from: 'plant.v', to: 'control.q' },
        ],
      },
      'control.q has two wires',
    ],
    [
      {
        wires: [
          { from: 'plant.q', to: 'control.q' },
          { from: 'control.q', to: 'plant.torque' },
        ],
      },
      'a wire from q, which has its entries from another',
    ],
  ])('refuse %j', (change, message) => {
    expect(() => joinPrograms(options(change))).toThrow(message);
  });
});
