/**
 * What can be said of a scenario's names and files without its robot: for a scenario that was refused, or whose
 * robot was. Parts that could not be read are undefined; what depends on them is not judged.
 */
import { coordinateNamed, type End } from '../mechanism/index.js';
import { robotIsThere } from '../robot/index.js';
import type { Complaints } from './complaints.js';
import { coordinateDeclaration } from './coordinate-schema.js';
import { declarationOf, type ElementSection } from './element-schema.js';
import { lawReferences } from './law-references.js';
import { placeReferences } from './place-references.js';
import type { Partly } from './read.js';
import type { Scenario } from './scenario.js';
import type { ScenarioFiles } from './scenario-files.js';
import { under } from './tree.js';

/** Complains of robot files, folders and zips that cannot be read. */
export function missingFiles(scenario: Partly<Scenario>, files: ScenarioFiles, complaints: Complaints): void {
  for (const [name, section] of Object.entries(scenario.robots ?? {})) {
    const file = section?.file;
    if (file !== undefined && !robotIsThere(file, files))
      missingFile(file, under('robots', name), files, complaints);
  }
}

/** Complains of the file of the robot at a path. */
export function missingFile(file: string, path: string, files: ScenarioFiles, complaints: Complaints): void {
  const why = files.why?.(file);
  complaints.error(
    'file-missing',
    under(path, 'file'),
    `cannot read the robot file ${file}`,
    why === undefined ? {} : { hint: why },
  );
}

/**
 * Complains of points and springs that are named but not there; all others leave out without a word what names them.
 * `hint` has something to say of a name that is no point.
 */
export function references(
  scenario: Partly<Scenario>,
  complaints: Complaints,
  hint: (name: string) => string | undefined = () => undefined,
): void {
  const { points, coordinates, elements, limits, bodies = {} } = scenario.control ?? {};
  // Without the points nothing is known of any name; springs are named by elements only.
  if (points !== undefined) {
    const carried = ['tool'];
    // What a point is that was not read is not known: it may be on the robot.
    const perhaps = new Set(carried);
    for (const [name, point] of Object.entries(points)) {
      if (point === undefined || 'on' in point) perhaps.add(name);
      if (point !== undefined && 'on' in point) carried.push(name);
    }
    const virtual = Object.keys(bodies);
    const onBody = (name: string): boolean => {
      const point = points[name];
      const on = point !== undefined && 'on' in point ? point.on : name;
      return on !== undefined && virtual.includes(on);
    };
    const onRobot = (name: string | undefined, path: string): void => {
      if (name === undefined || (perhaps.has(name) && !onBody(name))) return;
      const known = carried.filter((point) => !onBody(point));
      complaints.unknown(path, 'point on the robot', name, known);
    };
    const solids = Object.keys(scenario.world?.solids ?? {});
    placeReferences(points, scenario.world?.solids ?? {}, ['tool', ...virtual], complaints, hint);
    const names = ['world', 'tool', ...virtual, ...Object.keys(points), ...solids];
    const pointsOf = (
      section: Readonly<Partial<Record<string, unknown>>>,
      ends: readonly End[],
      path: string,
    ): void => {
      for (const end of ends) {
        const point = section[end];
        if (end === 'joint' || typeof point !== 'string' || names.includes(point)) continue;
        complaints.unknown(under(path, end), 'point', point, names, hint(point));
      }
    };
    for (const [name, section] of Object.entries(coordinates ?? {})) {
      if (section?.coordinate === undefined) continue;
      const { ends, optional } = coordinateDeclaration(section);
      pointsOf(section, [...ends, ...optional], under('control.coordinates', name));
    }
    for (const [name, section] of Object.entries(elements ?? {})) {
      if (section === undefined) continue;
      const path = under('control.elements', name);
      const shape = coordinateNamed(declarationOf(section as ElementSection).coordinate);
      pointsOf(section, [...shape.ends, ...shape.optional], path);
      const inertia = ratioOf(section)?.inertia;
      if (typeof inertia === 'object') onRobot(inertia.of, under(path, 'damping.inertia.of'));
    }
    onRobot(scenario.control?.payload?.at, 'control.payload.at');
    for (const [name, payload] of Object.entries(scenario.plant?.rigid?.payloads ?? {}))
      onRobot(payload?.at, under(under('plant.rigid.payloads', name), 'at'));
    lawReferences(scenario, { onRobot, points: names, hint }, complaints);
    const force = limits?.force;
    for (const [path, limit] of forceLimits(force)) onRobot(limit?.at, under(path, 'at'));
    for (const [i, event] of Object.entries(scenario.events ?? {})) {
      if (typeof event === 'object' && 'push' in event) onRobot(event.on, under(under('events', i), 'on'));
    }
  }
  if (coordinates !== undefined) coordinateNames(coordinates, elements, complaints);
  for (const [name, section] of Object.entries(elements ?? {})) {
    const named = section?.nullspaceOf;
    if (!Array.isArray(named)) continue;
    const path = under(under('control.elements', name), 'nullspaceOf');
    const others = Object.keys(elements ?? {}).filter((other) => other !== name);
    for (const [i, other] of named.entries()) {
      if (typeof other === 'string' && !others.includes(other))
        complaints.unknown(under(path, i), 'element', other, others);
    }
  }
  const springs = Object.entries(elements ?? {}).filter(
    ([, section]) => section === undefined || (section.spring === 'linear' && 'to' in section),
  );
  for (const [name, section] of Object.entries(elements ?? {})) {
    const spring = section && ratioOf(section)?.with;
    const path = under(under('control.elements', name), 'damping.with');
    const known = springs.map(([own]) => own);
    if (spring !== undefined && !known.includes(spring))
      complaints.unknown(path, 'linear spring', spring, known);
  }
}

/** Complains of coordinates that elements and other coordinates name and that are not there. */
function coordinateNames(
  coordinates: Exclude<Partly<Scenario>['control'], undefined>['coordinates'] & object,
  elements: Exclude<Partly<Scenario>['control'], undefined>['elements'],
  complaints: Complaints,
): void {
  const known = Object.keys(coordinates);
  for (const [name, section] of Object.entries(coordinates)) {
    const { of } = section ?? {};
    const path = under(under('control.coordinates', name), 'of');
    if (typeof of === 'string' && !known.includes(of)) complaints.unknown(path, 'coordinate', of, known);
    if (typeof of !== 'object') continue;
    for (const [i, child] of Object.entries(of)) {
      if (child !== undefined && !known.includes(child))
        complaints.unknown(under(path, i), 'coordinate', child, known);
    }
  }
  for (const [name, section] of Object.entries(elements ?? {})) {
    const of = section?.of;
    if (typeof of === 'string' && !known.includes(of))
      complaints.unknown(under(under('control.elements', name), 'of'), 'coordinate', of, known);
  }
}

interface Ratio {
  readonly with?: string;
  readonly inertia?: number | { readonly of?: string };
}

/** The damping ratio of an element, if it has one. */
function ratioOf(section: Partly<ElementSection>): Ratio | undefined {
  const { damping } = section;
  return typeof damping === 'object' && 'ratio' in damping ? (damping as Ratio) : undefined;
}

type ForceLimit = { readonly at?: string } | undefined;

/** Limits on forces with their paths: one by itself, or a list. */
function forceLimits(force: unknown): [string, ForceLimit][] {
  const path = 'control.limits.force';
  if (Array.isArray(force)) return force.map((limit: ForceLimit, i) => [under(path, i), limit]);
  return [[path, force as ForceLimit]];
}
