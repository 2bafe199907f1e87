/** What can be said, without a robot, of the points that other points stand and move by. */
import type { Complaints } from './complaints.js';
import type { MotionSection } from './motion-schema.js';
import { namedPlaces } from './moves.js';
import type { Partly } from './read.js';
import type { Scenario } from './scenario.js';
import { under } from './tree.js';

type Points = NonNullable<NonNullable<Partly<Scenario>['control']>['points']>;
type Solids = NonNullable<NonNullable<Partly<Scenario>['world']>['solids']>;

/** What stands where something else stood at the start, by its name. */
type Standing = Readonly<Record<string, { readonly path: string; readonly startOf: string }>>;

function standingOf(points: Points, solids: Solids): Standing {
  const all = [
    ...Object.entries(points).map(([name, one]) => [name, one, 'control.points'] as const),
    ...Object.entries(solids).map(([name, one]) => [name, one, 'world'] as const),
  ];
  return Object.fromEntries(
    all.flatMap(([name, one, folder]) =>
      one !== undefined && 'startOf' in one && one.startOf !== undefined
        ? [[name, { path: under(folder, name), startOf: one.startOf }]]
        : [],
    ),
  );
}

/**
 * Complains of points and solids that stand or move where a point does that is none, or that they stand for themselves.
 * `others` are the names of what stands somewhere without being one of these points.
 */
export function placeReferences(
  points: Points,
  solids: Solids,
  others: readonly string[],
  complaints: Complaints,
  hint: (name: string) => string | undefined,
): void {
  const names = [...others, ...Object.keys(points), ...Object.keys(solids)];
  const standing = standingOf(points, solids);
  const told = new Set<string>();
  for (const [name, { path, startOf }] of Object.entries(standing)) {
    const at = under(path, 'startOf');
    if (!names.includes(startOf)) complaints.unknown(at, 'point', startOf, names, hint(startOf));
    const loop = loopFrom(standing, name);
    if (loop === undefined || loop.some((one) => told.has(one))) continue;
    for (const one of loop) told.add(one);
    complaints.error(
      'reference-loop',
      at,
      `${name} stands where it stands itself: ${[...loop, name].join(' → ')}`,
      { hint: 'let one of them stand at a place of its own, or where a point of the robot does' },
    );
  }
  for (const [name, point] of Object.entries(points)) {
    if (point === undefined || 'on' in point) continue;
    const path = under('control.points', name);
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

/** What stands where the next does, from this one back to itself; undefined where it does not come back. */
function loopFrom(standing: Standing, name: string): string[] | undefined {
  const loop: string[] = [];
  for (let at = name; !loop.includes(at); ) {
    loop.push(at);
    const one = standing[at];
    if (one === undefined) return undefined;
    at = one.startOf;
    if (at === name) return loop;
  }
  return undefined;
}
