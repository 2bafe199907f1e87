import { type Executable, type Field, fieldOf, regionOf, view } from '../graph/index.js';
import type { Channel, Plant, PlantEnergy, PlantReading, StagedPlant } from '../port/index.js';
import { carryProcedure } from './carry.js';
import { rk4Stages } from './rk4.js';

/** A rigid plant's program at work: {@link Plant} over the memory of a compiled or interpreted `rigidProgram`. */
export class RigidPlant implements Plant {
  readonly nq: number;
  readonly nv: number;
  readonly step: number;
  readonly order: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly torque: Float64Array;
  readonly travel: Float64Array;
  readonly energy: PlantEnergy;
  readonly pushes: readonly string[];
  readonly payloads: readonly string[];
  readonly readings: readonly PlantReading[];
  readonly #energies: Energies;
  readonly #executable: Executable;
  readonly #step: () => void;
  readonly #observe: () => void;
  readonly #pushing: Float64Array | undefined;
  readonly #active: readonly Float64Array[];
  readonly #wrenches: readonly Float64Array[];
  readonly #unsolved: Float64Array;
  readonly #carried: readonly Float64Array[];
  /** Steps done since the reset. */
  #steps = 0;

  constructor(executable: Executable) {
    const { layout, memory, run } = executable;
    const window = (name: string): Float64Array => view(layout, memory, name);
    const has = (name: string): boolean => layout.fields.some((field) => field.name === name);
    if (!has('travel')) throw new Error('rigid plant: the program was made without its ledger');
    this.#executable = executable;
    this.#step = run.step;
    this.#observe = run.observe;
    this.q = window('q');
    this.v = window('v');
    this.torque = window('torque');
    this.travel = window('travel');
    this.nq = this.q.length;
    this.nv = this.v.length;
    this.step = window('step')[0];
    this.order = 'stage0' in run ? 4 : 1;
    this.pushes = has('pushWork') ? (fieldOf(layout, 'pushWork').labels ?? []) : [];
    this.payloads = has('brought') ? (fieldOf(layout, 'brought').labels ?? []) : [];
    this.#carried = this.payloads.map((name) => window(carriedName(name)));
    this.#pushing = has('pushing') ? window('pushing') : undefined;
    this.#active = this.pushes.map((name) => window(`push.${name}.active`));
    this.#wrenches = this.pushes.map((name) => window(`push.${name}.wrench`));
    this.#unsolved = window('unsolved');
    this.readings = layout.fields.filter(isReading).map((field) => ({
      channel: channelOf(field),
      values: window(field.name),
    }));
    this.#energies = new Energies(executable);
    this.energy = this.#energies;
  }

  /** Steps whose friction and stops the solver left before it met all conditions, since the reset. */
  get unsolved(): number {
    return this.#unsolved[0];
  }

  push(push: number, wrench: ArrayLike<number> | undefined): void {
    if (this.#pushing === undefined || this.#active[push] === undefined) {
      throw new Error(`rigid plant: no push number ${push}; there are ${this.pushes.length}`);
    }
    this.#active[push][0] = wrench === undefined ? 0 : 1;
    if (wrench === undefined) this.#wrenches[push].fill(0);
    else this.#wrenches[push].set(wrench);
    this.#pushing[0] = this.#active.some((active) => active[0] !== 0) ? 1 : 0;
  }

  /**
   * `step` may not be changed: times count whole steps. `payload.<name>.carried` picks up (1) and puts down (0), and does nothing where
   * it is so already (carry.ts).
   */
  change(parameter: string, values: ArrayLike<number>): void {
    const { layout, memory } = this.#executable;
    const known = layout.fields.filter(({ name, region }) => region === 'parameters' && name !== 'step');
    const field = known.find(({ name }) => name === parameter);
    if (field === undefined) {
      const names = known.map(({ name }) => name).join(', ');
      throw new Error(
        `rigid plant: no parameter ${JSON.stringify(parameter)}; known: ${names} (what is 0 for all joints has none)`,
      );
    }
    if (values.length !== field.size) {
      throw new Error(`rigid plant: ${parameter} has ${field.size} entries, got ${values.length}`);
    }
    const carried = this.payloads.findIndex((name) => parameter === carriedName(name));
    if (carried < 0) view(layout, memory, parameter).set(values);
    else if ((this.#carried[carried][0] !== 0) !== (values[0] !== 0))
      this.#executable.run[carryProcedure(carried)]();
  }

  advance(until: number): void {
    const end = Math.floor(until / this.step + 0.5);
    const step = this.#step;
    for (; this.#steps < end; this.#steps++) step();
  }

  observe(): void {
    this.#observe();
    this.#energies.take();
  }

  reset(q: ArrayLike<number>, v: ArrayLike<number>): void {
    if (q.length !== this.nq || v.length !== this.nv) {
      throw new Error(
        `rigid plant: a state has ${this.nq} + ${this.nv} entries, got ${q.length} + ${v.length}`,
      );
    }
    const { layout, memory } = this.#executable;
    const { offset, size } = regionOf(layout, 'state');
    memory.fill(0, offset, offset + size);
    this.q.set(q);
    this.v.set(v);
    this.torque.fill(0);
    for (let i = 0; i < this.pushes.length; i++) this.push(i, undefined);
    this.payloads.forEach((name, i) => {
      const { initial } = fieldOf(layout, carriedName(name));
      this.#carried[i].set(typeof initial === 'object' ? initial : [initial ?? 0]);
    });
    this.#steps = 0;
    this.observe();
  }

  /** Takes over the state, energies, pushes and parameters of a plant with the same layout, and its time. */
  assume(other: Plant): void {
    if (!(other instanceof RigidPlant) || other.#executable.layout.size !== this.#executable.layout.size) {
      throw new Error('rigid plant: only a plant of the same layout can be taken over');
    }
    this.#executable.memory.set(other.#executable.memory);
    view(this.#executable.layout, this.#executable.memory, 'step')[0] = this.step;
    this.#energies.assume(other.#energies);
    this.#steps = Math.floor((other.#steps * other.step) / this.step + 0.5);
  }

  protected finishStep(): void {
    this.#steps++;
  }

  protected procedure(name: string): () => void {
    return this.#executable.run[name];
  }
}

/** A rigid plant of method rk4, open between its stages. */
export class StagedRigidPlant extends RigidPlant implements StagedPlant {
  readonly stages = rk4Stages;
  readonly #stages: readonly (() => void)[];

  constructor(executable: Executable) {
    super(executable);
    this.#stages = rk4Stages.times.map((_, k) => this.procedure(`stage${k}`));
  }

  stage(k: number): void {
    this.#stages[k]();
    if (k === this.#stages.length - 1) this.finishStep();
  }
}

/** The plant over an executable of `rigidProgram`, with open stages where its method is rk4. */
export function rigidPlant(executable: Executable): RigidPlant {
  return 'stage0' in executable.run ? new StagedRigidPlant(executable) : new RigidPlant(executable);
}

/** The energies as they stood in the plant's memory when they were last taken. */
class Energies implements PlantEnergy {
  kinetic = 0;
  potential = 0;
  actuators = 0;
  viscous = 0;
  friction = 0;
  stops = 0;
  contact = 0;
  elastic: number | undefined;
  rubbed: number | undefined;
  joined: number | undefined;
  readonly pushes: Float64Array;
  readonly brought: Float64Array;
  /** Where they stand in the memory. */
  readonly #now: Readonly<
    Record<
      Exclude<keyof PlantEnergy, 'contact' | 'elastic' | 'rubbed' | 'joined' | 'drives' | 'late'>,
      Float64Array
    >
  >;
  readonly #elastic: Float64Array | undefined;
  readonly #contact: Float64Array | undefined;
  readonly #rubbed: Float64Array | undefined;
  readonly #joined: Float64Array | undefined;

  constructor({ layout, memory }: Executable) {
    const window = (name: string): Float64Array => view(layout, memory, name);
    const has = (own: string): boolean => layout.fields.some(({ name }) => name === own);
    const pushed = has('pushWork');
    this.#now = {
      kinetic: window('kinetic'),
      potential: window('potential'),
      actuators: window('actuators'),
      viscous: window('viscousLoss'),
      friction: window('frictionLoss'),
      stops: window('stopLoss'),
      pushes: pushed ? window('pushWork') : new Float64Array(0),
      brought: has('brought') ? window('brought') : new Float64Array(0),
    };
    this.#elastic = has('elastic') ? window('elastic') : undefined;
    this.#contact = has('contactWork') ? window('contactWork') : undefined;
    this.#rubbed = has('contactFriction') ? window('contactFriction') : undefined;
    this.#joined = has('joinLoss') ? window('joinLoss') : undefined;
    this.pushes = new Float64Array(this.#now.pushes.length);
    this.brought = new Float64Array(this.#now.brought.length);
    this.take();
  }

  /** Takes what stands in the memory. */
  take(): void {
    const { kinetic, potential, actuators, viscous, friction, stops, pushes, brought } = this.#now;
    this.kinetic = kinetic[0];
    this.potential = potential[0];
    this.actuators = actuators[0];
    this.viscous = viscous[0];
    this.friction = friction[0];
    this.stops = stops[0];
    this.elastic = this.#elastic?.[0];
    this.contact = this.#contact?.[0] ?? 0;
    this.rubbed = this.#rubbed?.[0];
    this.joined = this.#joined?.[0];
    for (let i = 0; i < pushes.length; i++) this.pushes[i] = pushes[i];
    for (let i = 0; i < brought.length; i++) this.brought[i] = brought[i];
  }

  /** Takes what another plant's energies took. */
  assume(other: Energies): void {
    this.kinetic = other.kinetic;
    this.potential = other.potential;
    this.actuators = other.actuators;
    this.viscous = other.viscous;
    this.friction = other.friction;
    this.stops = other.stops;
    this.elastic = other.elastic;
    this.contact = other.contact;
    this.rubbed = other.rubbed;
    this.joined = other.joined;
    this.pushes.set(other.pushes);
    this.brought.set(other.brought);
  }
}

const carriedName = (payload: string): string => `payload.${payload}.carried`;

/** Contacts, `contact.<solid>.force` and the like, and what is carried. */
function isReading({ name, region }: Field): boolean {
  if (region === 'parameters') return name.startsWith('payload.') && name.endsWith('.carried');
  return name.startsWith('contact.') && (region === 'state' || region === 'observed');
}

function channelOf({ name: own, unit, labels, size, meaning }: Field): Channel {
  const name = own.replace(/^payload\.(.+)\.carried$/, 'carried.$1');
  const channel = {
    name,
    unit,
    labels: labels ?? Array.from({ length: size }, (_, i) => String(i)),
    group: name.split('.')[0],
  };
  return meaning === undefined ? channel : { ...channel, meaning };
}
