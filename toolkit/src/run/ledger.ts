/**
 * The energy ledger of a run: where energy is, where it went and what put it in, line by line, in joules since
 * the start. With Δ the change since the start,
 *
 *     Σ Δ stored + Σ dissipated = Σ source + contact + reaction + sampling + limits + integration + residual.
 *
 * Each line but the residual is computed on its own:
 *
 * - stored: state functions; of the plant (kinetic, potential, joint springs) and of each storage element. Gravity
 *   compensation stores −U of its own model.
 * - dissipated: by the plant (viscous, friction, stops, friction at contacts, joining: what is lost where the hand and what it
 *   picks up come to the same speed) and by each damper, ∫ P dt.
 * - source: what payloads bring when they are picked up, less what they take along, pushes (force times travel), drives that follow positions, moving points and force sources (∫ P dt), and
 *   changed parameters (the jump of stored energy).
 * - of a tank: its level is stored; what dampers put into it is taken off what is dissipated, what it pays off
 *   what sources and changes put in. Without a tank that pays for them, changes and sources stand alone.
 * - reaction: what a guard does instead of the law, ∫ (τ − τ_g)·v dt, τ_g the torque of gravity compensation, whose energy
 *   is stored whatever acts; there where the design names a guard. What springs store meanwhile, that are carried along and
 *   do not act, stays in sampling, as a damped stop does that nobody asked for.
 * - sampling: what the controller's port gave beyond the controller's own books, because its torques are held,
 *   Σ τ_k·Δs + Δ(all that the controller stores) + ∫ dissipated by its dampers − ∫ put in by its sources − the jumps
 *   of changed parameters, with τ_k asked at the start of a tick and Δs the joints' travel in it. It takes nothing of
 *   the plant but the travel, so that the residual is the plant's alone; it shrinks with the tick, and is 0 where the
 *   law is continuous.
 *   What a plant puts in by applying torques later than they were given is in it too.
 * - limits: Σ (applied − asked)·Δs, the plant's own count of the applied torques' work less that of the asked, and less
 *   what comes of applying them late. With a continuous law both as they were at the stages: a step that the plant does
 *   again at a joint stop is not cut.
 * - integration: by step doubling where a run asks for it; otherwise there is no such line, and the residual
 *   holds the error and says so.
 * - residual: what is missing.
 *
 * ∫ P dt is the trapezoidal rule over ticks when the law is sampled, and has the weights of the Runge–Kutta
 * stages when it is continuous.
 */
import { view } from '../graph/index.js';
import type { Kernel, Plant } from '../port/index.js';
import { fieldView, KernelBooks } from './kernel-books.js';
import { type LedgerLine, type LineKind, lineKinds } from './ledger-lines.js';
import { causeOf, type LedgerVerdict, verdictOf } from './verdict.js';

/** What the residual holds without step doubling. */
const UNMEASURED: readonly LineKind[] = ['integration'];

/**
 * Places in the ledger's array of sums. HELD: Σ τ_k·Δs, the work of what was asked as it was held; JUMPS: what
 * changed parameters added to what the controller stores, a part of CHANGES; CUT: Σ (applied − asked)·v dt over the stages
 * of a continuous law.
 */
const HELD = 0;
const JUMPS = 1;
const INTEGRATION = 2;
const CHANGES = 3;
const LARGEST = 4;
const BEFORE_CHANGE = 5;
const CUT = 6;
const STORED_BEFORE_CHANGE = 7;

export class Ledger {
  /** Whether the integration error is measured; otherwise there is no line of it, and the residual holds it. */
  readonly doubled: boolean;
  /** Kind and name of every line, in the order of {@link lineKinds}. */
  readonly titles: readonly { readonly kind: LineKind; readonly name: string }[];
  readonly #plant: Plant;
  readonly #books: KernelBooks;
  readonly #travel: Float64Array;
  readonly #asked: Float64Array;
  /** At the start of the present interval (a tick). */
  readonly #travelBefore: Float64Array;
  readonly #askedBefore: Float64Array;
  readonly #tick: number;
  readonly #staged: boolean;
  /** Whether the design, or the plant, can cut what is asked for. */
  readonly #limited: boolean;
  /** Whether the plant has drives that follow positions. */
  readonly #driven: boolean;
  /** Whether the plant's joints have springs. */
  readonly #elastic: boolean;
  readonly #rubs: boolean;
  /** Whether the plant can carry something. */
  readonly #carries: boolean;
  /** The plant's energies when the run began: kinetic, potential, joint springs. */
  readonly #start = new Float64Array(3);
  /** Sums: {@link HELD} … {@link STORED_BEFORE_CHANGE}. An array, so that the loop allocates nothing. */
  readonly #sums = new Float64Array(8);

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
    this.#rubs = plant.energy.rubbed !== undefined;
    this.#carries = plant.energy.joined !== undefined;
    const { payloads = [] } = plant;
    this.#travel = plant.travel;
    this.#limited = fieldView(kernel, 'asked') !== undefined || plant.energy.late !== undefined;
    this.#driven = plant.energy.drives !== undefined;
    this.#asked = fieldView(kernel, 'asked') ?? view(kernel.layout, kernel.memory, 'torque');
    this.#travelBefore = new Float64Array(plant.nv);
    this.#askedBefore = new Float64Array(plant.nv);
    const books = new KernelBooks(kernel, tick);
    this.#books = books;
    const tank = books.tank ? ['tank'] : [];
    const names: Readonly<Record<LineKind, readonly string[]>> = {
      stored: ['kinetic', 'potential', ...(this.#elastic ? ['joint springs'] : []), ...books.stores, ...tank],
      dissipated: [
        'viscous',
        'friction',
        'stops',
        ...(this.#rubs ? ['contact friction'] : []),
        ...(this.#carries ? ['joining'] : []),
        ...books.dampers.map(({ name }) => name),
        ...tank,
      ],
      source: [
        ...plant.pushes,
        ...payloads.map((name) => `payload ${name}`),
        ...(this.#driven ? ['drives'] : []),
        ...books.sources.map(({ name }) => name),
        ...tank,
        'changes',
      ],
      contact: ['contact'],
      reaction: books.reactions.map(({ name }) => name),
      sampling: ['sampling'],
      limits: ['limits'],
      integration: doubled ? ['integration'] : [],
      residual: ['residual'],
    };
    this.titles = lineKinds.flatMap((kind) => names[kind].map((name) => ({ kind, name })));
  }

  /** Whether the kernel may change what is in force within a step, the first one too: it then begins before that. */
  get early(): boolean {
    return this.#books.early;
  }

  /** Takes the present observed energies (kernel and plant) for the start; all sums become 0. */
  begin(): void {
    this.#sums.fill(0);
    this.#start[0] = this.#plant.energy.kinetic;
    this.#start[1] = this.#plant.energy.potential;
    this.#start[2] = this.#plant.energy.elastic ?? 0;
    this.#books.begin();
    this.note();
  }

  /** Begins a row of intervals: the kernel has just been stepped at its start. */
  open(): void {
    this.#travelBefore.set(this.#travel);
    this.#askedBefore.set(this.#asked);
    this.#books.open();
  }

  /** Ends an interval and begins the next: the kernel has just been stepped at its end. */
  turn(): void {
    this.#books.add(1);
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
    this.#books.shut();
  }

  /** Adds one stage of a continuous step: the kernel has just been stepped at it; `weight` in ticks. */
  stage(weight: number): void {
    this.#books.add(weight);
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
    this.#sums[STORED_BEFORE_CHANGE] = this.#books.total();
  }

  afterChange(): void {
    this.#sums[CHANGES] += this.#total() - this.#sums[BEFORE_CHANGE];
    this.#sums[JUMPS] += this.#books.total() - this.#sums[STORED_BEFORE_CHANGE];
  }

  addIntegration(energy: number): void {
    this.#sums[INTEGRATION] += energy;
  }

  /** Takes the present observed energies into account for the largest stored energy. */
  note(): void {
    const { kinetic, potential, elastic = 0 } = this.#plant.energy;
    const { stored, gravity } = this.#books;
    let height = potential - this.#start[1];
    let held = kinetic + elastic;
    for (let i = 0; i < stored.length; i++) {
      if (i === gravity) height += this.#books.gain(i);
      else held += Math.abs(stored[i]);
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
    const books = this.#books;
    let at = 0;
    energies[at++] = energy.kinetic - this.#start[0];
    energies[at++] = energy.potential - this.#start[1];
    if (this.#elastic) energies[at++] = (energy.elastic ?? 0) - this.#start[2];
    for (let i = 0; i < books.stored.length; i++) energies[at++] = books.gain(i);
    if (books.tank) energies[at++] = books.level;
    energies[at++] = energy.viscous;
    energies[at++] = energy.friction;
    energies[at++] = energy.stops;
    if (this.#rubs) energies[at++] = energy.rubbed ?? 0;
    if (this.#carries) energies[at++] = energy.joined ?? 0;
    for (const damper of books.dampers) energies[at++] = books.flowed(damper);
    if (books.tank) energies[at++] = -books.kept;
    const losses = at;
    for (let i = 0; i < energy.pushes.length; i++) energies[at++] = energy.pushes[i];
    const { brought } = energy;
    if (brought !== undefined) for (let i = 0; i < brought.length; i++) energies[at++] = brought[i];
    if (this.#driven) energies[at++] = energy.drives ?? 0;
    for (const source of books.sources) energies[at++] = books.flowed(source);
    if (books.tank) energies[at++] = -books.paid;
    energies[at++] = sums[CHANGES] + books.changed;
    energies[at++] = energy.contact;
    for (const reaction of books.reactions) energies[at++] = books.flowed(reaction);
    const late = energy.late ?? 0;
    energies[at++] = this.#staged ? 0 : this.#sampled() + late;
    energies[at++] = !this.#limited ? 0 : this.#staged ? sums[CUT] : energy.actuators - sums[HELD] - late;
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
    const { pushes: places, payloads = [] } = this.#plant;
    const pushes = this.#books.tank ? places.length + payloads.length + (this.#driven ? 1 : 0) : undefined;
    return verdictOf(this.lines(energies), { largest: this.largest, pushes });
  }

  /** What made a run diverge; see {@link causeOf}. */
  cause(before: number, energies: Float64Array = this.energies()): LedgerLine | undefined {
    return causeOf(this.lines(energies), before);
  }

  /** Whether a source of this name is the design's own, not a push on the plant. */
  isElement(source: string): boolean {
    return this.#books.sources.some(({ name }) => name === source);
  }

  /** Travel of the joints since the last {@link open} or {@link turn}, rad or m. */
  lastTravel(): Float64Array {
    return this.#travel.map((end, i) => end - this.#travelBefore[i]);
  }

  /** Plant and elements together, pushes and losses left aside; what joins and leaves has lines of its own. */
  #total(): number {
    const { kinetic, potential, elastic = 0, joined = 0, brought } = this.#plant.energy;
    let total = kinetic + potential + elastic + joined + this.#books.total();
    if (brought !== undefined) for (let i = 0; i < brought.length; i++) total -= brought[i];
    return total;
  }

  /** What the controller's port gave beyond its own books; see the head of this file. */
  #sampled(): number {
    const books = this.#books;
    let gained = this.#sums[HELD] - this.#sums[JUMPS] - books.changed;
    for (let i = 0; i < books.stored.length; i++) gained += books.gain(i);
    for (const damper of books.dampers) gained += books.flowed(damper);
    for (const source of books.sources) gained -= books.flowed(source);
    for (const reaction of books.reactions) gained -= books.flowed(reaction);
    return gained;
  }
}
