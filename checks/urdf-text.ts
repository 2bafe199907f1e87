/** Small URDF texts for tests, and what a reader says of them. */
import { describe, type Outcome, type Problem } from 'pliant/problem';
import { type Joint, type Link, type Robot, readUrdf, type UrdfOptions } from 'pliant/robot';

export function robotText(...parts: readonly string[]): string {
  return `<?xml version="1.0"?>\n<robot name="r">\n${parts.join('\n')}\n</robot>\n`;
}

/** A link that weighs `mass` (none for 0), a ball of radius 0.1 m. */
export function linkText(name: string, mass = 1, inside = ''): string {
  const i = 0.004 * mass;
  const inertial =
    mass === 0
      ? ''
      : `<inertial><mass value="${mass}"/><inertia ixx="${i}" ixy="0" ixz="0" iyy="${i}" iyz="0" izz="${i}"/></inertial>`;
  return `<link name="${name}">${inertial}${inside}</link>`;
}

export const limitText = '<limit lower="-1" upper="1" effort="10" velocity="2"/>';

export function jointText(
  name: string,
  parent: string,
  child: string,
  inside = limitText,
  type = 'revolute',
): string {
  return `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`;
}

/** Two links, `a` and `b`, with one joint `j` between them that holds `inside`. */
export function pairText(inside: string, type = 'revolute'): string {
  return robotText(linkText('a'), linkText('b'), jointText('j', 'a', 'b', inside, type));
}

export function read(text: string | Uint8Array, options: Partial<UrdfOptions> = {}): Outcome<Robot> {
  return readUrdf(text, { file: 'r.urdf', ...options });
}

/** The robot of a text that must be read. */
export function robotOf(text: string | Uint8Array, options: Partial<UrdfOptions> = {}): Robot {
  const outcome = read(text, options);
  if (outcome.value === undefined) throw new Error(outcome.problems.map(describe).join('\n'));
  return outcome.value;
}

export function jointOf(text: string, name = 'j'): Joint {
  const found = robotOf(text).joints.find((joint) => joint.name === name);
  if (found === undefined) throw new Error(`no joint ${name}`);
  return found;
}

export function linkOf(text: string, name: string): Link {
  const found = robotOf(text).links.find((link) => link.name === name);
  if (found === undefined) throw new Error(`no link ${name}`);
  return found;
}

/** `severity code` of every problem, in order. */
export function codes(outcome: Outcome<Robot>): string[] {
  return outcome.problems.map((problem) => `${problem.severity} ${problem.code}`);
}

/** The only problem that there must be. */
export function onlyProblem(outcome: Outcome<Robot>): Problem {
  if (outcome.problems.length !== 1) {
    throw new Error(`one problem expected:\n${outcome.problems.map(describe).join('\n')}`);
  }
  return outcome.problems[0];
}

/** Largest difference of two lists. */
export function apart(a: readonly number[], b: readonly number[]): number {
  return a.length === b.length ? Math.max(0, ...a.map((x, i) => Math.abs(x - b[i]))) : Infinity;
}

/** A chain of revolute joints `j1`, `j2` … between links `l0`, `l1` …, each turned against the one before. */
export function chainText(joints: number): string {
  const parts = [linkText('l0')];
  for (let i = 1; i <= joints; i++) {
    const inside = `<origin xyz="0 0 0.1" rpy="0.1 0.2 0.3"/>${limitText}`;
    parts.push(linkText(`l${i}`), jointText(`j${i}`, `l${i - 1}`, `l${i}`, inside));
  }
  return robotText(...parts);
}
