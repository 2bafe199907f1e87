/** Guards of sensors that trip on what their sensor says when nothing is wrong with it. */
import { formatQuantity } from '../../math/index.js';
import type { Problem } from '../../problem/index.js';
import type { Design } from '../design.js';
import { Findings } from '../findings.js';
import { firstWithin, staleTicks } from './sensor-fields.js';

/** How a sensor is read, s: how old a reading is when it comes, and the time between two of them. */
export interface Reading {
  readonly delay: number;
  readonly period: number;
}

/**
 * The guards of a design, written or by default, that wait less than their sensor takes: an error each, with the least that
 * would do. A reading comes `delay` old and is used until the next one, `period` later: less than delay + period old, but at
 * the last tick as near to it as rounding goes.
 */
export function lateProblems(design: Design, readings: ReadonlyMap<string, Reading>): Problem[] {
  const found = new Findings();
  for (const { name, guards = {} } of design.sensors ?? []) {
    const reading = readings.get(name);
    if (reading === undefined) continue;
    const { delay, period } = reading;
    const after = guards.stale?.after ?? staleTicks * design.period;
    const within = guards.first?.within ?? firstWithin;
    const most = delay + period;
    const check = (path: string, given: number, least: number, what: string, otherwise: boolean) => {
      if (given >= least * (1 - 1e-9)) return;
      found.error('guard-below-delay', `control.sensors.${name}.guards.${path}`, what, {
        got: `${formatQuantity(given, 's', 3)}${otherwise ? ', the default' : ''}`,
        expected: `at least ${formatQuantity(most, 's', 3)}`,
        hint: `its readings are ${formatQuantity(delay, 's', 3)} old when they come, ${formatQuantity(period, 's', 3)} apart: set control.sensors.${name}.guards.${path}: ${formatQuantity(most, 's', 3)}, or more`,
      });
    };
    check(
      'stale.after',
      after,
      most,
      `the sensor ${name} would be stale while nothing is wrong with it`,
      guards.stale === undefined,
    );
    check(
      'first.within',
      within,
      delay,
      `the first reading of ${name} would come too late while nothing is wrong with it`,
      guards.first === undefined,
    );
    const frozen = guards.frozen?.after;
    if (frozen !== undefined && frozen < period * (1 - 1e-9))
      found.error(
        'frozen-below-period',
        `control.sensors.${name}.guards.frozen.after`,
        `the sensor ${name} would be frozen between two of its readings, while nothing is wrong with it`,
        {
          got: formatQuantity(frozen, 's', 3),
          expected: `at least ${formatQuantity(period, 's', 3)}, the time between two readings`,
          hint: `set control.sensors.${name}.guards.frozen.after: ${formatQuantity(10 * period, 's', 3)}, or more`,
        },
      );
  }
  return found.problems;
}
