/** What can be known of a design before it runs: where it rests, where friction may hold it, what the tick bears. */
import {
  type Design,
  type Passivity,
  type PassivityOptions,
  passivityOf,
  tickStability,
} from '../control/index.js';
import { jointProperties } from '../model/index.js';
import { type Equilibria, equilibriumAt, findEquilibria } from './equilibria.js';
import type { Surroundings } from './field-programs.js';
import { ForceField } from './force-field.js';
import { type Settled, settle } from './settle.js';
import {
  type Band,
  leastStiffness,
  linearBand,
  pullingSprings,
  type Remedy,
  stictionBand,
} from './stiction.js';
import { type WayOut, wayOut } from './way-out.js';

export interface MarginOptions extends Surroundings {
  /** The configuration from which a run would start. */
  readonly start: readonly number[];
  /** The velocity with which it would; 0 by default. */
  readonly speeds?: readonly number[];
  /** How near to its goal the arm is wanted, m; 5 mm by default. */
  readonly within?: number;
  /** Random starts of the search for minima. */
  readonly starts?: number;
  readonly seed?: number;
  /** Plant steps a tick; 1 by default. */
  readonly stepsPerTick?: number;
  /** True: the law acts at every instant, without ticks. */
  readonly continuous?: boolean;
  /** Where that is, in words; `the start` by default. */
  readonly from?: string;
  /** Names of parameters that change while it runs, and what elements are called: of the passivity. */
  readonly changes?: PassivityOptions['changes'];
  readonly called?: PassivityOptions['called'];
  /** What else of the run is not looked at, in words. */
  readonly leftOut?: readonly string[];
  /** Told of the work that goes on. */
  readonly told?: (work: string) => void;
}

export const defaultWithin = 5e-3;

/** Where a run from the start would come to rest. */
export interface Prediction {
  readonly status: Settled['status'];
  /** s. */
  readonly time: number;
  readonly q: readonly number[];
  readonly places: Readonly<Record<string, readonly number[]>>;
  /** Which of the equilibria that is, from 0; of a motion that goes on, the one about which it is. */
  readonly equilibrium?: number;
  /** How far from that the motion still was, m or rad. */
  readonly stray?: number;
}

export interface SpringBand extends Band {
  /** Linear band over the other poses of the same place that were found: the least and the most. */
  readonly poses: readonly [number, number];
  readonly stiffness: readonly number[];
  readonly stiffnessUnit: string;
  /** For springs that pull in m. Absent: none brings it that near, or it is no such spring. */
  readonly remedy?: Remedy;
}

export interface TickLimit {
  readonly element: string;
  readonly parameter: string;
  readonly gain: number;
  readonly limit: number;
  readonly unit: string;
  /** limit / gain: below 1 it is not stable. */
  readonly factor: number;
  readonly joint: string;
  /** What of the element it is of, where it is not all of it. */
  readonly what?: string;
}

/** What the tick bears, and what may put energy in. */
export interface GainMargins {
  readonly tick: {
    readonly period: number;
    /** True: there are no ticks, and no limits of them. */
    readonly continuous: boolean;
    readonly limits: readonly TickLimit[];
    /** All elements together. Absent where the joints' inertia is not known. */
    readonly stable?: boolean;
    readonly radius?: number;
  };
  /** Whether the design can put energy in, and by what. */
  readonly passivity: Passivity;
  /** What of the run is not looked at, in words. */
  readonly leftOut: readonly string[];
}

export interface Margin extends GainMargins {
  readonly name: string;
  /** Where the run begins that is told, in words. */
  readonly from: string;
  readonly joints: readonly string[];
  readonly forceUnits: readonly string[];
  readonly within: number;
  readonly equilibria: Equilibria;
  readonly prediction: Prediction;
  readonly friction: {
    /** For each joint, N m or N. */
    readonly coulomb: readonly number[];
    /** Which of the equilibria the bands are about. */
    readonly about?: number;
    readonly bands: readonly SpringBand[];
    /** The joints whose torque at the start is within their friction; all of them: the arm does not start. */
    readonly stuckAtStart: readonly string[];
  };
  /** When the points that move have come to their end, s; absent: never. */
  readonly still?: number;
  /** What leads out of minima. */
  readonly wayOut: WayOut;
}

export function marginOf(design: Design, options: MarginOptions): Margin {
  const { speeds, within = defaultWithin, told = () => {} } = options;
  const field = new ForceField(design, options);
  const { model, robot } = field;
  const { q: start, v } = field.beginning(options.start, speeds);
  // Virtual bodies have no Coulomb friction.
  const rough = options.joints?.coulomb ?? jointProperties(robot).coulomb;
  const coulomb = [...rough, ...new Array<number>(model.nv - robot.nv).fill(0)];
  const end = field.still();
  const still = Number.isFinite(end) ? end : 0;

  const stuckAtStart = robot.velocityNames.filter((_, i) => Math.abs(field.force(start)[i]) <= coulomb[i]);
  const inert = robot.massless.length > 0 && options.joints?.rotorInertia === undefined;
  const run: Settled = inert
    ? { status: 'lost', time: 0, q: start, steps: 0 }
    : settle(field, {
        start,
        speeds: v,
        still,
        told: (time) => told(`following the motion: ${time.toFixed(1)} s`),
      });
  field.time = still;
  const equilibria = findEquilibria(field, {
    start,
    ...(options.starts === undefined ? {} : { starts: options.starts }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(run.minimum === undefined ? {} : { known: [run.minimum] }),
    told: (done, of) => told(`looking for minima: start ${done} of ${of}`),
  });
  const reached = run.minimum && equilibriumAt(field, equilibria.equilibria, run.minimum.q);
  const at = reached === undefined ? -1 : equilibria.equilibria.indexOf(reached);

  return {
    ...gainsOf(design, options),
    name: design.name,
    from: options.from ?? 'the start',
    joints: model.velocityNames,
    forceUnits: model.forceUnits,
    within,
    equilibria,
    prediction: {
      status: run.status,
      time: run.time,
      q: run.q,
      places: Object.fromEntries(field.places(run.q)),
      ...(at < 0 ? {} : { equilibrium: at }),
      ...(run.stray === undefined ? {} : { stray: run.stray }),
    },
    friction: {
      coulomb,
      stuckAtStart,
      ...bandsAt(field, equilibria, Math.max(at, 0), coulomb, { ...options, start }),
    },
    ...(Number.isFinite(end) ? { still: end } : {}),
    wayOut: wayOut(design, at < 0 ? undefined : equilibria.equilibria[at], within),
  };
}

/** Without where it rests. */
export function gainsOf(design: Design, options: MarginOptions): GainMargins {
  const tick = tickLimits(design, options);
  return {
    tick,
    passivity: passivityOf(design, {
      unstable: unstableAt(tick, options.called),
      continuous: options.continuous === true,
      ...(options.changes === undefined ? {} : { changes: options.changes }),
      ...(options.called === undefined ? {} : { called: options.called }),
    }),
    leftOut: [...partsLeftOut(design), ...(options.leftOut ?? [])],
  };
}

/** What cannot be stable by itself, as it is called. */
function unstableAt({ limits }: Margin['tick'], called = (name: string): string => name): string[] {
  return [...new Set(limits.filter(({ factor }) => !(factor > 1)).map(({ element }) => called(element)))];
}

/** What a run has that neither minima nor the motion to them know of. */
function partsLeftOut({ limits, tank, phases, compensate = [] }: Design): string[] {
  return [
    ...((limits?.force ?? []).length === 0 ? [] : ['force limits']),
    ...(limits?.torque?.most.some(Number.isFinite) ? ['torque limits'] : []),
    ...(limits?.torqueRate === undefined ? [] : ['torque rate limits']),
    ...(tank === undefined ? [] : ['the tank']),
    ...(phases === undefined ? [] : ['phases']),
    ...compensate.filter((what) => what !== 'gravity').map((what) => `compensation of ${what}`),
  ];
}

function bandsAt(
  field: ForceField,
  { equilibria }: Equilibria,
  about: number,
  coulomb: readonly number[],
  { start, within = defaultWithin, told = () => {} }: MarginOptions,
): Pick<Margin['friction'], 'bands' | 'about'> {
  const place = equilibria[about];
  if (place === undefined || coulomb.every((c) => c === 0)) return { bands: [] };
  const bands = pullingSprings(field, place.q).map((name): SpringBand => {
    told(`stiction band of ${name}`);
    const band = stictionBand(field, name, place.q, coulomb, start);
    const others = place.poses.map((q) => linearBand(field, name, q, coulomb).distance);
    const all = [band.worst, ...others];
    const remedy = band.unit === 'm' ? leastStiffness(field, name, place.q, coulomb, within) : undefined;
    const { values, unit } = field.parameter(name, 'stiffness');
    return {
      ...band,
      poses: [Math.min(...all), Math.max(...all)],
      stiffness: values,
      stiffnessUnit: unit,
      ...(remedy === undefined ? {} : { remedy }),
    };
  });
  return { about, bands };
}

function tickLimits(
  design: Design,
  { start, joints, stepsPerTick, continuous = false }: MarginOptions,
): Margin['tick'] {
  const { model, period } = design;
  if (continuous || (model.massless.length > 0 && joints?.rotorInertia === undefined))
    return { period, continuous, limits: [] };
  const { elements, stable, radius } = tickStability(design, {
    q: start,
    ...(joints?.rotorInertia === undefined ? {} : { rotorInertia: joints.rotorInertia }),
    ...(joints?.damping === undefined ? {} : { jointDamping: joints.damping }),
    ...(stepsPerTick === undefined ? {} : { stepsPerTick }),
  });
  const limits = elements.map(({ element, parameter, gain, limit, falls, unit, joint, what }) => ({
    element,
    parameter,
    gain,
    limit,
    unit,
    factor: falls ? gain / limit : limit / gain,
    joint,
    ...(what === undefined ? {} : { what }),
  }));
  return { period, continuous, limits: limits.sort((a, b) => a.factor - b.factor), stable, radius };
}
