/**
 * What an arm carries, as its controller knows it: the elements `spring: payload` of a design, each a mass at a point, with radii of
 * gyration in that point's axes where it has any. Their one slot `<element>.mass` is weight for the compensation, inertia for laws
 * in the operational space, for computed torque, for null spaces and for the momentum of the joints, and load below a sensor that
 * says so: where it changes, by a phase that blends it or from outside, all of that changes in the same tick. What is worked out
 * before a run reckons with the mass that the design begins with.
 */
import {
  type Algebra,
  liftMat3,
  type MassMoments,
  massMoments,
  moveMoments,
  turnMoments,
  type Vec3,
} from '../math/index.js';
import type { Mounting, Parameters } from '../mechanism/index.js';
import { frameOf, gravityTorque, type Payload } from '../model/index.js';
import type { Design, ElementDesign, PointDesign } from './design.js';

/** Where the numbers of payloads are found. */
export interface CarriedSlots<S> {
  mounting(point: PointDesign): Mounting<S>;
  parameters(element: ElementDesign): Parameters<S>;
}

/** The elements that are payloads on links of the robot. */
export function payloadElements({ elements, points }: Pick<Design, 'elements' | 'points'>): ElementDesign[] {
  return elements.filter(
    ({ family, kind, joins }) =>
      family === 'spring' &&
      kind === 'payload' &&
      points.some(({ name, frame }) => name === joins.at && frame !== undefined),
  );
}

/** They as loads of the model; nothing where there are none. */
export function carriedLoads<S>(
  A: Algebra<S>,
  design: Pick<Design, 'elements' | 'points' | 'model'>,
  slots: CarriedSlots<S>,
): { readonly payloads?: readonly Payload<S>[] } {
  const payloads = payloadElements(design).flatMap((element): Payload<S>[] => {
    const point = design.points.find(({ name }) => name === element.joins.at);
    const mass = slots.parameters(element).mass?.[0];
    if (point?.frame === undefined || mass === undefined) return [];
    const { body, placement } = frameOf(design.model, point.frame);
    if (body < 0) return [];
    const [x, y, z] = placement.position;
    const own: Vec3<S> = [A.constant(x), A.constant(y), A.constant(z)];
    const { offset = own, turn } = slots.mounting(point);
    const { gyration } = slots.parameters(element);
    if (gyration === undefined) return [{ body, moments: pointMass(A, mass, offset) }];
    const [xx, yy, zz] = gyration.map((r) => A.mul(mass, A.mul(r, r)));
    const none = A.constant(0);
    const about = massMoments(A, mass, [none, none, none], [xx, yy, zz, none, none, none]);
    const axes = turn ?? liftMat3(A, placement.rotation);
    return [{ body, moments: moveMoments(A, turnMoments(A, axes, about), offset) }];
  });
  return payloads.length === 0 ? {} : { payloads };
}

/** Joint torques that hold up what is carried (nv), of elements in force; undefined where nothing is. */
export function carriedWeight<S>(
  A: Algebra<S>,
  design: Pick<Design, 'elements' | 'points' | 'model'>,
  slots: CarriedSlots<S>,
  q: readonly S[],
): readonly S[] | undefined {
  const { model } = design;
  const weights = payloadElements(design).flatMap((element) => {
    const { payloads } = carriedLoads(A, { ...design, elements: [element] }, slots);
    const { gravity } = slots.parameters(element);
    if (payloads === undefined || gravity === undefined) return [];
    const fall = gravity as unknown as Vec3<S>;
    const own = gravityTorque(A, model, q, fall);
    return [gravityTorque(A, model, q, fall, { payloads }).map((x, i) => A.sub(x, own[i]))];
  });
  return weights.length === 0 ? undefined : weights.reduce((a, b) => a.map((x, i) => A.add(x, b[i])));
}

/** Moments of a point mass at r. */
function pointMass<S>(A: Algebra<S>, mass: S, r: Vec3<S>): MassMoments<S> {
  const first: Vec3<S> = [A.mul(mass, r[0]), A.mul(mass, r[1]), A.mul(mass, r[2])];
  const square = (i: number, j: number): S => A.mul(first[i], r[j]);
  return {
    mass,
    first,
    second: [square(0, 0), square(1, 1), square(2, 2), square(0, 1), square(0, 2), square(1, 2)],
  };
}
