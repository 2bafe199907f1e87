export { pointAndDistanceSprings } from './point-and-distance-springs.js';
