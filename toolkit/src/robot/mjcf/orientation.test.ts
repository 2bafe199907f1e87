/** Angles, orders of turns, defaults and compiler settings come out as MJCF has them. */
import type { MainModule } from '@mujoco/mujoco';
import { beforeAll, describe, expect, it } from 'vitest';
import { numbers, quaternionFromRotation } from '../../math/index.js';
import { bodyWith, codes, mujocoOnce, reading, robotFrom } from './reading.test.helper.js';

let mujoco: MainModule;
beforeAll(async () => {
  mujoco = await mujocoOnce();
});

type Quaternion = readonly [number, number, number, number];

/** Hamilton's product. */
function times([a, b, c, d]: Quaternion, [e, f, g, h]: Quaternion): Quaternion {
  return [
    a * e - b * f - c * g - d * h,
    a * f + b * e + c * h - d * g,
    a * g - b * h + c * e + d * f,
    a * h + b * g - c * f + d * e,
  ];
}

function about(axis: string, degrees: number): Quaternion {
  const half = (degrees * Math.PI) / 360;
  const [x, y, z] = ['x', 'y', 'z'].map((name) => (name === axis ? Math.sin(half) : 0));
  return [Math.cos(half), x, y, z];
}

function turnOf(orientation: string, compiler = ''): Quaternion {
  const text = `<mujoco>${compiler}<worldbody><body name="b" ${orientation}/></worldbody></mujoco>`;
  const [w, ...rest] = quaternionFromRotation(numbers, robotFrom(mujoco, text).roots[0].pose.rotation);
  return (w < 0 ? [-w, ...rest.map((x) => -x)] : [w, ...rest]) as unknown as Quaternion;
}

function expectTurn(got: Quaternion, wanted: Quaternion, digits = 9): void {
  const sign = got.reduce((sum, x, i) => sum + x * wanted[i], 0) < 0 ? -1 : 1;
  for (const [i, x] of wanted.entries()) expect(sign * got[i]).toBeCloseTo(x, digits);
}

describe('orientations', () => {
  it.each<[string, string, Quaternion]>([
    ['euler="30 -40 55"', '', [0.845991, 0.063184, -0.40534, 0.340598]],
    ['euler="30 -40 55"', '<compiler eulerseq="XYZ"/>', [0.764242, 0.368276, -0.180736, 0.497636]],
    ['axisangle="0 1 0 -70"', '', [0.819152, 0, -0.573576, 0]],
    ['xyaxes="0 1 0 -1 0 0"', '', [0.707107, 0, 0, 0.707107]],
    ['zaxis="1 0 1"', '', [0.92388, 0, 0.382683, 0]],
    ['quat="2 0 0 2"', '', [0.707107, 0, 0, 0.707107]],
  ])('%s %s', (orientation, compiler, wanted) => {
    expectTurn(turnOf(orientation, compiler), wanted, 5);
  });

  it.each(['xyz', 'zyx', 'XYZ', 'ZXZ', 'yXz', 'zxz'])(
    'eulers in the order %s: small letters turn about axes that move along, large ones about fixed ones',
    (order) => {
      const angles = [25, -70, 110];
      let wanted: Quaternion = [1, 0, 0, 0];
      for (const [i, letter] of [...order].entries()) {
        const turn = about(letter.toLowerCase(), angles[i]);
        wanted = letter === letter.toLowerCase() ? times(wanted, turn) : times(turn, wanted);
      }
      expectTurn(turnOf(`euler="${angles.join(' ')}"`, `<compiler eulerseq="${order}"/>`), wanted);
      const radian = angles.map((x) => (x * Math.PI) / 180).join(' ');
      expectTurn(turnOf(`euler="${radian}"`, `<compiler angle="radian" eulerseq="${order}"/>`), wanted);
    },
  );
});

describe('ranges and defaults', () => {
  const classes = (compiler: string) =>
    robotFrom(
      mujoco,
      `<mujoco>${compiler}<default><default class="c"><joint range="-1.2 0.8" damping="2" stiffness="3"/></default></default>
       <worldbody><body name="a"><joint name="h" class="c"/><geom size=".1"/><body name="b"><joint name="s" type="slide" class="c"/><geom size=".1"/>
       <body name="d"><joint name="f" axis="1 0 0"/><geom size=".1"/></body></body></body></worldbody></mujoco>`,
    ).joints;

  it.each([
    ['<compiler angle="radian"/>', -1.2, 0.8],
    ['<compiler angle="degree"/>', -0.020944, 0.013963],
    ['', -0.020944, 0.013963],
  ])('of a class, %s', (compiler, lower, upper) => {
    const [hinge, slide, bare] = classes(compiler);
    expect(hinge).toMatchObject({
      name: 'h',
      type: 'revolute',
      damping: 2,
      spring: { stiffness: 3, rest: 0 },
    });
    expect(hinge.limits?.lower).toBeCloseTo(lower, 6);
    expect(hinge.limits?.upper).toBeCloseTo(upper, 6);
    expect(slide).toMatchObject({
      type: 'prismatic',
      limits: { lower: -1.2, upper: 0.8 },
      damping: 2,
      spring: { stiffness: 3 },
    });
    expect(bare).toMatchObject({ type: 'continuous', damping: 0 });
    expect(bare.limits).toBeUndefined();
  });

  it.each<[string, string, object | undefined]>([
    ['range="-1 1" limited="false"', '', undefined],
    ['range="0 1"', '', { lower: 0, upper: 1 }],
    ['range="-1 1" limited="true"', '<compiler autolimits="false"/>', { lower: -1, upper: 1 }],
    ['', '', undefined],
    ['actuatorfrcrange="-7 7"', '', { effort: 7 }],
    ['actuatorfrcrange="-7 5" range="-2 2"', '', { lower: -2, upper: 2, effort: 5 }],
  ])('of a slide with %s %s', (attributes, compiler, limits) => {
    const [joint] = robotFrom(
      mujoco,
      bodyWith(`<joint name="j" type="slide" ${attributes}/>`, compiler),
    ).joints;
    expect(joint.limits).toEqual(limits);
  });

  it("keeps rest, friction and rotor inertia, in the file's positions", () => {
    const text = bodyWith(
      '<joint name="j" springref="30" stiffness="4" frictionloss=".2" armature=".05" ref="10"/>',
    );
    const [joint] = robotFrom(mujoco, text).joints;
    expect(joint).toMatchObject({ friction: 0.2, rotorInertia: 0.05, spring: { stiffness: 4 } });
    expect(joint.spring?.rest).toBeCloseTo(Math.PI / 6, 12);
    expect(codes(mujoco, text)).toEqual([]);
    expect(codes(mujoco, bodyWith('<joint type="ball" name="j" stiffness="4"/>'))).toEqual(['joint-spring']);
  });
});

describe('compiler settings', () => {
  it.each([
    [0.1, 0.5, '.01 .01 .1', 0.5, 0.04],
    [2, 0.5, '.01 .01 .04', 2, 0.02],
    [0.1, 0.2, '.3 .1 .2', 0.2, undefined],
  ])('mass %f with a bound of %f, inertia %s balanced', (mass, bound, inertia, wanted, moment) => {
    const text = `<mujoco><compiler boundmass="${bound}" balanceinertia="true"/><worldbody><body name="b"><joint/><inertial pos="0 0 0" mass="${mass}" diaginertia="${inertia}"/></body></worldbody></mujoco>`;
    const { inertial } = robotFrom(mujoco, text).links[1];
    expect(inertial?.mass).toBe(wanted);
    const diagonal = inertial?.inertia.slice(0, 3) ?? [];
    if (moment === undefined) expect([...diagonal].sort()).toEqual([0.1, 0.2, 0.3]);
    else for (const x of diagonal) expect(x).toBeCloseTo(moment, 12);
  });

  it.each([
    ['degree', 'radian', 1],
    ['radian', 'degree', Math.PI / 180],
  ])('of several elements the last one counts, with a warning: %s, then %s', (first, second, end) => {
    const text = bodyWith(
      '<joint name="j" range="-1 1"/>',
      `<compiler angle="${first}"/><compiler angle="${second}"/>`,
    );
    const { value, problems } = reading(mujoco, text);
    expect(value?.joints[0].limits?.upper).toBeCloseTo(end, 12);
    expect(value?.joints[0].limits?.lower).toBeCloseTo(-end, 12);
    expect(problems.map(({ code }) => code)).toContain('mjcf-compiler-differs');
    expect(codes(mujoco, text.replace(`angle="${first}"`, `angle="${second}"`))).not.toContain(
      'mjcf-compiler-differs',
    );
  });

  it('does not fuse bodies that stand still', () => {
    const text = `<mujoco><compiler fusestatic="true"/><worldbody><body name="a"><geom size=".1"/><body name="b" pos="1 0 0"><geom size=".1"/></body></body></worldbody></mujoco>`;
    expect(robotFrom(mujoco, text).links.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('turns principal axes into link axes', () => {
    const text =
      '<mujoco><worldbody><body name="b"><inertial pos=".1 .2 .3" mass="2" fullinertia=".3 .4 .5 .01 .02 .03"/></body></worldbody></mujoco>';
    const { inertial } = robotFrom(mujoco, text).links[0];
    expect(inertial?.centre).toEqual([0.1, 0.2, 0.3]);
    for (const [i, x] of [0.3, 0.4, 0.5, 0.01, 0.02, 0.03].entries())
      expect(inertial?.inertia[i]).toBeCloseTo(x, 12);
  });
});
