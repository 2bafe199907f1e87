import { describe, expect, it } from 'vitest';
import { apart, codes, linkOf, onlyProblem, read, robotText } from '../../../checks/urdf-text.js';
import type { Inertial } from './robot.js';

type Six = readonly [number, number, number, number, number, number];

function inertialText(mass: number | string, [xx, yy, zz, xy, xz, yz]: Six, origin = ''): string {
  return `<inertial>${origin}<mass value="${mass}"/>
<inertia ixx="${xx}" ixy="${xy}" ixz="${xz}" iyy="${yy}" iyz="${yz}" izz="${zz}"/></inertial>`;
}

function one(inside: string): string {
  return robotText(`<link name="body">${inside}</link>`);
}

function inertialOf(inside: string): Inertial {
  const { inertial } = linkOf(one(inside), 'body');
  if (inertial === undefined) throw new Error('no inertial');
  return inertial;
}

describe('an inertial frame that is turned', () => {
  it.each([
    ['0 0 1.5707963267948966', [2, 1, 2.5]],
    ['0 1.5707963267948966 0', [2.5, 2, 1]],
    ['-1.5707963267948966 0 0', [1, 2.5, 2]],
    ['3.141592653589793 0 0', [1, 2, 2.5]],
  ])('by a quarter or half turn %s swaps moments exactly', (rpy, diagonal) => {
    const { inertia } = inertialOf(inertialText(1, [1, 2, 2.5, 0, 0, 0], `<origin rpy="${rpy}"/>`));
    expect(inertia.slice(0, 3)).toEqual(diagonal);
    expect(apart(inertia.slice(3), [0, 0, 0])).toBe(0);
  });

  it('by roll, pitch and yaw with products turns as R I Rᵀ', () => {
    const rpy = '1.4288992721907328 -0.3398369094541219 2.356194490192345';
    const { inertia } = inertialOf(inertialText(1, [4, 3, 2, 0.3, 0.2, 0.1], `<origin rpy="${rpy}"/>`));
    expect(apart(inertia, [1004 / 375, 3, 1246 / 375, -127 / 150, -49 / 125, 61 / 150])).toBeLessThan(2e-15);
  });

  it('turned by pi gives the tensor that is not turned', () => {
    const plain = inertialOf(inertialText(100, [5, 15, 19, 0, 0, 0]));
    const turned = inertialOf(
      inertialText(100, [5, 15, 19, 0, 0, 0], '<origin rpy="3.141592653589793 0 0"/>'),
    );
    expect(turned.inertia).toEqual(plain.inertia);
  });

  it('keeps the centre of mass in link axes', () => {
    const { centre } = inertialOf(
      inertialText(1, [1, 1, 1, 0, 0, 0], '<origin xyz="0.1 -0.2 0.3" rpy="1 2 3"/>'),
    );
    expect(centre).toEqual([0.1, -0.2, 0.3]);
  });
});

describe('inertias that no body has', () => {
  it('refuses negative moments, and sees that the six numbers slipped', () => {
    const outcome = read(one(inertialText(51.3211, [16616.493, -2240.0581, 0, -2240.0581, 0, 16616.324])));
    expect(outcome.value).toBeUndefined();
    expect(codes(outcome)).toEqual(['warning inertia-order', 'error inertia-negative']);
    const [order, problem] = outcome.problems;
    expect(order.evidence?.[1]).toContain('between 0.169 and 33200');
    expect(problem).toMatchObject({
      code: 'inertia-negative',
      severity: 'error',
      where: { name: 'link "body"' },
    });
    expect(problem.message).toContain('positive');
    expect(problem.hint).toContain('iyy repeats ixy');
    const moments = problem.got?.match(/-?\d+\.\d+/g)?.map(Number) ?? [];
    expect(apart(moments, [-17851.901, 14479.746, 17748.59])).toBeLessThan(1e-2);
  });

  it.each([0, 1, 2])('names the negative moment on axis %d', (axis) => {
    const six = [0.01, 0.01, 0.01, 0, 0, 0].map((x, i) => (i === axis ? -0.02 : x)) as unknown as Six;
    const problem = onlyProblem(read(one(inertialText(1, six))));
    expect(problem.where.path).toBe(`inertial.inertia.${['ixx', 'iyy', 'izz'][axis]}`);
  });

  it('warns of a negative principal moment behind positive diagonals', () => {
    for (const six of [
      [0.01, 0.01, 0.01, 0.05, 0, 0],
      [0.01, 0.01, 0.01, 0, -0.05, 0],
      [0.01, 0.01, 0.01, 0, 0, 0.05],
    ] as const) {
      const outcome = read(one(inertialText(1, six)));
      expect(outcome.value).toBeDefined();
      expect(onlyProblem(outcome)).toMatchObject({ code: 'inertia-not-positive', severity: 'warning' });
    }
  });

  it('tests the triangle rule on the principal moments, not on the diagonal', () => {
    const problem = onlyProblem(read(one(inertialText(0.01, [1.486e-6, 2e-7, 8.31e-7, 0, 0, 0]))));
    expect(problem).toMatchObject({
      code: 'inertia-triangle',
      severity: 'warning',
      where: { name: 'link "body"' },
    });
    expect(problem.message).toContain('4.55e-7');
    expect(problem.expected).toContain('sum of the other two');
    // (1, 1, 3) turned by 45° about y: the diagonal (2, 1, 2) looks sound.
    expect(onlyProblem(read(one(inertialText(1, [2, 1, 2, 0, 1, 0])))).code).toBe('inertia-triangle');
    // (2, 2, 2) with products: moments 1, 2, 3 are the edge of what is possible.
    expect(codes(read(one(inertialText(1, [2, 2, 2, 0, 1, 0]))))).toEqual([]);
  });

  it('keeps a zero principal moment finite, with a warning', () => {
    const outcome = read(one(inertialText(1, [0.1, 0.1, 0.2, 0.1, 0, 0])));
    expect(codes(outcome)).toEqual(['warning inertia-zero']);
    expect(outcome.value?.links[0].inertial?.inertia).toEqual([0.1, 0.1, 0.2, 0.1, 0, 0]);
    expect(codes(read(one(inertialText(1, [0, 0, 0, 0, 0, 0]))))).toEqual(['warning inertia-zero']);
    expect(codes(read(one(inertialText(0, [0, 0, 0, 0, 0, 0]))))).toEqual([]);
  });

  it('refuses a negative mass and warns of inertia without mass', () => {
    expect(codes(read(one(inertialText(-1, [0.01, 0.01, 0.01, 0, 0, 0]))))).toEqual(['error mass-negative']);
    expect(codes(read(one(inertialText(0, [0.01, 0.01, 0.01, 0, 0, 0]))))).toEqual([
      'warning inertia-without-mass',
    ]);
  });
});

describe('inertias about the wrong point, and placeholders', () => {
  const cube = (side: number, at: string): string =>
    `<collision><origin xyz="${at}"/><geometry><box size="${side} ${side} ${side}"/></geometry></collision>`;

  it.each([
    ['0.5 0 0', [0.003333, 0.503333, 0.503333]],
    ['0 0.5 0', [0.503333, 0.003333, 0.503333]],
    ['0 0 0.5', [0.503333, 0.503333, 0.003333]],
  ])('warns where the moments hold m d² for a cube at %s', (at, [xx, yy, zz]) => {
    const outcome = read(
      one(`${inertialText(2, [xx, yy, zz, 0, 0, 0], `<origin xyz="${at}"/>`)}${cube(0.1, at)}`),
    );
    expect(outcome.value).toBeDefined();
    const problem = onlyProblem(outcome);
    expect(problem).toMatchObject({
      code: 'inertia-point',
      severity: 'warning',
      where: { name: 'link "body"' },
    });
    const [evidence] = problem.evidence ?? [];
    expect(evidence).toContain('0.252 m² for each kilogram');
    expect(evidence).toContain('more than 0.0075');
    expect(evidence).toContain('0.00333, 0.00333, 0.00333');
    const after = problem.fix?.edits.map((edit) => Number(edit.after)) ?? [];
    expect(apart(after, [0.003333, 0.003333])).toBeLessThan(1e-12);
  });

  it('warns of 1, 1, 1', () => {
    const box = '<visual><geometry><box size="0.05 0.03 0.02"/></geometry></visual>';
    const problem = onlyProblem(read(one(inertialText(0.05, [1, 1, 1, 0, 0, 0]) + box)));
    expect(problem).toMatchObject({ code: 'inertia-placeholder', severity: 'warning' });
    expect(problem.fix).toBeUndefined();
    expect(problem.evidence?.[0]).toContain('0.00000542, 0.0000121, 0.0000142');
    const mesh = '<visual><geometry><mesh filename="a.stl"/></geometry></visual>';
    expect(onlyProblem(read(one(inertialText(0.05, [1, 1, 1, 0, 0, 0]) + mesh))).code).toBe(
      'inertia-doubtful',
    );
    expect(codes(read(one(inertialText(5, [1, 1, 1, 0, 0, 0]) + mesh)))).toEqual([]);
  });

  it('doubts what is too much for the shapes where nothing explains it', () => {
    const box = '<visual><geometry><box size="0.05 0.03 0.02"/></geometry></visual>';
    const problem = onlyProblem(read(one(inertialText(0.05, [7e-5, 9e-5, 8e-5, 0, 0, 0]) + box)));
    expect(problem).toMatchObject({ code: 'inertia-doubtful', severity: 'warning' });
    expect(problem.expected).toContain('0.00095 m²');
    expect(problem.got).toContain('0.0018 m²');
  });

  it.each([
    ['<box size="0.05 0.03 0.02"/>', [5.41667e-6, 1.20833e-5, 1.41667e-5]],
    ['<sphere radius="0.1"/>', [2e-4, 2e-4, 2e-4]],
    ['<cylinder radius="0.1" length="0.3"/>', [5e-4, 5e-4, 2.5e-4]],
  ])('says nothing of the solid %s', (shape, [xx, yy, zz]) => {
    const text = one(
      `${inertialText(0.05, [xx, yy, zz, 0, 0, 0])}<visual><geometry>${shape}</geometry></visual>`,
    );
    expect(codes(read(text))).toEqual([]);
  });

  it('knows that two shapes far apart allow more than one', () => {
    const far = inertialText(2, [0.01, 0.4, 0.4, 0, 0, 0], '<origin xyz="0.5 0 0"/>');
    expect(codes(read(one(far + cube(0.1, '0 0 0') + cube(0.1, '1 0 0'))))).toEqual([]);
  });
});

describe('an inertial that is not whole', () => {
  it.each([
    ['<inertial/>', ['inertial', 'inertial']],
    ['<inertial><mass value="1"/></inertial>', ['inertial']],
    [
      '<inertial><mass/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0"/></inertial>',
      ['inertial.mass', 'inertial.inertia'],
    ],
  ])('%s is refused by name', (inside, paths) => {
    const outcome = read(one(inside));
    expect(outcome.value).toBeUndefined();
    expect(outcome.problems.map((p) => p.where.path)).toEqual(paths);
  });

  it('is refused where it stands twice', () => {
    const whole = inertialText(1, [1, 1, 1, 0, 0, 0]);
    expect(codes(read(one(whole + whole)))).toEqual(['error element-twice']);
  });

  it('never lets a product of large numbers through as infinite', () => {
    const huge = inertialText(1, [1e308, 1e308, 1.5e308, 1e308, 0, 0], '<origin rpy="0.3 0.4 0.5"/>');
    const outcome = read(one(huge));
    if (outcome.value !== undefined)
      expect(outcome.value.links[0].inertial?.inertia.every(Number.isFinite)).toBe(true);
    else expect(codes(outcome)).toContain('error number-malformed');
  });
});
