/** Mutations of the figures. */
import { breakerOf, type Mutation } from '../mutation.js';

const figures = breakerOf('toolkit/src/figures');
const verb = breakerOf('command/src');

export const figureMutations: readonly Mutation[] = [
  figures(
    'models',
    'wall: { stiffness: surface * this.stiffer, at: mm },',
    'wall: { stiffness: surface, at: mm },',
    'one surface stays as it is where all is to be stiffer',
    'figures',
  ),
  figures(
    'models',
    'return { ...trace, time: trace.time.map((t) => t - wait) };',
    'return trace;',
    'the wait for the first reading counts as approach',
    'figures',
  ),
  figures(
    'models',
    "scheme: [scheme === 'explicit' ? 0 : 2],",
    'scheme: [1],',
    'the listings’ recursion is run implicitly',
    'figures',
  ),
  figures(
    'bench-run',
    'known.kernel.memory.set(known.memory);',
    '',
    'a controller goes on from the run before',
    'figures',
  ),
  figures(
    'figure',
    'return got >= low && got <= high;',
    'return !(got < low || got > high);',
    'a number that is none holds',
    'figures',
  ),
  figures(
    'traces',
    'return Array.from(speed).filter((_, k) => k + 1 < force.length && force[k] === 0 && force[k + 1] > 0);',
    'return Array.from(speed).filter((_, k) => k > 0 && force[k - 1] === 0 && force[k] > 0);',
    'the speed of an impact is that after it',
    'figures',
  ),
  figures(
    'figures',
    'rows.filter((row) => !row.holds).length / rows.length',
    'rows.filter((row) => row.holds).length / rows.length',
    'the share of figures that notice nothing',
    'figures',
  ),
  figures(
    'one-axis',
    'A: [1 - tick * alpha * stiffness, tick * (1 - alpha * damping), -alpha * stiffness, 1 - alpha * damping],',
    'A: [1, tick, -alpha * stiffness, 1 - alpha * damping],',
    'the recursion is forward Euler',
    'figures',
  ),
];

export const figureVerbMutations: readonly Mutation[] = [
  verb(
    'figures',
    "return rows.every(({ outcome }) => outcome !== 'misses') ? exit.done : exit.measureFailed;",
    'return exit.done;',
    'a figure that misses ends well',
    'figures',
  ),
  verb(
    'figures',
    'return found.share >= leastShare ? exit.done : exit.measureFailed;',
    'return exit.done;',
    'figures that notice nothing end well',
    'figures',
  ),
];
