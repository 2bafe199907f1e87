/** The law of a design as it stands, evaluated with numbers. */
import { numbers } from '../math/index.js';
import { frameOf, pointInBody } from '../model/index.js';
import type { Design } from './design.js';
import { declarationOf, parameterOf } from './element.js';
import { controlLaw, type Law, ordered, type Slots, torquesOf } from './law.js';
import { mountTurn, worldTurn } from './mount.js';
import { isMoving, motionSlots, pointMotion } from './moving.js';

/** The numbers of the design itself; points that move stand still where they are at the start. */
export function designSlots(design: Design): Slots<number> {
  return {
    mounting(point) {
      const frame = frameOf(design.model, point.frame as string);
      return {
        ...(point.at === undefined ? {} : { offset: pointInBody(numbers, frame, point.at) }),
        ...(point.attitude === undefined ? {} : { turn: mountTurn(numbers, frame, point.attitude) }),
      };
    },
    worldMotion(point) {
      const at = point.at ?? ([0, 0, 0] as const);
      const attitude = point.attitude ?? ([1, 0, 0, 0] as const);
      if (!isMoving(point)) return { position: at, ...worldTurn(numbers, attitude) };
      const parameters = Object.fromEntries(
        motionSlots(point).map(({ parameter, initial }) => [parameter.name, initial]),
      );
      const { position, rotation, quaternion } = pointMotion(numbers, point, { at, attitude, parameters }, 0);
      return { position, rotation, quaternion };
    },
    parameters(element) {
      const values: Record<string, readonly number[]> = {};
      for (const parameter of declarationOf(element).parameters) {
        const given = parameterOf(element, parameter);
        if (given !== undefined) values[parameter.name] = given;
      }
      return values;
    },
  };
}

/** The law at q and v. */
export function evaluateLaw(design: Design, q: readonly number[], v: readonly number[]): Law<number> {
  const sorted = ordered(design);
  return controlLaw(numbers, sorted, designSlots(sorted), q, v);
}

/** Joint torques of the elements alone at q and v (nv), before limits and without compensation. */
export function elementTorques(design: Design, q: readonly number[], v: readonly number[]): number[] {
  const { kinematics, loads } = evaluateLaw(design, q, v);
  return torquesOf(numbers, design.model, kinematics, loads.sites.values(), loads.joints);
}
