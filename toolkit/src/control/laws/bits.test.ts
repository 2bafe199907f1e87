import { expect, it } from 'vitest';
import { compileJavaScript, compileWasm, emitC, interpret, view } from '../../graph/index.js';
import { chain, noise, randomState } from '../../mechanism/arms.test.helper.js';
import type { Design } from '../design.js';
import { controlProgram } from '../index.js';

const then = 'float';
const stop = (() => {
  const then = 'damped stop';
  return { then } as const;
})();

const bar = { xyz: [0, 0, 0.3], mass: 2, centre: [0, 0.02, 0.15], inertia: [0.03, 0.03, 0.01] } as const;
const fourJoints = chain([
  bar,
  { ...bar, rpy: [Math.PI / 2, 0, 0] },
  { ...bar, rpy: [-Math.PI / 2, 0, 0] },
  { ...bar, rpy: [0, Math.PI / 2, 0] },
  { type: 'fixed', xyz: [0, 0, 0.1] },
]);

/** One of everything: a sensor with all that it may have, an estimated one, both solvers’ loops, phases that blend. */
function everything(): Design {
  return {
    name: 'everything',
    model: fourJoints,
    period: 1e-3,
    points: [
      { name: 'tool', frame: 'l5', at: [0.02, -0.01, 0.05], attitude: [0.9, 0.1, -0.3, 0.2] },
      { name: 'goal', at: [0.4, 0.1, 0.5] },
    ],
    elements: [],
    compensate: ['gravity'],
    velocity: { from: 'differences', cutoff: 40 },
    sensors: [
      {
        name: 'wrist',
        at: 'tool',
        below: { mass: 1, centre: [0, 0.01, 0.08], inertial: true },
        bias: [1, 2, 3, 0.1, 0.2, 0.3],
        cutoff: 30,
        tare: { seconds: 0.003, refuse: 1e6 },
        guards: { frozen: { after: 0.01, ...stop }, nonFinite: { then } },
      },
      { name: 'felt', at: 'tool', observer: { gain: 50 } },
    ],
    servo: {
      at: 'tool',
      solver: 'qp',
      speed: 0.3,
      turning: 1,
      joints: [0.2],
      limits: new Array(4).fill([-1.5, 1.5]),
      follow: {
        kind: 'pid',
        stiffness: [200],
        damping: [20],
        integral: [50],
        limit: [30],
        windup: 'back-calculation',
      },
    },
    laws: [
      { name: 'go', kind: 'track', at: 'tool', target: 'goal', parameters: {} },
      {
        name: 'yield',
        kind: 'admittance',
        at: 'tool',
        axes: 'world',
        sensor: 'felt',
        parameters: {
          selection: [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
          mass: [3, 0.1, 0.1, 2],
          stiffness: [50, 40],
          ratio: [0.7],
          deadBand: [0.1],
        },
      },
      {
        name: 'press',
        kind: 'wrench',
        at: 'tool',
        sensor: 'wrist',
        parameters: { wanted: [0, 0, 5, 0, 0, 0] },
      },
    ],
    phases: [
      { name: 'near', laws: ['go'], until: { after: 0.01 } },
      { name: 'lead', laws: ['yield', 'press'], blend: 0.01 },
    ],
  };
}

it('gives the same bits interpreted, as WebAssembly and as JavaScript', () => {
  const design = everything();
  const { sensors = [], laws = [] } = design;
  const given = {
    ...design,
    laws: laws.map((law) => (law.name === 'press' ? { ...law, sensor: undefined } : law)),
  };
  const program = controlProgram(given as Design);
  expect(sensors.length).toBe(2);
  const machines = [interpret(program), compileWasm(program), compileJavaScript(program)];
  const random = noise(41);
  for (const machine of machines) machine.run.prepare();
  const { q } = randomState(design.model, random);
  for (let k = 0; k < 24; k++) {
    const here = q.map((x) => x + 1e-3 * random());
    const feel = Array.from({ length: 6 }, () => 5 * random());
    if (k === 15) feel[1] = Number.NaN;
    for (const machine of machines) {
      const set = (name: string, values: readonly number[]) =>
        view(machine.layout, machine.memory, name).set(values);
      set('q', here);
      set('period', [1e-3]);
      set('time', [k * 1e-3]);
      set('sensor.wrist', feel);
      set('sensor.wrist.valid', [1]);
      machine.run.step();
      machine.run.observe();
    }
    for (const machine of machines.slice(1))
      expect(
        machine.memory.every((x, i) => Object.is(x, machines[0].memory[i]) || x === machines[0].memory[i]),
      ).toBe(true);
  }
  expect(view(machines[0].layout, machines[0].memory, 'phase')[0]).toBe(1);
  expect(view(machines[0].layout, machines[0].memory, 'laws.yield.effort').some((x) => x !== 0)).toBe(true);
  expect(() => emitC(program, { prefix: 'law' })).not.toThrow();
});
