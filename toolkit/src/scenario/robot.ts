/** The robot that a scenario names: out of its file, or the mass of a bench. */
import type { Outcome } from '../problem/index.js';
import { benchRobot, type ReadOptions, type Robot, readRobot } from '../robot/index.js';
import type { Complaints } from './complaints.js';
import { missingFile } from './references.js';
import type { RobotSection } from './robot-schema.js';
import type { ScenarioFiles } from './scenario-files.js';
import { under } from './tree.js';

/** What is missing is complained of; what else is wrong with a file is in the outcome. */
export function robotOf(
  name: string,
  section: RobotSection,
  files: ScenarioFiles,
  options: Pick<ReadOptions, 'mujoco' | 'convertMesh' | 'start'>,
  complaints: Complaints,
): Outcome<Robot> {
  const path = under('robots', name);
  const { file = '', bench, args = {}, packages = {}, roots } = section;
  if (bench !== undefined) return { value: benchRobot(name, bench), problems: [] };
  const read = readRobot(file, files, {
    args: new Map(Object.entries(args)),
    packages: new Map(Object.entries(packages)),
    ...(roots === undefined ? {} : { roots }),
    ...(options.start === undefined ? {} : { start: options.start }),
    ...(options.mujoco === undefined ? {} : { mujoco: options.mujoco }),
    ...(options.convertMesh === undefined ? {} : { convertMesh: options.convertMesh }),
  });
  const missing =
    read.value === undefined && read.problems.length === 1 && read.problems[0].code === 'file-missing';
  if (!missing) return read;
  missingFile(file, path, files, complaints);
  return { problems: [] };
}
