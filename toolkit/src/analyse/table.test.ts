import { describe, expect, it } from 'vitest';
import { formatLimit, formatMeasures, formatValue, type MeasureResult } from './index.js';

const results: readonly MeasureResult[] = [
  { name: 'peak force', value: 18.43217, unit: 'N', limit: { below: 20 }, verdict: 'pass', at: 3.204 },
  { name: 'end error', value: 0.00623, unit: 'm', limit: { below: 0.005 }, verdict: 'fail', at: 6 },
  { name: 'way', value: 0.7, unit: 'm', verdict: 'none' },
  {
    name: 'settles',
    value: Number.POSITIVE_INFINITY,
    unit: 's',
    limit: { above: 0.1, below: 2 },
    verdict: 'fail',
  },
  { name: 'turns', value: 0.25, unit: '', verdict: 'none', at: 0.0041 },
  {
    name: 'share of torque limit µ',
    value: 0.2634,
    unit: '',
    shown: '%',
    limit: { below: 0.9 },
    verdict: 'pass',
    at: 1,
  },
];

describe('formatMeasures', () => {
  it('aligns names, decimal points, limits, verdicts and times', () => {
    expect(formatMeasures(results)).toBe(
      [
        'peak force                 18.43 N    ≤ 20 N         pass   at 3.204 s',
        'end error                   6.23 mm   ≤ 5 mm         fail   at 6 s',
        'way                       700 mm',
        'settles                   never       100 ms … 2 s   fail',
        'turns                       0.25                            at 4.1 ms',
        'share of torque limit µ    26.34 %    ≤ 90 %         pass   at 1 s',
      ].join('\n'),
    );
    expect(formatMeasures([])).toBe('');
  });

  it('prints hostile names on one line', () => {
    const text = formatMeasures([{ ...results[2], name: 'a\nb\u001b[31m' }]);
    expect(text.split('\n')).toHaveLength(1);
    expect(text).toContain('a\\u000ab\\u001b[31m');
  });

  it('has words for values that are none', () => {
    expect(formatValue({ value: Number.NaN, unit: 'N' })).toBe('not a number');
    expect(formatValue({ value: Number.POSITIVE_INFINITY, unit: 'N' })).toBe('∞');
    expect(formatLimit({ limit: { above: 2 }, unit: 'N' })).toBe('≥ 2 N');
    expect(formatLimit({ limit: { above: 0.5, below: 1 }, unit: '', shown: '%' })).toBe('50 % … 100 %');
    expect(formatLimit({ unit: 'N' })).toBe('');
  });
});
