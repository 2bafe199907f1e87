/** `pliant measure`: what can be known from a record afterwards. So far the tool below a force sensor. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type IdentifiedTool,
  identifyTool,
  posesToAdd,
  type StillPose,
  stillPoses,
  type ToolNumber,
  toolYaml,
  type WrenchRecord,
} from 'pliant/analyse';
import { formatNumber, formatQuantity, readQuantity, type Vec3 } from 'pliant/math';
import { standardGravity } from 'pliant/model';
import { readRecord, type Series } from 'pliant/record';
import { loadScenario } from 'pliant/scenario';
import { type Context, Refusal } from './context.js';
import { exit } from './exit.js';
import { folderFiles } from './files.js';
import { json } from './json.js';
import { take, tell } from './talk.js';

export interface MeasureOptions {
  readonly identify: string;
  readonly still?: string;
  readonly least?: string;
  readonly settle?: string;
  readonly json?: true;
}

/** What is read of a file: the record, and where gravity points. */
interface Source {
  readonly record: WrenchRecord;
  readonly gravity: Vec3<number>;
}

const axes = ['x', 'y', 'z'] as const;
/** Columns of a table of readings, and what each may be called. */
const columns = ['time', 'fx', 'fy', 'fz', 'nx', 'ny', 'nz', 'qw', 'qx', 'qy', 'qz'] as const;

export async function measure(context: Context, path: string, options: MeasureOptions): Promise<number> {
  const { identify: sensor } = options;
  const angle = sizeOf('--still', options.still, 'rad', (0.2 * Math.PI) / 180, '0.2 deg');
  const least = sizeOf('--least', options.least, 's', 0.3, '0.3 s');
  const settle = sizeOf('--settle', options.settle, 's', 0.2, '0.2 s');
  const { record, gravity } = sourceOf(context, path, sensor);
  const poses = stillPoses(record, { angle, least, settle, gravity });
  if (poses.length === 0)
    throw Refusal.of({
      code: 'no-still-pose',
      where: { file: path },
      message: 'the sensor never rests: no stretch from which anything can be told',
      expected: `${formatQuantity(least, 's')} within ${formatNumber((angle * 180) / Math.PI)} deg, after ${formatQuantity(settle, 's')} at rest`,
      hint: 'rest longer in each pose; or --still 1deg, --least 0.1s, --settle 0.05s',
    });
  const { value, problems } = identifyTool(poses.map(({ reading }) => reading));
  const add = posesToAdd(poses.map(({ reading }) => reading.gravity));
  if (value === undefined) {
    const told = { identify: sensor, poses: poses.map(plain), add };
    const more = add.length === 0 ? [] : [{ ...problems[0], ...addHint(add, poses.length) }];
    const all = problems.map((problem, i) => (i === 0 ? (more[0] ?? problem) : problem));
    if (options.json) {
      tell(context, all);
      context.out(json({ ...told, problems: all }));
      return exit.badInput;
    }
    const count = all.length === 1 ? '1 error' : `${all.length} errors`;
    throw new Refusal(exit.badInput, count, all, told);
  }
  tell(context, problems);
  const yaml = toolYaml(sensor, value);
  if (options.json) context.out(json({ identify: sensor, ...value, poses: poses.map(plain), add, yaml }));
  else context.out(textOf(sensor, value, poses, add, yaml));
  return exit.done;
}

/** What would show more, for a problem. */
function addHint(add: readonly string[], poses: number) {
  return {
    got: poses === 1 ? '1 pose' : `${poses} poses`,
    hint: `add poses with the sensor’s ${add.join(', then its ')} pointing down`,
  };
}

function plain({ reading, ...pose }: StillPose): object {
  return { ...pose, ...reading };
}

function textOf(
  sensor: string,
  { mass, centre, bias, rest, bound, condition }: IdentifiedTool,
  poses: readonly StillPose[],
  add: readonly string[],
  yaml: string,
): string {
  const about = (name: ToolNumber, value: number, unit: string): string => {
    const off = bound === undefined ? '' : ` ± ${formatNumber(bound[name], 2)}`;
    return `${name.padEnd(15)}${formatNumber(value, 5).padStart(10)}${off} ${unit}`;
  };
  const scatter = (part: 'force' | 'torque') =>
    Math.sqrt(poses.reduce((s, pose) => s + pose.scatter[part] ** 2, 0) / poses.length);
  const readings = poses.reduce((s, { count }) => s + count, 0);
  const lines = [
    `${sensor}: ${poses.length} poses at rest, ${readings} readings, noise ${formatQuantity(scatter('force'), 'N', 3)} and ${formatQuantity(scatter('torque'), 'N m', 3)}`,
    '',
    about('mass', mass, 'kg'),
    ...axes.map((axis, i) => about(`centre ${axis}`, centre[i], 'm')),
    ...axes.map((axis, i) => about(`force bias ${axis}`, bias[i], 'N')),
    ...axes.map((axis, i) => about(`torque bias ${axis}`, bias[i + 3], 'N m')),
    '',
    `left over ${formatQuantity(rest.force, 'N', 3)} and ${formatQuantity(rest.torque, 'N m', 3)} (RMS); condition ${formatNumber(condition.force, 3)} of forces, ${formatNumber(condition.torque, 3)} of torques`,
    bound === undefined
      ? 'as many equations as numbers: no bounds; add a pose'
      : '±: in 95 of 100 cases, of readings that are off by chance and each by itself',
    ...(add.length === 0
      ? []
      : [`better with poses in which these axes of the sensor point down: ${add.join(', ')}`]),
    '',
    yaml,
  ];
  return `${lines.join('\n')}\n`;
}

function sourceOf(context: Context, path: string, sensor: string): Source {
  const place = resolve(context.folder, path);
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats === undefined) throw Refusal.unread(path, 'there is no such file or folder');
  if (!stats.isDirectory() && /\.csv$/i.test(path))
    return { record: tableOf(path, readText(place, path)), gravity: standardGravity };
  const folder = stats.isDirectory() ? place : resolve(place, '..');
  const file = stats.isDirectory() ? join(place, 'log.mcap') : place;
  if (statSync(file, { throwIfNoEntry: false }) === undefined)
    throw Refusal.unread(path, 'a folder of `pliant run` has a log.mcap in it');
  const { series } = take(context, readRecord(readFileSync(file), file));
  const files = folderFiles(folder, [folder]);
  const { value } = loadScenario(files, 'resolved.yaml', []);
  const { gravity = standardGravity } = value?.scenario.world ?? {};
  const at = value?.scenario.control.sensors[sensor]?.at ?? `${sensor}-sensor`;
  return { record: recordOf(path, series, sensor, at), gravity };
}

function readText(place: string, path: string): string {
  try {
    return readFileSync(place, 'utf8');
  } catch (error) {
    throw Refusal.unread(path, (error as Error).message);
  }
}

/** The raw wrench and the attitude of a sensor in a run’s record. */
function recordOf(path: string, series: readonly Series[], sensor: string, at: string): WrenchRecord {
  const named = (name: string) => series.find(({ channel }) => channel.name === name);
  const wrench = named(`sensor.${sensor}`);
  if (wrench === undefined || wrench.columns.length !== 6) {
    const known = series.flatMap(({ channel: { name, labels } }) =>
      /^sensor\.[^.]+$/.test(name) && labels.length === 6 ? [name.slice('sensor.'.length)] : [],
    );
    throw Refusal.of({
      code: 'unknown-sensor',
      where: { file: path },
      message: `the record has no raw readings of a sensor ${JSON.stringify(sensor)}`,
      known,
      ...(known.length === 0 && {
        hint: 'plant.rigid.sensors: { wrist: {} } gives the arm one; record.groups must have sensor',
      }),
    });
  }
  const attitude = named(`${at}.orientation`);
  if (attitude === undefined || attitude.time.length !== wrench.time.length)
    throw Refusal.of({
      code: 'attitude-missing',
      where: { file: path },
      message: `the record has no attitude of the sensor: no channel ${at}.orientation`,
      hint: `control.sensors: { ${sensor}: {} } records where it is`,
    });
  const age = named(`sensor.${sensor}.age`)?.columns[0];
  return { time: wrench.time, wrench: wrench.columns, attitude: attitude.columns, ...(age && { age }) };
}

/** A table of comma-separated numbers with a line of names: time, fx … nz, qw … qz. */
function tableOf(path: string, text: string): WrenchRecord {
  const rows = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const names = (rows[0] ?? '').split(',').map((name) => name.trim().replace(/^"|"$/g, ''));
  const missing = columns.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw Refusal.of({
      code: 'column-missing',
      where: { file: path, line: 1 },
      message: `the table has no column ${missing.join(', ')}`,
      expected: `a first line with ${columns.join(',')}: s, N, N m, and the attitude of the sensor in the world as a quaternion`,
      got: names.join(',').slice(0, 200),
    });
  const table = columns.map(() => new Float64Array(rows.length - 1));
  const places = columns.map((name) => names.indexOf(name));
  for (let i = 1; i < rows.length; i++) {
    const cells = rows[i].split(',');
    columns.forEach((name, k) => {
      const cell = (cells[places[k]] ?? '').trim();
      const number = cell === '' ? Number.NaN : Number(cell);
      if (Number.isFinite(number) || /^[-+]?(nan|inf)/i.test(cell)) table[k][i - 1] = number;
      else
        throw Refusal.of({
          code: 'not-a-number',
          where: { file: path, line: i + 1 },
          message: `${name} is no number`,
          got: cell,
        });
    });
    if (i > 1 && !(table[0][i - 1] >= table[0][i - 2]))
      throw Refusal.of({
        code: 'time-order',
        where: { file: path, line: i + 1 },
        message: 'times must not fall',
        got: `${table[0][i - 1]} s after ${table[0][i - 2]} s`,
      });
  }
  return { time: table[0], wrench: table.slice(1, 7), attitude: table.slice(7) };
}

/** An angle or a time of an option. */
function sizeOf(
  option: string,
  text: string | undefined,
  unit: 'rad' | 's',
  otherwise: number,
  example: string,
): number {
  if (text === undefined) return otherwise;
  const read = /^[\d.eE+-]+$/.test(text) ? { value: Number(text) } : readQuantity(text, unit);
  if (!('fault' in read) && read.value >= 0 && Number.isFinite(read.value)) return read.value;
  throw Refusal.of({
    code: 'option-malformed',
    where: { file: option },
    message: 'fault' in read ? read.fault : `this is no ${unit === 's' ? 'time' : 'angle'}`,
    expected: example,
    got: text,
  });
}
