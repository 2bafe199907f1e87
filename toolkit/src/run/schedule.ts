/** At which ticks energies are looked at and who gets samples. */
import type { Feed } from './channels.js';
import { wholeTicks } from './steps.js';

/** How often energies are looked at for the largest one, s. */
const NOTE_PERIOD = 0.1;

export class Schedule {
  /** The next tick at which there is something to do. */
  next = 0;
  /** At the tick that was {@link look}ed at last: whether energies are noted, and who is to be observed for that or for samples. */
  note = false;
  kernel = false;
  plant = false;
  ledger = false;
  readonly #feeds: readonly Feed[];
  readonly #noteEvery: number;
  readonly #ticks: number;

  /** `ticks` of `tick` seconds in all. */
  constructor(feeds: readonly Feed[], tick: number, ticks: number) {
    this.#feeds = feeds;
    this.#noteEvery = wholeTicks(NOTE_PERIOD, tick);
    this.#ticks = ticks;
  }

  /** Whether something is to be done at this tick; {@link note} and the others then say what. */
  look(tick: number): boolean {
    const last = tick === this.#ticks;
    if (tick < this.next && !last) return false;
    const feeds = this.#feeds;
    const note = tick % this.#noteEvery === 0 || last;
    let observed = false;
    let balanced = false;
    let machine = false;
    let next = tick + this.#noteEvery - (tick % this.#noteEvery);
    for (let i = 0; i < feeds.length; i++) {
      const feed = feeds[i];
      const since = tick % feed.every;
      if (since === 0 || last) {
        if (feed.observed) observed = true;
        if (feed.ledger) balanced = true;
        if (feed.machine) machine = true;
      }
      if (tick + feed.every - since < next) next = tick + feed.every - since;
    }
    this.next = next;
    this.note = note;
    this.kernel = observed || note || balanced;
    this.plant = note || balanced || machine;
    this.ledger = balanced;
    return true;
  }

  /** Sends samples to the listeners whose turn it is. */
  send(tick: number, time: number): void {
    const feeds = this.#feeds;
    const last = tick === this.#ticks;
    for (let i = 0; i < feeds.length; i++) if (tick % feeds[i].every === 0 || last) feeds[i].send(time);
  }
}
