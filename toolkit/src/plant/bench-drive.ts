/** What moves the motor of a bench; see bench.ts. */
import type { BenchDrive } from './bench-options.js';

const TWO_PI = 6.283185307179586;

export class BenchDriveState {
  /** Commanded positions; nothing of a force drive. */
  readonly told: Float64Array;
  /** What the motor gives along each axis in this step, N; of drives that follow positions after the step. */
  readonly force: Float64Array;
  /** The command that acts in this step: forces before the limit, or positions. */
  readonly late: Float64Array;
  /** N. */
  limit: number;
  readonly #kind: BenchDrive['kind'];
  readonly #rate: number;
  readonly #damping: number;
  readonly #yields: boolean;
  /** Commands of the last steps, and how many. */
  readonly #queue: Float64Array;
  readonly #delay: number;
  readonly #speed: Float64Array;

  constructor(drive: BenchDrive, step: number, axes: number) {
    const numbers = (): Float64Array => new Float64Array(axes);
    this.told = numbers();
    this.force = numbers();
    this.late = numbers();
    this.#speed = numbers();
    this.#kind = drive.kind;
    this.limit = (drive.kind === 'force' ? drive.limit : undefined) ?? Number.POSITIVE_INFINITY;
    this.#rate = drive.kind === 'position' ? TWO_PI * drive.bandwidth : 0;
    this.#damping = drive.kind === 'position' ? 2 * drive.ratio * this.#rate : 0;
    this.#yields = drive.kind === 'position' && drive.yields;
    this.#delay = Math.floor(((drive.kind === 'exact' ? undefined : drive.delay) ?? 0) / step + 0.5);
    this.#queue = new Float64Array(axes * this.#delay);
  }

  /** Stands at `q`: no force was given, and positions there, for as long as the delay is. */
  reset(q: Float64Array): void {
    const axes = q.length;
    this.force.fill(0);
    this.told.set(q);
    const first = this.#kind === 'force' ? this.force : q;
    for (let i = 0; i < this.#queue.length; i++) this.#queue[i] = first[i % axes];
  }

  /** A tick of so many steps begins. */
  begin(q: Float64Array, steps: number): void {
    if (this.#kind !== 'exact') return;
    for (let i = 0; i < q.length; i++) this.#speed[i] = (this.told[i] - q[i]) / steps;
  }

  /** It has ended. */
  end(q: Float64Array): void {
    // What the sum of even steps misses of the commanded position by rounding.
    if (this.#kind === 'exact') q.set(this.told);
  }

  /** The command of step number `step`, out of what is commanded now. */
  turn(torque: Float64Array, step: number): void {
    const now = this.#kind === 'force' ? torque : this.told;
    const { late, force, limit } = this;
    const axes = late.length;
    const at = this.#delay === 0 ? 0 : axes * (step % this.#delay);
    for (let i = 0; i < axes; i++) {
      if (this.#delay === 0) late[i] = now[i];
      else {
        late[i] = this.#queue[at + i];
        this.#queue[at + i] = now[i];
      }
      if (this.#kind !== 'force') continue;
      const asked = late[i];
      force[i] = asked > limit ? limit : asked < -limit ? -limit : asked;
    }
  }

  /** Acceleration of the motor along axis i, with the force `on` it besides the drive and its weight. */
  acceleration(
    i: number,
    x: number,
    v: number,
    mass: number,
    on: number,
    gravity: number,
    h: number,
  ): number {
    if (this.#kind === 'force') return (this.force[i] + on) / mass + gravity;
    if (this.#kind === 'exact') return (this.#speed[i] / h - v) / h;
    const follows = this.#rate * this.#rate * (this.late[i] - x) - this.#damping * v;
    return this.#yields ? follows + on / mass : follows;
  }
}
