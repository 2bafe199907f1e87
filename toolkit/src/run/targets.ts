/** Targets that come for the points of a kernel, and how old they are at each tick. */
import { view } from '../graph/index.js';
import { type Kernel, streamFields } from '../port/index.js';

interface Stream {
  readonly at: Float64Array;
  readonly attitude: Float64Array;
  readonly age: Float64Array;
  readonly valid: Float64Array;
  /** One number, s: when what it was told last was made. */
  readonly stamp: Float64Array;
}

export class Targets {
  readonly #streams: readonly Stream[];
  readonly #named: ReadonlyMap<string, Stream>;

  constructor({ layout, memory }: Kernel) {
    const prefix = 'stream.';
    const suffix = '.valid';
    const points = layout.fields.flatMap(({ name, region }) =>
      region === 'inputs' && name.startsWith(prefix) && name.endsWith(suffix)
        ? [name.slice(prefix.length, -suffix.length)]
        : [],
    );
    this.#named = new Map(
      points.map((point) => {
        const { at, attitude, age, valid } = streamFields(point);
        const window = (name: string) => view(layout, memory, name);
        const stream: Stream = {
          at: window(at),
          attitude: window(attitude),
          age: window(age),
          valid: window(valid),
          stamp: new Float64Array(1),
        };
        return [point, stream];
      }),
    );
    this.#streams = [...this.#named.values()];
  }

  /** A target comes: position and attitude (7), as of `stamp`. Throws for a point that is told none. */
  tell(point: string, pose: readonly number[], stamp: number): void {
    const stream = this.#named.get(point);
    if (stream === undefined) {
      const known = [...this.#named.keys()].join(', ') || 'none';
      throw new Error(`run: no point ${JSON.stringify(point)} is told targets; known: ${known}`);
    }
    for (let i = 0; i < 3; i++) stream.at[i] = pose[i];
    for (let i = 0; i < 4; i++) stream.attitude[i] = pose[3 + i];
    stream.stamp[0] = stamp;
    stream.valid[0] = 1;
  }

  /** How old they are at a time. */
  show(time: number): void {
    for (let i = 0; i < this.#streams.length; i++) {
      const { age, stamp, valid } = this.#streams[i];
      if (valid[0] === 1) age[0] = time - stamp[0];
    }
  }
}
