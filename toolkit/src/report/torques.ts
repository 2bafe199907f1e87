/** Joint torques against their limits: a bar of the largest share for each joint, all shares over time, a small plot each. */
import { formatNumber, formatQuantity } from '../math/index.js';
import { unitOfEntry } from '../record/index.js';
import type { JointTorques } from './data.js';
import { coordinate, safe } from './html.js';
import { type Chart, rangeOf } from './plots.js';

/** Length of the bar that means the whole limit, and of the longest that is drawn, in SVG units. */
const LIMIT = 400;
const LONGEST = 440;
const ROW = 28;
const NAMES = 110;
const WIDTH = 640;

interface Joint {
  readonly name: string;
  readonly unit: string;
  readonly peak: number;
  /** Undefined where there is no finite limit above zero. */
  readonly limit: number | undefined;
}

function jointsOf({ applied, limits = [] }: JointTorques): Joint[] {
  return applied.channel.labels.map((name, i) => {
    const limit = limits[i];
    return {
      name,
      unit: unitOfEntry(applied.channel, i),
      peak: rangeOf(applied.columns[i]).size,
      limit: limit !== undefined && Number.isFinite(limit) && limit > 0 ? limit : undefined,
    };
  });
}

function percent(share: number): string {
  return `${formatNumber(100 * share, share < 0.1 ? 2 : 3)} %`;
}

export function torqueCharts(torques: JointTorques): Chart[] {
  const { applied, asked } = torques;
  return jointsOf(torques).map(({ name, unit, peak, limit }, i) => {
    const lines = [{ label: 'applied', time: applied.time, values: applied.columns[i] }];
    if (asked !== undefined && differs(applied.columns[i], asked.columns[i])) {
      lines.unshift({ label: 'asked', time: asked.time, values: asked.columns[i] });
    }
    const caption =
      limit === undefined
        ? `peak ${formatQuantity(peak, unit)}, no limit`
        : `peak ${formatQuantity(peak, unit)}, ${percent(peak / limit)} of ${formatQuantity(limit, unit)}`;
    return {
      title: name,
      unit,
      lines,
      limits: limit === undefined ? [] : [{ label: 'limit', value: limit, bothWays: true }],
      small: true,
      caption: lines.length > 1 ? `${caption}; asked for more` : caption,
    };
  });
}

/** All joints' torques in percent of their limits over time, in one plot; none where no joint has a limit. */
export function shareCharts(torques: JointTorques): Chart[] {
  const { applied } = torques;
  const lines = jointsOf(torques).flatMap(({ name, limit }, i) =>
    limit === undefined
      ? []
      : [{ label: name, time: applied.time, values: applied.columns[i].map((x) => (100 * x) / limit) }],
  );
  const limits = [{ label: 'limit', value: 100, bothWays: true }];
  return lines.length === 0 ? [] : [{ title: 'Torque as a share of the limit', unit: '%', lines, limits }];
}

function differs(a: Float64Array, b: Float64Array): boolean {
  return a.length !== b.length || a.some((x, i) => x !== b[i]);
}

/** One row a joint: its largest torque as a share of the limit. Empty where no joint has a limit. */
export function torqueBars(torques: JointTorques): string {
  const joints = jointsOf(torques);
  if (joints.every(({ limit }) => limit === undefined)) return '';
  const height = ROW * joints.length + 20;
  const rows = joints.map(({ name, peak, limit, unit }, i) => {
    const y = ROW * i;
    const shown = name.length > 16 ? `${name.slice(0, 15)}…` : name;
    const label = `<text class="view" x="${NAMES - 10}" y="${y + 18}" text-anchor="end">${safe(shown)}<title>${safe(name)}</title></text>`;
    if (limit === undefined)
      return `${label}<text x="${NAMES + 6}" y="${y + 18}">no limit, ${safe(formatQuantity(peak, unit))}</text>`;
    const share = peak / limit;
    const length = coordinate(Math.max(1, LIMIT * Math.min(share, LONGEST / LIMIT)));
    return `${label}<rect class="track" x="${NAMES}" y="${y + 7}" width="${LIMIT}" height="14" rx="3"/><rect class="share${share > 1 ? ' over' : ''}" x="${NAMES}" y="${y + 7}" width="${length}" height="14" rx="3"/><text x="${NAMES + LONGEST + 10}" y="${y + 18}">${percent(share)}</text>`;
  });
  const words = joints.map(({ name, peak, limit }) =>
    limit === undefined ? `${name} no limit` : `${name} ${percent(peak / limit)}`,
  );
  return `<figure><figcaption><b>Largest torque as a share of the limit</b></figcaption>
<svg class="bar torques" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${safe(words.join(', '))}">${rows.join('')}
<line class="edge" x1="${NAMES + LIMIT}" x2="${NAMES + LIMIT}" y1="2" y2="${ROW * joints.length + 2}"/><text x="${NAMES + LIMIT}" y="${height - 3}" text-anchor="middle">limit</text></svg></figure>`;
}
