/**
 * The energy ledger of a run: where energy is, where it went and what put it in, line by line, in joules since
 * the start. With Δ the change since the start,
 *
 *     Σ Δ stored + Σ dissipated = Σ source + contact + sampling + limits + integration + residual.
 *
 * Each line but the residual is computed on its own:
 *
 * - stored: state functions; of the plant (kinetic, potential, joint springs) and of each storage element. Gravity
 *   compensation stores −U of its own model.
 * - dissipated: by the plant (viscous, friction, stops) and by each damper, ∫ P dt.
 * - source: pushes (force times travel), moving points and force sources (∫ P dt), and changed parameters
 *   (the jump of stored energy).
 * - of a tank: its level is stored; what dampers put into it is taken off what is dissipated, what it pays off
 *   what sources and changes put in. Without a tank that pays for them, changes and sources stand alone.
 * - sampling: what the controller's port gave beyond the controller's own books, because its torques are held,
 *   Σ τ_k·Δs + Δ(all that the controller stores) + ∫ dissipated by its dampers − ∫ put in by its sources − the jumps
 *   of changed parameters, with τ_k asked at the start of a tick and Δs the joints' travel in it. It takes nothing of
 *   the plant but the travel, so that the residual is the plant's alone; it shrinks with the tick, and is 0 where the
 *   law is continuous.
 * - limits: Σ (applied − asked)·Δs, the plant's own count of the applied torques' work less that of the asked. With a
 *   continuous law both as they were at the stages: a step that the plant does again at a joint stop is not cut.
 * - integration: by step doubling where a run asks for it; otherwise there is no such line, and the residual
 *   holds the error and says so.
 * - residual: what is missing.
 *
 * ∫ P dt is the trapezoidal rule over ticks when the law is sampled, and has the weights of the Runge–Kutta
 * stages when it is continuous.
 */
import { fieldOf, view } from '../graph/index.js';
import type { Kernel, Plant } from '../port/index.js';

export const lineKinds = [
  'stored',
  'dissipated',
  'source',
  'contact',
  'sampling',
  'limits',
  'integration',
  'residual',
] as const;
export type LineKind = (typeof lineKinds)[number];

export interface LedgerLine {
  readonly kind: LineKind;
  /** `kinetic`, the element's or the push's name; the kind itself where there is one line of it. */
  readonly name: string;
  /** J: stored: change since the start; dissipated: taken out; all others: put in. */
  readonly energy: number;
  /** Of the residual: the lines that the run did not measure, so that the residual holds their energy. */
  readonly holds?: readonly LineKind[];
}

export interface LedgerVerdict {
  /** Whether nothing but sources put in more than {@link TOLERANCE} of the largest stored energy. */
  readonly passive: boolean;
  /** The line, sources left aside, that put in most; undefined where none put in anything. */
  readonly gained: LedgerLine | undefined;
  /** What that line put in, as a part of the largest stored energy; 0 where none put in anything. */
  readonly gainedShare: number;
  /** |residual| as a part of the largest stored energy. */
  readonly residualShare: number;
  /** Of a tank, J. */
  readonly tank?: TankBooks;
}

/** What a tank did in a run, J. */
export interface TankBooks {
  /** Taken out of it, and put into it by dampers. */
  readonly paid: number;
  readonly kept: number;
  /** What sources, motions and changes of the design put in beyond what the tank paid. */
  readonly unpaid: number;
}

/** Part of the largest stored energy up to which an artificial gain counts as none. */
export const TOLERANCE = 0.01;

const NOTHING = new Float64Array(0);

/** What the residual holds without step doubling. */
const UNMEASURED: readonly LineKind[] = ['integration'];

/**
 * Places in the ledger's array of sums. HELD: Σ τ_k·Δs, the work of what was asked as it was held; JUMPS: what
 * changed parameters added to what the controller stores, a part of CHANGES; OPEN: 1 while the last entry of the flows
 * counts in full instead of half; CUT: Σ (applied − asked)·v dt over the stages of a continuous law.
 */
const HELD = 0;
const JUMPS = 1;
const INTEGRATION = 2;
const CHANGES = 3;
const LARGEST = 4;
const BEFORE_CHANGE = 5;
const OPEN = 6;
const CUT = 7;
const STORED_BEFORE_CHANGE = 8;

/** Fields of a kernel with a tank or phases, in the order of the places below. */
const OWN = ['changes', 'tank.level', 'tank.paid', 'tank.kept'];
const CHANGED = 0;
const LEVEL = 1;
const PAID = 2;
const KEPT = 3;

/** Where the elements begin among the stored energies at the start. */
const ELEMENTS = 3;

export class Ledger {
  /** Whether the integration error is measured; otherwise there is no line of it, and the residual holds it. */
  readonly doubled: boolean;
  /** Kind and name of every line, in the order of {@link lineKinds}. */
  readonly titles: readonly { readonly kind: LineKind; readonly name: string }[];
  readonly #plant: Plant;
  readonly #travel: Float64Array;
  readonly #asked: Float64Array;
  readonly #power: Float64Array;
  readonly #stored: Float64Array;
  /** At the start of the present interval (a tick). */
  readonly #travelBefore: Float64Array;
  readonly #askedBefore: Float64Array;
  readonly #tick: number;
  readonly #staged: boolean;
  /** Whether the design can cut what it asks for. */
  readonly #limited: boolean;
  /** Sum over the ticks of each entry of the kernel's `power`, the first one by half. */
  readonly #flow: Float64Array;
  /** Whether the plant's joints have springs. */
  readonly #elastic: boolean;
  /** Stored energies when the run began: kinetic, potential, joint springs, then each element. */
  readonly #start: Float64Array;
  /** Entries of `power` that belong to dampers and to sources. */
  readonly #dampers: readonly number[];
  readonly #sources: readonly number[];
  /** By entry of `power`: the element, or the point that moves. */
  readonly #flowNames: readonly string[];
  /**
   * What a kernel with a tank or phases counts by itself since its memory began, J: what changes put in, the level of the
   * tank, what it paid and what it kept; and these at the start.
   */
  readonly #own: readonly (Float64Array | undefined)[];
  readonly #ownStart = new Float64Array(OWN.length);
  /** Entry of `stored` that belongs to gravity compensation, or −1. */
  readonly #gravity: number;
  /** Sums: {@link HELD} … {@link STORED_BEFORE_CHANGE}. An array, so that the loop allocates nothing. */
  readonly #sums = new Float64Array(9);

  /**
   * `tick` in seconds; `doubled` where {@link addIntegration} is told the error of every tick, `staged` where
   * {@link stage} is told of every stage.
   */
  constructor(kernel: Kernel, plant: Plant, tick: number, doubled = false, staged = false) {
    this.doubled = doubled;
    this.#staged = staged;
    this.#tick = tick;
    this.#plant = plant;
    this.#elastic = plant.energy.elastic !== undefined;
    this.#travel = plant.travel;
    this.#limited = fieldView(kernel, 'asked') !== undefined;
    this.#asked = fieldView(kernel, 'asked') ?? view(kernel.layout, kernel.memory, 'torque');
    this.#power = fieldView(kernel, 'power') ?? NOTHING;
    this.#stored = fieldView(kernel, 'stored') ?? NOTHING;
    this.#travelBefore = new Float64Array(plant.nv);
    this.#askedBefore = new Float64Array(plant.nv);
    this.#flow = new Float64Array(this.#power.length);
    this.#own = OWN.map((name) => stateView(kernel, name));
    const tank = this.#own[LEVEL] === undefined ? [] : ['tank'];
    const elements = labelsOf(kernel, 'stored', this.#stored.length);
    const flows = labelsOf(kernel, 'power', this.#power.length).map(flowOf);
    this.#flowNames = flows.map(({ name }) => name);
    this.#gravity = elements.indexOf('gravity');
    this.#dampers = flows.flatMap(({ kind }, i) => (kind === 'dissipated' ? [i] : []));
    this.#sources = flows.flatMap(({ kind }, i) => (kind === 'source' ? [i] : []));
    const names: Readonly<Record<LineKind, readonly string[]>> = {
      stored: ['kinetic', 'potential', ...(this.#elastic ? ['joint springs'] : []), ...elements, ...tank],
      dissipated: ['viscous', 'friction', 'stops', ...this.#dampers.map((i) => flows[i].name), ...tank],
      source: [...plant.pushes, ...this.#sources.map((i) => flows[i].name), ...tank, 'changes'],
      contact: ['contact'],
      sampling: ['sampling'],
      limits: ['limits'],
      integration: doubled ? ['integration'] : [],
      residual: ['residual'],
    };
    this.titles = lineKinds.flatMap((kind) => names[kind].map((name) => ({ kind, name })));
    this.#start = new Float64Array(ELEMENTS + this.#stored.length);
  }

  /** Whether the kernel may change what is in force within a step, the first one too: it then begins before that. */
  get early(): boolean {
    return this.#own[CHANGED] !== undefined;
  }

  /** Takes the present observed energies (kernel and plant) for the start; all sums become 0. */
  begin(): void {
    this.#sums.fill(0);
    this.#flow.fill(0);
    this.#start[0] = this.#plant.energy.kinetic;
    this.#start[1] = this.#plant.energy.potential;
    this.#start[2] = this.#plant.energy.elastic ?? 0;
    this.#start.set(this.#stored, ELEMENTS);
    this.#own.forEach((field, i) => {
      this.#ownStart[i] = field?.[0] ?? 0;
    });
    this.note();
  }

  /** Begins a row of intervals: the kernel has just been stepped at its start. */
  open(): void {
    this.#travelBefore.set(this.#travel);
    this.#askedBefore.set(this.#asked);
    for (let i = 0; i < this.#power.length; i++) this.#flow[i] += 0.5 * this.#power[i];
    this.#sums[OPEN] = 1;
  }

  /** Ends an interval and begins the next: the kernel has just been stepped at its end. */
  turn(): void {
    const power = this.#power;
    const flow = this.#flow;
    for (let i = 0; i < power.length; i++) flow[i] += power[i];
    const travel = this.#travel;
    const asked = this.#asked;
    const travelBefore = this.#travelBefore;
    const askedBefore = this.#askedBefore;
    let held = 0;
    for (let i = 0; i < travel.length; i++) {
      const end = travel[i];
      held += askedBefore[i] * (end - travelBefore[i]);
      travelBefore[i] = end;
      askedBefore[i] = asked[i];
    }
    this.#sums[HELD] += held;
  }

  /** Ends a row of intervals: after the {@link turn} of the last one. */
  shut(): void {
    for (let i = 0; i < this.#power.length; i++) this.#flow[i] -= 0.5 * this.#power[i];
    this.#sums[OPEN] = 0;
  }

  /** Adds one stage of a continuous step: the kernel has just been stepped at it; `weight` in ticks. */
  stage(weight: number): void {
    const power = this.#power;
    const flow = this.#flow;
    for (let i = 0; i < power.length; i++) flow[i] += weight * power[i];
    const { v, torque } = this.#plant;
    const asked = this.#asked;
    const time = weight * this.#tick;
    let cut = 0;
    for (let i = 0; i < v.length; i++) cut += (torque[i] - asked[i]) * v[i];
    this.#sums[CUT] += time * cut;
  }

  /** Around a change of parameters: kernel and plant have been observed just before it, and just after it. */
  beforeChange(): void {
    this.#sums[BEFORE_CHANGE] = this.#total();
    this.#sums[STORED_BEFORE_CHANGE] = this.#controlled();
  }

  afterChange(): void {
    this.#sums[CHANGES] += this.#total() - this.#sums[BEFORE_CHANGE];
    this.#sums[JUMPS] += this.#controlled() - this.#sums[STORED_BEFORE_CHANGE];
  }

  addIntegration(energy: number): void {
    this.#sums[INTEGRATION] += energy;
  }

  /** Takes the present observed energies into account for the largest stored energy. */
  note(): void {
    const { kinetic, potential, elastic = 0 } = this.#plant.energy;
    let height = potential - this.#start[1];
    let held = kinetic + elastic;
    for (let i = 0; i < this.#stored.length; i++) {
      if (i === this.#gravity) height += this.#stored[i] - this.#start[ELEMENTS + i];
      else held += Math.abs(this.#stored[i]);
    }
    held += Math.abs(height);
    if (held > this.#sums[LARGEST]) this.#sums[LARGEST] = held;
  }

  /**
   * Largest stored energy that was noted, J: kinetic, joint springs, elements, and the change of potential energy less what
   * gravity compensation cancels of it.
   */
  get largest(): number {
    return this.#sums[LARGEST];
  }

  /** Writes the energy of every line, in the order of `titles`; kernel and plant have been observed. */
  write(energies: Float64Array): void {
    const { energy } = this.#plant;
    const sums = this.#sums;
    const stored = this.#stored;
    let at = 0;
    energies[at++] = energy.kinetic - this.#start[0];
    energies[at++] = energy.potential - this.#start[1];
    if (this.#elastic) energies[at++] = (energy.elastic ?? 0) - this.#start[2];
    for (let i = 0; i < stored.length; i++) energies[at++] = stored[i] - this.#start[ELEMENTS + i];
    const tank = this.#own[LEVEL] !== undefined;
    if (tank) energies[at++] = this.#counted(LEVEL);
    energies[at++] = energy.viscous;
    energies[at++] = energy.friction;
    energies[at++] = energy.stops;
    for (const i of this.#dampers) energies[at++] = this.#flowed(i);
    if (tank) energies[at++] = -this.#counted(KEPT);
    const losses = at;
    for (let i = 0; i < energy.pushes.length; i++) energies[at++] = energy.pushes[i];
    for (const i of this.#sources) energies[at++] = this.#flowed(i);
    if (tank) energies[at++] = -this.#counted(PAID);
    energies[at++] = sums[CHANGES] + this.#counted(CHANGED);
    energies[at++] = energy.contact;
    energies[at++] = this.#staged ? 0 : this.#sampled();
    energies[at++] = !this.#limited ? 0 : this.#staged ? sums[CUT] : energy.actuators - sums[HELD];
    if (this.doubled) energies[at++] = sums[INTEGRATION];
    let residual = 0;
    for (let i = 0; i < at; i++) residual += i < losses ? energies[i] : -energies[i];
    energies[at] = residual;
  }

  /** The energy of every line now, as {@link write} gives it. */
  energies(): Float64Array {
    const energies = new Float64Array(this.titles.length);
    this.write(energies);
    return energies;
  }

  /** The lines of now, or of the energies that were written at some time. */
  lines(energies: Float64Array = this.energies()): LedgerLine[] {
    return this.titles.map(({ kind, name }, i) => ({
      kind,
      name,
      energy: energies[i],
      ...(kind === 'residual' && !this.doubled && { holds: UNMEASURED }),
    }));
  }

  verdict(energies: Float64Array = this.energies()): LedgerVerdict {
    const lines = this.lines(energies);
    const gained = mostOf(lines, ['stored', 'dissipated', 'source']);
    const residual = Math.abs(lines[lines.length - 1].energy);
    const share = (energy: number): number =>
      this.largest > 0 ? energy / this.largest : energy === 0 ? 0 : Number.POSITIVE_INFINITY;
    const tank = this.#books(lines);
    return {
      passive: gained === undefined || gained.energy <= TOLERANCE * this.largest,
      gained,
      gainedShare: share(gained?.energy ?? 0),
      residualShare: share(residual),
      ...(tank && { tank }),
    };
  }

  #books(lines: readonly LedgerLine[]): TankBooks | undefined {
    if (this.#own[LEVEL] === undefined) return undefined;
    // Pushes stand first, and are nobody's to pay for.
    const sources = lines.filter(({ kind }) => kind === 'source').slice(this.#plant.pushes.length);
    const of = (kind: LineKind) =>
      lines.find((line) => line.kind === kind && line.name === 'tank')?.energy ?? 0;
    return {
      paid: -of('source'),
      kept: -of('dissipated'),
      unpaid: sources.reduce((total, { energy }) => total + energy, 0),
    };
  }

  /**
   * What made a run diverge: the line, sources among them, that put in most. Integration and residual only where no other
   * line put in more than `before`, the largest energy that was stored until then: at the speeds at which a
   * run ends, the plant's own steps are wrong by more than what brought it there. Undefined where none put in anything.
   */
  cause(before: number, energies: Float64Array = this.energies()): LedgerLine | undefined {
    const lines = this.lines(energies);
    const own = mostOf(lines, ['stored', 'dissipated', 'integration', 'residual']);
    return own !== undefined && own.energy > before ? own : mostOf(lines, ['stored', 'dissipated']);
  }

  /** Whether a source of this name is the design's own, not a push on the plant. */
  isElement(source: string): boolean {
    return this.#sources.some((i) => this.#flowNames[i] === source);
  }

  /** Travel of the joints since the last {@link open} or {@link turn}, rad or m. */
  lastTravel(): Float64Array {
    return this.#travel.map((end, i) => end - this.#travelBefore[i]);
  }

  /** ∫ P dt up to the last turn, J. */
  #flowed(entry: number): number {
    return this.#tick * (this.#flow[entry] - 0.5 * this.#sums[OPEN] * this.#power[entry]);
  }

  /** Plant and elements together, pushes and losses left aside. */
  #total(): number {
    const { kinetic, potential, elastic = 0 } = this.#plant.energy;
    return kinetic + potential + elastic + this.#controlled();
  }

  /** What the kernel itself counted of something since the start, J. */
  #counted(what: number): number {
    const field = this.#own[what];
    return field === undefined ? 0 : field[0] - this.#ownStart[what];
  }

  /** All that the controller stores. */
  #controlled(): number {
    let total = 0;
    for (let i = 0; i < this.#stored.length; i++) total += this.#stored[i];
    return total;
  }

  /** What the controller's port gave beyond its own books; see the head of this file. */
  #sampled(): number {
    const stored = this.#stored;
    let gained = this.#sums[HELD] - this.#sums[JUMPS] - this.#counted(CHANGED);
    for (let i = 0; i < stored.length; i++) gained += stored[i] - this.#start[ELEMENTS + i];
    for (const i of this.#dampers) gained += this.#flowed(i);
    for (const i of this.#sources) gained -= this.#flowed(i);
    return gained;
  }
}

/** The line that put in most, but those of some kinds; undefined where none put in anything. */
function mostOf(lines: readonly LedgerLine[], without: readonly LineKind[]): LedgerLine | undefined {
  let most: LedgerLine | undefined;
  for (const line of lines) {
    if (!without.includes(line.kind) && line.energy > (most?.energy ?? 0)) most = line;
  }
  return most;
}

/** A view on a field of the kernel, or undefined where the design has none. */
function fieldView(kernel: Kernel, name: string): Float64Array | undefined {
  if (!kernel.layout.fields.some((field) => field.name === name)) return undefined;
  return view(kernel.layout, kernel.memory, name);
}

/** A view on a number of the kernel's state, or undefined where it has none of this name. */
function stateView(kernel: Kernel, name: string): Float64Array | undefined {
  const field = kernel.layout.fields.find((f) => f.name === name && f.region === 'state');
  return field === undefined ? undefined : view(kernel.layout, kernel.memory, name);
}

function labelsOf(kernel: Kernel, name: string, count: number): readonly string[] {
  if (count === 0) return [];
  const { labels } = fieldOf(kernel.layout, name);
  if (labels === undefined) throw new Error(`ledger: the kernel's field ${name} has no labels`);
  return labels;
}

/** `dissipated.brake` → dissipated, brake. */
function flowOf(label: string): { readonly kind: 'dissipated' | 'source'; readonly name: string } {
  for (const kind of ['dissipated', 'source'] as const) {
    if (label.startsWith(`${kind}.`)) return { kind, name: label.slice(kind.length + 1) };
  }
  throw new Error(`ledger: the flow ${JSON.stringify(label)} is neither dissipated nor a source`);
}
