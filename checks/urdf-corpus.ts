/** What a right import of the corpus's URDF files gives, and what is wrong with ours, in words. */
import { add3, mulMatVec, numbers, type Vec3 } from 'pliant/math';
import { describe, type Outcome } from 'pliant/problem';
import { type Files, type Robot, readRobot, readUrdf, writeUrdf } from 'pliant/robot';
import { corpusBytes, corpusFiles, type Facts, facts, verdicts } from './corpus.js';
import { matrixOf, posesAt } from './poses.js';

/** One row of the corpus. */
export interface CorpusRow {
  readonly file: string;
  /** What it asks for. */
  readonly asks: string;
  /** What an import gives that the row does not say, or does not give; none where it is right. */
  faults(): string[];
}

/** Every URDF file with the facts that must come out, or the refusal. */
export function factRows(): CorpusRow[] {
  const judged = new Map(verdicts().map((entry) => [entry.file, entry.verdict]));
  return facts((entry) => entry.format === 'urdf').map((entry) => {
    const verdict = judged.get(entry.file);
    const wanted = verdict !== undefined ? demand(verdict) : entry.roots.length === 1 ? 'taken' : 'refused';
    return {
      file: entry.file,
      asks: wanted === 'refused' ? 'is refused' : 'comes out as its facts say',
      faults() {
        const { outcome, faults } = read(entry.file);
        if (wanted === 'refused') faults.same('taken', outcome.value !== undefined, false);
        else if (wanted === 'taken' || outcome.value !== undefined) compareFacts(outcome, entry, faults);
        return faults.list;
      },
    };
  });
}

/** Every URDF file that the corpus's tables judge, urdfdom's verdicts among them. */
export function verdictRows(): CorpusRow[] {
  return verdicts()
    .filter(({ file }) => /\.urdf$/.test(file))
    .map(({ file, verdict }) => ({
      file,
      asks: verdict,
      faults() {
        const { outcome, faults } = read(file);
        compareVerdict(outcome, file, verdict, faults);
        return faults.list;
      },
    }));
}

/** Every URDF file that is read: what is written of its robot is read as the same robot. */
export function roundTripRows(): CorpusRow[] {
  const urdf = facts((entry) => entry.format === 'urdf');
  const whole = urdf.filter(({ file }) => read(file).outcome.value !== undefined);
  return whole.map(({ file }) => ({
    file,
    asks: 'is the same when it is written and read',
    faults() {
      const { outcome, faults } = read(file);
      const robot = outcome.value;
      const text = robot && writeUrdf(robot).value;
      const again = text === undefined ? undefined : readUrdf(text, { file }).value;
      faults.same('whether it is read', again !== undefined, true);
      if (robot === undefined || again === undefined) return faults.list;
      faults.same('all but the rotations', withoutPlaces(again), withoutPlaces(robot));
      faults.near('rotations', rotationsOf(again), rotationsOf(robot), 4e-15);
      return faults.list;
    },
  }));
}

/** Without rotations, which come back within rounding, and where meshes were found. */
function withoutPlaces(robot: Robot): unknown {
  const left = ['rotation', 'resolved'];
  return JSON.parse(JSON.stringify(robot, (key, value) => (left.includes(key) ? undefined : value)));
}

function rotationsOf({ joints, links }: Robot): number[] {
  const shapes = links.flatMap(({ visuals, collisions }) => [...visuals, ...collisions]);
  return [...joints.map(({ origin }) => origin), ...shapes.map(({ pose }) => pose)].flatMap(
    ({ rotation }) => [...rotation],
  );
}

/** Every MJCF file: named for what it is. */
export function otherFormatRows(): CorpusRow[] {
  return facts((entry) => entry.format === 'mjcf').map(({ file }) => ({
    file,
    asks: 'is named as MJCF',
    faults() {
      const { outcome, faults } = read(file);
      faults.same(
        'problems',
        outcome.problems.map((p) => p.code),
        ['mjcf-needs-mujoco'],
      );
      return faults.list;
    },
  }));
}

/** The largest distance of an end effector from where the corpus says it is, m, and how many there are. */
export function endEffectorErrors(): { readonly error: number; readonly count: number } {
  let error = 0;
  let count = 0;
  for (const entry of facts((f) => f.format === 'urdf' && f.end_effector !== undefined)) {
    const { value: robot } = read(entry.file).outcome;
    if (robot === undefined) continue;
    const at = posesAt(robot, entry.q ?? {});
    for (const [link, { position }] of Object.entries(entry.end_effector ?? {})) {
      error = Math.max(error, apart(at.get(link)?.position, position));
      count++;
    }
  }
  return { error, count };
}

class Faults {
  readonly list: string[] = [];

  that(right: boolean, fault: string): void {
    if (!right) this.list.push(fault);
  }

  same(what: string, got: unknown, wanted: unknown): void {
    const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
    this.that(a === b, `${what}: ${a}, not ${b}`);
  }

  near(what: string, got: readonly number[] | undefined, wanted: readonly number[], limit: number): void {
    const distance = apart(got, wanted);
    this.that(distance <= limit, `${what}: off by ${distance}, at most ${limit}`);
  }
}

/** Reads a file, and checks that nothing above its folder was asked for. */
function read(file: string): { outcome: Outcome<Robot>; faults: Faults } {
  const asked: string[] = [];
  const files: Files = {
    read: (path) => corpusFiles.read(path),
    list: (folder) => {
      asked.push(folder);
      return corpusFiles.list(folder);
    },
  };
  const outcome = readRobot(file, files);
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const elsewhere = asked.filter(
    (path) => !path.startsWith(folder) && !path.endsWith('/package.xml') && path !== 'package.xml',
  );
  const faults = new Faults();
  faults.same(
    'asked for outside its folder',
    elsewhere.filter((path) => path.startsWith('/') || path.includes('..')),
    [],
  );
  return { outcome, faults };
}

/** Names of the things that a kind of problem is about. */
function named(outcome: Outcome<Robot>, codes: RegExp, kind: string): string[] {
  const pattern = new RegExp(`^${kind} "(.*)"$`);
  return outcome.problems.flatMap((p) =>
    codes.test(p.code) ? (pattern.exec(p.where.name ?? '')?.[1] ?? []) : [],
  );
}

function compareFacts(outcome: Outcome<Robot>, entry: Facts, faults: Faults): void {
  const robot = outcome.value;
  if (robot === undefined) {
    faults.that(false, `refused: ${outcome.problems.map(describe).join('\n')}`);
    return;
  }
  faults.same('name', robot.name, entry.robot);
  faults.same('links', robot.links.length, entry.links);
  faults.same('joints', robot.joints.length, entry.joints);
  faults.same(
    'roots',
    robot.roots.map((root) => root.link),
    entry.roots,
  );
  compareJoints(outcome, robot, entry, faults);
  const mass = robot.links.reduce((sum, link) => sum + (link.inertial?.mass ?? 0), 0);
  faults.near('mass', [mass], [entry.total_mass], 5e-7);
  faults.same(
    'links without inertial',
    robot.links.filter((link) => link.inertial === undefined).length,
    entry.links_without_inertial,
  );
  faults.same(
    'joints with 0 outside their limits',
    named(outcome, /^zero-outside-limits$/, 'joint').sort(),
    [...entry.zero_outside_limits].sort(),
  );
  const complained = named(outcome, /^inertia-(zero|triangle|not-positive)$/, 'link');
  for (const text of entry.invalid_inertia) {
    const link = text.slice(0, text.lastIndexOf(': '));
    faults.that(complained.includes(link), `the inertia of ${link} is not called invalid`);
  }
  comparePoses(robot, entry, faults);
  for (const [link, wanted] of Object.entries(entry.inertia_in_link_frame ?? {})) {
    const six = robot.links.find((l) => l.name === link)?.inertial?.inertia;
    const keys = ['ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'];
    faults.near(
      `inertia of ${link}`,
      six,
      keys.map((key) => wanted[key]),
      1e-8,
    );
  }
}

function compareJoints(outcome: Outcome<Robot>, robot: Robot, entry: Facts, faults: Faults): void {
  // A joint that follows a fixed one is held: it counts as what it was declared to be.
  const held = named(outcome, /^mimic-of-fixed$/, 'joint').length;
  const counts: Record<string, number> = {};
  for (const { type } of robot.joints) {
    if (type === 'fixed') continue;
    const declared = type === 'free' ? 'floating' : type;
    counts[declared] = (counts[declared] ?? 0) + 1;
  }
  const sorted = (record: Readonly<Record<string, number>>) => Object.entries(record).sort();
  const total = (record: Readonly<Record<string, number>>) =>
    Object.values(record).reduce((sum, n) => sum + n, 0);
  if (held === 0) faults.same('moving joints', sorted(counts), sorted(entry.moving));
  else faults.same('moving joints', total(counts), total(entry.moving) - held);
  const followers = robot.joints.filter((joint) => joint.mimic !== undefined).map((joint) => joint.name);
  const leftOut = named(outcome, /^mimic-(on-fixed|of-fixed|many-axes)$/, 'joint');
  faults.same('mimics', [...followers, ...leftOut].sort(), [...entry.mimic].sort());
  const single = robot.joints.filter(
    (j) => j.mimic === undefined && /^(revolute|continuous|prismatic)$/.test(j.type),
  );
  faults.same('free joints', single.length, entry.free);
}

function comparePoses(robot: Robot, entry: Facts, faults: Faults): void {
  const at = posesAt(robot, entry.q ?? {});
  for (const [link, { position, quaternion_wxyz }] of Object.entries(entry.end_effector ?? {})) {
    faults.near(`position of ${link}`, at.get(link)?.position, position, 1e-6);
    faults.near(`rotation of ${link}`, at.get(link)?.rotation, matrixOf(quaternion_wxyz), 4e-6);
  }
  if (entry.com_at_q === undefined) return;
  let sum: Vec3<number> = [0, 0, 0];
  for (const { name, inertial } of robot.links) {
    const pose = at.get(name);
    if (inertial === undefined || pose === undefined) continue;
    const centre = add3(numbers, pose.position, mulMatVec(numbers, pose.rotation, inertial.centre));
    const share = inertial.mass / entry.total_mass;
    sum = add3(numbers, sum, [share * centre[0], share * centre[1], share * centre[2]]);
  }
  faults.near('centre of mass', sum, entry.com_at_q, 1e-6);
}

function compareVerdict(outcome: Outcome<Robot>, file: string, verdict: string, faults: Faults): void {
  const wanted = demand(verdict);
  const said = outcome.problems.map(describe).join('\n');
  if (wanted === 'refused') faults.that(outcome.value === undefined, 'taken');
  if (wanted === 'taken') faults.that(outcome.value !== undefined, `refused: ${said}`);
  if (outcome.value === undefined || /\breport/.test(verdict)) {
    faults.that(outcome.problems.length > 0, 'nothing is reported');
  }
  for (const name of mustBeNamed(verdict, file)) {
    faults.that(said.includes(name), `${name} is not named in: ${said}`);
  }
  const line = /\bline (\d+)/.exec(verdict);
  if (line !== null && outcome.value === undefined) {
    faults.same('line', outcome.problems[0]?.where.line, Number(line[1]));
  }
  if (/\bxacro\b/.test(verdict)) faults.that(said.includes('xacro'), 'xacro is not named');
  const links = /\b(\d+) links?\b/.exec(verdict);
  if (links !== null && outcome.value !== undefined) {
    faults.same('links', outcome.value.links.length, Number(links[1]));
  }
  for (const problem of outcome.problems) faults.same('file of a problem', problem.where.file, file);
}

/** Largest difference of two lists; infinite where one is missing. */
function apart(a: readonly number[] | undefined, b: readonly number[]): number {
  if (a === undefined || a.length !== b.length) return Number.POSITIVE_INFINITY;
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
