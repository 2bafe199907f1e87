/** `pliant show`: what a robot is, and what it does in a pose. */
import { formatNumber, numbers, quaternionFromRotation } from 'pliant/math';
import {
  centreOfMass,
  forwardKinematics,
  frameJacobian,
  framePlacement,
  gravityTorque,
  type Model,
  massMatrix,
  modelOf,
  type Placement,
  standardGravity,
} from 'pliant/model';
import { nearest, printable } from 'pliant/problem';
import { type Joint, type NamedFrame, type Pose, type Robot, readingOfPosition } from 'pliant/robot';
import {
  longestChainEnd,
  positionsInLine,
  positionsInText,
  type ServoMaps,
  servosInText,
} from 'pliant/scenario';
import { type Context, Refusal } from './context.js';
import { exit } from './exit.js';
import { folderFiles, rootsFor } from './files.js';
import { json } from './json.js';
import { meshesOf, type ShownMesh } from './meshes.js';
import { type RobotOptions, readNamedRobot } from './robot.js';
import { take, tell } from './talk.js';
import { followsText, treeText } from './tree.js';

export interface ShowOptions extends RobotOptions {
  readonly at?: string;
  readonly frame?: string;
  readonly servos?: string;
  readonly meshes?: true;
  readonly json?: true;
}

export async function show(context: Context, file: string, options: ShowOptions): Promise<number> {
  const { outcome, files } = await readNamedRobot(context, file, options);
  const robot = take(context, outcome);
  const model = take(context, modelOf(robot));
  const servos = servosFor(context, model, options);
  const q = positions(context, model, options, servos);
  const frame = frameFor(model, options.frame);
  const shown = { ...describeRobot(robot, model, q, frame, servos), ...(await shownMeshes()) };
  context.out(options.json ? json(shown) : text(shown, treeText(robot)));
  return exit.done;

  async function shownMeshes(): Promise<Pick<Shown, 'meshes'>> {
    if (!options.meshes) return {};
    const { meshes, problems } = await meshesOf(robot, files);
    tell(context, problems);
    return { meshes };
  }
}

/** What the file of `--servos` says of the joints' servos. */
function servosFor(context: Context, model: Model, { servos, root }: ShowOptions): ServoMaps | undefined {
  if (servos === undefined) return undefined;
  const files = folderFiles(context.folder, rootsFor(context.folder, [servos], root));
  const bytes = files.read(servos);
  if (bytes === undefined) throw Refusal.unread(servos, files.why(servos));
  return take(context, servosInText(model, new TextDecoder().decode(bytes), servos));
}

/** `--at` names a file, unless it holds `=`. */
function positions(
  context: Context,
  model: Model,
  { at = '', root }: ShowOptions,
  servos: ServoMaps | undefined,
): readonly number[] {
  if (at === '') return model.neutral;
  const files = folderFiles(context.folder, rootsFor(context.folder, [at], root));
  const bytes = files.read(at);
  if (bytes === undefined) {
    if (at.includes('=')) return take(context, positionsInLine(model, at, '--at', servos));
    throw Refusal.of({
      code: 'file-missing',
      where: { file: '--at' },
      message: 'this is neither joint=value nor a file that can be read',
      got: at,
      hint: files.why(at),
    });
  }
  return take(context, positionsInText(model, new TextDecoder().decode(bytes), at, servos));
}

function frameFor(model: Model, name: string | undefined): string {
  if (name === undefined) return longestChainEnd(model).name;
  const names = model.frames.map((frame) => frame.name);
  if (names.includes(name)) return name;
  const near = nearest(name, names);
  throw Refusal.of({
    code: 'frame-unknown',
    where: { file: '--frame' },
    message: `there is no frame ${JSON.stringify(printable(name, 60))}`,
    known: names,
    ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
  });
}

type Numbers = readonly number[];

interface ShownPose {
  readonly position: Numbers;
  /** [w, x, y, z] */
  readonly orientation: Numbers;
}

/** SI units throughout; everything by name. */
export interface Shown {
  readonly name: string;
  readonly format: string;
  readonly roots: readonly { readonly link: string; readonly base: string }[];
  readonly links: readonly {
    readonly name: string;
    readonly mass: number;
    readonly centre?: Numbers;
    readonly inertia?: Numbers;
  }[];
  readonly joints: readonly ShownJoint[];
  /** Frames that the file names, on their links; their poses in the world stand under `frames`. */
  readonly namedFrames: readonly (ShownPose & Pick<NamedFrame, 'name' | 'link'>)[];
  readonly starts: Robot['starts'];
  readonly actuators: NonNullable<Robot['actuators']>;
  readonly constraints: NonNullable<Robot['constraints']>;
  readonly mass: number;
  readonly centreOfMass: Numbers;
  /** Position of every joint that moves by itself, and the velocity's entries in their order. */
  readonly configuration: Readonly<Record<string, number>>;
  readonly velocities: readonly string[];
  readonly frames: Readonly<Record<string, ShownPose>>;
  readonly gravity: Numbers;
  readonly gravityTorque: Readonly<Record<string, number>>;
  readonly massMatrix: readonly Numbers[];
  readonly jacobian: {
    readonly frame: string;
    readonly reference: 'world axes, at the frame’s origin';
    readonly rows: readonly string[];
    readonly values: readonly Numbers[];
  };
  /** Where they are asked for. */
  readonly meshes?: readonly ShownMesh[];
}

interface ShownJoint {
  readonly name: string;
  readonly type: string;
  readonly parent: string;
  readonly child: string;
  readonly origin: ShownPose;
  readonly axis?: Numbers;
  readonly limits?: object;
  readonly mimic?: Joint['mimic'];
  readonly damping: number;
  readonly friction: number;
  readonly rotorInertia: number;
  readonly spring?: Joint['spring'];
  readonly servo?: ShownServo;
}

/** position = sign · scale · (reading − centre) + offset. */
interface ShownServo {
  readonly sign: 1 | -1;
  readonly scale: number;
  readonly centre: number;
  readonly offset: number;
  /** What it reads at the configuration. */
  readonly reading: number;
  /** What it reads at the ends of the joint's range, lower first, where it has them. */
  readonly range?: Numbers;
}

export function describeRobot(
  robot: Robot,
  model: Model,
  q: readonly number[],
  frameName: string,
  servos: ServoMaps = new Map(),
): Shown {
  const kinematics = forwardKinematics(numbers, model, q);
  const { nv } = model;
  const matrix = (flat: Numbers, rows: number): Numbers[] =>
    Array.from({ length: rows }, (_, i) => flat.slice(i * nv, (i + 1) * nv));
  const frame = model.frames.find((f) => f.name === frameName) ?? model.frames[0];
  const { mass, centre } = centreOfMass(numbers, model, q);
  const held = gravityTorque(numbers, model, q, standardGravity);
  return {
    name: robot.name,
    format: robot.source.format,
    roots: robot.roots.map(({ link, base }) => ({ link, base })),
    links: robot.links.map(({ name, inertial }) => ({
      name,
      mass: inertial?.mass ?? 0,
      ...(inertial === undefined ? {} : { centre: inertial.centre, inertia: inertial.inertia }),
    })),
    joints: robot.joints.map((joint) => {
      const servo = shownServo(joint, model, q, servos);
      return servo === undefined ? shownJoint(joint) : { ...shownJoint(joint), servo };
    }),
    namedFrames: robot.frames.map(({ name, link, pose }) => ({ name, link, ...shownPose(pose) })),
    starts: robot.starts,
    actuators: robot.actuators ?? [],
    constraints: robot.constraints ?? [],
    mass,
    centreOfMass: centre,
    configuration: Object.fromEntries(model.positionNames.map((name, i) => [name, q[i]])),
    velocities: model.velocityNames,
    frames: Object.fromEntries(
      model.frames.map((f) => [f.name, shownPose(framePlacement(numbers, kinematics, f))]),
    ),
    gravity: standardGravity,
    gravityTorque: Object.fromEntries(model.velocityNames.map((name, i) => [name, held[i]])),
    massMatrix: matrix(massMatrix(numbers, model, q), nv),
    jacobian: {
      frame: frame.name,
      reference: 'world axes, at the frame’s origin',
      rows: ['vx', 'vy', 'vz', 'wx', 'wy', 'wz'],
      values: matrix(frameJacobian(numbers, model, kinematics, frame, 'worldAligned'), 6),
    },
  };
}

function shownPose({ position, rotation }: Pose | Placement<number>): ShownPose {
  return { position, orientation: quaternionFromRotation(numbers, rotation) };
}

function shownJoint(joint: Joint): ShownJoint {
  const { name, type, parent, child, axis, limits, mimic, damping, friction, rotorInertia, spring } = joint;
  const hasAxis = type !== 'fixed' && type !== 'free' && type !== 'spherical';
  return {
    name,
    type,
    parent,
    child,
    origin: shownPose(joint.origin),
    ...(hasAxis ? { axis } : {}),
    ...(limits === undefined ? {} : { limits }),
    ...(mimic === undefined ? {} : { mimic }),
    damping,
    friction,
    rotorInertia,
    ...(spring === undefined ? {} : { spring }),
  };
}

function shownServo(
  { name, limits }: Joint,
  model: Model,
  q: readonly number[],
  servos: ServoMaps,
): ShownServo | undefined {
  const map = servos.get(name);
  const body = model.bodies.find(({ joint }) => joint === name);
  if (map === undefined || body === undefined) return undefined;
  const { lower, upper } = limits ?? {};
  const range = [lower, upper].flatMap((end) => (end === undefined ? [] : [readingOfPosition(map, end)]));
  const { sign, scale, centre, offset } = map;
  const reading = readingOfPosition(map, q[body.q]);
  return { sign, scale, centre, offset, reading, ...(range.length === 2 ? { range } : {}) };
}

function text(shown: Shown, tree: readonly string[]): string {
  const parts: string[] = [];
  const plain = (name: string): string => printable(name, 60);
  const n = (x: number): string => formatNumber(Math.abs(x) < 5e-13 ? 0 : x, 6);
  const list = (values: Numbers): string => `[${values.map(n).join(', ')}]`;
  const moving = shown.joints.filter((joint) => joint.type !== 'fixed');
  parts.push(
    `${shown.name} (${shown.format}): ${shown.links.length} links, ${moving.length} moving joints, ${n(shown.mass)} kg`,
    `root: ${shown.roots.map(({ link, base }) => `${link} (${base})`).join(', ')}`,
    `centre of mass: ${list(shown.centreOfMass)} m`,
  );
  if (shown.starts.length > 0)
    parts.push(`named starts: ${shown.starts.map(({ name }) => plain(name)).join(', ')}`);
  for (const { kind, links, joints, active } of shown.constraints) {
    const between = [...links, ...joints].map(plain).join(', ');
    parts.push(`constraint: ${kind} of ${between}${active ? '' : ' (not active)'}`);
  }
  parts.push('', ...tree);
  const rows = moving.map((joint) => {
    const { lower, upper, velocity, effort } = (joint.limits ?? {}) as Record<string, number | undefined>;
    const unit = joint.type === 'prismatic' ? 'm' : 'rad';
    const range =
      lower === undefined && upper === undefined
        ? ''
        : `${lower === undefined ? '−∞' : n(lower)} … ${upper === undefined ? '∞' : n(upper)} ${unit}`;
    const follows = joint.mimic === undefined ? '' : followsText(joint.mimic);
    const position =
      joint.mimic === undefined && shown.configuration[joint.name] !== undefined
        ? n(shown.configuration[joint.name])
        : '';
    const torque = shown.gravityTorque[joint.name];
    return [
      joint.name,
      joint.type,
      joint.axis === undefined ? '' : list(joint.axis),
      range,
      velocity === undefined ? '' : `${n(velocity)} ${unit}/s`,
      effort === undefined ? '' : `${n(effort)} ${unit === 'm' ? 'N' : 'N m'}`,
      position,
      torque === undefined ? '' : `${n(torque)} ${unit === 'm' ? 'N' : 'N m'}`,
      follows,
    ];
  });
  parts.push(
    '',
    ...columns([['joint', 'type', 'axis', 'range', 'speed', 'effort', 'at', 'gravity torque', ''], ...rows]),
  );
  const servos = moving.flatMap(({ name, type, servo }) =>
    servo === undefined ? [] : [{ name, type, servo }],
  );
  if (servos.length > 0) {
    parts.push(
      '',
      'servos: position = sign · scale · (reading − centre) + offset',
      ...columns([
        ['joint', 'sign', 'scale', 'centre', 'offset', 'reads', 'over its range'],
        ...servos.map(({ name, type, servo: { sign, scale, centre, offset, reading, range } }) => {
          const unit = type === 'prismatic' ? 'm' : 'rad';
          return [
            plain(name),
            sign < 0 ? '−1' : '1',
            `${n(scale)} ${unit}`,
            n(centre),
            `${n(offset)} ${unit}`,
            n(reading),
            range === undefined ? '' : range.map(n).join(' … '),
          ];
        }),
      ]),
    );
  }
  parts.push(
    '',
    ...columns([
      ['link or frame', 'mass kg', 'position m', 'orientation w x y z'],
      ...Object.entries(shown.frames).map(([name, pose]) => {
        const link = shown.links.find((l) => l.name === name);
        return [name, link === undefined ? '' : n(link.mass), list(pose.position), list(pose.orientation)];
      }),
    ]),
  );
  parts.push('', 'mass matrix (kg m², kg):', ...columns(shown.massMatrix.map((row) => row.map(n))));
  parts.push('', `Jacobian of ${shown.jacobian.frame} (${shown.jacobian.reference}):`);
  parts.push(
    ...columns([
      ['', ...shown.velocities],
      ...shown.jacobian.values.map((row, i) => [shown.jacobian.rows[i], ...row.map(n)]),
    ]),
  );
  if (shown.meshes !== undefined) {
    parts.push(
      '',
      ...columns([
        ['mesh', 'triangles', 'from m', 'to m', 'links'],
        ...shown.meshes.map(({ file, triangles, lower, upper, links }) => [
          printable(file, 60),
          `${triangles}`,
          list(lower),
          list(upper),
          links.map(plain).join(', '),
        ]),
      ]),
    );
  }
  return `${parts.join('\n')}\n`;
}

/** Rows of cells, each column as wide as its widest cell. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [k, cell] of row.entries()) widths[k] = Math.max(widths[k] ?? 0, [...cell].length);
  return rows.map((row) =>
    row
      .map((cell, k) => cell + ' '.repeat(widths[k] - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
}
