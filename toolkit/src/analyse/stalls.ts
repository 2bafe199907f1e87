/** What is driven and stands still all the same: a cart that is held, a tool before an obstacle. */
import { formatNumber, formatQuantity } from '../math/index.js';
import type { Channel, LogSink } from '../port/index.js';
import type { Problem } from '../problem/index.js';
import { groupsOf, unitOfEntry } from '../record/index.js';
import { Stretches } from './stretches.js';

export interface Stall {
  readonly element: string;
  /** s: since when it has stood, when that had lasted long enough to be called a stall, and when it went on. */
  readonly from: number;
  readonly found: number;
  /** Absent where it stood to the end. */
  readonly until?: number;
  /** Size of the force or torque that drove it last. */
  readonly force: number;
  readonly unit: string;
  /** Joints that were in their buffers before the ends of their ranges when it stood last. */
  readonly buffered?: readonly string[];
}

/** Slower than this along its own force it stands still: m/s, rad/s. */
const SLOW = 0.01;
/** For this long, s. */
const HOLD = 0.5;

/** Where a source's force and power stand in its group. */
interface Watched {
  readonly element: string;
  readonly stretches: Stretches;
  group: string;
  force: number;
  size: number;
  power: number;
  unit: string;
  /** Force in the last sample in which it stood, and that of each stretch that is over. */
  last: number;
  readonly forces: number[];
  /** Joints in their buffers in the same way. */
  held: readonly string[];
  readonly helds: (readonly string[])[];
}

/** Where the torques of buffers stand in their group. */
interface Buffers {
  readonly group: string;
  readonly at: number;
  readonly joints: readonly string[];
  acting: readonly string[];
}

/**
 * Watches the sources of these names in the samples of a run: P is the power that one puts in and F its force, so that what it
 * drives moves along the force at P/‖F‖. Sources whose force or power is not recorded are left out. `buffers`: elements that
 * act before the ends of joints; which of them act is told with a stall.
 */
export class StallWatch implements LogSink {
  readonly #elements: readonly string[];
  readonly #bufferNames: readonly string[];
  #watched: readonly Watched[] = [];
  #buffers: readonly Buffers[] = [];

  constructor(elements: readonly string[], buffers: readonly string[] = []) {
    this.#elements = elements;
    this.#bufferNames = buffers;
  }

  open(channels: readonly Channel[]): void {
    const places = new Map<string, { channel: Channel; at: number }>();
    for (const { channels: own } of groupsOf(channels)) {
      let at = 0;
      for (const channel of own) {
        places.set(channel.name, { channel, at });
        at += channel.labels.length;
      }
    }
    const found = (element: string, names: readonly string[]) =>
      names.map((name) => places.get(`${element}.${name}`)).find((place) => place !== undefined);
    this.#watched = this.#elements.flatMap((element): Watched[] => {
      const force = found(element, ['effort', 'force', 'torque']);
      const power = found(element, ['supply', 'power']);
      if (force === undefined || power === undefined) return [];
      const { channel, at } = force;
      return [
        {
          element,
          stretches: new Stretches(HOLD),
          group: channel.group,
          force: at,
          size: channel.labels.length,
          power: power.at,
          unit: unitOfEntry(channel, 0),
          last: 0,
          forces: [],
          held: [],
          helds: [],
        },
      ];
    });
    this.#buffers = this.#bufferNames.flatMap((element): Buffers[] => {
      const force = found(element, ['effort', 'force', 'torque']);
      if (force === undefined) return [];
      const { channel, at } = force;
      return [{ group: channel.group, at, joints: channel.labels, acting: [] }];
    });
  }

  sample(group: string, time: number, values: Float64Array): void {
    for (const buffers of this.#buffers) {
      if (buffers.group !== group) continue;
      buffers.acting = buffers.joints.filter((_, i) => Math.abs(values[buffers.at + i]) > 1e-9);
    }
    for (const watched of this.#watched) {
      if (watched.group !== group) continue;
      let square = 0;
      for (let i = watched.force; i < watched.force + watched.size; i++) square += values[i] * values[i];
      const force = Math.sqrt(square);
      const stands = force > 0 && Math.abs(values[watched.power]) < SLOW * force;
      watched.stretches.add(time, stands);
      if (stands) {
        watched.last = force;
        watched.held = this.#buffers.flatMap(({ acting }) => acting);
      }
      if (watched.stretches.over.length > watched.forces.length) {
        watched.forces.push(watched.last);
        watched.helds.push(watched.held);
      }
    }
  }

  close(): void {}

  /** By element in the order given, and in the order of time. */
  stalls(): Stall[] {
    return this.#watched.flatMap(({ element, stretches, forces, unit, last, helds, held }): Stall[] => {
      const open = stretches.open();
      const all = [...stretches.over, ...(open === undefined ? [] : [{ from: open.from }])];
      return all.map((stretch, i) => ({
        ...bufferedIn(helds[i] ?? held),
        element,
        found: stretch.from + HOLD,
        force: forces[i] ?? last,
        unit,
        ...stretch,
      }));
    });
  }
}

/** Absent where there is none. */
function bufferedIn(joints: readonly string[]): Pick<Stall, 'buffered'> {
  return joints.length === 0 ? {} : { buffered: joints };
}

/** A warning for each stall, told of the elements as the scenario calls them. */
export function stallProblems(stalls: readonly Stall[]): Problem[] {
  return stalls.map(({ element, from, until, force, unit, buffered }) => {
    const end = until === undefined ? 'to the end' : `until ${formatQuantity(until, 's', 4)}`;
    return {
      code: 'stalled',
      severity: 'warning' as const,
      where: { path: `control.elements.${element}` },
      message: `what it drives stood still from ${formatQuantity(from, 's', 4)} ${end}`,
      expected: `at least ${formatQuantity(SLOW, unit === 'N m' ? 'rad/s' : 'm/s')} along its force`,
      got: `less than that under ${formatNumber(force, 4)} ${unit}`,
      ...(buffered === undefined
        ? {}
        : {
            hint: `${buffered.join(', ')} stood in ${buffered.length === 1 ? 'the buffer' : 'the buffers'} before the end of the range, which held it (control.buffers)`,
          }),
    };
  });
}
