/** Which laws each phase puts to work, and where they leave the joints to the servo. */
import type { Design, PhaseDesign } from '../design.js';
import type { LawDesign } from './law-design.js';
import { lawOf } from './laws.js';

type Task = Pick<Design, 'laws' | 'phases' | 'servo'>;

/** Whether phases switch laws on and off. */
export function switchesLaws({ phases = [] }: Pick<Design, 'phases'>): boolean {
  return phases.some(({ laws }) => laws !== undefined);
}

/** The laws that are at work in a phase of a design that switches them: those that it names, else all of forces. */
export function lawsIn({ laws = [] }: Pick<Design, 'laws'>, phase: PhaseDesign): readonly LawDesign[] {
  return laws.filter(({ name, kind }) => phase.laws?.includes(name) ?? lawOf(kind)?.acts === 'wrench');
}

/**
 * Whether laws that are at work together release the joints from the servo: laws of forces do, where none moves it and it follows
 * by torques. One that takes joints of its own does not, nor does no law at all: then the servo holds its last command.
 */
function releaseServo({ servo }: Task, together: readonly LawDesign[]): boolean {
  if (servo === undefined || servo.follow.kind === 'drive') return false;
  const acting = together.map(({ kind }) => lawOf(kind));
  if (acting.some((law) => law?.acts !== 'wrench')) return false;
  return acting.some((law) => law?.takes === undefined);
}

/** Whether a phase releases the joints from the servo, of a design that switches laws. */
export function releasesServo(design: Task, phase: PhaseDesign): boolean {
  return releaseServo(design, lawsIn(design, phase));
}

/** When the joints are released from the servo: in all of a run, never, or in some of its phases. */
export function servoReleased(design: Task): 'always' | 'never' | 'in phases' {
  const { laws = [], phases = [] } = design;
  if (!switchesLaws(design)) return releaseServo(design, laws) ? 'always' : 'never';
  const released = phases.map((phase) => releasesServo(design, phase));
  if (released.every((x) => x)) return 'always';
  return released.some((x) => x) ? 'in phases' : 'never';
}

/** The share of the servo's torque that acts at the start; undefined where that never changes. */
export function servoShareAtStart(design: Task): number | undefined {
  if (servoReleased(design) !== 'in phases') return undefined;
  const [first] = design.phases ?? [];
  return first !== undefined && releasesServo(design, first) ? 0 : 1;
}
