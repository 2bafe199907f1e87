/** A robot file of whatever format, in a folder, a zip or by itself, found by its path. */
import { hasErrors, type Outcome } from '../problem/index.js';
import { Archives, otherPacking } from './archives.js';
import { childrenOf } from './attributes.js';
import { type Files, hasFile } from './files.js';
import { Findings, listed } from './findings.js';
import { locateRobot } from './locate.js';
import type { ConvertMesh } from './mjcf/meshes.js';
import type { MujocoModule } from './mjcf/module.js';
import { mjcfFromXml } from './mjcf/read.js';
import { Packages } from './packages.js';
import type { Robot } from './robot.js';
import { formatOf, refuseSdf, refuseUnknown } from './sniff.js';
import { type UrdfOptions, urdfFromXml } from './urdf.js';
import { expandXacro, isXacro } from './xacro/index.js';
import { readXml, type XmlElement } from './xml.js';
import { isZip } from './zip.js';

export interface ReadOptions extends Omit<UrdfOptions, 'file' | 'files'> {
  /** Values of a xacro file's arguments by name. */
  readonly args?: ReadonlyMap<string, string>;
  /** What `$(env …)` and `$(optenv …)` of xacro see; nothing by default. */
  readonly env?: ReadonlyMap<string, string>;
  /** The MuJoCo module, which compiles MJCF: `await loadMujoco()` of `pliant/mujoco`. Without it MJCF is refused. */
  readonly mujoco?: MujocoModule;
  /** Reads meshes for MuJoCo that it does not read itself, where a mass depends on them. */
  readonly convertMesh?: ConvertMesh;
}

/**
 * Reads a robot. The path names its file, a folder or a zip with one robot file in it, or a file in a zip:
 * `arm.zip/urdf/arm.urdf`. The format is told by the content, not by the name: URDF, xacro, MJCF.
 */
export function readRobot(path: string, files: Files, options: ReadOptions = {}): Outcome<Robot> {
  const archives = new Archives(files);
  const { value, problems } = readLocated(path, archives, options);
  const packed = archives.problems();
  // What cannot be read because its zip cannot is not missing.
  const all = [...packed, ...problems.filter((p) => p.code !== 'file-missing' || !hasErrors(packed))];
  return value === undefined || hasErrors(all) ? { problems: all } : { value, problems: all };
}

/** Whether a path names a file, a folder or a zip, or something in one, that can be looked into. */
export function robotIsThere(path: string, files: Files): boolean {
  const archives = new Archives(files);
  return hasFile(archives, path) || archives.list(path) !== undefined;
}

function readLocated(path: string, files: Archives, options: ReadOptions): Outcome<Robot> {
  const located = locateRobot(path, files);
  if (located.value === undefined) return located;
  const { file, within } = located.value;
  const outcome = readFile(file, files, { ...options, ...(within === undefined ? {} : { within }) });
  return { ...outcome, problems: [...located.problems, ...outcome.problems] };
}

type Located = ReadOptions & { readonly within?: string };

function readFile(file: string, files: Files, options: Located): Outcome<Robot> {
  const findings = new Findings(file);
  const refused = (): Outcome<Robot> => ({ problems: findings.problems() });
  const bytes = files.read(file);
  if (bytes === undefined) {
    findings.error('file-missing', {}, 'the robot file was not found');
    return refused();
  }
  if (isZip(bytes)) {
    if (!/\.zip$/i.test(file)) {
      findings.error('zip-name', {}, 'this is a zip', { hint: 'let its name end with .zip' });
    }
    return refused();
  }
  const packing = otherPacking(bytes);
  if (packing !== undefined) {
    findings.error('archive-unread', {}, `this is an archive packed by ${packing}, which is not read`, {
      expected: 'a robot file, a folder or a .zip',
      hint: 'unpack it, and name the folder',
    });
    return refused();
  }
  const root = readXml(bytes, findings);
  if (root === undefined) return refused();
  const { mujoco } = options;
  if (formatOf(root) !== 'xacro') remarkOnArguments(options, findings);
  switch (formatOf(root)) {
    case 'urdf': {
      const packages = new Packages({ ...options, file, files });
      return urdfFromXml(root, { ...options, file, files }, findings, packages);
    }
    case 'xacro':
      // Parsed anew, with its text: what was found is found again.
      return readXacro(bytes, root, file, files, options);
    case 'mjcf': {
      if (mujoco !== undefined) {
        const { roots } = new Packages({ ...options, file, files });
        return mjcfFromXml(root, { ...options, mujoco, file, files, roots }, findings);
      }
      const message = 'this is MJCF, which MuJoCo compiles, and MuJoCo is not there';
      const hint = 'give readRobot the module that pliant/mujoco loads';
      findings.error('mjcf-needs-mujoco', root, message, { hint });
      return refused();
    }
    case 'sdf':
      refuseSdf(root, findings);
      return refused();
    case 'unknown':
      refuseUnknown(root, findings);
      return refused();
  }
}

/** Arguments that a file without any gets go nowhere. */
function remarkOnArguments({ args }: ReadOptions, findings: Findings): void {
  if (args === undefined || args.size === 0) return;
  const message = `only xacro files have arguments; not used: ${listed([...args.keys()])}`;
  findings.warn('args-unused', {}, message);
}

function readXacro(
  bytes: Uint8Array,
  written: XmlElement,
  file: string,
  files: Files,
  options: Located,
): Outcome<Robot> {
  const findings = new Findings(file);
  const packages = new Packages({ ...options, file, files });
  const findPackage = (name: string) => packages.find(name);
  const known = { ...options, file, files };
  const root = expandXacro(bytes, { ...known, findPackage, knownPackages: packages.known }, findings);
  if (root === undefined) return { problems: findings.problems() };
  if (refuseMacrosAlone(written, root, findings)) return { problems: findings.problems() };
  const { value, problems } = urdfFromXml(root, known, findings, packages);
  return value === undefined
    ? { problems }
    : { value: { ...value, source: { format: 'xacro', file } }, problems };
}

/** A file that is there to be included, and not to be read by itself, is an error that says so. */
function refuseMacrosAlone(written: XmlElement, expanded: XmlElement, findings: Findings): boolean {
  const macros = written.children.filter((element) => isXacro(element) && element.name === 'macro');
  if (macros.length === 0 || childrenOf(expanded, 'link').length > 0) return false;
  const known = macros.flatMap((element) => element.attributes.get('name')?.value ?? []);
  findings.error('xacro-macros-alone', macros[0], 'this file only defines macros: there is no robot in it', {
    known,
    hint: 'name the file that includes it and calls them',
  });
  return true;
}
