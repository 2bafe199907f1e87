/**
 * Controllers that end in a force held on the driven mass and read its place p and speed v at the tick besides what they
 * read of the force: a press, a position loop by torques behind a law of forces, an impedance with an integral.
 *
 * Everything that a tick works out is a linear form over what it begins with: the state s, the reading m, p and v.
 */
import type { ContactLoop, Velocity } from './loop.js';
import { drivenBy, innerOf } from './loop.js';
import { admittanceTick, type Controller, lowPassShare } from './recursion.js';

/** Over [s (n), m, p, v]. */
type Form = Float64Array;

/** What one tick does: the next state, entry by entry, and the command. */
interface Tick {
  readonly next: readonly Form[];
  readonly command: Form;
}

/** Whether the controller of a loop is one of these. */
export function holdsForce(loop: ContactLoop): boolean {
  if (loop.law === 'impedance') return (loop.integral ?? 0) > 0;
  return drivenBy(loop) !== undefined;
}

export function heldForceController(loop: ContactLoop): Controller {
  // The number of states is known once they are all taken: they are counted first.
  let taken = 0;
  tickOf(loop, 0, () => taken++);
  const n = taken;
  taken = 0;
  const { next, command } = tickOf(loop, n, () => taken++);
  const [A, B, own] = [new Float64Array(n * n), new Float64Array(n), new Float64Array(2 * n)];
  next.forEach((form, i) => {
    A.set(form.subarray(0, n), i * n);
    B[i] = form[n];
    own.set(form.subarray(n + 1), 2 * i);
  });
  return {
    n,
    A,
    B,
    C: command.slice(0, n),
    G: command[n],
    own: { B: own, G: command.slice(n + 1) },
  };
}

/** `take` gives the number of a further state; they are taken in the order of what comes next of them. */
function tickOf(loop: ContactLoop, n: number, take: () => number): Tick {
  const form = (at: number): Form => {
    const out = new Float64Array(n + 3);
    out[at] = 1;
    return out;
  };
  const sum = (...terms: readonly (readonly [number, Form])[]): Form => {
    const out = new Float64Array(n + 3);
    for (const [factor, x] of terms) for (let i = 0; i < out.length; i++) out[i] += factor * x[i];
    return out;
  };
  const [felt, place, speed] = [form(n), form(n + 1), form(n + 2)];
  const next: Form[] = [];
  const state = (): Form => form(take());
  const T = loop.tick;

  /** The speed as the controller has it. */
  const speedBy = (velocity: Velocity): Form => {
    if (velocity.kind === 'measured') return speed;
    // w⁺ = w + a ((p − p₋)/T − w).
    const a = lowPassShare(velocity.cutOff, T);
    const [before, smooth] = [state(), state()];
    const now = sum([1 - a, smooth], [a / T, place], [-a / T, before]);
    next.push(place, now);
    return now;
  };
  /** ∫ x dt with the x of this tick in it, as a state; none without a factor. */
  const gathered = (factor: number, x: Form): Form => {
    if (factor === 0) return sum();
    const now = sum([1, state()], [factor * T, x]);
    next.push(now);
    return now;
  };

  if (loop.law === 'impedance') {
    const held = gathered(loop.integral ?? 0, place);
    const slip = speedBy(loop.velocity);
    return { next, command: sum([-loop.stiffness, place], [-loop.damping, slip], [-1, held]) };
  }
  if (loop.law === 'press') {
    let stored = sum();
    if (loop.integral > 0) {
      stored = state();
      next.push(sum([1, stored], [-T * loop.integral, felt]));
    }
    const slip = speedBy(loop.velocity);
    return {
      next,
      command: sum([-loop.gain, felt], [1, stored], [-loop.stiffness, place], [-loop.damping, slip]),
    };
  }
  const inner = innerOf(loop);
  if (inner?.kind !== 'torque') throw new Error('contact: no force is held on a mass here');

  // What the law commands: place and speed after this tick, and the speed before it.
  const [at, was] = [state(), state()];
  let wanted: Form;
  let rate: Form;
  if (loop.law === 'admittance') {
    const { A, B } = admittanceTick(loop);
    wanted = sum([A[0], at], [A[1], was], [B[0], felt]);
    rate = sum([A[2], at], [A[3], was], [B[1], felt]);
    next.push(wanted, rate);
  } else {
    // The integral follows place and speed as a state.
    const { proportional, integral } = loop;
    const sums = integral === 0 ? undefined : state();
    const held = sums === undefined ? sum() : sum([1, sums], [-T, felt]);
    rate = sum([-proportional, felt], [integral, held]);
    wanted = sum([1, at], [T, rate]);
    next.push(wanted, rate, ...(sums === undefined ? [] : [held]));
  }
  const { stiffness, damping, integral = 0, ahead = 0, velocity } = inner;
  const off = sum([1, wanted], [-1, place]);
  const held = gathered(integral, off);
  const slip = sum([1, rate], [-1, speedBy(velocity)]);
  const push = sum([1, rate], [-1, was]);
  return { next, command: sum([stiffness, off], [damping, slip], [ahead / T, push], [1, held]) };
}
