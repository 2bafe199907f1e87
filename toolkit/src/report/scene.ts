/** The whole arm where it stood at the start and at the end, with the tool's way, from a raised corner. */
import type { Path, Point, SolidView } from './data.js';
import { coordinate, safe } from './html.js';
import { hull } from './outline.js';
import { movingArm, type Place } from './player.js';

/** Size of the view, SVG units. */
const WIDTH = 296;
const HEIGHT = 296;
/** Above stands the view's name. */
const TOP = 32;
const MARGIN = 18;
/** From line to line on the ground, m. */
const GROUND = 0.25;
/** Lines on the ground at most, in each direction. */
const LINES = 40;

/**
 * Directions of the picture in the world: a parallel projection, seen from the azimuth α = −55° about z and from
 * ε = 20° above the ground: right = (−sin α, cos α, 0), up = (−sin ε cos α, −sin ε sin α, cos ε).
 */
const RIGHT: Point = [0.819, 0.574, 0];
const UP: Point = [-0.196, 0.28, 0.94];

interface Flat {
  readonly x: number;
  readonly y: number;
}

const flat = (p: Point): Flat => ({ x: along(RIGHT, p), y: along(UP, p) });

function along(direction: Point, p: Point): number {
  return direction[0] * p[0] + direction[1] * p[1] + direction[2] * p[2];
}

interface Rectangle {
  readonly from: Flat;
  readonly to: Flat;
}

function around(points: readonly Flat[]): Rectangle {
  let [left, right, low, high] = [points[0].x, points[0].x, points[0].y, points[0].y];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  return { from: { x: left, y: low }, to: { x: right, y: high } };
}

export interface Scene {
  readonly svg: string;
  /** Where a point stands in it, SVG units. */
  readonly place: (p: Point) => Place;
}

/** None where no pose of the arm is known: then the other views say all there is. */
export function scene(path: Path, way: readonly Point[], goal: readonly Point[]): Scene | undefined {
  const poses = (path.poses ?? []).filter(({ points }) => points.length > 1 && points.every(finite));
  if (poses.length === 0) return undefined;
  const moving = path.motion?.poses ?? [];
  const shown = [...poses.flatMap(({ points }) => points), ...moving.flat(), ...way, ...goal];
  const ground = groundLines(shown);
  const box = around([...shown, ...ground.flat()].map(flat));
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(0.1, box.to.x - box.from.x),
    (HEIGHT - TOP - MARGIN) / Math.max(0.1, box.to.y - box.from.y),
  );
  const place = (p: Point): Place => {
    const { x, y } = flat(p);
    return {
      x: WIDTH / 2 + (x - 0.5 * (box.from.x + box.to.x)) * scale,
      y: (HEIGHT + TOP - MARGIN) / 2 - (y - 0.5 * (box.from.y + box.to.y)) * scale,
    };
  };
  const line = (points: readonly Point[]): string =>
    points
      .map(place)
      .map(({ x, y }) => `${coordinate(x)},${coordinate(y)}`)
      .join(' ');
  const dot = (p: Point, name: string, radius: number): string => {
    const { x, y } = place(p);
    return `<circle class="${name}" cx="${coordinate(x)}" cy="${coordinate(y)}" r="${radius}"/>`;
  };
  const parts = ground.map((points) => `<polyline class="ground" points="${line(points)}"/>`);
  for (const solid of path.solids ?? []) parts.push(solidOutline(solid, place));
  for (const [k, { label, points }] of poses.entries()) {
    const last = k === poses.length - 1 && poses.length > 1;
    parts.push(
      `<g class="body${last ? ' last' : ''}"><title>${safe(label)}</title><polyline points="${line(points)}"/>`,
      ...points.slice(0, -1).map((p) => dot(p, 'joint', 4)),
      '</g>',
    );
  }
  parts.push(`<polyline class="way" points="${line(way)}"/>`);
  if (goal.length > 1) parts.push(`<polyline class="goal-path" points="${line(goal)}"/>`);
  if (goal.length > 0) parts.push(dot(goal[goal.length - 1], 'mark', 5));
  if (way.length > 0) parts.push(dot(way[0], 'start', 4), dot(way[way.length - 1], 'end', 4));
  if (moving.length > 0) parts.push(movingArm(moving[0].length - 1));
  const label = `${safe(path.title)}: the whole arm, ${safe(poses.map((pose) => pose.label).join(' and '))}`;
  const svg = `<svg class="scene" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
<text class="view" x="6" y="14">the arm, grid ${100 * GROUND} cm</text>${parts.join('')}</svg>`;
  return { svg, place };
}

/** A solid as it is seen where `place` puts the points of its surface, SVG units. */
export function solidOutline({ label, points, flat }: SolidView, place: (p: Point) => Place): string {
  const outline = hull(points.map(place)).map(({ x, y }) => `${coordinate(x)},${coordinate(y)}`);
  const name = flat === true ? 'solid flat' : 'solid';
  return `<polygon class="${name}" points="${outline.join(' ')}"><title>${safe(label)}</title></polygon>`;
}

function finite(p: Point): boolean {
  return p.every(Number.isFinite);
}

/** Lines of the plane z = 0 below everything that is shown. */
function groundLines(points: readonly Point[]): Point[][] {
  const range = (axis: 0 | 1): [number, number] => {
    const values = points.map((p) => p[axis]);
    const least = Math.floor(Math.min(...bounded(values)) / GROUND);
    const greatest = Math.ceil(Math.max(...bounded(values)) / GROUND);
    return [Math.max(least, -LINES / 2), Math.min(greatest, LINES / 2)];
  };
  const [x, y] = [range(0), range(1)];
  const lines: Point[][] = [];
  for (let k = x[0]; k <= x[1]; k++)
    lines.push([
      [k * GROUND, y[0] * GROUND, 0],
      [k * GROUND, y[1] * GROUND, 0],
    ]);
  for (let k = y[0]; k <= y[1]; k++)
    lines.push([
      [x[0] * GROUND, k * GROUND, 0],
      [x[1] * GROUND, k * GROUND, 0],
    ]);
  return lines;
}

/** The ends of a list: a spread of many thousand arguments would not fit the stack. */
function bounded(values: readonly number[]): number[] {
  let [least, greatest] = [values[0], values[0]];
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}
