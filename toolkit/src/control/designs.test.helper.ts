/** Designs for the tests of this room, and a kernel to run them with. */
import { type Executable, interpret, type Program, view } from '../graph/index.js';
import { numbers, quaternionExp, type Vec3 } from '../math/index.js';
import { noise, planar, sevenJoints } from '../mechanism/arms.test.helper.js';
import type { Model } from '../model/index.js';
import {
  controlProgram,
  type Design,
  type ElementDesign,
  type PointDesign,
  type ProgramOptions,
} from './index.js';

/** One of everything on seven joints: vector gains, turning axes, a moving target, capped forces. */
export function everything(): Design {
  const random = noise(5);
  const spot = (): Vec3<number> => [random(), random(), random()];
  const points: PointDesign[] = [
    { name: 'tool', frame: 'l8', at: [0.02, -0.01, 0.05], attitude: [0.9, 0.1, -0.3, 0.2] },
    { name: 'flange', frame: 'l8' },
    { name: 'elbow', frame: 'l4', at: spot() },
    { name: 'goal', at: [0.4, 0.1, 0.5], attitude: [0.2, 0.9, 0.1, -0.3] },
    { name: 'runner', at: spot(), attitude: quaternionExp(numbers, spot()), moves: true },
    { name: 'ball', at: spot() },
  ];
  const joint = 'j4';
  const elements: ElementDesign[] = [
    element(
      'reach',
      'spring',
      'linear',
      { from: 'tool', to: 'goal', axes: 'tool' },
      { stiffness: [300, 200, 100] },
    ),
    element(
      'chase',
      'spring',
      'linear',
      { from: 'elbow', to: 'runner' },
      { stiffness: [80], saturation: [0.1] },
    ),
    element('follow', 'damper', 'linear', { from: 'elbow', to: 'runner' }, { damping: [12] }),
    element('brake', 'damper', 'linear', { from: 'tool', to: 'world' }, { damping: [3] }),
    element('rod', 'spring', 'line', { from: 'elbow', to: 'tool' }, { stiffness: [150], length: [0.4] }),
    element('rodDamper', 'damper', 'line', { from: 'elbow', to: 'tool' }, { damping: [9] }),
    element('turn', 'spring', 'attitude', { from: 'tool', to: 'runner' }, { stiffness: [20, 5, 40] }),
    element('turnDamper', 'damper', 'attitude', { from: 'tool', to: 'runner' }, { damping: [1.5] }),
    element(
      'rateDamper',
      'damper',
      'attitude-rate',
      { from: 'flange', to: 'goal' },
      { damping: [0.4, 0.5, 0.6] },
    ),
    element('plain', 'spring', 'attitude-plain', { from: 'flange', to: 'goal' }, { stiffness: [3, 2, 1] }),
    element('vector', 'spring', 'attitude-quaternion', { from: 'flange', to: 'goal' }, { stiffness: [7] }),
    element('repel', 'spring', 'repel', { from: 'elbow', to: 'ball' }, { stiffness: [400], radius: [1.5] }),
    element('posture', 'spring', 'joint', { joint }, { stiffness: [15], target: [-1.4] }),
    element('postureDamper', 'damper', 'joint', { joint }, { damping: [2] }),
    element('press', 'source', 'force', { at: 'tool' }, { force: [0, 0, -10] }),
  ];
  return {
    name: 'everything',
    model: sevenJoints(),
    period: 1e-3,
    points,
    elements,
    compensate: ['gravity'],
  };
}

export function element(
  name: string,
  family: ElementDesign['family'],
  kind: string,
  joins: ElementDesign['joins'],
  parameters: ElementDesign['parameters'],
): ElementDesign {
  return { name, family, kind, joins, parameters };
}

/** The planar arm's tip drawn to `goal`. */
export function reaching(stiffness: number, goal: Vec3<number>, more: Partial<Design> = {}): Design {
  return {
    name: 'reaching',
    model: planar(),
    period: 1e-3,
    points: [
      { name: 'tip', frame: 'l3' },
      { name: 'goal', at: goal },
    ],
    elements: [element('reach', 'spring', 'linear', { from: 'tip', to: 'goal' }, { stiffness: [stiffness] })],
    ...more,
  };
}

export class Kernel {
  readonly model: Model;
  readonly #program: Executable;

  /** Interpreted by default: compiled kernels take time to make and none to run. */
  constructor(
    design: Design,
    options: ProgramOptions = {},
    make: (program: Program) => Executable = interpret,
  ) {
    this.model = design.model;
    this.#program = make(controlProgram(design, options));
    this.#program.run.prepare();
  }

  has(field: string): boolean {
    return this.#program.layout.fields.some((f) => f.name === field);
  }

  view(field: string): Float64Array {
    return view(this.#program.layout, this.#program.memory, field);
  }

  labels(field: string): readonly string[] {
    return this.#program.layout.fields.find((f) => f.name === field)?.labels ?? [];
  }

  set(field: string, ...values: number[]): void {
    this.view(field).set(values);
    this.#program.run.prepare();
  }

  step(q: readonly number[], v: readonly number[], period = 1e-3): number[] {
    this.view('q').set(q);
    this.view('v').set(v);
    this.view('period')[0] = period;
    this.#program.run.step();
    return [...this.view('torque')];
  }

  observe(q: readonly number[], v: readonly number[]): void {
    this.view('q').set(q);
    this.view('v').set(v);
    this.#program.run.observe();
  }
}
