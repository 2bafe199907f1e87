/** Who follows whom: chains of mimics are followed to a joint that moves by itself, in any order of the file. */
import { accurateAngle } from '../math/index.js';
import { type Findings, listed } from './findings.js';
import { defaultAxis, type RawJoint } from './joints.js';
import { largest } from './numbers.js';
import { displaced } from './pose.js';
import type { Joint, JointType } from './robot.js';

/** position = multiplier · position of `joint` + offset; without a joint the position is the offset, always. */
export interface Law {
  readonly joint: string | undefined;
  readonly multiplier: number;
  readonly offset: number;
}

/**
 * The law of every joint that follows another.
 *
 * A mimic on a fixed joint moves nothing and is left out with a warning. A joint that follows a fixed one
 * stands still at its offset, with a warning. A mimic between joints of several degrees of freedom has no
 * meaning and is left out with a warning. Rings and unknown masters are errors.
 */
export function mimicLaws(joints: readonly RawJoint[], findings: Findings): ReadonlyMap<string, Law> {
  const byName = new Map<string, RawJoint>();
  for (const entry of joints) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  const followers = new Map<string, RawJoint>();
  for (const entry of byName.values()) {
    const { type, follows, mimicAt } = entry;
    if (follows === undefined || type === undefined) continue;
    const name = `joint "${entry.name}"`;
    const master = byName.get(follows.joint);
    if (type === 'fixed') {
      const message = `a fixed joint cannot follow "${follows.joint}": the mimic is left out`;
      findings.warn('mimic-on-fixed', mimicAt, message, { name });
    } else if (master === undefined) {
      const message = `it follows "${follows.joint}", and no joint is called that`;
      const detail = { name, path: 'mimic.joint', ...findings.didYouMean(follows.joint, byName) };
      findings.error('mimic-unknown', mimicAt, message, detail);
    } else if (isMany(type) || isMany(master.type)) {
      const message = `a ${type} joint cannot follow "${follows.joint}", a ${master.type} one, with one number: the mimic is left out`;
      findings.warn('mimic-many-axes', mimicAt, message, { name });
    } else followers.set(entry.name, entry);
  }
  const laws = new Map<string, Law | undefined>();
  for (const name of followers.keys()) resolve(name, followers, byName, laws, findings);
  const whole = new Map<string, Law>();
  for (const [name, law] of laws) {
    if (law === undefined) continue;
    whole.set(name, law);
    if (law.joint !== undefined) continue;
    const message = `what it follows is fixed: it is held at ${law.offset}`;
    findings.warn('mimic-of-fixed', byName.get(name)?.mimicAt ?? {}, message, { name: `joint "${name}"` });
  }
  return whole;
}

/** The joint under its law: with its master's name, or held where the master never moves. */
export function following(joint: Joint, law: Law | undefined): Joint {
  if (law === undefined) return joint;
  const { joint: master, multiplier, offset } = law;
  if (master !== undefined) return { ...joint, mimic: { joint: master, multiplier, offset } };
  const { limits: _, ...rest } = joint;
  return { ...rest, type: 'fixed', axis: defaultAxis, origin: displaced(joint, offset) };
}

function isMany(type: JointType | undefined): boolean {
  return type === 'free' || type === 'planar';
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
  const still = byName.get(at)?.type === 'fixed';
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
      const most = entry.type === 'prismatic' ? largest : accurateAngle;
      if (Math.abs(law.multiplier) > largest || Math.abs(law.offset) > most) {
        const message = 'multiplier or offset, with those of what it follows, grow too large';
        findings.error('number-malformed', entry.mimicAt, message, {
          name: `joint "${name}"`,
          expected: `at most ${largest} and ${most}`,
          got: `${law.multiplier} and ${law.offset}`,
        });
        law = undefined;
      }
    }
    laws.set(name, law);
  }
}
