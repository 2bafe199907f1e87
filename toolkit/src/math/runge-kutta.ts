/**
 * Where the classical Runge–Kutta method of order 4 is stable: z = h λ with |1 + z + z²/2 + z³/6 + z⁴/24| ≤ 1
 * (Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.2).
 */
export const rk4Range = {
  /** Down to −z on the real axis: z³ + 4 z² + 12 z + 24 = 0. */
  real: 2.785293563405282,
  /** Up to |z| on the imaginary axis: z⁶ = 8 z⁴. */
  imaginary: 2.8284271247461903,
} as const;
