/** What the plant of a scenario carries, and the events that pick it up and put it down. */
import type { PointDesign } from '../control/index.js';
import {
  add3,
  formatQuantity,
  liftMat3,
  mulMatVec,
  numbers,
  rotationFromQuaternion,
  turnSym,
} from '../math/index.js';
import { frameOf, laden, type Model, type Payload } from '../model/index.js';
import { carriedMoments, type PayloadPlace } from '../plant/index.js';
import type { RunEvent } from '../run/index.js';
import type { Complaints } from './complaints.js';
import type { Draft } from './draft.js';
import type { CarriedSection } from './payload-schema.js';
import type { Scenario } from './scenario.js';
import { under } from './tree.js';

type Event = Scenario['events'][number];
type Carrying = Extract<Event, { readonly pickUp: string } | { readonly putDown: string }>;

const isCarrying = (event: Event): event is Carrying => 'pickUp' in event || 'putDown' in event;
const nameOf = (event: Carrying): string => ('pickUp' in event ? event.pickUp : event.putDown);

/** None of a bench, which carries nothing. */
const sectionsOf = ({ plant }: Scenario): Readonly<Record<string, CarriedSection>> =>
  plant.bench === undefined ? (plant.rigid.payloads ?? {}) : {};

/** The payloads as places of the plant, in the order of their names; without those on what is no point of the robot. */
export function payloadPlaces(scenario: Scenario, points: readonly PointDesign[]): PayloadPlace[] {
  return Object.entries(sectionsOf(scenario))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, section]): PayloadPlace[] => {
      const point = points.find((p) => p.name === section.at && p.frame !== undefined);
      if (point?.frame === undefined) return [];
      const turn = rotationFromQuaternion(numbers, point.attitude ?? [1, 0, 0, 0]);
      const [x, y, z] = section.gyration.map((r) => section.mass * r * r);
      return [
        {
          name,
          frame: point.frame,
          mass: section.mass,
          centre: add3(numbers, point.at ?? [0, 0, 0], mulMatVec(numbers, turn, section.centre)),
          inertia: turnSym(numbers, liftMat3(numbers, turn), [x, y, z, 0, 0, 0]),
          carried: heldAtStart(scenario, name, section),
        },
      ];
    });
}

/** Whether it is carried when the run begins. */
function heldAtStart({ events }: Scenario, name: string, { held }: CarriedSection): boolean {
  if (held !== undefined) return held;
  const [first] = events.filter((event) => isCarrying(event) && nameOf(event) === name).sort(byTime);
  return first === undefined || 'putDown' in first;
}

const byTime = (a: Event, b: Event): number => a.at - b.at;

/** The draft with what the arm carries at a time of the run, s. */
export function carriedAt(draft: Draft, time: number): Draft {
  const { scenario, rigid, sensed } = draft;
  if (rigid.payloads === undefined) return draft;
  const payloads = rigid.payloads.map((place): PayloadPlace => {
    const last = scenario.events
      .filter((event) => isCarrying(event) && nameOf(event) === place.name && event.at <= time)
      .sort(byTime)
      .at(-1);
    return last === undefined ? place : { ...place, carried: 'pickUp' in last };
  });
  return { ...draft, rigid: { ...rigid, payloads }, ...(sensed && { sensed: { ...sensed, payloads } }) };
}

/** What an arm carries, as loads of its model. */
export interface CarriedLoad extends Payload<number> {
  readonly name: string;
}

/** Of a draft as it stands, in the order of their names; none of a bench. */
export function carriedLoads({ model, rigid, bench }: Draft): readonly CarriedLoad[] {
  if (bench !== undefined) return [];
  return (rigid.payloads ?? []).flatMap((place): CarriedLoad[] => {
    const frame = frameOf(model, place.frame);
    if (place.carried === false || frame.body < 0) return [];
    return [{ name: place.name, body: frame.body, moments: carriedMoments(numbers, frame, place) }];
  });
}

/** The arm with what it carries. */
export function loadedModel(draft: Draft): Model {
  return laden(draft.model, carriedLoads(draft));
}

/** Such an event as events of the loop; a complaint where there is no such payload. */
export function carryingEvents(
  event: Carrying,
  path: string,
  scenario: Scenario,
  complaints: Complaints,
): RunEvent[] {
  const name = nameOf(event);
  const payloads = sectionsOf(scenario);
  const own = `payload.${name}`;
  const key = 'pickUp' in event ? 'pickUp' : 'putDown';
  if (!Object.hasOwn(payloads, name)) {
    complaints.unknown(
      under(path, key),
      'payload of the plant',
      name,
      Object.keys(payloads),
      'say what it is: plant.rigid.payloads: { part: { mass: 1 kg } }',
    );
    return [];
  }
  const carried = (to: number): RunEvent => ({
    kind: 'plant',
    at: event.at,
    parameter: `${own}.carried`,
    values: [to],
  });
  if (!('pickUp' in event)) return [carried(0)];
  return [
    { kind: 'plant', at: event.at, parameter: `${own}.velocity`, values: [...event.moving] },
    carried(1),
  ];
}

/** Complains of what is picked up while it is carried, and of what is put down while it is not. */
export function refuseTwice(scenario: Scenario, complaints: Complaints): void {
  const carrying = scenario.events
    .flatMap((event, i) => (isCarrying(event) ? [{ event, path: under('events', i) }] : []))
    .sort((a, b) => byTime(a.event, b.event));
  const held = new Map(
    Object.entries(sectionsOf(scenario)).map(([name, section]) => [
      name,
      { now: heldAtStart(scenario, name, section), since: 'the start' },
    ]),
  );
  for (const { event, path } of carrying) {
    const name = nameOf(event);
    const before = held.get(name);
    if (before === undefined) continue;
    const now = 'pickUp' in event;
    if (now === before.now) {
      complaints.error(
        now ? 'carried-already' : 'not-carried',
        under(path, now ? 'pickUp' : 'putDown'),
        `${name} is ${now ? 'carried' : 'not carried'} since ${before.since}`,
        { hint: now ? 'put it down before, or leave this out' : 'pick it up before, or leave this out' },
      );
    }
    held.set(name, { now, since: formatQuantity(event.at, 's') });
  }
}
