import {
  type Algebra,
  add3,
  clamp,
  cross3,
  dot3,
  factorDefinite,
  leftJacobianInverse,
  type Mat3,
  max,
  min,
  modalDamping,
  mulMatVec,
  mulTransposeVec,
  norm3,
  scale3,
  solveDefinite,
  sub3,
  sum,
  type Vec3,
  vec3,
  vibration,
} from '../../math/index.js';
import { applyGain, asVec3, type Parameters } from '../../mechanism/index.js';
import { nullSpaceOf } from '../null-space.js';
import type { EnergyView, LawDeclaration, LawView } from './declaration.js';
import { drawing } from './drawing.js';
import { impedanceHolds } from './impedance-holds.js';
import { impedanceFindings, impedanceParameters } from './impedance-parameters.js';
import { all, one } from './law-parameters.js';
import { sixLabels, sixWays } from './task-axes.js';
import { poseError } from './towards.js';
import { turnedGain } from './turned-gain.js';

/** A spring on one error in turned axes: what it gives (world axes), what it stores, its stiffness (world axes, row-major). */
interface Sprung<S> {
  readonly force: Vec3<S>;
  readonly energy: S;
}

/**
 * f = R K s(Rᵀ e): the error seen along the axes, cut there, times the stiffness. Energy of a cut entry: K (s e − ½ s²), which
 * is ½ K e² inside.
 */
export function sprung<S>(
  A: Algebra<S>,
  axes: Mat3<S>,
  stiffness: readonly S[],
  error: Vec3<S>,
  most?: readonly S[],
): Sprung<S> {
  const e = mulTransposeVec(A, axes, error);
  const half = A.constant(0.5);
  if (most === undefined) {
    const f = applyGain(A, stiffness, e);
    return { force: mulMatVec(A, axes, asVec3(f)), energy: A.mul(half, dot3(A, asVec3(f), e)) };
  }
  const cut = e.map((x, i) => {
    const limit = most.length === 1 ? most[0] : most[i];
    return clamp(A, x, A.neg(limit), limit);
  });
  const f = applyGain(A, stiffness, cut);
  const energy = sum(
    A,
    f.map((x, i) => A.mul(x, A.sub(e[i], A.mul(half, cut[i])))),
  );
  return { force: mulMatVec(A, axes, asVec3(f)), energy };
}

/** Two 3 × 3 matrices on the diagonal of a 6 × 6 one, or the first alone. */
function blocks<S>(A: Algebra<S>, first: readonly S[], second: readonly S[] | undefined): S[] {
  if (second === undefined) return [...first];
  const zero = A.constant(0);
  return Array.from({ length: 36 }, (_, at) => {
    const [i, j] = [Math.floor(at / 6), at % 6];
    if (i < 3 && j < 3) return first[3 * i + j];
    return i >= 3 && j >= 3 ? second[3 * (i - 3) + j - 3] : zero;
  });
}

/** See `doc`. */
export const impedance: LawDeclaration = {
  kind: 'impedance',
  title: 'Impedance',
  summary:
    'The tool gives way as if a spring and a damper held it to the target, in named axes. The arm’s own inertia is kept, ' +
    'and the damping ratio is true in every mode and pose, or the inertia is shaped with a measured wrench.',
  acts: 'wrench',
  passive: ({ wanted, mass, posture }) => wanted === undefined && mass === undefined && posture === undefined,
  energy: impedanceEnergy,
  holds: impedanceHolds,
  needs: { target: true },
  parameters: impedanceParameters,
  memory: [{ name: 'contact', unit: '', initial: 0, meaning: 'Share of the contact damping that is in' }],
  observed: [
    {
      name: 'off',
      unit: sixWays,
      size: () => 6,
      labels: sixLabels,
      meaning: 'Target less actual: way, m, and turn, rad; world axes',
    },
  ],
  check: (given, context) => impedanceFindings(given, context),
  law(A, view, p, memory, _derived, { ownSpeed: [own] = [0] }) {
    return impedanceLaw(A, view, p, memory.contact[0], own > 0.5);
  },
  doc: {
    law: 'F = K s(e) + D ė + F_ff (−D v for ė where `ownSpeed` is 1); D = 2 ζ Λ X √λ Xᵀ Λ, K X = Λ X λ, Xᵀ Λ X = 1',
    symbols: [
      { symbol: 'e', unit: 'm, rad', meaning: 'target − actual: way, and the rotation vector of the turn' },
      { symbol: 'K', unit: 'N/m, N m/rad', meaning: '`stiffness`, `turnStiffness`, in the axes of the law' },
      { symbol: 's', unit: 'm, rad', meaning: 'cuts each entry to `most`, `mostTurn`' },
      { symbol: 'ζ', unit: '1', meaning: '`ratio`' },
      { symbol: 'Λ', unit: 'kg, kg m2', meaning: 'inertia of the arm at the centre, (J M⁻¹ Jᵀ)⁻¹' },
      { symbol: 'X, λ', unit: '', meaning: 'modes of K on Λ and the squares of their angular frequencies' },
      { symbol: 'D', unit: 'N s/m, N m s/rad', meaning: '`damping`, `turnDamping` where they are given' },
      {
        symbol: 'M_d',
        unit: 'kg, kg m2',
        meaning: '`mass`, `turnInertia`: then F = Λ M_d⁻¹ (K s(e) + D ė + F_ff + F_ext) − F_ext',
      },
    ],
    sign: 'Pulls the tool to the target; a feed-forward wrench is what the robot does to its environment.',
    energy:
      'E = ½ sᵀ K s + (e − s)ᵀ K s; ėᵀ D ė and the contact damping are taken out; the moving target, the feed-forward, the ' +
      'shaping and the null space put in',
    singular:
      'At a singularity Λ grows without bound; below σ₀ = 0.02 of the Jacobian it is damped as in null spaces, and D with it. ' +
      'Half a turn off, the axis is ambiguous. The torque is the gradient of E (J_r(e)⁻ᵀ K e, and e × f on axes that turn with the tool). ' +
      'Shaping leaves out the velocity products of the task.',
    source:
      'Hogan, Impedance control (1985); Albu-Schäffer, Ott, Frese, Hirzinger, Cartesian impedance control of redundant robots (2003), section 3.2',
  },
  picture: drawing(
    '<circle cx="14" cy="24" r="4"/><path d="M20 24h10V12h8l4-6 8 12 8-12 8 12 8-12 4 6h10v12M30 24v12h22M52 30v12M48 30h22v12H48M70 36h18V24h10"/><circle cx="104" cy="24" r="5"/>',
  ),
};

/** The springs of {@link impedance} at a place: way and turn to the target, and what pulls along and about them. */
function springs<S>(A: Algebra<S>, { centre, target, axes }: EnergyView<S>, p: Parameters<S>) {
  if (target === undefined) throw new Error('control: an impedance needs a target');
  const { way, turn } = poseError(A, centre, target);
  const pull = sprung(A, axes, all(p, 'stiffness'), way, p.most);
  const twist =
    p.turnStiffness === undefined ? undefined : sprung(A, axes, p.turnStiffness, turn, p.mostTurn);
  return { way, turn, pull, twist };
}

function impedanceEnergy<S>(A: Algebra<S>, view: EnergyView<S>, p: Parameters<S>): S {
  const { pull, twist } = springs(A, view, p);
  return twist === undefined ? pull.energy : A.add(pull.energy, twist.energy);
}

/** The law of {@link impedance}. */
function impedanceLaw<S>(A: Algebra<S>, view: LawView<S>, p: Parameters<S>, contact: S, own: boolean) {
  const { centre, target, axes, axesSite, sensor } = view;
  if (target === undefined) throw new Error('control: an impedance needs a target');
  const turns = p.turnStiffness !== undefined;
  const { way, turn, pull, twist } = springs(A, view, p);
  const none = vec3(A, 0, 0, 0);
  // What damping is joined to: the target, or the world.
  const held = own ? { velocity: none, spin: none } : target;
  const drift = sub3(A, held.velocity, centre.velocity);
  const swing = sub3(A, held.spin, centre.spin);

  const left = twist && leftJacobianInverse(A, turn);
  // The gradient of the energy: J_r⁻ᵀ φ = J_l⁻¹ φ on the tool, J_l⁻ᵀ φ on the target.
  const onTool = twist && left ? mulMatVec(A, left, twist.force) : none;
  const onTarget = twist && left ? mulTransposeVec(A, left, twist.force) : none;
  const lever = add3(A, cross3(A, way, pull.force), twist ? cross3(A, turn, twist.force) : none);
  const rides = axesSite.body === centre.body;

  const rows = turns ? 6 : 3;
  const rate = turns ? [...drift, ...swing] : [...drift];
  const shaped = p.mass !== undefined;
  const given = p.damping !== undefined;
  const space = p.posture !== undefined || shaped || !given ? spaceOf(A, view, rows) : undefined;
  const damped = damping(A, view, p, rate, shaped ? undefined : space?.mobility);

  const share = contactShare(A, view, p, contact);
  const extra = p.contactDamping === undefined ? none : scale3(A, A.mul(share, p.contactDamping[0]), drift);
  const ff = p.wanted === undefined ? undefined : all(p, 'wanted');
  const pressed = ff === undefined ? none : mulMatVec(A, axes, asVec3(ff.slice(0, 3)));
  const turned = ff === undefined ? none : mulMatVec(A, axes, asVec3(ff.slice(3, 6)));

  const brake = {
    force: add3(A, asVec3(damped.force.slice(0, 3)), extra),
    torque: turns ? asVec3(damped.force.slice(3, 6)) : none,
  };
  const force = add3(A, add3(A, pull.force, asVec3(damped.force.slice(0, 3))), extra);
  const torque = add3(A, rides ? add3(A, onTool, lever) : onTool, brake.torque);
  const plain = [...add3(A, force, pressed), ...add3(A, torque, turned)];
  const out = shaped && space ? shape(A, p, sensor, space.mobility, plain, rows) : plain;
  const wrench = { force: asVec3(out.slice(0, 3)), torque: asVec3(out.slice(3, 6)) };
  const posture = p.posture === undefined || space === undefined ? undefined : nullTorque(A, view, p, space);

  const taken = A.add(damped.power, dot3(A, extra, drift));
  // What is put in: whatever the power on the arm has beyond − dE/dt − what is taken out.
  const terms = [
    dot3(A, pull.force, target.velocity),
    dot3(A, onTarget, target.spin),
    dot3(A, sub3(A, force, pull.force), held.velocity),
    dot3(A, brake.torque, held.spin),
    ...plain.map((x, i) => A.mul(A.sub(out[i], x), i < 3 ? centre.velocity[i] : centre.spin[i - 3])),
  ];
  if (!rides) terms.push(A.neg(dot3(A, lever, axesSite.spin)));
  if (ff !== undefined) terms.push(dot3(A, pressed, centre.velocity), dot3(A, turned, centre.spin));
  if (posture !== undefined) terms.push(...posture.map((x, i) => A.mul(x, view.v[i])));
  const fed = [...pressed, ...turned];
  const active = shaped ? out.map((x, i) => A.add(fed[i], A.sub(x, plain[i]))) : fed;
  const torques = posture === undefined ? {} : { torques: posture };
  return {
    wrench,
    ...torques,
    active: { force: asVec3(active.slice(0, 3)), torque: asVec3(active.slice(3, 6)), ...torques },
    damping: brake,
    dissipated: taken,
    supplied: sum(A, terms),
    memory: { contact: [share] },
    observed: { off: [...way, ...turn] },
  };
}

type Space<S> = ReturnType<typeof nullSpaceOf<S>>;

function spaceOf<S>(A: Algebra<S>, view: LawView<S>, rows: number): Space<S> {
  const { jacobian, massMatrix } = view.operational();
  const nv = view.v.length;
  return nullSpaceOf(
    A,
    Array.from({ length: rows }, (_, i) => jacobian.slice(i * nv, (i + 1) * nv)),
    massMatrix,
  );
}

/** D times the rate, and its power: given in the axes, or true in the modes on the inertia with this mobility. */
function damping<S>(
  A: Algebra<S>,
  view: LawView<S>,
  p: Parameters<S>,
  rate: readonly S[],
  mobility: readonly S[] | undefined,
): { readonly force: readonly S[]; readonly power: S } {
  const { axes } = view;
  if (p.damping !== undefined) {
    const of = (gain: readonly S[], u: Vec3<S>): Vec3<S> =>
      mulMatVec(A, axes, asVec3(applyGain(A, gain, mulTransposeVec(A, axes, u))));
    const [u, w] = [asVec3(rate.slice(0, 3)), rate.length > 3 ? asVec3(rate.slice(3, 6)) : undefined];
    const force = of(p.damping, u);
    const torque = w && p.turnDamping ? of(p.turnDamping, w) : undefined;
    const power = dot3(A, force, u);
    if (w === undefined || torque === undefined) return { force, power };
    return { force: [...force, ...torque], power: A.add(power, dot3(A, torque, w)) };
  }
  const place = turnedGain(A, axes, all(p, 'stiffness'));
  const attitude = p.turnStiffness === undefined ? undefined : turnedGain(A, axes, p.turnStiffness);
  const stiffness = blocks(A, place, attitude);
  const inverse = mobility ?? shapedMobility(A, p, rate.length);
  const modes = vibration(A, stiffness, inverse, rate.length, view.repeat);
  return modalDamping(A, modes, one(p, 'ratio'), rate);
}

/** The inverse of the inertia that is shaped, rows × rows. */
function shapedMobility<S>(A: Algebra<S>, p: Parameters<S>, rows: number): S[] {
  const [zero, unit] = [A.constant(0), A.constant(1)];
  return Array.from({ length: rows * rows }, (_, at) => {
    const [i, j] = [Math.floor(at / rows), at % rows];
    return i === j ? A.div(unit, one(p, i < 3 ? 'mass' : 'turnInertia')) : zero;
  });
}

/** Λ M_d⁻¹ (F + F_ext) − F_ext. */
function shape<S>(
  A: Algebra<S>,
  p: Parameters<S>,
  sensor: LawView<S>['sensor'],
  mobility: readonly S[],
  plain: readonly S[],
  rows: number,
): S[] {
  if (sensor === undefined) throw new Error('control: an inertia is shaped with a sensor');
  const external = [...sensor.force, ...sensor.torque];
  const wanted = plain
    .slice(0, rows)
    .map((x, i) => A.div(A.add(x, external[i]), one(p, i < 3 ? 'mass' : 'turnInertia')));
  const force = solveDefinite(A, factorDefinite(A, mobility, rows), wanted);
  return plain.map((x, i) => (i < rows ? A.sub(force[i], external[i]) : x));
}

/** The share of the contact damping that is in: the measured force over the one that brings in all, by a first-order lag. */
function contactShare<S>(A: Algebra<S>, { sensor, elapsed }: LawView<S>, p: Parameters<S>, last: S): S {
  if (p.contactDamping === undefined || sensor === undefined) return last;
  const [zero, unit] = [A.constant(0), A.constant(1)];
  const full = max(A, one(p, 'contactForce'), A.constant(1e-9));
  const wanted = min(A, A.div(norm3(A, sensor.force), full), unit);
  const time = one(p, 'contactTime');
  const lags = A.less(zero, time);
  const step = A.sub(unit, A.exp(A.neg(A.div(elapsed, A.select(lags, time, unit)))));
  return A.add(last, A.mul(A.select(lags, step, unit), A.sub(wanted, last)));
}

/** Nᵀ (k (q_n − q) − 2 ζ √(k M_ii) q̇): to the posture, without a part that accelerates the centre. */
function nullTorque<S>(A: Algebra<S>, view: LawView<S>, p: Parameters<S>, space: Space<S>): S[] {
  const k = one(p, 'postureStiffness');
  const { massMatrix } = view.operational();
  const nv = view.v.length;
  const twice = A.mul(A.constant(2), one(p, 'postureRatio'));
  const wish = view.between(view.q, all(p, 'posture')).map((way, i) => {
    const brake = A.mul(twice, A.sqrt(A.mul(k, massMatrix[i * nv + i])));
    return A.sub(A.mul(k, way), A.mul(brake, view.v[i]));
  });
  const { torque } = space.task(wish);
  return wish.map((x, i) => A.sub(x, torque[i]));
}
