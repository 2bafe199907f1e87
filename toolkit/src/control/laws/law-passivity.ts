/** What laws and the servo put in, as reasons of the judgement of passivity, and what of it no tank can pay for. */
import type { Design } from '../design.js';
import type { Findings } from '../findings.js';
import { isMoving } from '../moving.js';
import type { LawDesign } from './law-design.js';
import { givenNumbers } from './law-parameters.js';
import { servoReleased } from './law-phases.js';
import { lawOf } from './laws.js';

export interface LawReason {
  readonly name: string;
  readonly text: string;
}

/**
 * Laws that are not made of energies and dampers alone, unless a tank pays for them (`paid`), and the servo, which follows
 * whatever that takes.
 */
export function lawReasons(design: Design, paid: boolean): LawReason[] {
  const { laws = [], servo } = design;
  const active = laws
    .filter((law) => {
      const declaration = lawOf(law.kind);
      if (declaration?.acts !== 'wrench') return false;
      const { passive } = declaration;
      return typeof passive === 'function' ? !passive(givenNumbers(law, declaration)) : passive !== true;
    })
    .map(({ name, kind }) => ({ name, text: `the law ${name} (${kind}) puts energy in` }));
  const carried = laws.flatMap((law) =>
    carriedOf(design, law).map(({ part, point }) => ({
      name: law.name,
      text:
        part === 'target'
          ? `the target of ${law.name}, ${point}, is carried by the robot without a reaction`
          : `the axes of ${law.name}, ${point}, turn with another body of the robot`,
    })),
  );
  return [
    ...(paid ? [] : active),
    ...carried,
    // It follows nothing where laws of forces have the joints throughout.
    ...(servo === undefined || servoReleased(design) === 'always'
      ? []
      : [{ name: 'servo', text: 'the servo follows its command, whatever that takes' }]),
  ];
}

/** A point that a law's energy depends on. */
interface Tie {
  readonly part: 'target' | 'axes';
  readonly point: string;
}

/** The points that what a law stores depends on, beside its centre: its target, and its axes unless it is alike along all. */
function tiesOf({ kind, axes, target, parameters }: LawDesign): Tie[] {
  if (lawOf(kind)?.energy === undefined) return [];
  const { stiffness, turnStiffness, most, mostTurn } = parameters;
  const gains = [stiffness, turnStiffness].filter((gain) => gain !== undefined);
  const cut = most !== undefined || mostTurn !== undefined;
  const alike = !cut && gains.length > 0 && gains.every((gain) => gain.every((x) => x === gain[0]));
  return [
    ...(target === undefined ? [] : [{ part: 'target' as const, point: target }]),
    ...(axes === undefined || alike ? [] : [{ part: 'axes' as const, point: axes }]),
  ];
}

/**
 * A law acts on the body of its centre alone. A target on another body of the robot, or on a virtual one, is carried about by
 * it without a reaction, and so are axes.
 */
function carriedOf({ points, model }: Design, law: LawDesign): Tie[] {
  const frameOf = (point: string | undefined) => points.find(({ name }) => name === point)?.frame;
  const bodyOf = (frame: string | undefined) => model.frames.find(({ name }) => name === frame)?.body;
  const own = bodyOf(frameOf(law.at));
  return tiesOf(law).filter(({ point }) => {
    const frame = frameOf(point);
    const body = bodyOf(frame);
    // Frames that stand in the world have a body below 0.
    return frame !== undefined && body !== own && (body === undefined || body >= 0);
  });
}

/** Laws with an energy that are at work in some phases and not in others, by phase that has them. */
export function broughtIn({
  laws = [],
  phases = [],
}: Design): { readonly phase: string; readonly law: string }[] {
  if (phases.every((phase) => phase.laws === undefined)) return [];
  const stores = laws.filter(({ kind }) => lawOf(kind)?.energy !== undefined);
  return stores.flatMap(({ name: law }) => {
    const having = phases.filter((phase) => phase.laws?.includes(law) ?? true);
    return having.length === phases.length ? [] : having.map(({ name: phase }) => ({ phase, law }));
  });
}

/** What a tank is asked to pay and cannot price. */
export function checkTankLaws(design: Design, found: Findings): void {
  const { tank, laws = [], servo, points } = design;
  const pays = (bill: 'sources' | 'motions') => tank?.pays.includes(bill) === true;
  if (pays('sources') && servo !== undefined && servoReleased(design) !== 'always') {
    const { kind } = servo.follow;
    found.error(
      'tank-servo',
      'control.tank.pays',
      'the tank cannot pay for the servo: the joints follow their command whatever that takes, and scaled to what a tank affords they would follow no more',
      {
        got: kind === 'drive' ? 'drives that follow positions' : `torques that follow (${kind})`,
        hint: 'leave `sources` out of what the tank pays for; or move the arm by elements and laws of forces (impedance, press, wrench), without control.servo',
      },
    );
  }
  for (const law of laws) {
    const path = `control.laws.${law.name}`;
    if (pays('sources'))
      for (const { part, point } of carriedOf(design, law))
        found.error(
          'tank-carried',
          `${path}.${part}`,
          `the tank cannot pay for what carries the ${part} of ${law.name}: nothing pulls back at it`,
          {
            got: point,
            hint: 'take elements, a `spring: linear` for instance, which act on both ends; or leave `sources` out of control.tank.pays',
          },
        );
    if (pays('motions'))
      for (const { part, point } of tiesOf(law)) {
        const moving = points.find(({ name }) => name === point);
        if (moving === undefined || !isMoving(moving)) continue;
        found.error(
          'tank-motion',
          `${path}.${part}`,
          `the tank cannot pay for ${point}, which moves by itself, against the law ${law.name}: it is priced against elements alone`,
          {
            got: point,
            hint: 'hold the tool to it by `spring: linear` and `damper: linear`; or leave `motions` out of control.tank.pays',
          },
        );
      }
  }
}
