import { describe, expect, it } from 'vitest';
import {
  add3,
  alongSpline,
  dot3,
  mulMatVec,
  numbers as N,
  rotationAbout,
  sub3,
  transpose,
  type Vec3,
} from '../math/index.js';
import type { JointType } from '../robot/index.js';
import { bodyVelocities } from './body-velocities.js';
import { forwardKinematics } from './forward-kinematics.js';
import { jointCoordinates, jointPose, jointRates } from './joint.js';
import { apart, chain, followers, joint, link, made, pose, robot } from './made.test.helper.js';
import { turnToMatrix } from './turn.js';

const place = pose([0.3, -0.2, 0.5], [0.4, -0.7, 1.1]);
const axis: Vec3<number> = [2 / 7, -3 / 7, 6 / 7];
const pitch = 0.1;

/** One joint on an odd place, its axis askew. */
const one = (type: JointType) =>
  made(robot('one', [link('base'), link('arm')], [joint('j', type, 'base', 'arm', place, axis, { pitch })]));

/** The axis in the world. */
const along = mulMatVec(N, place.rotation, axis);
const times = (s: number, v: Vec3<number>): number[] => v.map((x) => s * x);

describe('a joint on an odd place', () => {
  it.each<[JointType, number, number]>([
    ['prismatic', 1, 0],
    ['revolute', 0, 1],
    ['helical', pitch, 1],
  ])('of type %s moves along and about its axis as that stands in the parent', (type, slide, turn) => {
    const model = one(type);
    const q = 0.8;
    const kinematics = forwardKinematics(N, model, [q]);
    const [{ position, rotation }] = kinematics.placements;
    expect(
      apart(
        position,
        times(slide * q, along).map((x, i) => x + place.position[i]),
      ),
    ).toBeLessThan(1e-15);
    const turned = rotationAbout(N, axis, turn * q);
    const wanted = [0, 1, 2].flatMap((row) =>
      [0, 1, 2].map((column) =>
        [0, 1, 2].reduce((sum, k) => sum + place.rotation[3 * row + k] * turned[3 * k + column], 0),
      ),
    );
    expect(apart(rotation, wanted)).toBeLessThan(1e-15);
    const [{ linear, angular }] = bodyVelocities(N, model, kinematics, [2]);
    expect(apart(linear, times(2 * slide, along))).toBeLessThan(1e-15);
    expect(apart(angular, times(2 * turn, along))).toBeLessThan(1e-15);
  });

  it('of type planar moves across its axis and turns about it', () => {
    const model = one('planar');
    const rest = forwardKinematics(N, model, [0, 0, 0]).placements[0];
    expect(apart(rest.position, place.position)).toBe(0);
    expect(apart(rest.rotation, place.rotation)).toBeLessThan(1e-15);
    const shifts = [
      [1, 0, 0],
      [0, 1, 0],
    ].map((q) => {
      const { position } = forwardKinematics(N, model, q).placements[0];
      return position.map((x, i) => x - place.position[i]);
    });
    // Right-handed: first, second, axis.
    const [[a, b, c], [d, e, f]] = shifts;
    expect(apart([b * f - c * e, c * d - a * f, a * e - b * d], along)).toBeLessThan(1e-15);
    const { rotation } = forwardKinematics(N, model, [0.3, -0.1, 0.8]).placements[0];
    const back = mulMatVec(N, transpose(rotation), along);
    expect(apart(back, axis)).toBeLessThan(1e-15);
  });
});

describe('a joint that follows', () => {
  it('has the position and the rate of its law', () => {
    const model = made(followers());
    const master = model.bodies.findIndex((body) => body.joint === 'drive');
    const q = model.neutral.map(() => 0);
    const v = model.velocityNames.map(() => 0);
    q[model.bodies[master].q] = 0.5;
    v[model.bodies[master].v] = 2;
    const laws = new Map<string, readonly number[]>();
    for (const body of model.bodies) {
      if (body.mimic === undefined) continue;
      const [position] = jointCoordinates(N, model, body, q);
      const { linear, angular } = jointRates(N, model, body, jointPose(N, body, [position]), v);
      const rate = Math.sqrt([...linear, ...angular].reduce((sum, x) => sum + x * x, 0));
      laws.set(body.joint, [position, rate]);
    }
    expect(laws.size).toBe(2);
    expect(laws.get('finger')).toEqual([expect.closeTo(-0.3 * 0.5 + 0.02, 15), expect.closeTo(0.6, 14)]);
    expect(laws.get('knuckle')).toEqual([expect.closeTo(1.5 * 0.5 - 0.1, 15), expect.closeTo(3, 14)]);
  });
});

describe('a rail', () => {
  const model = made(chain('rails', ['rail', 'rail'], 10));
  const [byKnots, byLength] = model.bodies;

  it('moves along the path in its joint frame and leaves the attitude', () => {
    for (const body of model.bodies) {
      const s = 0.7;
      const { position, turn } = jointPose(N, body, [s]);
      const { spline, parameter } = body.rail!;
      const { value } = alongSpline(N, spline, parameter, s);
      const [x, y, z] = value;
      const there = mulMatVec(N, body.placement.rotation, [x, y, z]);
      expect(apart(position, add3(N, body.placement.position, there))).toBe(0);
      expect(turnToMatrix(N, turn)).toEqual(body.placement.rotation);
    }
  });

  it('has the derivatives of its path for tangent and curvature, of length 1 and across by arc length', () => {
    for (const body of [byKnots, byLength]) {
      const h = 1e-4;
      const at = (s: number) => jointPose(N, body, [s]);
      for (const s of [0.1, 0.5, 1.1]) {
        const { tangent, curvature } = at(s).rail!;
        const slope = sub3(N, at(s + h).position, at(s - h).position).map((x) => x / (2 * h));
        const bend = sub3(N, at(s + h).rail!.tangent, at(s - h).rail!.tangent).map((x) => x / (2 * h));
        expect(apart(tangent, slope)).toBeLessThan(1e-5);
        expect(apart(curvature, bend)).toBeLessThan(1e-5);
        expect(Math.hypot(...curvature)).toBeGreaterThan(0.05);
        if (body === byKnots) continue;
        expect(Math.hypot(...tangent)).toBeCloseTo(1, 12);
        expect(dot3(N, tangent, curvature)).toBeCloseTo(0, 12);
      }
    }
  });

  it('goes on straight beyond its ends', () => {
    for (const body of model.bodies) {
      for (const s of [-3, 9]) {
        const { curvature } = jointPose(N, body, [s]).rail!;
        expect(Math.hypot(...curvature)).toBeLessThan(1e-12);
      }
    }
  });
});
