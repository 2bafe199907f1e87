/** Every published scenario that a script here works out. */
import { circling } from './circling.js';
import { laws, motions, presses, tank } from './closed-forms.js';
import type { Scenario } from './figure.js';
import { burrGuide, drillGuide } from './guides.js';
import { impedance } from './impedance.js';
import { onRails } from './on-rails.js';
import { pathFollowing } from './path-following.js';
import { pointAndDistanceSprings } from './point-and-distance-springs.js';
import { railRobot } from './rail-robot.js';
import { remoteCentre } from './remote-centre.js';
import { threeGoals } from './three-goals.js';
import { virtualCopy } from './virtual-copy.js';

export const scenarios: readonly Scenario[] = [
  impedance,
  pathFollowing,
  pointAndDistanceSprings,
  railRobot,
  onRails,
  virtualCopy,
  remoteCentre,
  burrGuide,
  drillGuide,
  threeGoals,
  circling,
  presses,
  laws,
  motions,
  tank,
];
