/** Warnings of what a scenario declares to touch and cannot hold: the loop is unstable on it. */
import { suggestionText, verdictOf } from '../analyse/index.js';
import { formatQuantity } from '../math/index.js';
import type { Problem } from '../problem/index.js';
import { Complaints } from './complaints.js';
import { contactLoopsOf } from './contact-loop.js';
import { loopTold, writtenOf } from './contact-margin.js';
import type { Draft } from './draft.js';
import type { LoadedScenario } from './load.js';
import { whenText } from './states.js';
import { under } from './tree.js';

export function contactFindings(draft: Draft, placeOf: LoadedScenario['placeOf']): readonly Problem[] {
  const complaints = new Complaints(placeOf);
  for (const one of contactLoopsOf(draft).loops) {
    const { local, impact } = verdictOf(one.loop, one.wall);
    if (local !== 'unstable' && impact !== 'unstable') continue;
    const { suggestions, remedies, stiffest } = loopTold(one);
    const time = whenText(one.when);
    const name = time === '' ? one.name : `${one.name} ${time}`;
    const set = remedies.map((remedy) =>
      remedy.map((number) => `${number.path}: ${writtenOf(number)}`).join(' and '),
    );
    const softer = `a surface of at most ${formatQuantity(stiffest.stiffness, 'N/m', 3)}`;
    complaints.warn(
      'contact-unstable',
      under(under('world', one.solid), 'stiffness'),
      local === 'unstable'
        ? `${name}: the loop is unstable there, and bounces for ever${suggestionText(suggestions)}`
        : `${name}: pressed on it the loop is stable, on softer walls and in free space it is not: it may hop for ever${suggestionText(suggestions)}`,
      {
        got: formatQuantity(one.wall.stiffness, 'N/m', 3),
        ...(stiffest.stiffness > 0 && { expected: softer }),
        hint: `${set.length > 0 ? `set ${set.join(', or ')}; ` : ''}pliant margin says more`,
      },
    );
  }
  return complaints.problems;
}
