/** Runs of the project's arm, which the caller makes: this room knows no scenarios. */
import type { Series } from '../record/index.js';

/** A run of one of the project's scenarios of virtual model control. */
export type ArmRun = (scenario: string, options: ArmOptions) => ArmSamples;

export interface ArmOptions {
  /** s; that of the scenario by default. */
  readonly until?: number;
  /** Samples a second; 100 by default. */
  readonly rate?: number;
  /** Values of the scenario by their paths, `a.b=c`. */
  readonly overrides?: readonly string[];
}

export interface ArmSamples {
  series(channel: string): Series;
  /** Names of the robot's joints that are driven and no part of a gripper. */
  readonly driven: readonly string[];
}
