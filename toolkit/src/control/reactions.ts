/** What the joints do in place of a law that cannot be trusted. */
import type { Node, ProgramBuilder } from '../graph/index.js';
import { inner } from '../mechanism/index.js';
import { difference } from '../model/index.js';
import type { ControlFields } from './control-fields.js';
import type { Design, Reaction } from './design.js';
import { allFinite } from './guards.js';
import { limitedCommand } from './limit-step.js';
import { FieldReader } from './slots.js';

/** The reactions of a step at q and v, with `gravity` the torque of gravity compensation (nv each). */
export class Reactions {
  readonly #program: ProgramBuilder;
  readonly #design: Design;
  readonly #fields: ControlFields;
  readonly #q: readonly Node[];
  readonly #v: readonly Node[];
  readonly #gravity: readonly Node[];
  readonly #own: readonly Node[] | undefined;

  /** `own`: torques of joints that laws have for themselves (nv), which hold and damped stop leave them. */
  constructor(
    program: ProgramBuilder,
    design: Design,
    fields: ControlFields,
    [q, v]: readonly [readonly Node[], readonly Node[]],
    gravity: readonly Node[],
    own?: readonly Node[],
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
    const torque = held === undefined ? this.#asked(kind) : this.#byServo(held);
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

  #byServo(held: readonly Node[]): readonly Node[] {
    const { graph: A } = this.#program;
    const asked = this.#withOwn(held.map((x, i) => A.add(x, this.#gravity[i])));
    return limitedCommand(this.#program, this.#fields, asked, this.#gravity);
  }

  #withOwn(torque: readonly Node[]): readonly Node[] {
    const { graph: A } = this.#program;
    const own = this.#own;
    return own === undefined ? torque : torque.map((x, i) => A.add(x, own[i]));
  }

  #asked(kind: Reaction): readonly Node[] {
    const program = this.#program;
    const { graph: A } = program;
    const read = new FieldReader(program);
    const gravity = this.#gravity;
    const limited = (torque: readonly Node[]) => limitedCommand(program, this.#fields, torque, gravity);
    const { damping, stiffness, held, holding } = this.#fields.guards ?? {};
    if (kind === 'off') return this.#v.map(() => A.constant(0));
    if (damping === undefined || kind === 'float') return limited(gravity);
    const brake = read.all(damping);
    const braked = this.#withOwn(this.#v.map((v, i) => A.sub(gravity[i], A.mul(brake[i], v))));
    if (kind !== 'hold' || stiffness === undefined || held === undefined || holding === undefined)
      return limited(braked);
    const spring = read.all(stiffness);
    const [active] = read.all(holding);
    const pose = read.all(held).map((x, i) => A.select(active, x, this.#q[i]));
    const off = difference(A, this.#design.model, this.#q, pose);
    const torque = limited(braked.map((x, i) => A.add(x, A.mul(spring[i], off[i]))));
    program.storeAll(held, pose);
    program.store(holding, 0, A.constant(1));
    return torque;
  }
}
