/** Points as a scenario writes them. */
import { reaction } from './control-sensor-schema.js';
import { type MotionSection, motionSchema } from './motion-schema.js';
import {
  choice,
  type Infer,
  keys,
  optional,
  quantity,
  required,
  text,
  variants,
  vector3,
  withDefault,
} from './schema.js';
import { type Shapes, shapeKeys } from './solid-schema.js';

const zero = [0, 0, 0] as const;

const streamSchema = keys({
  timeout: required(
    quantity('s', { above: 0, most: 86_400 }),
    'Age from which on a target is stale: an older one is refused, and none for so long is a fault',
  ),
  // biome-ignore lint/suspicious/noThenProperty: `then` says what is done once the targets have stopped.
  then: withDefault(reaction, 'damped stop', 'What is done until the next target is taken'),
});
type StreamSection = Infer<typeof streamSchema>;
const streamed = optional(
  streamSchema,
  'Targets for it come from outside, in a run by events of kind `stream`; until the first it stands here',
);

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
      readonly streamed?: StreamSection;
    } & Shapes)
  | {
      readonly startOf: string;
      readonly shift: readonly [number, number, number];
      readonly turn: readonly [number, number, number];
      readonly moves?: MotionSection;
      readonly streamed?: StreamSection;
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
      streamed,
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
      streamed,
    },
  },
]);
