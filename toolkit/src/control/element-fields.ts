/** The slots of points and elements in a control program. */
import { solidSizes } from '../geometry/index.js';
import type { Field, FieldSpec, ProgramBuilder } from '../graph/index.js';
import { memoryOf } from '../mechanism/index.js';
import { frameOf, type Model } from '../model/index.js';
import { isMatrix, type Measured, shapeOn, unitAt } from './coordinates.js';
import type { CoordinateDesign, Design, ElementDesign, PointDesign } from './design.js';
import { declarationOf, parameterOf, parametersOf } from './element.js';
import { isMoving, motionSlots } from './moving.js';

export const xyz: readonly string[] = ['x', 'y', 'z'];
export const wxyz: readonly string[] = ['w', 'x', 'y', 'z'];
const nine: readonly string[] = ['xx', 'xy', 'xz', 'yx', 'yy', 'yz', 'zx', 'zy', 'zz'];

/** Fields of a point; which there are depends on where it is. */
export interface PointFields {
  readonly at?: Field;
  readonly attitude?: Field;
  /** World points that move. */
  readonly velocity?: Field;
  readonly spin?: Field;
  /** Parameters of a motion by name. */
  readonly motion?: ReadonlyMap<string, Field>;
  /** Of the shape, where it has sizes. */
  readonly size?: Field;
  /** Derived: in the body's frame, or of the attitude in the world. */
  readonly offset?: Field;
  readonly turn?: Field;
  readonly unit?: Field;
}

export function pointFields(p: ProgramBuilder, model: Model, point: PointDesign): PointFields {
  const { name, shape } = point;
  const placed = placeFields(p, model, point);
  if (shape === undefined || shape.size.length === 0) return placed;
  const size = p.field({
    name: `${name}.size`,
    region: 'parameters',
    size: shape.size.length,
    unit: 'm',
    labels: solidSizes[shape.kind],
    initial: shape.size,
    range: [0, Number.POSITIVE_INFINITY],
    meaning: `Size of the ${shape.kind} about it`,
  });
  return { ...placed, size };
}

function placeFields(p: ProgramBuilder, model: Model, point: PointDesign): PointFields {
  const { name, frame, moves, streamed } = point;
  const add = (
    part: string,
    region: FieldSpec['region'],
    size: number,
    unit: string,
    meaning: string,
    initial?: readonly number[],
  ) =>
    p.field({
      name: `${name}.${part}`,
      region,
      size,
      unit,
      labels: size === 3 ? xyz : size === 4 ? wxyz : nine,
      meaning,
      ...(initial === undefined ? {} : { initial }),
    });
  if (frame !== undefined) {
    const placed = frameOf(model, frame).placement;
    const own =
      placed.position.every((x) => x === 0) && placed.rotation.every((x, i) => x === (i % 4 === 0 ? 1 : 0));
    const at = point.at && add('at', 'parameters', 3, 'm', `Position in the frame ${frame}`, point.at);
    const attitude =
      point.attitude &&
      add('attitude', 'parameters', 4, '', `Attitude in the frame ${frame}`, point.attitude);
    return {
      ...(at === undefined ? {} : { at }),
      ...(at === undefined || own
        ? {}
        : { offset: add('offset', 'derived', 3, 'm', 'Position in the body') }),
      ...(attitude === undefined
        ? {}
        : {
            attitude,
            turn: add('turn', 'derived', 9, '', 'Rotation in the body'),
          }),
    };
  }
  const region = moves ? 'inputs' : streamed ? 'state' : 'parameters';
  const at = add('at', region, 3, 'm', 'Position in the world', point.at ?? [0, 0, 0]);
  const attitude = add('attitude', region, 4, '', 'Attitude in the world', point.attitude ?? [1, 0, 0, 0]);
  if (moves) {
    return {
      at,
      attitude,
      velocity: add('at.rate', 'inputs', 3, 'm/s', 'Velocity in the world'),
      spin: add('attitude.rate', 'inputs', 3, 'rad/s', 'Angular velocity, world axes'),
    };
  }
  if (isMoving(point)) {
    const motion = new Map<string, Field>();
    for (const { parameter, initial } of motionSlots(point)) {
      motion.set(
        parameter.name,
        p.field({
          name: `${name}.${parameter.name}`,
          region: 'parameters',
          size: initial.length,
          unit: parameter.unit,
          initial,
          range: parameter.range,
          ...(initial.length === 1 ? {} : { labels: xyz }),
          meaning: parameter.meaning,
        }),
      );
    }
    return { at, attitude, motion };
  }
  return {
    at,
    attitude,
    turn: add('turn', 'derived', 9, '', 'Rotation in the world'),
    unit: add('unit', 'derived', 4, '', 'The attitude at length 1'),
  };
}

/** Labels of the numbers of a parameter: of a vector, of a matrix row by row, else their places. */
export function labelsOf(count: number): readonly string[] | undefined {
  if (count === 1) return undefined;
  return count === 3 ? xyz : count === 9 ? nine : Array.from({ length: count }, (_, i) => `${i}`);
}

/** The joints of an element on several, where it has as many numbers. */
export function jointLabels(
  { joints }: Pick<ElementDesign, 'joints'>,
  count: number,
): readonly string[] | undefined {
  return joints !== undefined && joints.length === count && count > 1 ? joints : undefined;
}

/** The slots of an element or a coordinate, by parameter. */
export function elementFields(
  p: ProgramBuilder,
  design: Measured,
  element: ElementDesign | CoordinateDesign,
): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const parameter of parametersOf(element)) {
    const initial = parameterOf(element, parameter);
    if (initial === undefined) continue;
    const labels = jointLabels(element, initial.length) ?? labelsOf(initial.length);
    const matrix = 'family' in element && isMatrix(parameter, initial.length, shapeOn(design, element).size);
    fields.set(
      parameter.name,
      p.field({
        name: `${element.name}.${parameter.name}`,
        region: 'parameters',
        size: initial.length,
        unit: unitAt(design, element, parameter.unit),
        initial,
        // The range of a matrix is that of its eigenvalues, not of its entries.
        ...(matrix ? {} : { range: parameter.range }),
        ...(labels === undefined ? {} : { labels }),
        meaning: parameter.meaning,
      }),
    );
  }
  return fields;
}

/** The state of the elements that remember, by element and name. */
export function memoryFields(
  p: ProgramBuilder,
  design: Measured & Pick<Design, 'elements'>,
): Map<string, ReadonlyMap<string, Field>> {
  const fields = new Map<string, ReadonlyMap<string, Field>>();
  for (const element of design.elements) {
    const memory = memoryOf(declarationOf(element));
    if (memory.length === 0) continue;
    const own = memory.map(({ name, unit, ...spec }) => {
      const state = { ...spec, name: `${element.name}.${name}`, unit: unitAt(design, element, unit) };
      return [name, p.field({ ...state, region: 'state' })] as const;
    });
    fields.set(element.name, new Map(own));
  }
  return fields;
}
