/** A recorded force: straight lines between its rows, nothing before the first and after the last. */
export class RecordedSignal {
  /** Along each axis, N, as of the last {@link at}. */
  readonly force: Float64Array;
  readonly #times: Float64Array;
  readonly #forces: Float64Array;
  /** The last row that is not later than the last time. */
  #row = 0;

  /** Rows of a time (s, increasing) and `axes` forces (N). */
  constructor(rows: readonly (readonly number[])[], axes: number) {
    this.force = new Float64Array(axes);
    this.#times = Float64Array.from(rows, ([time]) => time);
    this.#forces = Float64Array.from(rows.flatMap((row) => row.slice(1)));
  }

  reset(): void {
    this.#row = 0;
  }

  /** Brings {@link force} to a time, no earlier than the last one. */
  at(time: number): void {
    const times = this.#times;
    const { force } = this;
    const last = times.length - 1;
    while (this.#row < last && times[this.#row + 1] <= time) this.#row++;
    const row = this.#row;
    if (time < times[0] || time > times[last]) {
      force.fill(0);
      return;
    }
    const next = row < last ? row + 1 : row;
    const span = times[next] - times[row];
    const part = span > 0 ? (time - times[row]) / span : 0;
    for (let i = 0; i < force.length; i++) {
      const from = this.#forces[row * force.length + i];
      force[i] = from + part * (this.#forces[next * force.length + i] - from);
    }
  }
}
