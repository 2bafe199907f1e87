/** The law of a design as it stands, evaluated with numbers. */
import { numbers } from '../math/index.js';
import { frameOf, pointInBody } from '../model/index.js';
import { bodiesStart, wholeDesign } from './bodies.js';
import type { Design } from './design.js';
import { declarationOf, parameterOf, parametersOf } from './element.js';
import { controlLaw, type Law, ordered, type Slots, torquesOf } from './law.js';
import { mountTurn, worldTurn } from './mount.js';
import { isMoving, motionSlots, pointMotion } from './moving.js';
import { firstMemory } from './watch.js';

/** The numbers of the design itself; points that move stand still where they are at the start. */
export function designSlots(design: Design): Slots<number> {
  const clock = { time: () => 0, pace: () => undefined };
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
      const own = { at, attitude, parameters };
      const { position, rotation, quaternion } = pointMotion(numbers, point, own, clock);
      return { position, rotation, quaternion };
    },
    sizes: ({ shape }) => shape?.size ?? [],
    parameters(owner) {
      const values: Record<string, readonly number[]> = {};
      for (const parameter of parametersOf(owner)) {
        const given = parameterOf(owner, parameter);
        if (given !== undefined) values[parameter.name] = given;
      }
      return values;
    },
    memory: (element) => firstMemory(numbers, declarationOf(element)),
    ...clock,
  };
}

/** The law at q and v of the robot, or of robot and virtual bodies as one; bodies that are left out are at their start. */
export function evaluateLaw(design: Design, q: readonly number[], v: readonly number[]): Law<number> {
  const sorted = wholeDesign(ordered(design));
  return controlLaw(numbers, sorted, designSlots(sorted), ...wholeState(design, q, v));
}

/** q and v with the start of the virtual bodies behind them where they are those of the robot alone. */
export function wholeState(
  { model, bodies }: Design,
  q: readonly number[],
  v: readonly number[],
): [q: readonly number[], v: readonly number[]] {
  if (bodies === undefined) return [q, v];
  const start = bodiesStart(bodies);
  return [q.length === model.nq ? [...q, ...start.q] : q, v.length === model.nv ? [...v, ...start.v] : v];
}

/** The robot's joint torques of the elements alone at q and v (nv), before limits and without compensation. */
export function elementTorques(design: Design, q: readonly number[], v: readonly number[]): number[] {
  const { kinematics, loads } = evaluateLaw(design, q, v);
  const { model } = wholeDesign(design);
  const torques = torquesOf(numbers, model, kinematics, loads.sites.values(), loads.joints);
  return torques.slice(0, design.model.nv);
}
