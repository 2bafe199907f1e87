/**
 * Links and joints as their file writes them, before anything is refused or turned: what advice looks at, also in
 * robots that are refused for the very fault that it names.
 */
import {
  log,
  type Mat3,
  mulMatVec,
  numbers,
  rotationFromRpy,
  type Sym3,
  type Vec3,
} from '../../math/index.js';
import type { Edit } from '../../problem/index.js';
import { childrenOf } from '../attributes.js';
import { change, decimal } from '../edits.js';
import { parseNumbers } from '../numbers.js';
import type { Link } from '../robot.js';
import type { XmlAttribute, XmlElement } from '../xml.js';

export interface LinkData {
  readonly name: string;
  readonly at: XmlElement;
  readonly inertial: InertialData | undefined;
  /** Its shapes, as far as they could be read. */
  readonly shapes: Pick<Link, 'visuals' | 'collisions'>;
  /** Origins of the joints to its children, in its axes. */
  readonly children: readonly Vec3<number>[];
}

/** An inertial whose numbers are all there. */
export interface InertialData {
  readonly element: XmlElement;
  readonly mass: number;
  readonly massAt: XmlAttribute;
  /** Centre of mass in link axes, and where it is written. */
  readonly centre: Vec3<number>;
  readonly centreAt: XmlAttribute | undefined;
  /** Turns the axes in which the six are written into link axes. */
  readonly rotation: Mat3<number>;
  /** (xx, yy, zz, xy, xz, yz) as written. */
  readonly six: Sym3<number>;
  readonly sixAt: readonly XmlAttribute[];
}

export interface JointData {
  readonly name: string;
  readonly at: XmlElement;
  readonly type: string;
  readonly parent: string;
  readonly child: string;
  readonly origin: Vec3<number>;
  readonly rpy: Vec3<number>;
  readonly rpyAt: XmlAttribute | undefined;
  readonly limit: LimitData | undefined;
}

/** Numbers of a `<limit>`; undefined where one is absent or no number. */
export interface LimitData {
  readonly element: XmlElement;
  readonly lower: number | undefined;
  readonly upper: number | undefined;
  readonly effort: number | undefined;
  readonly velocity: number | undefined;
}

export interface RobotData {
  readonly root: XmlElement;
  readonly links: readonly LinkData[];
  readonly joints: readonly JointData[];
  /** The longest way from a root to a tip along the origins of joints, m. */
  readonly reach: number;
}

/** The names of the six attributes in the order of {@link InertialData.six}. */
export const entries = ['ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'] as const;

const zero: Vec3<number> = [0, 0, 0];

/** @param shapes the link's shapes, by its element */
export function dataOf(root: XmlElement, shapes: (link: XmlElement) => LinkData['shapes']): RobotData {
  const joints = childrenOf(root, 'joint').map(jointData);
  const carried = byParent(joints);
  const links = childrenOf(root, 'link').map((at): LinkData => {
    const name = at.attributes.get('name')?.value ?? '';
    const children = (carried.get(name) ?? []).map(({ origin }) => origin);
    return { name, at, inertial: inertialData(at), shapes: shapes(at), children };
  });
  return { root, links, joints, reach: reachOf(joints) };
}

function inertialData(link: XmlElement): InertialData | undefined {
  const element = alone(link, 'inertial');
  const massElement = element && alone(element, 'mass');
  const tensor = element && alone(element, 'inertia');
  const massAt = massElement?.attributes.get('value');
  const [mass] = numbersOf(massAt, 1) ?? [];
  const sixAt = entries.flatMap((entry) => tensor?.attributes.get(entry) ?? []);
  const six = sixAt.flatMap((at) => numbersOf(at, 1) ?? []);
  if (element === undefined || massAt === undefined || mass === undefined || six.length !== 6)
    return undefined;
  const origin = alone(element, 'origin');
  const centreAt = origin?.attributes.get('xyz');
  const [roll, pitch, yaw] = vector(origin, 'rpy');
  const rotation = rotationFromRpy(numbers, roll, pitch, yaw);
  const centre = vector(origin, 'xyz');
  return { element, mass, massAt, centre, centreAt, rotation, six: six as unknown as Sym3<number>, sixAt };
}

function jointData(at: XmlElement): JointData {
  const origin = alone(at, 'origin');
  const limit = alone(at, 'limit');
  const end = (name: string) => alone(at, name)?.attributes.get('link')?.value ?? '';
  const number = (name: string) => numbersOf(limit?.attributes.get(name), 1)?.[0];
  return {
    name: at.attributes.get('name')?.value ?? '',
    at,
    type: at.attributes.get('type')?.value ?? '',
    parent: end('parent'),
    child: end('child'),
    origin: vector(origin, 'xyz'),
    rpy: vector(origin, 'rpy'),
    rpyAt: origin?.attributes.get('rpy'),
    limit: limit && {
      element: limit,
      lower: number('lower'),
      upper: number('upper'),
      effort: number('effort'),
      velocity: number('velocity'),
    },
  };
}

function alone(element: XmlElement, name: string): XmlElement | undefined {
  const found = childrenOf(element, name);
  return found.length === 1 ? found[0] : undefined;
}

export function numbersOf(at: XmlAttribute | undefined, count: number): readonly number[] | undefined {
  const parsed = at && parseNumbers(at.value, count);
  return parsed !== undefined && 'value' in parsed ? parsed.value : undefined;
}

function vector(element: XmlElement | undefined, name: string): Vec3<number> {
  return (numbersOf(element?.attributes.get(name), 3) as Vec3<number> | undefined) ?? zero;
}

export function length([x, y, z]: Vec3<number>): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Things by what they have in common, in their order. */
export function grouped<K, T>(things: readonly T[], keyOf: (thing: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return groups;
}

export function byParent(joints: readonly JointData[]): ReadonlyMap<string, readonly JointData[]> {
  return grouped(joints, ({ parent }) => parent);
}

export const pi = 3.141592653589793;

const ten = log(numbers, 10);

/** The logarithm to base ten, to a few ulp. */
export function decades(x: number): number {
  return log(numbers, x) / ten;
}

/** 1, 10, 0.001 …: what is typed, not computed. */
export function isPowerOfTen(x: number): boolean {
  return x > 0 && x < Infinity && Number(`1e${Math.round(decades(x))}`) === x;
}

/** In any order of the joints; rings and second parents are passed over once. */
function reachOf(joints: readonly JointData[]): number {
  const from = byParent(joints);
  const children = new Set(joints.map(({ child }) => child));
  const work = [...from.keys()].filter((link) => !children.has(link)).map((link) => ({ link, far: 0 }));
  const seen = new Set<string>();
  let most = 0;
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (seen.has(next.link)) continue;
    seen.add(next.link);
    most = Math.max(most, next.far);
    for (const { child, origin } of from.get(next.link) ?? [])
      work.push({ link: child, far: next.far + length(origin) });
  }
  return most;
}

/** The centre of mass as the inertial's own axes see it from the link's origin. */
export function centreInTensorAxes({ centre, rotation }: InertialData): Vec3<number> {
  const [a, b, c, d, e, f, g, h, i] = rotation;
  return mulMatVec(numbers, [a, d, g, b, e, h, c, f, i], centre);
}

/** Seven digits: what is written, and what stands in a message. */
export function short(x: number): string {
  return Number(x.toPrecision(7)).toString();
}

/** Three digits, for what is only a size. */
export function rough(x: number): string {
  return Number(x.toPrecision(3)).toString();
}

/** Edits of mass and inertia to other values. */
export function inertialEdits(link: LinkData, to: { mass?: number; six?: Sym3<number> }): Edit[] {
  const { inertial } = link;
  if (inertial === undefined) return [];
  const { mass, six } = to;
  const name = `link "${link.name}": inertial`;
  return [
    ...(mass === undefined ? [] : change(`${name}.mass`, inertial.massAt, decimal(mass))),
    ...(six === undefined
      ? []
      : inertial.sixAt.flatMap((at, i) =>
          six[i] === inertial.six[i] ? [] : change(`${name}.inertia.${at.name}`, at, decimal(six[i])),
        )),
  ];
}
