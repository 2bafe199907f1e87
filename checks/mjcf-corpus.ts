import { describe, type Outcome } from 'pliant/problem';
import { type Link, type MujocoModule, type Pose, type Robot, readMjcf } from 'pliant/robot';
import { corpusBytes, corpusFiles, facts } from './corpus.js';
import { matrixOf, posesAt } from './poses.js';

/** What the corpus says of an MJCF file; bodies without a name are null. */
interface MjcfFacts {
  readonly file: string;
  readonly robot: string | null;
  readonly bodies: number;
  readonly joints: Readonly<Record<string, number>>;
  readonly equality: Readonly<Record<string, number>>;
  readonly actuators: number;
  readonly mass_of_inertials: number;
  readonly total_mass_with_geoms?: number;
  readonly bodies_without_inertial: readonly (string | null)[];
  /** Bodies at the top. */
  readonly roots: readonly (string | null)[];
  readonly keyframes: readonly string[];
  readonly zero_outside_range: readonly string[];
  readonly q?: Readonly<Record<string, number>>;
  readonly end_effector?: Readonly<Record<string, { position: number[]; quaternion_wxyz: number[] }>>;
}

export interface MjcfRow {
  readonly file: string;
  /** What an import gives that the facts do not say, or does not give; none where it is right. */
  faults(mujoco: MujocoModule): string[];
}

export function mjcfRows(): MjcfRow[] {
  return entries().map((entry) => ({
    file: entry.file,
    faults: (mujoco) => compare(readMjcf(corpusBytes(entry.file), options(entry.file, mujoco)), entry),
  }));
}

/** The largest distance of an end effector from where the corpus says it is, m, and how many; of every n-th file. */
export function mjcfEndEffectorErrors(
  mujoco: MujocoModule,
  every = 1,
): { readonly error: number; readonly count: number } {
  let error = 0;
  let count = 0;
  for (const entry of entries().filter((_, i) => i % every === 0)) {
    const { value: robot } = readMjcf(corpusBytes(entry.file), options(entry.file, mujoco));
    const at = robot && freePoses(robot, entry.q ?? {});
    for (const [frame, { position }] of Object.entries(entry.end_effector ?? {})) {
      error = Math.max(error, apart(at?.get(frameName(frame))?.position, position));
      count++;
    }
  }
  return { error, count };
}

function entries(): readonly MjcfFacts[] {
  return facts((entry) => entry.format === 'mjcf') as unknown as readonly MjcfFacts[];
}

function options(file: string, mujoco: MujocoModule) {
  return { file, files: corpusFiles, mujoco };
}

/** `body:hand`, `site:tip`. */
function frameName(text: string): string {
  return text.slice(text.indexOf(':') + 1);
}

function compare({ value: robot, problems }: Outcome<Robot>, entry: MjcfFacts): string[] {
  const said = problems.map(describe).join('\n');
  if (robot === undefined) return [`refused: ${said}`];
  const faults: string[] = [];
  const same = (what: string, got: unknown, wanted: unknown) => {
    const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
    if (a !== b) faults.push(`${what}: ${a}, not ${b}`);
  };
  const near = (
    what: string,
    got: readonly number[] | undefined,
    wanted: readonly number[],
    limit: number,
  ) => {
    const distance = apart(got, wanted);
    if (!(distance <= limit)) faults.push(`${what}: off by ${distance}, at most ${limit}`);
  };
  if (entry.robot !== null) same('name', robot.name, entry.robot);
  const bodies = bodiesOf(robot);
  same('bodies', bodies.length, entry.bodies);
  same('joints', joints(robot), entry.joints);
  same('equalities', equalities(robot), inOrder(entry.equality, ['joint', 'connect', 'weld']));
  same('actuators', robot.actuators?.length, entry.actuators);
  same(
    'keyframes',
    robot.starts.map(({ name }) => name),
    entry.keyframes,
  );
  const topNames = new Set(entry.roots);
  const tops = topsOf(robot);
  if (topNames.has(null)) same('top bodies', tops.length, entry.roots.length);
  else same('top bodies', tops.sort(), [...entry.roots].sort());
  compareMasses(bodies, entry, near, same, said);
  const outside = problems.filter(({ code }) => code === 'zero-outside-limits');
  same(
    'joints with 0 outside their limits',
    outside.map(({ where }) => /"(.*)"/.exec(where.name ?? '')?.[1]).sort(),
    [...entry.zero_outside_range].sort(),
  );
  const named = problems.filter(({ code }) => /^constraint-/.test(code)).length;
  same('constraints named in warnings', named, robot.constraints?.length ?? 0);
  const at = freePoses(robot, entry.q ?? {});
  for (const [frame, { position, quaternion_wxyz }] of Object.entries(entry.end_effector ?? {})) {
    near(`position of ${frame}`, at.get(frameName(frame))?.position, position, 1e-6);
    near(`rotation of ${frame}`, at.get(frameName(frame))?.rotation, matrixOf(quaternion_wxyz), 4e-6);
  }
  for (const problem of problems) {
    const folder = entry.file.slice(0, entry.file.lastIndexOf('/') + 1);
    if (!problem.where.file?.startsWith(folder)) faults.push(`a problem in ${problem.where.file}`);
  }
  return faults;
}

function compareMasses(
  bodies: readonly Link[],
  entry: MjcfFacts,
  near: (what: string, got: readonly number[], wanted: readonly number[], limit: number) => void,
  same: (what: string, got: unknown, wanted: unknown) => void,
  said: string,
): void {
  const without = new Set(entry.bodies_without_inertial);
  const sum = (links: readonly Link[]) => links.reduce((mass, link) => mass + (link.inertial?.mass ?? 0), 0);
  if (without.has(null)) same('bodies', bodies.length, without.size === 1 ? bodies.length : -1);
  else {
    near(
      'mass of inertials',
      [sum(bodies.filter(({ name }) => !without.has(name)))],
      [entry.mass_of_inertials],
      5e-7,
    );
    const bare = bodies.filter(({ name, inertial }) => inertial === undefined && !without.has(name));
    same(
      'links that lost their inertial',
      bare.map(({ name }) => name),
      [],
    );
  }
  if (entry.total_mass_with_geoms !== undefined)
    near('mass', [sum(bodies)], [entry.total_mass_with_geoms], 5e-7);
  const assumed = bodies.some(({ name, inertial }) => without.has(name) && inertial !== undefined);
  if (assumed) same('masses from shapes are named', said.includes('[mass-from-shapes]'), true);
}

/** Links that are bodies of the file: not the world, nor those between the joints of one body. */
function bodiesOf(robot: Robot): Link[] {
  const between = new Set(
    robot.joints.flatMap(({ name, child }) => (child.endsWith(`/${name}`) && child !== name ? [child] : [])),
  );
  return robot.links.filter(({ name }) => name !== 'world' && !between.has(name));
}

/** Bodies at the top: roots, or what hangs on the world. */
function topsOf(robot: Robot): string[] {
  const bodies = new Set(bodiesOf(robot).map(({ name }) => name));
  const work = robot.roots.map(({ link }) => link);
  const tops: string[] = [];
  for (let link = work.pop(); link !== undefined; link = work.pop()) {
    const at = link;
    if (bodies.has(at)) tops.push(at);
    else work.push(...robot.joints.filter(({ parent }) => parent === at).map(({ child }) => child));
  }
  return tops;
}

const kinds: Readonly<Record<string, string>> = {
  revolute: 'hinge',
  continuous: 'hinge',
  prismatic: 'slide',
  spherical: 'ball',
};

/** Joints by MJCF's types. */
function joints(robot: Robot): Record<string, number> {
  const counts: Record<string, number> = { free: robot.roots.filter(({ base }) => base === 'free').length };
  for (const { type } of robot.joints) {
    if (type !== 'fixed') counts[kinds[type]] = (counts[kinds[type]] ?? 0) + 1;
  }
  return inOrder(counts, ['free', 'hinge', 'slide', 'ball']);
}

/** Equalities by type: joints that follow others, and constraints. */
function equalities(robot: Robot): Record<string, number> {
  const counts: Record<string, number> = {
    joint: robot.joints.filter(({ mimic }) => mimic !== undefined).length,
  };
  for (const { kind } of robot.constraints ?? []) counts[kind] = (counts[kind] ?? 0) + 1;
  return inOrder(counts, ['joint', 'connect', 'weld']);
}

function inOrder(counts: Readonly<Record<string, number>>, order: readonly string[]): Record<string, number> {
  return Object.fromEntries(order.flatMap((kind) => (counts[kind] ? [[kind, counts[kind]]] : [])));
}

/** Poses of all frames at q, every joint on its own: the corpus gives positions to joints that follow others too. */
function freePoses(robot: Robot, q: Readonly<Record<string, number>>): Map<string, Pose> {
  return posesAt({ ...robot, joints: robot.joints.map(({ mimic: _, ...joint }) => joint) }, q);
}

/** Largest difference of two lists; infinite where one is missing. */
function apart(a: readonly number[] | undefined, b: readonly number[]): number {
  if (a === undefined || a.length !== b.length) return Number.POSITIVE_INFINITY;
  return Math.max(...a.map((x, i) => Math.abs(x - b[i])));
}
