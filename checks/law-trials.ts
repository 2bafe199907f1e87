/**
 * Kernels of every law there is, with sensors, observer, servo and phases, on seeded states. A law is drawn from its declaration
 * alone, so that a new one is among them by its line in `laws`.
 */
import {
  controlProgram,
  type Design,
  entryUnits,
  type FollowDesign,
  type LawDeclaration,
  type LawDesign,
  type LawParameter,
  laws,
  type Reaction,
} from 'pliant/control';
import { addressOf, fieldOf, type Layout } from 'pliant/graph';
import type { Model } from 'pliant/model';
import type { ModelCase } from './dynamics.js';
import { chance, vector } from './made-robots.js';
import type { Trial, Write } from './trials.js';

type Numbers = Readonly<Partial<Record<string, readonly number[]>>>;

/** How a law is drawn: what must be given, each in its first shape; or all that may be, each in its last. */
export type Amount = 'least' | 'most';

/** Numbers of a parameter, within its range, or undefined where it stays as it is by default. */
function drawn(
  law: LawDeclaration,
  parameter: LawParameter,
  so: Numbers,
  model: Model,
  amount: Amount,
  next: () => number,
): readonly number[] | undefined {
  const { name, range, shapes, choices, selects, joints, baked } = parameter;
  const needed = parameter.default === undefined && parameter.optional === undefined;
  if (amount === 'least' && !needed) return undefined;
  if (choices !== undefined) return [Math.floor(choices.length * next())];
  if (selects === 'flags') return [1, 0, 1, 0, 1, 0];
  if (selects === 'rows') return undefined;
  const [low, high] = [Math.max(range[0], -1.5), Math.min(range[1], range[0] < 0 ? 1.5 : 5)];
  const value = (): number => low + (high - low) * (0.1 + 0.8 * next());
  if (joints !== undefined)
    return Array.from({ length: joints === 'positions' ? model.nq : model.nv }, value);
  if (baked === true) return undefined;
  const n = entryUnits(law, parameter, so).length;
  const shape = amount === 'least' ? shapes[0] : shapes[shapes.length - 1];
  if (shape === 'scalar') return [value()];
  if (shape === 'matrix') {
    const off = Array.from({ length: n * n }, () => 0.05 * (next() - 0.5));
    return off.map((x, at) => {
      const [i, j] = [at % n, Math.floor(at / n)];
      return i === j ? value() : 0.5 * (x + off[i * n + j]);
    });
  }
  if (shape === 'list') throw new Error(`law trials: ${law.kind}: no numbers for the list ${name}`);
  return Array.from({ length: n }, value);
}

function lawDesign(law: LawDeclaration, model: Model, amount: Amount, seed: number): LawDesign {
  const next = chance(seed);
  const parameters: Record<string, readonly number[]> = {};
  for (const parameter of law.parameters) {
    const numbers = drawn(law, parameter, parameters, model, amount, next);
    if (numbers !== undefined) parameters[parameter.name] = numbers;
  }
  return {
    name: `the ${law.kind}`,
    kind: law.kind,
    ...(law.acts === 'joints' ? {} : { at: 'tool' }),
    ...(amount === 'most' && law.acts !== 'joints' ? { axes: 'goal' } : {}),
    ...(amount === 'most' || law.needs.target === true ? { target: 'goal' } : {}),
    ...(amount === 'most' || law.needs.sensor === true ? { sensor: seed % 2 === 0 ? 'wrist' : 'felt' } : {}),
    parameters,
  };
}

const follows: readonly FollowDesign[] = [
  { kind: 'drive' },
  { kind: 'pd', stiffness: [200], damping: [20] },
  {
    kind: 'pid',
    stiffness: [200],
    damping: [20],
    integral: [50],
    limit: [30],
    windup: 'back-calculation',
  },
  { kind: 'computed torque', bandwidth: 30 },
];

const reaction = (then: Reaction) => ({ then });

/** Laws on a robot with all that sensors may have; solver and follower differ from number to number. */
function designOf(model: Model, own: readonly LawDesign[], number: number): Design {
  const frame = model.frames[model.frames.length - 1].name;
  const { nv } = model;
  const moves = own.some(({ kind }) => laws.some((law) => law.kind === kind && law.acts !== 'wrench'));
  return {
    name: own.map(({ name }) => name).join(' and '),
    model,
    period: 1e-3,
    points: [
      { name: 'tool', frame, at: [0.02, -0.01, 0.05], attitude: [0.9, 0.1, -0.3, 0.2] },
      { name: 'goal', at: [0.4, 0.1, 0.5], attitude: [0.7, 0.1, 0.5, -0.3] },
    ],
    elements: [],
    compensate: ['gravity'],
    ...(number % 3 === 1 ? { velocity: { from: 'differences', cutoff: 40 } } : {}),
    sensors: [
      {
        name: 'wrist',
        at: 'tool',
        below: { mass: 1, centre: [0, 0.01, 0.08], inertial: number % 2 === 0 },
        bias: [1, 2, 3, 0.1, 0.2, 0.3],
        cutoff: 30,
        tare: { seconds: 0.003, refuse: 1e6 },
        guards: {
          stale: { after: 0.01, ...reaction('float') },
          frozen: { after: 0.01, ...reaction('damped stop') },
          nonFinite: reaction('hold'),
          range: [200, 200, 200, 20, 20, 20],
        },
      },
      {
        name: 'felt',
        at: 'tool',
        observer: { gain: 50 },
        // Joints that jump are a residual of thousands of newtons: stops come, and go.
        guards: {
          collision: {
            contact: 20,
            stop: 40000,
            joints: { contact: new Array(nv).fill(10), stop: new Array(nv).fill(40000) },
          },
        },
      },
    ],
    ...(moves
      ? {
          servo: {
            at: 'tool',
            solver: number % 2 === 0 ? 'qp' : 'dls',
            speed: 0.5,
            turning: 2,
            joints: [2],
            limits: new Array(nv).fill([-2, 2]),
            follow: follows[number % follows.length],
          },
        }
      : {}),
    laws: own,
  } as Design;
}

/** Each law by itself, by what must be given and by all that may be. */
export function lawTrials({ model }: ModelCase, count: number, amounts: readonly Amount[]): Trial[] {
  return laws.flatMap((law, number) =>
    amounts.map((amount, k) => {
      const own = lawDesign(law, model, amount, 2 * number + k);
      return lawTrial(`${law.kind}, ${amount}`, designOf(model, [own], number + k), count);
    }),
  );
}

/** All laws in one kernel, a phase each that moves on by itself; those that act by a wrench come in and go out slowly. */
export function phasesTrial({ model }: ModelCase, count: number): Trial {
  const own = laws.map((law, number) => lawDesign(law, model, 'most', 2 * number));
  const phases = own.map(({ name }, i) => ({
    name: `phase ${i}`,
    laws: [name],
    blend: 0.004 * (i % 2),
    until: { after: 0.006 },
    ...(i === own.length - 1 ? { next: 'phase 0' } : {}),
  }));
  return lawTrial('all laws in phases', { ...designOf(model, own, 0), phases }, count);
}

/**
 * Ticks of a run that jumps every so often: joints near where they were, readings that come late, not at all, or are no
 * numbers, joint states that are lost, and other parameters now and then.
 */
function lawTrial(title: string, design: Design, count: number): Trial {
  const program = controlProgram(design);
  const { layout } = program;
  const { model } = design;
  const next = chance(40 + title.length);
  const parameters = layout.fields.filter(({ region }) => region === 'parameters');
  let q = model.neutral;
  let v: readonly number[] = vector(next, model.nv, 1);
  let silent = 0;
  const states = Array.from({ length: count }, (_, k) => {
    if (k % 40 === 0) {
      q = model.neutral.map(() => 2.4 * next() - 1.2);
      v = vector(next, model.nv, 1);
    }
    q = q.map((x) => x + 4e-3 * (next() - 0.5));
    v = v.map((x) => x + 0.02 * (next() - 0.5));
    const felt = next() < 0.7;
    silent = felt ? 0 : silent + 1e-3;
    const wrench = vector(next, 6, k % 100 === 60 ? 400 : 8);
    if (k % 50 === 13) wrench[k % 6] = Number.NaN;
    const writes = [
      write(layout, 'q', k % 90 === 77 ? q.map((x, i) => (i === 0 ? Number.NaN : x)) : q),
      write(layout, 'v', v),
      write(layout, 'sensor.felt.guards.collision.reset', [k % 5 === 0 ? 1 : 0]),
      write(layout, 'period', [1e-3 * (0.5 + next())]),
      write(layout, 'time', [1e-3 * k]),
      write(layout, 'sensor.wrist', wrench),
      write(layout, 'sensor.wrist.valid', [k > 2 && felt ? 1 : 0]),
      write(layout, 'sensor.wrist.age', [silent]),
    ];
    if (k % 20 === 19)
      for (const field of parameters) {
        const start = typeof field.initial === 'number' ? [field.initial] : (field.initial ?? [0]);
        const factor = 0.7 + 0.6 * next();
        const values = Array.from({ length: field.size }, (_, i) => factor * start[i % start.length]);
        writes.push(write(layout, field.name, values));
      }
    return writes;
  });
  return { title, program, procedures: ['prepare', 'step', 'observe'], states };
}

function write(layout: Layout, name: string, values: readonly number[]): Write {
  return { at: addressOf(layout, fieldOf(layout, name)), values };
}
