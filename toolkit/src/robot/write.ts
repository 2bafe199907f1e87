/** A robot → URDF text that loads as the same robot. */
import { type Mat3, numbers, type Vec3 } from '../math/index.js';
import { hasErrors, type Outcome } from '../problem/index.js';
import { Findings, listed } from './findings.js';
import type { Geometry, Inertial, Joint, Link, Pose, Robot, Shape } from './robot.js';

const typeNames = new Map<string, string>([
  ['fixed', 'fixed'],
  ['revolute', 'revolute'],
  ['continuous', 'continuous'],
  ['prismatic', 'prismatic'],
  ['planar', 'planar'],
  ['free', 'floating'],
]);

export type MeshShape = Extract<Shape, { readonly kind: 'mesh' }>;

export interface WriteOptions {
  /** What is written for a mesh; by default what the robot's own file says. */
  readonly mesh?: (mesh: MeshShape) => string;
}

/**
 * Numbers are written with all their digits: masses, positions and inertias come back with the same bits,
 * rotations (as roll, pitch, yaw) within 1e-15.
 *
 * Named frames become links without mass. Several roots, and one that does not stand at the origin, are joined to an
 * empty root `world`, their own or an added one, by fixed joints where they are bolted down and by floating ones where
 * they are free. Errors name what URDF cannot say (helical and spherical joints, open ranges of sliding joints);
 * warnings what is added, what it leaves out (named starts, rotor inertias, springs of joints, constraints, the free
 * base of a single root), and limits whose speed or effort nobody gave.
 */
export function writeUrdf(robot: Robot, options: WriteOptions = {}): Outcome<string> {
  const findings = new Findings(robot.source.file ?? robot.name);
  for (const joint of robot.joints) {
    const name = `joint "${joint.name}"`;
    if (!typeNames.has(joint.type)) {
      findings.error('urdf-joint-type', {}, `URDF has no ${joint.type} joint`, { name });
    } else if (rangeOf(joint) === undefined) {
      findings.error('urdf-limit', {}, `URDF cannot say that this ${joint.type} joint has an open range`, {
        name,
      });
    }
  }
  if (robot.roots.length === 0) findings.error('urdf-no-root', {}, 'URDF has one root, the robot has none');
  const whole = withFrames(withOneRoot(robot, findings), findings);
  warnOfLoss(robot, findings);
  const problems = findings.problems();
  if (hasErrors(problems)) return { problems };
  const { mesh = ({ file }) => file } = options;
  const lines = ['<?xml version="1.0"?>', `<robot name="${escaped(whole.name)}" version="1.0">`];
  for (const link of whole.links) lines.push(...linkLines(link, mesh));
  for (const joint of whole.joints) lines.push(...jointLines(joint));
  lines.push('</robot>', '');
  return { value: lines.join('\n'), problems };
}

function warnOfLoss(robot: Robot, findings: Findings): void {
  const { starts, joints, roots, constraints = [] } = robot;
  const lost: string[] = [];
  if (starts.length > 0) lost.push(`the named starts ${listed(starts.map(({ name }) => name))}`);
  if (joints.some((joint) => joint.rotorInertia !== 0)) lost.push('rotor inertias');
  if (joints.some((joint) => joint.spring !== undefined)) lost.push('springs of joints');
  if (constraints.length > 0) {
    const between = constraints.map(({ kind, links, joints: j }) => `${kind} ${[...links, ...j].join('–')}`);
    lost.push(`the constraints ${listed(between)}`);
  }
  if (roots.length === 1 && roots[0].base === 'free') lost.push('that the base is free, and where it starts');
  if (lost.length > 0)
    findings.warn('urdf-left-out', {}, `URDF cannot say, and leaves out: ${lost.join(', ')}`);
  const open = joints.filter(
    ({ type, limits }) =>
      (type === 'revolute' || type === 'prismatic') &&
      limits !== undefined &&
      (limits.effort === undefined || limits.velocity === undefined),
  );
  if (open.length > 0) {
    const message = `URDF wants effort and velocity in every limit; what is not known is written as 0: ${listed(open.map(({ name }) => name))}`;
    findings.warn('urdf-limit-unknown', {}, message, {
      hint: 'fill them in before a planner or a driver reads the file',
    });
  }
}

/**
 * The same with one root: where one root at the origin does not say it, all hang on an empty link, the root `world`
 * that MJCF gives or one that is added.
 */
function withOneRoot(robot: Robot, findings: Findings): Robot {
  const { roots } = robot;
  const plain = roots.length === 1 && (roots[0].base === 'free' || originOf(roots[0].pose) === '');
  if (plain || roots.length === 0) return robot;
  const names = new Names(robot);
  const own = hasWorld(robot);
  const world = own ? 'world' : names.take('world');
  const others = roots.filter(({ link }) => link !== world);
  const joints = others.map(({ link, base, pose }): Joint => {
    const type = base === 'free' ? 'free' : 'fixed';
    return weld(names.take(`${world}_to_${link}`), type, world, link, pose);
  });
  const why =
    roots.length === 1 ? 'the root does not stand at the origin' : `the robot has ${roots.length} roots`;
  const what = own ? `the root "${world}" is put` : `the link "${world}" is added`;
  const message = `${why}: ${what} in front of ${listed(others.map(({ link }) => link))}`;
  findings.warn('urdf-root-added', {}, message);
  const added: Link[] = own ? [] : [{ name: world, visuals: [], collisions: [] }];
  return { ...robot, links: [...added, ...robot.links], joints: [...joints, ...robot.joints] };
}

/** Whether there is a root `world` that is bolted to the origin and holds nothing itself. */
function hasWorld({ roots, links }: Robot): boolean {
  const root = roots.find(({ link }) => link === 'world');
  const link = links.find(({ name }) => name === 'world');
  if (root?.base !== 'fixed' || originOf(root.pose) !== '' || link === undefined) return false;
  return link.inertial === undefined && link.visuals.length + link.collisions.length === 0;
}

/** The same with named frames as links without mass. */
function withFrames(robot: Robot, findings: Findings): Robot {
  const { frames } = robot;
  if (frames.length === 0) return robot;
  const names = new Names(robot);
  const joints = frames.map(({ name, link, pose }) =>
    weld(names.take(`${name}_frame`), 'fixed', link, name, pose),
  );
  const links = frames.map(({ name }): Link => ({ name, visuals: [], collisions: [] }));
  const message = `named frames are written as links without mass: ${listed(frames.map(({ name }) => name))}`;
  findings.warn('urdf-frames-as-links', {}, message);
  return { ...robot, links: [...robot.links, ...links], joints: [...robot.joints, ...joints], frames: [] };
}

/** Names that no link, frame or joint of a robot has. */
class Names {
  readonly #taken: Set<string>;

  constructor({ links, joints, frames }: Robot) {
    this.#taken = new Set([...links, ...joints, ...frames].map(({ name }) => name));
  }

  take(wanted: string): string {
    let name = wanted;
    for (let n = 2; this.#taken.has(name); n++) name = `${wanted}_${n}`;
    this.#taken.add(name);
    return name;
  }
}

function weld(name: string, type: 'fixed' | 'free', parent: string, child: string, origin: Pose): Joint {
  return { name, type, parent, child, origin, axis: [1, 0, 0], damping: 0, friction: 0, rotorInertia: 0 };
}

type WriteMesh = (mesh: MeshShape) => string;

function linkLines(link: Link, mesh: WriteMesh): string[] {
  return [
    `  <link name="${escaped(link.name)}">`,
    ...(link.inertial === undefined ? [] : inertialLines(link.inertial)),
    ...link.visuals.flatMap((visual) => geometryLines('visual', visual, mesh)),
    ...link.collisions.flatMap((collision) => geometryLines('collision', collision, mesh)),
    '  </link>',
  ];
}

function inertialLines({ mass, centre, inertia }: Inertial): string[] {
  const [xx, yy, zz, xy, xz, yz] = inertia;
  return [
    '    <inertial>',
    `      <origin xyz="${centre.join(' ')}"/>`,
    `      <mass value="${mass}"/>`,
    `      <inertia ixx="${xx}" ixy="${xy}" ixz="${xz}" iyy="${yy}" iyz="${yz}" izz="${zz}"/>`,
    '    </inertial>',
  ];
}

function geometryLines(
  kind: 'visual' | 'collision',
  { name, pose, shape, colour }: Geometry,
  mesh: WriteMesh,
): string[] {
  const lines = [`    <${kind}${name === undefined ? '' : ` name="${escaped(name)}"`}>`];
  const origin = originOf(pose);
  if (origin !== '') lines.push(`      ${origin}`);
  let inner: string;
  switch (shape.kind) {
    case 'box':
      inner = `<box size="${shape.size.join(' ')}"/>`;
      break;
    case 'sphere':
      inner = `<sphere radius="${shape.radius}"/>`;
      break;
    case 'mesh':
      inner = `<mesh filename="${escaped(mesh(shape))}" scale="${shape.scale.join(' ')}"/>`;
      break;
    default:
      inner = `<${shape.kind} radius="${shape.radius}" length="${shape.length}"/>`;
  }
  lines.push(`      <geometry>${inner}</geometry>`);
  if (colour !== undefined && kind === 'visual') {
    lines.push(`      <material name=""><color rgba="${colour.join(' ')}"/></material>`);
  }
  lines.push(`    </${kind}>`);
  return lines;
}

function jointLines(joint: Joint): string[] {
  const { name, type, parent, child, origin, axis, limits, damping, friction, mimic } = joint;
  const range = rangeOf(joint);
  const lines = [
    `  <joint name="${escaped(name)}" type="${range === 'none' ? 'continuous' : typeNames.get(type)}">`,
    `    <parent link="${escaped(parent)}"/>`,
    `    <child link="${escaped(child)}"/>`,
  ];
  const place = originOf(origin);
  if (place !== '') lines.push(`    ${place}`);
  if (type !== 'fixed' && type !== 'free') lines.push(`    <axis xyz="${axis.join(' ')}"/>`);
  if (limits !== undefined) {
    const ends = range === 'both' ? `lower="${limits.lower}" upper="${limits.upper}" ` : '';
    lines.push(`    <limit ${ends}effort="${limits.effort ?? 0}" velocity="${limits.velocity ?? 0}"/>`);
  }
  if (damping !== 0 || friction !== 0)
    lines.push(`    <dynamics damping="${damping}" friction="${friction}"/>`);
  if (mimic !== undefined) {
    lines.push(
      `    <mimic joint="${escaped(mimic.joint)}" multiplier="${mimic.multiplier}" offset="${mimic.offset}"/>`,
    );
  }
  lines.push('  </joint>');
  return lines;
}

/**
 * What URDF makes of a joint's range: 'both' ends, 'any' where the type has none, 'none' for a revolute joint
 * that turns without end (URDF's continuous), undefined where it has no word: an open range.
 */
function rangeOf({ type, limits, mimic }: Joint): 'both' | 'any' | 'none' | undefined {
  if (type !== 'revolute' && type !== 'prismatic') return 'any';
  if (limits === undefined && mimic !== undefined) return 'any';
  if (limits?.lower !== undefined && limits.upper !== undefined) return 'both';
  return type === 'revolute' && limits?.lower === undefined && limits?.upper === undefined
    ? 'none'
    : undefined;
}

/** Empty for the identity. */
function originOf({ position, rotation }: Pose): string {
  const rpy = rpyOf(rotation);
  if (position.every((x) => x === 0) && rpy.every((x) => x === 0)) return '';
  return `<origin xyz="${position.join(' ')}" rpy="${rpy.join(' ')}"/>`;
}

/**
 * Roll, pitch, yaw with Rz(y) Ry(p) Rx(r) = R, |p| ≤ π/2. The yaw is taken out first and roll and pitch are read
 * from what is left, so that the product is R to rounding at and near p = ±π/2 too, where only y ∓ r is defined.
 */
export function rpyOf(r: Mat3<number>): Vec3<number> {
  const yaw = numbers.atan2(r[3], r[0]);
  const [c, s] = [numbers.cos(yaw), numbers.sin(yaw)];
  const pitch = numbers.atan2(-r[6], c * r[0] + s * r[3]);
  const roll = numbers.atan2(s * r[2] - c * r[5], c * r[4] - s * r[1]);
  return [roll + 0, pitch + 0, yaw + 0];
}

function escaped(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}
