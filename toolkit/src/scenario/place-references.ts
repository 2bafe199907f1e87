/** What can be said, without a robot, of the points that other points stand and move by. */
import type { Complaints } from './complaints.js';
import type { MotionSection } from './motion-schema.js';
import { namedPlaces } from './moves.js';
import type { Partly } from './read.js';
import type { Scenario } from './scenario.js';
import { under } from './tree.js';

type Points = NonNullable<NonNullable<Partly<Scenario>['control']>['points']>;

/**
 * Complains of points that stand or move where a point does that is none, or that they stand for themselves. `others`
 * are the names of what stands somewhere without being one of these points.
 */
export function placeReferences(
  points: Points,
  others: readonly string[],
  complaints: Complaints,
  hint: (name: string) => string | undefined,
): void {
  const names = [...others, ...Object.keys(points)];
  const told = new Set<string>();
  for (const [name, point] of Object.entries(points)) {
    if (point === undefined || 'on' in point) continue;
    const path = under('control.points', name);
    if ('startOf' in point && point.startOf !== undefined) {
      const { startOf } = point;
      const at = under(path, 'startOf');
      if (!names.includes(startOf)) complaints.unknown(at, 'point', startOf, names, hint(startOf));
      const loop = loopFrom(points, name);
      if (loop !== undefined && !loop.some((one) => told.has(one))) {
        for (const one of loop) told.add(one);
        complaints.error(
          'reference-loop',
          at,
          `${name} stands where it stands itself: ${[...loop, name].join(' → ')}`,
          { hint: 'let one of them stand at a place of its own, or where a point of the robot does' },
        );
      }
    }
    const moves = 'moves' in point ? point.moves : undefined;
    if (moves === undefined) continue;
    for (const { name: place, path: at } of namedPlaces(moves as MotionSection, under(path, 'moves'))) {
      if (place === name) {
        complaints.error('reference-loop', at, `the motion of ${name} goes where ${name} is itself`, {
          hint: 'a motion begins at the point’s own place; name another one',
        });
      } else if (place !== 'world' && !names.includes(place))
        complaints.unknown(at, 'point', place, ['world', ...names], hint(place));
    }
  }
}

/** The points that stand where the next does, from this one back to itself; undefined where it does not come back. */
function loopFrom(points: Points, name: string): string[] | undefined {
  const loop: string[] = [];
  for (let at = name; !loop.includes(at); ) {
    loop.push(at);
    const point = points[at];
    if (point === undefined || !('startOf' in point) || point.startOf === undefined) return undefined;
    at = point.startOf;
    if (at === name) return loop;
  }
  return undefined;
}
