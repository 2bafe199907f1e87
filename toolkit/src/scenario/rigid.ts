/** The plant section of a scenario, and its events. */

import type { PointDesign } from '../control/index.js';
import type { Layout } from '../graph/index.js';
import { jointProperties, type Model } from '../model/index.js';
import type { ContactOptions, PayloadPlace, PushPlace, RigidOptions } from '../plant/index.js';
import type { RunEvent } from '../run/index.js';
import { carryingEvents, refuseTwice } from './carrying.js';
import type { Complaints } from './complaints.js';
import { jointNumbers } from './joints.js';
import type { Origin } from './origin.js';
import type { Scenario } from './scenario.js';
import type { ScenarioFiles } from './scenario-files.js';
import { faultEvents } from './sensors.js';
import { settingsOf } from './settings.js';
import { targetEvents } from './targets.js';
import type { Timing } from './timing.js';
import { under } from './tree.js';

export function rigidOptions(
  scenario: Scenario,
  model: Model,
  timing: Timing,
  pushes: readonly PushPlace[],
  payloads: readonly PayloadPlace[],
  contacts: ContactOptions | undefined,
  complaints: Complaints,
): RigidOptions {
  const { coulomb, viscous, rotorInertia, stiffness, rest, stops } = scenario.plant.rigid.joints;
  const own = jointProperties(model);
  const path = 'plant.rigid.joints';
  const numbers = (
    property: typeof coulomb,
    key: string,
    units: readonly [string, string],
    robot: readonly number[],
  ): readonly number[] => jointNumbers(property, model, units, robot, robot, under(path, key), complaints);
  return {
    step: timing.step,
    method: timing.method,
    // Drives that compensate gravity leave none to feel.
    gravity: Object.values(scenario.robots)[0].provides.includes('gravity')
      ? [0, 0, 0]
      : scenario.world.gravity,
    joints: {
      coulomb: numbers(coulomb, 'coulomb', ['N m', 'N'], own.coulomb),
      damping: numbers(viscous, 'viscous', ['N m s/rad', 'N s/m'], own.damping),
      rotorInertia: numbers(rotorInertia, 'rotorInertia', ['kg m2', 'kg'], own.rotorInertia),
      stiffness: numbers(stiffness, 'stiffness', ['N m/rad', 'N/m'], own.stiffness),
      rest: numbers(rest, 'rest', ['rad', 'm'], own.rest),
    },
    stops: stops === 'robot',
    pushes,
    ...(payloads.length > 0 && { payloads }),
    ...(contacts === undefined ? {} : { contacts }),
    // What sensors feel is kept for them.
    ...(Object.keys(scenario.plant.rigid.sensors ?? {}).length > 0 ? { external: true } : {}),
  };
}

/** The points at which events push, as places of the plant; without those that are not on the robot. */
export function pushPlaces(scenario: Scenario, points: readonly PointDesign[]): PushPlace[] {
  const carried = points.filter((p) => p.frame !== undefined);
  const places = new Map<string, PushPlace>();
  for (const event of scenario.events) {
    if (!('push' in event)) continue;
    const point = carried.find((p) => p.name === event.on);
    if (point === undefined) continue;
    places.set(point.name, {
      name: point.name,
      frame: point.frame as string,
      ...(point.at && { at: point.at }),
    });
  }
  return [...places.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Events for the loop, a list for each event of the scenario. A parameter that stands for several elements (`keep.stiffness` of an element on all
 * joints) is set on each: `origin` gives the scenario's element of each of the design's. `sensors`: names of the plant's.
 */
export function eventsOf(
  scenario: Scenario,
  layout: Layout,
  origin: Origin,
  sensors: readonly string[],
  files: ScenarioFiles,
  complaints: Complaints,
): RunEvent[][] {
  // The tick is the loop's own.
  const parameters = layout.fields.filter((field) => field.region === 'parameters' && field.name !== 'tick');
  refuseOverlaps(scenario, complaints);
  refuseTwice(scenario, complaints);
  return scenario.events.map((event, i): RunEvent[] => {
    const path = under('events', i);
    if (event.at > scenario.duration) {
      complaints.warn('event-late', under(path, 'at'), 'the event is after the end of the run');
    }
    if ('push' in event) {
      return [
        {
          kind: 'push',
          at: event.at,
          push: event.on,
          wrench: [...event.push, ...event.torque],
          for: event.for,
        },
      ];
    }
    if ('pickUp' in event || 'putDown' in event) return carryingEvents(event, path, scenario, complaints);
    if ('fault' in event) return faultEvents(event, path, sensors, complaints);
    if ('stream' in event) return targetEvents(event, path, layout, files, complaints);
    const places = { set: under(path, 'set'), to: under(path, 'to') };
    const settings = settingsOf(event, places, parameters, origin, complaints);
    return settings.map((setting) => ({ kind: 'parameter', at: event.at, ...setting }));
  });
}

/** A point feels one push at a time. */
function refuseOverlaps(scenario: Scenario, complaints: Complaints): void {
  const pushes = scenario.events
    .flatMap((event, i) => ('push' in event ? [{ event, path: under(under('events', i), 'at') }] : []))
    .sort((a, b) => a.event.at - b.event.at);
  const until = new Map<string, number>();
  for (const { event, path } of pushes) {
    if (event.at < (until.get(event.on) ?? 0)) {
      complaints.error('push-overlap', path, `${event.on} is still being pushed at this time`, {
        hint: 'give the sum of the forces as one push, or push another point',
      });
    }
    until.set(event.on, Math.max(until.get(event.on) ?? 0, event.at + event.for));
  }
}
