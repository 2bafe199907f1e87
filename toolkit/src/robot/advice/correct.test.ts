import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctUrdf } from './correct.js';
import { correctRobot } from './correct-robot.js';
import { boxPart, chainText, inertialOf, readText } from './solids.test.helper.js';

const chain = [1, 2, 3, 4].map((i) => boxPart([0.05, 0.06, 0.1 * i], 1000, 0.3));
const one = (inside: string, outside = '') =>
  `<?xml version="1.0"?>\n<robot name="r">\n  <link name="a">${inside}</link><link name="b"/>${outside}\n</robot>\n`;
const joint = (inside: string, type = 'revolute') =>
  `<joint name="j" type="${type}"><parent link="a"/><child link="b"/>${inside}</joint>`;
const limit = '<limit lower="-1" upper="1" effort="1" velocity="1"/>';
const correct = (text: string | Uint8Array, ...assumed: string[]) =>
  correctUrdf(text, { file: 'r.urdf' }, new Set(assumed));

function corrected(text: string, ...assumed: string[]): string {
  const { value, problems } = correct(text, ...assumed);
  if (value === undefined) throw new Error(JSON.stringify(problems));
  return value.text;
}

describe('fixes that are sure', () => {
  it.each([
    ['axis-not-unit', one('', joint(`<axis xyz="0 0 2"/>${limit}`)), 'xyz="0 0 2"', 'xyz="0 0 1"'],
    [
      'mesh-scale-single',
      one('<visual><geometry><mesh filename="m.stl" scale=" 0.001 "/></geometry></visual>'),
      'scale=" 0.001 "',
      'scale="0.001 0.001 0.001"',
    ],
    [
      'limit-ignored',
      one('', joint('<limit lower="-1" upper="2" effort="1" velocity="1"/>', 'continuous')),
      ' lower="-1" upper="2"',
      '',
    ],
    ['number-malformed', one('', joint(`<origin xyz="0,5 1 -2,25"/>${limit}`)), '0,5 1 -2,25', '0.5 1 -2.25'],
    ['number-malformed', one('', joint(`<origin xyz="0.5, 1, -2"/>${limit}`)), '0.5, 1, -2', '0.5 1 -2'],
    ['number-malformed', one('', joint(limit.replace('"1"', '"1,5"'))), '1,5', '1.5'],
    [
      'xml-prefix-unbound',
      one('', '<gazebo><sensor:camera/></gazebo>'),
      '<robot',
      '<robot xmlns:sensor="http://playerstage.sourceforge.net/gazebo/xmlschema/#sensor"',
    ],
  ])('%s changes one thing', (code, text, before, after) => {
    const { value, problems } = correct(text);
    expect(problems).toEqual([]);
    expect(value?.made.map((made) => made.code)).toEqual([code]);
    expect(value?.text).toBe(text.replace(before, after));
    expect(value?.outcome.problems.map((problem) => problem.code)).not.toContain(code);
  });

  it('come in turn where one hides another', () => {
    const text = one('', joint(`<axis xyz="0 0 2,5"/>${limit}`));
    const { value } = correct(text);
    expect(value?.made.map(({ code }) => code)).toEqual(['number-malformed', 'axis-not-unit']);
    expect(value?.text).toBe(text.replace('0 0 2,5', '0 0 1'));
  });

  it('change nothing where nothing is wrong', () => {
    const text = chainText(chain);
    expect(correct(text).value).toMatchObject({ text, made: [], left: [] });
  });

  it('leave an axis as it was read, in any direction', () => {
    const part = fc.double({ min: -9, max: 9, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(part, part, part), (axis) => {
        fc.pre(Math.hypot(...axis) > 0.01);
        const text = one('', joint(`<axis xyz="${axis.map((x) => x + 0).join(' ')}"/>${limit}`));
        const [before, after] = [text, corrected(text)].map((t) => readText(t).value?.joints[0].axis);
        expect(Math.hypot(...[0, 1, 2].map((i) => (after?.[i] ?? 9) - (before?.[i] ?? 0)))).toBeLessThan(
          1e-15,
        );
      }),
      { seed: 4, numRuns: 60 },
    );
  });
});

describe('guesses', () => {
  const reversed = one('', joint('<limit lower="1" upper="-2" effort="1" velocity="1"/>'));

  it('are left, and named, until they are asked for', () => {
    const { value } = correct(reversed);
    expect(value?.text).toBe(reversed);
    expect(value?.left.map(({ code }) => code)).toEqual(['limit-reversed']);
    expect(value?.outcome.value).toBeUndefined();
  });

  it.each(['limit-reversed', 'all'])('are made with %s', (assumed) => {
    const { value } = correct(reversed, assumed);
    expect(value?.text).toBe(reversed.replace('lower="1" upper="-2"', 'lower="-2" upper="1"'));
    expect(value?.outcome.value?.joints[0].limits).toMatchObject({ lower: -2, upper: 1 });
    expect(value?.left).toEqual([]);
  });

  it('are what a lone number with a comma before three digits is', () => {
    const text = one('', joint(limit.replace('effort="1"', 'effort="1,500"')));
    expect(correct(text).value?.left.map(({ code }) => code)).toEqual(['number-malformed']);
    expect(corrected(text, 'number-malformed')).toContain('effort="1.500"');
  });
});

describe('a copy', () => {
  it('is UTF-8, and says so', () => {
    const text = one('').replace('?>', ' encoding="iso-8859-1"?><!-- \u00e9 -->');
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    expect(correct(bytes).value?.text).toBe(text.replace('iso-8859-1', 'UTF-8'));
  });

  it('of what is no XML is none', () => {
    const { value, problems } = correct('<robot>');
    expect(value).toBeUndefined();
    expect(problems.map(({ code }) => code)).toEqual(['xml-not-well-formed']);
  });

  it('of xacro is what it expands to', () => {
    const source = `<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="m" params="n"><link name="\${n}">${inertialOf(chain[0]).replace(/value="[^"]*"/, 'value="720"')}</link></xacro:macro>
      <xacro:m n="a"/><link name="b">${inertialOf(chain[1])}</link>${joint(`<axis xyz="0 2 0"/>${limit}`)}</robot>`;
    const files = {
      read: (path: string) => (path === 'r.xacro' ? new TextEncoder().encode(source) : undefined),
      list: () => undefined,
    };
    const { value } = correctRobot('r.xacro', files);
    expect(value).toMatchObject({ format: 'xacro', file: 'r.xacro' });
    expect(value?.made.map(({ code }) => code)).toEqual(['axis-not-unit']);
    expect(value?.text).toContain('xyz="0 1 0"');
    expect(value?.text).not.toContain('xacro:m ');
  });
});
