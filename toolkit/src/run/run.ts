/**
 * The loop of control and plant.
 *
 * Tick k is at the time k·T. Events of the tick, then the control step with the plant's positions and
 * velocities of that time, then the plant moves on to (k + 1) T with the torque held (`sampled`), or with the
 * torque evaluated anew at every stage of its Runge–Kutta step (`continuous`). What is recorded at k·T is the
 * state at that time and the torque that was computed from it.
 *
 * The loop has no clock and no thread of its own: the caller asks it to advance and is free to do something
 * else in between; the numbers do not depend on how often it is asked. In a tick nothing is allocated, but where
 * energies are looked at for the largest one the ledger is written down.
 */
import { fieldOf, view } from '../graph/index.js';
import type { Channel, Kernel, Plant, StagedPlant } from '../port/index.js';
import { largest, sumOfSquares } from './bounds.js';
import { Channels, type Feed } from './channels.js';
import { Controlled } from './controlled.js';
import { Doubling } from './doubling.js';
import { type Action, actionsOf } from './events.js';
import { Ledger } from './ledger.js';
import type { Divergence, FaultChange, LastInterval, RunOptions, RunResult, RunStatus } from './options.js';
import { Schedule } from './schedule.js';
import { StagedBodies } from './staged-bodies.js';
import { stepsInTick, tickAt, wholeTicks } from './steps.js';

export class Run {
  readonly channels: readonly Channel[];
  readonly ledger: Ledger;
  readonly #kernel: Kernel;
  readonly #controlled: Controlled;
  readonly #plant: Plant;
  readonly #staged: StagedPlant | undefined;
  /** Virtual bodies that move with the stages. */
  readonly #bodies: StagedBodies | undefined;
  readonly #doubling: Doubling | undefined;
  readonly #tick: number;
  /** Number of ticks in all, and the next one to do. */
  readonly #ticks: number;
  #next = 0;
  readonly #actions: readonly Action[];
  #actionsDone = 0;
  /** Ticks at which something besides control and plant happens. */
  #nextAction: number;
  readonly #channels: Channels;
  readonly #feeds: readonly Feed[];
  readonly #schedule: Schedule;
  #status: RunStatus = 'running';
  #divergence: Divergence | undefined;
  /** Energies of the ledger's lines when they were last looked at, all at one instant; and whether they were. */
  readonly #noted: Float64Array;
  #hasNoted = false;
  readonly #faults: FaultChange[] = [];
  #fault = 0;
  /** An interval of the ledger begins anew with the next control step. */
  #reopen = true;
  readonly #blame: RunOptions['blame'];

  constructor(options: RunOptions) {
    const { kernel, plant, tick } = options;
    this.#kernel = kernel;
    this.#plant = plant;
    this.#tick = tick;
    this.#doubling = options.double && new Doubling(plant, options.double);
    this.#staged = options.rate === 'continuous' ? stagedPlant(plant) : undefined;
    this.#bodies = StagedBodies.of(kernel);
    if ((this.#bodies === undefined) !== (this.#staged === undefined) && hasBodies(kernel))
      throw new Error(
        'run: a kernel moves its virtual bodies itself where the law is sampled, and only there',
      );
    this.#ticks = tickAt(options.duration, tick);
    this.#controlled = new Controlled(options);
    this.#blame = options.blame;
    if (stepsInTick(tick, plant.step) === undefined)
      throw new Error(`run: a tick of ${tick} s is no whole number of plant steps of ${plant.step} s`);
    this.#actions = actionsOf(options.events ?? [], tick, plant.pushes);
    this.#nextAction = this.#actions[0]?.tick ?? Number.POSITIVE_INFINITY;
    this.ledger = new Ledger(kernel, plant, tick, options.double !== undefined, this.#staged !== undefined);
    this.#noted = new Float64Array(this.ledger.titles.length);
    this.#channels = new Channels(kernel, plant, this.ledger);
    this.channels = this.#channels.channels;
    this.#feeds = (options.listeners ?? []).map((listener) => this.#channels.feed(listener));
    this.#schedule = new Schedule(this.#feeds, tick, this.#ticks);
    view(kernel.layout, kernel.memory, 'period')[0] = tick;
    kernel.run.prepare();
    for (const feed of this.#feeds) feed.sink.open(feed.channels);
  }

  get status(): RunStatus {
    return this.#status;
  }

  /** Time of the next tick, s. */
  get time(): number {
    return this.#next * this.#tick;
  }

  get duration(): number {
    return this.#ticks * this.#tick;
  }

  /** Does as many whole ticks as fit into `seconds`, at least one, unless the run ends before. */
  advance(seconds: number): RunStatus {
    if (this.#status !== 'running') return this.#status;
    const wanted = this.#next + wholeTicks(seconds, this.#tick);
    const end = wanted < this.#ticks ? wanted : this.#ticks;
    while (this.#next < end) {
      if (!this.#begin()) return this.#end('diverged');
      this.#move();
      this.#next++;
    }
    if (this.#next < this.#ticks) return 'running';
    return this.#end(this.#begin() ? 'done' : 'diverged');
  }

  /** Advances to the end; `progress` is told the time after every `every` seconds of the run. */
  complete(
    progress: (time: number, duration: number) => void = () => {},
    every = this.duration / 100,
  ): RunResult {
    while (this.advance(every) === 'running') progress(this.time, this.duration);
    return this.result();
  }

  /**
   * What came out so far; the ledger as of the last time that energies were looked at for the largest one, every
   * 0.1 s and at the end.
   */
  result(): RunResult {
    const energies = this.#hasNoted ? this.#noted : this.ledger.energies();
    return {
      status: this.#status,
      time: this.time,
      ticks: this.#next,
      divergence: this.#divergence,
      faults: [...this.#faults],
      ledger: this.ledger.lines(energies),
      verdict: this.ledger.verdict(energies),
      unsolved: this.#plant.unsolved ?? 0,
    };
  }

  /** Kernel and plant have been observed. */
  #note(): void {
    this.ledger.note();
    this.ledger.write(this.#noted);
    this.#hasNoted = true;
  }

  /** Events, control step, ledger and record of a tick. False where the plant's state is none any more. */
  #begin(): boolean {
    const tick = this.#next;
    if (tick === this.#nextAction && !this.#act()) return false;
    if (tick === 0 && this.ledger.early) this.#start();
    if (!this.#controlled.control(tick * this.#tick)) return false;
    if (tick === 0 && !this.ledger.early) {
      this.#observe();
      this.ledger.begin();
    }
    if (this.#staged === undefined) {
      if (this.#reopen) this.ledger.open();
      else this.ledger.turn();
    }
    this.#reopen = false;
    const { fault } = this.#controlled;
    if (fault !== this.#fault) {
      this.#fault = fault;
      this.#faults.push({ time: this.time, fault });
    }
    if (this.#schedule.look(tick)) this.#look(tick);
    return true;
  }

  /** The plant's way to the next tick. */
  #move(): void {
    const doubling = this.#doubling;
    if (doubling === undefined) {
      this.#travel();
      return;
    }
    doubling.begin();
    this.#bodies?.keep();
    this.#travel();
    if (this.#staged === undefined) doubling.finer.advance((this.#next + 1) * this.#tick);
    else {
      this.#bodies?.back();
      this.#stages(stagedPlant(doubling.finer), false);
      this.#bodies?.forth();
    }
    this.ledger.addIntegration(doubling.error());
  }

  #travel(): void {
    if (this.#staged === undefined) this.#plant.advance((this.#next + 1) * this.#tick);
    else this.#stages(this.#staged, true);
  }

  /** A tick of a plant with the law at every stage; `counted` in the ledger or not. */
  #stages(plant: StagedPlant, counted: boolean): void {
    const { times, weights } = plant.stages;
    const steps = tickAt(this.#tick, plant.step);
    for (let step = 0; step < steps; step++) {
      const start = this.#next * this.#tick + step * plant.step;
      for (let k = 0; k < times.length; k++) {
        // The first stage of a tick has its torque from the tick's own control step.
        if (step + k > 0) this.#controlled.evaluate(plant, start + times[k] * plant.step);
        if (counted) this.ledger.stage(weights[k] / steps);
        this.#bodies?.stage(plant.stages, k, plant.step);
        plant.stage(k);
      }
    }
  }

  /** Energies and samples of a tick at which something is looked at. */
  #look(tick: number): void {
    const { note, kernel, plant, ledger } = this.#schedule;
    if (kernel) this.#kernel.run.observe();
    if (plant) this.#plant.observe();
    if (note) this.#note();
    if (ledger) this.#channels.balance();
    this.#schedule.send(tick, tick * this.#tick);
  }

  /** Begins the ledger with what is in force before the first step. */
  #start(): void {
    this.#controlled.show(0);
    this.#observe();
    this.ledger.begin();
  }

  #observe(): void {
    this.#kernel.run.observe();
    this.#plant.observe();
  }

  /** The actions of this tick. */
  #act(): boolean {
    const tick = this.#next;
    let changes = false;
    for (let i = this.#actionsDone; this.#actions[i]?.tick === tick; i++) {
      const { kind } = this.#actions[i];
      if (kind !== 'push' && kind !== 'target') changes = true;
    }
    if (changes && tick > 0 && !this.#close()) return false;
    while (this.#actions[this.#actionsDone]?.tick === tick) this.#apply(this.#actions[this.#actionsDone++]);
    if (changes) {
      this.#kernel.run.prepare();
      if (tick > 0) {
        this.#observe();
        this.ledger.afterChange();
      }
      this.#reopen = true;
    }
    this.#nextAction = this.#actions[this.#actionsDone]?.tick ?? Number.POSITIVE_INFINITY;
    return true;
  }

  /** Ends the ledger's interval with the parameters that still hold; the kernel's state stays as it is. */
  #close(): boolean {
    this.#controlled.save();
    if (!this.#controlled.control(this.time)) return false;
    if (this.#staged === undefined) {
      this.ledger.turn();
      this.ledger.shut();
    }
    this.#controlled.restore();
    // The step may have brought other values into force.
    if (this.ledger.early) this.#kernel.run.prepare();
    this.#observe();
    this.ledger.note();
    this.ledger.beforeChange();
    return true;
  }

  #apply(action: Action): void {
    if (action.kind === 'push') {
      this.#plant.push(action.push, action.wrench);
    } else if (action.kind === 'plant') {
      this.#plant.change(action.parameter, action.values);
    } else if (action.kind === 'target') {
      this.#controlled.targets.tell(action.point, action.pose, action.stamp);
    } else {
      const field = fieldOf(this.#kernel.layout, action.field);
      if (field.region !== 'parameters')
        throw new Error(`run: ${action.field} is no parameter of the control program`);
      if (action.values.length !== field.size) {
        throw new Error(
          `run: ${action.field} has ${field.size} entries, the event gives ${action.values.length}`,
        );
      }
      view(this.#kernel.layout, this.#kernel.memory, action.field).set(action.values);
    }
  }

  #end(status: RunStatus): RunStatus {
    this.#status = status;
    if (status === 'diverged') this.#divergence = this.#diagnose();
    for (const { sink } of this.#feeds) sink.close();
    return status;
  }

  #diagnose(): Divergence {
    const { q, v } = this.#plant;
    const { torque, squaredSpeedBound, ...seen } = this.#controlled;
    const moving = sumOfSquares(v) <= squaredSpeedBound;
    const worst = moving ? largest(torque) : largest(v);
    const finite = Number.isFinite(moving ? torque[worst] : v[worst]);
    const known = !moving && finite && this.#next > 0;
    const last: LastInterval = {
      before: { q: seen.q.slice(), v: seen.v.slice() },
      ...(known && { after: { q, v }, travel: this.ledger.lastTravel() }),
      period: this.#tick,
      joint: worst,
    };
    const acting = this.#blame?.(last);
    const stored = this.ledger.largest;
    if (known) {
      // The ledger is brought up to this state.
      this.#controlled.evaluate(this.#plant, this.time);
      if (this.#staged === undefined && !this.#reopen) this.ledger.turn();
      this.#observe();
      this.#note();
    } else {
      // The limits line takes the plant's own count of its work, which is as of its last observation.
      this.#plant.observe();
    }
    const gained = this.ledger.cause(stored, this.#hasNoted ? this.#noted : undefined);
    return {
      time: this.time,
      quantity: moving ? 'torque' : 'speed',
      reason: finite ? (moving ? 'too great' : 'too fast') : 'not a number',
      joint: fieldOf(this.#kernel.layout, 'v').labels?.[worst] ?? String(worst),
      gained,
      element: gained?.kind === 'source' && this.ledger.isElement(gained.name) ? gained.name : acting,
    };
  }
}

function hasBodies({ layout }: Kernel): boolean {
  return layout.fields.some(({ name }) => name === 'bodies.q');
}

function stagedPlant(plant: Plant): StagedPlant {
  if (!('stage' in plant)) {
    throw new Error('run: a continuous law needs a plant with open Runge–Kutta stages (method rk4)');
  }
  return plant as StagedPlant;
}
