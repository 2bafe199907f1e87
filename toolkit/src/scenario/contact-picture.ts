/** Where the loops of a scenario are stable, for the report: over the stiffness of what is touched and the damping. */
import { contactMap, logSpaced, verdictOf } from '../analyse/index.js';
import { formatQuantity } from '../math/index.js';
import type { ContactPicture } from '../report/index.js';
import { contactLoopsOf } from './contact-loop.js';
import type { Draft } from './draft.js';
import { whenText } from './states.js';

const grid = { columns: 42, rows: 28 };
/** Decades to both sides of the scenario's own. */
const decades = { stiffness: 1.5, damping: 1 };
const most = 3;

export function contactPictures(draft: Draft): ContactPicture[] {
  return contactLoopsOf(draft)
    .loops.slice(0, most)
    .flatMap(({ name, when, loop, wall }): ContactPicture[] => {
      // Without damping or stiffness there is nothing to be even in the logarithm about.
      if (loop.law === 'force' || !(loop.damping > 0 && wall.stiffness > 0)) return [];
      const range = (x: number, wide: number): readonly [number, number] => [x / 10 ** wide, x * 10 ** wide];
      const stiffness = range(wall.stiffness, decades.stiffness);
      const damping = range(loop.damping, decades.damping);
      const { impact } = contactMap(
        loop,
        logSpaced(...stiffness, grid.columns),
        logSpaced(...damping, grid.rows),
        wall.damping,
      );
      const words = `${formatQuantity(wall.stiffness, 'N/m', 3)} and ${formatQuantity(loop.damping, 'N s/m', 3)}`;
      const { impact: own } = verdictOf(loop, wall);
      return [
        {
          title: `${[name, whenText(when)].join(' ').trim()}: where it is stable`,
          stiffness,
          damping,
          ...grid,
          verdicts: impact.map((status) => status[0]).join(''),
          own: {
            stiffness: wall.stiffness,
            damping: loop.damping,
            words: `${words}, ${own === 'marginal' ? 'at its limit' : own}`,
          },
        },
      ];
    });
}
