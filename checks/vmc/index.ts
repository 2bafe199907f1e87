/** Published scenarios by runs, each for the figures of the script of the same name. */
export { motions } from './motions.js';
export { pointAndDistanceSprings } from './point-and-distance-springs.js';
export { virtualCopy } from './virtual-copy.js';
