/** Elements of a scenario that act on several joints together: postures. */
import type { ElementDesign } from '../control/index.js';
import { numbers } from '../math/index.js';
import type { ElementDeclaration, ParameterDeclaration } from '../mechanism/index.js';
import { type Body, type Model, massMatrix, slides } from '../model/index.js';
import type { Complaints } from './complaints.js';
import type { ElementSection } from './element-schema.js';
import { type JointProperty, jointNumbers, jointOf, ownJoints } from './joints.js';
import { under } from './tree.js';

export interface PostureContext {
  /** The robot alone, whose joints `all` means. */
  readonly robot: Model;
  /** The robot with what it carries, and virtual bodies behind it: whose inertia counts. */
  readonly laden: Model;
  /** q at the start; what follows the robot's own entries is of virtual bodies. */
  readonly start: readonly number[];
  readonly complaints: Complaints;
}

type Sections = Readonly<Record<string, ElementSection>>;

/**
 * An element on joints that turn, one on those that slide, or both: joints that a value with a unit does not fit, or that
 * a map leaves out, are not in it. Its second is called `<name>-sliding`.
 */
export function posturesOf(
  name: string,
  section: ElementSection,
  declaration: ElementDeclaration,
  path: string,
  sections: Sections,
  context: PostureContext,
): ElementDesign[] {
  const { complaints } = context;
  const joints = namedJoints(section, path, context);
  const values = new Map<string, readonly number[]>();
  for (const parameter of declaration.parameters) {
    const given = parameterOf(section, parameter, path, sections, context);
    if (given === undefined) return [];
    values.set(parameter.name, given);
  }
  const fitting = joints.filter((body) =>
    [...values.values()].every((given) => !Number.isNaN(given[body.v])),
  );
  if (fitting.length === 0) {
    if (joints.length > 0 && !complaints.failed)
      complaints.error('no-joint-fits', path, 'the units of this element fit none of its joints');
    return [];
  }
  const groups = [false, true].map((sliding) => fitting.filter((body) => slides(body) === sliding));
  return groups
    .filter((group) => group.length > 0)
    .map((group, i) => ({
      name: i === 0 ? name : `${name}-sliding`,
      family: declaration.family,
      kind: declaration.kind,
      joins: {},
      joints: group.map(({ joint }) => joint),
      parameters: Object.fromEntries(
        [...values].map(([key, given]) => [key, group.map((body) => given[body.v])]),
      ),
    }));
}

function namedJoints(
  { joint }: ElementSection,
  path: string,
  { robot, complaints }: PostureContext,
): readonly Body[] {
  if (joint === 'all') return ownJoints(robot);
  const named = Array.isArray(joint) ? (joint as readonly string[]) : [String(joint)];
  return named.flatMap((name) => jointOf(robot, name, under(path, 'joint'), complaints) ?? []);
}

/** A number for each entry of v; NaN where it is not said. Undefined: it is missing, which is complained of. */
function parameterOf(
  section: ElementSection,
  { name, unit }: ParameterDeclaration,
  path: string,
  sections: Sections,
  { robot, laden, start, complaints }: PostureContext,
): readonly number[] | undefined {
  const property = section[name] as JointProperty | undefined;
  if (property === undefined)
    return criticalDamping(section, path, sections, { robot, laden, start, complaints });
  const begun = perVelocity(robot, start);
  const none = new Array<number>(robot.nv).fill(Number.NaN);
  const units = [unit[0], unit[1]] as const;
  const otherwise = name === 'target' ? begun : none;
  return jointNumbers(property, robot, units, begun, otherwise, under(path, name), complaints);
}

/** Positions of joints with one position, by entry of v. */
function perVelocity(model: Model, q: readonly number[]): number[] {
  const values = new Array<number>(model.nv).fill(Number.NaN);
  for (const body of ownJoints(model)) values[body.v] = q[body.q];
  return values;
}

/**
 * 2 √(k m) of each joint, with k of the one posture spring beside the damper (of those several that have its null space) and
 * m = Mᵢᵢ, what the joint feels at the start while the others stand still.
 */
function criticalDamping(
  section: ElementSection,
  path: string,
  sections: Sections,
  { robot, laden, start, complaints }: PostureContext,
): readonly number[] | undefined {
  const springs = Object.entries(sections).filter(([, other]) => other.spring === 'posture');
  const space = (one: ElementSection) =>
    [...((one.nullspaceOf as readonly string[] | undefined) ?? [])].sort().join(' ');
  const alike = springs.filter(([, other]) => space(other) === space(section));
  const beside = springs.length === 1 ? springs : alike;
  if (beside.length !== 1) {
    return complaints.error('damping-missing', path, 'the damping must be given', {
      got:
        springs.length === 0 ? 'no posture spring beside it' : `${springs.length} posture springs beside it`,
      known: springs.map(([name]) => name),
      hint: 'left out it is critical for the one posture spring there is, or for the one with the same nullspaceOf',
    });
  }
  const [[name, spring]] = beside;
  const none = new Array<number>(robot.nv).fill(Number.NaN);
  const at = under(under('control.elements', name), 'stiffness');
  const property = spring.stiffness as JointProperty;
  const stiffness = jointNumbers(property, robot, ['N m/rad', 'N/m'], none, none, at, complaints);
  const M = massMatrix(numbers, laden, start);
  return stiffness.map((k, i) => 2 * Math.sqrt(k * M[i * laden.nv + i]));
}
