/** Whether a robot can stand in a scenario at all: what it may have that its plant and its law do not. */
import type { Model } from '../model/index.js';
import type { Robot } from '../robot/index.js';
import type { Complaints } from './complaints.js';

/** Degrees of freedom that are compiled; the plant's program grows with their square. */
const mostJoints = 100;

/** Complains, at the path of the robot's file, of a robot that a scenario cannot take. */
export function refuseUnfit(robot: Robot, model: Model, path: string, complaints: Complaints): void {
  for (const body of model.bodies) {
    if (body.type !== 'free') continue;
    complaints.error(
      'free-base',
      path,
      `${body.link} floats freely (${body.joint}); in a scenario a robot is bolted down until there are worlds to stand in`,
    );
  }
  for (const { kind, name, links, joints, active } of robot.constraints ?? []) {
    if (!active) continue;
    const between = [...links, ...joints].join(', ');
    const title = name === undefined ? `a constraint (${kind})` : `the constraint ${name} (${kind})`;
    complaints.error(
      'robot-loops',
      path,
      `${title}${between === '' ? '' : ` of ${between}`} holds the robot beyond its tree of joints, so it would move otherwise than here`,
      {
        hint: 'a scenario takes robots that are trees; take the constraint out, or model it as a mimic joint',
      },
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
