/** A robot file of whatever format, found by its path. */
import type { Outcome } from '../problem/index.js';
import type { Files } from './files.js';
import { Findings } from './findings.js';
import type { Robot } from './robot.js';
import { type UrdfOptions, urdfFromXml } from './urdf.js';
import { readXml } from './xml.js';

export interface ReadOptions extends Omit<UrdfOptions, 'file' | 'files'> {
  /** Values of a xacro file's arguments by name. */
  readonly args?: ReadonlyMap<string, string>;
  /** The MuJoCo module, which compiles MJCF; without it an MJCF file is refused. */
  readonly mujoco?: unknown;
}

/** Reads a robot file; the format is told by the content, not by the name. URDF is read; xacro, MJCF and SDF are named. */
export function readRobot(path: string, files: Files, options: ReadOptions = {}): Outcome<Robot> {
  const findings = new Findings(path);
  const bytes = files.read(path);
  if (bytes === undefined) {
    findings.error('file-missing', {}, 'the robot file was not found');
    return { problems: findings.problems() };
  }
  const root = readXml(bytes, findings);
  if (root === undefined) return { problems: findings.problems() };
  return urdfFromXml(root, { ...options, file: path, files }, findings);
}
