/** What the encoders of a plant say of its joints: whole counts of positions, and speeds in one of three ways. */

export const encoderSpeeds = ['exact', 'differences', 'none'] as const;

export interface EncoderOptions {
  /** Of each position, rad or m; 0: exact. */
  readonly resolution: readonly number[];
  /**
   * What is said of speeds: `exact`; `differences` of the positions that are said, over what was advanced last, 0 at the
   * start (of joints with one position each); `none`, 0.
   */
  readonly velocity: (typeof encoderSpeeds)[number];
}

export class Encoders {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly #options: EncoderOptions;
  readonly #exactQ: Float64Array;
  readonly #exactV: Float64Array;

  constructor(options: EncoderOptions, q: Float64Array, v: Float64Array) {
    this.q = q.slice();
    this.v = v.slice();
    this.#options = options;
    this.#exactQ = q;
    this.#exactV = v;
  }

  /** Brings them up to date; `since`: seconds since they last were, 0 at the start. */
  say(since: number): void {
    const { resolution, velocity } = this.#options;
    const { q, v } = this;
    const differs = velocity === 'differences';
    for (let i = 0; i < q.length; i++) {
      const exact = this.#exactQ[i];
      const count = resolution[i];
      const said = count > 0 ? Math.floor(exact / count + 0.5) * count : exact;
      if (differs) v[i] = since > 0 ? (said - q[i]) / since : 0;
      q[i] = said;
    }
    if (differs) return;
    for (let i = 0; i < v.length; i++) v[i] = velocity === 'exact' ? this.#exactV[i] : 0;
  }
}
