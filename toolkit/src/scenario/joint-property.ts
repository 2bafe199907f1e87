/** What a scenario says of joints: a word, one value for all that its unit fits, or values by joint. */
import { type Bounds, choice, either, measured, table } from './schema.js';

/** A property of joints: a word, one value for all joints of the type that its unit fits, or values by joint. */
export const jointProperty = <W extends string>(
  special: Readonly<Record<W, string>>,
  turning: string,
  sliding: string,
  bounds: Bounds = { least: 0 },
) =>
  either(
    choice(special),
    measured([turning, sliding], bounds),
    table('a joint', measured([turning, sliding], bounds), { free: true }),
  );
