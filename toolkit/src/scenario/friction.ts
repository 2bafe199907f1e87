/** `control.friction`: the friction of the joints that the controller compensates. */
import type { FrictionDesign } from '../control/index.js';
import { jointProperties, type Model } from '../model/index.js';
import type { Complaints } from './complaints.js';
import { type JointProperty, jointNumbers } from './joints.js';
import { under } from './tree.js';

export interface FrictionSection {
  readonly coulomb: JointProperty;
  readonly viscous: JointProperty;
  readonly share: number;
  readonly width: number;
  readonly speed: JointProperty;
}

/** What stands for a section that is left out. */
export const defaultFriction: FrictionSection = {
  coulomb: 'robot',
  viscous: 'robot',
  share: 0.9,
  width: 0.1,
  speed: 0.01,
};

/** The design's friction; none where nothing is said of it and nothing compensated. */
export function frictionOf(
  section: FrictionSection | undefined,
  compensated: boolean,
  model: Model,
  complaints: Complaints,
): FrictionDesign | undefined {
  if (section === undefined && !compensated) return undefined;
  const { coulomb, viscous, share, width, speed } = section ?? defaultFriction;
  const robot = jointProperties(model);
  const numbers = (
    property: JointProperty,
    key: string,
    units: readonly [string, string],
    otherwise: readonly number[],
  ) => jointNumbers(property, model, units, otherwise, otherwise, under('control.friction', key), complaints);
  return {
    coulomb: numbers(coulomb, 'coulomb', ['N m', 'N'], robot.coulomb),
    viscous: numbers(viscous, 'viscous', ['N m s/rad', 'N s/m'], robot.damping),
    share,
    width,
    speed: numbers(
      speed,
      'speed',
      ['rad/s', 'm/s'],
      new Array<number>(model.nv).fill(defaultFriction.speed as number),
    ),
  };
}
