/** Kernels whose arm somebody leads: what their port gave, and what bounds it. */
import { compileWasm } from '../graph/index.js';
import { Kernel } from './designs.test.helper.js';
import type { Design } from './index.js';

/** What a kernel's port gave, J, and what bounds it. */
export interface Account {
  readonly out: number;
  /** All that springs stored at the start, and the level; the same at the end. */
  readonly start: number;
  readonly end: number;
  /** What holding torques over ticks gave, by the law's own books. */
  readonly sampling: number;
  readonly cuts: number;
  /** The lowest level. */
  readonly least: number;
}

/** A design whose arm somebody leads along a way: all that they can do is in the account. */
export function led(
  design: Design,
  way: (time: number) => readonly number[],
  ticks: number,
  meddle: (kernel: Kernel, tick: number) => void = () => {},
): Account {
  const kernel = new Kernel(design, {}, compileWasm);
  const T = design.period;
  const total = (field: string) =>
    kernel.has(field) ? kernel.view(field).reduce((sum, x) => sum + x, 0) : 0;
  const level = () => total('tank.level');
  const powers = () => {
    const power = kernel.view('power');
    return kernel
      .labels('power')
      .reduce((sum, name, i) => sum + (name.startsWith('dissipated') ? power[i] : -power[i]), 0);
  };
  const rate = (time: number) => {
    const [a, b] = [way(time - 1e-6), way(time + 1e-6)];
    return a.map((x, i) => (b[i] - x) / 2e-6);
  };
  kernel.observe(way(0), rate(0));
  const stored = total('stored');
  const start = stored + level();
  let [out, asked, flows, cuts, least, jumps] = [0, 0, 0, 0, 0, 0];
  let before: { q: readonly number[]; applied: number[]; asked: number[]; power: number } | undefined;
  for (let k = 0; k <= ticks; k++) {
    const q = way(k * T);
    kernel.observe(q, rate(k * T));
    const unchanged = total('stored');
    meddle(kernel, k);
    kernel.observe(q, rate(k * T));
    // What is in force at once is in no book of the kernel's.
    if (!kernel.has('changes')) jumps += total('stored') - unchanged;
    kernel.view('time')[0] = k * T;
    const applied = kernel.step(q, rate(k * T), T);
    const now = {
      q,
      applied,
      asked: [...kernel.view(kernel.has('asked') ? 'asked' : 'torque')],
      power: powers(),
    };
    if (before !== undefined) {
      const travel = q.map((x, i) => x - (before as { q: readonly number[] }).q[i]);
      out += before.applied.reduce((sum, x, i) => sum + x * travel[i], 0);
      asked += before.asked.reduce((sum, x, i) => sum + x * travel[i], 0);
      flows += 0.5 * T * (before.power + now.power);
    }
    if (now.applied.some((x, i) => x !== now.asked[i])) cuts++;
    least = Math.min(least, level());
    before = now;
  }
  kernel.observe(way(ticks * T), rate(ticks * T));
  return {
    out,
    start,
    end: total('stored') + level(),
    sampling: asked + total('stored') - stored - total('changes') - jumps + flows,
    cuts,
    least,
  };
}

/** A way of both joints: sums of sines. */
export function wandering(random: () => number): (time: number) => number[] {
  const waves = Array.from({ length: 6 }, (_, i) => ({
    joint: i % 2,
    size: 0.7 * random(),
    rate: 4 * (1 + random()),
    phase: 3 * random(),
  }));
  return (time) =>
    [0, 1].map((joint) =>
      waves
        .filter((wave) => wave.joint === joint)
        .reduce(
          (sum, { size, rate, phase }) => sum + size * Math.sin(rate * time + phase),
          joint === 0 ? 0.5 : 0.9,
        ),
    );
}
