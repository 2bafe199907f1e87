import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  positionOfReading,
  rateOfVelocity,
  readingOfPosition,
  type ServoScale,
  servoMap,
  turnedTorque,
  velocityOfRate,
} from './servo.js';

function mapOf(scale: ServoScale) {
  const map = servoMap(scale);
  if (map === undefined) throw new Error('no map');
  return map;
}

const size = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true });
const length = fc.tuple(size(0.1, 5000), fc.constantFrom(1, -1)).map(([x, way]) => x * way);
const scales: fc.Arbitrary<ServoScale> = fc
  .record({
    first: size(-5000, 5000),
    readings: length,
    start: size(-10, 10),
    span: length.map((x) => x / 500),
    sign: fc.constantFrom(1 as const, -1 as const),
    offset: size(-4, 4),
  })
  .map(({ first, readings, start, span, sign, offset }) => ({
    range: [first, first + readings],
    spans: [start, start + span],
    sign,
    offset,
  }));

describe('a servo', () => {
  it('that counts from 0 to 4095 over a turn, its middle ahead', () => {
    const map = mapOf({ range: [0, 4096], spans: [-Math.PI, Math.PI], sign: 1, offset: -0.2 });
    expect(map.centre).toBeCloseTo(2048, 9);
    expect(positionOfReading(map, 2048)).toBeCloseTo(-0.2, 12);
    expect(positionOfReading(map, 3072)).toBeCloseTo(Math.PI / 2 - 0.2, 12);
    expect(readingOfPosition(map, -0.2)).toBeCloseTo(2048, 9);
    expect(velocityOfRate(map, 4096)).toBeCloseTo(2 * Math.PI, 12);
  });

  it('has its zero at the offset, whichever way it counts', () => {
    for (const sign of [1, -1] as const) {
      const map = mapOf({ range: [-100, 100], spans: [-1, 1], sign, offset: 0.3 });
      expect(positionOfReading(map, 0)).toBeCloseTo(0.3, 14);
      expect(positionOfReading(map, 100)).toBeCloseTo(0.3 + sign, 14);
      expect(velocityOfRate(map, 100)).toBeCloseTo(sign, 14);
      expect(turnedTorque(map, 2)).toBe(2 * sign);
    }
  });

  it('is a map that goes back', () => {
    fc.assert(
      fc.property(scales, size(-1e4, 1e4), (scale, x) => {
        const map = mapOf(scale);
        const near = (got: number, wanted: number) =>
          expect(Math.abs(got - wanted)).toBeLessThan(1e-9 * (1 + Math.abs(wanted) + Math.abs(map.centre)));
        near(readingOfPosition(map, positionOfReading(map, x)), x);
        near(rateOfVelocity(map, velocityOfRate(map, x)), x);
        expect(turnedTorque(map, turnedTorque(map, x))).toBe(x);
        for (const k of [0, 1] as const)
          near(positionOfReading(map, scale.range[k]), scale.sign * scale.spans[k] + scale.offset);
      }),
      { seed: 4 },
    );
  });

  it('moves at the rate at which its positions change, and gives the power that it takes', () => {
    fc.assert(
      fc.property(scales, size(-100, 100), size(-50, 50), (scale, reading, torque) => {
        const map = mapOf(scale);
        const moved = positionOfReading(map, reading + 1) - positionOfReading(map, reading);
        expect(moved).toBeCloseTo(velocityOfRate(map, 1), 9);
        const own = map.scale * 3 * torque;
        expect(turnedTorque(map, torque) * velocityOfRate(map, 3)).toBeCloseTo(own, 9);
      }),
      { seed: 4 },
    );
  });

  it('whose scale is nothing, or no number, is none', () => {
    const good = { range: [0, 1], spans: [0, 1], sign: 1, offset: 0 } as const;
    expect(servoMap({ ...good, range: [2, 2] })).toBeUndefined();
    expect(servoMap({ ...good, range: [0, 0], spans: [0, 0] })).toBeUndefined();
    expect(servoMap({ ...good, spans: [2, 2] })).toBeUndefined();
    expect(servoMap({ ...good, spans: [0, 1e-320], range: [0, 1e10] })).toBeUndefined();
    expect(servoMap({ ...good, offset: Number.NaN })).toBeUndefined();
  });
});
