import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apart, jointText, limitText, linkText, robotOf, robotText } from '../../../checks/urdf-text.js';
import { mulMat, numbers, rotationFromRpy, transpose } from '../math/index.js';
import type { Joint, Link, Pose, Robot } from './robot.js';
import { rpyOf, writeUrdf } from './write.js';

function written(robot: Robot): string {
  const { value, problems } = writeUrdf(robot);
  if (value === undefined) throw new Error(problems.map((p) => p.message).join('\n'));
  return value;
}

function again(robot: Robot): Robot {
  return robotOf(written(robot), { file: robot.source.file ?? '' });
}

/** Everything but the poses, which come back within rounding. */
function withoutPoses(robot: Robot): unknown {
  return JSON.parse(JSON.stringify(robot, (key, value) => (key === 'rotation' ? undefined : value)));
}

function rotations(robot: Robot): number[] {
  const poses: Pose[] = [
    ...robot.joints.map((joint) => joint.origin),
    ...robot.links.flatMap((link) => [...link.visuals, ...link.collisions].map((shape) => shape.pose)),
  ];
  return poses.flatMap((pose) => [...pose.rotation]);
}

describe('roll, pitch and yaw of a rotation', () => {
  it('give it back to rounding, at and near the singular pitch too', () => {
    const angle = fc.double({ min: -4, max: 4, noNaN: true });
    const pitch = fc.oneof(
      angle,
      fc.constantFrom(Math.PI / 2, -Math.PI / 2),
      fc.double({ min: -1e-6, max: 1e-6, noNaN: true }).map((x) => Math.PI / 2 + x),
      fc.double({ min: -1e-9, max: 1e-9, noNaN: true }).map((x) => -Math.PI / 2 + x),
    );
    const frame = rotationFromRpy(numbers, 0.3, 0.4, 0.5);
    fc.assert(
      fc.property(angle, pitch, angle, (r, p, y) => {
        const exact = rotationFromRpy(numbers, r, p, y);
        // There and back through another frame: entries that are small are then wrong by as much as large ones.
        const rounded = mulMat(numbers, frame, mulMat(numbers, transpose(frame), exact));
        for (const rotation of [exact, rounded]) {
          const [roll, tilt, yaw] = rpyOf(rotation);
          expect(Math.abs(tilt)).toBeLessThanOrEqual(Math.PI / 2 + 1e-15);
          expect(apart(rotationFromRpy(numbers, roll, tilt, yaw), rotation)).toBeLessThanOrEqual(2e-15);
        }
      }),
      { seed: 11, numRuns: 1000 },
    );
  });
});

describe('a robot that is saved and loaded', () => {
  const finite = (size: number) => fc.double({ min: -size, max: size, noNaN: true, noDefaultInfinity: true });
  const positive = fc.double({ min: 1e-3, max: 5, noNaN: true });
  const vector = (size: number) => fc.tuple(finite(size), finite(size), finite(size));
  const origin = fc
    .tuple(vector(2), vector(4))
    .map(([xyz, rpy]) => `<origin xyz="${xyz.join(' ')}" rpy="${rpy.join(' ')}"/>`);
  const inertial = fc
    .tuple(positive, origin, positive, positive, finite(1e-4))
    .map(
      ([mass, at, a, b, product]) =>
        `<inertial>${at}<mass value="${mass}"/><inertia ixx="${a}" ixy="${product}" ixz="${-product}" iyy="${b}" iyz="0" izz="${Math.max(a, b)}"/></inertial>`,
    );
  const shape = fc.oneof(
    positive.map((r) => `<sphere radius="${r}"/>`),
    fc.tuple(positive, positive).map(([r, l]) => `<cylinder radius="${r}" length="${l}"/>`),
    fc.tuple(positive, positive, positive).map((size) => `<box size="${size.join(' ')}"/>`),
    fc.constant('<mesh filename="package://p/a&amp;b.stl" scale="1 -1 0.001"/>'),
  );
  const geometry = fc
    .tuple(origin, shape)
    .map(
      ([at, inside]) =>
        `<visual name="v">${at}<geometry>${inside}</geometry></visual><collision><geometry>${inside}</geometry></collision>`,
    );
  const inside = fc.tuple(
    fc.constantFrom('revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar'),
    origin,
    vector(2),
    positive,
    positive,
    fc.boolean(),
  );
  const robot = fc
    .array(fc.tuple(inertial, geometry, inside, fc.nat()), { minLength: 1, maxLength: 8 })
    .map((parts) =>
      robotText(
        linkText('l0'),
        ...parts.map(([mass, shapes], i) => `<link name="l${i + 1}">${mass}${shapes}</link>`),
        ...parts.map(([, , [type, at, [x, y, z], damping, effort, mimic]], i) => {
          const range = /revolute|prismatic/.test(type)
            ? `<limit lower="-1.25" upper="0.1" effort="${effort}" velocity="${damping}"/>`
            : '';
          const follows =
            mimic && i > 0 && range !== '' ? `<mimic joint="j${i}" multiplier="${x}" offset="${y}"/>` : '';
          const parent = `l${parts[i][3] % (i + 1)}`;
          return jointText(
            `j${i + 1}`,
            parent,
            `l${i + 1}`,
            `${at}<axis xyz="${x} ${y} ${z + 3}"/>${range}<dynamics damping="${damping}"/>${follows}`,
            type,
          );
        }),
      ),
    );

  it('keeps links, joints, masses and positions to the bit, and rotations to 1e-15', () => {
    fc.assert(
      fc.property(robot, (text) => {
        const first = robotOf(text);
        const second = again(first);
        expect(withoutPoses(second)).toEqual(withoutPoses(first));
        expect(apart(rotations(second), rotations(first))).toBeLessThanOrEqual(1e-15);
      }),
      { seed: 5, numRuns: 150 },
    );
  });

  it('keeps a robot without masses, its root and its odd names', () => {
    const text = robotText(
      linkText('&lt;a&gt; "&amp;', 0).replace('"&amp;"', '&quot;&amp;"'),
      linkText('__proto__', 0),
      jointText('*/', '&lt;a&gt; &quot;&amp;', '__proto__'),
    );
    const first = robotOf(text);
    expect(first.links[0].name).toBe('<a> "&');
    expect(withoutPoses(again(first))).toEqual(withoutPoses(first));
  });
});

describe('a robot that URDF cannot say', () => {
  const plain = robotOf(robotText(linkText('a'), linkText('b'), jointText('j', 'a', 'b', limitText)));
  const joint = (change: Partial<Joint>): Robot => ({
    ...plain,
    joints: [{ ...plain.joints[0], ...change }],
  });

  it('is refused for helical and spherical joints, and open ranges', () => {
    expect(writeUrdf(joint({ type: 'helical', pitch: 0.1 })).problems).toMatchObject([
      { code: 'urdf-joint-type', severity: 'error' },
    ]);
    expect(writeUrdf(joint({ type: 'spherical' })).value).toBeUndefined();
    expect(
      writeUrdf(joint({ type: 'prismatic', limits: { lower: 0, effort: 1, velocity: 1 } })).problems,
    ).toMatchObject([{ code: 'urdf-limit' }]);
    expect(writeUrdf({ ...plain, roots: [] }).problems).toMatchObject([{ code: 'urdf-no-root' }]);
  });

  it('turns a revolute joint without limits into a continuous one', () => {
    const { limits: _, ...free } = plain.joints[0];
    expect(again({ ...plain, joints: [free] }).joints[0].type).toBe('continuous');
    expect(again(joint({ limits: { effort: 3, velocity: 1 } })).joints[0]).toMatchObject({
      type: 'continuous',
      limits: { effort: 3, velocity: 1 },
    });
  });

  it('says what is left out', () => {
    const link: Link = plain.links[0];
    const rich: Robot = {
      ...joint({ rotorInertia: 0.1, spring: { stiffness: 2, rest: 0 } }),
      constraints: [{ kind: 'connect', links: ['a', 'b'], joints: [], active: true }],
      links: [link, plain.links[1]],
      roots: [
        { link: 'a', base: 'free', pose: { position: [1, 0, 0], rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] } },
      ],
      frames: [{ name: 'tool', link: 'b', pose: plain.roots[0].pose }],
      starts: [{ name: 'ready', positions: { j: [0.1] } }],
    };
    const { value, problems } = writeUrdf(rich);
    expect(value).toBeDefined();
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['urdf-frames-as-links', 'warning'],
      ['urdf-left-out', 'warning'],
    ]);
    for (const word of ['"ready"', 'rotor', 'springs', 'connect a–b', 'base is free'])
      expect(problems[1].message).toContain(word);
  });

  it('has its named frames as links without mass, under names that are free', () => {
    const pose: Pose = { position: [0, 0.1, 0], rotation: [0, -1, 0, 1, 0, 0, 0, 0, 1] };
    const framed: Robot = {
      ...plain,
      joints: [{ ...plain.joints[0], name: 'nozzle_frame' }],
      frames: [{ name: 'nozzle', link: 'b', pose }],
    };
    const read = again(framed);
    expect(read.links[2]).toEqual({ name: 'nozzle', visuals: [], collisions: [] });
    expect(read.joints[1]).toMatchObject({
      name: 'nozzle_frame_2',
      type: 'fixed',
      parent: 'b',
      child: 'nozzle',
      origin: pose,
    });
  });

  it('has several roots, and one that stands elsewhere, joined to one more link', () => {
    const pose: Pose = { position: [1, 2, 3], rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
    const moved: Robot = { ...plain, roots: [{ link: 'a', base: 'fixed', pose }] };
    const { problems } = writeUrdf(moved);
    expect(problems).toMatchObject([{ code: 'urdf-root-added', severity: 'warning' }]);
    expect(problems[0].message).toContain('"world" is added in front of "a"');
    const read = again(moved);
    expect(read.roots).toMatchObject([{ link: 'world', base: 'fixed' }]);
    expect(read.joints[0]).toMatchObject({
      name: 'world_to_a',
      type: 'fixed',
      parent: 'world',
      child: 'a',
      origin: pose,
    });

    const world: Link = { ...plain.links[1], name: 'world' };
    const two: Robot = {
      ...plain,
      links: [plain.links[0], world],
      joints: [],
      roots: [
        { link: 'a', base: 'fixed', pose: plain.roots[0].pose },
        { link: 'world', base: 'free', pose },
      ],
    };
    const joined = again(two);
    expect(joined.roots[0].link).toBe('world_2');
    expect(joined.joints).toMatchObject([
      { name: 'world_2_to_a', type: 'fixed', child: 'a' },
      { name: 'world_2_to_world', type: 'free', child: 'world', origin: pose },
    ]);
  });

  it('has other roots joined to an empty root "world" that it has already', () => {
    const pose: Pose = { position: [1, 2, 3], rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
    const at = plain.roots[0].pose;
    const scene: Robot = {
      ...plain,
      links: [{ name: 'world', visuals: [], collisions: [] }, ...plain.links],
      joints: [{ ...plain.joints[0], parent: 'world', child: 'a' }],
      roots: [
        { link: 'b', base: 'free', pose },
        { link: 'world', base: 'fixed', pose: at },
      ],
    };
    const { problems } = writeUrdf(scene);
    expect(problems.map(({ code }) => code)).toEqual(['urdf-root-added']);
    expect(problems[0].message).toContain('the root "world" is put in front of "b"');
    const read = again(scene);
    expect(read.links.map(({ name }) => name)).toEqual(['world', 'a', 'b']);
    expect(read.joints[0]).toMatchObject({ name: 'world_to_b', type: 'free', parent: 'world', origin: pose });
  });

  it('has limits whose effort nobody gave named', () => {
    const { value, problems } = writeUrdf(joint({ limits: { lower: -1, upper: 1, velocity: 2 } }));
    expect(value).toContain('<limit lower="-1" upper="1" effort="0" velocity="2"/>');
    expect(problems).toMatchObject([{ code: 'urdf-limit-unknown', severity: 'warning' }]);
    expect(problems[0].message).toContain('"j"');
  });

  it('has its meshes written as is asked for', () => {
    const shape = { kind: 'mesh', file: 'm.stl', scale: [1, 1, 1] } as const;
    const meshed: Robot = {
      ...plain,
      links: [{ ...plain.links[0], visuals: [{ pose: plain.roots[0].pose, shape }] }, plain.links[1]],
    };
    expect(written(meshed)).toContain('filename="m.stl"');
    expect(writeUrdf(meshed, { mesh: ({ file }) => `<x>/${file}` }).value).toContain(
      'filename="&#60;x&#62;/m.stl"',
    );
  });
});
