/** An MJCF file → a robot, by MuJoCo's own compiler. */
import { numbers, type Sym3, turnSym } from '../../math/index.js';
import { hasErrors, type Outcome } from '../../problem/index.js';
import { Findings, listed } from '../findings.js';
import { MeshFinder } from '../meshes.js';
import { type PackageOptions, Packages } from '../packages.js';
import { baseOf } from '../paths.js';
import type { Geometry, Inertial, Joint, Link, NamedFrame, Robot } from '../robot.js';
import { readXml, type XmlElement } from '../xml.js';
import { checkNumbers, checkSize } from './bounds.js';
import type { Compiled, CompiledBody } from './compiled.js';
import { couplingsOf } from './constraints.js';
import { drivesOf } from './drives.js';
import { geometryOf, rolesOf } from './geoms.js';
import { withIncludes } from './include.js';
import { treeOf } from './joints.js';
import { plain, type Refusal, type Weighed, weigh } from './masses.js';
import { type ConvertMesh, type MeshAsset, meshAssets } from './meshes.js';
import type { MujocoModule } from './module.js';
import { namesOf, type RobotNames } from './names.js';
import { poseOf, rotationOf } from './place.js';
import { prune, stemOf } from './prune.js';
import { Places, remark } from './remarks.js';
import { startsOf } from './starts.js';
import { type Part, setting } from './tree.js';

/** Included files and meshes are looked for in `files`, below the roots. */
export interface MjcfOptions extends PackageOptions {
  /** `await loadMujoco()` of `pliant/mujoco`. */
  readonly mujoco: MujocoModule;
  /** Reads meshes that MuJoCo does not (Collada, STL as text), where a mass depends on them. */
  readonly convertMesh?: ConvertMesh;
}

/**
 * Reads MJCF: includes are resolved, MuJoCo compiles (defaults, angles, orientations, frames, masses from geoms are its
 * own), and the robot is read back from its model. Mesh files may be missing: links whose mass would come from them
 * have no inertial, and are named.
 *
 * A body is a link, its joints are joints (several, or an anchor off the body's origin, give links between); bodies
 * without joints are fixed to their parent, or bolted to the world as roots; a body with joints at the top hangs on a
 * link `world`. Named sites are frames, keyframes are starts. Equalities and tendons that a tree cannot hold are the
 * robot's `constraints`, each named in a warning. All problems are reported; after an error there is no robot. MuJoCo
 * stops at its first error, so that of a faulty model one is told at a time.
 *
 * @param source text, or bytes in UTF-8, UTF-16 or the encoding that the XML declaration names
 */
export function readMjcf(
  source: string | Uint8Array,
  options: MjcfOptions,
  given?: Findings,
): Outcome<Robot> {
  const findings = given ?? new Findings(options.file);
  const root = readXml(source, findings);
  return root === undefined ? { problems: findings.problems() } : mjcfFromXml(root, options, findings);
}

/** The same from a tree that is already parsed; `findings` hold what was found while parsing. */
export function mjcfFromXml(root: XmlElement, options: MjcfOptions, findings: Findings): Outcome<Robot> {
  const robot = readRoot(root, options, findings);
  const problems = findings.problems();
  return robot === undefined || hasErrors(problems) ? { problems } : { value: robot, problems };
}

function readRoot(element: XmlElement, options: MjcfOptions, findings: Findings): Robot | undefined {
  if (element.name !== 'mujoco' || element.prefix !== undefined) {
    findings.error('format-unknown', element, 'this is not an MJCF model', {
      expected: 'a root element <mujoco>',
      got: `<${element.name}>`,
      ...(element.name === 'mujocoinclude'
        ? { hint: 'this file is made to be included by another one' }
        : {}),
    });
    return undefined;
  }
  const packages = new Packages(options);
  const root = withIncludes(element, { ...options, roots: packages.roots }, findings);
  if (findings.failed) return undefined;
  const assets = meshAssets(root, new MeshFinder(options, packages), findings);
  const places = new Places(root);
  checkNumbers(root, findings);
  prune(root, findings);
  if (!checkSize(root, findings) || findings.failed) return undefined;
  const weighed = weigh(root, assets, options, findings);
  if ('fault' in weighed) {
    refuse(weighed, places, findings);
    return undefined;
  }
  const name = element.attributes.get('model')?.value || stemOf(baseOf(options.file));
  return robotOf(name, options.file, root, places, assets, weighed, findings);
}

/** MuJoCo's refusal, at the line of the file that its line came from. */
function refuse({ fault, lost, written }: Refusal, places: Places, findings: Findings): void {
  const line = /\bline (\d+)/.exec(fault);
  const part = line === null ? undefined : written.lines[Number(line[1])];
  const path = part === undefined ? {} : { path: part.name };
  // Sizes of keyframes are looked at last, when no line is known any more.
  const key = /\bkeyframe '(.*)': /.exec(fault);
  const place = part ?? (key === null ? {} : places.of('key', key[1]));
  if (lost) {
    findings.error(
      'mjcf-engine-lost',
      {},
      'MuJoCo broke off while compiling: the model is too large for it, or many faulty ones came before',
      {
        got: plain(fault),
        hint: 'load MuJoCo anew before reading another file',
      },
    );
  } else findings.error('mjcf-refused', place, `MuJoCo refuses it: ${plain(fault)}`, path);
}

function robotOf(
  name: string,
  file: string,
  root: Part,
  places: Places,
  assets: ReadonlyMap<string, MeshAsset>,
  weighed: Weighed,
  findings: Findings,
): Robot | undefined {
  const { model } = weighed;
  const names = namesOf(model);
  const hasWorld = model.joints.some(({ body, kind }) => model.bodies[body].parent === 0 && kind !== 'free');
  const frames = model.sites.map((site) =>
    site.name === '' || (site.body === 0 && !hasWorld) ? undefined : names.moreLinks.take(site.name),
  );
  const drives = drivesOf(model, names, frames);
  const couplings = couplingsOf(model, names);
  const tree = treeOf(model, names, drives.effort);
  const { starts, broken } = startsOf(model, tree.moved, couplings.following);
  const shapes = shapesOf(model, assets, weighed, names, places, findings);
  const links = tree.links.map(({ name: link, body }): Link => {
    if (body === undefined || body === 0) return { name: link, visuals: [], collisions: [] };
    const inertial = weighed.unknownBodies.has(body) ? undefined : inertialOf(model.bodies[body]);
    return { name: link, ...(inertial === undefined ? {} : { inertial }), ...shapes[body] };
  });
  const laws = new Map([...couplings.following].map(([joint, law]) => [names.joints[joint], law]));
  const joints = tree.joints.map((joint): Joint => {
    const law = laws.get(joint.name);
    if (law === undefined) return joint;
    const { of, multiplier, offset } = law;
    return { ...joint, mimic: { joint: names.joints[of], multiplier, offset } };
  });
  remarkOnMasses(weighed, setting(root, 'inertiafromgeom') === 'true', names, places, findings);
  remark({ root, places, model, names, hasWorld, drives, couplings, broken }, findings);
  const constraints = couplings.demands.map(({ constraint }) => constraint);
  const robot: Robot = {
    name,
    source: { format: 'mjcf', file },
    links,
    joints,
    roots: tree.roots,
    frames: framesOf(model, names, frames),
    starts,
    actuators: drives.actuators,
    ...(constraints.length === 0 ? {} : { constraints }),
  };
  if (links.length === 0)
    findings.error('no-links', root, 'the model has no bodies: there is no robot in it');
  if (!allFinite(robot)) {
    findings.error('number-not-finite', {}, 'a number of the model is not finite', {
      hint: 'look for `nan`, `inf` and numbers beyond 1e308',
    });
  }
  return findings.failed ? undefined : robot;
}

function inertialOf({ mass, centre, axes, moments }: CompiledBody): Inertial | undefined {
  if (!(mass > 0)) return undefined;
  const principal: Sym3<number> = [moments[0], moments[1], moments[2], 0, 0, 0];
  return { mass, centre, inertia: turnSym(numbers, rotationOf(axes), principal) };
}

function framesOf(model: Compiled, names: RobotNames, frames: readonly (string | undefined)[]): NamedFrame[] {
  return model.sites.flatMap(({ body, position, turn }, i) => {
    const name = frames[i];
    return name === undefined ? [] : [{ name, link: names.links[body], pose: poseOf(position, turn) }];
  });
}

/** Visuals and collisions by body; what has no shape here is named once for each reason. */
function shapesOf(
  model: Compiled,
  assets: ReadonlyMap<string, MeshAsset>,
  { unknownGeoms }: Weighed,
  names: RobotNames,
  places: Places,
  findings: Findings,
): readonly Pick<Link, 'visuals' | 'collisions'>[] {
  const shapes = model.bodies.map(() => ({ visuals: [] as Geometry[], collisions: [] as Geometry[] }));
  const leftOut = new Map<string, Set<string>>();
  for (const [i, geom] of model.geoms.entries()) {
    if (geom.body === 0) continue;
    const read = unknownGeoms.has(i)
      ? { reason: 'a shape fitted to a missing mesh' }
      : geometryOf(geom, assets);
    if ('reason' in read) {
      const links = leftOut.get(read.reason) ?? new Set();
      leftOut.set(read.reason, links.add(names.links[geom.body]));
      continue;
    }
    const { visual, collision } = rolesOf(geom);
    const { colour: _, ...bare } = read.geometry;
    if (visual) shapes[geom.body].visuals.push(read.geometry);
    if (collision) shapes[geom.body].collisions.push(bare);
  }
  for (const [reason, links] of leftOut) {
    const [first] = links;
    const message = `${reason} is no shape of a robot here, and left out on: ${listed([...links])}`;
    findings.warn('geometry-left-out', places.of('body', first), message);
  }
  return shapes;
}

/** @param overruled whether shapes count even where the file gives an inertial */
function remarkOnMasses(
  { model, unknownBodies }: Weighed,
  overruled: boolean,
  names: RobotNames,
  places: Places,
  findings: Findings,
): void {
  const place = (body: number) => places.of('body', model.bodies[body].name);
  const unknown = [...unknownBodies];
  if (unknown.length > 0) {
    const message = `the masses of these links come from meshes that cannot be read; they are unknown, 0 is taken: ${listed(unknown.map((i) => names.links[i]))}`;
    findings.warn('mass-unknown', place(unknown[0]), message, {
      hint: 'put the mesh files where the model says, or give the bodies an <inertial>',
    });
  }
  const guessed = new Set(model.geoms.flatMap(({ weighed, body }) => (weighed ? [] : [body])));
  const worked = model.bodies.flatMap(({ explicit, mass }, i) =>
    i > 0 && (overruled || !explicit) && mass > 0 && guessed.has(i) && !unknownBodies.has(i) ? [i] : [],
  );
  if (worked.length > 0) {
    const message = `masses worked out from shapes and their density, as MuJoCo does: ${listed(worked.map((i) => names.links[i]))}`;
    findings.warn('mass-from-shapes', place(worked[0]), message);
  }
}

/** Whether every number in some plain data is finite. */
function allFinite(data: unknown): boolean {
  if (typeof data === 'number') return Number.isFinite(data);
  return typeof data !== 'object' || data === null || Object.values(data).every(allFinite);
}
