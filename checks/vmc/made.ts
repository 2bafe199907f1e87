/** Robots of a few lines, for what has a closed form: blocks on a line, and a body that turns. */
import { describe } from 'pliant/problem';
import { memoryFiles } from 'pliant/robot';
import { assemble, loadScenarioText } from 'pliant/scenario';
import { type Samples, samplesOfAssembly } from './samples.js';

const links = (name: string, mass: number, inertia: number): string => `
  <link name="${name}">
    <inertial>
      <mass value="${mass}"/>
      <inertia ixx="${inertia}" ixy="0" ixz="0" iyy="${inertia}" iyz="0" izz="${inertia}"/>
    </inertial>
  </link>`;

const joint = (name: string, type: string, axis: string, child: string): string => `
  <joint name="${name}" type="${type}">
    <parent link="ground"/>
    <child link="${child}"/>
    <axis xyz="${axis}"/>
    <limit lower="-100" upper="100" effort="1000" velocity="100"/>
  </joint>`;

/** Blocks on one line: `block1` on the joint `x1`, and so on. */
export function blocks(masses: readonly number[], axis = '1 0 0'): string {
  const parts = masses.map(
    (mass, i) =>
      links(`block${i + 1}`, mass, mass / 600) + joint(`x${i + 1}`, 'prismatic', axis, `block${i + 1}`),
  );
  return `<robot name="blocks"><link name="ground"/>${parts.join('')}</robot>`;
}

/** A body of so much inertia about the joint `turn`, which stands along z. */
export function turner(inertia: number): string {
  return `<robot name="turner"><link name="ground"/>${links('wheel', 1, inertia)}${joint('turn', 'revolute', '0 0 1', 'wheel')}</robot>`;
}

/** Runs a scenario on the robot `made.urdf`; `text` is what comes after its robot. */
export function madeRun(robot: string, tool: string, start: string, text: string): Samples {
  const files = memoryFiles({ 'made.urdf': robot });
  const whole = `pliant: 1
robots: { made: { file: made.urdf, tool: { on: ${tool} }, ${start} } }
${text}`;
  const loaded = loadScenarioText(files, 'made.yaml', whole, []);
  if (loaded.value === undefined) throw new Error(loaded.problems.map(describe).join('\n'));
  const { value, problems } = assemble(loaded.value, files);
  if (value === undefined) throw new Error(problems.map(describe).join('\n'));
  return samplesOfAssembly(value);
}

/** Two links of these lengths that turn about z, from +x on: joints `a` and `b`, the tip is `tip`. */
export function twoLinks(first: number, second: number): string {
  const turning = (name: string, parent: string, child: string, at: number): string => `
  <joint name="${name}" type="revolute">
    <parent link="${parent}"/><child link="${child}"/><origin xyz="${at} 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1000" velocity="100"/>
  </joint>`;
  return `<robot name="two links"><link name="ground"/>${links('upper', 1, 0.01)}${links('lower', 1, 0.01)}<link name="tip"/>
${turning('a', 'ground', 'upper', 0)}${turning('b', 'upper', 'lower', first)}
  <joint name="end" type="fixed"><parent link="lower"/><child link="tip"/><origin xyz="${second} 0 0"/></joint></robot>`;
}
