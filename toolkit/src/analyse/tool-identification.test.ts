import { describe, expect, it } from 'vitest';
import { chance } from '../../../checks/made-robots.js';
import { numbers as N, quaternionFromRotation, rotationFromQuaternion, type Vec3 } from '../math/index.js';
import {
  goodCondition,
  identifyTool,
  poseCondition,
  posesToAdd,
  type ToolReading,
  toolReading,
} from './tool-identification.js';

const g = 9.81;
const six: readonly Vec3<number>[] = [
  [g, 0, 0],
  [-g, 0, 0],
  [0, g, 0],
  [0, -g, 0],
  [0, 0, g],
  [0, 0, -g],
];
const tool = { mass: 1.2, centre: [0.01, -0.02, 0.08] as Vec3<number>, bias: [1, -2, 0.5, 0.1, 0.05, -0.2] };
const readingsIn = (poses: readonly Vec3<number>[], of = tool): ToolReading[] =>
  poses.map((gravity) => ({ gravity, ...toolReading(of, gravity) }));
const missing = (poses: readonly Vec3<number>[]) =>
  identifyTool(readingsIn(poses)).problems.map(({ code, where }) => `${code} ${where.name ?? where.path}`);

function gaussian(next: () => number) {
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

describe('the tool below a sensor', () => {
  it('reads its weight and not its attitude twice', () => {
    const one = { mass: 1, centre: [0, 0, 0.1] as Vec3<number>, bias: [0, 0, 0, 0, 0, 0] };
    const rounded = ({ force, torque }: { force: Vec3<number>; torque: Vec3<number> }) =>
      [...force, ...torque].map((x) => Math.round(x * 1e9) / 1e9 + 0);
    expect(rounded(toolReading(one, [0, 0, -g]))).toEqual([0, 0, -9.81, 0, 0, 0]);
    // Turned by 90° about x: gravity lies along −y of the sensor.
    const turned = toolReading(one, [0, -g, 0]);
    expect(rounded(turned)).toEqual([0, -9.81, 0, 0.981, 0, 0]);
    const tared = toolReading(one, [0, 0, -g]);
    const left = turned.force.map((x, i) => x - tared.force[i]);
    expect(left.map((x) => x + 0)).toEqual([0, -9.81, 9.81]);
  });

  it('is known to the last digit from six poses, and the mean of these is the bias', () => {
    const readings = readingsIn(six);
    const { value, problems } = identifyTool(readings);
    expect(problems).toEqual([]);
    if (value === undefined) return;
    const got = [value.mass, ...value.centre, ...value.bias];
    [1.2, 0.01, -0.02, 0.08, 1, -2, 0.5, 0.1, 0.05, -0.2].forEach((x, i) => {
      expect(Math.abs(got[i] - x)).toBeLessThan(1e-9);
    });
    [0, 1, 2].forEach((k) => {
      expect(readings.reduce((s, { force }) => s + force[k] / 6, 0)).toBeCloseTo(tool.bias[k], 12);
    });
    expect(value.rest.force).toBeLessThan(1e-12);
  });

  it('is shown by six poses as well as can be, and worse by few: the ratio of singular values', () => {
    const { force, torque } = poseCondition(six);
    expect([force, torque].map((x) => x.toFixed(9))).toEqual(['1.000000000', '1.000000000']);
    // Level, and tilted by 0.1 rad: mass and bias along nearly the same direction.
    const two = [0, 0.1].map((a): Vec3<number> => [0, g * Math.sin(a), -g * Math.cos(a)]);
    const [s, c] = [Math.sin(0.1), Math.cos(0.1)];
    // With columns of length 1 the sums over poses of g/|g| stand beside 1: eigenvalues 1 ± |mean|, and 1.
    const mean = Math.hypot(s / 2, (1 + c) / 2);
    expect(poseCondition(two).force).toBeCloseTo(Math.sqrt((1 + mean) / (1 - mean)), 6);
    expect(poseCondition(two.slice(0, 1)).torque).toBe(Number.POSITIVE_INFINITY);
  });

  it('asks for the poses that are missing, and is content with them', () => {
    expect(posesToAdd(six)).toEqual([]);
    const down = { '+x': six[0], '-x': six[1], '+y': six[2], '-y': six[3], '+z': six[4], '-z': six[5] };
    for (const have of [[], six.slice(5), six.slice(4), six.slice(0, 2), [six[1], six[3], six[5]]]) {
      const add = posesToAdd(have);
      const all = [...have, ...add.map((axis) => down[axis])];
      const { force, torque } = poseCondition(all);
      expect(Math.max(force, torque)).toBeLessThanOrEqual(goodCondition);
      // What is there already is not asked for first.
      if (have.length > 0) expect(have).not.toContain(down[add[0]]);
    }
  });

  it('is known under noise within its own standard errors', () => {
    const random = gaussian(chance(17));
    let outside = 0;
    for (let trial = 0; trial < 12; trial++) {
      const noisy = readingsIn(six).map(({ gravity, force, torque }) => {
        const mean = (x: number, sigma: number) => {
          let sum = 0;
          for (let k = 0; k < 100; k++) sum += x + sigma * random();
          return sum / 100;
        };
        return {
          gravity,
          force: force.map((x) => mean(x, 0.5)) as unknown as Vec3<number>,
          torque: torque.map((x) => mean(x, 0.02)) as unknown as Vec3<number>,
        };
      });
      const { value } = identifyTool(noisy);
      if (value?.error === undefined) throw new Error('not identified');
      expect(Math.abs(value.mass - 1.2)).toBeLessThan(0.012);
      expect(Math.hypot(...value.centre.map((x, i) => x - tool.centre[i]))).toBeLessThan(0.001);
      if (Math.abs(value.mass - 1.2) > 2 * value.error.mass) outside++;
      if (Math.abs(value.centre[2] - 0.08) > 2 * value.error['centre z']) outside++;
      expect(value.error.mass).toBeLessThan(0.005);
    }
    expect(outside).toBeLessThanOrEqual(4);
  });

  it('is known from any poses that turn the sensor enough', () => {
    const next = chance(4);
    const poses = Array.from({ length: 5 }, (): Vec3<number> => {
      const R = rotationFromQuaternion(N, [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5]);
      expect(quaternionFromRotation(N, R)).toHaveLength(4);
      return [-g * R[6], -g * R[7], -g * R[8]];
    });
    const { value } = identifyTool(readingsIn(poses));
    expect(value?.mass).toBeCloseTo(1.2, 9);
    expect(value?.centre[2]).toBeCloseTo(0.08, 9);
  });

  it('is refused by the name of what poses cannot show', () => {
    expect(missing(six.slice(0, 1))).toContain('number-not-shown mass');
    expect(missing(six.slice(4))).toEqual(['number-not-shown centre z']);
    expect(missing(six.slice(0, 2))).toEqual(['number-not-shown centre x']);
    expect(missing(six.slice(2, 6))).toEqual([]);
    expect(missing([]).length).toBe(10);
    const [x, , y] = six;
    // Along the difference of the two, and the torque bias beside it.
    expect(missing([x, y])).toEqual([
      'number-not-shown centre x',
      'number-not-shown centre y',
      'number-not-shown torque bias z',
    ]);
  });

  it('is refused where nothing hangs there, where the sign is the other, and where a reading is no number', () => {
    const codes = (readings: readonly ToolReading[]) =>
      identifyTool(readings).problems.map(({ code }) => code);
    expect(codes(readingsIn(six, { ...tool, mass: 0 }))).toEqual(['no-mass']);
    expect(codes(readingsIn(six, { ...tool, mass: -1.2 }))).toEqual(['negative-mass']);
    const spoilt = readingsIn(six);
    spoilt[2] = { ...spoilt[2], force: [Number.NaN, 0, 0] };
    expect(codes(spoilt)).toEqual(['reading-not-finite']);
  });
});
