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

/** A published number that a run cannot be held to, and why. */
const notIdentified: Claim = {
  topic: 'vmc',
  id: 'vmc: 3, not identified',
  measure: () => [
    {
      what: 'direction gain: 8/(4 + 1e-6), floor −47.5 for c 1, v 2, F 5, c0 1, K (100, 50, 10) along y',
      value: 'not run',
      limit: '',
      pass: true,
    },
    {
      what: 'its law is not published: −47.5 is F/v − K_y and −0.95 K_y alike, 8 is v (F − c) and v (F − c0)',
      value: 'no law chosen',
      limit: '',
      pass: true,
    },
  ],
};

export const vmcClaims: readonly Claim[] = [...published.map(claimOf), notIdentified];
