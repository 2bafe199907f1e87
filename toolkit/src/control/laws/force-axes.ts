/** What is wrong with the axes of force control and with what is wanted along them, whatever the law acts by. */
import type { GivenNumbers, LawFinding } from './declaration.js';
import { taskAxes } from './task-axes.js';

/** Least magnitude of a force that is wanted along an axis, N; infinite where none is. */
export function leastForce(wanted: readonly number[]): number {
  return wanted
    .slice(0, 3)
    .reduce((least, x) => (x !== 0 && Math.abs(x) < least ? Math.abs(x) : least), Number.POSITIVE_INFINITY);
}

export function forceAxisFindings({
  select = [],
  wanted = [],
  touch: [touch] = [1],
}: GivenNumbers): LawFinding[] {
  const findings: LawFinding[] = [];
  const error = (parameter: string, code: string, message: string, hint: string) =>
    findings.push({ code, severity: 'error', parameter, message, hint });
  const example = 'for instance z';
  if (select.some((x) => x !== 0 && x !== 1))
    error('select', 'not-chosen', 'an axis is under force control or it is not: 1 or 0', example);
  else if (!select.some((x) => x > 0.5))
    error('select', 'no-axis', 'no axis is under force control', example);
  wanted.forEach((x, i) => {
    if (x !== 0 && !(select[i] > 0.5))
      error(
        'wanted',
        'force-not-selected',
        `${i < 3 ? 'a force is wanted on' : 'a torque is wanted'} ${taskAxes[i]}, which is not under force control`,
        `${taskAxes[i]} in select, or nothing wanted on it`,
      );
  });
  const least = leastForce(wanted);
  if (touch >= least)
    error(
      'touch',
      'touch-above-force',
      `the wanted force of ${least} N is no contact to a threshold of ${touch} N`,
      `at most ${Number((0.5 * least).toPrecision(3))} N`,
    );
  return findings;
}
