/**
 * The two-armed torso of this project as a plain tree, read from its file by patterns that fit that file alone: no turned
 * joint frames, no turned inertias, joints in the order of the tree. Fingers that mirror another keep a column of their own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Body } from './tree.js';
import type { Vector } from './vectors.js';

const up = import.meta.url.includes('/checks/dist/') ? '../../..' : '../..';
const file = join(fileURLToPath(new URL(up, import.meta.url)), 'robots/torso/torso.urdf');

export interface Torso {
  readonly bodies: readonly Body[];
  /** Index of the body that a link is. */
  readonly links: ReadonlyMap<string, number>;
  /** By the index of a body: the joint that moves it. */
  readonly joints: readonly string[];
  /** By the index of a body: the ends of its joint's range. */
  readonly ranges: readonly (readonly [number, number])[];
  /** By the index of a body: that of the body whose joint its own repeats; its own where it does not. */
  readonly follows: readonly number[];
}

function attribute(text: string, element: string, name: string): string {
  const found = new RegExp(`<${element}[^>]* ${name}="([^"]*)"`).exec(text);
  if (found === null) throw new Error(`no ${name} of ${element} in ${text}`);
  return found[1];
}

const vector = (text: string): Vector => text.split(' ').map(Number) as unknown as Vector;

export function torso(): Torso {
  const text = readFileSync(file, 'utf8');
  const inertials = new Map(
    [...text.matchAll(/<link name="(\w+)">\s*<inertial>([\s\S]*?)<\/inertial>/g)].map(([, name, inside]) => [
      name,
      inside,
    ]),
  );
  const bodies: Body[] = [];
  const links = new Map<string, number>();
  const [joints, ranges, follows]: [string[], [number, number][], number[]] = [[], [], []];
  for (const [, name, type, inside] of text.matchAll(
    /<joint name="(\w+)" type="(\w+)">([\s\S]*?)<\/joint>/g,
  )) {
    if (type === 'fixed') continue;
    const child = attribute(inside, 'child', 'link');
    const inertial = inertials.get(child);
    if ((type !== 'revolute' && type !== 'prismatic') || attribute(inside, 'origin', 'rpy') !== '0 0 0')
      throw new Error(`the joint ${name} is of another kind`);
    if (inertial === undefined || attribute(inertial, 'origin', 'rpy') !== '0 0 0')
      throw new Error(`the link ${child} is of another kind`);
    const [xx, xy, xz, yy, yz, zz] = ['ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz'].map((entry) =>
      Number(attribute(inertial, 'inertia', entry)),
    );
    const mimic = /<mimic joint="(\w+)" multiplier="1" offset="0"/.exec(inside);
    follows.push(mimic === null ? bodies.length : joints.indexOf(mimic[1]));
    joints.push(name);
    ranges.push([Number(attribute(inside, 'limit', 'lower')), Number(attribute(inside, 'limit', 'upper'))]);
    links.set(child, bodies.length);
    bodies.push({
      parent: links.get(attribute(inside, 'parent', 'link')) ?? -1,
      joint: type,
      at: vector(attribute(inside, 'origin', 'xyz')),
      axis: vector(attribute(inside, 'axis', 'xyz')),
      mass: Number(attribute(inertial, 'mass', 'value')),
      centre: vector(attribute(inertial, 'origin', 'xyz')),
      inertia: [xx, xy, xz, xy, yy, yz, xz, yz, zz],
    });
  }
  return { bodies, links, joints, ranges, follows };
}
