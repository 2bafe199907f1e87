/** Elements of a scenario as elements of a design. */
import type { ElementDesign, PointDesign } from '../control/index.js';
import { type Mat3, numbers, readQuantity, symmetricEigen } from '../math/index.js';
import {
  coordinateNamed,
  type ElementDeclaration,
  type End,
  isShape,
  type ParameterDeclaration,
  type Shape,
} from '../mechanism/index.js';
import {
  type Body,
  forwardKinematics,
  frameOf,
  jointUnit,
  type Model,
  massMatrix,
  pointJacobian,
  taskMobility,
} from '../model/index.js';
import type { Complaints } from './complaints.js';
import { dampingOf } from './damping.js';
import {
  type DampingRatio,
  declarationOf,
  type ElementSection,
  type ParameterValue,
} from './element-schema.js';
import { jointOf, jointValue, ownJoints } from './joints.js';
import type { Origin } from './origin.js';
import { projected, valuesOf } from './parameter-values.js';
import { poseAt } from './points.js';
import { posturesOf } from './postures.js';
import { under } from './tree.js';

export interface ElementContext {
  /** The robot, and virtual bodies behind it. */
  readonly model: Model;
  /** The robot alone, whose joints `all` means. */
  readonly robot: Model;
  /** The model with what the robot carries: whose inertia counts. */
  readonly laden: Model;
  readonly points: readonly PointDesign[];
  /** Of the named coordinates that are sound. */
  readonly shapes: ReadonlyMap<string, Shape>;
  /** q at the start. */
  readonly start: readonly number[];
  readonly complaints: Complaints;
}

export interface DesignedElements {
  readonly elements: readonly ElementDesign[];
  readonly origin: Origin;
}

/**
 * Each element of the scenario gives one of the design, or one for each of its joints: `keep-j1`, `keep-j2`. One that
 * names a point or a spring which is none gives none: references.ts complains of names.
 */
export function elementsOf(
  sections: Readonly<Record<string, ElementSection>>,
  context: ElementContext,
): DesignedElements {
  const elements: ElementDesign[] = [];
  const origin = new Map<string, string>();
  for (const [name, section] of Object.entries(sections)) {
    const declaration = declarationOf(section);
    const path = under('control.elements', name);
    if (coordinateNamed(declaration.coordinate).several === true) {
      for (const element of posturesOf(name, section, declaration, path, sections, context)) {
        const own = element.name === name ? name : freeName(element.name, origin, sections);
        elements.push({ ...element, name: own });
        origin.set(own, name);
      }
      continue;
    }
    const joints = section.joint === undefined ? [undefined] : jointsOf(section, declaration, path, context);
    const several = joints.length > 1 || Array.isArray(section.joint) || section.joint === 'all';
    for (const joint of joints) {
      const own =
        joint === undefined || !several ? name : freeName(`${name}-${plain(joint)}`, origin, sections);
      const element = elementOf(own, section, declaration, joint, path, sections, context);
      if (element === undefined) continue;
      elements.push(element);
      origin.set(own, name);
    }
  }
  return { elements: elements.map((element) => withNullSpace(element, sections, origin)), origin };
}

/** The names of a `nullspaceOf` as those of the design; references.ts complains of names that are none. */
function withNullSpace(
  element: ElementDesign,
  sections: Readonly<Record<string, ElementSection>>,
  origin: Origin,
): ElementDesign {
  const named = sections[origin.get(element.name) ?? '']?.nullspaceOf as readonly string[] | undefined;
  if (named === undefined) return element;
  return {
    ...element,
    nullspaceOf: [...origin].flatMap(([own, from]) => (named.includes(from) ? [own] : [])),
  };
}

/** The joints that an element names; complaints where they are none. */
function jointsOf(
  section: ElementSection,
  declaration: ElementDeclaration,
  path: string,
  { model, robot, complaints }: ElementContext,
): string[] {
  const { joint } = section;
  if (joint === 'all') {
    // A value with a unit says which joints it is for: those that turn, or those that slide.
    const fitting = ownJoints(robot).filter((body) => unitsFit(section, declaration, body));
    if (fitting.length === 0)
      complaints.error('no-joint-fits', path, 'the units of this element fit no joint of the robot');
    return fitting.map((body) => body.joint);
  }
  const names = Array.isArray(joint) ? (joint as readonly string[]) : [String(joint)];
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    complaints.error('joint-twice', under(path, 'joint'), 'a joint is named once', { got: twice });
  return names.filter((name) => jointOf(model, name, under(path, 'joint'), complaints) !== undefined);
}

function unitsFit(section: ElementSection, declaration: ElementDeclaration, body: Body): boolean {
  return declaration.parameters.every(({ name, unit }) => {
    const value = section[name];
    if (typeof value !== 'string' || value === 'start' || typeof unit === 'string') return true;
    return !('fault' in readQuantity(value, jointUnit(body, [unit[0], unit[1]])));
  });
}

function elementOf(
  name: string,
  section: ElementSection,
  declaration: ElementDeclaration,
  joint: string | undefined,
  path: string,
  sections: Readonly<Record<string, ElementSection>>,
  context: ElementContext,
): ElementDesign | undefined {
  const { model, points, shapes } = context;
  const joins: Partial<Record<End, string>> = joint === undefined ? {} : { joint };
  const { of } = section as { of?: string };
  const own = coordinateNamed(declaration.coordinate);
  // Of a coordinate that is not there references.ts complains, of one that cannot be made the design.
  const body = joint === undefined ? undefined : model.bodies.find((b) => b.joint === joint);
  const shape =
    body !== undefined
      ? { size: 1, unit: jointUnit(body, ['rad', 'm']) }
      : of === undefined
        ? own.shape({ of: [], parameters: {} })
        : shapes.get(of);
  let whole = shape !== undefined;
  const joined = joint === undefined && of === undefined ? [...own.ends, ...own.optional] : [];
  for (const end of joined) {
    const point = String(section[end]);
    // The world's axes are what a reading has without any.
    if (end === 'axes' && point === 'world') continue;
    if (point !== 'world' && !points.some((p) => p.name === point)) whole = false;
    joins[end] = point;
  }
  const parameters: Record<string, readonly number[]> = {};
  for (const parameter of declaration.parameters) {
    const value = section[parameter.name] as ParameterValue | undefined;
    if (value === undefined) continue;
    const known = shape !== undefined && isShape(shape) ? shape : undefined;
    const at = under(path, parameter.name);
    let given = numbersOf(value, parameter, joint, known, at, sections, context);
    if (section.project === true && given !== undefined && known !== undefined) {
      const { size } = known;
      if (size > 1 && given.length === size * size && parameter.shapes.includes('matrix'))
        given = projected(given, size, at, context.complaints);
    }
    if (given === undefined) whole = false;
    else parameters[parameter.name] = given;
  }
  if (!whole) return undefined;
  return {
    name,
    family: declaration.family,
    kind: declaration.kind,
    joins,
    ...(of === undefined ? {} : { of }),
    ...(declaration.watches === undefined || !Array.isArray(section.solids)
      ? {}
      : { solids: section.solids as readonly string[] }),
    parameters,
  };
}

function numbersOf(
  value: ParameterValue,
  parameter: ParameterDeclaration,
  joint: string | undefined,
  shape: Shape | undefined,
  path: string,
  sections: Readonly<Record<string, ElementSection>>,
  context: ElementContext,
): readonly number[] | undefined {
  const { model, start, complaints } = context;
  const list = Array.isArray(value);
  if (typeof value === 'object' && !list) return ratioDamping(value as DampingRatio, path, sections, context);
  if (list || typeof parameter.unit === 'string' || joint === undefined) {
    if (shape === undefined) return undefined;
    return valuesOf(value as Exclude<ParameterValue, DampingRatio>, parameter, shape, path, complaints);
  }
  const body = jointOf(model, joint, path, complaints);
  if (body === undefined) return undefined;
  if (value === 'start') return [start[body.q]];
  const number = jointValue(value, body, [parameter.unit[0], parameter.unit[1]], path, complaints);
  return number === undefined ? undefined : [number];
}

/** The damping that a ratio stands for; complaints where the inertia that it refers to is none. */
function ratioDamping(
  { ratio, with: spring, inertia }: DampingRatio,
  path: string,
  sections: Readonly<Record<string, ElementSection>>,
  { model, laden, points, start, complaints }: ElementContext,
): readonly number[] | undefined {
  const section = Object.hasOwn(sections, spring) ? sections[spring] : undefined;
  if (section?.spring !== 'linear' || section.to === undefined) return undefined;
  const stiffness = [section.stiffness as number | readonly (number | readonly number[])[]].flat(
    2,
  ) as readonly number[];
  if (typeof inertia === 'number') return dampingOf(ratio, stiffness, inertia);
  const point = points.find((p) => p.frame !== undefined && p.name === inertia.of);
  if (point === undefined) return undefined;
  if (section.axes !== 'world') {
    return complaints.error(
      'ratio-axes',
      path,
      'a damping ratio with the inertia of a point needs a spring in the axes of the world',
    );
  }
  const { inertia: mass, blocked } = pointInertia(laden, point, start);
  if (!mass.every((x) => Math.abs(x) < Number.POSITIVE_INFINITY)) {
    // Joints that move no mass are a problem of their own.
    if (model.massless.length > 0) return undefined;
    return complaints.error(
      'ratio-inertia',
      path,
      `the point ${inertia.of} cannot move at the start: a ratio has no inertia to refer to`,
      { hint: 'take a point further out (robots.….tool), or give the damping in N s/m' },
    );
  }
  if (blocked) {
    complaints.warn(
      'ratio-blocked',
      path,
      `the point ${inertia.of} can hardly move in some direction at the start: its mass there counts as ${CONDITION} times the least`,
    );
  }
  return dampingOf(ratio, stiffness, mass);
}

/** Largest mass over smallest that a damping ratio reckons with. */
const CONDITION = 100;

/**
 * Λ = (J_v M⁻¹ J_vᵀ)⁻¹ of a point at q, world axes. Where the point can hardly move in some direction (`blocked`),
 * its mass there has no bound and is held at {@link CONDITION} times the least.
 */
export function pointInertia(
  model: Model,
  point: PointDesign,
  q: readonly number[],
): { readonly inertia: Mat3<number>; readonly blocked: boolean } {
  const frame = frameOf(model, point.frame as string);
  const kinematics = forwardKinematics(numbers, model, q);
  const { position } = poseAt(model, point, q);
  const rows = pointJacobian(numbers, model, kinematics, frame, position);
  const { values, vectors } = symmetricEigen(
    taskMobility(numbers, massMatrix(numbers, model, q), rows, 3),
    3,
  );
  const least = values[2] / CONDITION;
  const inertia = new Array<number>(9).fill(0);
  for (let k = 0; k < 3; k++) {
    const mass = 1 / Math.max(values[k], least);
    for (let i = 0; i < 9; i++) inertia[i] += mass * vectors[k][Math.floor(i / 3)] * vectors[k][i % 3];
  }
  return { inertia: inertia as unknown as Mat3<number>, blocked: values[0] < least };
}

/** A joint's name as a part of an element's. */
function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 40);
}

function freeName(
  wanted: string,
  taken: ReadonlyMap<string, string>,
  sections: Readonly<Record<string, unknown>>,
): string {
  let name = wanted;
  for (let n = 2; taken.has(name) || Object.hasOwn(sections, name); n++) name = `${wanted}-${n}`;
  return name;
}
