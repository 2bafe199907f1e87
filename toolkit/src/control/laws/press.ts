import { type Algebra, add3, cross3, dot3, max, numbers, sum, type Vec3, vec3 } from '../../math/index.js';
import { asVec3, type Parameters, rootOf, scalar } from '../../mechanism/index.js';
import type {
  EnergyView,
  GivenNumbers,
  HeldGain,
  HeldPose,
  LawDeclaration,
  LawFinding,
} from './declaration.js';
import { drawing } from './drawing.js';
import { forceAxisFindings } from './force-axes.js';
import {
  axesUnderForce,
  contactMemory,
  lossAfter,
  six,
  startMemory,
  wantedWrench,
} from './force-parameters.js';
import { all, one } from './law-parameters.js';
import { regulate, touchStep } from './regulate.js';
import { flaggedRows } from './selection.js';
import { seen, shown, sixLabels, sixWrench, taskAxes } from './task-axes.js';

export const pressStatuses = ['approach', 'contact', 'lost'] as const;

/** f = F + K_p e + I − D v on the chosen axes; see `doc`. */
export const press: LawDeclaration = {
  kind: 'press',
  title: 'Explicit force control by torque',
  summary:
    'A torque-controlled arm presses as hard as wanted on the chosen axes: the wanted wrench fed forward, and a PI controller ' +
    'on what is missing. What it adds is bounded, it is damped, stays near its start, and lets go when contact is lost.',
  acts: 'wrench',
  holds: pressHolds,
  asks: flaggedRows,
  needs: { sensor: true, target: false },
  parameters: [
    axesUnderForce('Which axes it acts on'),
    wantedWrench,
    scalar('gain', '', 'Force for each newton that is missing', { default: 0.5 }),
    scalar('integral', '1/s', 'How fast the integral grows', { default: 2 }),
    scalar('most', 'N', 'Greatest force that the controller adds along each axis', { default: 20 }),
    scalar('mostTorque', 'N m', 'Greatest torque that it adds about each axis', { default: 2 }),
    scalar('damping', 'N s/m', 'Damping along the axes', { default: 20 }),
    scalar('turnDamping', 'N m s/rad', 'Damping about them', { default: 1 }),
    scalar(
      'deviation',
      'm',
      'Farthest off its start along each axis; from half of it on a spring holds back',
      {
        default: 0.1,
      },
    ),
    scalar('touch', 'N', 'Force above which it is contact', { default: 1 }),
    lossAfter,
    scalar('search', '', 'Share of the wanted wrench once contact is lost; 0: it lets go', {
      range: [0, 1],
      default: 0,
    }),
  ],
  memory: [
    {
      name: 'gathered',
      unit: ['N', 'N', 'N', 'N m', 'N m', 'N m'],
      size: () => six,
      initial: 0,
      meaning: 'Integral of what is missing',
    },
    startMemory,
    ...contactMemory,
  ],
  statuses: pressStatuses,
  observed: [
    {
      name: 'error',
      unit: sixWrench,
      size: () => six,
      labels: sixLabels,
      meaning: 'Wanted and external wrench together, in the axes',
    },
  ],
  check: (given) => pressFindings(given),
  energy(A, view, p, memory, { select = [] }) {
    const { centre, axes } = view;
    const start = startOf(A, view, memory.start);
    const selected = select.map((x) => x > 0.5);
    const { walls } = wallsOf(A, { centre, axes, start }, p, selected);
    return sum(
      A,
      walls.map(({ energy }) => energy),
    );
  },
  law(A, view, p, memory, _derived, baked) {
    const { axes, axesSite, centre, sensor, elapsed } = view;
    if (sensor === undefined) throw new Error('control: force control needs a sensor');
    const [zero, unit] = [A.constant(0), A.constant(1)];
    const selected = all(baked, 'select').map((x) => x > 0.5);
    const start = startOf(A, view, memory.start);
    const felt = seen(A, axes, sensor.force, sensor.torque);
    const speeds = seen(A, axes, centre.velocity, centre.spin);
    const square = sum(
      A,
      felt.slice(0, 3).map((x, i) => (selected[i] ? A.mul(x, x) : zero)),
    );
    const touch = touchStep(
      A,
      rootOf(A, square),
      { threshold: one(p, 'touch'), after: one(p, 'after') },
      { touched: memory.touched[0], away: memory.away[0], lost: memory.lost[0] },
      elapsed,
    );
    const share = A.select(touch.lost, one(p, 'search'), unit);
    const integral: (typeof zero)[] = [];
    const asked = taskAxes.map((_, i) => {
      const turns = i >= 3;
      if (!selected[i]) {
        integral.push(zero);
        return zero;
      }
      const most = one(p, turns ? 'mostTorque' : 'most');
      const wanted = A.mul(share, all(p, 'wanted')[i]);
      const step = regulate(
        A,
        { gain: one(p, 'gain'), integral: one(p, 'integral') },
        A.add(wanted, felt[i]),
        { lower: A.neg(most), upper: most },
        memory.gathered[i],
        elapsed,
      );
      // Out of contact nothing is missing that an integral could find.
      integral.push(A.select(touch.touching, step.stored, memory.gathered[i]));
      return A.add(wanted, A.mul(A.select(touch.lost, zero, unit), step.out));
    });
    const { walls, off } = wallsOf(A, { centre, axes, start }, p, selected);
    const brakes = speeds.map((v, i) =>
      selected[i] ? A.mul(one(p, i < 3 ? 'damping' : 'turnDamping'), v) : zero,
    );
    const { along, about } = shown(
      A,
      axes,
      asked.map((x, i) => A.add(A.sub(x, brakes[i]), walls[i].force)),
    );
    const acting = (entries: readonly (typeof zero)[]) => {
      const { along: force, about: torque } = shown(A, axes, entries);
      return { force, torque };
    };
    // The walls turn with the axes: on those of the tool by a torque about it, on others at the cost of whatever turns them.
    const wall = acting(walls.map(({ force }) => force)).force;
    const rides = axesSite.body === centre.body;
    const spun = dot3(A, wall, cross3(A, axesSite.spin, off));
    const pressed = sum(
      A,
      asked.map((x, i) => A.mul(x, speeds[i])),
    );
    return {
      wrench: { force: along, torque: rides ? add3(A, about, cross3(A, wall, off)) : about },
      active: acting(asked),
      damping: acting(brakes.map((x) => A.neg(x))),
      dissipated: sum(
        A,
        brakes.map((x, i) => A.mul(x, speeds[i])),
      ),
      supplied: rides ? pressed : A.add(pressed, spun),
      memory: {
        gathered: integral,
        start,
        touched: [touch.touched],
        away: [touch.away],
        lost: [touch.lost],
      },
      status: A.select(
        touch.lost,
        A.constant(pressStatuses.indexOf('lost')),
        A.select(touch.touched, A.constant(pressStatuses.indexOf('contact')), zero),
      ),
      observed: { error: felt.map((x, i) => A.add(x, all(p, 'wanted')[i])) },
    };
  },
  doc: {
    law: 'f = F_wanted + clip(K_p e + I) − D v − K_w max(|x| − d/2, 0) sign x, İ = K_i e, e = F_wanted + F_ext',
    symbols: [
      { symbol: 'e', unit: 'N, N m', meaning: 'error along a chosen axis' },
      { symbol: 'K_p', unit: '1', meaning: '`gain`' },
      { symbol: 'K_i', unit: '1/s', meaning: '`integral`' },
      { symbol: 'D', unit: 'N s/m, N m s/rad', meaning: '`damping`, `turnDamping`' },
      { symbol: 'x, d', unit: 'm', meaning: 'way from the start along the axis, `deviation`' },
      {
        symbol: 'K_w',
        unit: 'N/m',
        meaning: '8 (|F_wanted| + `most`)/d: from rest it is not passed, whatever the mass',
      },
      { symbol: 'f', unit: 'N, N m', meaning: 'on the robot, along the axis' },
    ],
    sign: 'The motors push along `wanted`; too little force pushes harder.',
    energy: 'E = ½ K_w max(|x| − d/2, 0)²; D v² is taken out, the rest put in',
    singular:
      'I is held out of contact, and while what is added is cut and e pushes further. ' +
      'Turns are not bounded; in axes of the tool what holds back turns with it, by a torque that makes it the gradient of E. Stiff contact and a sensor that lags bound K_p below 1.',
    source:
      'Volpe and Khosla, A theoretical and experimental investigation of explicit force control strategies (1993)',
  },
  picture: drawing(
    '<circle cx="24" cy="24" r="4"/><path d="M30 24h40M62 17l8 7-8 7M78 8v32M78 14l8-6M78 24l8-6M78 34l8-6M40 36h20M44 32v8"/>',
  ),
};

/** Where the way begins: where the centre is while it begins. */
function startOf<S>(A: Algebra<S>, { centre, begins }: EnergyView<S>, start: readonly S[]): Vec3<S> {
  return asVec3(centre.position.map((x, i) => A.select(begins, x, start[i])));
}

/**
 * What holds back at the end of the way along each axis, N and J, and how far off its start the centre is, world axes: springs
 * from half of the deviation on, so stiff that all of the force from the start on does not reach their ends, F d = ½ K (d/2)².
 */
function wallsOf<S>(
  A: Algebra<S>,
  { centre, axes, start }: Pick<EnergyView<S>, 'centre' | 'axes'> & { readonly start: Vec3<S> },
  p: Parameters<S>,
  selected: readonly boolean[],
): { readonly walls: readonly { readonly force: S; readonly energy: S }[]; readonly off: Vec3<S> } {
  const [zero, half] = [A.constant(0), A.constant(0.5)];
  const full = max(A, one(p, 'deviation'), A.constant(1e-9));
  const off = asVec3(centre.position.map((x, i) => A.sub(x, start[i])));
  const way = seen(A, axes, off, vec3(A, 0, 0, 0));
  const walls = taskAxes.map((_, i) => {
    if (i >= 3 || !selected[i]) return { force: zero, energy: zero };
    const most = A.add(A.abs(all(p, 'wanted')[i]), one(p, 'most'));
    const stiffness = A.div(A.mul(A.constant(8), most), full);
    const over = max(A, A.sub(A.abs(way[i]), A.mul(half, full)), zero);
    const force = A.mul(stiffness, over);
    return {
      force: A.select(A.less(zero, way[i]), A.neg(force), force),
      energy: A.mul(half, A.mul(force, over)),
    };
  });
  return { walls, off };
}

/** K_w of a way, and the dampers along and about the chosen axes. */
function pressHolds(given: GivenNumbers, { axes, jacobian }: HeldPose): readonly HeldGain[] {
  const { select = [], wanted = [], most: [most] = [0], deviation: [deviation] = [1] } = given;
  const columns = jacobian[0].map((_, i) => {
    const [a, b, c, d, e, f] = jacobian.map((row) => row[i]);
    return seen(numbers, axes, [a, b, c], [d, e, f]);
  });
  const rows = taskAxes.map((_, i) => columns.map((column) => column[i]));
  return select.flatMap((one, i): HeldGain[] => {
    if (!(one > 0.5)) return [];
    const own = { gain: [given[i < 3 ? 'damping' : 'turnDamping']?.[0] ?? 0], jacobian: [rows[i]] };
    const name = i < 3 ? 'damping' : 'turnDamping';
    const unit = i < 3 ? 'N s/m' : 'N m s/rad';
    const brake: HeldGain = { ...own, parameter: 'damping', by: { name, size: own.gain[0], unit } };
    if (i >= 3 || !(deviation > 0)) return [brake];
    return [
      brake,
      {
        parameter: 'stiffness',
        gain: [(8 * (Math.abs(wanted[i] ?? 0) + most)) / deviation],
        jacobian: [rows[i]],
        by: { name: 'deviation', size: deviation, unit: 'm' },
        power: -1,
        what: 'the spring at the end of the way',
      },
    ];
  });
}

function pressFindings(given: GivenNumbers): LawFinding[] {
  const { deviation: [deviation] = [1], gain: [gain] = [0] } = given;
  const findings = forceAxisFindings(given);
  if (!(deviation > 0))
    findings.push({
      code: 'no-way',
      severity: 'error',
      parameter: 'deviation',
      message: 'with no way to go nothing is pressed',
      hint: 'for instance 0.1 m',
    });
  if (gain >= 1)
    findings.push({
      code: 'gain-near-margin',
      severity: 'warning',
      parameter: 'gain',
      message: `a gain of ${gain} on a measured force rings in stiff contact with any delay`,
      hint: '0.5',
    });
  return findings;
}
