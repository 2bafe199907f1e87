/** What the joints do in place of a law that cannot be trusted. */
import type { Node, ProgramBuilder } from '../graph/index.js';
import { inner } from '../mechanism/index.js';
import { difference, integrate } from '../model/index.js';
import { carriedLoads } from './carried.js';
import type { ControlFields } from './control-fields.js';
import type { Design, Reaction } from './design.js';
import { allFinite } from './guards.js';
import { type OwnJoints, without } from './laws/taken-joints.js';
import { limitedCommand } from './limit-step.js';
import { FieldReader, programSlots } from './slots.js';
import { coriolis, inertial, shareWithin, stopPart, torqueLimits } from './stops.js';

/** The reactions of a step at q and v, with `gravity` the torque that holds the arm and what it carries (nv each). */
export class Reactions {
  readonly #program: ProgramBuilder;
  readonly #design: Design;
  readonly #fields: ControlFields;
  readonly #q: readonly Node[];
  readonly #v: readonly Node[];
  readonly #gravity: readonly Node[];
  readonly #own: OwnJoints | undefined;

  /** `own`: joints that laws have for themselves, which hold and damped stop leave their torques. */
  constructor(
    program: ProgramBuilder,
    design: Design,
    fields: ControlFields,
    [q, v]: readonly [readonly Node[], readonly Node[]],
    gravity: readonly Node[],
    own?: OwnJoints,
  ) {
    this.#program = program;
    this.#design = design;
    this.#fields = fields;
    [this.#q, this.#v] = [q, v];
    this.#gravity = gravity;
    this.#own = own;
  }

  /**
   * Its torque; off where it is no number either: gravity, which it rests on, may be what broke the law. `held`: what a
   * servo holds with, beside gravity (nv), for hold.
   */
  torque(kind: Reaction, held?: readonly Node[]): readonly Node[] {
    const { graph: A } = this.#program;
    const torque = this.#limited(held ?? this.#asked(kind), kind);
    const finite = allFinite(A, torque);
    return torque.map((x) => A.select(finite, x, A.constant(0)));
  }

  /**
   * Power of a reaction, W, less that of gravity compensation, whose energy is stored whatever acts; 0 where it is no
   * number, and where drives follow positions: those take no torques, and what they put in is theirs.
   */
  gained(torque: readonly Node[]): Node {
    const { graph: A } = this.#program;
    if (this.#design.servo?.follow.kind === 'drive') return A.constant(0);
    const beyond = torque.map((x, i) => A.sub(x, this.#gravity[i]));
    const power = inner(A, beyond, this.#v);
    return A.select(allFinite(A, [power]), power, A.constant(0));
  }

  /** A pose that was held is let go. */
  release(): void {
    const holding = this.#fields.guards?.holding;
    if (holding !== undefined) this.#program.store(holding, 0, this.#program.graph.constant(0));
  }

  /** Beside gravity and grips, as far as torque limits leave it room: whatever a reaction asks for, the arm is held up. */
  #limited(asked: readonly Node[], kind: Reaction): readonly Node[] {
    const program = this.#program;
    const { graph: A } = program;
    if (kind === 'off') return asked;
    const own = kind === 'float' ? undefined : this.#own;
    const kept = this.#gravity.map((x, i) => (own === undefined ? x : A.add(x, own.torque[i])));
    const most = torqueLimits(program, this.#design, this.#fields.limits.torque, new FieldReader(program));
    const share = most === undefined ? A.constant(1) : shareWithin(A, kept, asked, most);
    const whole = asked.map((x, i) => A.add(kept[i], A.mul(share, x)));
    return limitedCommand(program, this.#fields, whole, this.#gravity);
  }

  /** What it asks for beside gravity. */
  #asked(kind: Reaction): readonly Node[] {
    const program = this.#program;
    const { graph: A } = program;
    const zeros = this.#v.map(() => A.constant(0));
    const { damping, bandwidth } = this.#fields.guards ?? {};
    if (kind === 'hold' && bandwidth !== undefined) return this.#held(new FieldReader(program));
    if (kind !== 'damped stop' || damping === undefined) return zeros;
    const brake = new FieldReader(program).all(damping);
    return this.#v.map((v, i) => A.neg(A.mul(brake[i], v)));
  }

  /**
   * τ = M (a + 2 ω (v_h − v) + ω² (q_h ⊖ q)) + C v: critically damped about a pose that moves on from that of the first tick, with
   * the speed v_h of the arm then, and stops at the deceleration −a that the torque limits allow; at once where there are none.
   */
  #held(read: FieldReader): readonly Node[] {
    const program = this.#program;
    const { graph: A } = program;
    const { model } = this.#design;
    const { bandwidth, held, speed, holding } = this.#fields.guards ?? {};
    if (bandwidth === undefined || held === undefined || speed === undefined || holding === undefined)
      throw new Error('control: nothing to hold by');
    const [omega] = read.all(bandwidth);
    const [active] = read.all(holding);
    const [tick] = read.all(this.#fields.tick);
    const [q, v] = [this.#q, this.#v];
    const from = read.all(held).map((x, i) => A.select(active, x, q[i]));
    const fast = read.all(speed).map((x, i) => A.select(active, x, v[i]));
    const loads = carriedLoads(A, this.#design, programSlots(program, this.#fields, read));
    const drift = coriolis(A, model, q, v, loads);
    const base = drift.map((x, i) => A.add(x, this.#gravity[i]));
    const most = torqueLimits(program, this.#design, this.#fields.limits.torque, read);
    const part = most && stopPart(A, model, q, loads, { v: fast, tick, base, most });
    const after = fast.map((x) => (part === undefined ? A.constant(0) : A.sub(x, A.mul(part, x))));
    const pose = integrate(A, model, from, after, tick);
    const off = difference(A, model, q, pose);
    const twice = A.mul(A.constant(2), omega);
    const square = A.mul(omega, omega);
    const wanted = off.map((x, i) => {
      const back = A.add(A.mul(twice, A.sub(after[i], v[i])), A.mul(square, x));
      return part === undefined ? back : A.sub(back, A.div(A.mul(part, fast[i]), tick));
    });
    program.storeAll(held, pose);
    program.storeAll(speed, after);
    program.store(holding, 0, A.constant(1));
    const torque = inertial(A, model, q, wanted, loads).map((x, i) => A.add(x, drift[i]));
    return without(program, this.#own?.taken, torque);
  }
}
