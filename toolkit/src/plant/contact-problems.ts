/** What keeps contacts from being simulated, and steps that are too long for them. */
import { solidSizes, touches } from '../geometry/index.js';
import {
  add3,
  factorDefinite,
  formatQuantity,
  identity3,
  mulMat,
  mulMatVec,
  normalised,
  numbers,
  rotationFromQuaternion,
  solveDefinite,
  type Vec3,
} from '../math/index.js';
import {
  forwardKinematics,
  frameJacobian,
  frameOf,
  framePlacement,
  type Model,
  massMatrixWithRotors,
  pointJacobian,
} from '../model/index.js';
import type { Problem } from '../problem/index.js';
import type { ContactOptions } from './contact-fields.js';
import { impactStep, MOST_SUBSTEPS } from './contact-law.js';

const origin: Vec3<number> = [0, 0, 0];

/** Errors: numbers that are none, places that are not on the robot or do not move. */
export function contactProblems(model: Model, { solids, places }: ContactOptions): Problem[] {
  const problems: Problem[] = [];
  const error = (code: string, path: string, message: string, more: Partial<Problem> = {}): void => {
    problems.push({ code, severity: 'error', where: { path }, message, ...more });
  };
  const number = (name: string, key: string, x: number, least: string, good: boolean): void => {
    if (good && x < Number.POSITIVE_INFINITY) return;
    error('contact-number', `world.${name}.${key}`, `the ${key} of ${name} is no number ${least}`, {
      got: String(x),
    });
  };
  for (const { name, kind, size, stiffness, damping = 0, friction = 0 } of solids) {
    number(name, 'stiffness', stiffness, 'above 0', stiffness > 0);
    number(name, 'damping', damping, 'of 0 or more', damping >= 0);
    number(name, 'friction', friction, 'of 0 or more', friction >= 0);
    const wanted = solidSizes[kind];
    if (size.length === wanted.length && size.every((x) => x >= 0 && x < Number.POSITIVE_INFINITY)) continue;
    error('contact-number', `world.${name}.size`, `a ${kind} has other sizes`, {
      expected: wanted.join(', '),
      got: size.join(', '),
    });
  }
  for (const { name, frame } of places) {
    const found = model.frames.find((known) => known.name === frame);
    if (found === undefined) {
      error('unknown-frame', 'plant.rigid', `${name} is on a frame that ${model.name} does not have`, {
        got: frame,
        known: model.frames.map((known) => known.name),
      });
    } else if (found.body < 0)
      error('contact-fixed', 'plant.rigid', `${name} is on ${frame}, which does not move`);
  }
  return problems;
}

/** The lightest of what can touch a solid. */
interface Lightest {
  readonly solid: string;
  readonly place: string;
  readonly stiffness: number;
  /** m = 1/(J M⁻¹ Jᵀ) about q along the line from the solid to the place, kg. */
  readonly mass: number;
  /** 0.35 √(m/k), s. */
  readonly most: number;
}

function lightest(
  model: Model,
  { solids, places }: ContactOptions,
  q: readonly number[],
  rotorInertia: readonly number[],
): Lightest[] {
  if (solids.length === 0 || places.length === 0) return [];
  const { nv } = model;
  const factors = factorDefinite(numbers, massMatrixWithRotors(model, q, rotorInertia), nv);
  const kinematics = forwardKinematics(numbers, model, q);
  return solids.map(({ name, kind, size, at = origin, attitude = [1, 0, 0, 0], stiffness }): Lightest => {
    const solid = {
      kind,
      size,
      position: at,
      rotation: rotationFromQuaternion(numbers, normalised(numbers, attitude)),
    };
    let least = { mass: Number.POSITIVE_INFINITY, place: '' };
    for (const { name: place, frame: on, at: own = origin, attitude: turned, shape } of places) {
      const frame = frameOf(model, on);
      const stand = framePlacement(numbers, kinematics, frame);
      const turn =
        turned === undefined
          ? identity3(numbers)
          : rotationFromQuaternion(numbers, normalised(numbers, turned));
      const feeler = {
        kind: shape?.kind ?? ('sphere' as const),
        size: shape?.size ?? [0],
        position: add3(numbers, stand.position, mulMatVec(numbers, stand.rotation, own)),
        rotation: mulMat(numbers, stand.rotation, turn),
      };
      const spin = frameJacobian(numbers, model, kinematics, frame, 'world');
      for (const { normal, at: point, distance, share } of touches(numbers, feeler, solid)) {
        const J = pointJacobian(numbers, model, kinematics, frame, point);
        // Far away the depth at which shares would turn is none.
        const depth = distance < 0 ? distance : 0;
        const row = Array.from({ length: nv }, (_, i) => {
          const along = normal.reduce((sum, n, axis) => sum + n * J[axis * nv + i], 0);
          if (share === undefined) return along;
          const turns = share.turn.reduce((sum, n, axis) => sum + n * spin[(3 + axis) * nv + i], 0);
          return share.root * along + depth * turns;
        });
        const give = solveDefinite(numbers, factors, row).reduce((sum, x, i) => sum + x * row[i], 0);
        if (1 / give < least.mass) least = { mass: 1 / give, place };
      }
    }
    return { solid: name, stiffness, ...least, most: impactStep * Math.sqrt(least.mass / stiffness) };
  });
}

/** Whether steps of h are longer than 0.35 √(m/k) for anything that can be touched, about q. */
export function stepsAreLong(
  model: Model,
  contacts: ContactOptions,
  q: readonly number[],
  rotorInertia: readonly number[],
  h: number,
): boolean {
  return lightest(model, contacts, q, rotorInertia).some(({ most }) => h > most);
}

/**
 * Warnings of pairs whose step is longer than 0.35 √(m/k), m = 1/(J M⁻¹ Jᵀ) about q along the line from the solid to the
 * place; one for each solid, of the lightest of its places. Without parts of steps (`parts` false) impacts come out too
 * soft there, and lose energy.
 */
export function contactStepProblems(
  model: Model,
  contacts: ContactOptions,
  q: readonly number[],
  rotorInertia: readonly number[],
  h: number,
  parts: boolean,
): Problem[] {
  return lightest(model, contacts, q, rotorInertia).flatMap(
    ({ solid, place, stiffness, mass, most }): Problem[] => {
      if (!(h > most)) return [];
      const got = `${formatQuantity(stiffness, 'N/m')} on ${formatQuantity(mass, 'kg', 3)} there at the start`;
      const where = { path: `world.${solid}.stiffness`, name: solid };
      const expected = `a step of at most ${formatQuantity(most, 's', 3)}`;
      const count = Math.ceil(h / most);
      if (parts && count <= MOST_SUBSTEPS) {
        return [
          {
            code: 'contact-substeps',
            severity: 'warning',
            where,
            message: `steps of ${formatQuantity(h, 's')} are long for the contact of ${place} with ${solid}: the plant takes them in ${count} parts at the pose of the start, and in as many as it needs elsewhere, wherever something is near`,
            expected,
            got,
            hint: 'nothing needs to be done; it takes longer while something is near',
          },
        ];
      }
      return [
        {
          code: 'contact-step',
          severity: 'warning',
          where,
          message: `steps of ${formatQuantity(h, 's')} are long for the contact of ${place} with ${solid}: impacts lose energy and peaks come out too low`,
          expected,
          got,
          hint: 'take a smaller plant.rigid.step; what rests in contact is right with any',
        },
      ];
    },
  );
}
