/**
 * Laws that ask the servo for more than joints may do, told before a run: a point that a law tracks, followed through the inverse
 * kinematics of the servo from the start on; and the speed at which a law goes through free space, where the run starts.
 */
import {
  conjugate,
  formatQuantity,
  mulMatVec,
  numbers as N,
  norm3,
  quaternionFromRotation,
  quaternionLog,
  quaternionProduct,
  scale3,
  type Vec3,
} from '../../math/index.js';
import { integrate } from '../../model/index.js';
import type { Problem } from '../../problem/index.js';
import type { Design } from '../design.js';
import { motionAtTime } from '../moving.js';
import { evaluateLaw } from '../numeric.js';
import { centreRows } from './held.js';
import type { LawDesign, ServoDesign } from './law-design.js';
import { givenNumbers } from './law-parameters.js';
import { switchesLaws } from './law-phases.js';
import { lawOf } from './laws.js';
import { leastSquares } from './least-squares.js';
import { selectionRows, wholeSelection } from './selection.js';
import { jointSpeeds, servoDefaults } from './servo-fields.js';
import { closing, shortened } from './towards.js';

/** Of a run, how many poses of a point that is tracked are looked at, at most. */
const samples = 600;

interface Twist {
  readonly velocity: Vec3<number>;
  readonly spin: Vec3<number>;
}

/** Where it asks most of a joint, against what that may do. */
interface Asked {
  readonly joint: number;
  readonly rate: number;
  readonly limit: number;
  /** Of the centre then, m/s, and when, s. */
  readonly speed: number;
  readonly at: number;
}

/** A warning for each law that asks too much; `duration`: of the run, s. */
export function speedProblems(design: Design, start: readonly number[], duration: number): Problem[] {
  const { laws = [], servo, model, phases = [] } = design;
  const limits = servo && jointSpeeds(model, servo);
  if (servo === undefined || limits === undefined) return [];
  const [first] = phases;
  const begin = switchesLaws(design) ? (first?.laws ?? []) : laws.map(({ name }) => name);
  // Once phases switch, where the arm is then is not known.
  const until = first?.until;
  const known = !switchesLaws(design) ? duration : until !== undefined && 'after' in until ? until.after : 0;
  return laws.flatMap((law): Problem[] => {
    if (!begin.includes(law.name) || law.at !== servo.at) return [];
    const arm = new Kinematics(design, servo, limits);
    const asked =
      law.kind === 'track' ? tracked(design, arm, law, start, known) : approached(arm, law, start);
    return asked === undefined || asked.rate <= asked.limit * (1 + 1e-6) ? [] : [told(design, law, asked)];
  });
}

function told({ model, servo }: Design, { name, kind, target }: LawDesign, asked: Asked): Problem {
  const joint = model.velocityNames[asked.joint];
  const unit = model.velocityUnits[asked.joint];
  const most = formatQuantity((asked.speed * asked.limit) / asked.rate, 'm/s', 2);
  const lags =
    servo?.follow.kind === 'drive'
      ? 'lags'
      : 'lags, and an arm that follows by torques can pass its limit to catch up';
  const where = kind === 'track' ? `at ${formatQuantity(asked.at, 's', 3)}` : 'in the pose of the start';
  return {
    code: 'joint-speed-asked',
    severity: 'warning',
    where: { path: `control.laws.${name}` },
    message: `${name} asks the joint ${joint} for more than it may do: the command is cut there and ${lags}`,
    expected: `at most ${formatQuantity(asked.limit, unit, 3)}`,
    got: `${formatQuantity(asked.rate, unit, 3)} ${where}, for ${formatQuantity(asked.speed, 'm/s', 3)} of the tool`,
    hint:
      kind === 'track'
        ? `${most} there: a slower ${target}, control.laws.${name}.speed, or another pose to start from`
        : `at most ${most} there, or another pose to start from`,
  };
}

/** What the servo makes of a twist of the centre. */
class Kinematics {
  readonly #design: Design;
  readonly #servo: ServoDesign;
  readonly #limits: readonly number[];
  readonly #frame: string;

  constructor(design: Design, servo: ServoDesign, limits: readonly number[]) {
    this.#design = design;
    this.#servo = servo;
    this.#limits = limits;
    this.#frame = design.points.find(({ name }) => name === servo.at)?.frame ?? '';
  }

  sites(q: readonly number[]) {
    return evaluateLaw(this.#design, q, new Array<number>(this.#design.model.nv).fill(0)).sites;
  }

  /** Rates of the joints; ways that no joint moves are left out. */
  rates(q: readonly number[], position: Vec3<number>, twist: Twist): readonly number[] {
    const { servo, model } = { servo: this.#servo, model: this.#design.model };
    const length = servo.length ?? servoDefaults.length;
    const velocity = servo.speed === undefined ? twist.velocity : shortened(N, twist.velocity, servo.speed);
    const spin = servo.turning === undefined ? twist.spin : shortened(N, twist.spin, servo.turning);
    const wanted = [...velocity, ...spin];
    const rows = centreRows(model, q, this.#frame, position)
      .map((row, i) => ({
        row: row.map((x) => (i < 3 ? x : length * x)),
        b: i < 3 ? wanted[i] : length * wanted[i],
      }))
      .slice(0, servo.attitude === false ? 3 : 6)
      .filter(({ row }) => row.some((x) => x !== 0));
    if (rows.length === 0) return new Array<number>(model.nv).fill(0);
    const solver = leastSquares(
      N,
      rows.flatMap(({ row }) => row),
      rows.length,
      {
        damping: servo.damping ?? servoDefaults.damping,
        threshold: servo.threshold ?? servoDefaults.threshold,
      },
    );
    const b = rows.map((row) => row.b);
    return solver.near > 0.5 ? solver.damped(b) : solver.exact(b);
  }

  /** The joint that is asked for most of what it may do. */
  most(rates: readonly number[], speed: number, at: number): Asked | undefined {
    let most: Asked | undefined;
    rates.forEach((x, joint) => {
      const [rate, limit] = [Math.abs(x), this.#limits[joint]];
      if (!(limit > 0 && limit < Number.POSITIVE_INFINITY)) return;
      if (most === undefined || rate * most.limit > most.rate * limit)
        most = { joint, rate, limit, speed, at };
    });
    return most;
  }
}

/** The law `track` from the start on, the command at once where it asks. */
function tracked(
  design: Design,
  arm: Kinematics,
  law: LawDesign,
  start: readonly number[],
  duration: number,
): Asked | undefined {
  const declaration = lawOf(law.kind);
  const target = design.points.find(({ name }) => name === law.target);
  if (declaration === undefined || target === undefined) return undefined;
  if (target.frame !== undefined || target.moves === true || target.streamed !== undefined) return undefined;
  const {
    time: [time] = [0],
    speed: [speed] = [0],
    turning: [turning] = [0],
  } = givenNumbers(law, declaration);
  const { period, model } = design;
  const step = duration / samples > period ? duration / samples : period;
  let q = start;
  let most: Asked | undefined;
  for (let t = 0; t <= duration; t += step) {
    const here = arm.sites(q).get(law.at as string);
    if (here === undefined) return undefined;
    const goal = motionAtTime(target, t);
    const rate = closing(N, time, step);
    const first = closing(N, time, period);
    const off = goal.position.map((x, k) => x - here.position[k]);
    const turn = quaternionLog(
      N,
      quaternionProduct(N, goal.quaternion, conjugate(N, quaternionFromRotation(N, here.rotation))),
    );
    // At the start the tick counts; then an error is what the step before left.
    const pull = t === 0 ? first : rate;
    const sum = (own: Vec3<number>, error: readonly number[]) =>
      own.map((x, k) => x + pull * error[k]) as unknown as Vec3<number>;
    const velocity = shortened(N, sum(goal.velocity, off), speed);
    const spin = shortened(N, sum(goal.spin, turn), turning);
    const rates = arm.rates(q, here.position, { velocity, spin });
    const asked = arm.most(rates, norm3(N, velocity), t);
    if (asked !== undefined && (most === undefined || asked.rate * most.limit > most.rate * asked.limit))
      most = asked;
    q = integrate(N, model, q, rates, step);
  }
  return most;
}

/** The greatest of what a law asks for in free space at the start. */
function approached(arm: Kinematics, law: LawDesign, start: readonly number[]): Asked | undefined {
  const sites = arm.sites(start);
  const [centre, axes] = [sites.get(law.at as string), sites.get(law.axes ?? (law.at as string))];
  const free = freeTwist(law);
  if (centre === undefined || free === undefined) return undefined;
  const rotation = law.axes === 'world' ? undefined : axes?.rotation;
  const turned = (x: Vec3<number>) => (rotation === undefined ? x : mulMatVec(N, rotation, x));
  const velocity = turned([free[0], free[1], free[2]]);
  const rates = arm.rates(start, centre.position, { velocity, spin: turned([free[3], free[4], free[5]]) });
  return arm.most(rates, norm3(N, velocity), 0);
}

/** Velocity and spin, in its axes, at which a law goes on where nothing is felt; undefined where it stays. */
function freeTwist(law: LawDesign): readonly number[] | undefined {
  const declaration = lawOf(law.kind);
  if (declaration === undefined) return undefined;
  const given = givenNumbers(law, declaration);
  const [speed] = given.speed ?? [0];
  if (law.kind === 'guarded-move') {
    const { direction = [0, 0, 1] } = given;
    const way = direction as unknown as Vec3<number>;
    return [...scale3(N, speed / norm3(N, way), way), 0, 0, 0];
  }
  if (law.kind === 'force' || law.kind === 'hybrid') {
    const { select = [], wanted = [], gain: [gain] = [0], integral: [integral] = [0] } = given;
    return select.map((flag, i) => {
      const x = wanted[i] ?? 0;
      if (!(flag > 0.5) || i >= 3 || x === 0) return 0;
      const asked = integral > 0 ? speed : gain * Math.abs(x);
      const most = asked < speed ? asked : speed;
      return x < 0 ? -most : most;
    });
  }
  if (law.kind !== 'admittance' || given.wanted === undefined) return undefined;
  const rows = selectionRows(given.selection ?? wholeSelection);
  const twist = [0, 0, 0, 0, 0, 0];
  rows.forEach((row, i) => {
    const [damping, stiffness, band] = ['damping', 'stiffness', 'deadBand'].map((name) =>
      diagonal(given[name] ?? [0], i, rows.length),
    );
    const effort = row.reduce((sum, x, k) => sum + x * (given.wanted?.[k] ?? 0), 0);
    const net = Math.abs(effort) - band;
    if (stiffness !== 0 || !(damping > 0) || !(net > 0)) return;
    const v = ((effort < 0 ? -1 : 1) * net) / damping;
    row.forEach((x, k) => {
      twist[k] += v * x;
    });
  });
  return twist;
}

/** What a gain of 1, n or n² numbers is in one direction by itself. */
function diagonal(gain: readonly number[], i: number, n: number): number {
  return gain.length === 1 ? gain[0] : gain.length === n ? gain[i] : gain[i * (n + 1)];
}
