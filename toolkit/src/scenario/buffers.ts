/**
 * Buffers before the ends of the joints' ranges, which every scenario has unless it says `control.buffers: none`.
 *
 * Where nothing else is said, the buffer of a joint is its last 0.1 rad or 2 cm, at most a tenth of its range, and begins where the
 * joint starts where that is further out, so that nothing pushes at the start. With m = 1/(M⁻¹)ᵢᵢ, what the joint feels like at
 * the start while all others are free, and T the tick,
 *
 *     k = ½ effort/band, at most 0.05 m/T²;   m (20 rad/s)² where the file gives no effort;   d = 2 √(k m):
 *
 * at the end of its range the spring pulls with half of what the joint can do, a twentieth and less of what a held spring may have
 * (4 m/T²), so that the buffer stays stable where the arm feels 20 times lighter than at the start.
 */
import type { ElementDesign } from '../control/index.js';
import { formatNumber, formatQuantity, numbers } from '../math/index.js';
import { type Body, inverseDiagonal, jointUnit, type Model, slides } from '../model/index.js';
import type { Complaints } from './complaints.js';
import { type JointProperty, jointNumbers, jointOf, ownJoints } from './joints.js';

export interface BuffersSection {
  readonly joints: 'all' | readonly string[];
  readonly band: JointProperty;
  readonly stiffness: JointProperty;
  readonly damping: JointProperty;
}

/** Buffers of a design, and what is said of them before a run. */
export interface Buffers {
  readonly elements: readonly ElementDesign[];
  readonly told: BuffersTold | undefined;
}

export interface BuffersTold {
  readonly joints: readonly {
    readonly joint: string;
    /** Positions between which its buffers do not act, rad or m. */
    readonly from: number;
    readonly to: number;
  }[];
  /** All of it in a line. */
  readonly text: string;
}

const path = 'control.buffers';

/** The word for the numbers of the rule above. */
const derived: BuffersSection = { joints: 'all', band: 'robot', stiffness: 'robot', damping: 'robot' };

/** One element for the joints that turn, `buffers`, and one for those that slide; none where no joint has a range. */
export function buffersOf(
  section: 'none' | 'robot' | BuffersSection,
  robot: Model,
  start: readonly number[],
  tick: number,
  complaints: Complaints,
): Buffers {
  if (section === 'none') return { elements: [], told: undefined };
  const said = section === 'robot' ? derived : section;
  const limited = limitedJoints(robot, said, complaints);
  if (limited.length === 0) return { elements: [], told: undefined };
  const inertia = inverseDiagonal(numbers, robot, start).map((x) => 1 / x);
  const each = (key: 'band' | 'stiffness' | 'damping', units: readonly [string, string]) => {
    const none = new Array<number>(robot.nv).fill(Number.NaN);
    return jointNumbers(said[key], robot, units, none, none, `${path}.${key}`, complaints);
  };
  const given = {
    band: each('band', ['rad', 'm']),
    stiffness: each('stiffness', ['N m/rad', 'N/m']),
    damping: each('damping', ['N m s/rad', 'N s/m']),
  };
  const buffers = limited.flatMap((body) => {
    const m = inertia[body.v];
    // A joint that moves no mass is a problem of its own.
    if (!(m > 0 && m < Number.POSITIVE_INFINITY)) return [];
    return [
      bufferOf(
        body,
        m,
        start[body.q],
        tick,
        [given.band, given.stiffness, given.damping].map((x) => x[body.v]),
      ),
    ];
  });
  for (const buffer of buffers) startInside(buffer, complaints);
  const groups = [false, true].map((sliding) => buffers.filter(({ body }) => slides(body) === sliding));
  const elements = groups
    .filter((group) => group.length > 0)
    .map((group, i) => elementOf(i === 0 ? 'buffers' : 'buffers-sliding', group));
  return { elements, told: told(buffers) };
}

interface EndBuffer {
  readonly body: Body;
  readonly target: number;
  readonly free: number;
  readonly band: number;
  readonly stiffness: number;
  readonly damping: number;
  /** How far from the middle it starts. */
  readonly start: number;
  /** Whether it begins at the start pose, which lies further out than it would begin. */
  readonly moved: boolean;
}

/** Those that are named, or all, with a range. */
function limitedJoints(robot: Model, { joints }: BuffersSection, complaints: Complaints): readonly Body[] {
  const ranged = ({ limits, type }: Body): boolean =>
    type !== 'continuous' &&
    limits?.lower !== undefined &&
    limits.upper !== undefined &&
    Number.isFinite(limits.upper - limits.lower) &&
    limits.upper > limits.lower;
  if (joints === 'all') return ownJoints(robot).filter(ranged);
  return joints.flatMap((name) => {
    const body = jointOf(robot, name, `${path}.joints`, complaints);
    if (body === undefined) return [];
    if (ranged(body)) return [body];
    complaints.error('buffer-range', `${path}.joints`, `the joint ${name} has no range, so it has no ends`);
    return [];
  });
}

function bufferOf(
  body: Body,
  inertia: number,
  start: number,
  tick: number,
  [band, stiffness, damping]: readonly number[],
): EndBuffer {
  const { lower = 0, upper = 0, effort } = body.limits ?? {};
  const half = 0.5 * (upper - lower);
  const target = lower + half;
  const most = Math.min(slides(body) ? 0.02 : 0.1, 0.1 * (upper - lower));
  const said = !Number.isNaN(band);
  const wide = said ? Math.min(band, half) : most;
  const off = Math.abs(start - target);
  const moved = !said && off > half - wide;
  const wanted = effort !== undefined && effort > 0 ? (0.5 * effort) / wide : inertia * 400;
  const own = Number.isNaN(stiffness) ? Math.min(wanted, (0.05 * inertia) / (tick * tick)) : stiffness;
  return {
    body,
    target,
    free: moved ? off : half - wide,
    band: wide,
    stiffness: own,
    damping: Number.isNaN(damping) ? 2 * Math.sqrt(own * inertia) : damping,
    start: off,
    moved,
  };
}

function elementOf(name: string, group: readonly EndBuffer[]): ElementDesign {
  const each = (key: 'target' | 'free' | 'band' | 'stiffness' | 'damping') =>
    group.map((buffer) => buffer[key]);
  return {
    name,
    family: 'spring',
    kind: 'buffers',
    joins: {},
    joints: group.map(({ body }) => body.joint),
    parameters: {
      target: each('target'),
      free: each('free'),
      band: each('band'),
      stiffness: each('stiffness'),
      damping: each('damping'),
    },
  };
}

/** A band that was asked for may reach past the start: then it pushes from there. */
function startInside({ body, free, start, stiffness, moved }: EndBuffer, complaints: Complaints): void {
  const depth = start - free;
  if (moved || !(depth > 1e-9)) return;
  const [effort, length] = slides(body) ? ['N', 'm'] : ['N m', 'rad'];
  complaints.warn(
    'start-in-buffer',
    path,
    `the joint ${body.joint} starts inside the buffer before the end of its range`,
    {
      got: `${formatNumber(depth, 3)} ${length} inside, which pushes it back with ${formatNumber(stiffness * depth, 3)} ${effort}`,
      hint: 'start further in, narrow the band of this joint, or leave it out: control.buffers.joints',
    },
  );
}

function told(buffers: readonly EndBuffer[]): BuffersTold | undefined {
  if (buffers.length === 0) return undefined;
  const joints = buffers.map(({ body, target, free }) => ({
    joint: body.joint,
    from: target - free,
    to: target + free,
  }));
  const widths = [false, true].flatMap((sliding) => {
    const bands = buffers.filter(({ body }) => slides(body) === sliding).map(({ band }) => band);
    if (bands.length === 0) return [];
    const unit = jointUnit(buffers.find(({ body }) => slides(body) === sliding)?.body as Body, ['rad', 'm']);
    const [least, most] = [Math.min(...bands), Math.max(...bands)];
    const range = least === most ? '' : `${formatQuantity(least, unit, 3)} to `;
    return [`${range}${formatQuantity(most, unit, 3)}`];
  });
  const moved = buffers.filter((buffer) => buffer.moved).map(({ body }) => body.joint);
  const from =
    moved.length === 0
      ? ''
      : `; ${moved.join(', ')} ${moved.length === 1 ? 'starts' : 'start'} further out, and from there`;
  const count = `${buffers.length} joint${buffers.length === 1 ? '' : 's'}`;
  return {
    joints,
    text: `buffers act before the ends of ${count}, over the last ${widths.join(' and ')}${from} (control.buffers: none switches them off)`,
  };
}
