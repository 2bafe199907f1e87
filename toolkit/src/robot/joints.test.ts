import { describe, expect, it } from 'vitest';
import {
  apart,
  codes,
  jointOf,
  limitText,
  onlyProblem,
  pairText,
  read,
  robotOf,
} from '../../../checks/urdf-text.js';

const half = Math.SQRT1_2;

describe('axes', () => {
  it.each([
    ['revolute', '0 0 2', [0, 0, 1]],
    ['prismatic', '0 0 2', [0, 0, 1]],
    ['continuous', '0 -3 0', [0, -1, 0]],
    ['revolute', '1 0 -1', [half, 0, -half]],
    ['revolute', '1e29 1e29 0', [half, half, 0]],
    ['revolute', '0 0.5 0', [0, 1, 0]],
  ])('of a %s joint %s is made unit, with a warning', (type, xyz, axis) => {
    const text = pairText(`<axis xyz="${xyz}"/>${limitText}`, type);
    const outcome = read(text);
    expect(outcome.problems.map((p) => p.code).filter((code) => code !== 'limit-ignored')).toEqual([
      'axis-not-unit',
    ]);
    expect(apart(jointOf(text).axis, axis)).toBeLessThan(2e-16);
  });

  it.each(['0 0 .99999998', '0 0 1', '0.7071 0 -0.7071', '0.57735 0.57735 0.57735'])(
    '%s is taken in silence',
    (xyz) => {
      const text = pairText(`<axis xyz="${xyz}"/>${limitText}`);
      expect(codes(read(text))).toEqual([]);
      const [x, y, z] = jointOf(text).axis;
      expect(x * x + y * y + z * z).toBeCloseTo(1, 15);
    },
  );

  it('is x where none is given', () => {
    expect(jointOf(pairText(limitText)).axis).toEqual([1, 0, 0]);
    expect(codes(read(pairText(limitText)))).toEqual([]);
  });

  it.each(['0 0 0', '0 -0 0', '1e-12 0 0'])('%s is no axis, but for a fixed joint', (xyz) => {
    expect(codes(read(pairText(`<axis xyz="${xyz}"/>`, 'fixed')))).toEqual([]);
    for (const type of ['revolute', 'prismatic', 'continuous', 'planar']) {
      const outcome = read(
        pairText(`<axis xyz="${xyz}"/>${type === 'continuous' || type === 'planar' ? '' : limitText}`, type),
      );
      expect(onlyProblem(outcome)).toMatchObject({
        code: 'axis-zero',
        severity: 'error',
        where: { name: 'joint "j"' },
      });
    }
  });
});

describe('limits', () => {
  const limit = (attributes: string): string => `<limit ${attributes}/>`;

  it.each(['revolute', 'prismatic'])('a %s joint needs them', (type) => {
    expect(onlyProblem(read(pairText('', type)))).toMatchObject({
      code: 'joint-limit-missing',
      severity: 'error',
      where: { name: 'joint "j"', line: 5 },
    });
  });

  it.each(['continuous', 'fixed', 'floating', 'planar'])('a %s joint does not', (type) => {
    const outcome = read(pairText('', type));
    expect(codes(outcome)).toEqual([]);
    expect(outcome.value?.joints[0].limits).toBeUndefined();
  });

  it('reversed are refused', () => {
    for (const type of ['revolute', 'prismatic']) {
      const outcome = read(pairText(limit('lower="1" upper="-1" effort="1" velocity="1"'), type));
      expect(onlyProblem(outcome)).toMatchObject({
        code: 'limit-reversed',
        severity: 'error',
        where: { name: 'joint "j"' },
      });
    }
  });

  it.each([
    ['effort="0" velocity="0"', {}],
    ['effort="0" velocity="3"', { velocity: 3 }],
    ['effort="5" velocity="-1"', { effort: 5 }],
  ])('%s is read as not given where it is not above 0', (attributes, given) => {
    const text = pairText(limit(`lower="-1" upper="1" ${attributes}`));
    expect(codes(read(text))).toEqual(['warning limit-not-given']);
    expect(jointOf(text).limits).toEqual({ lower: -1, upper: 1, ...given });
  });

  it.each(['effort', 'velocity'])('without %s are refused, as urdfdom does', (missing) => {
    const attributes = ['lower="-1"', 'upper="1"', 'effort="1"', 'velocity="1"'].filter(
      (x) => !x.startsWith(missing),
    );
    const problem = onlyProblem(read(pairText(limit(attributes.join(' ')))));
    expect(problem).toMatchObject({ code: 'attribute-missing', severity: 'error' });
    expect(problem.message).toContain(missing);
  });

  it('of a continuous joint give no range, with a warning', () => {
    const text = pairText(limit('lower="-1" upper="1" effort="5" velocity="2"'), 'continuous');
    expect(codes(read(text))).toEqual(['warning limit-ignored']);
    expect(jointOf(text).limits).toEqual({ effort: 5, velocity: 2 });
    expect(codes(read(pairText(limit('effort="5" velocity="2"'), 'continuous')))).toEqual([]);
  });

  it('that are a point are named', () => {
    for (const range of ['lower="0.7" upper="0.7"', 'lower="0" upper="0"', '']) {
      const outcome = read(pairText(limit(`${range} effort="1" velocity="1"`)));
      expect(outcome.value).toBeDefined();
      expect(outcome.problems[0]).toMatchObject({ code: 'joint-cannot-move', severity: 'warning' });
    }
  });

  it.each([
    ['-3.0718', '-.0698'],
    ['.015', '.037'],
  ])('%s … %s leave zero outside, which is named', (lower, upper) => {
    const text = pairText(limit(`lower="${lower}" upper="${upper}" effort="1" velocity="1"`), 'prismatic');
    expect(codes(read(text))).toEqual(['warning zero-outside-limits']);
    expect(jointOf(text).limits).toMatchObject({ lower: Number(lower), upper: Number(upper) });
  });

  it.each(['rpy="0 2e6 0"', 'rpy="1e30 0 0"', 'rpy="0 0 -2e6"'])('are not turned by %s', (rpy) => {
    expect(codes(read(pairText(`<origin ${rpy}/>${limitText}`)))).toEqual(['error number-malformed']);
  });

  it.each([
    ['revolute', '2e6', '3e6', 'error number-malformed'],
    ['revolute', '-3e6', '-2e6', 'error number-malformed'],
    ['prismatic', '2e6', '3e6', 'warning zero-outside-limits'],
  ])('start at no angle that is too large to have a sine: %s, %s … %s', (type, lower, upper, said) => {
    const limit = `<limit lower="${lower}" upper="${upper}" effort="1" velocity="1"/>`;
    expect(codes(read(pairText(limit, type)))).toEqual([said]);
  });

  it('may touch zero', () => {
    expect(codes(read(pairText(limit('lower="0" upper="1" effort="1" velocity="1"'))))).toEqual([]);
    expect(codes(read(pairText(limit('lower="-1" effort="1" velocity="1"'))))).toEqual([]);
  });

  it('that are no numbers are refused, each by itself', () => {
    const outcome = read(pairText(limit('lower="a" upper="1,5" effort="inf" velocity=""')));
    expect(outcome.problems.map((p) => p.where.path).sort()).toEqual([
      'limit.effort',
      'limit.lower',
      'limit.upper',
      'limit.velocity',
    ]);
    expect(outcome.value).toBeUndefined();
  });
});

describe('what a joint must have', () => {
  it.each([
    ['<joint type="fixed"><parent link="a"/><child link="b"/></joint>', 'name-missing'],
    ['<joint name="" type="fixed"><parent link="a"/><child link="b"/></joint>', 'name-missing'],
    ['<joint name="j"><parent link="a"/><child link="b"/></joint>', 'attribute-missing'],
    ['<joint name="j" type="spring"><parent link="a"/><child link="b"/></joint>', 'joint-type-unknown'],
    ['<joint name="j" type="Fixed"><parent link="a"/><child link="b"/></joint>', 'joint-type-unknown'],
    ['<joint name="j" type="fixed"><child link="b"/></joint>', 'element-missing'],
    ['<joint name="j" type="fixed"><parent link="a"/></joint>', 'element-missing'],
    ['<joint name="j" type="fixed"><parent/><child link="b"/></joint>', 'attribute-missing'],
    ['<joint name="j" type="fixed"><parent link=""/><child link="b"/></joint>', 'attribute-empty'],
    [
      '<joint name="j" type="fixed"><parent link="a"/><parent link="a"/><child link="b"/></joint>',
      'element-twice',
    ],
    ['<joint name="j" type="fixed"><parent link="a"/><child link="b"/><axis/></joint>', 'attribute-missing'],
    [
      '<joint name="j" type="fixed"><parent link="a"/><child link="b"/><dynamics/></joint>',
      'attribute-missing',
    ],
    [
      '<joint name="j" type="fixed"><parent link="a"/><child link="b"/><dynamics damping="-1"/></joint>',
      'dynamics-negative',
    ],
    [
      '<joint name="j" type="fixed"><parent link="a"/><child link="b"/><safety_controller/></joint>',
      'attribute-missing',
    ],
    ['<joint name="j" type="fixed"><parent link="a"/><child link="b"/><mimic/></joint>', 'attribute-missing'],
    [
      '<joint name="j" type="fixed"><parent link="a"/><child link="b"/><calibration rising="x"/></joint>',
      'number-malformed',
    ],
  ])('%s is refused', (joint, code) => {
    const outcome = read(`<robot name="r"><link name="a"/><link name="b"/>${joint}</robot>`);
    expect(outcome.value).toBeUndefined();
    expect(outcome.problems.filter((p) => p.severity === 'error').map((p) => p.code)).toEqual([code]);
  });

  it('keeps damping and friction', () => {
    expect(jointOf(pairText(`${limitText}<dynamics damping="0.5" friction="0.1"/>`))).toMatchObject({
      damping: 0.5,
      friction: 0.1,
    });
    expect(jointOf(pairText(`${limitText}<dynamics friction="0.1"/>`))).toMatchObject({
      damping: 0,
      friction: 0.1,
    });
    expect(jointOf(pairText(limitText))).toMatchObject({ damping: 0, friction: 0, rotorInertia: 0 });
  });

  it('needs only k_velocity of a safety controller', () => {
    expect(codes(read(pairText(`${limitText}<safety_controller k_velocity="5"/>`)))).toEqual([]);
  });

  it('reads floating as free, and planar', () => {
    expect(jointOf(pairText('', 'floating')).type).toBe('free');
    expect(jointOf(pairText('<axis xyz="0 1 0"/>', 'planar'))).toMatchObject({
      type: 'planar',
      axis: [0, 1, 0],
    });
  });
});

describe('origins', () => {
  const origin = (attributes: string): string => `<origin ${attributes}/>${limitText}`;

  it.each(['', '1 2', '1 2 x', '1,2,3', 'nan 0 0', '1 2 3 4', '0x1 0 0', '0,1 0 0', '1e999 0 0'])(
    'xyz="%s" is refused',
    (xyz) => {
      for (const attribute of ['xyz', 'rpy']) {
        const problem = onlyProblem(read(pairText(origin(`${attribute}="${xyz}"`))));
        expect(problem).toMatchObject({
          code: 'number-malformed',
          severity: 'error',
          where: { file: 'r.urdf', line: 5, name: 'joint "j"', path: `origin.${attribute}` },
          got: `"${xyz}"`,
        });
      }
    },
  );

  it('takes spaces, and nothing for zero', () => {
    expect(jointOf(pairText(origin('xyz=" 1  2 3 "'))).origin.position).toEqual([1, 2, 3]);
    expect(jointOf(pairText(limitText)).origin).toEqual({
      position: [0, 0, 0],
      rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    });
    expect(jointOf(pairText(origin('rpy="0 0 0"'))).origin.position).toEqual([0, 0, 0]);
  });

  it('is a rotation about fixed axes: roll first', () => {
    const [r, p, y] = [0.3, -0.5, 1.1];
    const [cr, sr, cp, sp, cy, sy] = [
      Math.cos(r),
      Math.sin(r),
      Math.cos(p),
      Math.sin(p),
      Math.cos(y),
      Math.sin(y),
    ];
    const wanted = [
      ...[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
      ...[sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
      ...[-sp, cp * sr, cp * cr],
    ];
    expect(apart(jointOf(pairText(origin(`rpy="${r} ${p} ${y}"`))).origin.rotation, wanted)).toBeLessThan(
      4e-16,
    );
  });

  it('snaps quarter turns that are written in full, and nothing looser', () => {
    const full = jointOf(pairText(origin('rpy="1.5707963267948966 0 -1.5707963267948966"'))).origin.rotation;
    expect(full).toEqual([0, 0, -1, -1, 0, 0, 0, 1, 0]);
    const short = jointOf(pairText(origin('rpy="1.570796326 0 0"'))).origin.rotation;
    expect(short[4]).toBeCloseTo(7.949e-10, 13);
    expect(jointOf(pairText(origin('rpy="1e-15 0 0"'))).origin.rotation[7]).toBe(1e-15);
    expect(jointOf(pairText(origin('rpy="8e-16 0 0"'))).origin.rotation[7]).toBe(0);
  });

  it('does not read quaternions by half', () => {
    const outcome = read(pairText(origin('quat_xyzw="0 0 0 1"')));
    expect(codes(outcome)).toEqual(['error origin-quaternion']);
    expect(outcome.value).toBeUndefined();
  });

  it('is finite for any angle', () => {
    for (const angle of ['1e6', '1e15', '-1e22', '1e300']) {
      const outcome = read(pairText(origin(`rpy="${angle} 0 0"`)));
      const rotation =
        outcome.value === undefined
          ? []
          : robotOf(pairText(origin(`rpy="${angle} 0 0"`))).joints[0].origin.rotation;
      expect(rotation.every(Number.isFinite)).toBe(true);
    }
  });
});
