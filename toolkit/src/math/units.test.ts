import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  baseUnits,
  formatNumber,
  formatQuantity,
  parseQuantity,
  parseUnit,
  readQuantity,
  sameDimension,
  show,
  unitOf,
} from './units.js';

function si(text: string, unit: string): number {
  const read = readQuantity(text, unit);
  if ('fault' in read) throw new Error(read.fault);
  return read.value;
}

describe('quantities', () => {
  it.each([
    ['50 N/mm', 'N/m', 50000],
    ['8 ms', 's', 0.008],
    ['500 N m/s', 'W', 500],
    ['2 N m/rad', 'N m/rad', 2],
    ['0.01 kg m2', 'kg m2', 0.01],
    ['0.01 kg m^2', 'kg m2', 0.01],
    ['0.01 kg·m²', 'kg m2', 0.01],
    ['1.5 kHz', 'Hz', 1500],
    ['4 cm', 'm', 0.04],
    ['12 %', '', 0.12],
    ['12%', '', 0.12],
    ['250 g', 'kg', 0.25],
    ['3 kg/m s2', 'Pa', 3],
    ['-2.5e-3 m', 'm', -0.0025],
    ['.5 m', 'm', 0.5],
    ['5. m', 'm', 5],
    ['9.81 m s-2', 'm/s2', 9.81],
    ['100 1/s', 'Hz', 100],
    ['20 µs', 's', 2e-5],
    ['20 us', 's', 2e-5],
    ['90 min', 's', 5400],
    ['7', 'N/m', 7],
    ['0.1 N m s', 'N m s/rad', 0.1],
  ])('%s is %d of %s', (text, unit, value) => {
    expect(si(text, unit)).toBe(value);
  });

  it('turns angles', () => {
    expect(si('30 deg', 'rad')).toBeCloseTo(Math.PI / 6, 15);
    expect(si('180 deg', 'rad')).toBe(Math.PI);
    expect(si('60 rpm', 'rad/s')).toBeCloseTo(2 * Math.PI, 14);
    expect(si('2 N m/deg', 'N m/rad')).toBeCloseTo(360 / Math.PI, 11);
  });

  it('gives the very double of the decimal number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99999, max: 99999 }), fc.constantFrom(3, 6), (n, k) => {
        expect(si(`${n} ${k === 3 ? 'm' : 'µ'}m`, 'm')).toBe(Number(`${n}e-${k}`) + 0);
      }),
      { seed: 1 },
    );
  });

  it.each([
    ['50 N m', 'N/m', /torque.*stiffness/],
    ['30 deg', '', /angle.*pure number/],
    ['30 deg', 'm', /angle.*length/],
    ['8 ms', 'Hz', /time.*frequency/],
    ['8 rad/s', 'Hz', /angular speed.*frequency/],
    ['8 Hz', 'rad/s', /frequency.*angular speed/],
    ['5 N m/rad', 'N m', /rotational stiffness.*torque/],
    ['5 kg', 'kg m2', /mass.*moment of inertia/],
  ])('refuses %s where %s is wanted', (text, unit, wording) => {
    expect(readQuantity(text, unit)).toMatchObject({ fault: expect.stringMatching(wording) });
  });

  it.each([
    ['fast', /no number/],
    ['', /no number/],
    ['NaN', /every number is finite/],
    ['Infinity m', /no number/],
    ['1e999 m', /too large/],
    ['-Inf', /every number is finite/],
    ['1,5 m', /not a number/],
    ['1_000 m', /not a number/],
    ['0x10', /unknown unit/],
    ['1e3e4', /not a number/],
    ['1 furlong', /unknown unit "furlong"/],
    ['1 N/m/s', /at most one/],
    ['1 N/(m s)', /brackets/],
    ['1 N/', /after the/],
    ['1 kmm', /unknown unit/],
    ['1 kdeg', /unknown unit/],
    [`1 ${'m '.repeat(80)}`, /100 characters/],
  ])('refuses %s', (text, wording) => {
    expect(parseQuantity(text)).toMatchObject({ fault: expect.stringMatching(wording) });
  });

  it('says how many radians a second turns a second are', () => {
    expect(readQuantity('8 Hz', 'rad/s')).toMatchObject({ hint: expect.stringContaining('50.27 rad/s') });
    expect(si('8 1/s', 'rad/s')).toBe(8);
  });

  it('says how to write a product', () => {
    expect(parseQuantity('3 Nm')).toMatchObject({ hint: 'a space multiplies: N m' });
    expect(parseQuantity('3 Nms/rad')).toMatchObject({ fault: 'unknown unit "Nms"' });
  });

  it('never throws and never gives a number that is not finite', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parseQuantity(`1${text}`);
        if (!('fault' in read)) expect(Number.isFinite(read.value)).toBe(true);
      }),
      { seed: 2, numRuns: 2000 },
    );
  });
});

describe('dimensions', () => {
  it('asks for the radian only where an angle was written', () => {
    const stiffness = unitOf('N m/rad').dimension;
    expect(sameDimension(unitOf('N m').dimension, stiffness)).toBe(true);
    expect(sameDimension(unitOf('N m/deg').dimension, stiffness)).toBe(true);
    expect(sameDimension(stiffness, unitOf('N m').dimension)).toBe(false);
  });

  it('are named in base units', () => {
    expect(baseUnits(unitOf('N/m').dimension)).toBe('kg/s2');
    expect(baseUnits(unitOf('Hz').dimension)).toBe('1/s');
    expect(baseUnits(unitOf('').dimension)).toBe('');
    expect(parseUnit('zz')).toMatchObject({ fault: expect.any(String) });
  });
});

describe('formatting', () => {
  it.each([
    [0.0083, 's', '8.3 ms'],
    [0.05123456, 'm', '51.23 mm'],
    [0.000004, 'm', '4 µm'],
    [1.5, 'm', '1.5 m'],
    [0.99999, 'm', '1 m'],
    [50000, 'N/m', '50000 N/m'],
    [250000, 'N/m', '250 N/mm'],
    [1000, 'Hz', '1 kHz'],
    [Math.PI / 6, 'rad', '30 deg'],
    [0, 'm', '0 m'],
    [0, 'rad', '0 deg'],
    [-0.25, 'N', '-0.25 N'],
    [12.34567, 'N m', '12.35 N m'],
    [0.5, '', '0.5'],
    [1.23456789e-9, '', '1.235e-9'],
    [Number.POSITIVE_INFINITY, 'N', '∞ N'],
  ])('%d %s is %s', (value, unit, text) => {
    expect(formatQuantity(value, unit)).toBe(text);
  });

  it('is read back as the value that it shows', () => {
    for (const unit of ['m', 's', 'Hz', 'kg', 'N', 'J', 'W', 'm/s', 'N/m', 'Pa', 'rad', 'rad/s', 'N m', '']) {
      for (const value of [3.2e-6, -0.0471, 0.9, 17, 12345, 7.7e6]) {
        const text = formatQuantity(value, unit, 6);
        expect(Math.abs(si(text, unit) / value - 1)).toBeLessThan(1e-5);
        const best = show(value, unit);
        expect(Math.abs((best.value * best.scale) / value - 1)).toBeLessThan(1e-12);
      }
    }
  });

  it('cuts numbers without trailing zeros', () => {
    expect(formatNumber(120)).toBe('120');
    expect(formatNumber(0.5)).toBe('0.5');
    expect(formatNumber(1234567)).toBe('1.235e6');
    expect(formatNumber(2e-5)).toBe('2e-5');
  });
});
