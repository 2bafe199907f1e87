/**
 * Events of a run: what changes at a time that is known beforehand. Times are rounded to the nearest tick; an
 * event at tick k acts from the control step of that tick on. A push is applied for whole ticks: from the tick
 * at `at` up to, and without, the tick at `at + for`, so that a constant force gives the impulse force · for.
 */
import { tickAt } from './steps.js';

export type RunEvent =
  /** A wrench (force, torque; world axes; on the robot) at a place of the plant, `push` its name. */
  | {
      readonly kind: 'push';
      readonly at: number;
      readonly push: string;
      readonly wrench: readonly [number, number, number, number, number, number];
      /** Seconds; Infinity: until the end. */
      readonly for: number;
    }
  /** New values of a parameter of the control program (all its entries; one number for every entry). */
  | {
      readonly kind: 'parameter';
      readonly at: number;
      readonly field: string;
      readonly values: readonly number[];
    }
  /** New values of a parameter of the plant. */
  | {
      readonly kind: 'plant';
      readonly at: number;
      readonly parameter: string;
      readonly values: readonly number[];
    }
  /** A target comes for a point that is told them: position (m) and attitude (w x y z) in the world, as of `stamp` (s). */
  | {
      readonly kind: 'target';
      readonly at: number;
      readonly point: string;
      readonly pose: readonly number[];
      readonly stamp: number;
    };

/** One change at one tick. */
export type Action =
  | {
      readonly tick: number;
      readonly kind: 'push';
      readonly push: number;
      readonly wrench: readonly number[] | undefined;
    }
  | {
      readonly tick: number;
      readonly kind: 'parameter';
      readonly field: string;
      readonly values: readonly number[];
    }
  | {
      readonly tick: number;
      readonly kind: 'plant';
      readonly parameter: string;
      readonly values: readonly number[];
    }
  | {
      readonly tick: number;
      readonly kind: 'target';
      readonly point: string;
      readonly pose: readonly number[];
      readonly stamp: number;
    };

/** The actions of events in the order in which they happen; at one tick what ends comes first. */
export function actionsOf(events: readonly RunEvent[], tick: number, pushes: readonly string[]): Action[] {
  const ends: Action[] = [];
  const begins: Action[] = [];
  for (const event of events) {
    const at = tickAt(event.at, tick);
    if (event.kind === 'push') {
      const push = pushes.indexOf(event.push);
      if (push < 0) {
        throw new Error(`run: no place ${JSON.stringify(event.push)} to push; known: ${pushes.join(', ')}`);
      }
      const end = tickAt(event.at + event.for, tick);
      if (end === at) continue;
      begins.push({ tick: at, kind: 'push', push, wrench: event.wrench });
      if (end !== Number.POSITIVE_INFINITY) ends.push({ tick: end, kind: 'push', push, wrench: undefined });
    } else if (event.kind === 'parameter') {
      begins.push({ tick: at, kind: 'parameter', field: event.field, values: event.values });
    } else if (event.kind === 'plant') {
      begins.push({ tick: at, kind: 'plant', parameter: event.parameter, values: event.values });
    } else {
      begins.push({ tick: at, kind: 'target', point: event.point, pose: event.pose, stamp: event.stamp });
    }
  }
  return [...ends, ...begins].sort((a, b) => a.tick - b.tick);
}
