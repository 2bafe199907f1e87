/** Which format a robot file is written in, by its content. */
import type { Findings } from './findings.js';
import type { XmlElement } from './xml.js';

/** Elements that only a file for the macro processor holds. A stray macro call may be left in an expanded file. */
const vocabulary = new Set([
  'include',
  'property',
  'macro',
  'arg',
  'if',
  'unless',
  'insert_block',
  'element',
  'attribute',
  'call',
]);

/** Whether the root element belongs to a format that is not URDF; if so there is an error in `findings` that names it. */
export function refuseOtherFormat(root: XmlElement, findings: Findings): boolean {
  const macro = firstMacro(root);
  if (macro !== undefined) {
    findings.error(
      'format-xacro',
      macro,
      `this is xacro, which is not read yet: \`<${macro.prefix}:${macro.name}>\` was never expanded`,
      {
        hint: 'expand it first: xacro robot.urdf.xacro > robot.urdf',
      },
    );
    return true;
  }
  if (root.name === 'robot' && root.prefix === undefined) return false;
  const name = root.prefix === undefined ? root.name : `${root.prefix}:${root.name}`;
  if (name === 'mujoco' || name === 'mujocoinclude') {
    findings.error('format-mjcf', root, 'this is MJCF (MuJoCo), which is not read yet', {
      expected: 'URDF: a root element <robot>',
      got: `<${name}>`,
    });
  } else if (name === 'sdf') {
    findings.error('format-sdf', root, 'this is SDF (Gazebo), which is not read', {
      expected: 'URDF: a root element <robot>',
      got: `<${name}>`,
    });
  } else {
    findings.error('format-unknown', root, 'this is not a robot file', {
      expected: 'URDF: a root element <robot>',
      got: `<${name}>`,
    });
  }
  return true;
}

/** The first word of xacro's own; a file that only declares the prefix is an expanded one. */
function firstMacro(root: XmlElement): XmlElement | undefined {
  const work = [root];
  for (let element = work.pop(); element !== undefined; element = work.pop()) {
    if (isXacro(element) && vocabulary.has(element.name)) return element;
    for (let i = element.children.length - 1; i >= 0; i--) work.push(element.children[i]);
  }
  return undefined;
}

function isXacro(element: XmlElement): boolean {
  return (
    element.prefix === 'xacro' ||
    (element.prefix !== undefined && element.namespace?.includes('/xacro') === true)
  );
}
