/**
 * Virtual model control: published scenarios run as examples, beside what is published of them and what scripts that share
 * nothing with the toolkit get. A figure of one earlier re-simulation alone (R1) is held to the script, others to what
 * is published.
 */
import { type Claim, figure, type Row, type Scale } from '../claim.js';
import * as closed from '../peers/closed-forms.js';
import type { Scenario, Values } from '../peers/figure.js';
import { pointAndDistanceSprings } from '../peers/point-and-distance-springs.js';
import { virtualCopy } from '../peers/virtual-copy.js';
import * as runs from '../vmc/index.js';

function rowsOf({ figures, measure }: Scenario, ours: Values, scale: Scale): Row[] {
  const theirs = scale === 'full' ? measure() : {};
  const rows = Object.entries(figures).flatMap(([key, { mark, what, published, within, unit }]): Row[] => {
    const value = ours[key];
    if (value === undefined) return [];
    const script = theirs[key];
    const wanted = mark === 'R1' && script !== undefined ? script : published;
    const also = script === undefined ? '' : `; script ${seven(script)}`;
    return [
      {
        what: `${mark} ${what}`,
        value: `${seven(value)} ${unit}`.trimEnd(),
        limit: `${published} ± ${figure(within)}${also}`,
        pass: Math.abs(value - wanted) <= within,
      },
    ];
  });
  const missed = Object.keys(ours).filter((key) => figures[key] === undefined);
  if (missed.length > 0) throw new Error(`nothing is published of ${missed.join(', ')}`);
  return rows;
}

const seven = (x: number): string => String(+x.toPrecision(7));

function claimOf(scenario: Scenario, ours: (scale: Scale) => Values): Claim {
  return {
    topic: 'vmc',
    id: `vmc: ${scenario.number}, ${scenario.title}`,
    measure: (scale) => rowsOf(scenario, ours(scale), scale),
  };
}

export const vmcClaims: readonly Claim[] = [
  claimOf(pointAndDistanceSprings, runs.pointAndDistanceSprings),
  claimOf(virtualCopy, runs.virtualCopy),
  claimOf(closed.motions, runs.motions),
];
