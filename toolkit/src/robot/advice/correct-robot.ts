/** A corrected copy of any robot file, as plain URDF. */
import { hasErrors, type Outcome } from '../../problem/index.js';
import { Archives } from '../archives.js';
import type { Files } from '../files.js';
import { Findings } from '../findings.js';
import { locateRobot } from '../locate.js';
import { Packages } from '../packages.js';
import { type ReadOptions, readRobot } from '../read.js';
import { formatOf, type RobotFormat } from '../sniff.js';
import { writeUrdf } from '../write.js';
import { expandedXacro, xacroText } from '../xacro/index.js';
import { readXml } from '../xml.js';
import { type Corrected, correctUrdf } from './correct.js';

export interface CorrectedRobot extends Corrected {
  /** The file that was corrected, and its format. */
  readonly file: string;
  readonly format: RobotFormat;
}

/**
 * The robot of {@link readRobot}'s path as a corrected URDF: of a URDF file a copy with the same layout and comments; of xacro
 * what it expands to; of MJCF the robot that it describes, with what URDF cannot say among the problems.
 *
 * @param assumed codes of guesses that are to be made, or `all`
 */
export function correctRobot(
  path: string,
  files: Files,
  options: ReadOptions = {},
  assumed: ReadonlySet<string> = new Set(),
): Outcome<CorrectedRobot> {
  const archives = new Archives(files);
  const located = locateRobot(path, archives);
  const file = located.value?.file;
  const bytes = file === undefined ? undefined : archives.read(file);
  const root = bytes && readXml(bytes, new Findings(path));
  if (file === undefined || bytes === undefined || root === undefined) {
    return { problems: readRobot(path, files, options).problems };
  }
  const within = located.value?.within;
  const known = { ...options, file, files: archives, ...(within === undefined ? {} : { within }) };
  const format = formatOf(root);
  const plain = plainText(format, bytes, path, known);
  if (plain.value === undefined) return { problems: plain.problems };
  const { value, problems } = correctUrdf(plain.value, known, assumed);
  const all = [...plain.problems, ...problems];
  return value === undefined || hasErrors(all)
    ? { problems: all }
    : { value: { ...value, file, format }, problems: all };
}

type Known = ReadOptions & { readonly file: string; readonly files: Archives };

function plainText(
  format: RobotFormat,
  bytes: Uint8Array,
  path: string,
  known: Known,
): Outcome<string | Uint8Array> {
  if (format === 'urdf') return { value: bytes, problems: [] };
  if (format === 'xacro') {
    const packages = new Packages(known);
    const findPackage = (name: string) => packages.find(name);
    const { value, problems } = expandedXacro(bytes, {
      ...known,
      findPackage,
      knownPackages: packages.known,
    });
    return value === undefined ? { problems } : { value: xacroText(value), problems };
  }
  const { value, problems } = readRobot(path, known.files, known);
  return value === undefined ? { problems } : writeUrdf(value);
}
