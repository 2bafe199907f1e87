/**
 * Virtual model control: published scenarios run as examples, beside what is published of them and what scripts that share
 * nothing with the toolkit get. A figure of one earlier re-simulation alone (R1) is held to the script where that is
 * run, others to what is published.
 */
import { type Claim, exactly, figure, type Row, type Scale } from '../claim.js';
import type { Scenario, Values } from '../peers/figure.js';
import { stale } from '../vmc/page.js';
import { type Published, published } from '../vmc/published.js';

function rowsOf({ number, figures }: Scenario, ours: Values, theirs: Values): Row[] {
  const missed = Object.keys(ours).filter((key) => figures[key] === undefined);
  if (missed.length > 0) throw new Error(`${number}: nothing is published of ${missed.join(', ')}`);
  return Object.entries(figures).flatMap(([key, { mark, what, published, within, unit, apart }]): Row[] => {
    const value = ours[key];
    const script = theirs[key];
    if (value === undefined || (apart && script === undefined)) return [];
    const wanted = mark === 'R1' && script !== undefined ? script : published;
    const also = script === undefined ? '' : `; script ${seven(script)}`;
    return [
      {
        what: `${mark} ${what}`,
        value: `${seven(value)} ${unit}`.trimEnd(),
        limit: `${published}${apart ? ` (${apart})` : ''} ± ${figure(within)}${also}`,
        pass: Math.abs(value - wanted) <= within,
      },
    ];
  });
}

const seven = (x: number): string => String(+x.toPrecision(7));

function claimOf({ scenario, ours }: Published): Claim {
  return {
    topic: 'vmc',
    id: `vmc: ${scenario.number}, ${scenario.title}`,
    measure(scale: Scale) {
      const values = ours(scale);
      const script = scale === 'full' ? scenario.measure() : undefined;
      const told = stale(scenario, values, script).join(', ');
      return [
        ...rowsOf(scenario, values, script ?? {}),
        exactly('docs/peer-scenarios.md says otherwise of', told || 'nothing', 'nothing'),
      ];
    },
  };
}

export const vmcClaims: readonly Claim[] = published.map(claimOf);
