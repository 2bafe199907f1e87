/**
 * The Runge–Kutta pair of Dormand and Prince, order 5 with an embedded order 4 (J. Comp. Appl. Math. 6, 1980, table 2):
 * the step follows from the estimated error, the higher order is kept.
 */
export type Rate = (t: number, y: readonly number[]) => readonly number[];

export interface Precision {
  /** Error of a step that is let pass, relative to the entry. */
  readonly relative: number;
  /** And absolute. */
  readonly absolute: number;
}

export const tight: Precision = { relative: 1e-9, absolute: 1e-11 };

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
const fourth = [5179 / 57600, 0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40];

/** Thrown where no step is short enough: the right-hand side is not smooth there, or not finite. */
export class StepTooShort extends Error {}

/**
 * y at `end`, from y at `start`. `seen` is told of every step that is kept; where it returns true the integration ends
 * there and its time and state are what is returned.
 */
export function integrate(
  rate: Rate,
  start: number,
  from: readonly number[],
  end: number,
  { relative, absolute }: Precision = tight,
  seen: (t: number, y: readonly number[]) => boolean | undefined = () => undefined,
): { t: number; y: number[] } {
  const n = from.length;
  let t = start;
  let y = [...from];
  let step = Math.min(1e-4, end - start);
  let first = rate(t, y);
  while (t < end) {
    const last = t + step >= end;
    const h = last ? end - t : step;
    const k: (readonly number[])[] = [first];
    let next: number[] = y;
    for (let s = 1; s < 7; s++) {
      next = new Array<number>(n);
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0; j < s; j++) sum += stages[s][j] * k[j][i];
        next[i] = y[i] + h * sum;
      }
      k.push(rate(t + nodes[s] * h, next));
    }
    let error = 0;
    for (let i = 0; i < n; i++) {
      let low = 0;
      for (let j = 0; j < 7; j++) low += fourth[j] * k[j][i];
      const difference = next[i] - (y[i] + h * low);
      const size = absolute + relative * Math.max(Math.abs(y[i]), Math.abs(next[i]));
      error += (difference / size) ** 2;
    }
    error = Math.sqrt(error / n);
    if (error <= 1) {
      t = last ? end : t + h;
      y = next;
      first = k[6];
      if (seen(t, y) === true) return { t, y };
    }
    const factor = Number.isFinite(error) ? 0.9 * Math.max(error, 1e-10) ** -0.2 : 0.1;
    step = h * Math.min(5, Math.max(0.2, factor));
    if (t + step === t) throw new StepTooShort(`no step from ${t} s`);
  }
  return { t, y };
}

/** y at each of the times, the first of which may be the start; a right-hand side that jumps at `jumps` is not stepped over. */
export function sample(
  rate: Rate,
  from: readonly number[],
  times: readonly number[],
  options: {
    readonly precision?: Precision;
    readonly jumps?: readonly number[];
    readonly seen?: (t: number, y: readonly number[]) => undefined;
  } = {},
): number[][] {
  const found: number[][] = [];
  let t = 0;
  let y = [...from];
  for (const time of times) {
    const ends = [...(options.jumps ?? []).filter((jump) => jump > t && jump < time), time];
    for (const end of ends) {
      if (end > t) ({ y } = integrate(rate, t, y, end, options.precision ?? tight, options.seen));
      t = end;
    }
    found.push(y);
  }
  return found;
}
