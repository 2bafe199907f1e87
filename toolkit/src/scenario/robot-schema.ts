/** The robot as a scenario writes it: a file, or the mass of a bench. */
import { type BenchAxis, benchAxes } from '../robot/index.js';
import { jointPositions } from './joint-positions.js';
import {
  choice,
  either,
  keys,
  list,
  measured,
  optional,
  quantity,
  required,
  section,
  table,
  text,
  type ValueOf,
  variants,
  vector3,
  withDefault,
} from './schema.js';
import { servosSchema } from './servos.js';
import { compensation } from './words.js';

const zero = [0, 0, 0] as const;

const fromFile = {
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
} as const;

const common = {
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
} as const;

const bench = keys({
  axes: withDefault(
    list(choice({ x: 'Along x', y: 'Along y', z: 'Along z' }), 1, benchAxes.length),
    ['x'],
    'The axes along which it slides, each once: sliding joints of these names, one on the other',
  ),
  mass: required(quantity('kg', { above: 0 }), 'Its mass: the link `tool`, a point mass'),
});

/** A robot of a file, with `file`, or of a bench, with `bench`. */
export type RobotSection = ValueOf<typeof common> &
  Partial<ValueOf<typeof fromFile>> & {
    readonly bench?: { readonly axes: readonly BenchAxis[]; readonly mass: number };
  };

export const robotSchema = variants<RobotSection>('a robot', [
  {
    key: 'file',
    title: 'A robot of a file',
    meaning: 'An arm as its maker describes it.',
    keys: { ...fromFile, ...common },
  },
  {
    key: 'bench',
    title: 'The mass of a bench',
    meaning: 'One tool mass that slides along one to three axes.',
    keys: { bench: required(bench, 'Its axes and its mass'), ...common },
  },
]);
