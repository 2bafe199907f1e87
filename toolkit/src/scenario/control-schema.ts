/** The controller as a scenario writes it: everything under `control`. */
import { bodySchema } from './body-schema.js';
import { buffersSchema } from './buffers-schema.js';
import { controlSensorSchema } from './control-sensor-schema.js';
import { coordinateSchema } from './coordinate-schema.js';
import { elementSchema } from './element-schema.js';
import { frictionSchema } from './friction-schema.js';
import { guardsSchema } from './guards-schema.js';
import { lawSchema } from './law-schema.js';
import { lawServoSchema, velocitySchema } from './law-servo-schema.js';
import { limitsSchema } from './limits-schema.js';
import { payloadSchema } from './payload-schema.js';
import { pointSchema } from './point-schema.js';
import { choice, either, keys, list, optional, quantity, section, table, withDefault } from './schema.js';
import { takenElements, takenLaws, takenPoints } from './taken-names.js';
import { tankSchema } from './tank-schema.js';
import { compensation } from './words.js';

export const controlSchema = keys({
  rate: withDefault(
    either(
      choice({
        continuous: 'The law is evaluated at every stage of the plant’s step: theory, not a controller',
      }),
      quantity('Hz', { least: 1, most: 100_000 }),
    ),
    1000,
    'How often the control step runs; its torques are held in between',
  ),
  points: withDefault(
    table('a point', pointSchema, { reserved: takenPoints }),
    {},
    'Points that elements join, besides `tool` and `world`',
  ),
  bodies: withDefault(
    table('a virtual body', bodySchema, {
      reserved: { ...takenPoints, bodies: 'it is what bodies stand on' },
    }),
    {},
    'Virtual bodies, which the controller moves itself; each is a point with its own axes too, and a joint of elements',
  ),
  coordinates: withDefault(
    table('a coordinate', coordinateSchema, { reserved: takenPoints }),
    {},
    'What is measured, by names of its own: elements act `of` it, and coordinates are made of each other',
  ),
  elements: withDefault(
    table('an element', elementSchema, { reserved: takenElements }),
    {},
    'Springs, dampers and sources',
  ),
  sensors: withDefault(
    table('a sensor', controlSensorSchema),
    {},
    'Force sensors as the controller knows them, by the names that the plant has them under',
  ),
  laws: withDefault(
    table('a law', lawSchema, { reserved: { ...takenPoints, ...takenLaws } }),
    {},
    'Laws that are no sums of elements: they act by a wrench beside the elements’, or command a motion to the servo',
  ),
  servo: optional(
    lawServoSchema,
    'What turns the motions of laws into joints; needed where a law commands a motion',
  ),
  velocity: optional(
    velocitySchema,
    'The joint velocities that elements and laws read; by default as they are measured',
  ),
  compensate: withDefault(list(compensation, 0, 10), [], 'What the controller adds of its own'),
  friction: optional(
    frictionSchema,
    'The joints’ friction that `compensate: [friction]` makes up for; by default what the robot file says',
  ),
  buffers: withDefault(
    either(
      choice({ none: 'No buffers', robot: 'Before the ends of all ranges that the robot file gives' }),
      buffersSchema,
    ),
    'robot',
    'Springs and dampers before the ends of the joints’ ranges; one element, `buffers`',
  ),
  payload: optional(
    payloadSchema,
    'What the arm carries besides its own links: its weight is held up. The simulated arm does not carry it unless its file does',
  ),
  limits: section(limitsSchema, 'Limits on what is commanded'),
  tank: optional(
    tankSchema,
    'A store of energy that pays for changes, sources and motions: what it cannot afford waits until dampers have refilled it',
  ),
  guards: optional(
    guardsSchema,
    'What is done when something is lost, with a line of its own in the ledger; without it a damped stop',
  ),
});
