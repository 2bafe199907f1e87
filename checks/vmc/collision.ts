/** Two bodies that meet off centre in a plane without gravity, by the force of one contact between them. */
import type { Values } from '../peers/figure.js';
import { madeRun } from './made.js';

/** A body of so much mass that slides along x and y. */
const body = (name: string, mass: number): string => `
  <link name="${name}_x"/>
  <link name="${name}"><inertial><mass value="${mass}"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  ${slide(`${name}x`, 'ground', `${name}_x`, '1 0 0')}${slide(`${name}y`, `${name}_x`, name, '0 1 0')}`;

const slide = (joint: string, parent: string, child: string, axis: string): string =>
  `<joint name="${joint}" type="prismatic"><parent link="${parent}"/><child link="${child}"/><axis xyz="${axis}"/>
    <limit lower="-10" upper="10" effort="10000" velocity="100"/></joint>`;

/** 1 kg at 1 m/s meets 2 kg at rest, 4 cm beside its centre; they touch at 10 cm, with 1e4 N/m. */
function collided(friction: number): { energy: number; momentum: readonly [number, number] } {
  const { at } = madeRun(
    `<robot name="two bodies"><link name="ground"/>${body('a', 1)}${body('b', 2)}</robot>`,
    'a',
    'start: { ax: -0.12, ay: 0.04 }, speeds: { ax: 1 m/s }',
    `duration: 0.08 s
world: { gravity: [0, 0, 0] }
control:
  rate: continuous
  buffers: none
  limits: { torque: none }
  points: { one: { on: a, sphere: 5 cm }, two: { on: b, sphere: 5 cm } }
  coordinates: { touch: { coordinate: contact, from: one, to: two }, gap: { coordinate: gap, from: one, to: two } }
  elements:
    push: { spring: one-sided, of: gap, stiffness: 1e4, below: 0 }
    rub: { damper: rubbing, of: touch, friction: ${friction}, stiffness: 1e4, begins: 0, speed: 1e-4 }
record: { rate: 1000 }
plant: { rigid: { step: 5 us, joints: { stops: none, coulomb: 0, viscous: 0 } } }`,
  );
  const [ax, ay, bx, by] = at('joints.velocity', 0.08);
  return {
    energy: ax * ax + ay * ay + 2 * (bx * bx + by * by),
    momentum: [ax + 2 * bx, ay + 2 * by],
  };
}

export function collision(): Values {
  const [smooth, rough] = [0, 0.4].map(collided);
  return {
    'momentum x': rough.momentum[0],
    'momentum y': rough.momentum[1],
    'energy smooth': smooth.energy,
    'energy rough': rough.energy,
  };
}
