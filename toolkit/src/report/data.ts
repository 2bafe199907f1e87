/** What a report is made of. Plain data: channels with their samples, numbers in SI units, texts. */
import type { MeasureResult } from '../analyse/index.js';
import type { Problem } from '../problem/index.js';
import type { Series } from '../record/index.js';

export type Point = readonly [number, number, number];

export interface ReportData {
  /** The scenario's name. */
  readonly title: string;
  readonly robot: string;
  /** How the run ended, where that is worth a word: `stopped at 2.31 s by the guard stale`. */
  readonly ending?: { readonly good: boolean; readonly text: string };
  /** Short facts for the head of the page: plant, rate, seed, duration. */
  readonly facts: readonly Fact[];
  readonly measures: readonly MeasureResult[];
  readonly paths: readonly Path[];
  readonly forces: readonly TimePlot[];
  readonly torques?: JointTorques;
  /** Whatever else is worth a plot: joint positions, speeds, extensions. */
  readonly motion: readonly TimePlot[];
  /** The channels `ledger.*`. */
  readonly ledger: readonly Series[];
  /** What the scenario would say to have the error of the integrator measured apart; absent where nothing does. */
  readonly separates?: string;
  /** What the ledger says of the run in a sentence: whether anything but sources put energy in. */
  readonly balance?: { readonly good: boolean; readonly text: string };
  /** What happened when: pushes, changed parameters, guards. Drawn into every plot. */
  readonly events: readonly Mark[];
  /** Of what the tool can touch; none by default. */
  readonly maps?: readonly ContactPicture[];
  readonly problems: readonly Problem[];
  /** The scenario file as given. */
  readonly scenario: string;
  /** Versions, seed, engine, hash and the like. */
  readonly about: readonly Fact[];
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** Verdicts over stiffness and damping, both even in the logarithm. */
export interface ContactPicture {
  readonly title: string;
  /** First and last, N/m and N s/m. */
  readonly stiffness: readonly [number, number];
  readonly damping: readonly [number, number];
  readonly columns: number;
  readonly rows: number;
  /** A letter for each, a row of all stiffnesses for each damping: s stable, m at its limit, u unstable. */
  readonly verdicts: string;
  readonly own: { readonly stiffness: number; readonly damping: number; readonly words: string };
}

export interface Mark {
  readonly label: string;
  /** s; without `until` a moment. */
  readonly from: number;
  readonly until?: number;
}

/** A point's way in the world: with the whole arm in perspective, and from above, from the side and the front. */
export interface SolidView {
  readonly label: string;
  readonly points: readonly Point[];
  /** A plane, which hardly hides what is behind it. */
  readonly flat?: true;
}

export interface Path {
  readonly title: string;
  /** A channel of three entries x, y, z in metres; samples as they were (not extremes). */
  readonly position: Series;
  /** Where it should go: a point, or a channel of x, y, z that moves. */
  readonly goal?: Point | Series;
  /** The arm as a line through its links' origins, m: faint, to say where the path lies. */
  readonly poses?: readonly { readonly label: string; readonly points: readonly Point[] }[];
  /** The arm over time, as in `poses`, each pose of as many points, the last of them the tool. */
  readonly motion?: { readonly time: readonly number[]; readonly poses: readonly (readonly Point[])[] };
  /** Convex solids that stand in the world, each by points of its surface; its outline is that of their hull. */
  readonly solids?: readonly SolidView[];
}

/** Channels over time; entries of different units become plots of their own. */
export interface TimePlot {
  readonly title: string;
  readonly series: readonly Series[];
  /** Dashed lines at `value` (SI), and at −value where the limit holds both ways. */
  readonly limits?: readonly Limit[];
}

export interface Limit {
  readonly label: string;
  readonly value: number;
  readonly bothWays?: boolean;
}

export interface JointTorques {
  /** One entry a joint; N m or N. */
  readonly applied: Series;
  /** Before limits. */
  readonly asked?: Series;
  /** One for each joint; infinite or absent where there is none. */
  readonly limits?: readonly number[];
}

/** uPlot's minified script and style sheet, put into the page as they are. */
export interface PlotLibrary {
  readonly script: string;
  readonly style: string;
}
