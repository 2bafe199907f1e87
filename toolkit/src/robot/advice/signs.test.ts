import { describe, expect, it } from 'vitest';
import { correctUrdf } from './correct.js';
import { adviceOf, boxPart, chainText, inertialOf, type Part, type Six } from './solids.test.helper.js';

const chain = [1, 2, 3, 4, 5].map((i) => boxPart([0.05, 0.06, 0.1 * i], 1000, 0.3));
const codes = (text: string) => adviceOf(text).map(({ code }) => code);

describe('limits in degrees', () => {
  const ranges = ['-170 170', '-90 45', '-5 120', '-180 180'];
  const limit = (i: number) => {
    const [lower, upper] = ranges[i].split(' ');
    return `<limit lower="${lower}" upper="${upper}" effort="9" velocity="2"/>`;
  };

  it('are named for all joints, and turned into radians', () => {
    const text = chainText(chain, { joints: limit });
    const [advice, ...others] = adviceOf(text);
    expect(others).toEqual([]);
    expect(advice).toMatchObject({ code: 'limit-degrees', message: expect.stringContaining('4 joints') });
    expect(advice.evidence?.[0]).toBe(
      '4 of 4 revolute joints reach beyond two turns, 4 have whole or half degrees',
    );
    const { value } = correctUrdf(text, { file: 'r.urdf' }, new Set(['limit-degrees']));
    const limits = value?.outcome.value?.joints.map((joint) => [joint.limits?.lower, joint.limits?.upper]);
    ranges.forEach((range, i) => {
      const [lower, upper] = range.split(' ').map((x) => (Number(x) * Math.PI) / 180);
      expect(limits?.[i][0]).toBeCloseTo(lower, 14);
      expect(limits?.[i][1]).toBeCloseTo(upper, 14);
    });
  });

  it('are named of one joint among others', () => {
    const joints = (i: number) => (i === 2 ? limit(0) : limit(0).replaceAll('170', '2.5'));
    const [advice] = adviceOf(chainText(chain, { joints }));
    expect(advice).toMatchObject({ code: 'limit-degrees', where: { name: 'joint "j2"' } });
    expect(advice.fix?.edits).toHaveLength(2);
  });

  it.each(['6.2832', '9.42', '12.5', '1e5'])('are not what ±%s is', (most) => {
    const joints = () => `<limit lower="-${most}" upper="${most}" effort="9" velocity="2"/>`;
    expect(codes(chainText(chain, { joints }))).toEqual([]);
  });
});

describe('rotations in degrees', () => {
  it('are named, and turned into radians', () => {
    const text = chainText(chain).replaceAll(
      '<origin xyz="0 0 0.2"/><parent',
      '<origin xyz="0 0 0.2" rpy="0 -90 45"/><parent',
    );
    const [advice, ...others] = adviceOf(text);
    expect(others).toEqual([]);
    expect(advice.code).toBe('angle-degrees');
    const [change] = advice.fix?.edits ?? [];
    expect(change).toMatchObject({ before: '0 -90 45', after: `0 ${-Math.PI / 2} ${Math.PI / 4}` });
  });

  it.each(['0 0 6.2832', '3.1416 0 -3', '0 0 0'])('are not what %s is', (rpy) => {
    const text = chainText(chain)
      .replaceAll('<parent', '<parent')
      .replace('<origin xyz="0 0 0.2"/>', `<origin xyz="0 0 0.2" rpy="${rpy}"/>`);
    expect(codes(text)).toEqual([]);
  });
});

describe('efforts and velocities', () => {
  const tapering = [...chain].reverse();
  const limit = (effort: number, velocity: number) =>
    `<limit lower="-1" upper="1" effort="${effort}" velocity="${velocity}"/>`;

  it.each([
    [1000, 2, 'effort 1000'],
    [100, 2, 'effort 100'],
    [40, 100, 'velocity 100'],
  ])('%d and %d of all joints seem to be placeholders', (effort, velocity, words) => {
    const [advice, ...others] = adviceOf(chainText(tapering, { limit: limit(effort, velocity) }));
    expect(others).toEqual([]);
    expect(advice).toMatchObject({ code: 'limit-placeholder', message: expect.stringContaining(words) });
    expect(advice.fix).toBeUndefined();
  });

  it('are left alone where they differ, or are no round number, or what they move is alike', () => {
    expect(codes(chainText(tapering, { limit: limit(87, 2) }))).toEqual([]);
    expect(codes(chainText(tapering, { joints: (i) => limit(i === 1 ? 10 : 100, 2) }))).toEqual([]);
    expect(codes(chainText(chain, { limit: limit(1000, 2) }))).toEqual([]);
    expect(codes(chainText(tapering.slice(0, 3), { limit: limit(1000, 2) }))).toEqual([]);
  });
});

describe('left and right', () => {
  const part: Part = { ...boxPart([0.05, 0.06, 0.3], 1000, 0.3), centre: [0.03, 0.04, 0.1] };
  const mirrored = (p: Part): Part => {
    const [xx, yy, zz, xy, xz, yz] = p.six;
    return { ...p, centre: [p.centre[0], -p.centre[1], p.centre[2]], six: [xx, yy, zz, -xy, xz, -yz] };
  };
  const text = (left: Part, right: Part, names = ['left_arm', 'right_arm'], next = [0.02, -0.02]): string => {
    const limits = '<limit lower="-1" upper="1" effort="9" velocity="2"/>';
    const sides = [left, right].map((side, i) => {
      const hand = names[i].replace('arm', 'hand').replace('Arm', 'Hand');
      return `<link name="${names[i]}">${inertialOf(side)}</link><link name="${hand}">${inertialOf(chain[0])}</link>
        <joint name="${names[i]}_j" type="revolute"><origin xyz="0 ${i === 0 ? 0.2 : -0.2} 0"/><parent link="base"/><child link="${names[i]}"/>${limits}</joint>
        <joint name="${hand}_j" type="revolute"><origin xyz="0 ${next[i]} 0.3"/><parent link="${names[i]}"/><child link="${hand}"/>${limits}</joint>`;
    });
    return `<robot name="r"><link name="base">${inertialOf(chain[4])}</link>${sides.join('\n')}</robot>`;
  };
  const right = mirrored(part);
  const copiedCentre: Part = { ...right, centre: part.centre };
  const copiedProducts: Part = { ...right, six: part.six };

  it('that mirror each other, or are turned, call for no advice', () => {
    expect(codes(text(part, right))).toEqual([]);
    // The same part turned half about z: x and y, and the products with z, change their signs.
    const [xx, yy, zz, xy, xz, yz] = part.six;
    const six: Six = [xx, yy, zz, xy, -xz, -yz];
    const turned: Part = { ...part, centre: [-0.03, -0.04, 0.1], six };
    expect(codes(text(part, turned))).toEqual([]);
    expect(codes(text(part, part, ['left_arm', 'right_arm'], [0.02, 0.02]))).toEqual([]);
  });

  it.each([
    ['left_arm', 'right_arm'],
    ['l_arm', 'r_arm'],
    ['arm_L', 'arm_R'],
    ['LArm', 'RArm'],
  ])('%s and %s are told where one number was copied', (...names) => {
    const [centre, ...none] = adviceOf(text(part, copiedCentre, names));
    expect(none).toEqual([]);
    expect(centre).toMatchObject({ code: 'mirror-inertial', where: { name: `link "${names[1]}"` } });
    expect(centre.message).toBe(`it mirrors "${names[0]}", but for the centre of mass`);
    const [products] = adviceOf(text(part, copiedProducts, names));
    expect(products.message).toBe(`it mirrors "${names[0]}", but for the products of inertia`);
  });

  it('of different parts are not compared', () => {
    expect(codes(text(part, { ...copiedCentre, mass: part.mass * 1.2 }))).toEqual([]);
    expect(codes(text(part, { ...copiedCentre, centre: [0.035, 0.04, 0.1] }))).toEqual([]);
    expect(codes(text(part, copiedCentre, ['first_arm', 'second_arm']))).toEqual([]);
  });
});
