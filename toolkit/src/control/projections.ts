/** Elements of a design in the null space of others. */
import { type Algebra, sum } from '../math/index.js';
import { type Engaged, LoadSums } from '../mechanism/index.js';
import { type Kinematics, type Model, massMatrix, type Payload } from '../model/index.js';
import type { ElementDesign } from './design.js';
import { jacobianRows, torquesOf } from './joint-forces.js';
import { type NullSpace, nullSpaceOf } from './null-space.js';

/** What is taken from the joint torques τ₀ of an element, so that it does not accelerate what others measure. */
export interface Projection<S> {
  readonly element: ElementDesign;
  /** (Nᵀ − 1) τ₀ for each entry of the robot's v. */
  readonly torque: readonly S[];
  /** Power that it puts in, W. */
  readonly power: S;
  /** What is left of the acceleration of all that is measured, entry by entry. */
  readonly leak: readonly S[];
  /** The square of the least singular value of the Jacobian of all that is measured (see null-space.ts). */
  readonly square: S;
}

/** An element at work. */
interface Working<S> extends Pick<Engaged<S>, 'coordinate' | 'effect'> {
  readonly element: ElementDesign;
}

/** What the flow of a projection, and its line in the ledger, are called. */
export function projectionName({ name }: Pick<ElementDesign, 'name'>): string {
  return `${name} projection`;
}

/**
 * The projections among the elements of a model at q and v of which the first are the robot's. Virtual bodies count as held:
 * the inertia is the robot's with what it carries (`payloads`), and the Jacobian its part of it. Elements of one null space
 * share its factors.
 */
export function projectionsOf<S>(
  A: Algebra<S>,
  model: Model,
  robot: Model,
  kinematics: Kinematics<S>,
  acting: readonly Working<S>[],
  [q, v]: readonly [readonly S[], readonly S[]],
  payloads: () => readonly Payload<S>[],
): Projection<S>[] {
  const spaces = new Map<string, NullSpace<S>>();
  let inertia: readonly S[] | undefined;
  const spaceOf = (names: readonly string[]): NullSpace<S> => {
    const sorted = [...new Set(names)].sort();
    const key = sorted.join(' ');
    const known = spaces.get(key);
    if (known !== undefined) return known;
    inertia ??= massMatrix(A, robot, q.slice(0, robot.nq), {
      payloads: payloads().filter(({ body }) => body < robot.bodies.length),
    });
    const rows = sorted.flatMap((name) => {
      const other = acting.find(({ element }) => element.name === name);
      if (other === undefined) throw new Error(`control: there is no element ${name}`);
      return jacobianRows(A, model, kinematics, other.coordinate).map((row) => row.slice(0, robot.nv));
    });
    const space = nullSpaceOf(A, rows, inertia);
    spaces.set(key, space);
    return space;
  };
  return acting.flatMap(({ element, coordinate, effect }): Projection<S>[] => {
    if (element.nullspaceOf === undefined) return [];
    const loads = new LoadSums<S>(A);
    coordinate.transpose(effect.force, effect.radial === true, loads);
    const own = torquesOf(A, model, kinematics, loads.sites.values(), loads.joints).slice(0, robot.nv);
    const space = spaceOf(element.nullspaceOf);
    const { torque, leak } = space.task(own);
    const taken = torque.map((x) => A.neg(x));
    const power = sum(
      A,
      taken.map((x, i) => A.mul(x, v[i])),
    );
    return [{ element, torque: taken, power, leak, square: space.square }];
  });
}
