/** The robot moves and weighs as MuJoCo's own model of the same text does, at random positions. */
import type { MainModule } from '@mujoco/mujoco';
import { beforeAll, describe, expect, it } from 'vitest';
import { numbers } from '../../math/index.js';
import { forwardKinematics, frameOf, framePlacement, massMatrix, modelOf } from '../../model/index.js';
import { mujocoOnce, Oracle, robotFrom } from './reading.test.helper.js';

let mujoco: MainModule;
beforeAll(async () => {
  mujoco = await mujocoOnce();
});

const inertial = '<inertial pos=".03 -.02 .1" quat=".9 .1 -.3 .2" mass="1.3" diaginertia=".02 .03 .015"/>';
const body = (name: string, place: string, inside: string) =>
  `<body name="${name}" ${place}>${inertial}${inside}</body>`;
const model = (inside: string, rest = '') => `<mujoco><worldbody>${inside}</worldbody>${rest}</mujoco>`;
const turned = 'pos=".1 .2 -.3" euler="20 -50 70"';

const texts: Readonly<Record<string, string>> = {
  'a hinge on a bolted base': model(
    body('a', turned, body('b', turned, '<joint name="j" axis="1 2 -1" armature=".3"/>')),
  ),
  'a body at the top with a hinge': model(body('a', turned, '<joint name="j" axis="0 1 1"/>')),
  'an anchor off the origin': model(
    body(
      'a',
      turned,
      `<joint name="j" pos=".2 -.1 .4" axis="1 0 3"/>${body('b', turned, '<joint name="k" pos="-.3 0 .1"/>')}`,
    ),
  ),
  'a hinge with ref': model(body('a', turned, '<joint name="j" ref="35" pos=".1 .2 .3" axis="1 1 0"/>')),
  'a slide with ref': model(body('a', turned, '<joint name="j" type="slide" ref=".25" axis="1 -1 2"/>')),
  'three hinges on a body': model(
    body(
      'a',
      turned,
      '<joint name="x" axis="1 0 0"/><joint name="y" axis="0 1 0"/><joint name="z" axis="0 0 1" armature=".2"/>',
    ),
  ),
  'joints with anchors, slides between': model(
    body(
      'a',
      turned,
      `<joint name="x" axis="1 0 0" pos=".1 .2 0" ref="10"/><joint name="s" type="slide" axis="1 1 1" ref="-.2"/><joint name="y" axis="0 1 1" pos="0 -.3 .2"/>${body('b', turned, '<joint name="t" type="slide" axis="0 1 0" pos="1 1 1"/>')}`,
    ),
  ),
  'a ball': model(
    body(
      'a',
      turned,
      `<joint name="j" type="ball" pos=".1 0 -.2" armature=".1"/>${body('b', turned, '<joint name="k"/>')}`,
    ),
  ),
  'a hinge and a ball on a body': model(
    body(
      'a',
      turned,
      `<joint name="y" axis="0 1 0" pos="0 .2 0" armature=".3"/><joint name="x" type="ball" pos=".1 0 0"/>${body('b', turned, '<joint name="k"/>')}`,
    ),
  ),
  'a base that slides and turns in a plane': model(
    body(
      'a',
      turned,
      `<joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/><joint name="t" axis="0 0 1"/>${body('b', turned, '<joint name="k"/>')}`,
    ),
  ),
  'a free root': model(
    body('a', turned, `<freejoint name="f"/>${body('b', turned, '<joint name="k" pos="0 .1 0"/>')}`),
  ),
  'frames and child classes': `<mujoco><compiler angle="radian"/><default><default class="c"><joint axis="0 1 0" ref=".4" armature=".1"/></default></default><worldbody><frame ${'pos=".1 .2 .3" euler=".3 .2 .1"'} childclass="c">${body('a', 'pos="0 0 .2"', '<joint name="j"/>')}</frame></worldbody></mujoco>`,
  'masses from primitives': model(
    '<body name="a" euler="10 20 30"><joint name="j" axis="1 1 0"/><geom type="box" size=".1 .2 .3" pos=".1 0 0" euler="0 30 0"/><geom type="capsule" size=".05" fromto="0 0 0 .3 .1 .2" density="300"/><geom size=".1" pos="0 0 .4" mass="2"/></body>',
  ),
  'copies of a body': `<mujoco><worldbody><replicate count="3" euler="0 0 40" offset=".1 0 0">${body('a', turned, '<joint name="j" axis="1 0 1"/>')}</replicate></worldbody></mujoco>`,
};

const couplings: Readonly<Record<string, { text: string; pairs: readonly [string, string][] }>> = {
  'a joint that follows another': {
    text: model(
      body(
        'a',
        turned,
        `<joint name="j" ref="20" axis="0 1 0"/>${body('b', turned, '<joint name="k" ref="-10" axis="1 0 0" armature=".4"/>')}`,
      ),
      '<equality><joint joint1="k" joint2="j" polycoef=".3 -1.7 0 0 0"/></equality>',
    ),
    pairs: [['k', 'j']],
  },
  'a chain of followers, against the order, through a slide': {
    text: model(
      body(
        'a',
        turned,
        `<joint name="j" axis="0 1 0"/>${body('b', turned, '<joint name="k" axis="1 0 0"/>')}${body('c', turned, '<joint name="l" type="slide" ref=".1" axis="1 1 0"/>')}`,
      ),
      '<equality><joint joint1="l" joint2="k" polycoef="0 .5 0 0 0"/><joint joint1="k" joint2="j" polycoef=".1 2 0 0 0"/></equality>',
    ),
    pairs: [
      ['k', 'j'],
      ['l', 'j'],
    ],
  },
  'two equalities on one joint': {
    text: model(
      body(
        'a',
        turned,
        `<joint name="j"/>${body('b', turned, '<joint name="k"/>')}${body('c', turned, '<joint name="l"/>')}`,
      ),
      '<equality><joint joint1="k" joint2="j" polycoef=".2 3 0 0 0"/><joint joint1="k" joint2="l" polycoef="-.1 .5 0 0 0"/></equality>',
    ),
    pairs: [],
  },
};

/** Park and Miller's generator. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  };
}

/** Compares poses of all bodies and Gᵀ M G, G the rates of MuJoCo's joints for rates of ours. */
function compare(
  text: string,
  seed: number,
  polynomials: readonly [string, string, number, number][] = [],
): void {
  const robot = robotFrom(mujoco, text);
  const { value: ours } = modelOf(robot);
  if (ours === undefined) throw new Error('no model');
  const oracle = new Oracle(mujoco, text);
  const next = random(seed);
  try {
    for (let trial = 0; trial < 3; trial++) {
      const q = ours.neutral.map(() => 2 * next());
      for (const { type, q: at } of ours.bodies) {
        if (type !== 'spherical' && type !== 'free') continue;
        const first = type === 'free' ? at + 3 : at;
        const size = Math.hypot(...q.slice(first, first + 4));
        for (let i = first; i < first + 4; i++) q[i] /= size;
      }
      const theirs = new Array<number>(oracle.nq).fill(0);
      const G: number[][] = Array.from({ length: oracle.nv }, () => new Array<number>(ours.nv).fill(0));
      for (const joint of oracle.joints) {
        const at = ours.bodies.find((b) => b.joint === (joint.type === 0 ? joint.body : joint.name));
        if (at === undefined) throw new Error(`no joint ${joint.name}`);
        const { mimic } = at;
        if (mimic === undefined) {
          for (let i = 0; i < at.nq; i++) theirs[joint.q + i] = q[at.q + i];
          for (let i = 0; i < at.nv; i++) G[joint.v + i][at.v + i] = 1;
        } else {
          const master = ours.bodies[mimic.of];
          theirs[joint.q] = mimic.multiplier * q[master.q] + mimic.offset;
          G[joint.v][master.v] = mimic.multiplier;
        }
      }
      for (const [first, second, constant, slope] of polynomials) {
        const [a, b] = [first, second].map(
          (name) => oracle.joints.find((joint) => joint.name === name)?.q ?? -1,
        );
        expect(theirs[a]).toBeCloseTo(constant + slope * theirs[b], 12);
      }
      const { poses, M } = oracle.at(theirs);
      const kinematics = forwardKinematics(numbers, ours, q);
      for (const [name, { position, rotation }] of poses) {
        const got = framePlacement(numbers, kinematics, frameOf(ours, name));
        near(got.position, position);
        near(got.rotation, rotation);
      }
      const n = oracle.nv;
      const wanted = ours.velocityNames.flatMap((_, i) =>
        ours.velocityNames.map((_, j) => {
          let sum = 0;
          for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) sum += G[a][i] * M[n * a + b] * G[b][j];
          return sum;
        }),
      );
      near(massMatrix(numbers, ours, q), wanted);
    }
  } finally {
    oracle.delete();
  }
}

function near(got: readonly number[], wanted: readonly number[]): void {
  expect(got.length).toBe(wanted.length);
  const size = Math.max(1, ...wanted.map(Math.abs));
  expect(Math.max(...got.map((x, i) => Math.abs(x - wanted[i])))).toBeLessThan(1e-9 * size);
}

describe('poses and mass matrix agree with MuJoCo', () => {
  it.each(Object.keys(texts))('of %s', (name) => {
    compare(texts[name], 17 + name.length);
  });

  it.each(Object.keys(couplings))('of %s', (name) => {
    const { text, pairs } = couplings[name];
    compare(text, 99 + name.length);
    const { joints } = robotFrom(mujoco, text);
    const followers = joints.flatMap((joint) =>
      joint.mimic === undefined ? [] : [[joint.name, joint.mimic.joint]],
    );
    if (pairs.length > 0) expect(followers.sort()).toEqual(pairs);
    else expect(followers).toHaveLength(2);
  });

  it('where a coupling holds, both references taken off', () => {
    const degrees = Math.PI / 180;
    // q_k + 10° = 0.3 − 1.7 (q_j − 20°)
    compare(couplings['a joint that follows another'].text, 5, [
      ['k', 'j', -10 * degrees + 0.3 + 1.7 * 20 * degrees, -1.7],
    ]);
    compare(couplings['a chain of followers, against the order, through a slide'].text, 6, [
      ['k', 'j', 0.1, 2],
      ['l', 'k', 0.1, 0.5],
    ]);
    compare(couplings['two equalities on one joint'].text, 7, [
      ['k', 'j', 0.2, 3],
      ['k', 'l', -0.1, 0.5],
    ]);
  });
});
