/** Robots on which dynamics are measured, and how far apart two answers are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Model, modelOf } from 'pliant/model';
import { type Robot, readUrdf } from 'pliant/robot';
import { corpusBytes, type Facts, facts, soundRobots } from './corpus.js';
import { checkout } from './folders.js';
import { zoo } from './made-robots.js';

export const GRAVITY = [0, 0, -9.81] as const;

/** A model to measure, named by what it is. */
export interface ModelCase {
  readonly title: string;
  readonly model: Model;
}

/** The same from a robot file. */
export interface DynamicsCase extends ModelCase {
  readonly urdf: string;
  readonly robot: Robot;
  /** The root link, where it floats. */
  readonly freeRoot: string | undefined;
}

function made(title: string, urdf: string, freeBase: boolean): DynamicsCase {
  const { value: robot } = readUrdf(urdf, { file: 'robot.urdf', freeBase });
  if (robot === undefined) throw new Error(`${title} is not read`);
  const { value: model } = modelOf(robot);
  if (model === undefined) throw new Error(`${title} makes no model`);
  return { title, urdf, robot, model, freeRoot: freeBase ? robot.roots[0].link : undefined };
}

export function movingJoints(entry: Facts): number {
  return Object.values(entry.moving).reduce((a, b) => a + b, 0);
}

export function isTwoArmed(entry: Facts): boolean {
  return entry.free >= 14 && Object.keys(entry.end_effector ?? {}).length >= 2;
}

/** Robots with 20 to 60 joints that follow no other. */
export function isManyJointed(entry: Facts): boolean {
  return entry.free >= 20 && entry.free <= 60;
}

/**
 * Sound robots of the corpus with five degrees of freedom or more, and awkward ones with many, without the
 * inertias that MuJoCo refuses.
 */
export function chosenFacts(): readonly Facts[] {
  const awkward = facts(
    (entry) => entry.format === 'urdf' && entry.roots.length === 1 && isManyJointed(entry),
  );
  return [...soundRobots((entry) => entry.free >= 5), ...awkward].filter(
    (entry) => entry.invalid_inertia.length === 0,
  );
}

/** Made robots: spherical joints, several roots, helical, planar and free joints, mimics. */
export function madeCases(): ModelCase[] {
  return zoo().map((robot) => {
    const { value: model } = modelOf(robot);
    if (model === undefined) throw new Error(`${robot.name} makes no model`);
    return { title: `made: ${robot.name}`, model };
  });
}

export function ownArm(): DynamicsCase {
  const urdf = readFileSync(join(checkout, 'robots/arm7/arm7.urdf'), 'utf8');
  return made("the project's own arm", urdf, false);
}

/**
 * The project's own arm and the chosen robots of the corpus, one of a kind (by joints, mimics and mass); those
 * with two arms or with 20 joints and more afloat as well.
 */
export function dynamicsCases(): DynamicsCase[] {
  const cases = [ownArm()];
  const kinds = new Set<string>();
  for (const entry of chosenFacts()) {
    const kind = `${movingJoints(entry)} joints, ${entry.mimic.length} mimics, ${entry.total_mass} kg`;
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    const text = new TextDecoder().decode(corpusBytes(entry.file));
    cases.push(made(kind, text, false));
    if (isTwoArmed(entry) || movingJoints(entry) >= 20) cases.push(made(`${kind}, afloat`, text, true));
  }
  return cases;
}

/** Numbers in [−1, 1) from a seed (xorshift32). */
export function stream(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2147483648 - 1;
  };
}

/** Greatest difference over the greatest magnitude of `b`, which counts as 1 at least; NaN where one is. */
export function relative(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) throw new Error(`lengths ${a.length} and ${b.length}`);
  let scale = 1;
  let apart = 0;
  a.forEach((x, i) => {
    scale = Math.max(scale, Math.abs(b[i]));
    const d = Math.abs(x - b[i]);
    apart = Number.isNaN(d) ? Number.NaN : Math.max(apart, d);
  });
  return apart / scale;
}

/** Keeps the worst of each kind. */
export class Worst {
  readonly values: Record<string, number> = {};

  take(kind: string, error: number): void {
    const before = this.values[kind] ?? 0;
    this.values[kind] = Number.isNaN(error) || error > before ? error : before;
  }
}
