/** Orientations, defaults and compiler settings of MJCF, which MuJoCo compiles. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Outcome } from 'pliant/problem';
import { type MujocoModule, memoryFiles, type Robot, readRobot } from 'pliant/robot';
import { axes, between, type Case, kind, near, type Three, vectors, within } from './case.js';
import { cross, dot, type Nine, product, rotationAbout } from './solid.js';

const degree = Math.PI / 180;
const size = (v: readonly number[]): number => Math.sqrt(dot(v, v));
const unit = ([x, y, z]: readonly number[]): Three => {
  const length = size([x, y, z]);
  return [x / length, y / length, z / length];
};

/** Rotation of a unit quaternion w, x, y, z. */
function ofQuaternion([w, x, y, z]: readonly number[]): Nine {
  return rotationAbout(
    size([x, y, z]) === 0 ? [1, 0, 0] : unit([x, y, z]),
    2 * Math.atan2(size([x, y, z]), w),
  );
}

/** Turns about the letters' axes: small ones move along, large ones stand still. */
function ofEuler(angles: Three, order: string): Nine {
  return [...order].reduce<Nine>(
    (sum, letter, i) => {
      const axis = [0, 1, 2].map((k) => ('xyz'[k] === letter.toLowerCase() ? 1 : 0)) as unknown as Three;
      const turn = rotationAbout(axis, angles[i]);
      return letter === letter.toLowerCase() ? product(sum, turn) : product(turn, sum);
    },
    [1, 0, 0, 0, 1, 0, 0, 0, 1],
  );
}

/** Columns x, y made square to it, and their cross product. */
function ofAxes(first: Three, second: Three): Nine {
  const x = unit(first);
  const y = unit(second.map((s, i) => s - dot(x, second) * x[i]));
  const z = cross(x, y);
  return [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
}

/** The shortest turn that takes z to this direction. */
function ofZ(direction: Three): Nine {
  const side = cross([0, 0, 1], direction);
  if (size(side) === 0) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return rotationAbout(unit(side), Math.atan2(size(side), direction[2]));
}

interface Spelling {
  readonly attribute: string;
  readonly compiler: string;
  readonly wanted: Nine;
}

/** MuJoCo refuses numbers below 1e-308 as too large. */
const text = (...numbers: readonly number[]): string =>
  numbers.map((x) => (Math.abs(x) < 1e-300 ? 0 : x)).join(' ');
const nonzero = vectors(3).filter((v) => size(v) > 0.1);

const spellings: fc.Arbitrary<Spelling> = fc.oneof(
  fc
    .record({
      angles: vectors(170),
      order: fc.stringMatching(/^[xyzXYZ]{3}$/),
      radian: fc.boolean(),
      said: fc.boolean(),
    })
    .map(({ angles, order, radian, said }) => {
      const [a, b, c] = angles.map((x) => x * degree);
      const euler = radian ? text(a, b, c) : text(...angles);
      const sequence = said ? ` eulerseq="${order}"` : '';
      return {
        attribute: `euler="${euler}"`,
        compiler: `<compiler angle="${radian ? 'radian' : 'degree'}"${sequence}/>`,
        wanted: ofEuler([a, b, c], said ? order : 'xyz'),
      };
    }),
  fc.tuple(axes, between(0.1, 4), within(350)).map(([axis, length, angle]) => ({
    attribute: `axisangle="${text(...axis.map((x) => x * length), angle)}"`,
    compiler: '',
    wanted: rotationAbout(axis, angle * degree),
  })),
  fc
    .tuple(nonzero, nonzero)
    .filter(([x, y]) => size(cross(unit(x), unit(y))) > 0.05)
    .map(([x, y]) => ({ attribute: `xyaxes="${text(...x, ...y)}"`, compiler: '', wanted: ofAxes(x, y) })),
  nonzero
    // Within 1e-10 of its own z MuJoCo does not turn; opposite to it the shortest turn is any.
    .filter((z) => unit(z)[2] > -0.99 && unit(z)[2] < 0.99999)
    .map((z) => ({ attribute: `zaxis="${text(...z)}"`, compiler: '', wanted: ofZ(z) })),
  fc.tuple(axes, within(3), between(0.1, 5)).map(([axis, half, length]) => {
    const q = [Math.cos(half), ...axis.map((x) => Math.sin(half) * x)];
    return {
      attribute: `quat="${text(...q.map((x) => x * length))}"`,
      compiler: '',
      wanted: ofQuaternion(q),
    };
  }),
);

/** Range, damping and stiffness of a class, that a hinge and a slide have. */
interface Defaults {
  readonly range: readonly [number, number];
  readonly damping: number;
  readonly stiffness: number;
  readonly angle: 'radian' | 'degree';
}

export function mjcfCases(mujoco: MujocoModule): readonly Case[] {
  const reading = (body: string): Outcome<Robot> =>
    readRobot('r.xml', memoryFiles({ 'r.xml': `<mujoco>${body}</mujoco>` }), { mujoco });
  const robotOf = (body: string): Robot => {
    const { value, problems } = reading(body);
    ok(value !== undefined, JSON.stringify(problems));
    return value;
  };

  function turnsRight({ attribute, compiler, wanted }: Spelling): void {
    const { roots } = robotOf(`${compiler}<worldbody><body name="b" ${attribute}/></worldbody>`);
    near(roots[0].pose.rotation, wanted, 1e-9, attribute);
  }

  function defaultsHold({ range, damping, stiffness, angle }: Defaults): void {
    const { joints } = robotOf(
      `<compiler angle="${angle}"/><default><default class="c"><joint range="${text(...range)}" damping="${damping}" stiffness="${stiffness}"/></default></default>
<worldbody><body name="a"><joint name="h" class="c"/><geom size=".1"/><body name="b"><joint name="s" type="slide" class="c"/><geom size=".1"/><body name="d"><joint name="free"/><geom size=".1"/></body></body></body></worldbody>`,
    );
    const [hinge, slide, free] = ['h', 's', 'free'].map((name) => joints.find((j) => j.name === name)!);
    const scale = angle === 'degree' ? degree : 1;
    near(
      [hinge.limits?.lower ?? Number.NaN, hinge.limits?.upper ?? Number.NaN],
      range.map((x) => x * scale),
      1e-12,
    );
    near([slide.limits?.lower ?? Number.NaN, slide.limits?.upper ?? Number.NaN], range, 1e-300);
    for (const joint of [hinge, slide])
      deepEqual([joint.damping, joint.spring?.stiffness], [damping, stiffness]);
    deepEqual([free.limits?.lower, free.limits?.upper, free.damping], [undefined, undefined, 0]);
  }

  function bounds(
    mass: number,
    diagonal: Three,
    bound: number,
  ): { mass: number; inertia: readonly number[] } {
    const { links } = robotOf(
      `<compiler boundmass="${bound}" balanceinertia="true"/><worldbody><body name="b"><joint/><inertial pos="0 0 0" mass="${mass}" diaginertia="${text(...diagonal)}"/></body></worldbody>`,
    );
    const { inertial } = links.find(({ name }) => name === 'b')!;
    return { mass: inertial!.mass, inertia: inertial!.inertia };
  }

  function lastCounts(
    first: 'radian' | 'degree',
    second: 'radian' | 'degree',
    range: readonly number[],
  ): void {
    const outcome = reading(
      `<compiler angle="${first}"/><compiler angle="${second}"/><worldbody><body name="b"><joint name="j" range="${text(...range)}"/><geom size=".1"/></body></worldbody>`,
    );
    const limits = outcome.value?.joints[0].limits;
    const scale = second === 'degree' ? degree : 1;
    near(
      [limits?.lower ?? Number.NaN, limits?.upper ?? Number.NaN],
      range.map((x) => x * scale),
      1e-12,
    );
    const said = outcome.problems.filter(({ code }) => code === 'mjcf-compiler-differs');
    deepEqual(
      said.map(({ severity }) => severity),
      first === second ? [] : ['warning'],
    );
  }

  const ranges = fc
    .tuple(within(2), between(0.01, 2))
    .map(([lower, width]) => [lower, lower + width] as const);
  const angles = fc.constantFrom('radian' as const, 'degree' as const);

  return [
    kind(
      'MJCF: every spelling of an orientation, small letters moving and large ones fixed',
      () => {
        const compiler = '<compiler eulerseq="XYZ"/>';
        for (const [attribute, said, q] of [
          ['euler="30 -40 55"', '', [0.845991, 0.063184, -0.40534, 0.340598]],
          ['euler="30 -40 55"', compiler, [0.764242, 0.368276, -0.180736, 0.497636]],
          ['axisangle="0 1 0 -70"', '', [0.819152, 0, -0.573576, 0]],
          ['xyaxes="0 1 0 -1 0 0"', '', [0.707107, 0, 0, 0.707107]],
          ['zaxis="1 0 1"', '', [0.92388, 0, 0.382683, 0]],
          ['quat="2 0 0 2"', '', [0.707107, 0, 0, 0.707107]],
        ] as const) {
          const { roots } = robotOf(`${said}<worldbody><body name="b" ${attribute}/></worldbody>`);
          near(roots[0].pose.rotation, ofQuaternion(q), 3e-6, attribute);
        }
      },
      spellings,
      turnsRight,
    ),
    kind(
      'MJCF: ranges of a class are in degrees for hinges only, and only where the compiler says so',
      () => {
        const reported = { range: [-1.2, 0.8], damping: 2, stiffness: 3 } as const;
        for (const angle of ['radian', 'degree'] as const) defaultsHold({ ...reported, angle });
        near([-1.2 * degree, 0.8 * degree], [-0.020944, 0.013963], 5e-7);
      },
      fc.record({ range: ranges, damping: between(0.1, 9), stiffness: between(0.1, 9), angle: angles }),
      defaultsHold,
    ),
    kind(
      'MJCF: least masses and balanced inertias are those that the compiler makes',
      () => {
        const { mass, inertia } = bounds(0.1, [0.01, 0.01, 0.1], 0.5);
        equal(mass, 0.5);
        near(inertia, [0.04, 0.04, 0.04, 0, 0, 0], 1e-15);
      },
      fc.tuple(between(0.01, 2), between(0.01, 2), vectors(1)),
      ([mass, bound, diagonal]) => {
        const [x, y, z] = diagonal.map((d) => Math.abs(d) + 0.01);
        const got = bounds(mass, [x, y, z], bound);
        equal(got.mass, Math.max(mass, bound));
        const most = Math.max(x, y, z);
        const mean = (x + y + z) / 3;
        const sound = most <= x + y + z - most;
        near(got.inertia, [...(sound ? [x, y, z] : [mean, mean, mean]), 0, 0, 0], 1e-12);
      },
    ),
    kind(
      'MJCF: of several compiler elements the last one holds, with a warning where they differ',
      () => {
        lastCounts('degree', 'radian', [-1, 1]);
        lastCounts('radian', 'degree', [-1, 1]);
        near([degree], [0.0174533], 5e-8);
      },
      fc.tuple(angles, angles, ranges),
      ([first, second, range]) => lastCounts(first, second, range),
    ),
  ];
}
