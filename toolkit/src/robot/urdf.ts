/** A URDF file → a robot. */
import { hasErrors, type Outcome } from '../problem/index.js';
import { advise, report } from './advice/advise.js';
import { dataOf } from './advice/data.js';
import { childrenOf, fault, type Subject } from './attributes.js';
import type { Files } from './files.js';
import { Findings, type Place } from './findings.js';
import { ballOf, readGeometries } from './geometry.js';
import { checkGrammar } from './grammar.js';
import { checkExtent, readInertial } from './inertial.js';
import { readJoint } from './joints.js';
import { warnOfMassless } from './massless.js';
import { Materials } from './materials.js';
import { MeshFinder } from './meshes.js';
import { following, mimicLaws } from './mimic.js';
import { Packages } from './packages.js';
import { identityPose } from './pose.js';
import type { Link, Robot } from './robot.js';
import { refuseOtherFormat } from './sniff.js';
import { checkTree } from './topology.js';
import { readXml, type XmlElement } from './xml.js';

export interface UrdfOptions {
  /** Path of the file: named in problems, and where relative mesh paths start. */
  readonly file: string;
  /** Where meshes are looked for. Without it they are kept by name, and none counts as missing. */
  readonly files?: Files;
  /** Folder of a package by its name, for `package://`, `model://` and `$(find …)`. */
  readonly packages?: ReadonlyMap<string, string>;
  /** Folders that mesh paths may reach; by default the robot's own package (or folder) and `packages`. */
  readonly roots?: readonly string[];
  /** Absolute path of the folder that relative paths start in: what is below relative roots is then found by absolute paths too. */
  readonly start?: string;
  /** Whether the root link floats in the world instead of being bolted to it. */
  readonly freeBase?: boolean;
}

/**
 * Reads URDF 1.0 as urdfdom does, and more strictly: what urdfdom takes without a word (two parents, rings,
 * misspelt elements, impossible inertias) is named here. All problems are reported at once; after an error
 * there is no robot.
 *
 * @param source text, or bytes in UTF-8, UTF-16 or the encoding that the XML declaration names
 */
export function readUrdf(source: string | Uint8Array, options: UrdfOptions): Outcome<Robot> {
  const findings = new Findings(options.file);
  const root = readXml(source, findings);
  const robot = root && readRobotElement(root, options, findings, new Packages(options));
  return outcome(robot, findings);
}

/** The same from a tree that is already parsed; `findings` hold what was found while parsing. */
export function urdfFromXml(
  root: XmlElement,
  options: UrdfOptions,
  findings: Findings,
  packages = new Packages(options),
): Outcome<Robot> {
  return outcome(readRobotElement(root, options, findings, packages), findings);
}

function outcome(robot: Robot | undefined, findings: Findings): Outcome<Robot> {
  const problems = findings.problems();
  return robot === undefined || findings.failed || hasErrors(problems)
    ? { problems }
    : { value: robot, problems };
}

function readRobotElement(
  root: XmlElement,
  options: UrdfOptions,
  findings: Findings,
  packages: Packages,
): Robot | undefined {
  if (refuseOtherFormat(root, findings)) return undefined;
  const name = root.attributes.get('name')?.value ?? '';
  const subject: Subject = { findings, name: `robot "${name}"`, path: '', severity: 'error' };
  if (name === '') fault(subject, root, 'name-missing', '`<robot>` needs the attribute `name`');
  checkVersion(subject, root);
  checkGrammar(root, findings);
  const materials = new Materials(root, findings);
  const meshes = new MeshFinder(options, packages);

  const places = new Map<string, Place>();
  const read = childrenOf(root, 'link').map((element) => {
    const called = readName(findings, element, places);
    return { element, link: readLink(findings, element, called, meshes, materials) };
  });
  const links = read.map(({ link }) => link);
  if (links.length === 0) fault(subject, root, 'no-links', 'the robot has no links');
  const jointPlaces = new Map<string, Place>();
  const raw = childrenOf(root, 'joint').map((element) => {
    const called = readName(findings, element, jointPlaces);
    return readJoint({ findings, name: `joint "${called}"`, path: '', severity: 'error' }, element, called);
  });
  meshes.report(findings);
  giveAdvice(root, read, findings);
  const rootLink = checkTree(places, raw, findings);
  const laws = mimicLaws(raw, findings);
  const joints = raw.flatMap(({ joint }) =>
    joint === undefined ? [] : following(joint, laws.get(joint.name)),
  );
  if (rootLink === undefined || findings.failed) return undefined;
  const robot: Robot = {
    name,
    source: { format: 'urdf', file: options.file },
    links,
    joints,
    roots: [{ link: rootLink, base: options.freeBase === true ? 'free' : 'fixed', pose: identityPose }],
    frames: [],
    starts: [],
  };
  warnOfMassless(robot, places, findings);
  return robot;
}

/** urdfdom knows version 1.0, which is also what no version means. */
function checkVersion(subject: Subject, root: XmlElement): void {
  const version = root.attributes.get('version')?.value;
  if (version === undefined || /^[ \t\r\n]*1(\.0+)?[ \t\r\n]*$/.test(version)) return;
  fault(subject, root, 'version-unknown', 'this version of URDF is not known', {
    attribute: 'version',
    expected: '1.0',
    got: version,
  });
}

/** The name of a link or joint, entered in `places`; a missing name and one that is taken are errors. */
function readName(findings: Findings, element: XmlElement, places: Map<string, Place>): string {
  const name = element.attributes.get('name')?.value ?? '';
  const subject: Subject = { findings, name: `${element.name} "${name}"`, path: '', severity: 'error' };
  const first = places.get(name);
  if (name === '') {
    fault(subject, element, 'name-missing', `\`<${element.name}>\` needs the attribute \`name\``);
  } else if (first !== undefined) {
    fault(subject, element, 'name-twice', `two ${element.name}s are called "${name}"`, {
      attribute: 'name',
      hint: `the first is on line ${first.line}`,
    });
  } else places.set(name, element);
  return name;
}

function readLink(
  findings: Findings,
  element: XmlElement,
  name: string,
  meshes: MeshFinder,
  materials: Materials,
): Link {
  const subject: Subject = { findings, name: `link "${name}"`, path: '', severity: 'error' };
  const inertial = readInertial(subject, element);
  const visuals = readGeometries(subject, element, 'visual', meshes, materials);
  const collisions = readGeometries(subject, element, 'collision', meshes, materials);
  return { name, ...(inertial === undefined ? {} : { inertial }), visuals, collisions };
}

/** What the numbers of the whole robot say; inertias that it does not explain are held to the link's own shapes. */
function giveAdvice(
  root: XmlElement,
  read: readonly { readonly element: XmlElement; readonly link: Link }[],
  findings: Findings,
): void {
  const byElement = new Map(read.map(({ element, link }) => [element, link]));
  const advice = advise(dataOf(root, (element) => byElement.get(element) ?? noShapes));
  const explained = report(advice, findings);
  for (const { element, link } of read) {
    const { name, inertial, visuals, collisions } = link;
    if (inertial === undefined || explained.has(name)) continue;
    const balls = [...visuals, ...collisions].map(ballOf);
    const subject: Subject = { findings, name: `link "${name}"`, path: '', severity: 'error' };
    checkExtent(subject, element, inertial, balls.every((ball) => ball !== undefined) ? balls : undefined);
  }
}

const noShapes = { visuals: [], collisions: [] };
