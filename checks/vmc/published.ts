/** Every published scenario that is run here, with its script. A new one is a line; docs/peer-scenarios.md has a table for each. */
import type { Scale } from '../claim.js';
import { circling } from '../peers/circling.js';
import * as closed from '../peers/closed-forms.js';
import type { Scenario, Values } from '../peers/figure.js';
import { burrGuide, drillGuide } from '../peers/guides.js';
import { handover } from '../peers/handover.js';
import { impedance } from '../peers/impedance.js';
import { onRails } from '../peers/on-rails.js';
import { pathFollowing } from '../peers/path-following.js';
import { pointAndDistanceSprings } from '../peers/point-and-distance-springs.js';
import { railRobot } from '../peers/rail-robot.js';
import { remoteCentre } from '../peers/remote-centre.js';
import { threeGoals } from '../peers/three-goals.js';
import { twoArmCircles } from '../peers/two-arm-circles.js';
import { virtualCopy } from '../peers/virtual-copy.js';
import * as runs from './index.js';

export interface Published {
  readonly scenario: Scenario;
  /** What runs get, by the keys of the scenario's figures. */
  readonly ours: (scale: Scale) => Values;
}

export const published: readonly Published[] = [
  { scenario: impedance, ours: runs.impedance },
  { scenario: pathFollowing, ours: runs.pathFollowing },
  { scenario: pointAndDistanceSprings, ours: runs.pointAndDistanceSprings },
  { scenario: twoArmCircles, ours: runs.twoArmCircles },
  { scenario: railRobot, ours: runs.railRobot },
  { scenario: onRails, ours: runs.onRails },
  { scenario: virtualCopy, ours: runs.virtualCopy },
  { scenario: remoteCentre, ours: runs.remoteCentre },
  { scenario: burrGuide, ours: runs.burrGuide },
  { scenario: drillGuide, ours: runs.drillGuide },
  { scenario: threeGoals, ours: runs.threeGoals },
  { scenario: circling, ours: runs.circling },
  { scenario: handover, ours: runs.handover },
  { scenario: closed.presses, ours: runs.presses },
  { scenario: closed.laws, ours: runs.laws },
  { scenario: closed.motions, ours: runs.motions },
  { scenario: closed.collision, ours: runs.collision },
  { scenario: closed.tank, ours: runs.tank },
];
