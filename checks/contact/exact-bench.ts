/**
 * One axis, a tool and a wall, simulated from contact to contact: between two events (a tick, a command that comes into
 * force, touching, leaving) the plant is linear and is carried on by the Taylor series of its exponential; events are
 * found to a billionth of a step. Written without sight of the analysis that it judges: it shares neither a matrix nor
 * a formula with it.
 */

export interface BenchWall {
  readonly k: number;
  readonly c: number;
  /** The wall also pulls: what a linear analysis takes for granted. */
  readonly bilateral: boolean;
}

/** What is driven: its own acceleration from place, speed and command, and its mass where pushes move it. */
export interface BenchHolder {
  readonly spring: number;
  readonly damper: number;
  readonly gain: number;
  /** Infinity where nothing that presses on it moves it. */
  readonly mass: number;
}

export interface BenchTool {
  readonly mass: number;
  readonly spring: number;
  readonly damper: number;
}

/** A controller in being: from what is sampled at a tick to the command. */
export type BenchLaw = (sample: {
  readonly place: number;
  readonly speed: number;
  /** Force of the tool on what it touches, wall and hand, N. */
  readonly force: number;
  /** Acceleration of the tool just before the tick. */
  readonly acceleration: number;
}) => number;

export interface BenchSetup {
  readonly holder: BenchHolder;
  readonly tool?: BenchTool;
  readonly wall: BenchWall;
  readonly tick: number;
  /** From a tick to its command's coming into force, s. */
  readonly delay: number;
  readonly law: BenchLaw;
  /** Place and speed at the start, of tool and holder. */
  readonly place: number;
  readonly speed: number;
  /** Command in force before the first. */
  readonly command: number;
  /** A hand that pushes the tool with sin(w t) N from the start, w in rad/s. */
  readonly push?: number;
}

/** What is asked of a bench that a design is judged by. */
export interface JudgedBench {
  /** Of the tool on the wall, and its place. */
  readonly force: number;
  readonly place: number;
  /** How often it left the wall. */
  readonly departures: number;
  /** How large its motion is, with the state of what commands it. */
  readonly size: number;
  tick(seen?: (bench: JudgedBench) => void): void;
}

export interface JumpSetup {
  readonly wall: { readonly k: number; readonly bilateral: boolean };
  readonly tick: number;
  readonly law: BenchLaw;
  readonly place: number;
  /** A hand that pushes with sin(w t) N, as of {@link BenchSetup}. */
  readonly push?: number;
}

/** A tool that stands where it is commanded from the tick on: nothing moves between two ticks. */
export class JumpBench implements JudgedBench {
  readonly #setup: JumpSetup;
  #place: number;
  #departures = 0;
  #ticks = 0;

  constructor(setup: JumpSetup) {
    this.#setup = setup;
    this.#place = setup.place;
  }

  get place(): number {
    return this.#place;
  }
  get force(): number {
    const { k, bilateral } = this.#setup.wall;
    return bilateral || this.#place > 0 ? k * this.#place : 0;
  }
  get departures(): number {
    return this.#departures;
  }
  get size(): number {
    return Math.abs(this.#place);
  }

  tick(seen?: (bench: JudgedBench) => void): void {
    const touched = this.force !== 0;
    const { law, push, tick } = this.#setup;
    const hand = push === undefined ? 0 : Math.sin(push * tick * this.#ticks++);
    this.#place = law({ place: this.#place, speed: 0, force: this.force - hand, acceleration: 0 });
    if (touched && this.force === 0) this.#departures++;
    seen?.(this);
  }
}

/** Turn of the fastest motion in a sub-step, rad: only what touches and leaves within one goes unseen. */
const small = 0.25;

export class ExactBench implements JudgedBench {
  readonly #setup: BenchSetup;
  /** Of holder and tool; the hand's sine and cosine follow. */
  readonly #n: number;
  readonly #all: number;
  readonly #x: number[];
  #command: number;
  readonly #queue: number[] = [];
  readonly #touching: Flow;
  readonly #free: Flow;
  #touches: boolean;
  #departures = 0;
  /** Sub-steps of a part of a tick. */
  readonly #parts: readonly { readonly length: number; readonly steps: number }[];

  constructor(setup: BenchSetup) {
    this.#setup = setup;
    this.#n = setup.tool === undefined ? 2 : 4;
    this.#all = this.#n + (setup.push === undefined ? 0 : 2);
    this.#x = Array.from({ length: this.#n }, (_, i) => (i % 2 === 0 ? setup.place : setup.speed));
    if (setup.push !== undefined) this.#x.push(0, 1);
    this.#command = setup.command;
    const whole = Math.floor(setup.delay / setup.tick + 1e-9);
    const rest = setup.delay - whole * setup.tick;
    for (let i = 0; i < whole; i++) this.#queue.push(setup.command);
    const fast = this.#fastest();
    const cut = rest > 1e-9 * setup.tick ? [rest, setup.tick - rest] : [setup.tick];
    this.#parts = cut.map((length) => ({ length, steps: Math.max(1, Math.ceil((length * fast) / small)) }));
    this.#touching = new Flow(this.#matrix(true), this.#drive(), this.#all);
    this.#free = new Flow(this.#matrix(false), this.#drive(), this.#all);
    this.#touches = this.#inContact(this.#x);
  }

  get force(): number {
    return this.#touches ? this.#push(this.#x) : 0;
  }
  /** Of the tool. */
  get place(): number {
    return this.#x[this.#n - 2];
  }
  get touches(): boolean {
    return this.#touches;
  }
  get departures(): number {
    return this.#departures;
  }
  get size(): number {
    const { holder } = this.#setup;
    const slow = Math.sqrt(Math.max(holder.spring, this.#setup.wall.k / this.#toolMass, 1));
    return this.#x.slice(0, this.#n).reduce((sum, y, i) => sum + Math.abs(y) / (i % 2 === 0 ? 1 : slow), 0);
  }

  /** A tick: sampled, computed, queued, applied, moved; `seen` after every sub-step. */
  tick(seen?: (bench: JudgedBench) => void): void {
    const { law, tick } = this.#setup;
    const at = this.#n - 2;
    this.#queue.push(
      law({
        place: this.#x[0],
        speed: this.#x[1],
        force: this.force - (this.#setup.push === undefined ? 0 : this.#x[this.#n]),
        acceleration: this.#flow().rate(this.#x, this.#command)[at + 1],
      }),
    );
    const next = this.#queue.shift()!;
    if (this.#parts.length === 1) this.#command = next;
    this.#parts.forEach(({ length, steps }, i) => {
      if (i === 1) this.#command = next;
      for (let step = 0; step < steps; step++) {
        this.#move(length / steps, tick);
        seen?.(this);
      }
    });
  }

  #move(span: number, tick: number): void {
    let left = span;
    for (let guard = 0; left > 1e-12 * tick && guard < 100; guard++) {
      const before = this.#touches;
      const end = this.#flow().after(this.#x, this.#command, left);
      if (this.#inContact(end) === before) {
        this.#put(end);
        return;
      }
      const [at, changed] = this.#change(left, end);
      this.#put(changed);
      this.#touches = !before;
      if (before) this.#departures++;
      left -= at;
    }
  }

  /** The first instant at which touching has changed, by false position (Illinois), and where all is then. */
  #change(span: number, end: readonly number[]): [number, readonly number[]] {
    const before = this.#touches;
    let [low, high] = [0, span];
    let [a, b] = [this.#depth(this.#x), this.#depth(end)];
    let reached = end;
    for (let i = 0; i < 60 && high - low > 1e-11 * span; i++) {
      const straight = (a * high - b * low) / (a - b);
      const inside = straight > low && straight < high && i % 8 !== 7;
      const middle = inside ? straight : 0.5 * (low + high);
      if (middle <= low || middle >= high) break;
      const x = this.#flow().after(this.#x, this.#command, middle, true);
      const depth = this.#depth(x);
      if (this.#inContact(x) === before) {
        [low, a] = [middle, depth];
        b *= 0.5;
      } else {
        [high, b, reached] = [middle, depth, x];
        a *= 0.5;
        if (Math.abs(depth) < 1e-16) break;
      }
    }
    return [high, reached];
  }

  /** Above 0 in contact: the depth, or the force over the stiffness where that is less. */
  #depth(x: readonly number[]): number {
    const y = x[this.#n - 2];
    const { k } = this.#setup.wall;
    return k > 0 ? Math.min(y, this.#push(x) / k) : y;
  }

  #put(x: readonly number[]): void {
    for (let i = 0; i < this.#all; i++) this.#x[i] = x[i];
  }

  #flow(): Flow {
    return this.#touches ? this.#touching : this.#free;
  }

  #push(x: readonly number[]): number {
    const { k, c } = this.#setup.wall;
    return k * x[this.#n - 2] + c * x[this.#n - 1];
  }

  #inContact(x: readonly number[]): boolean {
    return this.#setup.wall.bilateral || (x[this.#n - 2] > 0 && this.#push(x) > 0);
  }

  get #toolMass(): number {
    return this.#setup.tool?.mass ?? this.#setup.holder.mass;
  }

  #fastest(): number {
    const { holder, tool, wall } = this.#setup;
    const rates = [Math.sqrt(holder.spring), holder.damper, this.#setup.push ?? 0];
    if (Number.isFinite(this.#toolMass)) {
      rates.push(Math.sqrt((wall.k + (tool?.spring ?? 0)) / this.#toolMass), wall.c / this.#toolMass);
    }
    if (tool !== undefined) rates.push(tool.damper / tool.mass, Math.sqrt(tool.spring / holder.mass));
    return Math.max(...rates);
  }

  #matrix(touching: boolean): number[][] {
    const { holder, tool, wall, push } = this.#setup;
    const rows = Array.from({ length: this.#all }, () => new Array<number>(this.#all).fill(0));
    rows[0][1] = 1;
    rows[1][0] = -holder.spring;
    rows[1][1] = -holder.damper;
    if (tool !== undefined) {
      rows[2][3] = 1;
      [tool.spring, tool.damper, -tool.spring, -tool.damper].forEach((s, j) => {
        rows[3][j] += s / tool.mass;
        rows[1][j] -= s / holder.mass;
      });
    }
    if (touching) {
      rows[this.#n - 1][this.#n - 2] -= wall.k / this.#toolMass;
      rows[this.#n - 1][this.#n - 1] -= wall.c / this.#toolMass;
    }
    if (push !== undefined) {
      rows[this.#n - 1][this.#n] += 1 / this.#toolMass;
      rows[this.#n][this.#n + 1] = push;
      rows[this.#n + 1][this.#n] = -push;
    }
    return rows;
  }

  #drive(): number[] {
    return Array.from({ length: this.#all }, (_, i) => (i === 1 ? this.#setup.holder.gain : 0));
  }
}

/** x′ = M x + g r with r constant. */
class Flow {
  readonly #M: readonly (readonly number[])[];
  readonly #g: readonly number[];
  readonly #n: number;
  /** What a step of a length that comes again does to x and r. */
  readonly #known = new Map<number, number[][]>();

  constructor(M: readonly (readonly number[])[], g: readonly number[], n: number) {
    this.#M = M;
    this.#g = g;
    this.#n = n;
  }

  rate(x: readonly number[], r: number): number[] {
    return this.#M.map((row, i) => row.reduce((sum, m, j) => sum + m * x[j], this.#g[i] * r));
  }

  after(x: readonly number[], r: number, t: number, once = false): number[] {
    if (once) return this.#series(x, r, t);
    let step = this.#known.get(t);
    if (step === undefined) {
      const columns = Array.from({ length: this.#n + 1 }, (_, j) =>
        this.#series(
          Array.from({ length: this.#n }, (_, i) => (i === j ? 1 : 0)),
          j === this.#n ? 1 : 0,
          t,
        ),
      );
      step = Array.from({ length: this.#n }, (_, i) => columns.map((column) => column[i]));
      if (this.#known.size < 8) this.#known.set(t, step);
    }
    const n = this.#n;
    const out = new Array<number>(n);
    for (let i = 0; i < n; i++) {
      const row = step[i];
      let sum = row[n] * r;
      for (let j = 0; j < n; j++) sum += row[j] * x[j];
      out[i] = sum;
    }
    return out;
  }

  /** x + t x′ + t² x″/2 + …, t small beside what is fastest. */
  #series(x: readonly number[], r: number, t: number): number[] {
    const out = [...x];
    let term = this.rate(x, r).map((y) => y * t);
    for (let order = 2; order < 40; order++) {
      let large = 0;
      for (let i = 0; i < this.#n; i++) {
        out[i] += term[i];
        large = Math.max(large, Math.abs(term[i]) / (1e-300 + Math.abs(out[i])));
      }
      if (large < 1e-18) break;
      term = this.rate(term, 0).map((y) => (y * t) / order);
    }
    return out;
  }
}
