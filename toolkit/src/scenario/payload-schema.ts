/** What the arm carries, as a scenario writes it. */
import { keys, quantity, required, text, vector3, withDefault } from './schema.js';

const zero = [0, 0, 0] as const;

export const payloadSchema = keys({
  mass: required(quantity('kg', { least: 0 }), 'Its mass'),
  centre: withDefault(vector3('m'), zero, 'Its centre of mass, in the axes of the point'),
  at: withDefault(text('name', 'a point on the robot'), 'tool', 'The point that carries it'),
});
