/** Points as a scenario writes them. */
import { type MotionSection, motionSchema } from './motion-schema.js';
import { choice, optional, required, text, variants, vector3, withDefault } from './schema.js';
import { type Shapes, shapeKeys } from './solid-schema.js';

const zero = [0, 0, 0] as const;

export const pointSchema = variants<
  | ({
      readonly on: string;
      readonly at: readonly [number, number, number];
      readonly rpy: readonly [number, number, number];
    } & Shapes)
  | ({
      readonly in: 'world';
      readonly at: readonly [number, number, number];
      readonly rpy: readonly [number, number, number];
      readonly moves?: MotionSection;
    } & Shapes)
  | {
      readonly startOf: string;
      readonly shift: readonly [number, number, number];
      readonly turn: readonly [number, number, number];
      readonly moves?: MotionSection;
    }
>('a point', [
  {
    key: 'on',
    title: 'On the robot',
    meaning: 'A point with axes that moves with a link.',
    keys: {
      on: required(text('line', 'a link'), 'The link or frame of the robot, or the virtual body'),
      at: withDefault(vector3('m'), zero, 'Position in that link'),
      rpy: withDefault(vector3('rad'), zero, 'Axes in that link: turns about the fixed x, y, z'),
      ...shapeKeys,
    },
  },
  {
    key: 'in',
    title: 'In the world',
    meaning: 'A point with axes that stands still in the world, or moves from there.',
    keys: {
      in: required(choice({ world: 'The world’s axes; z is up' }), 'In what'),
      at: withDefault(vector3('m'), zero, 'Position'),
      rpy: withDefault(vector3('rad'), zero, 'Axes: turns about the fixed x, y, z'),
      moves: optional(motionSchema, 'How it moves; by default it stands still'),
      ...shapeKeys,
    },
  },
  {
    key: 'startOf',
    title: 'Where another point stood at the start',
    meaning:
      'Stands still in the world, or moves from there. Of a point of the robot it makes a goal that suits any robot.',
    keys: {
      startOf: required(text('name', 'a point'), 'The point whose pose at the start is taken'),
      shift: withDefault(vector3('m'), zero, 'Moved by this, along the world’s axes'),
      turn: withDefault(vector3('rad'), zero, 'Turned by this about the fixed x, y, z of the world'),
      moves: optional(motionSchema, 'How it moves; by default it stands still'),
    },
  },
]);
