/** Every URDF file of the corpus comes out as its facts and verdicts say. */
import { expect, describe as group, it } from 'vitest';
import {
  add3,
  type Mat3,
  mulMat,
  mulMatVec,
  numbers,
  rotationAbout,
  scale3,
  type Vec3,
} from '../toolkit/src/math/index.js';
import { describe, type Outcome } from '../toolkit/src/problem/index.js';
import { type Files, type Joint, type Robot, readRobot } from '../toolkit/src/robot/index.js';
import { absent, corpusBytes, corpusFiles, type Facts, facts, soundRobots, verdicts } from './corpus.js';

interface Pose {
  readonly position: Vec3<number>;
  readonly rotation: Mat3<number>;
}

/** Reads a file, and checks that nothing above its folder was asked for. */
function read(file: string): Outcome<Robot> {
  const asked: string[] = [];
  const files: Files = {
    read: (path) => corpusFiles.read(path),
    has: (path) => {
      asked.push(path);
      return corpusFiles.has(path);
    },
  };
  const outcome = readRobot(file, files);
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const elsewhere = asked.filter(
    (path) => !path.startsWith(folder) && !path.endsWith('/package.xml') && path !== 'package.xml',
  );
  expect(elsewhere.filter((path) => path.startsWith('/') || path.includes('..'))).toEqual([]);
  return outcome;
}

function poses(robot: Robot, q: Readonly<Record<string, number>>): Map<string, Pose> {
  const joints = new Map(robot.joints.map((joint) => [joint.name, joint]));
  const at = new Map(Object.entries(q));
  const position = (joint: Joint): number => {
    const { mimic } = joint;
    const master = mimic && joints.get(mimic.joint);
    if (mimic === undefined || master === undefined) return at.get(joint.name) ?? 0;
    return mimic.multiplier * position(master) + mimic.offset;
  };
  const found = new Map<string, Pose>();
  for (const { link, pose } of robot.roots) found.set(link, pose);
  const outgoing = new Map<string, Joint[]>();
  for (const joint of robot.joints)
    outgoing.set(joint.parent, [...(outgoing.get(joint.parent) ?? []), joint]);
  const work = robot.roots.map((root) => root.link);
  for (let link = work.pop(); link !== undefined; link = work.pop()) {
    const base = found.get(link) as Pose;
    for (const joint of outgoing.get(link) ?? []) {
      const slides = joint.type === 'prismatic';
      const turns = joint.type === 'revolute' || joint.type === 'continuous';
      const x = slides || turns ? position(joint) : 0;
      const turn = turns ? rotationAbout(numbers, joint.axis, x) : ([1, 0, 0, 0, 1, 0, 0, 0, 1] as const);
      const shift = slides ? scale3(numbers, x, joint.axis) : ([0, 0, 0] as const);
      const rotation = mulMat(numbers, base.rotation, joint.origin.rotation);
      const origin = add3(numbers, base.position, mulMatVec(numbers, base.rotation, joint.origin.position));
      found.set(joint.child, {
        position: add3(numbers, origin, mulMatVec(numbers, rotation, shift)),
        rotation: mulMat(numbers, rotation, turn),
      });
      work.push(joint.child);
    }
  }
  return found;
}

function rotationOf([w, x, y, z]: readonly number[]): number[] {
  const row0 = [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)];
  const row1 = [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)];
  const row2 = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
  return [...row0, ...row1, ...row2];
}

/** Names of the things that a kind of problem is about. */
function named(outcome: Outcome<Robot>, codes: RegExp, kind: string): string[] {
  const pattern = new RegExp(`^${kind} "(.*)"$`);
  return outcome.problems.flatMap((p) =>
    codes.test(p.code) ? (pattern.exec(p.where.name ?? '')?.[1] ?? []) : [],
  );
}

function expectFacts(outcome: Outcome<Robot>, entry: Facts): void {
  const robot = outcome.value;
  if (robot === undefined) throw new Error(outcome.problems.map(describe).join('\n'));
  expect(robot.name).toBe(entry.robot);
  expect(robot.links.length).toBe(entry.links);
  expect(robot.joints.length).toBe(entry.joints);
  expect(robot.roots.map((root) => root.link)).toEqual(entry.roots);
  // A joint that follows a fixed one is held: it counts as what it was declared to be.
  const held = named(outcome, /^mimic-of-fixed$/, 'joint').length;
  const counts: Record<string, number> = {};
  for (const { type } of robot.joints) {
    if (type === 'fixed') continue;
    const declared = type === 'free' ? 'floating' : type;
    counts[declared] = (counts[declared] ?? 0) + 1;
  }
  const moving = Object.values(entry.moving).reduce((sum, n) => sum + n, 0);
  if (held === 0) expect(counts).toEqual(entry.moving);
  else expect(robot.joints.filter((joint) => joint.type !== 'fixed').length).toBe(moving - held);
  const followers = robot.joints.filter((joint) => joint.mimic !== undefined).map((joint) => joint.name);
  const leftOut = named(outcome, /^mimic-(on-fixed|of-fixed|many-axes)$/, 'joint');
  expect([...followers, ...leftOut].sort()).toEqual([...entry.mimic].sort());
  const single = robot.joints.filter(
    (j) => j.mimic === undefined && /^(revolute|continuous|prismatic)$/.test(j.type),
  );
  expect(single.length).toBe(entry.free);
  expect(robot.links.reduce((sum, link) => sum + (link.inertial?.mass ?? 0), 0)).toBeCloseTo(
    entry.total_mass,
    6,
  );
  expect(robot.links.filter((link) => link.inertial === undefined).length).toBe(entry.links_without_inertial);
  expect(named(outcome, /^zero-outside-limits$/, 'joint').sort()).toEqual(
    [...entry.zero_outside_limits].sort(),
  );
  const broken = entry.invalid_inertia.map((text) => text.slice(0, text.lastIndexOf(': ')));
  expect(named(outcome, /^inertia-(zero|triangle|not-positive)$/, 'link')).toEqual(
    expect.arrayContaining(broken),
  );

  const at = poses(robot, entry.q ?? {});
  for (const [link, { position, quaternion_wxyz }] of Object.entries(entry.end_effector ?? {})) {
    expect(apart(at.get(link)?.position, position), link).toBeLessThanOrEqual(1e-6);
    expect(apart(at.get(link)?.rotation, rotationOf(quaternion_wxyz)), link).toBeLessThanOrEqual(4e-6);
  }
  if (entry.com_at_q !== undefined) {
    const sum = [0, 0, 0];
    for (const { name, inertial } of robot.links) {
      const pose = at.get(name);
      if (inertial === undefined || pose === undefined) continue;
      const centre = add3(numbers, pose.position, mulMatVec(numbers, pose.rotation, inertial.centre));
      for (let i = 0; i < 3; i++) sum[i] += (inertial.mass * centre[i]) / entry.total_mass;
    }
    expect(apart(sum, entry.com_at_q)).toBeLessThanOrEqual(1e-6);
  }
  for (const [link, wanted] of Object.entries(entry.inertia_in_link_frame ?? {})) {
    const six = robot.links.find((l) => l.name === link)?.inertial?.inertia;
    const keys = ['ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'];
    expect(
      apart(
        six,
        keys.map((key) => wanted[key]),
      ),
      link,
    ).toBeLessThanOrEqual(1e-8);
  }
}

/** Largest difference of two lists; infinite where one is missing. */
function apart(a: readonly number[] | undefined, b: readonly number[]): number {
  if (a === undefined || a.length !== b.length) return Infinity;
  return Math.max(...a.map((x, i) => Math.abs(x - b[i])));
}

/** What the corpus's words ask for. */
function demand(verdict: string): 'taken' | 'refused' | 'either' {
  const ours = verdict.replace(/\([^)]*\)/g, '').replace(/\burdfdom\b.*/, '');
  const refuses = /\brefuse[sd]\b/.test(ours);
  const takes = /\btake[ns]?\b/.test(ours);
  if (refuses !== takes) return refuses ? 'refused' : 'taken';
  return 'either';
}

/** Links and joints of the file that the verdict says must be named. */
function mustBeNamed(verdict: string, file: string): string[] {
  const parts = [...verdict.matchAll(/\b(?:naming|reports?)\b([^;:]*)/g)].map((m) =>
    m[1].replace(/\(urdfdom[^)]*\)/, ''),
  );
  const words = new Set(parts.flatMap((part) => part.match(/[\p{L}\p{N}_]+/gu) ?? []));
  const text = new TextDecoder().decode(corpusBytes(file));
  const names = new Set([...text.matchAll(/\b(?:name|link|joint)="([^"]+)"/g)].map((m) => m[1]));
  return [...words].filter((word) => names.has(word));
}

group.skipIf(absent !== undefined)(`the corpus${absent === undefined ? '' : ` (${absent})`}`, () => {
  const judged = new Map(verdicts().map((entry) => [entry.file, entry.verdict]));

  it('is all there', () => {
    expect(soundRobots().length).toBeGreaterThan(20);
    expect(judged.size).toBeGreaterThan(60);
  });

  for (const entry of facts((f) => f.format === 'urdf')) {
    const verdict = judged.get(entry.file);
    const wanted = verdict !== undefined ? demand(verdict) : entry.roots.length === 1 ? 'taken' : 'refused';
    it(`${entry.file} ${wanted === 'refused' ? 'is refused' : 'comes out as its facts say'}`, () => {
      const outcome = read(entry.file);
      if (wanted === 'refused') expect(outcome.value).toBeUndefined();
      else if (wanted === 'taken' || outcome.value !== undefined) expectFacts(outcome, entry);
    });
  }

  for (const [file, verdict] of judged) {
    if (!/\.urdf$/.test(file)) continue;
    it(`${file}: ${verdict}`, () => {
      const outcome = read(file);
      const wanted = demand(verdict);
      const said = outcome.problems.map(describe).join('\n');
      if (wanted === 'refused') expect(outcome.value, said).toBeUndefined();
      if (wanted === 'taken') expect(outcome.value, said).toBeDefined();
      if (outcome.value === undefined || /\breport/.test(verdict))
        expect(outcome.problems.length).toBeGreaterThan(0);
      for (const name of mustBeNamed(verdict, file)) expect(said).toContain(name);
      const line = /\bline (\d+)/.exec(verdict);
      if (line !== null && outcome.value === undefined)
        expect(outcome.problems[0].where.line).toBe(Number(line[1]));
      if (/\bxacro\b/.test(verdict)) expect(said).toContain('xacro');
      const links = /\b(\d+) links?\b/.exec(verdict);
      if (links !== null && outcome.value !== undefined)
        expect(outcome.value.links.length).toBe(Number(links[1]));
      for (const problem of outcome.problems) expect(problem.where.file).toBe(file);
    });
  }

  for (const entry of facts((f) => f.format === 'mjcf')) {
    it(`${entry.file} is named as MJCF`, () => {
      const outcome = read(entry.file);
      expect(outcome.value).toBeUndefined();
      expect(outcome.problems.map((p) => p.code)).toEqual(['format-mjcf']);
    });
  }
});
