/** Designs for any robot: as many elements as asked for, of every kind that joins points or a joint in turn. */
import type { Design, ElementDesign, LimitsDesign, PointDesign } from 'pliant/control';
import type { Vec3 } from 'pliant/math';
import { coordinateNamed, type ElementDeclaration, type End, elements, shapeSize } from 'pliant/mechanism';
import type { Model } from 'pliant/model';
import { chance, vector, vector3 } from './made-robots.js';

export interface DesignOptions {
  readonly count: number;
  readonly seed?: number;
  /** s; 1 ms by default. */
  readonly period?: number;
  /** Which kinds of these there are; all by default. */
  readonly kinds?: (declaration: ElementDeclaration) => boolean;
  /** Whether torques, their rates and the force at the first point are limited; true by default. */
  readonly limits?: boolean;
  /** Gains are multiplied by this. */
  readonly strength?: number;
  /** Whether one of the world's points moves; true by default. */
  readonly moves?: boolean;
  /** Whether springs saturate now and then; true by default. */
  readonly saturation?: boolean;
}

/** Laws of a gain, a force or a target, whose numbers are drawn by their names. */
const PLAIN: readonly string[] = [
  'damper: attitude',
  'damper: attitude-rate',
  'damper: joint',
  'damper: line',
  'damper: linear',
  'source: force',
  'spring: attitude',
  'spring: attitude-plain',
  'spring: attitude-quaternion',
  'spring: joint',
  'spring: line',
  'spring: linear',
  'spring: repel',
];

/**
 * Laws whose numbers go with each other. Those that take more than two points or a joint are made by passive-designs.ts:
 * on surfaces, on several joints, on virtual bodies.
 */
const shaped: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  'damper: contact': { damping: [3], begins: [0.3], width: [0.1] },
  'damper: coulomb': { greatest: [2], width: [0.1] },
  'damper: one-way': { opening: [3], closing: [1], width: [0.2] },
  'damper: ramped': { damping: [3], none: [0.8], full: [0.2] },
  'damper: rate-ramped': { damping: [3], none: [0.2], full: [1.5] },
  'damper: saturating': { damping: [3], greatest: [2] },
  'source: power': { power: [2], greatest: [5] },
  'source: push': { force: [3], greatest: [6], softPower: [5] },
  'source: regulator': { damping: [3], speed: [0.2], ramp: [0.5] },
  'spring: contact': { stiffness: [40], begins: [0.3], width: [0.05] },
  'spring: dead-zone': { stiffness: [40], lower: [0.1], upper: [0.4] },
  'spring: gaussian': { push: [5], width: [0.2] },
  'spring: one-sided': { stiffness: [40], below: [0.3] },
  'spring: piecewise': { knots: [0.05, 0.1, 0.2], values: [20, 2, 0], slope: [1800] },
  'spring: polynomial': { stiffness: [10], span: [0.4], power: [2] },
  'spring: saturating': { stiffness: [40], greatest: [8] },
  'spring: saturating-axes': { stiffness: [40], greatest: [8] },
  'spring: sigmoid': { near: [2], far: [20], middle: [0.5], steepness: [12] },
};

const nameOf = ({ family, kind }: ElementDeclaration): string => `${family}: ${kind}`;

/** Joints with one position of their own, by name. */
export function singleJoints(model: Model): string[] {
  return model.bodies
    .filter((body) => body.nq === 1 && body.nv === 1 && body.mimic === undefined)
    .map((body) => body.joint);
}

/** Frames on up to `count` bodies, spread over the model, the last body's among them. */
export function spreadFrames(model: Model, count: number): string[] {
  const named = model.bodies.flatMap(
    (_, i) => model.frames.filter((frame) => frame.body === i).slice(-1)[0] ?? [],
  );
  const step = Math.max(1, named.length / count);
  const chosen = Array.from({ length: Math.min(count, named.length) }, (_, i) => {
    return named[named.length - 1 - Math.floor(i * step)];
  });
  return chosen.map((frame) => frame.name);
}

export function designOf(model: Model, options: DesignOptions): Design {
  const { count, seed = 1, period = 1e-3, kinds = () => true, limits = true, strength = 1 } = options;
  const next = chance(seed);
  const points = pointsOf(model, next, options.moves ?? true);
  const onRobot = points.filter((point) => point.frame !== undefined).map((point) => point.name);
  const inWorld = points.filter((point) => point.frame === undefined).map((point) => point.name);
  const joints = singleJoints(model);
  const usable = elements.filter(
    (declaration) => kinds(declaration) && (declaration.coordinate !== 'joint' || joints.length > 0),
  );
  const declarations = [
    ...usable.filter((declaration) => PLAIN.includes(nameOf(declaration))),
    ...usable.filter((declaration) => shaped[nameOf(declaration)] !== undefined),
  ];
  const among = (list: readonly string[], i: number): string => list[i % list.length];
  const made = Array.from({ length: count }, (_, i): ElementDesign => {
    const declaration = declarations[i % declarations.length];
    const round = Math.floor(i / declarations.length);
    const ends: Record<End, string> = {
      from: among(onRobot, i),
      // Between two points of the robot every third time.
      to: i % 3 === 2 && onRobot.length > 1 ? among(onRobot, i + 1) : among([...inWorld, 'world'], i + round),
      at: among(onRobot, i),
      axes: among(onRobot, i + 2),
      joint: among(joints, i),
    };
    const { ends: needed, optional } = coordinateNamed(declaration.coordinate);
    const joins = [...needed, ...(round % 2 === 1 ? optional : [])].map((end) => [end, ends[end]]);
    return {
      name: `element${i}`,
      family: declaration.family,
      kind: declaration.kind,
      joins: Object.fromEntries(joins),
      parameters: parametersOf(declaration, round, strength, options.saturation ?? true, next),
    };
  });
  return {
    name: `${count} elements`,
    model,
    period,
    points,
    elements: made,
    compensate: ['gravity'],
    ...(limits ? { limits: limitsOf(model, points[0].name) } : {}),
    guards: { nonFinite: 'hold' },
  };
}

function pointsOf(model: Model, next: () => number, moves: boolean): PointDesign[] {
  const attitude = (): [number, number, number, number] => {
    const [w, x, y, z] = vector(next, 4);
    return [1 + w, x, y, z];
  };
  const place = (size: number): [number, number, number] => {
    const [x, y, z] = vector3(next, size);
    return [x, y, z];
  };
  const onRobot = spreadFrames(model, 7).map((frame, i): PointDesign => {
    if (i % 3 === 1) return { name: `point${i}`, frame };
    return { name: `point${i}`, frame, at: place(0.1), ...(i % 3 === 0 ? { attitude: attitude() } : {}) };
  });
  const inWorld = [0, 1, 2].map((i): PointDesign => {
    return { name: `goal${i}`, at: place(0.6), attitude: attitude(), ...(i === 2 && moves ? { moves } : {}) };
  });
  return [...onRobot, ...inWorld];
}

/** Of plain laws one number for each parameter at first, then as many as it takes. */
function parametersOf(
  declaration: ElementDeclaration,
  round: number,
  strength: number,
  saturation: boolean,
  next: () => number,
): Readonly<Record<string, readonly number[]>> {
  const given = shaped[nameOf(declaration)];
  if (given !== undefined) {
    const gains = ['stiffness', 'damping'];
    const scaled = Object.entries(given).map(([name, numbers]) => [
      name,
      gains.includes(name) ? numbers.map((x) => strength * x) : numbers,
    ]);
    return Object.fromEntries(scaled);
  }
  const values: Record<string, number[]> = {};
  for (const { name, shapes, unit } of declaration.parameters) {
    const turning = String(unit).startsWith('N m');
    const shape = shapes[round % shapes.length];
    if (name === 'saturation' && (!saturation || round % 2 === 1)) continue;
    const size = name === 'stiffness' && round % 2 === 0 ? 1 : (shapeSize(shape, 3) ?? 1);
    const gain = strength * (turning ? 0.1 : 1);
    if (name === 'stiffness') values[name] = positive(size, 40 * gain, next);
    else if (name === 'damping') values[name] = positive(size, 3 * gain, next);
    else if (name === 'force') values[name] = [...vector3(next, 5)];
    else if (name === 'target') values[name] = [next() - 0.5];
    else values[name] = [0.1 + 0.4 * next()];
  }
  if (values.saturation !== undefined && values.stiffness.length > 1) delete values.saturation;
  return values;
}

/** Numbers about `size`; nine of them a symmetric positive definite matrix. */
function positive(count: number, size: number, next: () => number): number[] {
  const about = (): number => size * (0.5 + next());
  if (count !== 9) return Array.from({ length: count }, about);
  const [a, b, c] = [about(), about(), about()];
  const [x, y, z]: Vec3<number> = vector3(next, 0.1 * size);
  return [a, x, y, x, b, z, y, z, c];
}

function limitsOf(model: Model, at: string): LimitsDesign {
  const each = (size: number): number[] => new Array<number>(model.nv).fill(size);
  return {
    force: [{ at, norm: 15 }],
    torque: { most: each(60) },
    torqueRate: { most: each(2e4) },
  };
}
