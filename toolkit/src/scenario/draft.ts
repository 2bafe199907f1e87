import type { Design } from '../control/index.js';
import type { Model } from '../model/index.js';
import type { BenchOptions, RigidOptions, SensedOptions } from '../plant/index.js';
import type { Robot } from '../robot/index.js';
import type { BuffersTold } from './buffers.js';
import type { ChainEnd } from './chain.js';
import type { Origin } from './origin.js';
import type { Scenario } from './scenario.js';
import type { ServoMaps } from './servos.js';
import type { Timing } from './timing.js';

/** A scenario as far as it goes without compiling anything. */
export interface Draft {
  /** With what was `auto` as it came out: reading it again gives the same run. */
  readonly scenario: Scenario;
  readonly robot: Robot;
  readonly model: Model;
  /** The frame and position of the tool. */
  readonly tool: ChainEnd;
  /** Of the joints whose servos are described. */
  readonly servos: ServoMaps;
  /** q at the start. */
  readonly start: readonly number[];
  /** v at the start. */
  readonly speeds: readonly number[];
  readonly design: Design;
  readonly origin: Origin;
  readonly timing: Timing;
  /** The arm as rigid links; of a bench the same mass on slides, for what is judged before a run. */
  readonly rigid: RigidOptions;
  /** Where the plant is a bench. */
  readonly bench: BenchOptions | undefined;
  /** Sensors and encoders of an arm of rigid links, where it has any. */
  readonly sensed: SensedOptions | undefined;
  /** N m or N for each entry of v; ∞ where there is no limit. */
  readonly torqueLimits: readonly number[];
  /** What is said of the buffers before the ends of the joints' ranges, where there are any. */
  readonly buffers: BuffersTold | undefined;
}
