/** The servo in a step: its command, the torques that follow it, and how it lets the joints go and takes them again. */
import type { Field, Node, ProgramBuilder } from '../../graph/index.js';
import { max, min } from '../../math/index.js';
import type { Model } from '../../model/index.js';
import type { ControlFields } from '../control-fields.js';
import type { Design } from '../design.js';
import { brakeTicks, heldBy } from '../guards.js';
import { FieldReader } from '../slots.js';
import { type Followed, follow } from './follow.js';
import { releasedNow, shareOf } from './law-activity.js';
import { servoReleased } from './law-phases.js';
import type { Store } from './law-step.js';
import { reactionNumber } from './sensing.js';
import { type Centre, type ServoNext, type ServoState, servoRest, servoState } from './servo.js';
import { chosen, type Moving, servoCommand } from './servo-command.js';
import { type ServoFields, servoStatuses } from './servo-fields.js';
import { ServoStop, type ServoTick } from './servo-stop.js';
import { placesWithout, type Taken, without } from './taken-joints.js';

/** A servo that rests at its last command: the torque that holds it there, and what the next step has to know. */
export interface Held {
  readonly torque: readonly Node[];
  readonly rest: ServoNext;
  readonly next: Store;
}

/**
 * A command that is to rest stops no harder than the arm can ({@link ServoStop}): a law that stops, one that a phase switches off
 * with none after it, no solution, a guard that holds.
 *
 * While laws of forces alone are at work the joints are released: the command stops, and the torque that follows it
 * goes out with the phase's blend, and where a tank pays for what these laws store no faster than it lets them in. Once it
 * is out the command goes with the measured arm, so that a later motion begins from where the arm is and as fast as it is,
 * and its torque comes in with the blend of that phase.
 */
export class ServoAtWork {
  readonly #program: ProgramBuilder;
  readonly #design: Design;
  readonly #model: Model;
  readonly #fields: ServoFields;
  readonly #centre: Centre;
  /** Before this step's motion. */
  readonly #state: ServoState;
  readonly #q: readonly Node[];
  readonly #v: readonly Node[];
  readonly #clock: ServoTick;
  /** Joints that laws have for themselves. */
  readonly #taken: Taken | undefined;
  /** 1 while the joints are released; undefined: never. */
  readonly #released: Node | undefined;
  /** The share of its torque that acts; undefined: all of it, or none where the joints are always released. */
  readonly #share: Node | undefined;
  readonly #stop: ServoStop;
  readonly #next: ServoNext;
  readonly #followed: Followed;

  /**
   * `state`: what the laws read that did `moving`; `taken`: joints that laws have for themselves; `arrived`: the least share that a
   * tank has let in of the laws of this phase.
   */
  constructor(
    program: ProgramBuilder,
    design: Design,
    control: ControlFields,
    fields: ServoFields,
    read: FieldReader,
    [centre, state]: readonly [Centre, ServoState],
    moving: readonly Moving[],
    [q, v]: readonly [readonly Node[], readonly Node[]],
    clock: ServoTick,
    { taken, arrived }: { readonly taken?: Taken | undefined; readonly arrived?: Node | undefined } = {},
  ) {
    const { graph: A } = program;
    const { model } = design;
    const { live } = control;
    this.#program = program;
    this.#design = design;
    this.#model = model;
    this.#fields = fields;
    this.#centre = centre;
    [this.#q, this.#v] = [q, v];
    this.#clock = clock;
    this.#state = state;
    this.#taken = taken;
    this.#stop = new ServoStop(program, design, control, fields, [q, v], clock);
    const always = servoReleased(design) === 'always';
    if (always) this.#released = A.constant(1);
    else if (fields.share !== undefined && live !== undefined) {
      this.#released = releasedNow(program, design, live);
      const share = shareOf(program, fields.share, A.not(this.#released), live, clock.elapsed);
      this.#share = arrived === undefined ? share : this.#heldBack(share, arrived);
    }
    const moved = always
      ? undefined
      : this.#leaving(servoCommand(program, model, fields, read, state, moving, clock.tick));
    const released = this.#released;
    const rest = () => this.#rest(read, state, A.constant(0));
    if (moved === undefined) this.#next = rest();
    else {
      const wanted = released === undefined ? moved : chosen(A, released, rest(), moved);
      this.#next = this.#stop.instead(read, state, wanted);
    }
    // No torque is to stop at once what is let go.
    const before =
      released === undefined
        ? state
        : { ...state, v: state.v.map((x, i) => A.select(released, this.#next.v[i], x)) };
    this.#followed = always
      ? { torque: undefined, next: [] }
      : follow(program, model, fields, read, before, this.#next, [q, v], clock);
  }

  /** The share where a tank has let in but `arrived` of the laws that take the joints over: the servo lets go of no more. */
  #heldBack(share: Node, arrived: Node): Node {
    const { graph: A } = this.#program;
    const before = this.#program.load(this.#fields.share as Field);
    const kept = min(A, before, A.sub(A.constant(1), arrived));
    return A.select(this.#released as Node, max(A, share, kept), share);
  }

  /** What it asks of the joints (nv); undefined where drives follow, and where the joints are always released. */
  get torque(): readonly Node[] | undefined {
    const { graph: A } = this.#program;
    const share = this.#share;
    const torque = this.#followed.torque && without(this.#program, this.#taken, this.#followed.torque);
    return share === undefined ? torque : torque?.map((tau) => A.mul(share, tau));
  }

  /** A command in which joints that are taken stay where they are measured. */
  #leaving(next: ServoNext): ServoNext {
    const q = placesWithout(this.#program, this.#model, this.#taken, next.q, this.#state.q);
    return { ...next, q, v: without(this.#program, this.#taken, next.v) };
  }

  /** 1 where it found no solution. */
  get failed(): Node {
    const { graph: A } = this.#program;
    return A.equal(this.#next.status, A.constant(servoStatuses.indexOf('failed')));
  }

  /** Numbers that must be finite. */
  get checked(): readonly Node[] {
    return [...this.#next.q, ...this.#next.v, ...this.#next.position];
  }

  /** Outputs of a step whose law is in force. */
  tell(next: ServoNext = this.#next): void {
    const { outPosition, outSpeed, status } = this.#fields;
    if (outPosition !== undefined) this.#program.storeAll(outPosition, next.q);
    if (outSpeed !== undefined) this.#program.storeAll(outSpeed, next.v);
    this.#program.store(status, 0, next.status);
  }

  /** What the next step has to know of one whose law was in force. */
  keep(): void {
    const program = this.#program;
    const { graph: A } = program;
    const [released, share] = [this.#released, this.#share];
    if (this.#fields.share !== undefined && share !== undefined) program.store(this.#fields.share, 0, share);
    if (released === undefined) {
      this.#keepCommand(this.#next);
      this.#store(this.#followed.next);
      return;
    }
    const zero = A.constant(0);
    const free = share === undefined ? released : A.and(released, A.equal(share, zero));
    this.#keepCommand({ ...this.#next, v: this.#next.v.map((x, i) => A.select(free, this.#v[i], x)) });
    program.store(this.#fields.started, 0, A.not(free));
    // What gathers torque against an error stands while that goes out.
    for (const [field, values] of this.#followed.next) {
      const before = program.loadAll(field);
      program.storeAll(
        field,
        values.map((x, i) => A.select(free, zero, A.select(released, before[i], x))),
      );
    }
  }

  /**
   * The servo at rest, for the reaction hold; undefined where it does not follow by torques. It rests at its last command, or where
   * the joints were released at where they are measured when it begins to hold, as fast as the arm is then. The command stops no
   * harder than the arm can; where nothing says how hard that is, it stops at once, and no torque is asked for that would stop
   * the arm in one tick.
   */
  held(): Held | undefined {
    if (heldBy(this.#design) !== 'servo') return undefined;
    const program = this.#program;
    const { graph: A } = program;
    const read = new FieldReader(program);
    const { share } = this.#fields;
    const state =
      share === undefined
        ? this.#state
        : servoState(program, this.#model, this.#fields, read, this.#centre, this.#q, {
            counts: A.equal(program.load(share), A.constant(1)),
            taken: this.#taken,
          });
    const left = this.#stop.left(read, state);
    const rest = this.#rest(read, state, left ?? A.constant(0));
    const stopped = left === undefined ? { ...state, v: rest.v } : state;
    const { torque, next } = follow(
      program,
      this.#model,
      this.#fields,
      read,
      stopped,
      rest,
      [this.#q, this.#v],
      this.#clock,
    );
    return torque && { torque: without(program, this.#taken, torque), rest, next };
  }

  /**
   * A step in which a reaction acts in place of the law. `state`: whether the joint state is one; `reaction`: what stands for it;
   * `held`: the servo that holds in the law's place.
   */
  instead(state: boolean, reaction: Node, held: Held | undefined): void {
    const program = this.#program;
    const { graph: A } = program;
    const zero = A.constant(0);
    const { started, share, v, follow: own, design } = this.#fields;
    if (held !== undefined) {
      this.tell(held.rest);
      this.#keepCommand(held.rest);
      this.#store(held.next);
      if (share !== undefined) program.store(share, 0, A.constant(1));
      return;
    }
    if (design.follow.kind !== 'drive' || !state) {
      const zeros = this.#v.map(() => zero);
      program.store(started, 0, zero);
      program.storeAll(v, zeros);
      if (own.held !== undefined) program.storeAll(own.held, zeros);
      if (!state) this.#last();
      return;
    }
    const runsOut = A.equal(reaction, A.constant(reactionNumber('damped stop')));
    const read = new FieldReader(program);
    const stops = this.#stop.left(read, this.#state) ?? zero;
    const left = A.select(runsOut, max(A, stops, A.constant(1 - 1 / brakeTicks)), stops);
    const rest = this.#rest(read, this.#state, left);
    this.tell(rest);
    this.#keepCommand(rest);
  }

  /** At rest, `left` of its speed left after a tick. */
  #rest(read: FieldReader, state: ServoState, left: Node): ServoNext {
    return servoRest(this.#program, this.#model, this.#fields, read, state, this.#clock.tick, left);
  }

  /** The last joint command as output, where the joint state is lost. */
  #last(): void {
    const { outPosition, outSpeed, q } = this.#fields;
    if (outPosition === undefined || outSpeed === undefined) return;
    const program = this.#program;
    program.storeAll(outPosition, program.loadAll(q));
    program.storeAll(
      outSpeed,
      this.#v.map(() => program.graph.constant(0)),
    );
  }

  #keepCommand(next: ServoNext): void {
    const to = this.#fields;
    this.#store([
      [to.q, next.q],
      [to.v, next.v],
      [to.position, next.position],
      [to.attitude, next.attitude],
      [to.velocity, next.velocity],
      [to.spin, next.spin],
      [to.limited, [next.limited]],
      [to.started, [this.#program.graph.constant(1)]],
    ]);
  }

  #store(all: Store): void {
    for (const [field, values] of all) this.#program.storeAll(field, values);
  }
}
