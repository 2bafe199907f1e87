import { describe, expect, it } from 'vitest';
import { type Model, modelOf } from '../model/index.js';
import { describe as wording } from '../problem/index.js';
import { type JointType, memoryFiles, type Robot, readRobot } from '../robot/index.js';
import { Complaints } from './complaints.js';
import { configurationOf, type JointPosition, positionsByJoint } from './joint-positions.js';
import { madeArm } from './made-arm.test.helper.js';

/** The made arm with its elbow of another type. */
function withElbow(type: JointType): Model {
  const { value: robot, problems } = readRobot('arm.urdf', memoryFiles({ 'arm.urdf': madeArm() }));
  if (robot === undefined) throw new Error(problems.map(wording).join('\n'));
  const joints = robot.joints.map((joint) => {
    const { limits, ...rest } = joint;
    return joint.name === 'elbow' ? { ...rest, type } : joint;
  });
  const made: Robot = { ...robot, joints };
  const model = modelOf(made);
  if (model.value === undefined) throw new Error(model.problems.map(wording).join('\n'));
  return model.value;
}

function taken(model: Model, positions: Readonly<Record<string, JointPosition>>) {
  const complaints = new Complaints(() => ({ file: 'a.yaml', folder: '' }));
  const q = configurationOf(model, positions, 'start', complaints);
  return { q, codes: complaints.problems.map(({ code, where }) => `${code} ${where.path}`) };
}

function elbowIn(model: Model, q: readonly number[]): readonly number[] {
  const body = model.bodies.find(({ joint }) => joint === 'elbow');
  return body === undefined ? [] : q.slice(body.q, body.q + body.nq);
}

describe('positions of joints by name', () => {
  const half = Math.SQRT1_2;

  it.each<[JointType, readonly (number | string)[], readonly number[]]>([
    ['spherical', [0.6, 0, 0.8, 0], [0.6, 0, 0.8, 0]],
    ['spherical', [1, 1, 0, 0], [half, half, 0, 0]],
    ['planar', ['5 cm', -0.1, '90 deg'], [0.05, -0.1, Math.PI / 2]],
    ['free', [1, '2 mm', 3, 0, 3, 0, 4], [1, 0.002, 3, 0, 0.6, 0, 0.8]],
    ['revolute', [0.3], [0.3]],
  ])('takes those of a %s joint', (type, given, expected) => {
    const model = withElbow(type);
    const { q, codes } = taken(model, { elbow: given });
    expect(codes).toEqual([]);
    elbowIn(model, q).forEach((x, i) => {
      expect(x).toBeCloseTo(expected[i], 14);
    });
  });

  it.each(['spherical', 'planar', 'free'] as const)(
    'reads what it writes of a %s joint, to the bit',
    (type) => {
      const model = withElbow(type);
      const { q } = taken(model, {
        elbow: { spherical: [1, 2, -3, 0.7], planar: [0.1, 0.7, -0.3], free: [1, 2, 3, 0.1, -0.7, 0.3, 2] }[
          type
        ],
        shoulder: 0.123,
      });
      const again = taken(model, positionsByJoint(model, q));
      expect(again.codes).toEqual([]);
      expect(again.q).toEqual(q);
      expect(Object.keys(positionsByJoint(model, q)).sort()).toEqual([
        'elbow',
        'finger',
        'shoulder',
        'slide',
        'turn',
      ]);
    },
  );

  it.each<[string, JointType, JointPosition, string]>([
    ['too few', 'spherical', [1, 0, 0], 'position start.elbow'],
    ['one for several', 'spherical', 0.3, 'joint-several start.elbow'],
    ['several for one', 'revolute', [0.3, 0.4], 'position start.elbow'],
    ['a quaternion of zeros', 'free', [1, 2, 3, 0, 0, 0, 0], 'attitude start.elbow'],
    ['a wrong unit', 'planar', [0, '3 deg', 0], 'wrong-unit start.elbow.1'],
    ['a unit where none is', 'spherical', ['1 m', 0, 0, 0], 'wrong-unit start.elbow.0'],
  ])('refuses %s', (_, type, given, expected) => {
    expect(taken(withElbow(type), { elbow: given }).codes).toEqual([expected]);
  });
});
