/** Programs of real size with many states to run them on: control steps and plant steps of whole robots. */
import { controlProgram, designProblems } from 'pliant/control';
import { addressOf, fieldOf, type Layout, type Program } from 'pliant/graph';
import { numbers } from 'pliant/math';
import { integrate, type Model, modelOf } from 'pliant/model';
import { type RigidOptions, rigidProgram } from 'pliant/plant';
import { hasErrors } from 'pliant/problem';
import type { JointType } from 'pliant/robot';
import { absent } from './corpus.js';
import { designOf, spreadFrames } from './designs.js';
import { dynamicsCases, type ModelCase, madeCases } from './dynamics.js';
import { chain, chance, vector } from './made-robots.js';

/** Values that are put into a memory, at a float's number. */
export interface Write {
  readonly at: number;
  readonly values: readonly number[];
}

/** A program and what it is run on: for each state the writes, then the procedures in their order. */
export interface Trial {
  readonly title: string;
  readonly program: Program;
  readonly procedures: readonly string[];
  readonly states: readonly (readonly Write[])[];
}

/** A robot of 30 joints, two of them sliding, with rotors. */
export function thirtyJoints(): Model {
  const types = Array.from({ length: 30 }, (_, i): JointType => (i % 15 === 7 ? 'prismatic' : 'revolute'));
  const { value } = modelOf(chain('thirty joints', types, 30));
  if (value === undefined) throw new Error('the robot of 30 joints makes no model');
  return value;
}

/**
 * The project's arm, the robot of 30 joints, made ones with spherical joints, mimics and a free root, and of the
 * corpus (where it is there) one for each count of velocities.
 */
export function trialModels(): ModelCase[] {
  const made = madeCases().filter(({ title }) => /balls|followers|two roots/.test(title));
  const thirty = { title: 'made: thirty joints', model: thirtyJoints() };
  const [own, ...others] = dynamicsCases();
  const sizes = new Set<number>([own.model.nv]);
  const corpus = others.filter(({ model }) => {
    if (model.massless.length > 0 || sizes.has(model.nv)) return false;
    sizes.add(model.nv);
    return true;
  });
  return [own, thirty, ...made, ...(absent === undefined ? corpus : [])];
}

/** A control program with 26 elements, two of every kind, limits and guards, on seeded states. */
export function controlTrial({ title, model }: ModelCase, count: number): Trial {
  const design = designOf(model, { count: 26 });
  if (hasErrors(designProblems(design))) throw new Error(`${title}: the design has errors`);
  const program = controlProgram(design);
  const { layout } = program;
  const next = chance(73 + model.nv);
  const parameters = layout.fields.filter((field) => field.region === 'parameters');
  const inputs = layout.fields.filter((field) => field.region === 'inputs' && field.name !== 'q');
  const states = Array.from({ length: count }, (_, k) => {
    const { q, v } = someState(model, next);
    const writes = [write(layout, 'q', q)];
    for (const field of inputs) writes.push(write(layout, field.name, vector(next, field.size, 1.5)));
    writes.push(write(layout, 'v', v), write(layout, 'period', [1e-3 * (0.5 + next())]));
    // Now and then other parameters, and what guards are for.
    if (k % 10 === 0) {
      for (const field of parameters) {
        const start = typeof field.initial === 'number' ? [field.initial] : (field.initial ?? [0]);
        const values = Array.from({ length: field.size }, (_, i) => start[i % start.length] * (0.5 + next()));
        writes.push(write(layout, field.name, values));
      }
    }
    if (k % 50 === 7)
      writes.push(
        write(
          layout,
          'q',
          q.map((x, i) => (i === k % q.length ? Number.NaN : x)),
        ),
      );
    if (k % 50 === 19)
      writes.push(
        write(
          layout,
          'v',
          v.map(() => 1e200),
        ),
      );
    return writes;
  });
  return { title: `${title}: control`, program, procedures: ['prepare', 'step', 'observe'], states };
}

/**
 * A rigid plant that sticks and stops and is pushed, carries a payload and has its ledger on, on seeded states, a
 * third of whose joints are at rest and some of which are at a stop.
 */
export function frictionTrial(given: ModelCase, count: number): Trial {
  const { model } = given;
  const coulomb = Array.from({ length: model.nv }, (_, i) => 0.2 + 0.1 * (i % 5));
  const program = rigidProgram(model, { ...machine(model), joints: { coulomb } });
  return plantTrial(`${given.title}: plant with friction`, model, program, count, ['step', 'observe']);
}

/** The same among solids that rub and are stiff enough for steps in parts; most states are deep in one of them. */
export function contactTrial(given: ModelCase, count: number): Trial {
  const { model } = given;
  const [frame] = spreadFrames(model, 1);
  const coulomb = Array.from({ length: model.nv }, (_, i) => 0.05 * (i % 3));
  const program = rigidProgram(model, {
    ...machine(model),
    joints: { coulomb },
    substeps: true,
    external: true,
    contacts: {
      solids: [
        {
          name: 'floor',
          kind: 'plane',
          size: [],
          at: [0, 0, 0.1],
          stiffness: 2e3,
          damping: 5,
          friction: 0.4,
        },
        { name: 'post', kind: 'box', size: [0.5, 0.6, 0.7], stiffness: 3e5, friction: 0.2 },
      ],
      places: [
        { name: 'box', frame, shape: { kind: 'box', size: [0.1, 0.08, 0.06] } },
        { name: 'rod', frame, at: [0, 0.1, 0], shape: { kind: 'capsule', size: [0.02, 0.2] } },
      ],
    },
  });
  return plantTrial(`${given.title}: plant in contact`, model, program, count, ['step', 'observe']);
}

/** The same without friction, by Runge–Kutta steps. */
export function rungeKuttaTrial(given: ModelCase, count: number): Trial {
  const { model } = given;
  const program = rigidProgram(model, {
    ...machine(model),
    method: 'rk4',
    joints: { coulomb: new Array<number>(model.nv).fill(0) },
  });
  return plantTrial(`${given.title}: plant, rk4`, model, program, count, ['step', 'observe']);
}

function machine(model: Model): RigidOptions {
  const [frame] = spreadFrames(model, 1);
  return {
    step: 1e-3,
    pushes: [{ name: 'hand', frame, at: [0.05, 0.02, -0.03] }],
    payloads: [{ name: 'load', frame, mass: 0.4, centre: [0.01, 0.02, 0.03] }],
  };
}

function plantTrial(
  title: string,
  model: Model,
  program: Program,
  count: number,
  procedures: readonly string[],
): Trial {
  const { layout } = program;
  const next = chance(91 + model.nv);
  const stops = layout.fields.find((field) => field.name === 'stops.upper');
  const states = Array.from({ length: count }, (_, k) => {
    const { q, v } = someState(model, next);
    const pushed = next() < 0.5 ? 1 : 0;
    const atStop = [...q];
    if (stops !== undefined && k % 4 === 0) {
      const number = k % stops.size;
      const at = model.positionNames.indexOf(stops.labels?.[number] ?? '');
      const bound = (stops.initial as readonly number[])[number];
      if (Number.isFinite(bound)) atStop[at] = bound;
    }
    return [
      write(layout, 'q', atStop),
      write(
        layout,
        'v',
        v.map((x) => (next() < 0.35 ? 0 : 0.3 * x)),
      ),
      write(layout, 'torque', vector(next, model.nv, 3)),
      write(layout, 'pushing', [pushed]),
      write(layout, 'push.hand.active', [pushed]),
      write(layout, 'push.hand.wrench', vector(next, 6, 4)),
    ];
  });
  return { title, program, procedures, states };
}

function someState(model: Model, next: () => number): { q: number[]; v: number[] } {
  const q = integrate(numbers, model, model.neutral, vector(next, model.nv, 1.2), 1);
  return { q, v: vector(next, model.nv, 1.5) };
}

function write(layout: Layout, name: string, values: readonly number[]): Write {
  return { at: addressOf(layout, fieldOf(layout, name)), values };
}
