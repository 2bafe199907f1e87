/** The numbers that a kernel holds, as the law reads them. */
import { type Layout, view } from '../graph/index.js';
import { numbers, type Quaternion, type Vec3 } from '../math/index.js';
import { frameOf, pointInBody } from '../model/index.js';
import type { Design, PointDesign } from './design.js';
import { parametersOf } from './element.js';
import type { Slots } from './law.js';
import { mountTurn, worldTurn } from './mount.js';
import { isMoving, motionSlots, pointMotion } from './moving.js';
import { designSlots } from './numeric.js';

/** A program's layout and the memory that holds its present numbers. */
export interface Held {
  readonly layout: Layout;
  readonly memory: Float64Array;
}

/** The present numbers of a kernel of this design: its parameters as they are in force, and its inputs. */
export function memorySlots(design: Design, held: Held): Slots<number> {
  const given = designSlots(design);
  const names = new Set(held.layout.fields.map(({ name }) => name));
  const found = (name: string): readonly number[] | undefined => {
    const field = [`inforce.${name}`, name].find((candidate) => names.has(candidate));
    return field === undefined ? undefined : [...view(held.layout, held.memory, field)];
  };
  const vector = (name: string): Vec3<number> | undefined => found(name) as Vec3<number> | undefined;
  const attitude = (point: PointDesign): Quaternion<number> | undefined =>
    found(`${point.name}.attitude`) as Quaternion<number> | undefined;
  // What a tank pays for moves by a time of its own.
  const clock = {
    time: () => (found('time')?.[0] ?? 0) - (found('tank.lag')?.[0] ?? 0),
    pace: () => found('tank.pace')?.[0],
  };
  return {
    mounting(point) {
      const frame = frameOf(design.model, point.frame as string);
      const at = vector(`${point.name}.at`);
      const turned = attitude(point);
      return {
        ...given.mounting(point),
        ...(at === undefined ? {} : { offset: pointInBody(numbers, frame, at) }),
        ...(turned === undefined ? {} : { turn: mountTurn(numbers, frame, turned) }),
      };
    },
    worldMotion(point) {
      const at = vector(`${point.name}.at`);
      const turned = attitude(point);
      if (isMoving(point) && at !== undefined && turned !== undefined) {
        const parameters: Record<string, readonly number[]> = {};
        for (const { parameter, initial } of motionSlots(point))
          parameters[parameter.name] = found(`${point.name}.${parameter.name}`) ?? initial;
        return pointMotion(numbers, point, { at, attitude: turned, parameters }, clock);
      }
      const velocity = vector(`${point.name}.at.rate`);
      const spin = vector(`${point.name}.attitude.rate`);
      return {
        ...given.worldMotion(point),
        ...(at === undefined ? {} : { position: at }),
        ...(turned === undefined ? {} : worldTurn(numbers, turned)),
        ...(velocity === undefined ? {} : { velocity }),
        ...(spin === undefined ? {} : { spin }),
      };
    },
    sizes: (point) => found(`${point.name}.size`) ?? given.sizes(point),
    parameters(element) {
      const values: Record<string, readonly number[] | undefined> = { ...given.parameters(element) };
      for (const { name } of parametersOf(element)) {
        const value = found(`${element.name}.${name}`);
        if (value !== undefined) values[name] = value;
      }
      return values;
    },
    memory(element) {
      const first = given.memory(element);
      return Object.fromEntries(
        Object.entries(first).map(([name, value]) => [name, found(`${element.name}.${name}`)?.[0] ?? value]),
      );
    },
    ...clock,
  };
}
