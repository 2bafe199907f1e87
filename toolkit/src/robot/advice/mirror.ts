/**
 * Left and right: two links of one name but for the side, with the same numbers but for signs. Some signs s of the three axes
 * turn one into the other: c → s c, joints' origins likewise, and a product xy by s_x s_y. A mirrored part and a part
 * that is only turned by half a turn both have such signs; where no signs do for all of a link's numbers, one of
 * them was copied without its sign.
 */
import { numbers, type Sym3, turnSym, type Vec3 } from '../../math/index.js';
import { childrenOf } from '../attributes.js';
import type { Advice } from './advice.js';
import { byParent, type InertialData, type LinkData, type RobotData, rough } from './data.js';

type Signs = readonly [number, number, number];

const patterns: readonly Signs[] = [1, -1].flatMap((x) =>
  [1, -1].flatMap((y) => [1, -1].map((z): Signs => [x, y, z])),
);

/** Lengths (m) and parts of the largest moment below which a sign says nothing. */
const leastLength = 5e-4;
const leastProduct = 5e-3;
/** Numbers are the same but for the sign within this part of them. */
const same = 1e-3;

const sides: readonly (readonly [RegExp, string])[] = [
  [/left/, 'right'],
  [/Left/, 'Right'],
  [/LEFT/, 'RIGHT'],
  [/(?<![A-Za-z0-9])l(?![A-Za-z0-9])/, 'r'],
  [/(?<![A-Za-z0-9])L(?![A-Za-z0-9])/, 'R'],
  [/^L(?=[A-Z])/, 'R'],
];

/** Names that the link's or joint's twin on the right may have. */
function twinsOf(name: string): readonly string[] {
  return sides.flatMap(([side, other]) => (side.test(name) ? [name.replace(side, other)] : []));
}

interface Numbers {
  readonly what: string;
  /** Pairs of one number on the left and on the right, with the axes whose signs it takes. */
  readonly pairs: readonly (readonly [number, number, readonly number[]])[];
}

export function adviseMirrors({ links, joints: all }: RobotData): readonly Advice[] {
  // Frames that are only fixed on may lie anywhere.
  const joints = all.filter(({ type }) => type !== 'fixed');
  const byName = new Map(links.map((link) => [link.name, link]));
  const origins = new Map(joints.map(({ parent, child, origin }) => [`${parent} ${child}`, origin]));
  const childrenBy = byParent(joints);
  return links.flatMap((left): Advice[] => {
    const right = twinsOf(left.name).flatMap((name) => byName.get(name) ?? [])[0];
    if (left.inertial === undefined || right?.inertial === undefined) return [];
    if (!alike(left.inertial.mass, right.inertial.mass)) return [];
    const carried = (childrenBy.get(left.name) ?? []).flatMap(
      ({ child }): readonly (readonly Vec3<number>[])[] => {
        const a = origins.get(`${left.name} ${child}`);
        const twin = twinsOf(child).find((name) => origins.has(`${right.name} ${name}`));
        const b = origins.get(`${right.name} ${twin}`);
        return a === undefined || b === undefined ? [] : [[a, b]];
      },
    );
    return compare(left, left.inertial, right, right.inertial, carried);
  });
}

function compare(
  left: LinkData,
  a: InertialData,
  right: LinkData,
  b: InertialData,
  carried: readonly (readonly Vec3<number>[])[],
): Advice[] {
  const joints = { what: 'the joints that it carries', pairs: carried.flatMap(([p, q]) => vectors(p, q)) };
  const centre = { what: 'the centre of mass', pairs: vectors(a.centre, b.centre) };
  const products = { what: 'the products of inertia', pairs: productPairs(a, b) };
  const all = [joints, centre, products];
  // Numbers that differ in more than signs are those of two different parts.
  if (all.some(({ pairs }) => pairs.some(([x, y]) => !alike(Math.abs(x), Math.abs(y))))) return [];
  if (!momentsAlike(a, b) || patterns.some((signs) => all.every((group) => holds(group, signs)))) return [];
  const odd = all.find((group) => {
    const others = all.filter((other) => other !== group && other.pairs.length > 0);
    return others.length === 2 && patterns.some((signs) => others.every((other) => holds(other, signs)));
  });
  // With two groups that disagree nobody can say which; one that agrees with itself in no way is no mirror at all.
  const told = all.filter(({ pairs }) => pairs.length > 0);
  if (told.some((group) => !patterns.some((signs) => holds(group, signs)))) return [];
  const what = odd === joints || odd === undefined ? undefined : odd.what;
  const element = right.inertial?.element ?? right.at;
  const counted = childrenOf(element, 'origin')[0] ?? element;
  return [
    {
      code: 'mirror-inertial',
      at: counted,
      name: `link "${right.name}"`,
      path: 'inertial',
      message:
        what === undefined
          ? `it mirrors "${left.name}", but ${told.map((group) => group.what).join(' and ')} do not mirror alike`
          : `it mirrors "${left.name}", but for ${what}`,
      evidence: told.map(
        (group) =>
          `${group.what}: ${group.pairs.map(([x, y]) => `${rough(x)} and ${rough(y)}`).join(', ')}${signsOf(group)}`,
      ),
      hint: 'one of the two links has the sign of the other side',
    },
  ];
}

function vectors(a: Vec3<number>, b: Vec3<number>): Numbers['pairs'] {
  return [0, 1, 2].flatMap((i) =>
    Math.abs(a[i]) > leastLength || Math.abs(b[i]) > leastLength ? [[a[i], b[i], [i]] as const] : [],
  );
}

function tensor({ rotation, six }: InertialData): Sym3<number> {
  return turnSym(numbers, rotation, six);
}

function productPairs(a: InertialData, b: InertialData): Numbers['pairs'] {
  const [left, right] = [tensor(a), tensor(b)];
  const least = leastProduct * Math.max(left[0], left[1], left[2]);
  return (
    [
      [3, [0, 1]],
      [4, [0, 2]],
      [5, [1, 2]],
    ] as const
  ).flatMap(([i, axes]) =>
    Math.abs(left[i]) > least || Math.abs(right[i]) > least ? [[left[i], right[i], axes] as const] : [],
  );
}

function momentsAlike(a: InertialData, b: InertialData): boolean {
  const [left, right] = [tensor(a), tensor(b)];
  return [0, 1, 2].every((i) => left[i] > 0 && alike(left[i], right[i]));
}

function alike(a: number, b: number): boolean {
  return Math.abs(a - b) <= same * Math.max(Math.abs(a), Math.abs(b));
}

function holds({ pairs }: Numbers, signs: Signs): boolean {
  return pairs.every(([a, b, axes]) => axes.reduce((sign, axis) => sign * signs[axis], 1) * a * b > 0);
}

/** `: y mirrored`, where the group alone leaves no doubt. */
function signsOf({ pairs }: Numbers): string {
  const single = pairs.filter(([, , axes]) => axes.length === 1);
  const turned = [...new Set(single.flatMap(([a, b, [axis]]) => (a * b < 0 ? ['xyz'[axis]] : [])))];
  if (single.length === 0) return '';
  return turned.length === 0 ? ' (no sign turned)' : ` (${turned.join(' and ')} turned)`;
}
