/**
 * Whether a design can put energy into the robot and what it touches, and by what: before anything runs.
 *
 * A controller is passive where over any time what its port gives is no more than what it stored at the start. Springs that
 * are the gradient of an energy and dampers are; each thing that is not is a reason, by name. Some things stand
 * apart, since whether they give energy depends on the motion: torques that are held for a tick (the ledger's line
 * `sampling`, and what `check` says of gains), limits, which make the torque another than the law's only while they
 * cut (the line `limits`), springs whose energy jumps at a half turn (half-turns.ts), and what weighs and may fall without end.
 */
import { formatQuantity } from '../math/index.js';
import { coordinateNamed, declarationName } from '../mechanism/index.js';
import type { Bill, Design, ElementDesign } from './design.js';
import { declarationOf } from './element.js';
import { compensatedFriction } from './friction.js';
import { jumpingSprings } from './half-turns.js';
import { broughtIn, lawReasons } from './laws/law-passivity.js';
import { lawOf } from './laws/laws.js';
import { isMoving } from './moving.js';
import { evaluateLaw } from './numeric.js';
import { isStreamed } from './streamed.js';

export type PassivityCause =
  | 'source'
  | 'moving point'
  | 'law without an energy'
  | 'projection'
  | 'changes'
  | 'phases'
  | 'half turn'
  | 'weight'
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
  /** Names, as they are called, of elements and laws that cannot be stable at the tick. */
  readonly unstable?: readonly string[];
  /** What an element is called by who wrote it: several of a design may be one of a scenario. Its own name by default. */
  readonly called?: (element: string) => string;
}

/** Judges a design that {@link designProblems} finds nothing wrong with. */
export function passivityOf(design: Design, options: PassivityOptions = {}): Passivity {
  const { changes = [], unstable = [], called = (element) => element } = options;
  const all: PassivityReason[] = [
    ...elementReasons(design, called),
    ...projectionReasons(design, called),
    ...frictionReasons(design),
    ...lawReasons(design, pays(design, 'sources')).map((reason) => ({ ...reason, cause: 'source' as const })),
    ...movingReasons(design),
    ...changeReasons(design, changes, called),
    ...unstable.map((name) => ({
      cause: 'sampling' as const,
      name,
      text: `${name} cannot be stable with torques that are held for ${formatQuantity(design.period, 's')}`,
    })),
  ];
  const reasons = all.filter(({ text }, i) => all.findIndex((other) => other.text === text) === i);
  const apart = asides(design, options.continuous === true, called);
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
function elementReasons(design: Design, called: (element: string) => string): PassivityReason[] {
  if (pays(design, 'sources')) return [];
  const { model } = design;
  const still = new Array<number>(model.nv).fill(0);
  return evaluateLaw(design, model.neutral, still).acting.flatMap(
    ({ element, effect }): PassivityReason[] => {
      if (effect.supplied === undefined) return [];
      const name = called(element.name);
      return element.family === 'source'
        ? [{ cause: 'source', name, text: `the source ${name} puts energy in` }]
        : [{ cause: 'law without an energy', name, text: lawless(element, name) }];
    },
  );
}

function lawless(element: ElementDesign, name: string): string {
  const declaration = declarationOf(element);
  const law = declarationName(declaration);
  return `the law of ${name} (${law}) is the gradient of no energy`;
}

/** A part of a spring's torque is the gradient of no energy, a part of a damper's may drive. */
function projectionReasons(design: Design, called: (element: string) => string): PassivityReason[] {
  if (pays(design, 'sources')) return [];
  return design.elements
    .filter(({ nullspaceOf }) => nullspaceOf !== undefined)
    .map(({ name }) => ({
      cause: 'projection',
      name: called(name),
      text: `the projection of ${called(name)} into a null space can put energy in`,
    }));
}

/** A tank does not pay for it: it is of what the joints take out, not of what the controller stores. */
function frictionReasons(design: Design): PassivityReason[] {
  if (compensatedFriction(design) === undefined) return [];
  const text = 'the friction compensation puts energy in, on account of what the joints’ friction takes out';
  const unpaid = design.tank === undefined ? '' : ', and no tank pays for it';
  return [{ cause: 'compensation', name: 'friction', text: `${text}${unpaid}` }];
}

/** Points and references that move and that some element or law of forces acts on, unless a tank pays for those that move by themselves. */
function movingReasons(design: Design): PassivityReason[] {
  const { points, coordinates = [], elements, laws = [] } = design;
  const paid = pays(design, 'motions');
  const acted = new Set<string>();
  // Laws that act by the servo are not passive whatever they go to.
  const pulled = laws
    .filter(({ kind }) => lawOf(kind)?.acts === 'wrench')
    .flatMap(({ target, axes }) => [target, axes].filter((name) => name !== undefined));
  const joined = new Set([...elements.flatMap(({ joins }) => Object.values(joins)), ...pulled]);
  const reach = (name: string | undefined): void => {
    const found = coordinates.find((coordinate) => coordinate.name === name);
    if (found === undefined || acted.has(found.name)) return;
    acted.add(found.name);
    for (const end of Object.values(found.joins)) joined.add(end);
    found.of?.forEach(reach);
  };
  for (const element of elements) reach(element.of);
  const reason = (what: string, name: string): PassivityReason => ({
    cause: 'moving point',
    name,
    text: `the ${what} ${name} moves by itself`,
  });
  const streams = pays(design, 'changes') ? [] : points.filter(isStreamed);
  return [
    ...streams
      .filter(({ name }) => joined.has(name))
      .map(
        ({ name }): PassivityReason => ({
          cause: 'moving point',
          name,
          text: `targets for ${name} come from outside`,
        }),
      ),
    ...points
      .filter((point) => joined.has(point.name) && (point.moves === true || (isMoving(point) && !paid)))
      .map(({ name }) => reason('point', name)),
    ...coordinates
      .filter(({ name, kind }) => acted.has(name) && coordinateNamed(kind).moves === true && !paid)
      .map(({ name }) => reason('reference', name)),
  ];
}

/**
 * A tank pays for parameters of what a phase may set, and for laws that a phase brings in: not for the gravity that is
 * compensated. Dampers and laws without an energy store nothing, so that a change of theirs moves no energy.
 */
function changeReasons(
  design: Design,
  changes: readonly string[],
  called: (element: string) => string,
): PassivityReason[] {
  const paid = pays(design, 'changes');
  const { elements, laws = [] } = design;
  const idle = new Set([
    ...elements.filter(({ family }) => family === 'damper').map(({ name }) => name),
    ...laws.filter(({ kind }) => lawOf(kind)?.energy === undefined).map(({ name }) => name),
  ]);
  const counts = (field: string): boolean => !idle.has(field.slice(0, field.indexOf('.')));
  const unpaid = changes.filter((name) => (paid ? name === 'gravity' : counts(name)));
  const named = unpaid.map((field): PassivityReason => {
    const dot = field.indexOf('.');
    const name = dot < 0 ? field : called(field.slice(0, dot)) + field.slice(dot);
    return { cause: 'changes', name, text: `${name} changes while it runs` };
  });
  if (paid) return named;
  const switched = (design.phases ?? [])
    .filter(({ set = {} }) => Object.keys(set).some(counts))
    .map(
      ({ name }): PassivityReason => ({
        cause: 'phases',
        name,
        text: `the phase ${name} changes parameters`,
      }),
    );
  const brought = broughtIn(design).map(
    ({ phase, law }): PassivityReason => ({
      cause: 'phases',
      name: phase,
      text: `the phase ${phase} brings in the law ${law}, with what it stores`,
    }),
  );
  return [...named, ...switched, ...brought];
}

function asides(design: Design, continuous: boolean, called: (element: string) => string): PassivityReason[] {
  const { limits = {}, compensate = [], tank, bodies, elements } = design;
  const apart: PassivityReason[] = [];
  const add = (cause: PassivityCause, name: string, text: string): void => {
    apart.push({ cause, name, text });
  };
  for (const element of jumpingSprings(design)) {
    const name = called(element.name);
    add('half turn', name, `half turns at which the energy of ${name} jumps`);
  }
  for (const name of bodies?.weight ?? [])
    add('weight', name, `the weight of ${name}, which gives as much as it has height to fall`);
  if (!continuous)
    add('sampling', 'sampling', `torques that are held for ${formatQuantity(design.period, 's')}`);
  for (const { at } of limits.force ?? [])
    add('limits', `limits.force.${at}`, `the force limit at ${at} while it cuts`);
  if (limits.torque?.most.some((most) => most < Number.POSITIVE_INFINITY))
    add('limits', 'limits.torque', 'torque limits while they cut');
  if (limits.torqueRate?.most.some((most) => most < Number.POSITIVE_INFINITY))
    add('limits', 'limits.torqueRate', 'the limit on torque rates while it cuts');
  for (const name of compensate.filter((what) => what !== 'friction'))
    add('compensation', name, `compensation of ${name} as far as it is exact`);
  for (const { kind, name } of elements)
    if (kind === 'payload') add('compensation', name, 'compensation of the payload as far as it is exact');
  if (tank !== undefined)
    add('tank', 'tank', `the ${formatQuantity(tank.start, 'J')} that the tank holds at the start`);
  return apart;
}
