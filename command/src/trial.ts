/** A small arm and scenario of the doctor's own, so that it needs no file. */

export const armFile = 'arm.urdf';
export const scenarioFile = 'trial.yaml';

const rod = (name: string, mass: number, length: number): string => `
  <link name="${name}">
    <inertial>
      <origin xyz="0 0 ${length / 2}"/><mass value="${mass}"/>
      <inertia ixx="${(mass * length ** 2) / 12}" iyy="${(mass * length ** 2) / 12}" izz="0.001" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>`;

const joint = (name: string, parent: string, child: string, height: number, axis: string): string => `
  <joint name="${name}" type="revolute">
    <parent link="${parent}"/><child link="${child}"/><origin xyz="0 0 ${height}"/><axis xyz="${axis}"/>
    <limit lower="-2.5" upper="2.5" effort="40" velocity="3"/>
  </joint>`;

export const trialFiles: Readonly<Record<string, string>> = {
  [armFile]: `<robot name="trial">
  <link name="base"/>${rod('column', 1.5, 0.2)}${rod('upper', 1.2, 0.3)}${rod('lower', 0.8, 0.25)}
  ${joint('turn', 'base', 'column', 0, '0 0 1')}${joint('shoulder', 'column', 'upper', 0.2, '0 1 0')}${joint('elbow', 'upper', 'lower', 0.3, '0 1 0')}
</robot>`,
  [scenarioFile]: `pliant: 1
name: trial
duration: 1 s
robots:
  arm: { file: ${armFile}, tool: { on: lower, at: [0, 0, 25 cm] }, start: { shoulder: 30 deg, elbow: 60 deg } }
control:
  points: { goal: { startOf: tool, shift: [0, 5 cm, 2 cm] } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 200 N/m }
    brake: { damper: linear, to: goal, damping: { ratio: 1, with: reach, inertia: { of: tool } } }
  compensate: [gravity]
  limits: { force: { at: tool, norm: 30 N } }
plant: { rigid: { joints: { viscous: 0.2 N m s/rad } } }
measure:
  error at the end: { end: reach.extension, below: 5 mm }
`,
};
