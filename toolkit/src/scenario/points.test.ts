import { describe, expect, it } from 'vitest';
import type { PointDesign } from '../control/index.js';
import {
  type Mat3,
  mulMat,
  numbers,
  rotationFromQuaternion,
  rotationFromRpy,
  symmetricEigen,
} from '../math/index.js';
import { Complaints } from './complaints.js';
import { pointInertia } from './elements.js';
import { madeModel } from './made-arm.test.helper.js';
import { pointsOf, poseAt } from './points.js';

const model = madeModel();
const tool: PointDesign = { name: 'tool', frame: 'tip', at: [0, 0, 0.05] };
/** A quarter turn about z, the elbow bent by a quarter turn, the slide half out. */
const start = [Math.PI / 2, 0, Math.PI / 2, 0.05, 0];

function points(sections: Parameters<typeof pointsOf>[0], solids: Parameters<typeof pointsOf>[1] = {}) {
  const complaints = new Complaints(() => ({ file: 'a.yaml', folder: '' }));
  const found = pointsOf(sections, solids, [tool], model, start, complaints);
  return { problems: complaints.problems, of: new Map(found.map((point) => [point.name, point])) };
}

const none = [0, 0, 0] as const;

function near(actual: readonly number[] | undefined, wanted: readonly number[]): void {
  expect(actual).toHaveLength(wanted.length);
  for (const [i, x] of wanted.entries()) expect(actual?.[i]).toBeCloseTo(x, 12);
}

describe('points', () => {
  it('stand on the robot in the axes of their frame', () => {
    expect(model.positionNames).toEqual(['turn', 'shoulder', 'elbow', 'slide', 'finger']);
    // The forearm lies along +y: z of the tip is y of the world, y of the tip is −x, x of the tip is −z.
    near(poseAt(model, { name: 'p', frame: 'tip' }, start).position, [0, 0.45, 0.5]);
    near(
      poseAt(model, { name: 'p', frame: 'tip', at: [0.01, 0.02, 0.03] }, start).position,
      [-0.02, 0.48, 0.49],
    );
    near(poseAt(model, { name: 'p', frame: 'tip' }, start).rotation, [0, -1, 0, 0, 0, 1, -1, 0, 0]);
  });

  it('have roll, pitch and yaw about the axes of their frame', () => {
    const rpy = [0.1, -0.4, 0.7] as const;
    const { of } = points({ p: { on: 'tip', at: none, rpy } });
    const { rotation } = poseAt(model, of.get('p') as PointDesign, start);
    const frame = poseAt(model, { name: 'p', frame: 'tip' }, start).rotation;
    near(rotation, mulMat(numbers, frame, rotationFromRpy(numbers, ...rpy)));
    expect(of.get('p')).not.toHaveProperty('at');
  });

  it('stand where others stood, solids of the world among them', () => {
    const wall = { plane: [0, 0, 1], at: [0, 0, -0.02] } as const;
    const { of, problems } = points(
      { above: { startOf: 'table', shift: [0, 0, 0.1], turn: none } },
      {
        table: { ...wall, startOf: 'tool' },
        pin: { sphere: 0.01, at: [0.05, 0, 0], startOf: 'above' },
        floor: wall,
      },
    );
    expect(problems).toEqual([]);
    const { position } = poseAt(model, tool, start);
    near(of.get('table')?.at, [position[0], position[1], position[2] - 0.02]);
    near(of.get('above')?.at, [position[0], position[1], position[2] + 0.08]);
    near(of.get('pin')?.at, [position[0] + 0.05, position[1], position[2] + 0.08]);
    near(of.get('floor')?.at, [0, 0, -0.02]);
    expect(of.get('table')).toMatchObject({ shape: { kind: 'plane' }, attitude: [1, 0, 0, 0] });
  });

  it('may have a shape, and solids of the world are points with one', () => {
    const { of, problems } = points(
      { arm: { on: 'tip', at: none, rpy: none, capsule: { radius: 0.05, length: 0.3 } } },
      {
        table: { plane: [0, 0, 2], at: [0, 0, 0.1] },
        wall: { plane: [1, 2, -2], at: none },
        post: { cylinder: { radius: 0.05, length: 1 }, at: [1, 2, 3], rpy: [0, Math.PI / 2, 0] },
        ball: { sphere: 0.04, at: none },
        crate: { box: [0.1, 0.2, 0.3], at: none, rpy: none },
        rod: { capsule: { radius: 0.01, length: 2 }, at: none, rpy: none },
      },
    );
    expect(problems).toEqual([]);
    expect(of.get('arm')).toEqual({
      name: 'arm',
      frame: 'tip',
      shape: { kind: 'capsule', size: [0.05, 0.3] },
    });
    expect(of.get('table')).toMatchObject({
      at: [0, 0, 0.1],
      attitude: [1, 0, 0, 0],
      shape: { kind: 'plane', size: [] },
    });
    expect(of.get('post')).toMatchObject({ at: [1, 2, 3], shape: { kind: 'cylinder', size: [0.05, 1] } });
    expect(of.get('ball')?.shape).toEqual({ kind: 'sphere', size: [0.04] });
    expect(of.get('crate')?.shape).toEqual({ kind: 'box', size: [0.1, 0.2, 0.3] });
    expect(of.get('rod')?.shape).toEqual({ kind: 'capsule', size: [0.01, 2] });
    const up = (name: string) => {
      const r = rotationFromQuaternion(numbers, of.get(name)?.attitude ?? [1, 0, 0, 0]);
      return [r[2], r[5], r[8]];
    };
    near(up('wall'), [1 / 3, 2 / 3, -2 / 3]);
    near(up('post'), [1, 0, 0]);
  });

  it('are refused two shapes, the name of a solid, and a plane without a normal', () => {
    const { of, problems } = points(
      {
        p: { on: 'tip', at: none, rpy: none, sphere: 0.1, box: [1, 1, 1] },
        q: { in: 'world', at: none, rpy: none },
      },
      { q: { sphere: 1, at: none }, flat: { plane: none, at: none } },
    );
    expect(problems.map(({ code, where }) => `${code} ${where.path}`)).toEqual([
      'shape-twice control.points.p',
      'name-taken world.q',
      'plane-normal world.flat.plane',
    ]);
    expect([...of.keys()]).toEqual(['tool', 'p', 'q']);
    expect(of.get('q')).not.toHaveProperty('shape');
  });

  it('stand where another one stood at the start, shifted and turned along the world', () => {
    const { of, problems } = points({
      held: { startOf: 'tool', shift: none, turn: none },
      moved: { startOf: 'tool', shift: [0.1, 0.2, 0.3], turn: [0, 0, 0.5] },
    });
    expect(problems).toEqual([]);
    const { position, rotation } = poseAt(model, tool, start);
    const turned = (name: string): Mat3<number> => {
      const attitude = of.get(name)?.attitude;
      if (attitude === undefined) throw new Error(`${name} has no attitude`);
      return rotationFromQuaternion(numbers, attitude);
    };
    near(of.get('held')?.at, position);
    near(turned('held'), rotation);
    near(of.get('moved')?.at, [position[0] + 0.1, position[1] + 0.2, position[2] + 0.3]);
    near(turned('moved'), mulMat(numbers, rotationFromRpy(numbers, 0, 0, 0.5), rotation));
  });

  it('are left out where what they stand on is none', () => {
    const { of, problems } = points({
      p: { on: 'tipp', at: none, rpy: none },
      q: { startOf: 'tol', shift: none, turn: none },
      r: { in: 'world', at: none, rpy: none },
      s: { startOf: 'r', shift: none, turn: none },
    });
    expect(problems.map(({ code, where, hint }) => [code, where.path, hint])).toEqual([
      ['unknown-link', 'control.points.p.on', 'did you mean tip?'],
    ]);
    expect([...of.keys()]).toEqual(['tool', 'r', 's']);
  });

  it('stand where another one does that stands where a point of the robot stood', () => {
    const { of } = points({
      b: { startOf: 'a', shift: [0, 0, 0.1], turn: none },
      a: { startOf: 'tool', shift: [0.2, 0, 0], turn: none },
    });
    const { position } = poseAt(model, tool, start);
    near(of.get('b')?.at ?? [], [position[0] + 0.2, position[1], position[2] + 0.1]);
  });

  it('are left out where they stand for themselves, and everything that stands there', () => {
    const { of } = points({
      a: { startOf: 'b', shift: none, turn: none },
      b: { startOf: 'a', shift: none, turn: none },
      c: { startOf: 'b', shift: none, turn: none },
      d: { startOf: 'd', shift: none, turn: none },
    });
    expect([...of.keys()]).toEqual(['tool']);
  });

  it('move from where they stand to numbers or to where other points stand at the start', () => {
    const { of } = points(
      {
        goal: {
          startOf: 'tool',
          shift: none,
          turn: none,
          moves: { along: 'line', to: 'post', speed: 0.1, ramp: 'minimum-jerk', returns: true, from: 0.5 },
        },
        tour: {
          in: 'world',
          at: [1, 2, 3],
          rpy: none,
          moves: {
            along: 'path',
            through: ['goal', [4, 5, 6], 'world'],
            speed: 0.2,
            ramp: 'linear',
            returns: false,
            from: 0,
          },
        },
        lost: { in: 'world', at: none, rpy: none, moves: { along: 'line', to: 'lost', speed: 1, from: 0 } },
      },
      { post: { sphere: 0.1, at: [0.7, 0.8, 0.9] } },
    );
    const { position } = poseAt(model, tool, start);
    expect(of.get('goal')?.motion).toEqual({
      along: 'line',
      parameters: { to: [0.7, 0.8, 0.9], speed: [0.1], from: [0.5] },
      ramp: 'minimum-jerk',
      returns: true,
    });
    expect(of.get('tour')?.motion?.parameters.through).toEqual([...position, 4, 5, 6, 0, 0, 0]);
    expect(of.get('lost')?.motion).toBeUndefined();
  });
});

describe('the mass of a point', () => {
  it('where it can hardly move counts as a hundred times the least', () => {
    // Stretched upwards, the tip cannot move along y, for no joint turns it there.
    const { inertia, blocked } = pointInertia(model, { name: 'p', frame: 'tip' }, [0, 0, 0, 0.05, 0]);
    expect(blocked).toBe(true);
    const { values } = symmetricEigen(inertia, 3);
    expect(values[0]).toBeGreaterThan(0.01);
    expect(values[2] / values[0]).toBeCloseTo(100, 8);
    expect(inertia[4]).toBeCloseTo(values[2], 8);
  });
});
