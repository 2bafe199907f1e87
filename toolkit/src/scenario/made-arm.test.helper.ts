/** An arm for tests: three turning joints, a sliding wrist, two fingers of which one follows the other. */
import { type Model, modelOf } from '../model/index.js';
import { readUrdf } from '../robot/index.js';

const link = (name: string, mass: number, length: number): string => {
  const across = (mass * (length ** 2 + 0.04 ** 2)) / 12;
  return `<link name="${name}"><inertial><origin xyz="0 0 ${length / 2}"/><mass value="${mass}"/>
    <inertia ixx="${across}" iyy="${across}" izz="${(mass * 0.08 ** 2) / 12}" ixy="0" ixz="0" iyz="0"/></inertial></link>`;
};

const joint = (
  name: string,
  type: string,
  parent: string,
  child: string,
  at: string,
  axis: string,
  range: string,
  more = '',
): string => `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>
    <origin xyz="${at}"/><axis xyz="${axis}"/>${range === '' ? '' : `<limit ${range} velocity="3"/>`}${more}</joint>`;

export interface ArmOptions {
  /** Effort limit of the shoulder, N m. */
  readonly shoulder?: number;
  /** Mass of the wrist, kg. */
  readonly wrist?: number;
}

export function madeArm({ shoulder = 60, wrist = 0.4 }: ArmOptions = {}): string {
  return `<robot name="made">
  <link name="base"/>
  ${link('column', 2, 0.2)}${link('upper', 1.5, 0.3)}${link('lower', 1, 0.3)}
  ${wrist > 0 ? link('wrist', wrist, 0.1) : '<link name="wrist"/>'}
  ${link('left', 0.05, 0.05)}${link('right', 0.05, 0.05)}<link name="tip"/>
  ${joint('turn', 'continuous', 'base', 'column', '0 0 0', '0 0 1', '')}
  ${joint('shoulder', 'revolute', 'column', 'upper', '0 0 0.2', '0 1 0', `lower="-2" upper="2" effort="${shoulder}"`)}
  ${joint('elbow', 'revolute', 'upper', 'lower', '0 0 0.3', '0 1 0', 'lower="-2.6" upper="2.6" effort="40"')}
  ${joint('slide', 'prismatic', 'lower', 'wrist', '0 0 0.3', '0 0 1', 'lower="0" upper="0.1" effort="100"')}
  ${joint('tip mount', 'fixed', 'wrist', 'tip', '0 0 0.1', '1 0 0', '')}
  ${joint('finger', 'prismatic', 'wrist', 'left', '0 0.02 0.1', '0 1 0', 'lower="0" upper="0.04" effort="10"')}
  ${joint('thumb', 'prismatic', 'wrist', 'right', '0 -0.02 0.1', '0 -1 0', 'lower="0" upper="0.04" effort="10"', '<mimic joint="finger"/>')}
</robot>`;
}

/** A scenario on the made arm; `control` and `rest` are YAML with the indent that they need. */
export function madeScenario(control: string, rest = ''): string {
  return `pliant: 1
name: made
duration: 0.5 s
robots:
  arm: { file: arm.urdf, start: { shoulder: 30 deg, elbow: 60 deg, slide: 5 cm } }
control:
  compensate: [gravity]
${control}
${rest}`;
}

/** Its model, or that of an arm made of it. */
export function madeModel(text = madeArm()): Model {
  const robot = readUrdf(text, { file: 'arm.urdf' }).value;
  const model = robot && modelOf(robot).value;
  if (model === undefined) throw new Error('the made arm is good');
  return model;
}
