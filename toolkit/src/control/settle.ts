/**
 * How what is in force follows what is wanted, at the beginning of a step.
 *
 * A change of parameters jumps what the controller stores, ΔE = E(θ′) − E(θ) at the present pose. Without a tank it is made
 * whole and booked. A tank pays for it first: a change that releases energy, or that the level affords, is made whole;
 * of one that asks for more the largest part of the straight way θ + s (θ′ − θ) whose exact jump the level affords, found by
 * a scan of 65 points and 50 bisections behind the last that fits. What is left stays wanted and is tried again at each step.
 */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import { max, min, pairwise, sum } from '../math/index.js';
import { wholeDesign } from './bodies.js';
import type { ControlFields, LiveEntry, LiveFields, TankFields } from './control-fields.js';
import type { Design } from './design.js';
import { storedBy } from './flows.js';
import { soundState } from './guards.js';
import { controlLaw } from './law.js';
import { lawEnergies } from './laws/law-energy.js';
import { phaseBegan } from './phases.js';
import { FieldReader, preparePoints, programSlots } from './slots.js';
import { lastClock } from './tank-motions.js';

const SCAN = 64;
const BISECTIONS = 50;

/** Places in the search's numbers. */
const LOW = 0;
const HIGH = 1;
const BEFORE = 2;
const ASKED = 3;

/** 10 s³ − 15 s⁴ + 6 s⁵: from 0 to 1 with no speed and no acceleration at both ends; 1 beyond. */
function blended(A: ProgramBuilder['graph'], s: Node): Node {
  const [zero, one] = [A.constant(0), A.constant(1)];
  const x = min(A, max(A, s, zero), one);
  const inner = A.add(A.mul(x, A.sub(A.mul(x, A.constant(6)), A.constant(15))), A.constant(10));
  return A.mul(A.mul(A.mul(x, x), x), inner);
}

/** Adds the procedures `price` and `settle`; the latter is to be called before the law of a step. */
export function settleProcedures(program: ProgramBuilder, design: Design, fields: ControlFields): void {
  const { live } = fields;
  if (live === undefined) return;
  program.procedure('price', () => price(program, design, fields, live));
  program.procedure('settle', () => new Settling(program, design, fields, live).trace());
}

/** What the controller stores at the trial values and the present pose. */
function price(program: ProgramBuilder, design: Design, fields: ControlFields, live: LiveFields): void {
  const { graph: A } = program;
  const whole = wholeDesign(design);
  const read = new FieldReader(program);
  preparePoints(program, whole, live.trial, read);
  const { bodies } = fields;
  const q = [...read.all(fields.q), ...(bodies === undefined ? [] : read.all(bodies.q))];
  const v = [...read.all(fields.v), ...(bodies === undefined ? [] : read.all(bodies.v))];
  // What moves by itself is where the last step left it.
  const clock = live.tank?.motion && lastClock(program, fields, live.tank);
  const law = controlLaw(A, whole, programSlots(program, live.trial, read, clock), q, v);
  const laws = lawEnergies(program, live.trial.laws, law, live.trial.lawParameters);
  program.store(live.energy, 0, sum(A, [storedBy(A, law), ...laws.map(({ energy }) => energy)]));
}

class Settling {
  readonly #program: ProgramBuilder;
  readonly #design: Design;
  readonly #fields: ControlFields;
  readonly #live: LiveFields;

  constructor(program: ProgramBuilder, design: Design, fields: ControlFields, live: LiveFields) {
    this.#program = program;
    this.#design = design;
    this.#fields = fields;
    this.#live = live;
  }

  trace(): void {
    const program = this.#program;
    const { graph: A } = program;
    const { entries, tank } = this.#live;
    const differs = entries.flatMap((entry) => {
      const wanted = this.#want(entry);
      program.storeAll(entry.wanted, wanted);
      return program.loadAll(entry.inForce).map((x, i) => A.not(A.equal(x, wanted[i])));
    });
    if (differs.length === 0) return;
    const read = new FieldReader(program);
    const sound = soundState(A, this.#design.model, read.all(this.#fields.q), read.all(this.#fields.v));
    program.if(
      A.and(
        sound,
        pairwise(differs, (a, b) => A.or(a, b)),
      ),
      () => {
        const before = this.#priced((entry) => program.loadAll(entry.inForce));
        this.#keep(BEFORE, before);
        const asked = A.sub(
          this.#priced((entry) => program.loadAll(entry.wanted)),
          this.#kept(BEFORE),
        );
        if (tank === undefined || !this.#design.tank?.pays.includes('changes')) this.#make(asked);
        else this.#pay(tank, asked);
        program.call('prepare');
      },
    );
  }

  /** The values that a parameter is to have now: what its phase says, on the way there from where the phase began. */
  #want({ parameter, phases, from }: LiveEntry): readonly Node[] {
    const program = this.#program;
    const { graph: A } = program;
    const own = program.loadAll(parameter);
    const state = this.#live.phases;
    if (state === undefined) return own;
    const index = program.load(state.index);
    let wanted: readonly Node[] = own;
    for (const [i, field] of phases) {
      const here = A.equal(index, A.constant(i));
      const values = program.loadAll(field);
      wanted = wanted.map((x, k) => A.select(here, values[k], x));
    }
    if (from === undefined) return wanted;
    const elapsed = A.sub(program.load(this.#fields.time), phaseBegan(program, this.#fields, state));
    let share = A.constant(1);
    state.slots.forEach(({ blend }, i) => {
      if (blend === undefined) return;
      const time = program.load(blend);
      const positive = A.less(A.constant(0), time);
      const s = A.select(positive, A.div(elapsed, A.select(positive, time, A.constant(1))), A.constant(1));
      share = A.select(A.equal(index, A.constant(i)), blended(A, s), share);
    });
    const whole = A.lessEqual(A.constant(1), share);
    return program
      .loadAll(from)
      .map((x, k) => A.select(whole, wanted[k], A.add(x, A.mul(share, A.sub(wanted[k], x)))));
  }

  /** All of it, by nobody's energy. */
  #make(jump: Node): void {
    this.#enforce('wanted');
    this.#add(this.#live.changes, jump);
  }

  /** As much of it as the tank affords. */
  #pay(tank: TankFields, asked: Node): void {
    const program = this.#program;
    const { graph: A } = program;
    const budget = A.sub(program.load(tank.level), program.load(tank.reserved));
    this.#keep(ASKED, asked);
    const whole = A.or(A.lessEqual(asked, A.constant(0)), A.lessEqual(asked, budget));
    program.if(
      whole,
      () => this.#enforce('wanted'),
      () => {
        this.#search(budget);
        this.#priced((entry) => this.#between(entry, this.#kept(LOW)));
        this.#enforce('trial');
      },
    );
    // The last energy that was worked out is that of what is in force now.
    const made = A.sub(program.load(this.#live.energy), this.#kept(BEFORE));
    this.#add(this.#live.changes, made);
    const level = A.sub(program.load(tank.level), made);
    const before = program.load(tank.level);
    const most = program.load(tank.most);
    // After a command that was cut only what was paid for cuts comes back.
    const debt = tank.debt && program.load(tank.debt);
    const uncut = tank.uncut && program.load(tank.uncut);
    const room =
      debt === undefined || uncut === undefined
        ? most
        : A.select(uncut, most, min(A, A.add(before, debt), most));
    const held = min(A, level, room);
    if (tank.debt !== undefined && debt !== undefined && uncut !== undefined) {
      const back = A.select(uncut, A.constant(0), max(A, A.sub(held, before), A.constant(0)));
      program.store(tank.debt, 0, A.sub(debt, back));
    }
    this.#add(tank.paid, A.sub(before, held));
    program.store(tank.level, 0, held);
    program.store(tank.owed, 0, A.sub(this.#kept(ASKED), made));
  }

  /** The largest part of the way whose jump the budget affords, into LOW. */
  #search(budget: Node): void {
    const program = this.#program;
    const { graph: A } = program;
    const jump = (share: Node): Node =>
      A.sub(
        this.#priced((entry) => this.#between(entry, share)),
        this.#kept(BEFORE),
      );
    this.#keep(LOW, A.constant(0));
    program.repeat(SCAN + 1, (i) => {
      const share = A.div(i, A.constant(SCAN));
      const fits = A.lessEqual(jump(share), budget);
      this.#keep(LOW, A.select(fits, share, this.#kept(LOW)));
      return undefined;
    });
    this.#keep(HIGH, min(A, A.add(this.#kept(LOW), A.constant(1 / SCAN)), A.constant(1)));
    program.repeat(BISECTIONS, () => {
      const low = this.#kept(LOW);
      const high = this.#kept(HIGH);
      const middle = A.mul(A.constant(0.5), A.add(low, high));
      const fits = A.lessEqual(jump(middle), budget);
      this.#keep(LOW, A.select(fits, middle, low));
      this.#keep(HIGH, A.select(fits, high, middle));
      return undefined;
    });
  }

  #between({ inForce, wanted }: LiveEntry, share: Node): Node[] {
    const { graph: A } = this.#program;
    const to = this.#program.loadAll(wanted);
    return this.#program.loadAll(inForce).map((x, i) => A.add(x, A.mul(share, A.sub(to[i], x))));
  }

  /** Energy at these values. */
  #priced(values: (entry: LiveEntry) => readonly Node[]): Node {
    const program = this.#program;
    for (const entry of this.#live.entries) program.storeAll(entry.trial, values(entry));
    program.call('price');
    return program.load(this.#live.energy);
  }

  #enforce(what: 'wanted' | 'trial'): void {
    for (const entry of this.#live.entries)
      this.#program.storeAll(entry.inForce, this.#program.loadAll(entry[what]));
  }

  #add(field: Field, energy: Node): void {
    this.#program.store(field, 0, this.#program.graph.add(this.#program.load(field), energy));
  }

  #keep(place: number, value: Node): void {
    this.#program.store(this.#live.search, place, value);
  }

  #kept(place: number): Node {
    return this.#program.load(this.#live.search, place);
  }
}
