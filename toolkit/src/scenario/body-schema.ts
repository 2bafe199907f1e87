/** Virtual bodies as a scenario writes them. */
import {
  choice,
  either,
  flag,
  keys,
  list,
  measured,
  optional,
  quantity,
  required,
  text,
  variants,
  vector3,
  withDefault,
} from './schema.js';

const zero = [0, 0, 0] as const;

type Triple = readonly [number, number, number];

/** How a body moves: a word, or a direction or a path in the axes of its joint. */
export type BodyJoint =
  | 'fixed'
  | 'spherical'
  | { readonly prismatic: Triple }
  | { readonly revolute: Triple }
  | { readonly helical: Triple; readonly pitch: number }
  | { readonly rail: readonly Triple[]; readonly by: 'arc-length' | 'knots' };

const axis = vector3('');

const moving = variants<Exclude<BodyJoint, string>>('a joint', [
  {
    key: 'prismatic',
    title: 'Along a line',
    meaning: 'It slides and does not turn; its position is in m.',
    keys: { prismatic: required(axis, 'The direction; of any length') },
  },
  {
    key: 'revolute',
    title: 'About a line',
    meaning: 'It turns about the origin of its joint; its position is in rad.',
    keys: { revolute: required(axis, 'The axis; of any length') },
  },
  {
    key: 'helical',
    title: 'As a screw',
    meaning: 'It turns, and slides along the axis with the angle; its position is in rad.',
    keys: {
      helical: required(axis, 'The axis; of any length'),
      pitch: required(quantity('m/rad'), 'How far it slides for each radian'),
    },
  },
  {
    key: 'rail',
    title: 'Along a path',
    meaning:
      'It moves along a natural cubic spline, straight on beyond its ends, and does not turn; its position is in m from the first knot.',
    keys: {
      rail: required(list(vector3('m'), 2, 1000), 'The knots that the path goes through'),
      by: withDefault(
        choice({
          'arc-length': 'The length of the path to where it is',
          knots:
            'The knots passed times the mean distance of knots along the path: about the length, and cheaper',
        }),
        'arc-length',
        'What the position counts',
      ),
    },
  },
]);

const edge = quantity('m', { above: 0 });

/** Inertia about the centre of mass, in the body's axes. */
const inertia = either(
  vector3('kg m2'),
  list(vector3('kg m2'), 3, 3),
  variants<
    | { readonly sphere: number }
    | { readonly cylinder: { readonly radius: number; readonly length: number } }
    | { readonly box: Triple }
  >('a shape', [
    {
      key: 'sphere',
      title: 'Of a ball',
      meaning: 'Uniform, with the mass of the body.',
      keys: { sphere: required(edge, 'Its radius') },
    },
    {
      key: 'cylinder',
      title: 'Of a cylinder',
      meaning: 'Uniform, with the mass of the body, along z.',
      keys: {
        cylinder: required(
          keys({
            radius: required(quantity('m', { least: 0 }), 'Radius; 0 for a rod'),
            length: required(quantity('m', { least: 0 }), 'Length; 0 for a disc'),
          }),
          'Its size',
        ),
      },
    },
    {
      key: 'box',
      title: 'Of a box',
      meaning: 'Uniform, with the mass of the body, along its axes.',
      keys: { box: required(vector3('m'), 'Its edges along x, y and z') },
    },
  ]),
);

export const bodySchema = keys({
  joint: required(
    either(
      choice({
        fixed: 'It is one with what it is on: a part of a body',
        spherical: 'It turns in all directions about the origin of its joint',
      }),
      moving,
    ),
    'How it moves',
  ),
  on: optional(text('name', 'a virtual body'), 'The body that carries it; the world where it is left out'),
  at: withDefault(vector3('m'), zero, 'Where its joint is, on that body or in the world'),
  rpy: withDefault(vector3('rad'), zero, 'The axes of its joint there: turns about the fixed x, y, z'),
  mass: withDefault(quantity('kg', { least: 0 }), 0, 'Its mass'),
  centre: withDefault(vector3('m'), zero, 'Its centre of mass'),
  inertia: withDefault(
    inertia,
    zero,
    'Its inertia about the centre of mass, in its own axes: about x, y and z, or a matrix by rows, or that of a uniform shape',
  ),
  start: optional(
    either(measured(['rad', 'm']), vector3('rad')),
    'Position of its joint at the start, 0 where it is left out; of a spherical one turns about the fixed x, y, z',
  ),
  speed: optional(
    either(measured(['rad/s', 'm/s']), vector3('rad/s')),
    'Speed of its joint at the start, 0 where it is left out; of a spherical one its angular velocity in its own axes',
  ),
  gravity: optional(
    flag(),
    'Whether it and all that it carries weighs, false where it is left out; only of a body in the world',
  ),
});
