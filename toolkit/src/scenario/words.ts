/** Choices made of a list of words, and those that several parts of a scenario share. */
import { compensations } from '../control/index.js';
import { choice, type Schema } from './schema.js';

/** A choice of one meaning for each word; keeps the union of the words. */
export const words = <W extends string>(
  from: readonly W[],
  meanings: Readonly<Record<W, string>>,
): Schema<W> => choice(Object.fromEntries(from.map((w) => [w, meanings[w]])) as Record<W, string>);

export const compensation = words(compensations, {
  gravity: 'Gravity torque g(q)',
  friction: 'Friction of the joints; of the controller a share of what `friction` says',
});

export const fromRobot = { robot: 'What the robot file says' } as const;
