/** Solids as a scenario writes them: obstacles in the world, and shapes about points. */
import type { SolidKind } from '../geometry/index.js';
import {
  type Infer,
  type Key,
  keys,
  optional,
  quantity,
  required,
  type Schema,
  text,
  type Variant,
  variants,
  vector,
  vector3,
  withDefault,
} from './schema.js';

const zero = [0, 0, 0] as const;

const length = (meaning: string) => required(quantity('m', { least: 0 }), meaning);

const sphere = quantity('m', { least: 0 });
const capsule = keys({
  radius: length('How far its surface is from the axis'),
  length: length('Of its axis along z, without the round ends'),
});
const cylinder = keys({ radius: length('Radius'), length: length('Height, along z') });
const box: Schema<readonly number[]> = vector('m', 3, { least: 0 });

/** Shapes about a point that has a place already: one of them at most. */
export const shapeKeys = {
  sphere: optional(sphere, 'A sphere about it: the radius'),
  capsule: optional(capsule, 'A capsule about it, centred, along its z: a whole link'),
  cylinder: optional(cylinder, 'A cylinder about it, centred, along its z'),
  box: optional(box, 'A box about it, centred: its edges along x, y and z'),
} as const;

/** The shapes as they are written, by key. */
export interface Shapes {
  readonly sphere?: number;
  readonly capsule?: Infer<typeof capsule>;
  readonly cylinder?: Infer<typeof cylinder>;
  readonly box?: readonly number[];
}

type Triple = readonly [number, number, number];

/** A solid that stands in the world. */
export interface SolidSection extends Shapes {
  /** The normal of a plane. */
  readonly plane?: Triple;
  readonly at: Triple;
  /** The point from where `at` is counted. */
  readonly startOf?: string;
  readonly rpy?: Triple;
  readonly stiffness?: number;
  readonly damping?: number;
  readonly friction?: number;
  readonly appears?: number;
  readonly vanishes?: number;
}

const at = withDefault(vector3('m'), zero, 'Its middle in the world');
const rpy = withDefault(vector3('rad'), zero, 'Its axes: turns about the fixed x, y, z');

/** What every solid may have besides. */
const common: Readonly<Record<string, Key>> = {
  startOf: optional(
    text('name', 'a point'),
    'The point at whose place at the start `at` begins, along the world’s axes: a table below any tool; by default the world’s origin',
  ),
  stiffness: optional(
    quantity('N/m', { above: 0 }),
    'Force for each metre that the robot is in it; without it the controller alone knows of the solid',
  ),
  damping: optional(
    quantity('N s/m', { least: 0 }),
    'Force for each metre a second that the robot closes in',
  ),
  friction: optional(
    quantity('', { least: 0 }),
    'Coulomb friction with whatever of the robot touches it: greatest force along the surface, as part of that into it',
  ),
  appears: optional(
    quantity('s', { least: 0 }),
    'When it is there for the robot to touch; by default from the start',
  ),
  vanishes: optional(quantity('s', { above: 0 }), 'When it is gone; by default never'),
};

const solid = (
  key: SolidKind,
  title: string,
  meaning: string,
  own: Readonly<Record<string, Key>>,
): Variant => ({ key, title, meaning, keys: { ...own, ...common } });

export const solidSchema = variants<SolidSection>('a solid', [
  solid('plane', 'A plane', 'All below it is solid.', {
    plane: required(vector3(''), 'Its normal, out of the solid'),
    at: withDefault(vector3('m'), zero, 'A place in the plane'),
  }),
  solid('sphere', 'A sphere', 'A ball.', { sphere: required(sphere, 'The radius'), at }),
  solid('capsule', 'A capsule', 'A cylinder with round ends.', {
    capsule: required(capsule, 'Its size'),
    at,
    rpy,
  }),
  solid('cylinder', 'A cylinder', 'With flat ends.', { cylinder: required(cylinder, 'Its size'), at, rpy }),
  solid('box', 'A box', 'With faces along its axes.', {
    box: required(box, 'Its edges along x, y and z'),
    at,
    rpy,
  }),
]);
