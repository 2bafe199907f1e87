/**
 * A robot's links and joints as a tree of text. At every branching the heaviest branch goes on in the same column and
 * the others are indented, so that a long chain stays narrow, and no line is deeper than log₂ of the number of links.
 */
import { formatNumber } from 'pliant/math';
import { printable } from 'pliant/problem';
import type { Joint, Link, NamedFrame, Robot } from 'pliant/robot';

/** Columns that a line should keep to; only a long word is longer. */
const width = 78;

export function treeText(robot: Robot): string[] {
  const links = new Map(robot.links.map((link) => [link.name, link]));
  const joints = groups(robot.joints, ({ parent }) => parent);
  const frames = groups(robot.frames, ({ link }) => link);
  const sizes = sizesOf(robot, joints);
  const lines: string[] = [];
  // What is still to be drawn, the next one last: a link in a column, or the joint to it.
  const work: { link: string; joint?: Joint; indent: string; mark: string }[] = [];
  for (const { link, base } of [...robot.roots].reverse()) work.push({ link, indent: '', mark: base });
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { link, joint, indent, mark } = next;
    if (joint === undefined) {
      lines.push(`${indent}${linkText(links.get(link), link)}${mark === '' ? '' : ` (${mark})`}`);
    } else {
      const inner = mark === '├─ ' ? `${indent}│  ` : indent;
      lines.push(
        ...wrapped(jointParts(joint), `${indent}${mark}`, mark === '├─ ' ? `${inner}  ` : `${indent}│   `),
      );
      lines.push(`${inner}${linkText(links.get(link), link)}`);
    }
    const column = joint !== undefined && mark === '├─ ' ? `${indent}│  ` : indent;
    for (const frame of frames.get(link) ?? []) lines.push(`${column}│ ${frameText(frame)}`);
    const children = [...(joints.get(link) ?? [])];
    const size = ({ child }: Joint): number => sizes.get(child) ?? 0;
    const heaviest = children.reduce<Joint | undefined>(
      (most, child) => (most === undefined || size(child) > size(most) ? child : most),
      undefined,
    );
    if (heaviest !== undefined)
      work.push({ link: heaviest.child, joint: heaviest, indent: column, mark: '│ ' });
    for (const child of children.reverse()) {
      if (child !== heaviest) work.push({ link: child.child, joint: child, indent: column, mark: '├─ ' });
    }
  }
  return lines;
}

/** Links below each link and itself. */
function sizesOf(robot: Robot, joints: ReadonlyMap<string, readonly Joint[]>): Map<string, number> {
  const order: string[] = [];
  const work = robot.roots.map(({ link }) => link);
  for (let link = work.pop(); link !== undefined; link = work.pop()) {
    order.push(link);
    for (const { child } of joints.get(link) ?? []) work.push(child);
  }
  const sizes = new Map<string, number>();
  for (const link of order.reverse()) {
    const below = (joints.get(link) ?? []).map(({ child }) => sizes.get(child) ?? 0);
    sizes.set(
      link,
      below.reduce((sum, size) => sum + size, 1),
    );
  }
  return sizes;
}

function groups<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const map = new Map<string, T[]>();
  for (const item of items) {
    const list = map.get(key(item));
    if (list === undefined) map.set(key(item), [item]);
    else list.push(item);
  }
  return map;
}

const n = (x: number): string => formatNumber(Math.abs(x) < 5e-13 ? 0 : x, 4);
const list = (values: readonly number[]): string => `[${values.map(n).join(', ')}]`;
const named = (name: string): string => printable(name, 60);

function linkText(link: Link | undefined, name: string): string {
  const mass = link?.inertial?.mass ?? 0;
  return mass === 0 ? named(name) : `${named(name)}, ${n(mass)} kg`;
}

function frameText({ name, pose }: NamedFrame): string {
  return `frame ${named(name)} at ${list(pose.position)}`;
}

function jointParts(joint: Joint): string[] {
  const { name, type, limits, mimic, spring } = joint;
  const turns = type !== 'prismatic';
  const unit = turns ? 'rad' : 'm';
  const axis = type === 'fixed' || type === 'free' || type === 'spherical' ? '' : ` ${axisText(joint)}`;
  const parts = [`${named(name)}: ${type}${axis}`];
  if (limits?.lower !== undefined || limits?.upper !== undefined) {
    const ends = [limits.lower, limits.upper].map((x) => (x === undefined ? undefined : n(x)));
    parts.push(`${ends[0] ?? '−∞'} … ${ends[1] ?? '∞'} ${unit}`);
  }
  if (limits?.velocity !== undefined) parts.push(`${n(limits.velocity)} ${unit}/s`);
  if (limits?.effort !== undefined) parts.push(`${n(limits.effort)} ${turns ? 'N m' : 'N'}`);
  if (spring !== undefined)
    parts.push(`spring ${n(spring.stiffness)} ${turns ? 'N m/rad' : 'N/m'} to ${n(spring.rest)} ${unit}`);
  if (mimic !== undefined) parts.push(followsText(mimic));
  return parts;
}

/** `follows -0.5 · j1 − 0.1` */
export function followsText({ joint, multiplier, offset }: NonNullable<Joint['mimic']>): string {
  const rest = offset === 0 ? '' : ` ${offset < 0 ? '−' : '+'} ${n(Math.abs(offset))}`;
  return `follows ${multiplier === 1 ? '' : `${n(multiplier)} · `}${named(joint)}${rest}`;
}

/** `z`, `−x`, or its three numbers. */
function axisText({ axis }: Joint): string {
  const at = axis.findIndex((x) => Math.abs(x) === 1);
  return at >= 0 && axis.every((x, k) => k === at || x === 0)
    ? `${axis[at] < 0 ? '−' : ''}${'xyz'[at]}`
    : list(axis);
}

/** The parts with commas between them, on as many lines as they need. */
function wrapped(parts: readonly string[], first: string, others: string): string[] {
  const lines: string[] = [];
  let line = first + parts[0];
  for (const part of parts.slice(1)) {
    if ([...line].length + 2 + [...part].length <= width) line += `, ${part}`;
    else {
      lines.push(`${line},`);
      line = others + part;
    }
  }
  return [...lines, line];
}
