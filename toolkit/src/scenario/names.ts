/**
 * What events, measures and the record name, as far as the scenario alone can tell: for a scenario of which
 * something else is wrong, so that a wrong name is told with it. A sound one is compared with what its run has.
 */
import { statisticNames } from '../analyse/index.js';
import { lawNamed } from '../control/index.js';
import { motionOf } from '../mechanism/index.js';
import { nearest } from '../problem/index.js';
import { lineKinds } from '../run/index.js';
import type { Complaints } from './complaints.js';
import { type CoordinateSection, coordinateDeclaration } from './coordinate-schema.js';
import { declarationOf, type ElementSection } from './element-schema.js';

import type { Partly } from './read.js';
import type { Scenario } from './scenario.js';
import { under } from './tree.js';

/** Complains of parameters, channels and groups that no part of the scenario could have. */
export function names(scenario: Partly<Scenario>, complaints: Complaints): void {
  const { points, coordinates = {}, elements, bodies = {}, laws = {} } = scenario.control ?? {};
  const { sensors = {}, servo } = scenario.control ?? {};
  // What a list could not be read of may have the name.
  if (points === undefined || elements === undefined) return;
  const groups = [
    ...['joints', 'ledger', 'tool'],
    ...Object.keys(bodies),
    ...Object.keys(scenario.world?.solids ?? {}),
    ...(touched(scenario) ? ['contact'] : []),
    ...(scenario.plant?.bench === undefined ? [] : ['bench']),
    ...((scenario.plant?.bench ?? scenario.plant?.rigid)?.sensors === undefined ? [] : ['sensor']),
    ...Object.keys(points),
    ...Object.keys(coordinates),
    ...Object.keys(elements),
    ...Object.keys(laws),
    ...(Object.keys(sensors).length === 0 ? [] : ['sensor']),
    ...(servo === undefined ? [] : ['servo']),
    ...(scenario.control?.payload === undefined ? [] : ['payload']),
    ...(scenario.plant?.rigid?.payloads === undefined ? [] : ['carried']),
  ];
  parameters(scenario, complaints);
  for (const [name, section] of Object.entries(scenario.measure ?? {})) {
    for (const statistic of statisticNames) {
      const of = section?.[statistic];
      if (of === undefined) continue;
      const path = under(under('measure', name), statistic);
      const [group, rest = ''] = parts(of);
      const lines = lineKinds.map((kind) => `ledger.${kind}`);
      if (!groups.includes(group)) noChannel(of, nearest(group, groups), groups, path, complaints);
      else if (group === 'ledger' && !lines.includes(`ledger.${parts(rest)[0]}`))
        noChannel(of, nearest(of, lines), lines, path, complaints);
    }
  }
  const recorded = scenario.record?.groups;
  if (!Array.isArray(recorded)) return;
  for (const [i, group] of recorded.entries()) {
    if (typeof group === 'string' && !groups.includes(group))
      complaints.unknown(under('record.groups', i), 'group', group, groups);
  }
}

/** Parameters that events set. */
function parameters({ control, events }: Partly<Scenario>, complaints: Complaints): void {
  const { points = {}, coordinates = {}, elements = {}, bodies = {}, laws = {} } = control ?? {};
  /** The parameters of each part of the design; undefined where it is not known which it has. */
  const owners = new Map<string, readonly string[] | undefined>([
    ['gravity', undefined],
    ['limits', undefined],
    ['guards', undefined],
    ...['sensor', 'servo', 'velocity'].map((name) => [name, undefined] as const),
    ...(control?.payload === undefined ? [] : [['payload', ['mass', 'gyration', 'gravity']] as const]),
    ...(Object.keys(bodies).length === 0 ? [] : [['bodies', ['gravity']] as const]),
    ...['tool', ...Object.keys(points)].map(
      (name) => [name, ['at', 'attitude', ...motionParameters(points[name])]] as const,
    ),
    ...Object.entries(coordinates).map(
      ([name, section]) => [name, section?.coordinate === undefined ? undefined : slotsOf(section)] as const,
    ),
    ...Object.entries(elements).map(
      ([name, section]) => [name, section && parametersOf(section as ElementSection)] as const,
    ),
    ...Object.entries(laws).map(
      ([name, section]) => [name, section?.law === undefined ? undefined : slotsOfLaw(section.law)] as const,
    ),
  ]);
  const known = [...owners].flatMap(([name, list]) => list?.map((own) => `${name}.${own}`) ?? []);
  for (const [i, event] of Object.entries(events ?? {})) {
    if (typeof event !== 'object' || !('set' in event) || event.set === undefined) continue;
    const [owner, rest] = parts(event.set);
    const own = owners.get(owner);
    if (owners.has(owner) && (own === undefined || own.includes(rest ?? ''))) continue;
    complaints.unknown(under(under('events', i), 'set'), 'parameter', event.set, known);
  }
}

/** Whether the plant has a solid that can be touched, so far as it was read. */
function touched({ world }: Partly<Scenario>): boolean {
  return Object.values(world?.solids ?? {}).some((solid) => solid?.stiffness !== undefined);
}

/** Of a point that moves. */
function motionParameters(point: unknown): readonly string[] {
  const moves = (point as { readonly moves?: { readonly along?: string } } | undefined)?.moves;
  const parameters = motionOf(moves?.along ?? '')?.parameters ?? [];
  return parameters.flatMap(({ name, shape }) => (shape === 'places' ? [] : [name]));
}

function slotsOf(section: Partly<CoordinateSection>): readonly string[] {
  const { parameters: all } = coordinateDeclaration(section);
  return all.flatMap(({ name, baked }) => (baked === true ? [] : [name]));
}

function parametersOf(section: ElementSection): readonly string[] {
  return declarationOf(section).parameters.map(({ name }) => name);
}

function slotsOfLaw(kind: string): readonly string[] {
  return lawNamed(kind).parameters.flatMap(({ name, baked }) => (baked === true ? [] : [name]));
}

/** What stands before the first dot, and after it. */
function parts(name: string): readonly [string, string?] {
  const dot = name.indexOf('.');
  return dot < 0 ? [name] : [name.slice(0, dot), name.slice(dot + 1)];
}

function noChannel(
  of: string,
  near: string | undefined,
  known: readonly string[],
  path: string,
  complaints: Complaints,
): void {
  complaints.error('measure-channel', path, `no channel is named ${of}`, {
    known,
    ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
  });
}
