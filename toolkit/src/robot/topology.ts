/** Whether links and joints make one tree. */
import { type Findings, listed, type Place } from './findings.js';
import type { End, RawJoint } from './joints.js';

/**
 * The root link, or undefined after an error: a parent or child that no link is, a link with two parents, a
 * link that is its own ancestor, several roots or none.
 */
export function checkTree(
  links: ReadonlyMap<string, Place>,
  joints: readonly RawJoint[],
  findings: Findings,
): string | undefined {
  let sound = true;
  const parents = new Map<string, RawJoint[]>();
  for (const entry of joints) {
    const { parent, child } = entry;
    const name = `joint "${entry.name}"`;
    if (!isKnown(parent, 'parent', name, links, findings)) sound = false;
    if (!isKnown(child, 'child', name, links, findings)) sound = false;
    if (child === undefined) continue;
    if (parent?.link === child.link) {
      sound = false;
      const message = `"${child.link}" is both its parent and its child`;
      findings.error('joint-own-parent', entry.at, message, { name });
    }
    const others = parents.get(child.link);
    if (others === undefined) parents.set(child.link, [entry]);
    else others.push(entry);
  }
  for (const [link, entries] of parents) {
    if (entries.length === 1 || !links.has(link)) continue;
    sound = false;
    const names = listed(entries.map((entry) => entry.name));
    const message = `the link "${link}" is the child of ${entries.length} joints: ${names}`;
    findings.error('link-two-parents', entries[1].at, message, {
      name: `link "${link}"`,
      hint: 'a robot file is a tree: close a loop with a spring, or leave one joint out',
    });
  }
  // Roots of a graph with such faults would only name their consequences.
  if (!sound) return undefined;
  const roots = [...links.keys()].filter((link) => !parents.has(link));
  if (roots.length > 1) {
    const names = listed(roots);
    findings.error(
      'several-roots',
      links.get(roots[1]) ?? {},
      `${roots.length} links are no joint's child: ${names}`,
      {
        expected: 'one root',
        hint: 'join them to one another, with fixed joints where nothing moves',
      },
    );
  }
  const adrift = unreached(links, joints, roots);
  if (adrift.length > 0) {
    const names = listed(adrift);
    const message =
      roots.length === 0
        ? `there is no root: the links hang on each other in a ring: ${names}`
        : `these links hang on each other in a ring, not on the root: ${names}`;
    findings.error(roots.length === 0 ? 'no-root' : 'link-ring', links.get(adrift[0]) ?? {}, message);
  }
  return roots.length === 1 && adrift.length === 0 ? roots[0] : undefined;
}

/** Whether an end of a joint is a link of the robot; an end that could not be read is already reported. */
function isKnown(
  end: End | undefined,
  what: 'parent' | 'child',
  name: string,
  links: ReadonlyMap<string, Place>,
  findings: Findings,
): boolean {
  if (end === undefined) return false;
  if (links.has(end.link)) return true;
  const near = findings.didYouMean(end.link, links);
  const world = end.link === 'world' ? { hint: 'add <link name="world"/> to the robot' } : {};
  const message = `its ${what} is "${end.link}", and no link is called that`;
  findings.error(`joint-${what}-unknown`, end.at, message, { name, path: `${what}.link`, ...world, ...near });
  return false;
}

function unreached(
  links: ReadonlyMap<string, Place>,
  joints: readonly RawJoint[],
  roots: readonly string[],
): string[] {
  const children = new Map<string, string[]>();
  for (const { parent, child } of joints) {
    if (parent === undefined || child === undefined) continue;
    const list = children.get(parent.link);
    if (list === undefined) children.set(parent.link, [child.link]);
    else list.push(child.link);
  }
  const reached = new Set<string>(roots);
  const work = [...roots];
  for (let link = work.pop(); link !== undefined; link = work.pop()) {
    for (const child of children.get(link) ?? []) {
      if (reached.has(child)) continue;
      reached.add(child);
      work.push(child);
    }
  }
  return [...links.keys()].filter((link) => !reached.has(link));
}
