/** The controllers of loops, and what they read of the plant. */
import { along, type Complex, plus, resolvent } from './complex.js';
import { heldForceController, holdsForce } from './held-force.js';
import type { ContactLoop } from './loop.js';
import type { Output, Plant } from './plant.js';
import { admittanceTick, type Controller, lowPassShare } from './recursion.js';

export function controllerOf(loop: ContactLoop): Controller {
  const T = loop.tick;
  if (loop.law === 'press' || holdsForce(loop)) return heldForceController(loop);
  if (loop.law === 'impedance') {
    if (loop.velocity.kind === 'measured')
      return { n: 0, A: new Float64Array(0), B: new Float64Array(0), C: new Float64Array(0), G: -1 };
    // s = [x of the tick before, filtered speed w]; w⁺ = w + a ((x − x₋)/T − w), r = −K x − D w⁺.
    const a = lowPassShare(loop.velocity.cutOff, T);
    const { stiffness: K, damping: D } = loop;
    return {
      n: 2,
      A: Float64Array.of(0, 0, -a / T, 1 - a),
      B: Float64Array.of(1, a / T),
      C: Float64Array.of((D * a) / T, -D * (1 - a)),
      G: -K - (D * a) / T,
    };
  }
  if (loop.law === 'force') {
    if (loop.integral === 0)
      return {
        n: 1,
        A: Float64Array.of(1),
        B: Float64Array.of(-T * loop.proportional),
        C: Float64Array.of(1),
        G: -T * loop.proportional,
      };
    // s = [integral, x_c]; I⁺ = I − T F, x_c⁺ = x_c + T (−kp F + ki I⁺), r = x_c⁺.
    const { proportional: kp, integral: ki } = loop;
    const gain = -T * (kp + ki * T);
    return {
      n: 2,
      A: Float64Array.of(1, 0, T * ki, 1),
      B: Float64Array.of(-T, gain),
      C: Float64Array.of(T * ki, 1),
      G: gain,
    };
  }
  // s = [x_c, v], r = x_c⁺.
  const { A, B } = admittanceTick(loop);
  return { n: 2, A, B, C: A.slice(0, 2), G: B[0] };
}

/** r/m at z: G + C (z − A)⁻¹ B. */
export function controllerResponse(loop: ContactLoop, z: Complex): Complex {
  const { n, A, B, C, G } = controllerOf(loop);
  const input = Array.from(B, (b) => ({ re: b, im: 0 }));
  return plus({ re: G, im: 0 }, along(C, resolvent(A, n, z, input)));
}

/** r over place and speed of the holder at z, of one that reads them besides. */
export function ownResponse(loop: ContactLoop, z: Complex): readonly [Complex, Complex] | undefined {
  const { n, A, C, own } = controllerOf(loop);
  if (own === undefined) return undefined;
  const of = (k: number): Complex => {
    const input = Array.from({ length: n }, (_, i) => ({ re: own.B[2 * i + k], im: 0 }));
    return plus({ re: own.G[k], im: 0 }, along(C, resolvent(A, n, z, input)));
  };
  return [of(0), of(1)];
}

/** What the controller reads of the plant, as one row. */
export function readingOf(loop: ContactLoop, plant: Plant): Output {
  const sum = (a: number, x: Output, b: number, y: Output): Output => ({
    row: x.row.map((_, i) => a * x.row[i] + b * y.row[i]),
    command: a * x.command + b * y.command,
    force: a * x.force + b * y.force,
  });
  if (loop.law === 'impedance')
    return loop.velocity.kind === 'measured'
      ? sum(loop.stiffness, plant.place, loop.damping, plant.speed)
      : plant.place;
  return sum(1, plant.pressing, loop.sensor.massBelow, plant.toolAcceleration);
}
