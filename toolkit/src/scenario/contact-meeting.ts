/** Where a tool meets a solid, and what of a scenario stands behind a loop there. */
import type { ContactLoop, Wall } from '../analyse/index.js';
import type { LawDesign } from '../control/index.js';
import type { ContactPose } from './contact-pose.js';
import { parameterOf } from './contact-sensing.js';

/** Where a number that would make a loop stable is written in the scenario, and what a value of the loop is there. */
export interface Adjustable {
  readonly path: string;
  /** The written number for a damping (N s/m) or mass (kg) of the loop, or a factor on a gain. */
  readonly written: (value: number) => number;
}

/** Numbers of a law that are written as a factor on what they are. */
export function factorsOn(law: LawDesign, names: readonly string[]): Adjustable[] {
  return names.flatMap((name): Adjustable[] => {
    const own = parameterOf(law, name)?.[0] ?? 0;
    return own === 0 ? [] : [{ path: `control.laws.${law.name}.${name}`, written: (factor) => factor * own }];
  });
}

/** What stands behind one loop. */
export interface MappedLoop {
  readonly loop: ContactLoop;
  /** Towards the wall where it touches, N, by the time of the run, s. */
  readonly force: (time: number) => number;
  /** Force at rest where it is not worked out from that one, N. */
  readonly rest?: number;
  /** Approach speed where it is not worked out from the force, m/s. */
  readonly speed?: number;
  readonly damping?: Adjustable;
  readonly mass?: Adjustable;
  /** All its gains on the force, to be written together, of what they are multiplied by. */
  readonly answer?: readonly Adjustable[];
  readonly assumptions: readonly string[];
}

/** A law that a wall does not concern, and why. */
export interface Apart {
  readonly apart: string;
}

/** A surface that the tool comes to. */
export interface Meeting {
  readonly solid: string;
  readonly wall: Wall;
  readonly pose: ContactPose;
  /** True: nothing of the scenario says how far it is. */
  readonly made?: true;
  readonly assumptions: readonly string[];
}
