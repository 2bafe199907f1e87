/** Whether links and joints make one tree. */
import { type Findings, listed, type Place } from './findings.js';
import type { RawJoint } from './joints.js';

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
    const { joint } = entry;
    const name = `joint "${joint.name}"`;
    for (const end of ['parent', 'child'] as const) {
      const link = joint[end];
      if (links.has(link)) continue;
      sound = false;
      const near = findings.didYouMean(link, links);
      const hint =
        near.hint === undefined && link === 'world'
          ? { hint: 'add <link name="world"/> to the robot' }
          : near;
      findings.error(
        `joint-${end}-unknown`,
        entry[`${end}At`],
        `its ${end} is "${link}", and no link is called that`,
        {
          name,
          path: `${end}.link`,
          ...hint,
        },
      );
    }
    if (joint.parent === joint.child) {
      sound = false;
      findings.error('joint-own-parent', entry.at, `"${joint.child}" is both its parent and its child`, {
        name,
      });
    }
    const others = parents.get(joint.child);
    if (others === undefined) parents.set(joint.child, [entry]);
    else others.push(entry);
  }
  for (const [link, entries] of parents) {
    if (entries.length === 1 || !links.has(link)) continue;
    sound = false;
    const names = listed(entries.map((entry) => entry.joint.name));
    findings.error(
      'link-two-parents',
      entries[1].at,
      `the link "${link}" is the child of ${entries.length} joints: ${names}`,
      {
        name: `link "${link}"`,
        hint: 'a robot file is a tree: close a loop with a spring, or leave one joint out',
      },
    );
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

function unreached(
  links: ReadonlyMap<string, Place>,
  joints: readonly RawJoint[],
  roots: readonly string[],
): string[] {
  const children = new Map<string, string[]>();
  for (const { joint } of joints) {
    const list = children.get(joint.parent);
    if (list === undefined) children.set(joint.parent, [joint.child]);
    else list.push(joint.child);
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
