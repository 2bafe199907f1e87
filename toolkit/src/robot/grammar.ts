/**
 * The elements and attributes that URDF 1.0 has, and the extensions that are well known and say nothing about
 * links and joints. Whatever else stands in a file is a warning, so that `<inertal>` does not go unnoticed.
 */
import { nearest } from '../problem/index.js';
import type { Findings } from './findings.js';
import { isForgotten, namedForgotten, warnForgotten } from './xacro/forgotten.js';
import type { XmlElement } from './xml.js';

interface Rule {
  readonly attributes: readonly string[];
  /** Children with a rule of their own, by the name of that rule where it differs. */
  readonly children: readonly string[];
  /** Passed over in silence, with all that stands in them. */
  readonly tolerated?: readonly string[];
  readonly toleratedAttributes?: readonly string[];
}

const rules = new Map<string, Rule>([
  [
    'robot',
    {
      attributes: ['name', 'version'],
      children: ['link', 'joint', 'material'],
      tolerated: ['transmission', 'gazebo', 'ros2_control', 'sensor', 'actuator', 'plugin', 'mujoco'],
    },
  ],
  [
    'link',
    {
      attributes: ['name'],
      children: ['inertial', 'visual', 'collision'],
      tolerated: ['contact', 'self_collision_checking', 'sensor', 'gazebo'],
      toleratedAttributes: ['type'],
    },
  ],
  ['inertial', { attributes: [], children: ['origin', 'mass', 'inertia'] }],
  // The quaternion of URDF 1.2 is an error where the origin is read.
  ['origin', { attributes: ['xyz', 'rpy'], children: [], toleratedAttributes: ['quat_xyzw'] }],
  ['mass', { attributes: ['value'], children: [] }],
  ['inertia', { attributes: ['ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz'], children: [] }],
  ['visual', { attributes: ['name'], children: ['origin', 'geometry', 'material'], tolerated: ['meta'] }],
  [
    'collision',
    {
      attributes: ['name', 'group'],
      children: ['origin', 'geometry'],
      tolerated: ['material', 'verbose', 'surface', 'contact_coefficients'],
    },
  ],
  ['geometry', { attributes: [], children: ['box', 'cylinder', 'sphere', 'capsule', 'mesh'] }],
  ['box', { attributes: ['size'], children: [] }],
  ['cylinder', { attributes: ['radius', 'length'], children: [] }],
  ['capsule', { attributes: ['radius', 'length'], children: [] }],
  ['sphere', { attributes: ['radius'], children: [] }],
  ['mesh', { attributes: ['filename', 'scale'], children: [] }],
  ['material', { attributes: ['name'], children: ['color', 'texture'] }],
  ['color', { attributes: ['rgba'], children: [] }],
  ['texture', { attributes: ['filename'], children: [] }],
  [
    'joint',
    {
      attributes: ['name', 'type'],
      children: [
        'origin',
        'parent',
        'child',
        'axis',
        'calibration',
        'dynamics',
        'limit',
        'mimic',
        'safety_controller',
      ],
    },
  ],
  ['parent', { attributes: ['link'], children: [] }],
  ['child', { attributes: ['link'], children: [] }],
  ['axis', { attributes: ['xyz'], children: [] }],
  ['calibration', { attributes: ['rising', 'falling', 'reference_position'], children: [] }],
  ['dynamics', { attributes: ['damping', 'friction'], children: [] }],
  [
    'limit',
    {
      attributes: ['lower', 'upper', 'effort', 'velocity'],
      children: [],
      toleratedAttributes: ['acceleration', 'deceleration', 'jerk'],
    },
  ],
  ['mimic', { attributes: ['joint', 'multiplier', 'offset'], children: [] }],
  [
    'safety_controller',
    { attributes: ['soft_lower_limit', 'soft_upper_limit', 'k_position', 'k_velocity'], children: [] },
  ],
]);

export const shapeNames: readonly string[] = rules.get('geometry')?.children ?? [];

/** Warns of every element and attribute that is not read, once for each kind, with the nearest name that is. */
export function checkGrammar(root: XmlElement, findings: Findings): void {
  const work: XmlElement[] = [root];
  // What the expansion of a xacro file has named is not named again.
  const named = namedForgotten(findings);
  for (let element = work.pop(); element !== undefined; element = work.pop()) {
    const rule = rules.get(element.name);
    if (rule === undefined) continue;
    for (const attribute of element.attributes.values()) {
      if (attribute.name.includes(':')) continue;
      if (rule.attributes.includes(attribute.name) || rule.toleratedAttributes?.includes(attribute.name))
        continue;
      const near = nearest(attribute.name, rule.attributes);
      findings.warnOnce(
        'attribute-unknown',
        `${element.name}.${attribute.name}`,
        attribute,
        `the attribute \`${attribute.name}\` of \`<${element.name}>\` is not read`,
        near === undefined ? { known: rule.attributes } : { hint: `did you mean \`${near}\`?` },
      );
    }
    const inner: XmlElement[] = [];
    for (const child of element.children) {
      const name = child.prefix === undefined ? child.name : `${child.prefix}:${child.name}`;
      if (child.prefix === undefined) {
        if (rule.tolerated?.includes(name)) continue;
        if (rule.children.includes(name)) {
          inner.push(child);
          continue;
        }
        // An unknown shape is a fault of its visual or collision, and is named there.
        if (element.name === 'geometry') continue;
      } else if (child.namespace === undefined) continue;
      if (isForgotten(child)) {
        if (!named.has(name)) warnForgotten(name, child, findings);
        continue;
      }
      findings.warnOnce(
        'element-unknown',
        `${element.name}.${name}`,
        child,
        `\`<${name}>\` in \`<${element.name}>\` is not read`,
        meant(child, rule),
      );
    }
    // In the order of the file, since the first of a kind is the one that is named.
    work.push(...inner.reverse());
  }
}

/** What an element that is not read may have been meant to be: the nearest that is read. */
function meant(element: XmlElement, { children }: Rule): { hint: string } | { known: readonly string[] } {
  if (element.prefix !== undefined) return { known: children };
  const near = nearest(element.name, children);
  return near === undefined ? { known: children } : { hint: `did you mean \`<${near}>\`?` };
}
