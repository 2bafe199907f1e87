/**
 * Faults of CAD exports put into sound robots, and what advice makes of them: whether it names the fault, and whether its fix
 * gives the robot back.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from 'pliant/problem';
import {
  correctUrdf,
  type Inertial,
  type Joint,
  type Link,
  type Robot,
  readUrdf,
  writeUrdf,
} from 'pliant/robot';
import { corpusBytes, soundRobots } from './corpus.js';
import { checkout } from './folders.js';

type Six = Inertial['inertia'];

export interface Fault {
  readonly name: string;
  /** Code of the advice that is due. */
  readonly code: string;
  /** What becomes of a link; the same object where the fault would change nothing that one could see. */
  readonly link?: (inertial: Inertial) => Inertial;
  readonly joint?: (joint: Joint) => Joint;
  /** Whether its fix gives the robot back. */
  readonly fixed: boolean;
}

const scaled =
  (mass: number, inertia: number) =>
  (inertial: Inertial): Inertial => ({
    ...inertial,
    mass: inertial.mass * mass,
    inertia: inertial.inertia.map((x) => x * inertia) as unknown as Six,
  });

/** The slots xx, yy, zz, xy, xz, yz are filled from these places of what was meant. */
const slots =
  (order: readonly number[]) =>
  (inertial: Inertial): Inertial => ({
    ...inertial,
    inertia: order.map((i) => inertial.inertia[i]) as unknown as Six,
  });

/** m (c·c 1 − c cᵀ) */
function lever({ mass, centre: [x, y, z] }: Inertial): readonly number[] {
  return [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z].map((value) => mass * value);
}

function aboutOrigin(inertial: Inertial): Inertial {
  const more = lever(inertial);
  return { ...inertial, inertia: inertial.inertia.map((x, i) => x + more[i]) as unknown as Six };
}

const degrees = (x: number | undefined) => (x === undefined ? undefined : Math.round((x * 180) / Math.PI));

/** Faults of one link at a time. */
export const linkFaults: readonly Fault[] = [
  ...(
    [
      [1, 1e3, 'inertia × 1000'],
      [1, 1e6, 'inertia in kg mm²'],
      [1, 1e9, 'inertia in g mm²'],
      [1, 1e-3, 'inertia / 1000'],
      [1, 1e-6, 'inertia / 1000000'],
      [1e3, 1, 'mass in g'],
      [1e3, 1e9, 'g and g mm²'],
    ] as const
  ).map(([mass, inertia, name]) => ({
    name,
    code: 'inertia-units',
    link: scaled(mass, inertia),
    fixed: true,
  })),
  { name: 'moments first', code: 'inertia-order', link: slots([0, 3, 5, 1, 2, 4]), fixed: true },
  { name: 'lower triangle', code: 'inertia-order', link: slots([0, 4, 2, 3, 1, 5]), fixed: true },
  {
    name: 'unit tensor',
    code: 'inertia-placeholder',
    link: (inertial) => ({ ...inertial, inertia: [1, 1, 1, 0, 0, 0] }),
    fixed: false,
  },
];

/** Faults of a whole file. */
export const fileFaults: readonly Fault[] = [
  ...linkFaults.map((fault) => ({ ...fault, name: `all: ${fault.name}` })),
  { name: 'all: moments about the origin', code: 'inertia-point', link: aboutOrigin, fixed: true },
  {
    name: 'all: limits in degrees',
    code: 'limit-degrees',
    joint: (joint) => {
      const { limits } = joint;
      if (joint.type !== 'revolute' || limits === undefined) return joint;
      const [lower, upper] = [degrees(limits.lower), degrees(limits.upper)];
      return {
        ...joint,
        limits: {
          ...limits,
          ...(lower === undefined ? {} : { lower }),
          ...(upper === undefined ? {} : { upper }),
        },
      };
    },
    fixed: false,
  },
  {
    name: 'all: 1 kg',
    code: 'mass-placeholder',
    link: (inertial) => ({ ...inertial, mass: 1 }),
    fixed: false,
  },
];

export interface Tally {
  readonly fault: Fault;
  /** Links (or files) that had the fault. */
  put: number;
  named: number;
  /** Where it is to be given back: links that were. */
  mended: number;
  /** Links of which another fault was named with a fix, or that were changed and had none. */
  wrong: number;
}

interface Sound {
  readonly name: string;
  readonly robot: Robot;
  readonly text: string;
  readonly before: readonly Problem[];
}

function ownRobots(): Uint8Array[] {
  const folder = join(checkout, 'robots');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.urdf'))
    .sort()
    .map((file) => readFileSync(join(folder, file)));
}

/** The sound robots of the corpus, where it is there, and the project's own, written anew. */
export function soundOnes(): readonly Sound[] {
  const corpus = soundRobots().map(({ file }) => ({ file, bytes: corpusBytes(file) }));
  const own = ownRobots().map((bytes, i) => ({ file: `own ${i}`, bytes }));
  return [...own, ...corpus].flatMap(({ file, bytes }) => {
    const robot = readUrdf(bytes, { file }).value;
    const text = robot && writeUrdf(robot).value;
    if (robot === undefined || text === undefined) return [];
    return [{ name: file, robot, text, before: advised(text) }];
  });
}

/** Advice: problems that carry evidence. */
function advised(text: string): readonly Problem[] {
  return readUrdf(text, { file: 'r.urdf' }).problems.filter(({ evidence }) => evidence !== undefined);
}

/** Advice on the robots as they are, counted by code. */
export function adviceAsTheyAre(robots: readonly Sound[]): string {
  const counts = new Map<string, number>();
  for (const { code } of robots.flatMap(({ before }) => before))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .sort()
    .map(([code, count]) => `${code} ${count}`)
    .join(', ');
}

/** Links that weigh, and of which nothing was said before; a tensor with three equal moments was typed. */
function worthy({ robot, before }: Sound): readonly Link[] {
  const said = before
    .map(({ where, evidence = [] }) => `${where.name ?? ''} ${evidence.join(' ')}`)
    .join('\n');
  const total = robot.links.reduce((sum, { inertial }) => sum + (inertial?.mass ?? 0), 0);
  return robot.links.filter(({ name, inertial }) => {
    if (inertial === undefined || inertial.mass <= 1e-3 * total || said.includes(name)) return false;
    const [xx, yy, zz] = inertial.inertia;
    return xx > 0 && !(xx === yy && yy === zz);
  });
}

/** A tensor about the origin is another one only where the centre lies out. */
function shows(fault: Fault, inertial: Inertial): boolean {
  if (fault.code !== 'inertia-point') return true;
  const more = lever(inertial);
  return (
    more[0] + more[1] + more[2] > 0.5 * (inertial.inertia[0] + inertial.inertia[1] + inertial.inertia[2])
  );
}

function withFault(robot: Robot, fault: Fault, chosen: ReadonlySet<string>): string | undefined {
  const links = robot.links.map((link) =>
    link.inertial === undefined || fault.link === undefined || !chosen.has(link.name)
      ? link
      : { ...link, inertial: fault.link(link.inertial) },
  );
  const joints = fault.joint === undefined ? robot.joints : robot.joints.map(fault.joint);
  return writeUrdf({ ...robot, links, joints }).value;
}

/** Puts the fault into one link of each robot after the other, or into all at once. */
export function tally(robots: readonly Sound[], fault: Fault, all: boolean, every = 1): Tally {
  const result: Tally = { fault, put: 0, named: 0, mended: 0, wrong: 0 };
  let turn = 0;
  for (const sound of robots) {
    const links = worthy(sound).filter(({ inertial }) => inertial !== undefined && shows(fault, inertial));
    if (fault.joint !== undefined) {
      countFile(sound, fault, result);
      continue;
    }
    // What stands on two or three links only is no habit of an exporter that one could see.
    const sets = all
      ? links.length < 4
        ? []
        : [links]
      : links.filter(() => turn++ % every === 0).map((link) => [link]);
    for (const set of sets) countLinks(sound, fault, set, result);
  }
  return result;
}

function countFile({ robot }: Sound, fault: Fault, result: Tally): void {
  const turning = robot.joints.filter(
    ({ type, limits }) => type === 'revolute' && (limits?.upper ?? 0) - (limits?.lower ?? 0) > 0.5,
  );
  if (turning.length < 3) return;
  const text = withFault(robot, fault, new Set());
  if (text === undefined) return;
  result.put++;
  if (advised(text).some(({ code }) => code === fault.code)) result.named++;
}

function countLinks(sound: Sound, fault: Fault, set: readonly Link[], result: Tally): void {
  const { robot, before } = sound;
  // An exporter that has the fault has it on every link, those included of which nobody could tell.
  const chosen = set.length > 1 ? robot.links : set;
  const text = withFault(robot, fault, new Set(chosen.map(({ name }) => name)));
  if (text === undefined) return;
  const known = new Set(before.map((problem) => problem.code + (problem.where.name ?? problem.message)));
  const advice = advised(text).filter(
    (problem) =>
      problem.code === fault.code || !known.has(problem.code + (problem.where.name ?? problem.message)),
  );
  if (fault.code === 'mass-placeholder') {
    result.put++;
    if (advice.some(({ code }) => code === fault.code)) result.named++;
    return;
  }
  const fixes = advice.flatMap(({ code, fix }) => (fix === undefined ? [] : [code]));
  const changed = advice
    .filter(({ fix }) => fix !== undefined)
    .map(({ fix }) => fix?.edits.map(({ what }) => what).join('\n') ?? '')
    .join('\n');
  const copy = fault.fixed ? correctUrdf(text, { file: 'r.urdf' }, new Set(fixes)).value?.text : undefined;
  const after = copy === undefined ? undefined : readUrdf(copy, { file: 'r.urdf' }).value;
  for (const { name, inertial } of set) {
    result.put++;
    const named = fault.fixed
      ? advice.some(
          ({ code, fix }) =>
            code === fault.code && fix?.edits.some(({ what }) => what.startsWith(`link "${name}":`)),
        )
      : advice.some(
          ({ code, where, evidence = [] }) =>
            code === fault.code &&
            (where.name === `link "${name}"` ||
              evidence.some((line) => line.startsWith(`${name}:`) || /^and \d+ more$/.test(line))),
        );
    if (named) result.named++;
    const again = after?.links.find((link) => link.name === name)?.inertial;
    const back = inertial !== undefined && again !== undefined && near(inertial, again);
    if (named && back) result.mended++;
    if (changed.includes(`link "${name}":`) && fault.fixed && !back) result.wrong++;
  }
}

function near(a: Inertial, b: Inertial): boolean {
  const scale = Math.max(...a.inertia.map(Math.abs));
  return (
    Math.abs(a.mass - b.mass) <= 1e-9 * a.mass &&
    a.inertia.every((x, i) => Math.abs(x - b.inertia[i]) <= 1e-9 * scale)
  );
}
