/** What an arm carries, as a scenario writes it: what its controller knows of it, and what it is. */
import {
  flag,
  type Infer,
  keys,
  optional,
  quantity,
  required,
  text,
  vector3,
  withDefault,
} from './schema.js';

const zero = [0, 0, 0] as const;
const at = withDefault(text('name', 'a point on the robot'), 'tool', 'The point that carries it');
const mass = required(quantity('kg', { least: 0 }), 'Its mass');
const centre = withDefault(vector3('m'), zero, 'Its centre of mass, in the axes of the point');
const gyration = withDefault(
  vector3('m'),
  zero,
  'Its radii of gyration about its centre, in the axes of the point: its inertia about each is mass × radius²',
);

/** `control.payload`. */
export const payloadSchema = keys({ mass, centre, gyration, at });

/** `plant.rigid.payloads`: each has a name that events pick up and put down. */
export const carriedSchema = keys({
  mass: required(quantity('kg', { above: 0 }), 'Its mass'),
  centre,
  gyration,
  at,
  held: optional(
    flag(),
    'Whether the arm carries it at the start; by default unless the first event that names it picks it up',
  ),
});
export type CarriedSection = Infer<typeof carriedSchema>;
