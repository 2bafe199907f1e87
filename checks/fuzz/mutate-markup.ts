/** Elements that go, come twice, change places, stand inside each other, or lose a tag. */
import { below, type Chance, pick } from './pick.js';

interface Element {
  readonly name: string;
  /** Where its first tag begins and ends. */
  readonly begin: number;
  readonly inside: number;
  /** Where its last tag begins and ends; of an empty element the end of its only one. */
  readonly outside: number;
  readonly end: number;
}

const tag = /<!--[\s\S]*?-->|<(\/?)([A-Za-z_][\w:.-]*)(?:"[^"]*"|'[^']*'|[^<>"'])*?(\/?)>/g;

/** The elements of a text that is nearly well-formed. */
function elementsOf(text: string): Element[] {
  const elements: Element[] = [];
  const open: { name: string; begin: number; inside: number }[] = [];
  for (const { index, 0: whole, 1: closing, 2: name, 3: empty } of text.matchAll(tag)) {
    if (name === undefined) continue;
    const end = index + whole.length;
    if (empty === '/') elements.push({ name, begin: index, inside: end, outside: end, end });
    else if (closing === '') open.push({ name, begin: index, inside: end });
    else {
      const first = open.pop();
      if (first !== undefined) elements.push({ ...first, outside: index, end });
    }
  }
  return elements;
}

const otherTags = [
  ...[
    'robot',
    'link',
    'joint',
    'inertial',
    'inertia',
    'mass',
    'origin',
    'axis',
    'limit',
    'mimic',
    'parent',
    'child',
  ],
  ...[
    'xacro:if',
    'xacro:unless',
    'xacro:include',
    'xacro:macro',
    'xacro:property',
    'xacro:insert_block',
    'xacro:arg',
  ],
  ...[
    'mujoco',
    'worldbody',
    'body',
    'geom',
    'site',
    'freejoint',
    'include',
    'frame',
    'replicate',
    'default',
    'keyframe',
  ],
];

export function changeElement(text: string, next: Chance): string {
  const elements = elementsOf(text);
  if (elements.length < 2) return text;
  const one = pick(next, elements);
  const other = pick(next, elements);
  const taken = text.slice(one.begin, one.end);
  const without = (e: Element) => text.slice(0, e.begin) + text.slice(e.end);
  switch (below(next, 16)) {
    case 0:
    case 10:
    case 11:
      return without(one);
    case 1:
    case 12:
    case 13:
      return text.slice(0, one.end) + taken + text.slice(one.end);
    case 2:
    case 14:
    case 15:
      return swapped(text, one, other);
    case 3:
      // Into another one, or into itself.
      return text.slice(0, other.inside) + taken + text.slice(other.inside);
    case 4:
      return text.slice(0, one.begin) + text.slice(one.inside, one.outside) + text.slice(one.end);
    case 5:
      return text.slice(0, one.begin) + text.slice(one.inside);
    case 6:
      return text.slice(0, one.outside) + text.slice(one.end);
    case 7:
      return renamed(text, one, next() < 0.5 ? other.name : pick(next, otherTags));
    case 8:
      return renamed(text, one, `${pick(next, ['xacro', 'x', 'drake'])}:${one.name}`);
    default:
      return nested(text, one, next);
  }
}

function swapped(text: string, a: Element, b: Element): string {
  const [first, second] = a.begin < b.begin ? [a, b] : [b, a];
  if (second.begin < first.end) return text;
  const between = text.slice(first.end, second.begin);
  const [x, y] = [text.slice(first.begin, first.end), text.slice(second.begin, second.end)];
  return text.slice(0, first.begin) + y + between + x + text.slice(second.end);
}

function renamed(text: string, { name, begin, inside, outside, end }: Element, other: string): string {
  const first = `<${other}${text.slice(begin + 1 + name.length, inside)}`;
  const last = outside === end ? '' : `</${other}>`;
  return text.slice(0, begin) + first + text.slice(inside, outside) + last + text.slice(end);
}

/** Many times inside itself, or beside itself. */
function nested(text: string, { name, begin, inside, outside, end }: Element, next: Chance): string {
  const times = 2 + below(next, next() < 0.9 ? 20 : 600);
  const taken = text.slice(begin, end);
  if (outside === end || next() < 0.5) {
    // At most 200 kB, so that what is tried is the reader and not its bound on size.
    const most = Math.ceil(200_000 / taken.length);
    return text.slice(0, begin) + taken.repeat(Math.min(times, most)) + text.slice(end);
  }
  const first = text.slice(begin, inside);
  return (
    text.slice(0, begin) +
    first.repeat(times) +
    text.slice(inside, outside) +
    `</${name}>`.repeat(times) +
    text.slice(end)
  );
}
