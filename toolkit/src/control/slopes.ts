/**
 * The elements of a design about one configuration as a linear system in joint space, M ẍ + D ẋ + K x = 0: what the
 * judgements of stability share. What gravity and the motion itself add to K and D is left out. Virtual bodies stand
 * behind the robot's joints.
 */
import {
  changeOf,
  dual,
  duals,
  factorDefinite,
  generalisedEigen,
  matrixTimes,
  numbers,
  projectSemidefinite,
  solveDefinite,
  symmetricEigen,
} from '../math/index.js';
import {
  applyGain,
  coordinateNamed,
  type ElementDeclaration,
  entryOf,
  inner,
  type Parameters,
  type Reading,
  unitOn,
} from '../mechanism/index.js';
import { type Model, massMatrixWithRotors } from '../model/index.js';
import type { Problem } from '../problem/index.js';
import { bodyInertia, wholeDesign } from './bodies.js';
import { coordinateOn, shapeOn } from './coordinates.js';
import type { Design, ElementDesign } from './design.js';
import { declarationOf, parameterOf } from './element.js';
import { ordered } from './law.js';
import { designSlots, evaluateLaw, wholeState } from './numeric.js';

/** What one spring or damper may have to be stable, all others left out. */
export interface GainLimit {
  readonly element: string;
  readonly family: 'spring' | 'damper';
  /**
   * The parameter that is limited, and its largest entry: `stiffness` or `damping`, or of an element without it the one that
   * its steepest slope grows with most.
   */
  readonly parameter: string;
  readonly gain: number;
  /** Where it stops being stable. */
  readonly limit: number;
  readonly unit: string;
  /** Inertia along the element's worst direction, kg or kg m². */
  readonly inertia: number;
  /** Joint (entry of v) that moves most in that direction, by kinetic energy. */
  readonly joint: string;
  readonly stable: boolean;
}

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

/** A design that {@link designProblems} finds nothing wrong with, about q. */
export function linearised(design: Design, { q, rotorInertia }: JudgedAt): LinearDesign {
  const whole = wholeDesign(ordered(design));
  const { model } = whole;
  const robot = design.model.nv;
  const given = q ?? design.model.neutral;
  const [at] = wholeState(design, given, new Array<number>(robot).fill(0));
  const parts = partsOf(whole, at);
  const own = massMatrixWithRotors(design.model, given.slice(0, design.model.nq), rotorInertia);
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

/** One spring or damper, in joint space Jᵀ G J: G its stiffness or damping and J (rows) the rates of its reading. */
export interface Part {
  readonly element: ElementDesign;
  readonly parameter: 'stiffness' | 'damping';
  /** Of a peer's spring the stiffness that it has at no error, whatever number is typed. */
  readonly gain: readonly number[];
  readonly jacobian: readonly (readonly number[])[];
  /** The parameter that makes the gain what it is, and its largest entry. */
  readonly by: { readonly name: string; readonly size: number };
}

/**
 * All springs and dampers at q, as if each were at work: a spring that does not reach yet counts with its full
 * stiffness, and what a standing force adds as the arm turns under it is left out.
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
  still.forEach(({ element, declaration, coordinate, effect }, e) => {
    if (element.family !== 'spring' && element.family !== 'damper') return;
    const parameter = element.family === 'damper' ? 'damping' : 'stiffness';
    const given = parametersOf(element, declaration);
    const G =
      declaration.reached === true
        ? effect.secant
        : steepest(element, declaration, coordinate.reading, given);
    if (G === undefined || (declaration.reached === true && G.every((g) => g === 0))) return;
    const size = coordinate.reading.rate.length;
    // Row i, column j: rate of entry i when only entry j of v is 1, less that of a target that moves.
    const J = Array.from({ length: size }, (_, i) =>
      moving.map((acting) => acting[e].coordinate.reading.rate[i] - coordinate.reading.rate[i]),
    );
    const { slope = 1 } = coordinateNamed(coordinateOn(design, element).kind);
    const gain = parameter === 'stiffness' ? G.map((g) => slope * g) : G;
    const by = strengthOf(parameter, given, element, declaration, coordinate.reading, G);
    parts.push({ element, parameter, gain, jacobian: J, by });
  });
  return parts;
}

type Given = Readonly<Record<string, readonly number[]>>;

/** All parameters, those with their defaults too. */
function parametersOf(element: ElementDesign, { parameters }: ElementDeclaration): Given {
  const given: Record<string, readonly number[]> = {};
  for (const parameter of parameters) {
    const numbers = parameterOf(element, parameter);
    if (numbers !== undefined) given[parameter.name] = numbers;
  }
  return given;
}

/** The parameter that the steepest gain G grows with most, `stiffness` or `damping` where the element has it. */
function strengthOf(
  usual: Part['parameter'],
  given: Given,
  element: ElementDesign,
  declaration: ElementDeclaration,
  reading: Reading<number>,
  G: readonly number[],
): Part['by'] {
  const size = reading.rate.length;
  if (given[usual] !== undefined) return { name: usual, size: largest(given[usual]) };
  let [name, most] = [usual as string, 1];
  for (const [tried, values] of Object.entries(given)) {
    const doubled = { ...given, [tried]: values.map((x) => 2 * x) };
    const gain = steepest(element, declaration, reading, doubled);
    const grown = gain === undefined ? 0 : greatest(gain, size) / greatest(G, size);
    if (grown > (1 + 1e-9) * most) [name, most] = [tried, grown];
  }
  return { name, size: largest(given[name] ?? G) };
}

/**
 * The steepest gain that is known of a spring (force over value) or damper (force over rate), as applyGain takes it: what
 * its `stiffness` or `damping`, or `opening` and `closing`, says, as if it were at work; its secant at no extension and no motion,
 * where a law that saturates is steepest; and its slope where it is, of a law that grows steeper. Undefined where none of
 * them is there.
 *
 * Of a slope only the directions count in which the force grows against the motion: what pushes a value on, near the
 * top of a hill, drives it away at any tick.
 */
function steepest(
  element: ElementDesign,
  declaration: ElementDeclaration,
  reading: Reading<number>,
  parameters: Given,
): readonly number[] | undefined {
  const size = reading.rate.length;
  const none = reading.rate.map(() => 0);
  const said =
    element.family === 'spring'
      ? [element.parameters.stiffness]
      : [element.parameters.damping, parameters.opening, parameters.closing];
  const secant = declaration.law(numbers, { value: none, rate: none }, parameters).secant;
  const tangent = slopeAt(declaration, reading, parameters, element.family === 'damper' ? 'rate' : 'value');
  let best: readonly number[] | undefined;
  const acted = declaration.actsOn?.(size) ?? size;
  for (const gain of [...said.map((g) => g && onFirst(g, acted, size)), secant, resisting(tangent, size)]) {
    if (gain === undefined || !gain.every(Number.isFinite)) continue;
    if (best === undefined || greatest(gain, size) > (1 + 1e-9) * greatest(best, size)) best = gain;
  }
  return best;
}

/** A gain of one number, or of one for each entry, that acts on the first entries only. */
function onFirst(gain: readonly number[], acted: number, size: number): readonly number[] {
  if (acted === size) return gain;
  return Array.from({ length: size }, (_, i) => (i < acted ? entryOf(gain, i) : 0));
}

/** A slope without the directions in which it is negative; undefined where it is in all. */
function resisting(slope: readonly number[], size: number): readonly number[] | undefined {
  if (!slope.every(Number.isFinite)) return undefined;
  const { matrix, cut } = projectSemidefinite(slope, size);
  if (cut.length === 0) return slope;
  return cut.length < size ? matrix : undefined;
}

/** The symmetric part of ∂force/∂value or ∂force/∂rate, size × size. */
function slopeAt(
  declaration: ElementDeclaration,
  reading: Reading<number>,
  parameters: Parameters<number>,
  by: keyof Reading<number>,
): number[] {
  const size = reading.rate.length;
  const D = dual(numbers);
  const still = (values: readonly number[]) => values.map((value) => D.constant(value));
  const lifted = Object.fromEntries(
    Object.entries(parameters).map(([name, values]) => [name, still(values ?? [])]),
  );
  const columns = reading[by].map((_, j) => {
    const moved = { value: still(reading.value), rate: still(reading.rate) };
    moved[by] = duals(
      reading[by],
      reading[by].map((_, i) => (i === j ? 1 : 0)),
    );
    return declaration.law(D, moved, lifted).force.map((f) => changeOf(numbers, f));
  });
  return Array.from({ length: size * size }, (_, k) => {
    const [i, j] = [Math.floor(k / size), k % size];
    return 0.5 * (columns[j][i] + columns[i][j]);
  });
}

/** The greatest eigenvalue of a gain. */
function greatest(gain: readonly number[], size: number): number {
  return gain.length <= size ? largest(gain) : symmetricEigen(gain, size).values[size - 1];
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

/** M⁻¹ S of a symmetric S, row-major. */
export function solvedBy(solve: Solver, S: readonly number[], nv: number): number[] {
  const solved = new Array<number>(nv * nv);
  // S is symmetric: a row is a column.
  for (let j = 0; j < nv; j++) {
    solve(S.slice(j * nv, (j + 1) * nv)).forEach((x, i) => {
      solved[i * nv + j] = x;
    });
  }
  return solved;
}

/** b ↦ M⁻¹ b. Throws where M is not positive definite. */
export function solverOf(M: readonly number[], nv: number): Solver {
  const factored = factorDefinite(numbers, M, nv);
  if (!factored.pivots.every((pivot) => pivot > 0)) {
    throw new Error('stability: the mass matrix is not positive definite');
  }
  return (b) => solveDefinite(numbers, factored, b);
}

export type Solver = (b: readonly number[]) => number[];

/**
 * The fastest direction of Jᵀ G J x = λ M x. As many λ as J has rows are not 0: with R = G^(1/2) those of the small
 * R J M⁻¹ Jᵀ R, and x = M⁻¹ Jᵀ R u of its eigenvector u.
 */
function fastest({ gain, jacobian }: Part, solve: Solver): { rate: number; direction: readonly number[] } {
  const size = jacobian.length;
  const root = squareRoot(gain, size);
  // Rows of M⁻¹ Jᵀ R, transposed.
  const moved = root.map((row) =>
    solve(jacobian[0].map((_, i) => row.reduce((sum, r, k) => sum + r * jacobian[k][i], 0))),
  );
  const form = root.flatMap((row) =>
    moved.map((x) =>
      row.reduce((sum, r, k) => sum + r * x.reduce((dot, xi, i) => dot + jacobian[k][i] * xi, 0), 0),
    ),
  );
  const { values, vectors } = symmetricEigen(form, size);
  const direction = moved[0].map((_, i) => vectors[size - 1].reduce((sum, u, k) => sum + u * moved[k][i], 0));
  return { rate: values[size - 1], direction };
}

/** G^(1/2) of a gain as applyGain takes it, by rows. */
function squareRoot(gain: readonly number[], size: number): number[][] {
  const unit = (j: number) => Array.from({ length: size }, (_, i) => (i === j ? 1 : 0));
  const columns = Array.from({ length: size }, (_, j) => applyGain(numbers, gain, unit(j)));
  const { values, vectors } = symmetricEigen(columns.flat(), size);
  return unit(0).map((_, i) =>
    unit(0).map((_, j) =>
      values.reduce(
        (sum, value, k) => sum + Math.sqrt(value > 0 ? value : 0) * vectors[k][i] * vectors[k][j],
        0,
      ),
    ),
  );
}

/**
 * How far each element is from where it cannot be stable: `most` is what the greatest eigenvalue of M⁻¹ D (damper,
 * 1/s) or M⁻¹ K (spring, 1/s²) must stay below. Those with a gain of 0, or of points that no joint moves, are left
 * out.
 */
export function elementLimits(
  { design, model, parts, M }: LinearDesign,
  solve: Solver,
  most: Readonly<Record<GainLimit['family'], number>>,
): GainLimit[] {
  return parts.flatMap((part): GainLimit[] => {
    const { element, parameter, by } = part;
    const gain = largest(part.gain);
    const { rate, direction } = fastest(part, solve);
    if (!(rate > 1e-12 * gain)) return [];
    const family = parameter === 'damping' ? 'damper' : 'spring';
    return [
      {
        element: element.name,
        family,
        parameter: by.name,
        gain: by.size,
        limit: (by.size * most[family]) / rate,
        unit: gainUnit(design, element, by.name, parameter),
        inertia: gain / rate,
        joint: busiestJoint(model, direction, M),
        stable: rate < most[family],
      },
    ];
  });
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

/** What is told of an element that cannot be stable: `bound` in words, how it is integrated, and what helps. */
export function limitProblem(
  { element, parameter, gain, family, limit, unit, inertia, joint }: GainLimit,
  code: string,
  { bound, when, remedy }: { readonly bound: string; readonly when: string; readonly remedy: string },
): Problem {
  return {
    code,
    severity: 'warning',
    where: { path: `control.elements.${element}.${parameter}`, name: `joint ${JSON.stringify(joint)}` },
    message: `the ${family} cannot be stable ${when}`,
    expected: `below ${short(limit)} ${unit} (${bound}, m = ${short(inertia)})`,
    got: `${short(gain)} ${unit}`,
    hint: `lower ${element}.${parameter}, or ${remedy}; ${joint} moves most in the direction that diverges`,
  };
}

/** Weights of damping and stiffness in what an element does along a direction. */
export type Shares = Readonly<Record<Part['parameter'], number>>;

/** The eigenvector of the greatest λ with (a K + b D) x = λ M x, xᵀ M x = 1, and this λ. */
export function extremeMode(
  { model: { nv }, K, D, M }: Pick<LinearDesign, 'model' | 'K' | 'D' | 'M'>,
  { stiffness, damping }: Shares,
): { readonly value: number; readonly x: readonly number[] } {
  const form = K.map((k, i) => damping * D[i] + stiffness * k);
  const { values, vectors } = generalisedEigen(form, M, nv);
  return { value: values[nv - 1], x: vectors[nv - 1] };
}

/** The element that acts most along x, and the joint that moves most. */
export function worstAlong(
  { model, parts, M }: LinearDesign,
  x: readonly number[],
  shares: Shares,
): { readonly element: string; readonly joint: string } {
  const action = (part: Part): number => shares[part.parameter] * slopeAlong(part, x);
  const most = parts.reduce((best, part) => (action(part) > action(best) ? part : best));
  return { element: most.element.name, joint: busiestJoint(model, x, M) };
}

/** xᵀ Jᵀ G J x. */
function slopeAlong({ gain, jacobian }: Part, x: readonly number[]): number {
  const rates = jacobian.map((row) => row.reduce((sum, r, i) => sum + r * x[i], 0));
  return inner(numbers, rates, applyGain(numbers, gain, rates));
}

function largest(values: readonly number[]): number {
  return values.reduce((most, x) => (x > most ? x : most), 0);
}

/** The entry of v with the largest share xᵢ (M x)ᵢ of the kinetic energy. */
function busiestJoint(model: Model, x: readonly number[], M: readonly number[]): string {
  const shares = matrixTimes(M, x).map((p, i) => x[i] * p);
  const at = shares.reduce((best, share, i) => (share > shares[best] ? i : best), 0);
  return model.velocityNames[at];
}

/** Four digits, without trailing zeros. */
export function short(x: number): string {
  return `${Number(x.toPrecision(4))}`;
}
