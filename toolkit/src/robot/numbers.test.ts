import { describe, expect, it } from 'vitest';
import { parseNumber, parseNumbers } from './numbers.js';

function value(text: string): number {
  const parsed = parseNumber(text);
  if (!('value' in parsed)) throw new Error(parsed.fault);
  return parsed.value;
}

describe('numbers of robot files', () => {
  it.each([
    ['0', 0],
    ['-0.0', -0],
    ['+.5', 0.5],
    ['5.', 5],
    ['1e-1', 0.1],
    ['-2.E-2', -0.02],
    ['+2.5E+1', 25],
    [' \t\r\n 1 \n', 1],
    ['1e-400', 0],
    ['0.1000000000000000055511151231257827', 0.1],
    ['1e30', 1e30],
  ])('%j is %d', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    '\n',
    '1,5',
    '0x10',
    '1e',
    'e1',
    '.',
    '+',
    '-',
    '--1',
    '1 2',
    '1_000',
    '1.2.3',
    'nan',
    'NaN',
    'inf',
    '-inf',
    'Infinity',
    '1e999',
    '-1e309',
    '1.1e30',
    '50 mm',
    '1;',
    '1f',
    '0b1',
    '१',
    '１',
    '\u00a01',
    '1\u2003',
    '\u0001',
    '$' + '{x}',
    'true',
  ])('%j is none', (text) => {
    expect(parseNumber(text)).toHaveProperty('fault');
  });

  it.each([
    ['1 2 3', [1, 2, 3]],
    ['  1\t-2\n3e0  ', [1, -2, 3]],
  ])('%j is a vector', (text, expected) => {
    expect(parseNumbers(text, 3)).toEqual({ value: expected });
  });

  it.each(['', '1 2', '1 2 x', '1,2,3', '1, 2, 3', 'nan 0 0', '1 2 3 4', '0 0 1 }', '1 2 inf'])(
    '%j is no vector',
    (text) => {
      expect(parseNumbers(text, 3)).toHaveProperty('fault');
    },
  );

  it('says what to write instead', () => {
    expect(parseNumber('0,5')).toMatchObject({ hint: expect.stringContaining('0.5') });
    expect(parseNumbers('1,2,3', 3)).toMatchObject({ hint: expect.stringContaining('spaces') });
    expect(parseNumber('-inf')).toMatchObject({ hint: expect.stringContaining('finite') });
    expect(parseNumber('$' + '{height}')).toMatchObject({ hint: expect.stringContaining('xacro') });
    expect(parseNumbers('1 2', 3)).toMatchObject({ fault: expect.stringContaining('2 values') });
  });

  it('takes time in proportion to the length', () => {
    expect(parseNumber(`${'1'.repeat(1e6)}x`)).toHaveProperty('fault');
    expect(parseNumbers(`${' '.repeat(1e6)}1 2`, 3)).toHaveProperty('fault');
    expect(parseNumber(`${'1'.repeat(200)}.${'0'.repeat(1e6)}e`)).toHaveProperty('fault');
  });
});
