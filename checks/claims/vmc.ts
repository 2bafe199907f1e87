/**
 * Virtual model control: published scenarios run as examples, beside what is published of them and what scripts that share
 * nothing with the toolkit get. A figure of one earlier re-simulation alone (R1) is held to the script where that is
 * run, others to what is published.
 */
import { type Claim, figure, type Row, type Scale } from '../claim.js';
import { circling } from '../peers/circling.js';
import * as closed from '../peers/closed-forms.js';
import type { Scenario, Values } from '../peers/figure.js';
import { burrGuide, drillGuide } from '../peers/guides.js';
import { impedance } from '../peers/impedance.js';
import { onRails } from '../peers/on-rails.js';
import { pathFollowing } from '../peers/path-following.js';
import { pointAndDistanceSprings } from '../peers/point-and-distance-springs.js';
import { railRobot } from '../peers/rail-robot.js';
import { remoteCentre } from '../peers/remote-centre.js';
import { threeGoals } from '../peers/three-goals.js';
import { virtualCopy } from '../peers/virtual-copy.js';
import * as runs from '../vmc/index.js';

function rowsOf({ figures, measure }: Scenario, ours: Values, scale: Scale): Row[] {
  const theirs = scale === 'full' ? measure() : {};
  const rows = Object.entries(figures).flatMap(
    ([key, { mark, what, published, within, unit, doubted }]): Row[] => {
      const value = ours[key];
      const script = theirs[key];
      if (value === undefined || (doubted && script === undefined)) return [];
      const wanted = mark === 'R1' && script !== undefined ? script : published;
      const also = script === undefined ? '' : `; script ${seven(script)}`;
      return [
        {
          what: `${mark} ${what}`,
          value: `${seven(value)} ${unit}`.trimEnd(),
          limit: `${published}${doubted ? ' doubted' : ''} ± ${figure(within)}${also}`,
          pass: Math.abs(value - wanted) <= within,
        },
      ];
    },
  );
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
  claimOf(impedance, runs.impedance),
  claimOf(pathFollowing, runs.pathFollowing),
  claimOf(pointAndDistanceSprings, runs.pointAndDistanceSprings),
  claimOf(railRobot, runs.railRobot),
  claimOf(onRails, runs.onRails),
  claimOf(virtualCopy, runs.virtualCopy),
  claimOf(remoteCentre, runs.remoteCentre),
  claimOf(burrGuide, runs.burrGuide),
  claimOf(drillGuide, runs.drillGuide),
  claimOf(threeGoals, runs.threeGoals),
  claimOf(circling, runs.circling),
  claimOf(closed.presses, runs.presses),
  claimOf(closed.laws, runs.laws),
  claimOf(closed.motions, runs.motions),
  claimOf(closed.tank, runs.tank),
];
