/** A robot → URDF text that loads as the same robot. */
import { type Mat3, numbers, type Vec3 } from '../math/index.js';
import { hasErrors, type Outcome } from '../problem/index.js';
import { Findings } from './findings.js';
import type { Geometry, Inertial, Joint, Link, Pose, Robot } from './robot.js';

const typeNames = new Map<string, string>([
  ['fixed', 'fixed'],
  ['revolute', 'revolute'],
  ['continuous', 'continuous'],
  ['prismatic', 'prismatic'],
  ['planar', 'planar'],
  ['free', 'floating'],
]);

/**
 * Numbers are written with all their digits: masses, positions and inertias come back with the same bits,
 * rotations (as roll, pitch, yaw) within 1e-15. Errors name what URDF cannot say (helical and spherical joints,
 * several roots); warnings what it leaves out (frames, named starts, rotor inertia, the pose of the root).
 */
export function writeUrdf(robot: Robot): Outcome<string> {
  const findings = new Findings(robot.source.file ?? robot.name);
  if (robot.roots.length !== 1) {
    findings.error('urdf-several-roots', {}, `URDF has one root, the robot has ${robot.roots.length}`);
  }
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
  const lost: string[] = [];
  if (robot.frames.length > 0) lost.push(`${robot.frames.length} named frames`);
  if (robot.starts.length > 0) lost.push(`${robot.starts.length} named starts`);
  if (robot.joints.some((joint) => joint.rotorInertia !== 0)) lost.push('rotor inertias');
  if (robot.roots.some((root) => root.base === 'free')) lost.push('the free base');
  if (robot.roots.some(({ pose }) => originOf(pose) !== '')) lost.push('the pose of the root');
  if (lost.length > 0)
    findings.warn('urdf-left-out', {}, `URDF cannot say, and leaves out: ${lost.join(', ')}`);
  const problems = findings.problems();
  if (hasErrors(problems)) return { problems };
  const lines = ['<?xml version="1.0"?>', `<robot name="${escaped(robot.name)}" version="1.0">`];
  for (const link of robot.links) lines.push(...linkLines(link));
  for (const joint of robot.joints) lines.push(...jointLines(joint));
  lines.push('</robot>', '');
  return { value: lines.join('\n'), problems };
}

function linkLines(link: Link): string[] {
  return [
    `  <link name="${escaped(link.name)}">`,
    ...(link.inertial === undefined ? [] : inertialLines(link.inertial)),
    ...link.visuals.flatMap((visual) => geometryLines('visual', visual)),
    ...link.collisions.flatMap((collision) => geometryLines('collision', collision)),
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

function geometryLines(kind: 'visual' | 'collision', { name, pose, shape, colour }: Geometry): string[] {
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
      inner = `<mesh filename="${escaped(shape.file)}" scale="${shape.scale.join(' ')}"/>`;
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
