/** The tool's way in space as SVG: with the whole arm, and from above, from the side and from the front to one scale. */
import { formatNumber, show } from '../math/index.js';
import type { Series } from '../record/index.js';
import type { Path, Point } from './data.js';
import { coordinate, safe } from './html.js';
import { instants, type Moving, movingTool, type Place, player } from './player.js';
import { type Scene, scene, solidOutline } from './scene.js';

/** Side of a view, and the room for its labels, in SVG units (CSS pixels at full size). */
const SIDE = 240;
const LEFT = 46;
const BOTTOM = 34;
const TOP = 22;
const RIGHT = 10;
/** Pieces of a path, each a little stronger than the one before. */
const PIECES = 24;
/** Points of a path that are drawn at most. */
const POINTS = 1200;
/** Nothing smaller than this fills a view, m. */
const LEAST_EXTENT = 0.01;

interface View {
  readonly name: string;
  /** Axes to the right and upwards. */
  readonly axes: readonly [0 | 1 | 2, 0 | 1 | 2];
}

const views: readonly View[] = [
  { name: 'from above', axes: [0, 1] },
  { name: 'from the side', axes: [0, 2] },
  { name: 'from the front', axes: [1, 2] },
];
const AXIS_NAMES = 'xyz';

interface Frame {
  readonly middle: Point;
  /** Edge of the cube that is shown, m. */
  readonly extent: number;
  /** m from grid line to grid line. */
  readonly step: number;
  readonly unit: { readonly unit: string; readonly scale: number };
}

export function pathFigure(path: Path, index: number): string {
  const { time, points } = thinned(path.position);
  if (points.length === 0) return '<p class="none">No sample of the path is a number.</p>';
  const goal = goalOf(path);
  const frame = frameOf([...points, ...goal]);
  const title = `${path.title}: ${views.map((view) => view.name).join(', ')}`;
  const drawn = views.map((view, k) => viewOf(path, view, frame, time, points, goal, `${index}-${k}`));
  const whole = scene(path, points, goal);
  const moving = whole === undefined ? undefined : movingIn(path, whole, frame);
  return `<figure class="path${whole === undefined ? '' : ' whole'}" aria-label="${safe(title)}">
<figcaption><b>${safe(path.title)}</b><span class="aside">one scale, grid ${safe(inUnit(frame.step, frame))} ${frame.unit.unit}</span></figcaption>
<div class="views">${whole?.svg ?? ''}${drawn.join('')}</div>
${moving === undefined ? '' : player(moving)}
${key(path, goal, frame)}</figure>`;
}

/** The arm over time in the picture of the whole arm, and the tool in the others. */
function movingIn({ motion }: Path, whole: Scene, frame: Frame): Moving | undefined {
  if (motion === undefined || motion.time.length < 2) return undefined;
  const kept = instants(motion.time.length);
  const poses = kept.map((i) => motion.poses[i]);
  return {
    time: kept.map((i) => motion.time[i]),
    arm: poses.map((points) => points.map(whole.place)),
    tool: views.map(({ axes }) => poses.map((points) => placeIn(frame, axes, points[points.length - 1]))),
  };
}

/** Where a point stands in a view along two axes, SVG units. */
function placeIn({ extent, middle }: Frame, [right, up]: View['axes'], p: Point): Place {
  const perMetre = SIDE / extent;
  return {
    x: LEFT + SIDE / 2 + (p[right] - middle[right]) * perMetre,
    y: TOP + SIDE / 2 - (p[up] - middle[up]) * perMetre,
  };
}

/** Points far enough from each other to be seen, at most {@link POINTS}, first and last among them. */
function thinned(position: Series): { time: number[]; points: Point[] } {
  const [x, y, z] = position.columns;
  const all: number[] = [];
  for (let i = 0; i < position.time.length; i++) if (Number.isFinite(x[i] + y[i] + z[i])) all.push(i);
  const at = (i: number): Point => [x[i], y[i], z[i]];
  const least = extentOf(all.map(at)) / 2000;
  let kept: number[] = [];
  for (const [k, i] of all.entries()) {
    const last = kept[kept.length - 1];
    if (kept.length === 0 || k === all.length - 1 || distance(at(last), at(i)) > least) kept.push(i);
  }
  const stride = Math.ceil(kept.length / POINTS);
  if (stride > 1) kept = kept.filter((_, k) => k % stride === 0 || k === kept.length - 1);
  return { time: kept.map((i) => position.time[i]), points: kept.map(at) };
}

function goalOf({ goal }: Path): Point[] {
  if (goal === undefined) return [];
  return 'channel' in goal ? thinned(goal).points : [goal];
}

function distance(a: Point, b: Point): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}

function bounds(points: readonly Point[], axis: 0 | 1 | 2): [number, number] {
  let [least, greatest] = [points[0]?.[axis] ?? 0, points[0]?.[axis] ?? 0];
  for (const point of points) {
    if (point[axis] < least) least = point[axis];
    if (point[axis] > greatest) greatest = point[axis];
  }
  return [least, greatest];
}

function extentOf(points: readonly Point[]): number {
  const sides = ([0, 1, 2] as const).map((axis) => {
    const [least, greatest] = bounds(points, axis);
    return greatest - least;
  });
  return Math.max(...sides);
}

function frameOf(points: readonly Point[]): Frame {
  const extent = 1.25 * Math.max(extentOf(points), LEAST_EXTENT);
  const middle = ([0, 1, 2] as const).map((axis) => {
    const [least, greatest] = bounds(points, axis);
    return 0.5 * (least + greatest);
  });
  const step = niceStep(extent / 6);
  const { unit, scale } = extent < 0.2 ? show(0.001, 'm') : { unit: 'm', scale: 1 };
  return { middle: [middle[0], middle[1], middle[2]], extent, step, unit: { unit, scale } };
}

/** 1, 2 or 5 times a power of ten, the least that is not below `x`; 1 where `x` is no size. */
function niceStep(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return 1;
  let power = 1;
  while (power < x) power *= 10;
  while (power >= x) power /= 10;
  return power * ([2, 5, 10].find((k) => k * power >= x) ?? 10);
}

function inUnit(metres: number, { unit }: Frame): string {
  return formatNumber(metres / unit.scale);
}

function viewOf(
  path: Path,
  { name, axes }: View,
  frame: Frame,
  time: readonly number[],
  points: readonly Point[],
  goal: readonly Point[],
  id: string,
): string {
  const [right, up] = axes;
  const x = (p: Point): number => placeIn(frame, axes, p).x;
  const y = (p: Point): number => placeIn(frame, axes, p).y;
  const line = (list: readonly Point[]): string =>
    list.map((p) => `${coordinate(x(p))},${coordinate(y(p))}`).join(' ');
  const [width, height] = [LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM];
  const parts: string[] = [grid(frame, axes)];
  parts.push(
    `<clipPath id="clip-${id}"><rect x="${LEFT}" y="${TOP}" width="${SIDE}" height="${SIDE}"/></clipPath>`,
  );
  parts.push(`<g clip-path="url(#clip-${id})">`);
  for (const solid of path.solids ?? []) parts.push(solidOutline(solid, (p) => placeIn(frame, axes, p)));
  for (const pose of path.poses ?? []) {
    parts.push(`<g class="pose"><title>${safe(pose.label)}</title><polyline points="${line(pose.points)}"/>`);
    for (const p of pose.points)
      parts.push(`<circle cx="${coordinate(x(p))}" cy="${coordinate(y(p))}" r="3.5"/>`);
    parts.push('</g>');
  }
  if (goal.length > 1) parts.push(`<polyline class="goal-path" points="${line(goal)}"/>`);
  const pieces = Math.min(PIECES, Math.max(1, points.length - 1));
  for (let k = 0; k < pieces; k++) {
    const from = Math.floor((k * (points.length - 1)) / pieces);
    const to = Math.floor(((k + 1) * (points.length - 1)) / pieces);
    const strength = coordinate(0.35 + (0.65 * (k + 1)) / pieces);
    parts.push(
      `<polyline class="way" stroke-opacity="${strength}" points="${line(points.slice(from, to + 1))}"/>`,
    );
  }
  parts.push(clocks(time, points, x, y), '</g>');
  const first = points[0];
  const last = points[points.length - 1];
  if (goal.length > 0) parts.push(cross(x(goal[goal.length - 1]), y(goal[goal.length - 1])));
  parts.push(
    `<circle class="start" cx="${coordinate(x(first))}" cy="${coordinate(y(first))}" r="5"><title>start</title></circle>`,
  );
  parts.push(
    `<circle class="end" cx="${coordinate(x(last))}" cy="${coordinate(y(last))}" r="5"><title>end</title></circle>`,
  );
  if (path.motion !== undefined) parts.push(movingTool);
  const label = `${safe(path.title)} ${name}: ${AXIS_NAMES[right]} to the right, ${AXIS_NAMES[up]} upwards`;
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<text class="view" x="${LEFT + 6}" y="14">${name}</text>${parts.join('')}</svg>`;
}

function grid(frame: Frame, [right, up]: View['axes']): string {
  const perMetre = SIDE / frame.extent;
  const parts = [`<rect class="ground" x="${LEFT}" y="${TOP}" width="${SIDE}" height="${SIDE}"/>`];
  const ticks = (axis: 0 | 1 | 2): { at: number; label: string }[] => {
    const start = frame.middle[axis] - frame.extent / 2;
    const list: { at: number; label: string }[] = [];
    for (let k = Math.ceil(start / frame.step); k * frame.step <= start + frame.extent; k++) {
      list.push({
        at: (k * frame.step - start) * perMetre,
        label: formatNumber((k * frame.step) / frame.unit.scale),
      });
    }
    return list;
  };
  for (const { at, label } of ticks(right)) {
    const x = coordinate(LEFT + at);
    parts.push(`<line class="grid" x1="${x}" x2="${x}" y1="${TOP}" y2="${TOP + SIDE}"/>`);
    parts.push(`<text class="tick" x="${x}" y="${TOP + SIDE + 14}" text-anchor="middle">${label}</text>`);
  }
  for (const { at, label } of ticks(up)) {
    const y = coordinate(TOP + SIDE - at);
    parts.push(`<line class="grid" x1="${LEFT}" x2="${LEFT + SIDE}" y1="${y}" y2="${y}"/>`);
    parts.push(
      `<text class="tick" x="${LEFT - 6}" y="${coordinate(Number(y) + 4)}" text-anchor="end">${label}</text>`,
    );
  }
  const { unit } = frame.unit;
  parts.push(
    `<text class="axis" x="${LEFT + SIDE}" y="${TOP + SIDE + 29}" text-anchor="end">${AXIS_NAMES[right]}, ${unit}</text>`,
  );
  parts.push(
    `<text class="axis" x="${LEFT - 6}" y="${TOP - 8}" text-anchor="end">${AXIS_NAMES[up]}, ${unit}</text>`,
  );
  return parts.join('');
}

/** Dots at whole times, labelled where there is room. */
function clocks(
  time: readonly number[],
  points: readonly Point[],
  x: (p: Point) => number,
  y: (p: Point) => number,
): string {
  const step = niceStep((time[time.length - 1] - time[0]) / 7);
  const parts: string[] = [];
  const labels: [number, number][] = [];
  for (let i = 1; i < time.length - 1; i++) {
    const count = Math.floor(time[i] / step + 1e-9);
    if (count === Math.floor(time[i - 1] / step + 1e-9)) continue;
    const [cx, cy] = [x(points[i]), y(points[i])];
    if (labels.some(([lx, ly]) => Math.abs(lx - cx) < 30 && Math.abs(ly - cy) < 16)) continue;
    labels.push([cx, cy]);
    parts.push(`<circle class="clock" cx="${coordinate(cx)}" cy="${coordinate(cy)}" r="2.5"/>`);
    parts.push(
      `<text class="clock" x="${coordinate(cx + 6)}" y="${coordinate(cy - 6)}">${formatNumber(count * step)} s</text>`,
    );
  }
  return parts.join('');
}

function cross(x: number, y: number): string {
  const arm = 8;
  const d = `M${coordinate(x - arm)} ${coordinate(y)}h${2 * arm}M${coordinate(x)} ${coordinate(y - arm)}v${2 * arm}`;
  return `<g class="goal"><title>goal</title><path d="${d}"/><circle cx="${coordinate(x)}" cy="${coordinate(y)}" r="5"/></g>`;
}

/** What the signs mean, with the positions themselves. */
function key(path: Path, goal: readonly Point[], frame: Frame): string {
  const { points } = thinned(path.position);
  const place = (p: Point): string =>
    `${p.map((c) => inUnit(Math.round(c * 1e4) / 1e4, frame)).join(', ')} ${frame.unit.unit}`;
  const icon = (inner: string): string =>
    `<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">${inner}</svg>`;
  const items = [
    `${icon('<circle class="start" cx="10" cy="10" r="5"/>')}start ${safe(place(points[0]))}`,
    `${icon('<circle class="end" cx="10" cy="10" r="5"/>')}end ${safe(place(points[points.length - 1]))}`,
  ];
  if (goal.length > 0) items.push(`${icon(cross(10, 10))}goal ${safe(place(goal[goal.length - 1]))}`);
  if (goal.length > 1) items.push(`${icon('<path class="goal-path" d="M1 10h18"/>')}the goal's way`);
  if ((path.poses ?? []).length > 0) {
    items.push(
      `${icon('<g class="pose"><path d="M1 10h18"/></g>')}arm, ${safe((path.poses ?? []).map((p) => p.label).join(' and '))}`,
    );
  }
  if (path.motion !== undefined)
    items.push(`${icon('<circle class="now" cx="10" cy="10" r="5.5"/>')}tool at the time of the slider`);
  for (const { label } of path.solids ?? [])
    items.push(`${icon('<circle class="solid" cx="10" cy="10" r="7"/>')}${safe(label)}`);
  return `<ul class="key">${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}
