/** The slots of a control program as the law reads them, inside one of its procedures. */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import type { Mat3, Quaternion, Vec3 } from '../math/index.js';
import type { Mounting, Parameters, WorldMotion } from '../mechanism/index.js';
import { frameOf, type Model, pointInBody } from '../model/index.js';
import type { ControlFields } from './control-fields.js';
import type { CoordinateDesign, Design, ElementDesign, PointDesign } from './design.js';
import type { PointFields } from './element-fields.js';
import type { Slots } from './law.js';
import { mountTurn, worldTurn } from './mount.js';
import { type Clock, isMoving, pointMotion } from './moving.js';

/** Loads each field once, at the top of the procedure, so that every use is the same node. */
export class FieldReader {
  readonly #program: ProgramBuilder;
  readonly #loaded = new Map<string, readonly Node[]>();

  constructor(program: ProgramBuilder) {
    this.#program = program;
  }

  all(field: Field): readonly Node[] {
    let nodes = this.#loaded.get(field.name);
    if (nodes === undefined) {
      nodes = this.#program.loadAll(field);
      this.#loaded.set(field.name, nodes);
    }
    return nodes;
  }

  vector(field: Field): Vec3<Node> {
    return this.all(field) as unknown as Vec3<Node>;
  }

  matrix(field: Field): Mat3<Node> {
    return this.all(field) as unknown as Mat3<Node>;
  }

  quaternion(field: Field): Quaternion<Node> {
    return this.all(field) as unknown as Quaternion<Node>;
  }
}

/** The time of what moves by itself as the last step left it: behind the time of the step by what a tank did not afford. */
function presentClock(
  program: ProgramBuilder,
  { time, live }: Pick<ControlFields, 'time' | 'live'>,
  read: FieldReader,
): Clock<Node> {
  const motion = live?.tank?.motion;
  const now = () => read.all(time)[0];
  if (motion === undefined) return { time: now, pace: () => undefined };
  return {
    time: () => program.graph.sub(now(), read.all(motion.lag)[0]),
    pace: () => read.all(motion.pace)[0],
  };
}

export function programSlots(
  program: ProgramBuilder,
  fields: ControlFields,
  read: FieldReader,
  clock: Clock<Node> = presentClock(program, fields, read),
): Slots<Node> {
  const { graph } = program;
  return {
    mounting(point: PointDesign): Mounting<Node> {
      const { at, offset, turn } = pointFieldsOf(fields, point);
      const place = offset ?? at;
      return {
        ...(place === undefined ? {} : { offset: read.vector(place) }),
        ...(turn === undefined ? {} : { turn: read.matrix(turn) }),
      };
    },
    worldMotion(point: PointDesign): WorldMotion<Node> {
      const { at, attitude, velocity, spin, turn, unit, motion } = pointFieldsOf(fields, point);
      const position = read.vector(at as Field);
      if (isMoving(point)) {
        const parameters: Record<string, readonly Node[]> = {};
        for (const [name, field] of motion ?? []) parameters[name] = read.all(field);
        const own = { at: position, attitude: read.quaternion(attitude as Field), parameters };
        return pointMotion(graph, point, own, clock);
      }
      if (velocity !== undefined && spin !== undefined) {
        const turned = worldTurn(graph, read.quaternion(attitude as Field));
        return {
          position,
          ...turned,
          velocity: read.vector(velocity),
          spin: read.vector(spin),
        };
      }
      return {
        position,
        rotation: read.matrix(turn as Field),
        quaternion: read.quaternion(unit as Field),
      };
    },
    sizes(point: PointDesign): readonly Node[] {
      const { size } = pointFieldsOf(fields, point);
      return size === undefined ? [] : read.all(size);
    },
    parameters(owner: ElementDesign | CoordinateDesign): Parameters<Node> {
      const values: Record<string, readonly Node[]> = {};
      const own = ('family' in owner ? fields.elements : fields.coordinates).get(owner.name);
      for (const [name, field] of own ?? []) values[name] = read.all(field);
      return values;
    },
    memory(element) {
      const own = fields.memory.get(element.name) ?? new Map<string, Field>();
      return Object.fromEntries([...own].map(([name, field]) => [name, read.all(field)[0]]));
    },
    ...clock,
  };
}

/** `prepare`: what follows from the points' numbers alone. */
export function preparePoints(
  program: ProgramBuilder,
  design: Design,
  fields: ControlFields,
  read: FieldReader,
): void {
  for (const point of design.points)
    preparePoint(program, design.model, point, pointFieldsOf(fields, point), read);
}

function preparePoint(
  program: ProgramBuilder,
  model: Model,
  point: PointDesign,
  fields: PointFields,
  read: FieldReader,
): void {
  const { graph } = program;
  const { at, attitude, offset, turn, unit } = fields;
  if (point.frame !== undefined) {
    const frame = frameOf(model, point.frame);
    if (at !== undefined && offset !== undefined) {
      program.storeAll(offset, pointInBody(graph, frame, read.vector(at)));
    }
    if (attitude !== undefined && turn !== undefined) {
      program.storeAll(turn, mountTurn(graph, frame, read.quaternion(attitude)));
    }
    return;
  }
  if (turn === undefined || unit === undefined || attitude === undefined) return;
  const { quaternion, rotation } = worldTurn(graph, read.quaternion(attitude));
  program.storeAll(turn, rotation);
  program.storeAll(unit, quaternion);
}

function pointFieldsOf(fields: ControlFields, point: PointDesign): PointFields {
  return fields.points.get(point.name) as PointFields;
}
