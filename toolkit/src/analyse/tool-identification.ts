/**
 * Weight, centre and sensor bias of what hangs below a force and torque sensor, from readings in several poses at rest.
 *
 * A reading is the wrench on the robot as the sensor feels it, in sensor axes: with the acceleration of free fall g in these,
 * f = m g + b_f and n = h × g + b_n, h = m c (a hanging kilogram reads −9.81 N in world z). Linear in the ten numbers
 * m, b_f, h, b_n: least squares on f give m and b_f, on n they give h and b_n, and c = h/m
 * (Atkeson, An, Hollerbach, Estimation of inertial parameters of manipulator loads and links (1986), static case).
 *
 * A set of poses that cannot show a number is refused by the name of that number: directions that no reading depends on are
 * the null space of the normal matrices, and every number with a part in one of them is undetermined. How well the others are shown
 * is their condition: the ratio of the largest to the least singular value of the equations, columns scaled to one length; 1 is best.
 */
import { cross3, numbers as N, skew, symmetricEigen, type Vec3 } from '../math/index.js';
import type { Outcome, Problem } from '../problem/index.js';

/** Readings of one pose, or their mean. */
export interface ToolReading {
  /** Acceleration of free fall in sensor axes, m/s². */
  readonly gravity: Vec3<number>;
  readonly force: Vec3<number>;
  readonly torque: Vec3<number>;
}

/** The ten numbers, by name. */
export const toolNumbers = [
  'mass',
  'force bias x',
  'force bias y',
  'force bias z',
  'centre x',
  'centre y',
  'centre z',
  'torque bias x',
  'torque bias y',
  'torque bias z',
] as const;
export type ToolNumber = (typeof toolNumbers)[number];

export interface IdentifiedTool {
  /** kg. */
  readonly mass: number;
  /** Sensor axes, m. */
  readonly centre: Vec3<number>;
  /** Force, then torque; N, N m. */
  readonly bias: readonly number[];
  /** Root mean square of what is left, N and N m. */
  readonly rest: { readonly force: number; readonly torque: number };
  /**
   * Standard error of each number by the scatter that is left; undefined where there are no more readings than numbers.
   */
  readonly error: Readonly<Record<ToolNumber, number>> | undefined;
  /**
   * How far off each number is at most in 95 of 100 cases: the standard error times the quantile of Student’s t for as many readings as
   * there are beyond the numbers. It holds for readings that are off by chance and each by itself, in poses as they are said to be.
   */
  readonly bound: Readonly<Record<ToolNumber, number>> | undefined;
  /** How well the poses show mass and force bias, and first moment and torque bias; from 1 up. */
  readonly condition: { readonly force: number; readonly torque: number };
}

/** Up to which condition poses are as good as any. */
export const goodCondition = 3;

/** Axes of the sensor, up and down. */
export const sensorAxes = ['+x', '-x', '+y', '-y', '+z', '-z'] as const;
export type SensorAxis = (typeof sensorAxes)[number];

/** The condition of equations in poses with these accelerations of free fall, sensor axes. */
export function poseCondition(gravities: readonly Vec3<number>[]): IdentifiedTool['condition'] {
  return {
    force: solve(forceRows(gravities), 4).condition,
    torque: solve(torqueRows(gravities), 6).condition,
  };
}

/**
 * Axes of the sensor to point down in poses to come, the one that helps most first, until {@link goodCondition} is reached; none where it is.
 */
export function posesToAdd(gravities: readonly Vec3<number>[]): readonly SensorAxis[] {
  const size = gravities.length === 0 ? 9.81 : Math.sqrt(gravities[0].reduce((s, x) => s + x * x, 0));
  const worst = (those: readonly Vec3<number>[]): number => {
    const { force, torque } = poseCondition(those);
    // Those of equations that show nothing at all compare by how many numbers are in the dark.
    const dark = solve(forceRows(those), 4).dark.length + solve(torqueRows(those), 6).dark.length;
    return dark > 0 ? 1e12 * (1 + dark) : Math.max(force, torque);
  };
  const down = sensorAxes.map((_, i): Vec3<number> => {
    const along = i % 2 === 0 ? size : -size;
    return [0, 1, 2].map((k) => (k === Math.floor(i / 2) ? along : 0)) as unknown as Vec3<number>;
  });
  const added: number[] = [];
  let now = [...gravities];
  while (worst(now) > goodCondition && added.length < sensorAxes.length) {
    const open = down.map((_, i) => i).filter((i) => !added.includes(i));
    const best = open.reduce((a, b) => (worst([...now, down[b]]) < worst([...now, down[a]]) ? b : a));
    added.push(best);
    now = [...now, down[best]];
  }
  return added.map((i) => sensorAxes[i]);
}

/** Part of the largest eigenvalue below which a direction counts as not shown, and part of a number that makes it undetermined. */
const hidden = 1e-8;
const part = 1e-4;
/** A mass that is no tool, kg; and none is within three standard errors of 0. */
const nothing = 1e-9;

/** The tool and bias of readings; all that cannot be known of them is a problem each. */
export function identifyTool(readings: readonly ToolReading[]): Outcome<IdentifiedTool> {
  const problems: Problem[] = [];
  readings.forEach(({ gravity, force, torque }, i) => {
    if (![...gravity, ...force, ...torque].every(Number.isFinite))
      problems.push(
        refusal('reading-not-finite', { path: `readings[${i}]` }, 'a reading is no number', {
          hint: 'leave it out; the others stand for themselves',
        }),
      );
  });
  if (problems.length > 0) return { problems };
  // Per reading: f = [g 1] (m, b_f); n = [−[g]× 1] (h, b_n).
  const gravities = readings.map(({ gravity }) => gravity);
  const forces = solve(
    forceRows(gravities),
    4,
    readings.flatMap(({ force }) => force),
  );
  const torques = solve(
    torqueRows(gravities),
    6,
    readings.flatMap(({ torque }) => torque),
  );
  const dark = [...forces.dark.map((x) => toolNumbers[x]), ...torques.dark.map((x) => toolNumbers[4 + x])];
  for (const name of dark) {
    problems.push(
      refusal('number-not-shown', { name }, `these ${readings.length} poses cannot show the ${name}`, {
        expected: 'poses that turn the sensor against gravity in different ways',
        hint: poseHint(name),
      }),
    );
  }
  if (problems.length > 0) return { problems };
  const [mass, ...forceBias] = forces.x;
  const [hx, hy, hz, ...torqueBias] = torques.x;
  const centre: Vec3<number> = [hx / mass, hy / mass, hz / mass];
  const errors = errorsOf(forces, torques, mass, centre);
  const { error } = errors ?? {};
  if (!(Math.abs(mass) > Math.max(nothing, 3 * (error?.mass ?? 0)))) {
    return {
      problems: [
        refusal(
          'no-mass',
          { name: 'mass' },
          'nothing hangs below the sensor: a centre of mass has no meaning',
          {
            hint: 'take the bias alone, by a tare',
          },
        ),
      ],
    };
  }
  if (mass < 0) {
    return {
      problems: [
        refusal('negative-mass', { name: 'mass' }, `a mass of ${mass} kg: the readings have the other sign`, {
          expected: 'the wrench on the robot: a hanging kilogram reads −9.81 N in world z',
          hint: 'turn the sign of all six numbers of each reading',
        }),
      ],
    };
  }
  return {
    value: {
      mass,
      centre,
      bias: [...forceBias, ...torqueBias],
      rest: { force: forces.rest, torque: torques.rest },
      condition: { force: forces.condition, torque: torques.condition },
      error,
      bound: errors?.bound,
    },
    problems,
  };
}

/** What the sensor reads with such a tool below it, at rest. */
export function toolReading(
  tool: Pick<IdentifiedTool, 'mass' | 'centre' | 'bias'>,
  gravity: Vec3<number>,
): { readonly force: Vec3<number>; readonly torque: Vec3<number> } {
  const weight: Vec3<number> = [tool.mass * gravity[0], tool.mass * gravity[1], tool.mass * gravity[2]];
  const [fx, fy, fz, nx, ny, nz] = tool.bias;
  const moment = cross3(N, tool.centre, weight);
  return {
    force: [weight[0] + fx, weight[1] + fy, weight[2] + fz],
    torque: [moment[0] + nx, moment[1] + ny, moment[2] + nz],
  };
}

/** f = [g 1] (m, b_f), three rows a pose. */
const forceRows = (gravities: readonly Vec3<number>[]): number[][] =>
  gravities.flatMap((gravity) => [0, 1, 2].map((k) => [gravity[k], ...unit(k)]));

/** n = [−[g]× 1] (h, b_n), three rows a pose. */
const torqueRows = (gravities: readonly Vec3<number>[]): number[][] =>
  gravities.flatMap((gravity) => {
    const turned = skew(N, gravity).map((x) => -x);
    return [0, 1, 2].map((k) => [...turned.slice(3 * k, 3 * k + 3), ...unit(k)]);
  });

interface Solved {
  readonly x: readonly number[];
  /** Numbers that have a part in a direction that no row shows. */
  readonly dark: readonly number[];
  readonly rest: number;
  /** Of each number, for scatter of 1; undefined: as many rows as numbers. */
  readonly spread: readonly number[];
  readonly spare: number;
  /** Infinity where a direction is not shown. */
  readonly condition: number;
}

/** Least squares over all rows, by the eigenvalues of the normal matrix. */
function solve(
  rows: readonly (readonly number[])[],
  size: number,
  values: readonly number[] = rows.map(() => 0),
): Solved {
  // Columns of like length, so that metres per second squared and ones compare.
  const lengths = Array.from({ length: size }, (_, j) =>
    Math.sqrt(rows.reduce((s, row) => s + row[j] * row[j], 0)),
  );
  const scales = lengths.map((length) => (length > 0 ? length : 1));
  const scaled = rows.map((row) => row.map((x, j) => x / scales[j]));
  const normal = Array.from({ length: size * size }, (_, at) => {
    const [i, j] = [Math.floor(at / size), at % size];
    return scaled.reduce((s, row) => s + row[i] * row[j], 0);
  });
  const right = Array.from({ length: size }, (_, j) =>
    scaled.reduce((s, row, k) => s + row[j] * values[k], 0),
  );
  const { values: squares, vectors } = symmetricEigen(normal, size);
  const largest = squares[size - 1];
  const shown = squares.map((square) => square > hidden * largest);
  const dark = Array.from({ length: size }, (_, j) => j).filter((j) =>
    vectors.some((vector, k) => !shown[k] && Math.abs(vector[j]) > part),
  );
  const y = new Array<number>(size).fill(0);
  const spread = new Array<number>(size).fill(0);
  vectors.forEach((vector, k) => {
    if (!shown[k]) return;
    const along = vector.reduce((s, x, j) => s + x * right[j], 0) / squares[k];
    vector.forEach((x, j) => {
      y[j] += x * along;
      spread[j] += (x * x) / squares[k];
    });
  });
  const left = scaled.reduce((s, row, k) => {
    const off = row.reduce((t, x, j) => t + x * y[j], 0) - values[k];
    return s + off * off;
  }, 0);
  return {
    x: y.map((value, j) => value / scales[j]),
    dark,
    rest: Math.sqrt(left / Math.max(1, values.length)),
    spread: spread.map((square, j) => Math.sqrt(square) / scales[j]),
    spare: values.length - size,
    condition: shown.every((x) => x) ? Math.sqrt(largest / squares[0]) : Number.POSITIVE_INFINITY,
  };
}

interface Errors {
  readonly error: Readonly<Record<ToolNumber, number>>;
  readonly bound: Readonly<Record<ToolNumber, number>>;
}

/** Standard errors, and how far off each is in 95 of 100 cases. */
function errorsOf(forces: Solved, torques: Solved, mass: number, centre: Vec3<number>): Errors | undefined {
  if (forces.spare < 1 || torques.spare < 1) return undefined;
  const sigma = ({ rest, spare }: Solved, size: number) => rest * Math.sqrt((spare + size) / spare);
  const [f, n] = [sigma(forces, 4), sigma(torques, 6)];
  const named = (force: number, torque: number) => {
    const all = [...forces.spread.map((x) => force * f * x), ...torques.spread.map((x) => torque * n * x)];
    // c = h/m: dc² = (dh² + c² dm²)/m².
    const errors = all.map((x, i) => {
      const c = i >= 4 && i < 7 ? centre[i - 4] : 0;
      return i >= 4 && i < 7 ? Math.sqrt(x * x + c * c * all[0] * all[0]) / mass : x;
    });
    return Object.fromEntries(toolNumbers.map((name, i) => [name, errors[i]])) as Record<ToolNumber, number>;
  };
  return { error: named(1, 1), bound: named(studentBound(forces.spare), studentBound(torques.spare)) };
}

/**
 * The two-sided 95 % quantile of Student’s t with ν degrees of freedom: those of ν = 1 and 2 are closed forms, above by the expansion
 * about the normal one (Abramowitz, Stegun, Handbook of mathematical functions, 26.7.5), to 0.3 % at ν = 3 and better from there on.
 */
export function studentBound(freedom: number): number {
  if (freedom <= 1) return 12.706204736432095;
  if (freedom === 2) return 4.302652729911275;
  const z = 1.959963984540054;
  const z2 = z * z;
  const terms = [
    1,
    (z2 + 1) / 4,
    ((5 * z2 + 16) * z2 + 3) / 96,
    (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
    ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160,
  ];
  return z * terms.reduceRight((sum, term) => term + sum / freedom, 0);
}

function refusal(
  code: string,
  where: Problem['where'],
  message: string,
  more: Pick<Problem, 'expected' | 'hint'>,
): Problem {
  return { code, severity: 'error', where, message, ...more };
}

function unit(k: number): number[] {
  return [0, 1, 2].map((i) => (i === k ? 1 : 0));
}

function poseHint(name: ToolNumber): string {
  const axis = name.slice(-1);
  if (name === 'mass' || name.startsWith('force'))
    return 'a second pose, with the sensor turned about a level axis';
  const others = ['x', 'y', 'z'].filter((x) => x !== axis);
  return `poses with gravity along ${others[0]} and along ${others[1]} of the sensor, each way`;
}
