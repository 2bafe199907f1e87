/** What a kernel says of its own energies, as the ledger reads it: what it stores, its flows, what it counts by itself. */
import { fieldOf, view } from '../graph/index.js';
import type { Kernel } from '../port/index.js';

const NOTHING = new Float64Array(0);

/** Fields of a kernel with a tank or phases, in the order of the places below. */
const OWN = ['changes', 'tank.level', 'tank.paid', 'tank.kept'];
const CHANGED = 0;
const LEVEL = 1;
const PAID = 2;
const KEPT = 3;

/** A flow of energy: its entry of the kernel's `power`, and the element, or the point that moves. */
interface Flow {
  readonly entry: number;
  readonly name: string;
}

export class KernelBooks {
  /** By entry of `stored`: what stores, and what it stores at the last observation, J. */
  readonly stores: readonly string[];
  readonly stored: Float64Array;
  /** The flows that dampers take out, and those that sources put in. */
  readonly dampers: readonly Flow[];
  readonly sources: readonly Flow[];
  /** What a guard's reaction puts in; none where the design names no guard. */
  readonly reactions: readonly Flow[];
  /** Entry of `stored` that belongs to gravity compensation, or −1. */
  readonly gravity: number;
  readonly #tick: number;
  readonly #power: Float64Array;
  /** What each entry of `stored` was when the run began. */
  readonly #start: Float64Array;
  /** Sum over the ticks of each entry of the kernel's `power`, the first one by half. */
  readonly #flow: Float64Array;
  /** 1 while the last entry of the flows counts in full instead of half. */
  #open = 0;
  /**
   * What a kernel with a tank or phases counts by itself since its memory began, J: what changes put in, the level of the
   * tank, what it paid and what it kept; and these at the start.
   */
  readonly #own: readonly (Float64Array | undefined)[];
  readonly #ownStart = new Float64Array(OWN.length);

  /** `tick` in seconds. */
  constructor(kernel: Kernel, tick: number) {
    this.#tick = tick;
    this.#power = fieldView(kernel, 'power') ?? NOTHING;
    this.stored = fieldView(kernel, 'stored') ?? NOTHING;
    this.#start = new Float64Array(this.stored.length);
    this.#flow = new Float64Array(this.#power.length);
    this.#own = OWN.map((name) => stateView(kernel, name));
    this.stores = labelsOf(kernel, 'stored', this.stored.length);
    this.gravity = this.stores.indexOf('gravity');
    const flows = labelsOf(kernel, 'power', this.#power.length).map(flowOf);
    const of = (wanted: FlowKind): Flow[] =>
      flows.flatMap(({ kind, name }, entry) => (kind === wanted ? [{ entry, name }] : []));
    this.dampers = of('dissipated');
    this.sources = of('source');
    this.reactions = of('reaction');
  }

  /** Whether the kernel may change what is in force within a step, the first one too. */
  get early(): boolean {
    return this.#own[CHANGED] !== undefined;
  }

  get tank(): boolean {
    return this.#own[LEVEL] !== undefined;
  }

  /** Takes what is observed now for the start; all sums become 0. */
  begin(): void {
    this.#flow.fill(0);
    this.#open = 0;
    this.#start.set(this.stored);
    this.#own.forEach((field, i) => {
      this.#ownStart[i] = field?.[0] ?? 0;
    });
  }

  /** Adds the flows of a step by a part of a tick. */
  add(weight: number): void {
    const power = this.#power;
    const flow = this.#flow;
    for (let i = 0; i < power.length; i++) flow[i] += weight * power[i];
  }

  /** Begins a row of intervals: the kernel has just been stepped at its start. */
  open(): void {
    this.add(0.5);
    this.#open = 1;
  }

  /** Ends a row of intervals, whose last flows have been added in full. */
  shut(): void {
    this.add(-0.5);
    this.#open = 0;
  }

  /** What an entry stores more than at the start, J. */
  gain(entry: number): number {
    return this.stored[entry] - this.#start[entry];
  }

  /** All that the controller stores, J. */
  total(): number {
    let total = 0;
    for (let i = 0; i < this.stored.length; i++) total += this.stored[i];
    return total;
  }

  /** ∫ P dt up to the last end of an interval, J. */
  flowed({ entry }: Flow): number {
    return this.#tick * (this.#flow[entry] - 0.5 * this.#open * this.#power[entry]);
  }

  /** Since the start, J: what changes put in; the change of the tank's level, what it paid, what it kept. */
  get changed(): number {
    return this.#counted(CHANGED);
  }

  get level(): number {
    return this.#counted(LEVEL);
  }

  get paid(): number {
    return this.#counted(PAID);
  }

  get kept(): number {
    return this.#counted(KEPT);
  }

  #counted(what: number): number {
    const field = this.#own[what];
    return field === undefined ? 0 : field[0] - this.#ownStart[what];
  }
}

/** A view on a field of the kernel, or undefined where the design has none. */
export function fieldView(kernel: Kernel, name: string): Float64Array | undefined {
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

const flowKinds = ['dissipated', 'source', 'reaction'] as const;
type FlowKind = (typeof flowKinds)[number];

/** `dissipated.brake` → dissipated, brake. */
function flowOf(label: string): { readonly kind: FlowKind; readonly name: string } {
  for (const kind of flowKinds) {
    if (label.startsWith(`${kind}.`)) return { kind, name: label.slice(kind.length + 1) };
  }
  throw new Error(`ledger: the flow ${JSON.stringify(label)} is none of ${flowKinds.join(', ')}`);
}
