/** How large a model may be: MuJoCo's memory ends without a way back, so what is too large never reaches it. */
import type { Findings } from '../findings.js';
import { largest } from '../numbers.js';
import { type Part, parts, section } from './tree.js';

/** Together after replication. A body of three hinges has three joints. */
const most = {
  bodies: 2000,
  joints: 2000,
  'geoms and sites': 10_000,
  'drives, tendons and constraints': 10_000,
  /** Numbers of all keyframes together. */
  'numbers of keyframes': 1_000_000,
} as const;

type Kind = keyof typeof most;

const kinds = new Map<string, Kind>([
  ['body', 'bodies'],
  ['joint', 'joints'],
  ['freejoint', 'joints'],
  ['geom', 'geoms and sites'],
  ['site', 'geoms and sites'],
]);

/** Numbers that size a thing, and the most that they may be. */
const counts: readonly { readonly part: string; readonly attribute: string; readonly most: number }[] = [
  { part: 'general', attribute: 'actdim', most: 20 },
  { part: 'mesh', attribute: 'params', most: 100 },
  { part: 'mesh', attribute: 'octree_maxdepth', most: 6 },
];

/** Whether the model is small enough; if not, there is an error in `findings` that says of what there is too much. */
export function checkSize(root: Part, findings: Findings): boolean {
  const total = new Map<Kind, number>();
  const add = (kind: Kind, times: number) => total.set(kind, (total.get(kind) ?? 0) + times);
  let right = true;
  const count = (part: Part, times: number): void => {
    for (const child of part.children) {
      const kind = kinds.get(child.name);
      if (kind !== undefined) add(kind, times);
      const copies = child.name === 'replicate' ? Number(child.attributes.get('count') ?? 1) : 1;
      count(child, times * (copies >= 1 ? copies : 1));
    }
  };
  for (const world of section(root, 'worldbody')) count(world, 1);
  for (const name of ['actuator', 'tendon', 'equality']) {
    for (const part of section(root, name)) {
      for (const child of part.children) add('drives, tendons and constraints', 1 + child.children.length);
    }
  }
  const keys = section(root, 'keyframe').flatMap((part) => part.children).length;
  add('numbers of keyframes', keys * 7 * (total.get('joints') ?? 0));
  for (const [kind, number] of total) {
    if (number <= most[kind]) continue;
    right = false;
    findings.error('mjcf-too-large', root, `the model has too many ${kind}`, {
      expected: `at most ${most[kind]}`,
      got: `${number}`,
    });
  }
  const check = (part: Part): void => {
    for (const rule of counts) {
      const value = part.name === rule.part ? part.attributes.get(rule.attribute) : undefined;
      if (value === undefined || value.split(/\s+/).every((word) => !(Math.abs(Number(word)) > rule.most)))
        continue;
      right = false;
      findings.error('mjcf-too-large', part, 'this is too large a number for a robot', {
        path: `${part.name}.${rule.attribute}`,
        expected: `at most ${rule.most}`,
        got: value,
      });
    }
    for (const child of part.children) check(child);
  };
  check(root);
  return right;
}

/** Attributes that hold a name, which may be `nan`. */
const nameLike =
  /^(name|(child)?class|model|file|prefix|material|texture|mesh|hfield|target|objname|[a-z]*(joint|body|geom|site|tendon|plugin)[a-z]*[12]?)$/;
const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Numbers that no robot has: too large ones, and `nan`, which MuJoCo reads as "not given", though the default is not
 * what was meant.
 */
export function checkNumbers(root: Part, findings: Findings): void {
  for (const part of parts(root)) {
    for (const [name, value] of part.attributes) {
      if (!/nan|\de|\d{30}/i.test(value) || nameLike.test(name)) continue;
      const words = value.trim().split(/\s+/);
      const isNan = (word: string) => /^[+-]?nan$/i.test(word);
      if (!words.every((word) => isNan(word) || number.test(word))) continue;
      const detail = { path: `${part.name}.${name}`, got: value };
      if (words.some(isNan)) {
        findings.error('number-not-finite', part, 'every number of a robot is finite', detail);
      } else if (words.some((word) => Math.abs(Number(word)) > largest)) {
        findings.error('number-malformed', part, 'the number is too large', detail);
      }
    }
  }
}
