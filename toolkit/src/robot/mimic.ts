/** Who follows whom: chains of mimics are followed to a joint that moves by itself, in any order of the file. */
import { type Findings, listed } from './findings.js';
import { defaultAxis, type RawJoint } from './joints.js';
import { displaced } from './pose.js';
import type { Joint } from './robot.js';

/** position = multiplier · position of `joint` + offset; without a joint the position is the offset, always. */
interface Law {
  readonly joint: string | undefined;
  readonly multiplier: number;
  readonly offset: number;
}

/**
 * The joints with their mimics settled.
 *
 * A mimic on a fixed joint moves nothing and is left out with a warning. A joint that follows a fixed one
 * stands still: it becomes a fixed joint at its offset, with a warning. A mimic between joints of several
 * degrees of freedom has no meaning and is left out with a warning. Cycles and unknown masters are errors.
 */
export function settleMimics(raw: readonly RawJoint[], findings: Findings): Joint[] {
  const byName = new Map(raw.map((entry) => [entry.joint.name, entry]));
  const followers = new Map<string, RawJoint>();
  for (const entry of raw) {
    const { joint, follows } = entry;
    if (follows === undefined) continue;
    const name = `joint "${joint.name}"`;
    const master = byName.get(follows.joint);
    if (joint.type === 'fixed') {
      findings.warn(
        'mimic-on-fixed',
        entry.mimicAt,
        `a fixed joint cannot follow "${follows.joint}": the mimic is left out`,
        { name },
      );
    } else if (master === undefined) {
      findings.error(
        'mimic-unknown',
        entry.mimicAt,
        `it follows "${follows.joint}", and no joint is called that`,
        {
          name,
          path: 'mimic.joint',
          ...findings.didYouMean(follows.joint, byName),
        },
      );
    } else if (isMany(joint) || isMany(master.joint)) {
      findings.warn(
        'mimic-many-axes',
        entry.mimicAt,
        `"${joint.name}" (${joint.type}) cannot follow "${follows.joint}" (${master.joint.type}) with one number: the mimic is left out`,
        { name },
      );
    } else followers.set(joint.name, entry);
  }
  const laws = new Map<string, Law | undefined>();
  for (const name of followers.keys()) resolve(name, followers, byName, laws, findings);
  return raw.map(({ joint, mimicAt }) => {
    const law = laws.get(joint.name);
    if (law === undefined) return joint;
    if (law.joint !== undefined) {
      return { ...joint, mimic: { joint: law.joint, multiplier: law.multiplier, offset: law.offset } };
    }
    findings.warn('mimic-of-fixed', mimicAt, `what it follows is fixed: it is held at ${law.offset}`, {
      name: `joint "${joint.name}"`,
    });
    const { limits: _, ...rest } = joint;
    return { ...rest, type: 'fixed', axis: defaultAxis, origin: displaced(joint, law.offset) };
  });
}

function isMany(joint: Joint): boolean {
  return joint.type === 'free' || joint.type === 'planar';
}

/** Walks from a follower to the end of its chain, then settles the whole chain from the end. */
function resolve(
  from: string,
  followers: ReadonlyMap<string, RawJoint>,
  byName: ReadonlyMap<string, RawJoint>,
  laws: Map<string, Law | undefined>,
  findings: Findings,
): void {
  const chain: string[] = [];
  const walked = new Map<string, number>();
  let at = from;
  while (followers.has(at) && !laws.has(at)) {
    const start = walked.get(at);
    if (start !== undefined) {
      const cycle = chain.slice(start).sort();
      const names = listed(cycle);
      const message =
        cycle.length === 1 ? `${names} follows itself` : `these joints follow each other in a ring: ${names}`;
      findings.error('mimic-cycle', followers.get(at)?.mimicAt ?? {}, message, { name: `joint "${at}"` });
      for (const name of chain) laws.set(name, undefined);
      return;
    }
    walked.set(at, chain.length);
    chain.push(at);
    at = followers.get(at)?.follows?.joint ?? '';
  }
  const still = byName.get(at)?.joint.type === 'fixed';
  let law: Law | undefined = laws.has(at)
    ? laws.get(at)
    : { joint: still ? undefined : at, multiplier: 1, offset: 0 };
  for (const name of chain.reverse()) {
    const entry = followers.get(name);
    const follows = entry?.follows;
    if (law !== undefined && entry !== undefined && follows !== undefined) {
      law = {
        joint: law.joint,
        multiplier: follows.multiplier * law.multiplier,
        offset: follows.multiplier * law.offset + follows.offset,
      };
      if (!Number.isFinite(law.multiplier) || !Number.isFinite(law.offset)) {
        findings.error(
          'number-malformed',
          entry.mimicAt,
          'the multipliers of this chain of mimics grow too large',
          { name: `joint "${name}"` },
        );
        law = undefined;
      }
    }
    laws.set(name, law);
  }
}
