/**
 * Gains of a PID on one joint of unit inertia, by what they do.
 *
 * With τ = K e + D ė + I ∫e, e = q_c − q and q̈ = τ the joint follows its command by
 *
 *     T(s) = (D s² + K s + I) / (s³ + D s² + K s + I),   s³ + D s² + K s + I = (s + α ω) (s² + 2 ζ ω s + ω²)
 *
 * The **bandwidth** is where |T| has fallen to 1/√2. At a fixed bandwidth ω follows from ζ and α, and these two are all that
 * is free. α tells the integral time: K/I = (1 + 2 ζ α)/(α ω).
 */
export interface Shape {
  /** ζ, of the pair of poles. */
  readonly ratio: number;
  /** α, the third pole as a part of ω. */
  readonly share: number;
}

/** 1/s², 1/s, 1/s³. */
export interface Gains {
  readonly stiffness: number;
  readonly damping: number;
  readonly integral: number;
}

/** |T|² at ω, rad/s. */
export function following({ stiffness, damping, integral }: Gains, omega: number): number {
  const real = integral - damping * omega * omega;
  const both = stiffness * omega;
  return (real * real + both * both) / (real * real + (both - omega ** 3) ** 2);
}

/** Hz: from here on |T| stays below 1/√2. Found from above, where T falls as D/ω. */
export function bandwidthOf(gains: Gains): number {
  const { stiffness, damping, integral } = gains;
  // Beyond this |T| < 1/√2 whatever the signs: the cubic term outweighs three times the sum of the others.
  let high = 3 * Math.max(damping, Math.sqrt(stiffness), Math.cbrt(integral));
  while (following(gains, high) > 0.5) high *= 2;
  let low = high;
  while (following(gains, low) <= 0.5) low *= 0.99;
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (following(gains, middle) > 0.5) low = middle;
    else high = middle;
  }
  return high / (2 * Math.PI);
}

const atFrequency = ({ ratio, share }: Shape, omega: number): Gains => ({
  stiffness: (1 + 2 * ratio * share) * omega ** 2,
  damping: (2 * ratio + share) * omega,
  integral: share * omega ** 3,
});

/** Of a unit inertia with this bandwidth, Hz. */
export function gainsOf(bandwidth: number, shape: Shape): Gains {
  return atFrequency(shape, bandwidth / bandwidthOf(atFrequency(shape, 1)));
}

/** What gains of a unit inertia are made of; for ζ < 1, where one pole alone is real. */
export function shapeOf({ stiffness, damping, integral }: Gains): Shape {
  let [low, high] = [-damping, 0];
  for (let k = 0; k < 80; k++) {
    const s = 0.5 * (low + high);
    if (((s + damping) * s + stiffness) * s + integral < 0) low = s;
    else high = s;
  }
  const pole = -0.5 * (low + high);
  const omega = Math.sqrt(integral / pole);
  return { ratio: (damping - pole) / (2 * omega), share: pole / omega };
}
