/** All advice on one robot. */
import type { Findings } from '../findings.js';
import type { Advice } from './advice.js';
import type { RobotData } from './data.js';
import { adviseAngles, adviseLimits } from './degrees.js';
import { adviseInertias } from './hypotheses.js';
import { adviseMirrors } from './mirror.js';
import { adviseOrders } from './order.js';
import { adviseMasses } from './placeholder.js';
import { adviseOrigins } from './point.js';
import { adviseStrengths } from './strength.js';

/** Faults that explain the same link are tried in turn: what names one leaves nothing for the next. */
export function advise(robot: RobotData): readonly Advice[] {
  const explained = new Set<string>();
  const take = (list: readonly Advice[]): readonly Advice[] => {
    for (const { explains = [] } of list) for (const name of explains) explained.add(name);
    return list;
  };
  return [
    ...take(adviseOrders(robot.links)),
    ...take(adviseOrigins(robot, explained)),
    ...take(adviseInertias(robot, explained)),
    ...adviseMasses(robot.links),
    ...adviseMirrors(robot),
    ...adviseLimits(robot),
    ...adviseAngles(robot),
    ...adviseStrengths(robot),
  ];
}

/** Reports the advice as warnings; gives the links whose inertia it explains. */
export function report(advice: readonly Advice[], findings: Findings): ReadonlySet<string> {
  for (const { code, at, message, evidence, name, path, hint, fix } of advice) {
    findings.warn(code, at, message, {
      evidence,
      ...(name === undefined ? {} : { name }),
      ...(path === undefined ? {} : { path }),
      ...(hint === undefined ? {} : { hint }),
      ...(fix === undefined || fix.edits.length === 0 ? {} : { fix }),
    });
  }
  return new Set(advice.flatMap(({ explains = [] }) => explains));
}
