/** Joints that a run took beyond what their robot's file says that they can do. */
import { formatNumber, formatQuantity } from '../math/index.js';
import { type Body, jointUnit, type Model } from '../model/index.js';
import type { Channel, LogSink } from '../port/index.js';
import type { Problem } from '../problem/index.js';

export interface LimitPassed {
  readonly joint: string;
  readonly of: 'position' | 'speed' | 'effort';
  /** SI, of the joint's own unit: the end of the range that was passed, or the size that speed or effort may have. */
  readonly limit: number;
  readonly unit: string;
  /** When it was passed first, s. */
  readonly first: number;
  /** How far it went: the position, or the size of speed or applied torque; and when, s. */
  readonly most: number;
  readonly at: number;
}

/** How far a position may be beyond its end, rad or m: what the solution of a stop leaves. */
const SLACK = 1e-6;
/** Share of a size that is the rounding of what a limit has scaled. */
const ROUNDING = 1e-9;

/** One limit of one joint, as the samples go by. */
interface Bound {
  readonly joint: string;
  readonly of: LimitPassed['of'];
  readonly channel: string;
  /** Entry of the channel. */
  readonly entry: number;
  readonly limit: number;
  readonly unit: string;
  /** −1 of a lower end; 0: the size counts. */
  readonly side: -1 | 0 | 1;
  readonly slack: number;
  /** Place in the group's row; −1: not recorded. */
  at: number;
  first: number | undefined;
  most: number;
  when: number;
}

/**
 * Watches the group `joints` of a run, in its samples. Joints of one position of their own have limits; one of 0 for speed or
 * effort says nothing, as in many files.
 */
export class LimitWatch implements LogSink {
  readonly #bounds: Bound[];

  constructor(model: Model) {
    this.#bounds = model.bodies
      .filter((body) => body.nq === 1 && body.nv === 1 && body.mimic === undefined)
      .flatMap(boundsOf);
  }

  open(channels: readonly Channel[]): void {
    const offsets = new Map<string, number>();
    let size = 0;
    for (const { name, group, labels } of channels) {
      if (group !== 'joints') continue;
      offsets.set(name, size);
      size += labels.length;
    }
    for (const bound of this.#bounds) {
      const offset = offsets.get(bound.channel);
      bound.at = offset === undefined ? -1 : offset + bound.entry;
    }
  }

  sample(group: string, time: number, values: Float64Array): void {
    if (group !== 'joints') return;
    for (const bound of this.#bounds) {
      if (bound.at < 0) continue;
      const value = values[bound.at];
      const beyond = bound.side === 0 ? Math.abs(value) - bound.limit : bound.side * (value - bound.limit);
      if (!(beyond > bound.slack) || !(beyond > bound.most)) continue;
      bound.first ??= time;
      bound.most = beyond;
      bound.when = time;
    }
  }

  close(): void {}

  /** In the order of the model's joints, position before speed before effort. */
  passed(): LimitPassed[] {
    return this.#bounds.flatMap(({ joint, of, limit, unit, side, first, most, when }) =>
      first === undefined
        ? []
        : [{ joint, of, limit, unit, first, most: limit + (side < 0 ? -most : most), at: when }],
    );
  }
}

function boundsOf(body: Body): Bound[] {
  const { lower, upper, velocity, effort } = body.limits ?? {};
  const made = (
    of: LimitPassed['of'],
    channel: string,
    entry: number,
    limit: number | undefined,
    units: readonly [string, string],
    side: Bound['side'],
  ): Bound[] => {
    if (limit === undefined || (side === 0 && !(limit > 0))) return [];
    const unit = jointUnit(body, units);
    const slack = side === 0 ? limit * ROUNDING : SLACK;
    const { joint } = body;
    return [
      { joint, of, channel, entry, limit, unit, side, slack, at: -1, first: undefined, most: 0, when: 0 },
    ];
  };
  const ranged = body.type !== 'continuous';
  return [
    ...made('position', 'joints.position', body.q, ranged ? lower : undefined, ['rad', 'm'], -1),
    ...made('position', 'joints.position', body.q, ranged ? upper : undefined, ['rad', 'm'], 1),
    ...made('speed', 'joints.velocity', body.v, velocity, ['rad/s', 'm/s'], 0),
    ...made('effort', 'joints.torque', body.v, effort, ['N m', 'N'], 0),
  ];
}

/** A warning for each limit that was passed. */
export function limitProblems(passed: readonly LimitPassed[]): Problem[] {
  return passed.map(({ joint, of, limit, unit, first, most, at }) => {
    const from = `from ${formatQuantity(first, 's', 4)} on`;
    const message = {
      position: `the joint went beyond its range ${from}`,
      speed: `the joint went faster than it may ${from}`,
      effort: `the joint was asked for more than it can give ${from}`,
    }[of];
    return {
      code: 'joint-limit-passed',
      severity: 'warning' as const,
      where: { name: `joint ${JSON.stringify(joint)}` },
      message,
      expected: `at ${of === 'position' && most < limit ? 'least' : 'most'} ${formatNumber(limit)} ${unit}`,
      got: `${formatNumber(most, 5)} ${unit} at ${formatQuantity(at, 's', 4)}`,
    };
  });
}
