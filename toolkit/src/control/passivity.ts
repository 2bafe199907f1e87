/**
 * Whether a design can put energy into the robot and what it touches, and by what: before anything runs.
 *
 * A controller is passive where over any time what its port gives is no more than what it stored at the start. Springs that
 * are the gradient of an energy and dampers are; each thing that is not is a reason, by name. Two kinds of things stand
 * apart, since whether they give energy depends on the motion: torques that are held for a tick (the ledger's line
 * `sampling`, and what `check` says of gains), and limits, which make the torque another than the law's only while they
 * cut (the line `limits`).
 */
import { formatQuantity } from '../math/index.js';
import { declarationName } from '../mechanism/index.js';
import type { Bill, Design, ElementDesign } from './design.js';
import { declarationOf } from './element.js';
import { evaluateLaw } from './numeric.js';

export type PassivityCause =
  | 'source'
  | 'moving point'
  | 'law without an energy'
  | 'changes'
  | 'phases'
  | 'sampling'
  | 'limits'
  | 'compensation'
  | 'tank';

export interface PassivityReason {
  readonly cause: PassivityCause;
  /** The element, point, parameter or part of the design. */
  readonly name: string;
  /** A clause without a capital and a full stop. */
  readonly text: string;
}

export interface Passivity {
  readonly passive: boolean;
  /** Empty where it is passive. */
  readonly reasons: readonly PassivityReason[];
  /** What the verdict leaves aside. */
  readonly apart: readonly PassivityReason[];
  /** All of it in a line. */
  readonly text: string;
}

export interface PassivityOptions {
  /** The law is evaluated at every stage: nothing is held. */
  readonly continuous?: boolean;
  /** Names of parameters that change while it runs. */
  readonly changes?: readonly string[];
}

/** Judges a design that {@link designProblems} finds nothing wrong with. */
export function passivityOf(design: Design, options: PassivityOptions = {}): Passivity {
  const reasons: PassivityReason[] = [
    ...elementReasons(design),
    ...movingReasons(design),
    ...changeReasons(design, options.changes ?? []),
  ];
  const apart = asides(design, options.continuous === true);
  const passive = reasons.length === 0;
  const because = reasons.map(({ text }) => text).join('; ');
  const aside = apart.length === 0 ? '' : `; apart from this: ${apart.map(({ text }) => text).join(', ')}`;
  return {
    passive,
    reasons,
    apart,
    text: `${passive ? 'passive' : `not passive, because ${because}`}${aside}`,
  };
}

function pays({ tank }: Design, bill: Bill): boolean {
  return tank?.pays.includes(bill) === true;
}

/** Elements that put in energy that no tank pays for. */
function elementReasons(design: Design): PassivityReason[] {
  if (pays(design, 'sources')) return [];
  const { model } = design;
  const still = new Array<number>(model.nv).fill(0);
  return evaluateLaw(design, model.neutral, still).acting.flatMap(
    ({ element, effect }): PassivityReason[] => {
      if (effect.supplied === undefined) return [];
      const { name } = element;
      return element.family === 'source'
        ? [{ cause: 'source', name, text: `the source ${name} puts energy in` }]
        : [{ cause: 'law without an energy', name, text: lawless(element) }];
    },
  );
}

function lawless(element: ElementDesign): string {
  const declaration = declarationOf(element);
  const law = declarationName(declaration);
  return `the law of ${element.name} (${law}) is the gradient of no energy`;
}

/** Points that move and are joined by something: what they do to it nobody pays. */
function movingReasons(design: Design): PassivityReason[] {
  const joined = new Set(design.elements.flatMap(({ joins }) => Object.values(joins)));
  return design.points
    .filter(({ name, moves, motion }) => (moves === true || motion !== undefined) && joined.has(name))
    .map(({ name }) => ({ cause: 'moving point', name, text: `the point ${name} moves by itself` }));
}

function changeReasons(design: Design, changes: readonly string[]): PassivityReason[] {
  if (pays(design, 'changes')) return [];
  const named = [...new Set(changes)].map(
    (name): PassivityReason => ({ cause: 'changes', name, text: `${name} changes while it runs` }),
  );
  const switched = (design.phases ?? [])
    .filter(({ set = {} }) => Object.keys(set).length > 0)
    .map(
      ({ name }): PassivityReason => ({
        cause: 'phases',
        name,
        text: `the phase ${name} changes parameters`,
      }),
    );
  return [...named, ...switched];
}

function asides(design: Design, continuous: boolean): PassivityReason[] {
  const { limits = {}, compensate = [], tank } = design;
  const apart: PassivityReason[] = [];
  const add = (cause: PassivityCause, name: string, text: string): void => {
    apart.push({ cause, name, text });
  };
  if (!continuous)
    add('sampling', 'sampling', `torques that are held for ${formatQuantity(design.period, 's')}`);
  for (const { at } of limits.force ?? [])
    add('limits', `limits.force.${at}`, `the force limit at ${at} while it cuts`);
  if (limits.torque?.most.some((most) => most < Number.POSITIVE_INFINITY))
    add('limits', 'limits.torque', 'torque limits while they cut');
  if (limits.torqueRate?.most.some((most) => most < Number.POSITIVE_INFINITY))
    add('limits', 'limits.torqueRate', 'the limit on torque rates while it cuts');
  for (const name of compensate) add('compensation', name, `compensation of ${name} as far as it is exact`);
  if (tank !== undefined)
    add('tank', 'tank', `the ${formatQuantity(tank.start, 'J')} that the tank holds at the start`);
  return apart;
}
