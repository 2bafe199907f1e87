/** A joint command that is to stop: it runs out no harder than the arm can. */
import type { Node, ProgramBuilder } from '../../graph/index.js';
import type { Loads } from '../../model/index.js';
import type { ControlFields } from '../control-fields.js';
import type { Design } from '../design.js';
import type { FieldReader } from '../slots.js';
import { coriolis, stopPart, torqueLimits } from '../stops.js';
import { type ServoNext, type ServoState, servoRest } from './servo.js';
import { type ServoFields, servoStatuses } from './servo-fields.js';

/** Nominal and measured time of a tick, s, what the arm carries in it, and the torque that holds up the arm with that (nv). */
export interface ServoTick {
  readonly tick: Node;
  readonly elapsed: Node;
  readonly loads: Pick<Loads<Node>, 'payloads'>;
  readonly upheld: readonly Node[];
}

/**
 * The joint command q_c with rate v_c keeps (1 − s) of v_c in a tick in which it is to stop, s of {@link stopPart}: as much as the
 * torque limits leave, and no more than the decelerations that the servo names. Drives have these alone. Where neither is there,
 * it stops at once.
 */
export class ServoStop {
  readonly #program: ProgramBuilder;
  readonly #design: Design;
  readonly #control: ControlFields;
  readonly #fields: ServoFields;
  readonly #q: readonly Node[];
  readonly #v: readonly Node[];
  readonly #clock: ServoTick;

  constructor(
    program: ProgramBuilder,
    design: Design,
    control: ControlFields,
    fields: ServoFields,
    [q, v]: readonly [readonly Node[], readonly Node[]],
    clock: ServoTick,
  ) {
    this.#program = program;
    this.#design = design;
    this.#control = control;
    this.#fields = fields;
    [this.#q, this.#v] = [q, v];
    this.#clock = clock;
  }

  /** Share of the speed of `state` that is left after a tick; undefined where nothing bounds how hard it stops. */
  left(read: FieldReader, state: ServoState): Node | undefined {
    const program = this.#program;
    const { graph: A } = program;
    const { model } = this.#design;
    const { tick, loads, upheld } = this.#clock;
    const { design, deceleration } = this.#fields;
    const torques =
      design.follow.kind === 'drive'
        ? undefined
        : torqueLimits(program, this.#design, this.#control.limits.torque, read);
    if (torques === undefined && deceleration === undefined) return undefined;
    const most = torques ?? this.#q.map(() => A.constant(Number.POSITIVE_INFINITY));
    const base =
      torques === undefined
        ? upheld
        : coriolis(A, model, this.#q, this.#v, loads).map((x, i) => A.add(x, upheld[i]));
    const slowest = deceleration && read.all(deceleration);
    const part = stopPart(A, model, this.#q, loads, { v: state.v, tick, base, most, deceleration: slowest });
    return A.sub(A.constant(1), part);
  }

  /** `next`, or where that has no speed and the command has some, the command running out. */
  instead(read: FieldReader, state: ServoState, next: ServoNext): ServoNext {
    const program = this.#program;
    const { graph: A } = program;
    const scratch = this.#fields.stopped;
    if (scratch === undefined) return next;
    const zero = A.constant(0);
    const still = (v: readonly Node[]) => v.map((x) => A.equal(x, zero)).reduce((a, b) => A.and(a, b));
    const { model } = this.#design;
    const { nq, nv } = model;
    program.store(scratch, 0, zero);
    program.if(A.and(still(next.v), A.not(still(state.v))), () => {
      const left = this.left(read, state) ?? zero;
      const rest = servoRest(program, model, this.#fields, read, state, this.#clock.tick, left);
      program.storeAll(scratch, [left, ...rest.q, ...rest.v]);
    });
    const [left, ...stopped] = program.loadAll(scratch);
    const runs = A.less(zero, left);
    const pick = (one: readonly Node[], other: readonly Node[]) =>
      one.map((x, i) => A.select(runs, x, other[i]));
    return {
      q: pick(stopped.slice(0, nq), next.q),
      v: pick(stopped.slice(nq, nq + nv), next.v),
      position: pick(state.position, next.position) as unknown as ServoNext['position'],
      attitude: pick(state.attitude, next.attitude) as unknown as ServoNext['attitude'],
      velocity: pick([zero, zero, zero], next.velocity) as unknown as ServoNext['velocity'],
      spin: pick([zero, zero, zero], next.spin) as unknown as ServoNext['spin'],
      limited: A.select(runs, A.constant(1), next.limited),
      status: A.select(runs, A.constant(servoStatuses.indexOf('limit')), next.status),
    };
  }
}
