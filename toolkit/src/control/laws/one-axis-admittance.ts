/**
 * The admittance on one axis by itself, as a program: a force moves a mass with a damper and a spring, and what it gives is
 * the command for a position controller. Its law is that of `admittance.ts`, traced along x with everything else at rest.
 */
import { type Field, type Node, type Program, ProgramBuilder } from '../../graph/index.js';
import type { Site } from '../../mechanism/index.js';
import { admittance, type Scheme, schemes } from './admittance.js';
import type {
  Commanded,
  GivenNumbers,
  LawDerived,
  LawView,
  MotionAct,
  SensorReading,
} from './declaration.js';
import { programGained } from './gained.js';

export interface OneAxisAdmittance {
  /** kg, > 0. */
  readonly mass: number;
  /** N s/m. */
  readonly damping: number;
  /** N/m. */
  readonly stiffness: number;
  /** Where it is without a force, and begins, m; 0 by default. */
  readonly rest?: number;
  /** s. */
  readonly tick: number;
  /** How it goes on by a tick; `exact` by default, as the law. */
  readonly scheme?: Scheme;
}

const derivedUnits: Readonly<Record<string, string>> = {
  drag: 'N s/m',
  mobility: '1/kg',
  wayOfSpeed: 's',
  wayOfForce: 'm/N',
  speedOfForce: 'm/(N s)',
};

/**
 * Input `force` (N); state and output in one `position` (m) and `velocity` (m/s) after the tick. `prepare` works out what
 * follows from the parameters `mass`, `damping`, `stiffness`, `rest` and `tick`; `step` is a tick.
 *
 * With `explicit` damping, stable where T² K + 2 T D < 4 M:
 *
 *     v ← v + T (F − K (x − x₀) − D v)/M,   x ← x + T v
 */
export function oneAxisAdmittance(given: OneAxisAdmittance): Program {
  const { mass, damping, stiffness, rest = 0, tick, scheme = 'exact' } = given;
  const program = new ProgramBuilder(`Admittance on one axis, ${scheme}`);
  const { graph: A } = program;
  const baked: GivenNumbers = {
    selection: [1, 0, 0, 0, 0, 0],
    mass: [mass],
    damping: [damping],
    stiffness: [stiffness],
    scheme: [schemes.indexOf(scheme)],
  };
  const parameter = (name: string, unit: string, initial: number, least: number, meaning: string): Field =>
    program.field({
      name,
      region: 'parameters',
      unit,
      initial,
      range: [least, Number.POSITIVE_INFINITY],
      meaning,
    });
  const state = (name: string, unit: string, initial: number, meaning: string): Field =>
    program.field({ name, region: 'state', unit, initial, meaning });
  const parameters = new Map<string, Field>([
    ['mass', parameter('mass', 'kg', mass, Number.MIN_VALUE, 'virtual mass M')],
    ['damping', parameter('damping', 'N s/m', damping, 0, 'virtual damping D')],
    ['stiffness', parameter('stiffness', 'N/m', stiffness, 0, 'virtual stiffness K')],
  ]);
  const restField = parameter('rest', 'm', rest, Number.NEGATIVE_INFINITY, 'position x0 without a force');
  const tickField = parameter('tick', 's', tick, Number.MIN_VALUE, 'sampling period T');
  const derived = new Map<string, Field>(
    (admittance.derived ?? []).flatMap(({ name, size, meaning }: LawDerived) =>
      size(baked) === 0
        ? []
        : [[name, program.field({ name, region: 'derived', unit: derivedUnits[name] ?? '', meaning })]],
    ),
  );
  const force = program.field({
    name: 'force',
    region: 'inputs',
    unit: 'N',
    meaning: 'external force F on the robot',
  });
  const position = state('position', 'm', rest, 'commanded position x_r');
  const velocity = state('velocity', 'm/s', 0, 'commanded velocity');

  program.procedure('prepare', () => {
    admittance.derive?.(program, {
      tick: tickField,
      parameters,
      derived,
      baked,
      name: (part) => part,
      scratch: (name, size) =>
        program.field({ name, region: 'scratch', size, unit: '', meaning: 'Of the matrix exponential' }),
    });
  });
  program.procedure('step', () => {
    const loadAll = (fields: ReadonlyMap<string, Field>): Record<string, Node[]> =>
      Object.fromEntries([...fields].map(([name, field]) => [name, [program.load(field)]]));
    const zero = A.constant(0);
    const one = A.constant(1);
    const still = [zero, zero, zero] as const;
    const upright = [one, zero, zero, zero, one, zero, zero, zero, one] as const;
    const period = program.load(tickField);
    const x = program.load(position);
    const v = program.load(velocity);
    const level = [one, zero, zero, zero] as const;
    const rests = { velocity: still, rotation: upright, spin: still };
    const target: Site<Node> = {
      ...rests,
      name: 'rest',
      body: -1,
      position: [program.load(restField), zero, zero],
      lever: still,
      quaternion: () => level,
    };
    const commanded: Commanded<Node> = {
      ...rests,
      attitude: level,
      position: [x, zero, zero],
      velocity: [v, zero, zero],
      q: [],
      v: [],
      limited: zero,
    };
    const sensor: SensorReading<Node> = {
      force: [program.load(force), zero, zero],
      torque: still,
      fresh: one,
      age: zero,
      ready: one,
    };
    const times = { elapsed: period, tick: period, begins: zero };
    const gained = programGained(program, 'gained', new Map());
    const axes = { commandedAxes: upright };
    const view = { ...times, ...axes, target, sensor, commanded, gained } as unknown as LawView<Node>;
    const memory = { anchor: still, anchorAttitude: level };
    const numbers = { ...loadAll(parameters), time: [zero] };
    const { motion } = admittance.law(A, view, numbers, memory, loadAll(derived), baked) as MotionAct<Node>;
    program.store(velocity, 0, motion.velocity[0]);
    program.store(position, 0, A.add(x, motion.move[0]));
  });
  return program.finish();
}
