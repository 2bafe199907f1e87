/** Everything that can be said of a scenario without running it. */
import type { Passivity } from '../control/index.js';
import type { Problem } from '../problem/index.js';
import { type AssembleOptions, assemble } from './assemble.js';
import type { BuffersTold } from './buffers.js';
import { contactFindings } from './contact-findings.js';
import { type ForceBound, forceBounds } from './force-bounds.js';
import { loadScenario } from './load.js';
import type { ScenarioFiles } from './scenario-files.js';
import { type StableRange, stableRange } from './stable-range.js';
import { type StartTold, startTold } from './start-energy.js';
import { type ToolPose, toolPose } from './tool-pose.js';

/**
 * Reads and assembles a scenario and looks for what its run would suffer from: a goal out of reach, a start
 * outside the limits, torque limits below gravity, gravity compensated twice or not at all, attitudes half a
 * turn off, gains that cannot be stable at the tick, loops that cannot be stable on what they touch. No problem of severity `error`: it can be run.
 */
export function checkScenario(
  files: ScenarioFiles,
  file: string,
  overrides: readonly string[] = [],
  options: AssembleOptions = {},
): readonly Problem[] {
  return judgeScenario(files, file, overrides, options).problems;
}

export interface Judgement {
  readonly problems: readonly Problem[];
  /** Absent where the scenario cannot be run. */
  readonly passivity?: Passivity;
  /** Where the tool of an arm is at the start. */
  readonly tool?: ToolPose;
  /** Of a scenario with virtual bodies: what its tick bears. */
  readonly range?: StableRange;
  /** What the controller holds at the start, where it holds any energy. */
  readonly start?: StartTold;
  /** Where joints have buffers before the ends of their ranges. */
  readonly buffers?: BuffersTold;
  /** The greatest forces of springs whose error is cut. */
  readonly bounds?: readonly ForceBound[];
}

/** What {@link checkScenario} finds, and whether the design is passive. */
export function judgeScenario(
  files: ScenarioFiles,
  file: string,
  overrides: readonly string[] = [],
  options: AssembleOptions = {},
): Judgement {
  const loaded = loadScenario(files, file, overrides);
  if (loaded.value === undefined) return { problems: loaded.problems };
  const { value, problems } = assemble(loaded.value, files, options);
  const range = value && stableRange(value);
  const start = value && startTold(value);
  const bounds = value === undefined ? [] : forceBounds(value.design, value.origin);
  const unstable = value === undefined ? [] : contactFindings(value, loaded.value.placeOf);
  return {
    problems: [...loaded.problems, ...problems, ...unstable],
    ...(value === undefined ? {} : { passivity: value.passivity }),
    ...(value === undefined || value.bench !== undefined ? {} : { tool: toolPose(value) }),
    ...(range === undefined ? {} : { range }),
    ...(start === undefined ? {} : { start }),
    ...(value?.buffers === undefined ? {} : { buffers: value.buffers }),
    ...(bounds.length === 0 ? {} : { bounds }),
  };
}
