/**
 * The run in motion: what the page's script needs to move the arm and the tool in the pictures of a path, and the
 * slider and button that it does so with. Hidden where there are no scripts.
 */
import { formatQuantity } from '../math/index.js';
import { safe } from './html.js';

/** Instants of a motion at most; between them the script draws on straight lines. */
export const INSTANTS = 300;
/** Parts of an SVG unit that places are rounded to. */
const FINENESS = 10;

/** A place in a picture, SVG units. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** What moves in the pictures of a path. */
export interface Moving {
  /** s, ascending. */
  readonly time: readonly number[];
  /** Line and joints of the arm in the picture of the whole arm, at each time. */
  readonly arm: readonly (readonly Place[])[];
  /** The tool in each of the other pictures, at each time. */
  readonly tool: readonly (readonly Place[])[];
}

/** At most {@link INSTANTS} places of a list of `count`, evenly spread, the first and the last among them. */
export function instants(count: number): number[] {
  const shown = Math.min(count, INSTANTS);
  return Array.from({ length: shown }, (_, k) =>
    shown < 2 ? 0 : Math.round((k * (count - 1)) / (shown - 1)),
  );
}

/** What will move in the picture of the whole arm, and in one of the others: nothing yet. */
export function movingArm(joints: number): string {
  return `<g class="body moving" hidden><polyline/>${'<circle class="joint" r="4"/>'.repeat(joints)}<circle class="now" r="5"/></g>`;
}

export const movingTool = '<circle class="now" r="5.5" hidden/>';

export function player({ time, arm, tool }: Moving): string {
  const end = time[time.length - 1];
  const data = {
    time: time.map((t) => Math.round(1e4 * t) / 1e4),
    fineness: FINENESS,
    arm: arm.map(rounded),
    tool: tool.map(rounded),
  };
  return `<div class="player" data-motion="${safe(JSON.stringify(data))}" hidden>
<button type="button">Play</button><input type="range" min="${time[0]}" max="${end}" step="${(end - time[0]) / 1000}" value="${time[0]}" aria-label="Time of the run"><output>${safe(formatQuantity(time[0], 's'))}</output>
</div>`;
}

function rounded(places: readonly Place[]): number[] {
  return places.flatMap(({ x, y }) => [Math.round(FINENESS * x), Math.round(FINENESS * y)]);
}
