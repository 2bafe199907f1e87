/**
 * The scenario file: everything about a run. Here and in the `…-schema.ts` beside it every key is declared
 * once, with its unit, range, default and meaning; nothing else holds a default of a scenario.
 */
import { standardGravity } from '../model/index.js';
import { controlSchema } from './control-schema.js';
import { eventSchema } from './event-schema.js';
import { measureSchema } from './measure-schema.js';
import { phaseSection } from './phase-schema.js';
import { plantSchema } from './plant-schema.js';
import { robotSchema } from './robot-schema.js';
import {
  choice,
  either,
  type Infer,
  keys,
  keysAnd,
  list,
  optional,
  quantity,
  required,
  section,
  table,
  text,
  vector3,
  whole,
  withDefault,
} from './schema.js';
import { solidSchema } from './solid-schema.js';
import { takenPoints } from './taken-names.js';

const recordSection = keys({
  rate: withDefault(quantity('Hz', { above: 0, most: 100_000 }), 250, 'How often channels are written'),
  groups: withDefault(
    either(choice({ all: 'Every group' }), list(text('name', 'a group of channels'), 0, 100)),
    'all',
    'Which groups of channels are written and drawn; others are worked out only where a measure needs them',
  ),
});

export const scenarioSchema = keys({
  pliant: required(choice({ 1: 'This version' }), 'The version of this format'),
  name: withDefault(text('line'), 'unnamed', 'What the run is called'),
  extends: optional(
    text('path'),
    'A scenario that this one is laid over: maps key by key; null takes a key away',
  ),
  seed: withDefault(whole(0, 4_294_967_295), 0, 'Seed of everything that is random'),
  duration: withDefault(quantity('s', { above: 0, most: 86_400 }), 5, 'Simulated time'),
  robots: required(table('a robot', robotSchema, { least: 1, most: 1 }), 'The robot, by a name for it'),
  world: section(
    keysAnd(
      {
        gravity: optional(
          vector3('m/s2'),
          'Acceleration of free fall; by default 9.81 m/s² down, and none where the robot is a `bench`',
        ),
      },
      'solids',
      table('a solid', solidSchema, { reserved: takenPoints }),
      'A solid in the world, by a name that elements and coordinates use as that of a point',
    ),
    'What the robot stands in',
  ),
  control: section(controlSchema, 'The controller'),
  task: section(
    keys({
      phases: withDefault(
        table('a phase', phaseSection),
        {},
        'What follows what, from the first in the file on; values of a phase hold while it lasts',
      ),
    }),
    'What the controller is to do in turn',
  ),
  plant: section(plantSchema, 'What is controlled'),
  events: withDefault(list(eventSchema), [], 'What happens during the run'),
  record: section(recordSection, 'What is written'),
  measure: withDefault(
    table('a measure', measureSchema, { free: true }),
    {},
    'What is measured, and its limits',
  ),
});

type Written = Infer<typeof scenarioSchema>;

/** A scenario: plain data, SI numbers, every default filled in. */
export interface Scenario extends Written {
  readonly world: Written['world'] & { readonly gravity: readonly [number, number, number] };
}

/** What was read, with the default that depends on the robot. */
export function filledIn(written: Written): Scenario {
  const still = Object.values(written.robots).some(({ bench }) => bench !== undefined);
  const { gravity = still ? ([0, 0, 0] as const) : standardGravity } = written.world;
  return { ...written, world: { ...written.world, gravity } };
}
