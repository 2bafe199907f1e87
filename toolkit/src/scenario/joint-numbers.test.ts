import { describe, expect, it } from 'vitest';
import { Complaints } from './complaints.js';
import { effortLimits, type JointProperty, jointNumbers } from './joints.js';
import { madeModel } from './made-arm.test.helper.js';

const model = madeModel();
const complaints = () => new Complaints(() => ({ file: 'a.yaml', folder: '' }));

/** A property whose word is −1 everywhere and whose other value is −2. */
function numbers(property: JointProperty, seen = complaints(), of = model): readonly number[] {
  const [word, otherwise] = [-1, -2].map((x) => model.velocityNames.map(() => x));
  return jointNumbers(property, of, ['N m', 'N'], word, otherwise, 'plant.p', seen);
}

describe('a number for each joint', () => {
  it('comes from one value with a unit, where that fits, in SI', () => {
    expect(model.velocityNames).toEqual(['turn', 'shoulder', 'elbow', 'slide', 'finger']);
    expect(numbers('500 mN m')).toEqual([0.5, 0.5, 0.5, -2, -2]);
    expect(numbers('2 kN')).toEqual([-2, -2, -2, 2000, 2000]);
    expect(numbers('3')).toEqual([3, 3, 3, 3, 3]);
    expect(numbers(4)).toEqual([4, 4, 4, 4, 4]);
  });

  it('comes from a word', () => {
    expect(numbers('robot')).toEqual([-1, -1, -1, -1, -1]);
  });

  it('comes from a map of joints, each in its own unit', () => {
    expect(numbers({ elbow: '500 mN m', slide: '2 kN', turn: 7 })).toEqual([7, -2, 0.5, 2000, -2]);
    expect(numbers({})).toEqual([-2, -2, -2, -2, -2]);
  });

  it('is refused where there is no such joint, or its unit is another', () => {
    const seen = complaints();
    expect(numbers({ elbo: 1, thumb: 1, slide: '2 N m', elbow: '2 N' }, seen)).toEqual([-2, -2, -2, -2, -2]);
    expect(seen.problems.map(({ code, where, hint }) => [code, where.path, hint])).toEqual([
      ['unknown-joint', 'plant.p.elbo', 'did you mean elbow?'],
      ['joint-follows', 'plant.p.thumb', 'it follows finger'],
      ['wrong-unit', 'plant.p.slide', undefined],
      ['wrong-unit', 'plant.p.elbow', undefined],
    ]);
  });

  it('is refused where its unit fits no joint, with the unit that would fit', () => {
    const turning = { ...model, bodies: model.bodies.filter((body) => body.type !== 'prismatic') };
    const seen = complaints();
    expect(numbers('20 N', seen, turning)).toEqual([-2, -2, -2, -2, -2]);
    expect(numbers('20 N m', seen, turning)).toEqual([20, 20, 20, -2, -2]);
    expect(numbers('20', seen, turning)).toEqual([20, 20, 20, -2, -2]);
    expect(numbers('2 s', seen)).toEqual([-2, -2, -2, -2, -2]);
    expect(seen.problems.map(({ code, where, expected, got }) => [code, where.path, expected, got])).toEqual([
      ['no-joint-fits', 'plant.p', 'a number in N m', '20 N'],
      ['no-joint-fits', 'plant.p', 'a number in N or N m', '2 s'],
    ]);
  });

  it('is the effort of the robot file, without bound where there is none', () => {
    expect(effortLimits(model)).toEqual([Number.POSITIVE_INFINITY, 60, 40, 100, 10]);
  });
});
