/** Every published scenario that a script here works out. */
import { circling } from './circling.js';
import { laws, motions, presses, tank } from './closed-forms.js';
import type { Scenario } from './figure.js';
import { burrGuide, drillGuide } from './guides.js';
import { handover } from './handover.js';
import { impedance } from './impedance.js';
import { onRails } from './on-rails.js';
import { pathFollowing } from './path-following.js';
import { pointAndDistanceSprings } from './point-and-distance-springs.js';
import { railRobot } from './rail-robot.js';
import { remoteCentre } from './remote-centre.js';
import { threeGoals } from './three-goals.js';
import { twoArmCircles } from './two-arm-circles.js';
import { virtualCopy } from './virtual-copy.js';

export const scenarios: readonly Scenario[] = [
  impedance,
  pathFollowing,
  pointAndDistanceSprings,
  twoArmCircles,
  railRobot,
  onRails,
  virtualCopy,
  remoteCentre,
  burrGuide,
  drillGuide,
  threeGoals,
  circling,
  handover,
  presses,
  laws,
  motions,
  tank,
];
