/**
 * The scenario file: everything about a run. This file declares every key, its unit, range, default and
 * meaning once; nothing else holds a default of a scenario.
 */
import { bills, compensations, reactions } from '../control/index.js';
import { standardGravity } from '../model/index.js';
import { bodySchema } from './body-schema.js';
import { coordinateSchema } from './coordinate-schema.js';
import { elementSchema } from './element-schema.js';
import { defaultFriction } from './friction.js';
import { jointPositions } from './joint-positions.js';
import { jointProperty } from './joint-property.js';
import { measureSchema } from './measure-schema.js';
import { type MotionSection, motionSchema } from './motion-schema.js';
import { phaseSection } from './phase-schema.js';
import {
  choice,
  either,
  flag,
  type Infer,
  keys,
  keysAnd,
  list,
  measured,
  optional,
  quantity,
  required,
  type Schema,
  section,
  table,
  text,
  variants,
  vector3,
  whole,
  withDefault,
} from './schema.js';
import { servosSchema } from './servos.js';
import { type Shapes, shapeKeys, solidSchema } from './solid-schema.js';

const zero = [0, 0, 0] as const;

const takenElements = {
  payload: 'it is what the arm carries',
  'payload-centre': 'it is the centre of what the arm carries',
  buffers: 'it is what acts before the ends of joints',
  'buffers-sliding': 'it is what acts before the ends of joints that slide',
};

const takenPoints = {
  tool: 'it is the robot’s tool',
  world: 'it is the world’s origin and axes',
  ...takenElements,
};

/** Whether a word list is one word to one meaning; keeps the union of the words. */
const words = <W extends string>(from: readonly W[], meanings: Readonly<Record<W, string>>): Schema<W> =>
  choice(Object.fromEntries(from.map((w) => [w, meanings[w]])) as Record<W, string>);

const compensation = words(compensations, {
  gravity: 'Gravity torque g(q)',
  friction: 'Friction of the joints; of the controller a share of what `friction` says',
});

const fromRobot = { robot: 'What the robot file says' } as const;

const robotSection = keys({
  file: required(text('path'), 'The robot’s file: URDF, xacro or MJCF, told by its content'),
  args: withDefault(
    table('an argument', text('line', undefined, { loose: true }), { free: true }),
    {},
    'Values of a xacro file’s arguments',
  ),
  packages: withDefault(
    table('a package', text('path', 'a folder'), { free: true }),
    {},
    'Folders of the packages that the robot file names: of `package://name/…` and `$(find name)`',
  ),
  roots: optional(
    list(text('path', 'a folder'), 1, 100),
    'Folders out of which the robot file may take others; by default its own package (or folder) and `packages`',
  ),
  tool: withDefault(
    either(
      choice({ auto: 'The last link of the longest chain of joints' }),
      keys({
        on: required(text('line', 'a link'), 'The link (or frame) that carries it'),
        at: withDefault(vector3('m'), zero, 'The tool’s tip in that link'),
        rpy: withDefault(vector3('rad'), zero, 'Its axes in that link: turns about the fixed x, y, z'),
      }),
    ),
    'auto',
    'The point that is called `tool`: the compliance centre',
  ),
  start: withDefault(
    either(
      choice({
        auto: 'A pose inside the joint limits in which the tool can give way in every direction',
        neutral: 'The pose inside the joint limits that is nearest to zero',
      }),
      text('line', 'a pose'),
      jointPositions,
    ),
    'auto',
    'Where the joints stand at the start: a name among `poses` or the robot file’s own (keyframes), or positions by joint (others: neutral)',
  ),
  speeds: withDefault(
    table('a joint', measured(['rad/s', 'm/s']), { free: true }),
    {},
    'Speeds of joints at the start; others rest',
  ),
  servos: withDefault(
    servosSchema,
    {},
    'What the servos of joints read: a position may then be given as a reading, `50 servo`',
  ),
  poses: withDefault(table('a pose', jointPositions), {}, 'Named poses: positions by joint'),
  base: section(
    keys({
      at: withDefault(vector3('m'), zero, 'Position in the world'),
      rpy: withDefault(vector3('rad'), zero, 'Attitude in the world: turns about the fixed x, y, z'),
    }),
    'Where the robot is bolted to the world',
  ),
  provides: withDefault(list(compensation, 0, 10), [], 'What the robot’s own drives compensate already'),
});

const pointSection = variants<
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

const forceLimit = keys({
  at: required(text('name', 'a point on the robot'), 'The point'),
  norm: required(
    quantity('N', { least: 0 }),
    'Greatest norm of the sum of all elements’ forces there; the direction is kept',
  ),
});

const limitsSection = keys({
  force: withDefault(either(forceLimit, list(forceLimit, 0, 100)), [], 'Limits on the force at points'),
  torque: withDefault(
    jointProperty({ ...fromRobot, none: 'No limit' }, 'N m', 'N'),
    'robot',
    'Greatest torque of each joint',
  ),
  how: withDefault(
    choice({
      scale: 'One factor for all joints, so that the direction is kept',
      each: 'Every joint by itself',
    }),
    'scale',
    'What happens at the torque limit',
  ),
  torqueRate: withDefault(
    jointProperty({ none: 'No limit' }, 'N m/s', 'N/s'),
    'none',
    'Greatest change of each joint’s torque',
  ),
});

const derived = { robot: 'By the rule: see the page on postures and buffers' } as const;

const frictionSection = keys({
  coulomb: withDefault(jointProperty(fromRobot, 'N m', 'N'), 'robot', 'Coulomb friction of the joints'),
  viscous: withDefault(
    jointProperty(fromRobot, 'N m s/rad', 'N s/m'),
    'robot',
    'Viscous damping of the joints',
  ),
  share: withDefault(
    quantity('', { least: 0 }),
    defaultFriction.share,
    'Share of both that is compensated; more than 1 is refused, more than 0.9 warned of',
  ),
  width: withDefault(
    quantity('', { above: 0 }),
    defaultFriction.width,
    'Share of its Coulomb friction that a joint at rest must be asked for until the compensation has come in',
  ),
  speed: withDefault(
    either(
      measured(['rad/s', 'm/s'], { above: 0 }),
      table('a joint', measured(['rad/s', 'm/s'], { above: 0 }), { free: true }),
    ),
    defaultFriction.speed,
    'Speed from which on a joint counts as moving: tanh(v/speed) of it is compensated the way it goes',
  ),
});

const payloadSection = keys({
  mass: required(quantity('kg', { least: 0 }), 'Its mass'),
  centre: withDefault(vector3('m'), zero, 'Its centre of mass, in the axes of the point'),
  at: withDefault(text('name', 'a point on the robot'), 'tool', 'The point that carries it'),
});

const buffersSection = keys({
  joints: withDefault(
    either(choice({ all: 'All that have a range' }), list(text('line', 'a joint'), 1)),
    'all',
    'The joints that have them',
  ),
  band: withDefault(
    jointProperty(derived, 'rad', 'm', { above: 0 }),
    'robot',
    'The last part of the range, from each end, in which they act',
  ),
  stiffness: withDefault(
    jointProperty(derived, 'N m/rad', 'N/m'),
    'robot',
    'Torque for each radian (force for each metre) into the band',
  ),
  damping: withDefault(
    jointProperty(derived, 'N m s/rad', 'N s/m'),
    'robot',
    'Torque for each radian per second (force for each metre per second) on the way out, at the end of the range; less before it',
  ),
});

const guardsSection = keys({
  nonFinite: withDefault(
    words(reactions, {
      hold: 'Joint positions held where they last were right, with gravity',
      'damped stop': 'Joint speeds braked, with gravity',
      float: 'Gravity only',
      off: 'No torque',
    }),
    'damped stop',
    'What is done when the law’s torque is no number though the joint state is one',
  ),
});

const tankSection = keys({
  start: required(quantity('J', { least: 0 }), 'What it holds at the start'),
  most: required(quantity('J', { above: 0 }), 'What it holds at most; more is lost'),
  pays: withDefault(
    list(
      words(bills, {
        changes: 'Parameters that change, by events or phases, the first step’s among them',
        sources: 'Elements that put energy in; they are scaled together by what it affords',
        motions: 'Points that move by themselves, and references: they go on as fast as it affords',
      }),
      1,
      bills.length,
    ),
    bills,
    'What it pays for',
  ),
});

const controlSection = keys({
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
    table('a point', pointSection, { reserved: takenPoints }),
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
  compensate: withDefault(list(compensation, 0, 10), [], 'What the controller adds of its own'),
  friction: optional(
    frictionSection,
    'The joints’ friction that `compensate: [friction]` makes up for; by default what the robot file says',
  ),
  buffers: withDefault(
    either(
      choice({ none: 'No buffers', robot: 'Before the ends of all ranges that the robot file gives' }),
      buffersSection,
    ),
    'robot',
    'Springs and dampers before the ends of the joints’ ranges; one element, `buffers`',
  ),
  payload: optional(
    payloadSection,
    'What the arm carries besides its own links: its weight is held up. The simulated arm does not carry it unless its file does',
  ),
  limits: section(limitsSection, 'Limits on what is commanded'),
  tank: optional(
    tankSection,
    'A store of energy that pays for changes, sources and motions: what it cannot afford waits until dampers have refilled it',
  ),
  guards: section(guardsSection, 'What is done when something is lost'),
});

const plantSection = keys({
  rigid: section(
    keys({
      step: optional(
        quantity('s', { least: 1e-6, most: 0.1 }),
        'Step of the simulation; by default one tick, 1 ms under `continuous`',
      ),
      method: optional(
        choice({
          'semi-implicit': 'Speeds first, with the joints’ own damping and friction implicit; then positions',
          'runge-kutta': 'The classical fourth-order method',
        }),
        'How it steps; by default semi-implicit, under `continuous` runge-kutta',
      ),
      doubling: withDefault(
        flag(),
        false,
        'Whether every tick is repeated in halved steps, which gives the ledger its integration line and more than doubles the time; without it the residual holds the integration error',
      ),
      joints: section(
        keys({
          coulomb: withDefault(
            jointProperty(fromRobot, 'N m', 'N'),
            'robot',
            'Coulomb friction: sticks, and resists by this much',
          ),
          viscous: withDefault(jointProperty(fromRobot, 'N m s/rad', 'N s/m'), 'robot', 'Viscous damping'),
          rotorInertia: withDefault(
            jointProperty(fromRobot, 'kg m2', 'kg'),
            'robot',
            'Inertia of the rotors, felt at the joint',
          ),
          stiffness: withDefault(
            jointProperty(fromRobot, 'N m/rad', 'N/m'),
            'robot',
            'Stiffness of springs in the joints: the arm feels −stiffness · (position − rest)',
          ),
          rest: withDefault(
            jointProperty(fromRobot, 'rad', 'm', {}),
            'robot',
            'Positions at which those springs give no torque',
          ),
          stops: withDefault(
            choice({ ...fromRobot, none: 'Joints go on past their limits' }),
            'robot',
            'Stops at the ends of the joints’ ranges',
          ),
        }),
        'What the joints do by themselves',
      ),
    }),
    'A simulated arm of rigid links',
  ),
});

const eventSection = variants<
  | {
      readonly push: readonly [number, number, number];
      readonly torque: readonly [number, number, number];
      readonly on: string;
      readonly at: number;
      readonly for: number;
    }
  | { readonly set: string; readonly to: number | string | readonly (number | string)[]; readonly at: number }
>('an event', [
  {
    key: 'push',
    title: 'A push',
    meaning: 'A force on a point of the robot, for a time.',
    keys: {
      push: required(vector3('N'), 'Force on the robot, world axes'),
      torque: withDefault(vector3('N m'), zero, 'Torque on the robot, world axes'),
      on: withDefault(text('name', 'a point on the robot'), 'tool', 'The point that is pushed'),
      at: required(quantity('s', { least: 0 }), 'When it begins'),
      for: required(quantity('s', { above: 0 }), 'How long it lasts'),
    },
  },
  {
    key: 'set',
    title: 'A new value',
    meaning: 'A parameter of the control design jumps to another value.',
    keys: {
      set: required(text('line', 'a parameter'), 'The parameter: `reach.stiffness`, `goal.at`'),
      to: required(either(measured([]), list(measured([]), 1, 9)), 'Its new value'),
      at: required(quantity('s', { least: 0 }), 'When'),
    },
  },
]);

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
  robots: required(table('a robot', robotSection, { least: 1, most: 1 }), 'The robot, by a name for it'),
  world: section(
    keysAnd(
      { gravity: withDefault(vector3('m/s2'), standardGravity, 'Acceleration of free fall') },
      'solids',
      table('a solid', solidSchema, { reserved: takenPoints }),
      'A solid in the world, by a name that elements and coordinates use as that of a point',
    ),
    'What the robot stands in',
  ),
  control: section(controlSection, 'The controller'),
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
  plant: section(plantSection, 'What is controlled'),
  events: withDefault(list(eventSection), [], 'What happens during the run'),
  record: section(recordSection, 'What is written'),
  measure: withDefault(
    table('a measure', measureSchema, { free: true }),
    {},
    'What is measured, and its limits',
  ),
});

/** A scenario: plain data, SI numbers, every default filled in. */
export type Scenario = Infer<typeof scenarioSchema>;
