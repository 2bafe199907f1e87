import { describe, expect, it } from 'vitest';
import { bandwidthOf, following, type Gains, gainsOf, shapeOf } from './gains.js';

const shapes = [
  { ratio: 0.366, share: 0.43 },
  { ratio: 0.7, share: 0.05 },
  { ratio: 0.2, share: 1.5 },
  { ratio: 0.95, share: 0.3 },
];

/** Amplitude with which a unit inertia follows sin(2π f t) after its start has died away. */
function amplitude({ stiffness, damping, integral }: Gains, frequency: number): number {
  const omega = 2 * Math.PI * frequency;
  const h = 2e-5 / frequency;
  const settled = 12;
  let [q, v, held, most] = [0, 0, 0, 0];
  for (let k = 0; k * h * frequency < settled + 1; k++) {
    const t = k * h;
    const e = Math.sin(omega * t) - q;
    held += integral * e * h;
    v += h * (stiffness * e + damping * (omega * Math.cos(omega * t) - v) + held);
    q += h * v;
    if (t * frequency > settled) most = Math.max(most, Math.abs(q));
  }
  return most;
}

describe.each(shapes)('a PID of ζ = $ratio, α = $share', (shape) => {
  const gains = gainsOf(5, shape);

  it('follows a motion at its bandwidth with 1/√2, and less of all that is faster', () => {
    expect(bandwidthOf(gains)).toBeCloseTo(5, 9);
    expect(Math.sqrt(following(gains, 10 * Math.PI))).toBeCloseTo(Math.SQRT1_2, 9);
    for (let f = 5.01; f < 500; f *= 1.05) expect(following(gains, 2 * Math.PI * f)).toBeLessThan(0.5);
  });

  it('has the poles −α ω and −ζ ω ± i ω √(1 − ζ²)', () => {
    const { stiffness, damping, integral } = gains;
    const omega = Math.cbrt(integral / shape.share);
    const pole = -shape.share * omega;
    expect((((pole + damping) * pole + stiffness) * pole + integral) / integral).toBeCloseTo(0, 12);
    // Of a monic cubic: the sum of the poles, and of their products in pairs.
    expect(damping / omega).toBeCloseTo(2 * shape.ratio + shape.share, 12);
    expect(stiffness / omega ** 2).toBeCloseTo(1 + 2 * shape.ratio * shape.share, 12);
  });

  it('is told from its gains', () => {
    const { ratio, share } = shapeOf(gains);
    expect([ratio, share]).toEqual([expect.closeTo(shape.ratio, 9), expect.closeTo(shape.share, 9)]);
  });

  it('grows with the bandwidth to the first, second and third power', () => {
    const fast = gainsOf(10, shape);
    expect(fast.damping / gains.damping).toBeCloseTo(2, 9);
    expect(fast.stiffness / gains.stiffness).toBeCloseTo(4, 9);
    expect(fast.integral / gains.integral).toBeCloseTo(8, 9);
  });
});

it('a mass that is simulated follows with that amplitude', () => {
  const gains = gainsOf(5, shapes[0]);
  expect(amplitude(gains, 5)).toBeCloseTo(Math.SQRT1_2, 2);
  expect(amplitude(gains, 8)).toBeCloseTo(Math.sqrt(following(gains, 16 * Math.PI)), 2);
});
