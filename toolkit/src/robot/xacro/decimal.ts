/** Exact decimal digits of floats, rounded half to even. */

/** x = mantissa · 2^exponent with a whole mantissa, for finite x ≥ 0. */
function binary(x: number): { mantissa: bigint; exponent: number } {
  let scaled = x;
  let exponent = 0;
  // Powers of two are exact, subnormal numbers included.
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    exponent--;
  }
  return { mantissa: BigInt(scaled), exponent };
}

/** x·10^places for finite x ≥ 0, rounded half to even; `places` may be negative. */
export function roundedDecimal(x: number, places: number): bigint {
  const { mantissa, exponent } = binary(x);
  const top = mantissa * (places > 0 ? 10n ** BigInt(places) : 1n);
  const bottom = (1n << BigInt(-exponent)) * (places < 0 ? 10n ** BigInt(-places) : 1n);
  const quotient = top / bottom;
  const twice = 2n * (top - quotient * bottom);
  return twice > bottom || (twice === bottom && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

/** The first `count` decimal digits of a finite x ≥ 0, rounded, and the power of ten of the first. */
export function digitsOf(x: number, count: number): { digits: string; exponent: number } {
  if (x === 0) return { digits: '0'.repeat(count), exponent: 0 };
  // The shortest digits may round up to the next power of ten, which the exact ones do not reach.
  let exponent = Number(x.toExponential().split('e')[1]);
  if (roundedDecimal(x, count - 1 - exponent).toString().length < count) exponent--;
  const digits = roundedDecimal(x, count - 1 - exponent).toString();
  return digits.length > count
    ? { digits: digits.slice(0, count), exponent: exponent + 1 }
    : { digits, exponent };
}

/** `round(x, places)`: the nearest float to the decimal number that is nearest to x. */
export function roundedFloat(x: number, places: number): number {
  if (!Number.isFinite(x) || places > 330) return x;
  if (places < -330) return x < 0 ? -0 : 0;
  const digits = roundedDecimal(Math.abs(x), places);
  const size = Number(`${digits}e${-places}`);
  return x < 0 || Object.is(x, -0) ? -size : size;
}
