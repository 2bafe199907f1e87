/** The stretches of time over which something holds, taken sample by sample. */
export interface Stretch {
  /** s, of the first and the last sample of it. */
  readonly from: number;
  readonly until: number;
}

export class Stretches {
  /** The longest so far; undefined where it never held. */
  longest: Stretch | undefined;
  /** Those that are over and lasted at least `hold`, in the order of time. */
  readonly over: Stretch[] = [];
  readonly #hold: number;
  #from = Number.NaN;
  #last = Number.NaN;

  /** `hold`: s. */
  constructor(hold: number) {
    this.#hold = hold;
  }

  add(time: number, holds: boolean): void {
    if (!holds) {
      if (this.#last - this.#from >= this.#hold) this.over.push({ from: this.#from, until: this.#last });
      this.#from = Number.NaN;
      return;
    }
    if (Number.isNaN(this.#from)) this.#from = time;
    this.#last = time;
    const { longest } = this;
    if (longest === undefined || time - this.#from > longest.until - longest.from)
      this.longest = { from: this.#from, until: time };
  }

  /** The stretch that the last sample was in, if it is as long as `hold`. */
  open(): Stretch | undefined {
    return this.#last - this.#from >= this.#hold ? { from: this.#from, until: this.#last } : undefined;
  }
}
