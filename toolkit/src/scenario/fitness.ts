/** Whether a robot can stand in a scenario at all: what it may have that its plant and its law do not. */
import type { Model } from '../model/index.js';
import type { Complaints } from './complaints.js';

/** Degrees of freedom that are compiled; the plant's program grows with their square. */
const mostJoints = 100;

/** Complains, at the path of the robot's file, of a robot that a scenario cannot take. */
export function refuseUnfit(model: Model, path: string, complaints: Complaints): void {
  for (const body of model.bodies) {
    if (body.type !== 'free') continue;
    complaints.error(
      'free-base',
      path,
      `${body.link} floats freely (${body.joint}); in a scenario a robot is bolted down until there are worlds to stand in`,
    );
  }
  if (model.nv === 0) complaints.error('no-joints', path, 'the robot has no joint that moves');
  if (model.nv > mostJoints) {
    complaints.error('too-many-joints', path, 'the robot has too many joints to be simulated', {
      expected: `at most ${mostJoints} that move by themselves`,
      got: `${model.nv}`,
    });
  }
}
