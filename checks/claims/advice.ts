/** How often advice names a fault that was put into a sound robot, and how often it names a wrong one. */
import { adviceAsTheyAre, fileFaults, linkFaults, soundOnes, tally } from '../advice.js';
import { atLeast, type Claim, exactly } from '../claim.js';
import { absent } from '../corpus.js';

/**
 * Each piece of advice on the sound robots as they are was looked at, and is right, or a guess that the robot's page
 * answers: `inertia-point` of research7, whose published inertias stand beside shapes that are not theirs.
 */
const lookedAt =
  'inertia-placeholder 11, inertia-point 1, inertia-too-small 2, limit-placeholder 1, mirror-inertial 3';

export const adviceClaims: readonly Claim[] = [
  {
    topic: 'files',
    id: 'advice: faults of CAD exports put into sound robots',
    absent: () => absent,
    measure(scale) {
      const robots = soundOnes();
      const every = scale === 'full' ? 1 : 20;
      // One miss among a few weighs more.
      const slack = scale === 'full' ? 0 : 15;
      const tallies = [
        ...linkFaults.map((fault) => tally(robots, fault, false, every)),
        ...fileFaults
          .filter((_, i) => scale === 'full' || i % 4 === 2)
          .map((fault) => tally(robots, fault, true)),
      ];
      const share = (of: number, all: number): number => (100 * of) / all;
      return [
        exactly('advice on them as they are, each looked at', adviceAsTheyAre(robots), lookedAt),
        ...tallies.map(({ fault, put, named }) =>
          atLeast(`${fault.name}: named, of ${put}`, share(named, put), (fault.fixed ? 95 : 90) - slack, '%'),
        ),
        atLeast(
          'all faults: named',
          share(
            tallies.reduce((sum, { named }) => sum + named, 0),
            tallies.reduce((sum, { put }) => sum + put, 0),
          ),
          95,
          '%',
        ),
        exactly(
          'links that a fix made anything but what they were',
          tallies.reduce((sum, { wrong }) => sum + wrong, 0),
          0,
        ),
      ];
    },
  },
];
