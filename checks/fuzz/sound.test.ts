import type { Joint, Link, Robot } from 'pliant/robot';
import { describe, expect, it } from 'vitest';
import { chain, followers, twoRoots, zoo } from '../made-robots.js';
import { faultsOfRobot } from './sound.js';

const base = chain('chain', ['revolute', 'prismatic', 'revolute'], 3);

/** With one joint, or one link, changed. */
const joint = (change: Partial<Joint>, at = 1): Robot => ({
  ...base,
  joints: base.joints.map((one, i) => (i === at ? { ...one, ...change } : one)),
});
const link = (change: Partial<Link>, at = 1): Robot => ({
  ...base,
  links: base.links.map((one, i) => (i === at ? { ...one, ...change } : one)),
});

describe('the judge of robots', () => {
  it.each(zoo().map((robot) => [robot.name, robot] as const))('takes %s', (_, robot) => {
    expect(faultsOfRobot(robot)).toEqual([]);
  });

  const { position, rotation } = base.joints[1].origin;
  const [inertial] = base.links.flatMap((one) => one.inertial ?? []);
  const skewed = rotation.map((x, i) => (i === 4 ? x + 1e-6 : x)) as unknown as typeof rotation;
  const mirrored = rotation.map((x, i) => (i < 3 ? -x : x)) as unknown as typeof rotation;
  const six = (...entries: [number, number, number, number, number, number]) =>
    link({ inertial: { ...inertial, inertia: entries } });

  it.each<[string, Robot, RegExp]>([
    ['a mass that is no number', link({ inertial: { ...inertial, mass: Number.NaN } }), /mass is NaN/],
    ['a negative mass', link({ inertial: { ...inertial, mass: -1 } }), /mass of "l0": -1/],
    [
      'an infinite centre',
      link({ inertial: { ...inertial, centre: [0, Infinity, 0] } }),
      /centre\.1 is Infinity/,
    ],
    ['a moment too large', six(1, 1, 2.1, 0, 0, 0), /inertia of "l0"/],
    ['a moment too large about an axis that is askew', six(1.55, 1.55, 1, -0.55, 0, 0), /inertia of "l0"/],
    ['a negative moment', six(1, -0.1, 1, 0, 0, 0), /inertia of "l0"/],
    ['a product too large', six(1, 1, 1, 1.1, 0, 0), /inertia of "l0"/],
    ['inertia without mass', link({ inertial: { ...inertial, mass: 0 } }), /inertia of "l0"/],
    ['a joint that is skewed', joint({ origin: { position, rotation: skewed } }), /turned by no rotation/],
    [
      'a joint that is mirrored',
      joint({ origin: { position, rotation: mirrored } }),
      /turned by no rotation/,
    ],
    ['an axis that is not of length one', joint({ axis: [0, 0, 1.001] }), /axis of length 1.001/],
    ['limits the wrong way round', joint({ limits: { lower: 1, upper: -1 } }), /limits 1 … -1/],
    ['a negative effort', joint({ limits: { effort: -1 } }), /limits of 0 and -1/],
    ['negative damping', joint({ damping: -1 }), /-1, 0/],
    ['a link twice', { ...base, links: [...base.links, base.links[1]] }, /links of one name/],
    ['a joint twice', joint({ name: 'j0' }), /joints of one name/],
    ['a joint without a name', joint({ name: '' }), /a joint without a name/],
    ['a parent that is not there', joint({ parent: 'nobody' }), /not between links/],
    ['a link with two parents', joint({ child: 'l0' }), /two parents/],
    ['links in a ring', joint({ parent: 'l2' }), /no root leads to/],
    [
      'a root that is none',
      { ...base, roots: [...base.roots, { ...base.roots[0], link: 'l1' }] },
      /root "l1" is none/,
    ],
    ['no root', { ...base, roots: [] }, /no root leads to/],
    [
      'a joint that follows nobody',
      joint({ mimic: { joint: 'nobody', multiplier: 1, offset: 0 } }),
      /follows "nobody"/,
    ],
    [
      'a joint that follows itself',
      joint({ mimic: { joint: 'j1', multiplier: 1, offset: 0 } }),
      /follows "j1"/,
    ],
    [
      'a frame on no link',
      { ...base, frames: [{ name: 'f', link: 'nobody', pose: base.roots[0].pose }] },
      /frame "f" on no link/,
    ],
    [
      'a start of no joint',
      { ...base, starts: [{ name: 's', positions: { nobody: [1] } }] },
      /start "s" of no joint/,
    ],
    [
      'masses whose products overflow',
      link({ inertial: { ...inertial, mass: 1e300, centre: [1e10, 0, 0] } }),
      /inertia matrix is not finite/,
    ],
    ['nothing', { ...base, links: [], joints: [], roots: [] }, /no link/],
  ])('names %s', (_, robot, fault) => {
    expect(faultsOfRobot(robot).join('\n')).toMatch(fault);
  });

  it('names a follower that is followed', () => {
    const robot = followers();
    const joints = robot.joints.map((one) =>
      one.name === 'finger' ? { ...one, mimic: { joint: 'knuckle', multiplier: 1, offset: 0 } } : one,
    );
    expect(faultsOfRobot({ ...robot, joints })).toContain('joint "finger" follows a follower');
  });

  it('excuses an inertia that a warning names, and no other', () => {
    const robot = twoRoots();
    const links = robot.links.map((one) =>
      one.inertial === undefined
        ? one
        : { ...one, inertial: { ...one.inertial, inertia: [1, 1, 3, 0, 0, 0] as const } },
    );
    const warned = {
      code: 'inertia-triangle',
      severity: 'warning',
      where: { name: 'link "a1"' },
      message: 'w',
    } as const;
    const faults = faultsOfRobot({ ...robot, links }, [warned]);
    expect(faults).toHaveLength(links.length - 1);
    expect(faults.join()).not.toContain('"a1"');
  });
});
