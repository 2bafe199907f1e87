/** Published scenarios by runs, each for the figures of the script of the same name. */
export { collision } from './collision.js';
export { circling, threeGoals } from './forks.js';
export { handover } from './handover.js';
export { impedance } from './impedance.js';
export { laws } from './laws.js';
export { motions } from './motions.js';
export { onRails } from './on-rails.js';
export { pathFollowing } from './path-following.js';
export { pointAndDistanceSprings } from './point-and-distance-springs.js';
export { presses } from './presses.js';
export { railRobot } from './rail-robot.js';
export { burrGuide, drillGuide, remoteCentre } from './surgical.js';
export { tank } from './tank.js';
export { twoArmCircles } from './two-arm-circles.js';
export { virtualCopy } from './virtual-copy.js';
