/**
 * Compensation of the joints' friction: of each joint a share s of Coulomb friction F_c and viscous damping D,
 *
 *     t = tanh(v/v_s)   τ = s ((1 − |t|) φ(u) + t F_c + D v),
 *
 * where u is the joint torque that elements ask for and φ is {@link frictionMap} with nothing held and F_c beyond, smooth over
 * the width w F_c: a joint that stands is helped the way it is pushed, one that moves the way it goes. |τ| ≤ s (F_c + D |v|) at
 * every u and v, so that friction that is F_c + D |v| or more takes out at least what this puts in. By itself it is no passive
 * law: its power τ·v is a source. At v = 0 its slope in v jumps by φ; it does not itself.
 */
import type { Field, ProgramBuilder } from '../graph/index.js';
import { type Algebra, max, sum } from '../math/index.js';
import { frictionMap } from '../mechanism/index.js';
import type { Design, FrictionDesign } from './design.js';
import type { Findings } from './findings.js';
import type { Flow } from './flows.js';

/** Greatest share that is taken without a warning: friction that is known to a tenth is not over-compensated. */
const prudentShare = 0.9;

/** Slots of the compensation, one number for each entry of v but for the share and the width. */
export interface FrictionFields {
  readonly coulomb: Field;
  readonly viscous: Field;
  readonly share: Field;
  readonly width: Field;
  readonly speed: Field;
}

/** The same as numbers or nodes. */
export type FrictionNumbers<S> = Readonly<Record<keyof FrictionFields, readonly S[]>>;

/** What is compensated; undefined where nothing is. */
export function compensatedFriction({ compensate, friction }: Design): FrictionDesign | undefined {
  return compensate?.includes('friction') ? friction : undefined;
}

/** Nothing where no friction is compensated. */
export function frictionFields(p: ProgramBuilder, design: Design): FrictionFields | undefined {
  const friction = compensatedFriction(design);
  if (friction === undefined) return undefined;
  const { model } = design;
  const joints = { size: model.nv, labels: model.velocityNames };
  const field = (
    name: keyof FrictionDesign,
    meaning: string,
    initial: number | readonly number[],
    more: object,
  ) =>
    p.field({
      name: `friction.${name}`,
      region: 'parameters',
      unit: '',
      initial,
      range: [0, Number.POSITIVE_INFINITY],
      meaning,
      ...more,
    });
  return {
    coulomb: field('coulomb', 'Coulomb friction of the joint', friction.coulomb, {
      ...joints,
      unit: model.forceUnits,
    }),
    viscous: field('viscous', 'Viscous damping of the joint', friction.viscous, {
      ...joints,
      unit: model.forceUnits.map((unit) => (unit === 'N' ? 'N s/m' : 'N m s/rad')),
    }),
    share: field('share', 'Share of both that is compensated', friction.share, { range: [0, 1] }),
    width: field(
      'width',
      'Share of the Coulomb friction over which the compensation comes in at rest',
      friction.width,
      {},
    ),
    speed: field('speed', 'Speed from which on a joint counts as moving', friction.speed, {
      ...joints,
      unit: model.velocityUnits,
    }),
  };
}

/** Torques for each entry of v that is asked for the torque `asked` by the elements. */
export function frictionTorque<S>(
  A: Algebra<S>,
  { coulomb, viscous, share, width, speed }: FrictionNumbers<S>,
  asked: readonly S[],
  v: readonly S[],
): S[] {
  const [zero, one] = [A.constant(0), A.constant(1)];
  return v.map((rate, i) => {
    const dry = coulomb[i];
    const moving = A.tanh(A.div(rate, max(A, speed[i], A.constant(1e-12))));
    const standing = frictionMap(A, asked[i], zero, A.mul(width[0], dry), dry);
    const along = A.add(A.mul(A.sub(one, A.abs(moving)), standing), A.mul(moving, dry));
    return A.mul(share[0], A.add(along, A.mul(viscous[i], rate)));
  });
}

export function frictionFlow<S>(A: Algebra<S>, torque: readonly S[], v: readonly S[]): Flow<S> {
  return {
    name: 'source.friction',
    power: sum(
      A,
      torque.map((x, i) => A.mul(x, v[i])),
    ),
  };
}

/** What is wrong with what is compensated, and with a share that leaves no room for what is not known of it. */
export function checkFriction(design: Design, found: Findings): void {
  const { compensate, friction } = design;
  const path = 'control.friction';
  if (compensate?.includes('friction') !== true) {
    if (friction !== undefined)
      found.problems.push({
        code: 'friction-unused',
        severity: 'warning',
        where: { path },
        message: 'no friction is compensated, and what is said of it counts for nothing',
        hint: 'control.compensate: [friction]',
      });
    return;
  }
  if (friction === undefined) {
    found.error('friction-missing', path, 'friction is compensated, and nothing says how much there is');
    return;
  }
  const { coulomb, viscous, share, width, speed } = friction;
  if (!(share >= 0 && share <= 1)) {
    found.error(
      'over-compensation',
      `${path}.share`,
      'more than the whole friction compensated drives the arm by itself',
      { expected: `from 0 to 1, better at most ${prudentShare}`, got: `${share}` },
    );
  } else if (share > prudentShare) {
    found.problems.push({
      code: 'over-compensation',
      severity: 'warning',
      where: { path: `${path}.share` },
      message: 'where the friction is less than it is said to be, so much of it drives the arm by itself',
      expected: `at most ${prudentShare}`,
      got: `${share}`,
    });
  }
  if (!(width > 0 && width < Number.POSITIVE_INFINITY))
    found.error('parameter-range', `${path}.width`, 'the width must be above 0', { got: `${width}` });
  const { nv } = design.model;
  for (const [name, values] of Object.entries({ coulomb, viscous, speed })) {
    const low = (x: number) => (name === 'speed' ? !(x > 0) : !(x >= 0));
    const wrong = values.length !== nv || values.some((x) => low(x) || x === Number.POSITIVE_INFINITY);
    if (wrong)
      found.error('parameter-range', `${path}.${name}`, `the ${name} of a joint is out of range`, {
        expected: `${nv} finite numbers ${name === 'speed' ? 'above' : 'from'} 0`,
        got: values.join(', '),
      });
  }
  if ([...coulomb, ...viscous].every((x) => x === 0))
    found.problems.push({
      code: 'friction-none',
      severity: 'warning',
      where: { path },
      message: 'friction is compensated, and no joint is said to have any',
      hint: 'the robot file gives none: control.friction: { coulomb: …, viscous: … }',
    });
}
