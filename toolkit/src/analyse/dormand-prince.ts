/**
 * Dormand and Prince's Runge–Kutta method of order 5 with an error of order 4 beside it, and steps as long as that error
 * allows (Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, section II.5).
 */

const nodes = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1];
const stages: readonly (readonly number[])[] = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];
/** Order 5 less order 4. */
const fault = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40];

export interface Tolerance {
  /** Error of a step that is borne, as a part of the value and beside it. */
  readonly relative: number;
  readonly absolute: number;
}

/** An initial value problem y' = f(t, y) on its way. */
export class DormandPrince {
  readonly #f: (t: number, y: readonly number[]) => readonly number[];
  readonly #tolerance: Tolerance;
  readonly #project: (y: number[]) => number[];
  #slope: readonly number[];
  time: number;
  state: readonly number[];
  /** Length that the next step will try. */
  next: number;
  /** Steps taken and refused. */
  taken = 0;
  refused = 0;

  /** `project` brings the state back to where it has to stay after a step (unit quaternions). */
  constructor(
    f: (t: number, y: readonly number[]) => readonly number[],
    start: readonly number[],
    tolerance: Tolerance,
    options: {
      readonly time?: number;
      readonly first?: number;
      readonly project?: (y: number[]) => number[];
    } = {},
  ) {
    this.#f = f;
    this.#tolerance = tolerance;
    this.#project = options.project ?? ((y) => y);
    this.time = options.time ?? 0;
    this.state = start;
    this.next = options.first ?? 1e-4;
    this.#slope = f(this.time, start);
  }

  /** One step that holds the tolerance, not past `end`. False where no step is short enough. */
  step(end: number): boolean {
    const { relative, absolute } = this.#tolerance;
    const left = end - this.time;
    for (let tries = 0; tries < 60; tries++) {
      const last = this.next >= left;
      const h = last ? left : this.next;
      const k: (readonly number[])[] = [this.#slope];
      let y: number[] = [];
      for (let s = 1; s < 7; s++) {
        y = this.state.map((x, i) => x + h * stages[s].reduce((sum, a, j) => sum + a * k[j][i], 0));
        k.push(this.#f(this.time + nodes[s] * h, y));
      }
      let square = 0;
      for (let i = 0; i < y.length; i++) {
        const error = h * fault.reduce((sum, e, j) => sum + e * k[j][i], 0);
        const scale = absolute + relative * Math.max(Math.abs(this.state[i]), Math.abs(y[i]));
        square += (error / scale) ** 2;
      }
      const error = Math.sqrt(square / Math.max(1, y.length));
      if (!(error <= 1)) {
        this.refused++;
        this.next = h * (error < Number.POSITIVE_INFINITY ? Math.max(0.2, 0.9 / fifthRoot(error)) : 0.1);
        if (this.next < 1e-12) return false;
        continue;
      }
      this.taken++;
      this.time = last ? end : this.time + h;
      const projected = this.#project(y);
      this.state = projected;
      this.#slope = projected === y ? k[6] : this.#f(this.time, projected);
      const longer = h * Math.min(5, 0.9 / fifthRoot(Math.max(error, 1e-10)));
      this.next = last ? Math.max(this.next, longer) : longer;
      return true;
    }
    return false;
  }
}

/** By Newton's method from above; x > 0. */
function fifthRoot(x: number): number {
  let r = x > 1 ? x : 1;
  for (let i = 0; i < 200; i++) {
    const better = (4 * r + x / (r * r * r * r)) / 5;
    if (!(better < r)) break;
    r = better;
  }
  return r;
}
