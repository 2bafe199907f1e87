/** The admittance: a virtual mass, damper and spring that a measured wrench moves. */
import { type Field, type Node, type ProgramBuilder, programRepeat } from '../../graph/index.js';
import {
  type Algebra,
  add3,
  clamp,
  max,
  modalDampingMatrix,
  mulMatVec,
  type Quaternion,
  quaternionFromRotation,
  rightJacobianInverse,
  rotationFromQuaternion,
  scale3,
  sub3,
  type Vec3,
  vec3,
  vibration,
} from '../../math/index.js';
import { anywhere, endless, scalar, strength, units } from '../../mechanism/index.js';
import { admittanceFindings } from './admittance-problems.js';
import type { DeriveWork, GivenNumbers, LawDeclaration, LawView } from './declaration.js';
import { drawing } from './drawing.js';
import { all, one } from './law-parameters.js';
import { exactMap, inverseOf } from './second-order-map.js';
import {
  inwards,
  outwards,
  selected,
  selectionRows,
  selectionUnits,
  spreadOut,
  wholeSelection,
} from './selection.js';
import { closing, poseError } from './towards.js';

export const schemes = ['explicit', 'implicit', 'exact'] as const;
export type Scheme = (typeof schemes)[number];

const still = [0, 0, 0] as const;

/** Rows that are freed. */
function freed({ selection = wholeSelection }: GivenNumbers): readonly (readonly number[])[] {
  return selectionRows(selection);
}

function schemeOf({ scheme = [2] }: GivenNumbers): Scheme {
  return schemes[scheme[0]] ?? 'exact';
}

/** Whether mass, damping and stiffness are of single axes, so that each goes by itself. */
function isDiagonal(given: GivenNumbers): boolean {
  const r = freed(given).length;
  return ['mass', 'damping', 'stiffness'].every((name) => (given[name]?.length ?? 1) <= r || r === 1);
}

/** Numbers of a derived gain: r, or r² where axes are coupled. */
function gainSize(given: GivenNumbers): number {
  const r = freed(given).length;
  return isDiagonal(given) ? r : r * r;
}

const exactOnly = (given: GivenNumbers): number => (schemeOf(given) === 'exact' ? gainSize(given) : 0);
const steppedOnly = (given: GivenNumbers): number => (schemeOf(given) === 'exact' ? 0 : gainSize(given));

export const admittance: LawDeclaration = {
  kind: 'admittance',
  title: 'Admittance',
  summary:
    'The measured wrench moves a virtual mass with a damper and a spring, and the robot follows it: for stiff arms with a ' +
    'force sensor. Without a spring it is led by hand; with a wanted wrench it presses until it feels that wrench. On stiff ' +
    'things, with a delay or a slow inner loop it chatters unless mass and damping are large enough.',
  acts: 'motion',
  needs: { sensor: true },
  // Without one it frees whatever the robot can move.
  asks: ({ selection = [] }) => ({ parameter: 'selection', rows: selectionRows(selection) }),
  entries: ({ selection = wholeSelection }) => selectionUnits(selection),
  parameters: [
    {
      name: 'selection',
      unit: '',
      shapes: ['list'],
      range: [-1, 1],
      default: wholeSelection,
      baked: true,
      selects: 'rows',
      meaning:
        'Directions that are freed, rows of six (ways, then turns) in the law’s axes, orthonormal; all by default',
    },
    {
      name: 'mass',
      unit: units.inertance,
      shapes: ['scalar', 'diagonal', 'matrix'],
      range: [0, endless],
      meaning: 'Virtual mass of what is freed, > 0',
    },
    {
      name: 'damping',
      unit: units.damping,
      shapes: ['scalar', 'diagonal', 'matrix'],
      range: strength,
      default: 0,
      meaning: 'Damping against the target’s velocity; added to that of `ratio`',
    },
    scalar('ratio', '', 'Damping ratio with the spring, in every mode: D = 2 ζ √(M K)', { optional: true }),
    {
      name: 'stiffness',
      unit: units.stiffness,
      shapes: ['scalar', 'diagonal', 'matrix'],
      range: strength,
      default: 0,
      meaning: 'Stiffness to the target, or to where the law began where it has none',
    },
    {
      name: 'wanted',
      unit: ['N m', 'N'],
      entries: 6,
      shapes: ['vector'],
      range: anywhere,
      optional: true,
      meaning: 'What the robot is to do to its environment: force, then torque, in the law’s axes',
    },
    {
      name: 'deadBand',
      unit: units.effort,
      shapes: ['scalar', 'diagonal'],
      range: strength,
      optional: true,
      meaning:
        'What is wanted and felt together counts by as much as it is beyond this, in each direction that is freed',
    },
    scalar('time', 's', 'Time constant with which directions that are not freed go to the target', {
      default: 0.1,
    }),
    {
      name: 'scheme',
      unit: '',
      shapes: ['scalar'],
      range: [0, schemes.length - 1],
      default: schemes.indexOf('exact'),
      baked: true,
      choices: schemes,
      meaning: 'How it goes on by a tick: explicit or implicit damping, or exact for a held force',
    },
  ],
  memory: [
    { name: 'anchor', unit: 'm', size: () => 3, initial: 0, meaning: 'Where the law began' },
    { name: 'anchorAttitude', unit: '', size: () => 4, initial: 0, meaning: 'Its attitude there' },
  ],
  derived: [
    { name: 'drag', size: steppedOnly, meaning: 'Damping of both kinds together' },
    { name: 'mobility', size: steppedOnly, meaning: 'Acceleration for a force: M⁻¹, or (M + T D)⁻¹' },
    { name: 'wayOfSpeed', size: exactOnly, meaning: 'A₁ of the exact tick' },
    { name: 'wayOfForce', size: exactOnly, meaning: 'A₂' },
    { name: 'speedOfSpeed', size: exactOnly, meaning: 'A₃' },
    { name: 'speedOfForce', size: exactOnly, meaning: 'A₄' },
  ],
  derive,
  statuses: ['free', 'limit'],
  observed: [
    {
      name: 'effort',
      unit: '',
      size: (given) => freed(given).length,
      meaning: 'What moves the mass in each direction that is freed, N or N m',
    },
  ],
  check: admittanceFindings,
  doc: {
    law: 'M v̇ + D (v − v_d) + K (x_c − x_d) = S (F + F_w)',
    symbols: [
      {
        symbol: 'x_c, v',
        unit: 'm, m/s',
        meaning: 'commanded pose of the centre and its twist, as far as reached',
      },
      {
        symbol: 'x_d, v_d',
        unit: 'm, m/s',
        meaning: 'target and its twist; without one the pose at the begin, at rest',
      },
      {
        symbol: 'M, D, K',
        unit: 'kg, N s/m, N/m',
        meaning: '`mass`, `damping` and that of `ratio`, `stiffness`: r × r',
      },
      { symbol: 'S', unit: '1', meaning: '`selection`, r × 6, in the law’s axes' },
      {
        symbol: 'F',
        unit: 'N, N m',
        meaning: 'external wrench on the robot about the centre, as the sensor says',
      },
      { symbol: 'F_w', unit: 'N, N m', meaning: '`wanted`, what the robot does to its environment' },
    ],
    sign:
      'Gives way along the external wrench. `wanted: 10 N` along +z presses along +z, and it rests where the environment pushes ' +
      'back by as much.',
    energy:
      'The virtual mass holds ½ vᵀ M v and ½ eᵀ K e; the drives that follow it put in what the motion takes.',
    singular:
      'Turns: e is the rotation vector, the short way; the spring’s torque is the gradient of ½ eᵀ K e, and half a turn off it is ' +
      'ambiguous. Explicit damping needs T² K + 2 T D < 4 M, the others no such bound on D. Exact: the force is held over the ' +
      'nominal tick, and turns are exact about one axis.',
    source:
      'Hogan, Impedance control (1985); Villani, De Schutter, Force control, in Springer Handbook of Robotics (2016)',
  },
  picture: drawing(
    '<path d="M8 24h12M20 24l3-5 5 10 5-10 5 10 5-10 3 5h6M52 14h24v20H52zM96 24H78M84 18l-6 6 6 6"/><circle cx="100" cy="24" r="3"/>',
  ),
  law(A, view, parameters, memory, derived, baked) {
    const rows = freed(baked);
    const { commanded, commandedAxes: axes, begins } = view;
    const anchor = (memory.anchor as Three<ReturnType<typeof A.constant>>).map((x, i) =>
      A.select(begins, commanded.position[i], x),
    );
    const here = commanded.attitude ?? quaternionFromRotation(A, commanded.rotation);
    const anchorAttitude = memory.anchorAttitude.map((x, i) => A.select(begins, here[i], x));
    const rest = vec3(A, ...still);
    const given = view.target && { ...view.target, attitude: view.target.quaternion() };
    const target = given ?? {
      position: anchor as unknown as Vec3<ReturnType<typeof A.constant>>,
      rotation: rotationFromQuaternion(
        A,
        anchorAttitude as unknown as Quaternion<ReturnType<typeof A.constant>>,
      ),
      attitude: anchorAttitude as unknown as Quaternion<ReturnType<typeof A.constant>>,
      velocity: rest,
      spin: rest,
    };
    const off = poseError(A, target, commanded);
    const error = inwards(A, axes, off.way, off.turn);
    const twist = inwards(
      A,
      axes,
      sub3(A, commanded.velocity, target.velocity),
      sub3(A, commanded.spin, target.spin),
    );
    const speed = selected(A, rows, twist);
    const effort = effortOf(A, rows, axes, view.sensor, parameters);
    const pull = springOf(A, view, rows, error, all(parameters, 'stiffness'));
    const net = effort.map((f, i) => A.sub(f, pull[i]));
    let way: readonly ReturnType<typeof A.constant>[];
    let next: readonly ReturnType<typeof A.constant>[];
    let elapsed = view.elapsed;
    if (schemeOf(baked) === 'exact') {
      elapsed = view.tick;
      way = view.gained([
        [derived.wayOfSpeed, speed],
        [derived.wayOfForce, net],
      ]);
      next = view.gained([
        [derived.speedOfSpeed, speed],
        [derived.speedOfForce, net],
      ]);
    } else {
      const drag = view.gained([[derived.drag, speed]]);
      const acceleration = view.gained([[derived.mobility, net.map((f, i) => A.sub(f, drag[i]))]]);
      next = speed.map((v, i) => A.add(v, A.mul(elapsed, acceleration[i])));
      way = next.map((v) => A.mul(elapsed, v));
    }
    // Directions that are not freed go to the target.
    const rate = A.neg(closing(A, one(parameters, 'time'), elapsed));
    const inside = spreadOut(A, rows, selected(A, rows, error));
    const outside = error.map((x, i) => A.mul(rate, A.sub(x, inside[i])));
    const whole = rows.length === 6;
    const added = (six: readonly ReturnType<typeof A.constant>[], factor: ReturnType<typeof A.constant>) =>
      whole ? six : six.map((x, i) => A.add(x, A.mul(factor, outside[i])));
    const [move, turn] = outwards(A, axes, added(spreadOut(A, rows, way), elapsed));
    const [velocity, spin] = outwards(A, axes, added(spreadOut(A, rows, next), A.constant(1)));
    return {
      memory: { anchor, anchorAttitude },
      motion: {
        move: add3(A, scale3(A, elapsed, target.velocity), move),
        turn: add3(A, scale3(A, elapsed, target.spin), turn),
        velocity: add3(A, target.velocity, velocity),
        spin: add3(A, target.spin, spin),
      },
      // Before its first motion there is nothing that a limit could have cut.
      status: A.and(commanded.limited, A.not(begins)),
      observed: { effort },
    };
  },
};

type Three<S> = readonly S[];

/** What is felt and wanted in the directions that are freed, beyond the dead band. */
function effortOf<S>(
  A: Algebra<S>,
  rows: readonly (readonly number[])[],
  axes: readonly S[],
  sensor: { readonly force: Vec3<S>; readonly torque: Vec3<S> } | undefined,
  parameters: Readonly<Partial<Record<string, readonly S[]>>>,
): S[] {
  if (sensor === undefined) throw new Error('control: an admittance needs a sensor');
  const felt = inwards(A, axes as unknown as Parameters<typeof mulMatVec<S>>[1], sensor.force, sensor.torque);
  const { wanted, deadBand } = parameters;
  const both = wanted === undefined ? felt : felt.map((f, i) => A.add(f, wanted[i]));
  const freeOnes = selected(A, rows, both);
  if (deadBand === undefined) return freeOnes;
  return freeOnes.map((f, i) => {
    const band = deadBand.length === 1 ? deadBand[0] : deadBand[i];
    return A.sub(f, clamp(A, f, A.neg(band), band));
  });
}

/** S Jᵀ Sᵀ K S e: the gradient of ½ (S e)ᵀ K (S e), J of the rotation vector. */
function springOf<S>(
  A: Algebra<S>,
  view: LawView<S>,
  rows: readonly (readonly number[])[],
  error: readonly S[],
  stiffness: readonly S[],
): S[] {
  const tension = view.gained([[stiffness, selected(A, rows, error)]]);
  if (!rows.some((row) => row.slice(3).some((s) => s !== 0))) return [...tension];
  const [fx, fy, fz, nx, ny, nz] = spreadOut(A, rows, tension);
  const turned = mulMatVec(A, rightJacobianInverse(A, [error[3], error[4], error[5]]), [nx, ny, nz]);
  return selected(A, rows, [fx, fy, fz, ...turned]);
}

/** Derived numbers: blocks of one axis each, or one of all. */
function derive(program: ProgramBuilder, work: DeriveWork): void {
  const { graph: A } = program;
  const given = work.baked;
  const r = freed(given).length;
  const scheme = schemeOf(given);
  const diagonal = isDiagonal(given);
  const field = (name: string): Field => {
    const found = work.derived.get(name);
    if (found === undefined) throw new Error(`control: an admittance derives no ${name}`);
    return found;
  };
  const load = (name: string): readonly Node[] => {
    const own = work.parameters.get(name);
    return own === undefined ? [A.constant(0)] : program.loadAll(own);
  };
  const tick = program.load(work.tick);
  const numbers = { mass: load('mass'), damping: load('damping'), stiffness: load('stiffness') };
  const ratio = work.parameters.has('ratio') ? load('ratio')[0] : undefined;
  const size = diagonal ? 1 : r;
  const names = ['rates', 'power', 'product'] as const;
  const rooms = scheme === 'exact' ? names.map((name) => work.scratch(name, 6 * size * size)) : [];
  const blocks = diagonal ? r : 1;
  for (let b = 0; b < blocks; b++) {
    const block = (values: readonly Node[]): readonly Node[] =>
      diagonal ? [values.length === 1 ? values[0] : values[b]] : squareOf(A, values, r);
    const mass = block(numbers.mass);
    const stiffness = block(numbers.stiffness);
    const own = block(numbers.damping);
    const damping =
      ratio === undefined ? own : plus(A, own, ratioDamping(program, work, mass, stiffness, ratio, size));
    const put = (name: string, values: readonly Node[]): void =>
      values.forEach((x, i) => {
        program.store(field(name), b + i, x);
      });
    if (scheme === 'exact') {
      const [p, q, s] = rooms;
      const [a1, a2, a3, a4] = exactMap(program, { size, mass, damping, stiffness }, tick, [p, q, s]);
      put('wayOfSpeed', a1);
      put('wayOfForce', a2);
      put('speedOfSpeed', a3);
      put('speedOfForce', a4);
    } else {
      put('drag', damping);
      const heavy = scheme === 'implicit' ? mass.map((m, i) => A.add(m, A.mul(tick, damping[i]))) : mass;
      put('mobility', inverseOf(A, heavy, size));
    }
  }
}

function plus(A: ProgramBuilder['graph'], a: readonly Node[], b: readonly Node[]): readonly Node[] {
  return a.map((x, i) => A.add(x, b[i]));
}

/** r × r of one number, of r, or of r². */
function squareOf(A: ProgramBuilder['graph'], values: readonly Node[], r: number): readonly Node[] {
  if (values.length === r * r) return values;
  return Array.from({ length: r * r }, (_, at) => {
    const i = Math.floor(at / r);
    return at % r === i ? (values.length === 1 ? values[0] : values[i]) : A.constant(0);
  });
}

/** D with this ratio in every mode of K on M. */
function ratioDamping(
  program: ProgramBuilder,
  work: DeriveWork,
  mass: readonly Node[],
  stiffness: readonly Node[],
  ratio: Node,
  size: number,
): readonly Node[] {
  const { graph: A } = program;
  if (size === 1) {
    const root = A.sqrt(max(A, A.constant(0), A.mul(mass[0], stiffness[0])));
    return [A.mul(A.mul(A.constant(2), ratio), root)];
  }
  const repeat = programRepeat(program, work.name('modes'));
  return modalDampingMatrix(A, vibration(A, stiffness, inverseOf(A, mass, size), size, repeat), ratio);
}
