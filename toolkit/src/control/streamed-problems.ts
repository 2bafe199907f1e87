/** What is wrong with a point whose targets come from outside. */
import { formatQuantity } from '../math/index.js';
import type { PointDesign } from './design.js';
import type { Findings } from './findings.js';

export function checkStream(point: PointDesign, period: number, path: string, found: Findings): void {
  const { streamed, frame, moves, motion } = point;
  if (streamed === undefined) return;
  const own = `${path}.streamed`;
  if (frame !== undefined)
    found.error('point-streamed', own, 'targets are told for points in the world; this one is on the robot');
  if (moves === true || motion !== undefined)
    found.error(
      'point-streamed',
      own,
      'the point moves by itself already, so that no target can be told for it',
      {
        hint: 'leave out its motion, or take two points',
      },
    );
  const { timeout } = streamed;
  if (!(timeout > 0 && timeout < Number.POSITIVE_INFINITY))
    found.error('stream-timeout', `${own}.timeout`, 'the age from which on a target is stale is above 0 s', {
      got: `${timeout} s`,
    });
  else if (timeout < period * (1 + 1e-9))
    found.error(
      'stream-timeout',
      `${own}.timeout`,
      'a target would be stale before the next step: none can come more often than that',
      {
        got: formatQuantity(timeout, 's', 3),
        expected: `above ${formatQuantity(period, 's', 3)}, the period of the controller`,
        hint: `take ${formatQuantity(5 * period, 's', 3)}, and more than the time between two targets`,
      },
    );
}
