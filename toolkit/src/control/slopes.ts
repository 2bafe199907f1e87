/**
 * The elements and wrench laws of a design about one configuration as a linear system in joint space, M ẍ + D ẋ + K x = 0: what the
 * judgements of stability share. What gravity and the motion itself add to K and D is left out. Virtual bodies stand
 * behind the robot's joints.
 */
import { numbers } from '../math/index.js';
import { applyGain, coordinateNamed, unitOn } from '../mechanism/index.js';
import { type Model, massMatrix, massMatrixWithRotors } from '../model/index.js';
import { bodyInertia, wholeDesign } from './bodies.js';
import { coordinateOn, shapeOn } from './coordinates.js';
import type { Design, ElementDesign } from './design.js';
import { declarationOf } from './element.js';
import { ladenModel } from './laden-model.js';
import { type Acting, ordered } from './law.js';
import { heldByLaws } from './laws/held.js';
import { lawOf } from './laws/laws.js';
import { designSlots, evaluateLaw, wholeState } from './numeric.js';
import { largest, parametersOf, type Strength, steepest, strengthOf } from './steepest.js';

/** The configuration and the rotors about which a design is judged. */
export interface JudgedAt {
  /** Configuration (nq); the model's neutral one by default. */
  readonly q?: readonly number[];
  /** Rotor inertia for each entry of v (kg m² or kg) that is to stand for the model's own. */
  readonly rotorInertia?: readonly number[];
  /** Viscous damping of the joints themselves (N m s/rad or N s/m, nv), of which the plant takes care; 0 by default. */
  readonly jointDamping?: readonly number[];
}

/** M ẍ + D ẋ + K x = 0 of a design, of robot and virtual bodies as one; matrices row-major, nv × nv. */
export interface LinearDesign {
  readonly design: Design;
  readonly model: Model;
  /** How many entries of v are the robot's: the first. */
  readonly robot: number;
  readonly parts: readonly Part[];
  readonly M: readonly number[];
  readonly K: readonly number[];
  readonly D: readonly number[];
}

/** One spring or damper, or a gain of a law, in joint space Jᵀ G J: G its stiffness or damping and J (rows) the rates of its reading. */
export interface Part {
  /** Of the element or the law. */
  readonly name: string;
  readonly law?: true;
  readonly parameter: 'stiffness' | 'damping';
  /** Of a peer's spring the stiffness that it has at no error, whatever number is typed. */
  readonly gain: readonly number[];
  readonly jacobian: readonly (readonly number[])[];
  /** The parameter that makes the gain what it is, and its largest entry. */
  readonly by: Strength;
  /** Unit of that parameter. */
  readonly unit: string;
  /** The gain grows with that parameter to the power 1/`power`; 1 where it is absent. */
  readonly power?: number;
  /** A noun phrase for what it is, where it is a part of an element. */
  readonly what?: string;
}

/** A design that {@link designProblems} finds nothing wrong with, about q. */
export function linearised(design: Design, { q, rotorInertia }: JudgedAt): LinearDesign {
  const whole = wholeDesign(ordered(design));
  const { model } = whole;
  const robot = design.model.nv;
  const given = q ?? design.model.neutral;
  const [at] = wholeState(design, given, new Array<number>(robot).fill(0));
  const parts = [...partsOf(whole, at), ...lawParts(design, given, model.nv)];
  const own = massMatrixWithRotors(ladenModel(design), given.slice(0, design.model.nq), rotorInertia);
  const { bodies } = design;
  const virtual =
    bodies === undefined ? [] : bodyInertia({ ...ordered(design), bodies }, designSlots(whole), at);
  return {
    design: whole,
    model,
    robot,
    parts,
    M: bodies === undefined ? own : beside(own, robot, virtual, bodies.model.nv),
    K: slopeOf(parts, 'stiffness', model.nv),
    D: slopeOf(parts, 'damping', model.nv),
  };
}

/** [A 0; 0 B] of square matrices of n and m rows. */
function beside(A: readonly number[], n: number, B: readonly number[], m: number): number[] {
  const size = n + m;
  return Array.from({ length: size * size }, (_, at) => {
    const [i, j] = [Math.floor(at / size), at % size];
    if (i < n && j < n) return A[i * n + j];
    return i >= n && j >= n ? B[(i - n) * m + j - n] : 0;
  });
}

/** The first rows and columns, of the robot alone: what its joints feel while the bodies stand still. */
export function robotAlone(linear: LinearDesign): LinearDesign {
  const { model, robot } = linear;
  if (robot === model.nv) return linear;
  const corner = (S: readonly number[]) =>
    S.filter((_, at) => at % model.nv < robot && Math.floor(at / model.nv) < robot);
  const names = model.velocityNames.slice(0, robot);
  return {
    ...linear,
    model: { ...model, nv: robot, velocityNames: names },
    parts: linear.parts.map((part) => ({
      ...part,
      jacobian: part.jacobian.map((row) => row.slice(0, robot)),
    })),
    M: corner(linear.M),
    K: corner(linear.K),
    D: corner(linear.D),
  };
}

/**
 * All springs and dampers at q, as if each were at work: a spring that does not reach yet counts with its full
 * stiffness, a field that leads around solids as if it led, and what a standing force adds as the arm turns under it is left out.
 */
function partsOf(design: Design, q: readonly number[]): Part[] {
  const { nv } = design.model;
  const rest = new Array<number>(nv).fill(0);
  const still = evaluateLaw(design, q, rest).acting;
  const moving = rest.map(
    (_, j) =>
      evaluateLaw(
        design,
        q,
        rest.map((_, i) => (i === j ? 1 : 0)),
      ).acting,
  );
  const parts: Part[] = [];
  /** Row i, column j: rate of entry i when only entry j of v is 1, less that of a target that moves. */
  const jacobianOf = (e: number, { reading }: Acting<number>['coordinate']) =>
    reading.rate.map((rate, i) => moving.map((acting) => acting[e].coordinate.reading.rate[i] - rate));
  still.forEach(({ element, declaration, coordinate, effect }, e) => {
    const watched = declaration.watches?.steepest;
    if (watched !== undefined) {
      const given = parametersOf(element, declaration);
      const { what, by, ...gains } = watched(given);
      const jacobian = jacobianOf(e, coordinate);
      for (const parameter of ['stiffness', 'damping'] as const) {
        const strength = { name: by, size: largest(given[by] ?? []) };
        parts.push({
          name: element.name,
          parameter,
          gain: gains[parameter],
          jacobian,
          by: strength,
          unit: gainUnit(design, element, by, parameter),
          what: what[parameter],
        });
      }
    }
    if (element.family !== 'spring' && element.family !== 'damper') return;
    const parameter = element.family === 'damper' ? 'damping' : 'stiffness';
    const given = parametersOf(element, declaration);
    const G =
      declaration.reached === true
        ? effect.secant
        : steepest(element, declaration, coordinate.reading, given);
    if (G === undefined || (declaration.reached === true && G.every((g) => g === 0))) return;
    const J = jacobianOf(e, coordinate);
    const { slope = 1 } = coordinateNamed(coordinateOn(design, element).kind);
    const gain = parameter === 'stiffness' ? G.map((g) => slope * g) : G;
    const by = strengthOf(parameter, given, element, declaration, coordinate.reading, G);
    const unit = gainUnit(design, element, by.name, parameter);
    parts.push({ name: element.name, parameter, gain, jacobian: J, by, unit });
  });
  return parts;
}

/** Gains of the robot's wrench laws; virtual bodies, which no law acts on, have columns of 0. */
function lawParts(design: Design, given: readonly number[], nv: number): Part[] {
  if (!design.laws?.some(({ kind }) => lawOf(kind)?.holds !== undefined)) return [];
  const { model } = design;
  const q = given.slice(0, model.nq);
  const { sites } = evaluateLaw(design, given, new Array<number>(model.nv).fill(0));
  const virtual = new Array<number>(nv - model.nv).fill(0);
  return heldByLaws(design, q, massMatrix(numbers, ladenModel(design), q), sites).flatMap(({ law, gains }) =>
    gains.flatMap(({ jacobian, gain, by: { name, size, unit }, parameter, power, what }): Part[] =>
      gain.every(Number.isFinite)
        ? [
            {
              name: law.name,
              law: true,
              parameter,
              gain,
              jacobian: jacobian.map((row) => [...row, ...virtual]),
              by: { name, size },
              unit,
              ...(power === undefined ? {} : { power }),
              what: what ?? `the ${parameter}`,
            },
          ]
        : [],
    ),
  );
}

/** The unit of a parameter, else of force over value or rate. */
function gainUnit(
  design: Design,
  element: ElementDesign,
  name: string,
  parameter: Part['parameter'],
): string {
  const declared = declarationOf(element).parameters.find((p) => p.name === name);
  const { unit } = shapeOn(design, element);
  const said = declared && unitOn(declared.unit, unit);
  if (said !== undefined) return said;
  const turning = { stiffness: 'N m/rad', damping: 'N m s/rad' };
  return (unit === 'm' ? { stiffness: 'N/m', damping: 'N s/m' } : turning)[parameter];
}

/** Σ Jᵀ G J of the parts with this parameter, row-major, nv × nv. */
function slopeOf(parts: readonly Part[], wanted: Part['parameter'], nv: number): number[] {
  const sum = new Array<number>(nv * nv).fill(0);
  for (const { parameter, gain, jacobian } of parts) {
    if (parameter !== wanted) continue;
    for (let j = 0; j < nv; j++) {
      const force = applyGain(
        numbers,
        gain,
        jacobian.map((row) => row[j]),
      );
      jacobian.forEach((row, k) => {
        if (force[k] === 0) return;
        for (let i = 0; i < nv; i++) sum[i * nv + j] += row[i] * force[k];
      });
    }
  }
  return sum;
}
