/** Which format a robot file is written in, by its content and never by its name. */
import type { Findings } from './findings.js';
import { isXacro } from './xacro/nodes.js';
import { vocabulary } from './xacro/vocabulary.js';
import type { XmlElement } from './xml.js';

export type RobotFormat = 'urdf' | 'xacro' | 'mjcf' | 'sdf' | 'unknown';

/** Elements that only a file for the macro processor holds. A stray macro call may be left in an expanded file. */
const words = new Set([...vocabulary.keys(), 'element', 'call']);

/**
 * The format of a file by its root element, and of a `<robot>` by whether words of xacro stand in it, or, where
 * the prefix is declared, its expressions in the robot's own name, links, joints and materials (elsewhere `${…}` may
 * be another program's).
 */
export function formatOf(root: XmlElement): RobotFormat {
  if (root.prefix !== undefined) return 'unknown';
  switch (root.name) {
    case 'robot':
      return firstMacro(root) === undefined && !hasExpression(root) ? 'urdf' : 'xacro';
    case 'mujoco':
    case 'mujocoinclude':
      return 'mjcf';
    case 'sdf':
      return 'sdf';
    default:
      return 'unknown';
  }
}

/** Whether the root element belongs to a format that is not URDF; if so there is an error in `findings` that names it. */
export function refuseOtherFormat(root: XmlElement, findings: Findings): boolean {
  const got = `<${root.prefix === undefined ? root.name : `${root.prefix}:${root.name}`}>`;
  switch (formatOf(root)) {
    case 'urdf':
      return false;
    case 'xacro': {
      const macro = firstMacro(root);
      // What an expanded file says of `${…}` was escaped in its source, and is meant.
      if (macro === undefined) return false;
      findings.error(
        'format-xacro',
        macro,
        `this is xacro: \`<${macro.prefix}:${macro.name}>\` was never expanded`,
        { expected: 'URDF without macros', hint: 'read it as a robot file, which expands it' },
      );
      return true;
    }
    case 'mjcf':
      findings.error('format-mjcf', root, 'this is MJCF (MuJoCo)', {
        expected: 'URDF: a root element <robot>',
        got,
      });
      return true;
    case 'sdf':
      refuseSdf(root, findings);
      return true;
    case 'unknown':
      refuseUnknown(root, findings);
      return true;
  }
}

export function refuseSdf(root: XmlElement, findings: Findings): void {
  findings.error('format-sdf', root, 'this is SDF (Gazebo), which is not read', {
    expected: 'URDF, xacro or MJCF',
    got: `<${root.name}>`,
  });
}

export function refuseUnknown(root: XmlElement, findings: Findings): void {
  findings.error('format-unknown', root, 'this is not a robot file', {
    expected: 'a root element <robot> (URDF, xacro) or <mujoco> (MJCF)',
    got: `<${root.prefix === undefined ? root.name : `${root.prefix}:${root.name}`}>`,
  });
}

/** The first word of xacro's own; a file that only declares the prefix is an expanded one. */
function firstMacro(root: XmlElement): XmlElement | undefined {
  const work = [root];
  for (let element = work.pop(); element !== undefined; element = work.pop()) {
    if (isMacroWord(element)) return element;
    for (let i = element.children.length - 1; i >= 0; i--) work.push(element.children[i]);
  }
  return undefined;
}

const describing = new Set(['link', 'joint', 'material']);

function hasExpression(root: XmlElement): boolean {
  const holds = ({ attributes }: XmlElement): boolean =>
    [...attributes.values()].some(({ value }) => /\$\{|\$\(arg\s/.test(value));
  if (root.declares?.includes('xacro') !== true) return false;
  if (holds(root)) return true;
  const work = root.children.filter(({ name, prefix }) => prefix === undefined && describing.has(name));
  for (let element = work.pop(); element !== undefined; element = work.pop()) {
    if (holds(element)) return true;
    for (const child of element.children) work.push(child);
  }
  return false;
}

function isMacroWord(element: XmlElement): boolean {
  return isXacro(element) && words.has(element.name);
}

/** Whether an element calls a macro of the file's own. */
export function isMacroCall(element: XmlElement): boolean {
  return isXacro(element) && (element.name === 'call' || !words.has(element.name));
}
