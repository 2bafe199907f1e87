import { describe, expect, it } from 'vitest';
import {
  expSO3,
  identity3,
  type Mat3,
  modalDampingMatrix,
  mulMat,
  numbers as N,
  quaternionFromRotation,
  rotationFromRpy,
  unrolled,
  type Vec3,
  vibration,
} from '../../math/index.js';
import { bodySite, type Site } from '../../mechanism/index.js';
import {
  bodyVelocities,
  forwardKinematics,
  frameJacobian,
  frameOf,
  integrate,
  massMatrix,
  operationalSpaceInertia,
} from '../../model/index.js';
import { chance, made, quarterTurnArm } from '../../model/made.test.helper.js';
import type { GivenNumbers, LawView, WrenchAct } from './declaration.js';
import { impedance } from './impedance.js';
import { givenNumbers } from './law-parameters.js';

const arm = made(quarterTurnArm());
const frame = frameOf(arm, 'flange');
const home = [0.3, 0.6, -0.2, -1.2, 0.4, 0.9, 0.1];

interface World {
  readonly target: {
    readonly position: Vec3<number>;
    readonly rotation: Mat3<number>;
    readonly velocity: Vec3<number>;
    readonly spin: Vec3<number>;
  };
  readonly axes: 'world' | 'centre' | 'target';
  readonly wrench?: { readonly force: Vec3<number>; readonly torque: Vec3<number> };
}

function viewAt(q: readonly number[], v: readonly number[], world: World): LawView<number> {
  const kinematics = forwardKinematics(N, arm, q);
  const velocities = bodyVelocities(N, arm, kinematics, v);
  const centre = bodySite(N, 'tool', frame, kinematics, velocities);
  const still: Vec3<number> = [0, 0, 0];
  const target: Site<number> = {
    ...centre,
    ...world.target,
    name: 'target',
    body: -1,
    quaternion: () => quaternionFromRotation(N, world.target.rotation),
  };
  const ground: Site<number> = { ...target, rotation: identity3(N), velocity: still, spin: still };
  const axesSite = world.axes === 'centre' ? centre : world.axes === 'target' ? target : ground;
  return {
    elapsed: 0.001,
    tick: 0.001,
    q,
    v,
    centre,
    target,
    axes: axesSite.rotation,
    axesSite,
    sensor: world.wrench && { ...world.wrench, fresh: 1, age: 0, ready: 1 },
    repeat: unrolled,
    between: (from: readonly number[], to: readonly number[]) => to.map((x, i) => x - from[i]),
    operational: () => ({
      jacobian: frameJacobian(N, arm, kinematics, frame, 'worldAligned'),
      massMatrix: massMatrix(N, arm, q),
    }),
  } as unknown as LawView<number>;
}

function act(q: readonly number[], v: readonly number[], world: World, numbers: GivenNumbers) {
  const given = givenNumbers({ parameters: numbers as Record<string, readonly number[]> }, impedance);
  const view = viewAt(q, v, world);
  const done = impedance.law<number>(N, view, given, { contact: [0.5] }, {}, given) as WrenchAct<number>;
  const { force, torque } = done.wrench;
  const { velocity, spin } = view.centre;
  const joints = (done.torques ?? []).reduce((sum, x, i) => sum + x * v[i], 0);
  const power = [0, 1, 2].reduce((sum, k) => sum + force[k] * velocity[k] + torque[k] * spin[k], joints);
  const energy = impedance.energy?.(N, view, given, { contact: [0.5] }, given) ?? Number.NaN;
  return { ...done, power, view, energy };
}

/** A target a little off the tool at `home`, that moves. */
function target(
  way: Vec3<number>,
  turn: Vec3<number>,
  velocity: Vec3<number> = [0, 0, 0],
  spin: Vec3<number> = [0, 0, 0],
) {
  const { position, rotation } = bodySite(
    N,
    'tool',
    frame,
    forwardKinematics(N, arm, home),
    bodyVelocities(N, arm, forwardKinematics(N, arm, home), home),
  );
  return {
    position: position.map((x, i) => x + way[i]) as unknown as Vec3<number>,
    rotation: mulMat(N, expSO3(N, turn), rotation),
    velocity,
    spin,
  };
}

const rest = home.map(() => 0);

describe('impedance', () => {
  const K = { stiffness: [800, 800, 300], turnStiffness: [30, 20, 10] };
  const v = [0.4, -0.3, 0.5, 0.2, -0.6, 0.3, 0.7];

  it('has an energy that closes, in all axes and with all that it can do', () => {
    const moves = target([0.03, -0.05, 0.02], [0.4, -0.7, 0.5], [0.1, -0.2, 0.3], [0.5, 0.2, -0.4]);
    const wrench = { force: [4, -8, 2] as Vec3<number>, torque: [0.3, 0.1, -0.2] as Vec3<number> };
    for (const axes of ['world', 'centre', 'target'] as const) {
      for (const more of [
        {},
        { ownSpeed: [1], ratio: [1] },
        { damping: [40, 20, 10], turnDamping: [2, 1, 3], most: [0.02], mostTurn: [0.3] },
        { wanted: [1, 2, 3, 0.4, 0.5, 0.6], contactDamping: [30] },
        { mass: [3], turnInertia: [0.2], posture: home.map((x) => x + 0.2) },
      ]) {
        const world: World = { target: moves, axes, wrench };
        const at = act(home, v, world, { ...K, ...more });
        const h = 1e-6;
        const energy = (sign: number) => {
          const q = integrate(
            N,
            arm,
            home,
            v.map((x) => sign * x),
            h,
          );
          const turned = expSO3(N, moves.spin.map((x) => sign * h * x) as unknown as Vec3<number>);
          const moved = {
            ...moves,
            position: moves.position.map(
              (x, i) => x + sign * h * moves.velocity[i],
            ) as unknown as Vec3<number>,
            rotation: mulMat(N, turned, moves.rotation),
          };
          return act(q, v, { ...world, target: moved }, { ...K, ...more }).energy;
        };
        const rate = (energy(1) - energy(-1)) / (2 * h);
        const { power, dissipated = Number.NaN, supplied = Number.NaN } = at;
        expect(Math.abs(power + rate + dissipated - supplied)).toBeLessThan(1e-5);
        expect(dissipated).toBeGreaterThan(0);
      }
    }
  });

  it('puts nothing in where it is only a spring and a damper on a target at rest', () => {
    const world: World = { target: target([0.03, -0.05, 0.02], [0.4, -0.7, 0.5]), axes: 'centre' };
    expect(Math.abs(act(home, v, world, K).supplied ?? 1)).toBeLessThan(1e-12);
  });

  it('has damping that is true in any pose, along each generalised eigenvector', () => {
    const next = chance(8);
    for (let trial = 0; trial < 4; trial++) {
      const q = home.map((x) => x + 1.2 * (next() - 0.5));
      const axes = trial % 2 === 0 ? 'centre' : 'world';
      const site = viewAt(q, rest, { target: target([0, 0, 0], [0, 0, 0]), axes }).centre;
      const here = {
        position: site.position,
        rotation: site.rotation,
        velocity: [0, 0, 0] as Vec3<number>,
        spin: [0, 0, 0] as Vec3<number>,
      };
      const view = viewAt(q, rest, { target: here, axes });
      const { jacobian, massMatrix: M } = view.operational();
      const inertia = operationalSpaceInertia(N, M, jacobian, 6);
      // The law's own K and D: its wrench for small errors and for velocities.
      const column = (k: number, rate: boolean): number[] => {
        const way = [0, 1, 2].map((i) => (i === k ? 1e-6 : 0)) as unknown as Vec3<number>;
        const turn = [0, 1, 2].map((i) => (i === k - 3 ? 1e-6 : 0)) as unknown as Vec3<number>;
        const off = rate
          ? {
              ...here,
              velocity: way.map((x) => 1e6 * x) as unknown as Vec3<number>,
              spin: turn.map((x) => 1e6 * x) as unknown as Vec3<number>,
            }
          : {
              ...here,
              position: here.position.map((x, i) => x + way[i]) as unknown as Vec3<number>,
              rotation: mulMat(N, expSO3(N, turn), here.rotation),
            };
        const { wrench } = act(q, rest, { target: off, axes }, K);
        return [...wrench.force, ...wrench.torque].map((x) => (rate ? x : 1e6 * x));
      };
      const square = (rate: boolean) => {
        const columns = [0, 1, 2, 3, 4, 5].map((k) => column(k, rate));
        return Array.from({ length: 36 }, (_, at) => columns[at % 6][Math.floor(at / 6)]);
      };
      const [Kw, Dw] = [square(false), square(true)];
      const mobility = inverseOf(inertia, 6);
      const { shapes, squares } = vibration(N, Kw, mobility, 6);
      shapes.forEach((x, k) => {
        expect(Math.abs(overshoot(mobility, Kw, Dw, x, squares[k]) - 0.04599)).toBeLessThan(2e-4);
      });
    }
  });

  it('stays bounded down to a straight arm, and is that of the inertia away from it', () => {
    const site = viewAt(home, rest, { target: target([0, 0, 0], [0, 0, 0]), axes: 'world' }).centre;
    const here = { ...target([0, 0, 0], [0, 0, 0]), position: site.position };
    const straight = [0.3, 0.6, 0, 0, 0, 0.9, 0.1];
    for (const bend of [1, 0.1, 0.01, 1e-3, 1e-5, 0]) {
      const q = straight.map((x, i) => (i === 3 ? -bend : x));
      const { wrench } = act(q, v, { target: here, axes: 'world' }, K);
      [...wrench.force, ...wrench.torque].forEach((x) => {
        expect(Math.abs(x)).toBeLessThan(3000);
      });
    }
    const { jacobian, massMatrix: M } = viewAt(home, rest, { target: here, axes: 'world' }).operational();
    const mobility = inverseOf(operationalSpaceInertia(N, M, jacobian, 6), 6);
    const blocks = Array.from({ length: 36 }, (_, at) =>
      at % 7 === 0 ? [800, 800, 300, 30, 20, 10][at / 7] : 0,
    );
    const D = modalDampingMatrix(N, vibration(N, blocks, mobility, 6), 0.7);
    const unit: Vec3<number> = [0.1, 0, 0];
    const { wrench } = act(
      home,
      rest,
      { target: { ...target([0, 0, 0], [0, 0, 0]), velocity: unit }, axes: 'world' },
      K,
    );
    expect(Math.abs(wrench.force[0] - 0.1 * D[0]) / (0.1 * D[0])).toBeLessThan(1e-9);
  });

  it('gives the stiffness in the axes that it names', () => {
    const R = rotationFromRpy(N, 0, 0, Math.PI / 2);
    const yawed = { ...target([0, 0, 0], [0, 0, 0]), rotation: R };
    const site = viewAt(home, rest, { target: yawed, axes: 'target' }).centre;
    const off = {
      ...yawed,
      position: [site.position[0] - 0.01, site.position[1], site.position[2]] as Vec3<number>,
    };
    const { wrench } = act(
      home,
      rest,
      { target: off, axes: 'target' },
      { stiffness: [100, 1000, 1000], damping: [0] },
    );
    expect(wrench.force[0]).toBeCloseTo(-10, 9);
    const world: World = { target: target([0.2, 0.03, -0.05], [0, 0, 0]), axes: 'world' };
    const cut = act(home, rest, world, { stiffness: [500], most: [0.02], damping: [0] });
    expect(cut.wrench.force.map((x) => Math.round(x * 1e9) / 1e9)).toEqual([10, 10, -10]);
  });

  it('feels like the inertia that is shaped, and is refused without a sensor', () => {
    const wrench = { force: [6, 0, 0] as Vec3<number>, torque: [0, 0, 0] as Vec3<number> };
    const world: World = { target: target([0, 0, 0], [0, 0, 0]), axes: 'world', wrench };
    const done = act(home, rest, world, {
      stiffness: [500],
      turnStiffness: [20],
      mass: [3],
      turnInertia: [0.2],
    });
    const { jacobian, massMatrix: M } = done.view.operational();
    const mobility = inverseOf(operationalSpaceInertia(N, M, jacobian, 6), 6);
    const total = [...done.wrench.force, ...done.wrench.torque].map(
      (x, i) => x + [...wrench.force, ...wrench.torque][i],
    );
    const a = total.map((_, i) => total.reduce((sum, f, j) => sum + mobility[6 * i + j] * f, 0));
    [2, 0, 0, 0, 0, 0].forEach((x, i) => {
      expect(a[i]).toBeCloseTo(x, 6);
    });
    const codes = (given: GivenNumbers, hasSensor = false) =>
      impedance
        .check?.(
          { stiffness: [500], ratio: [0.7], ...given },
          { period: 0.001, hasSensor, hasTarget: true, nq: 7, nv: 7 },
        )
        .map(({ code }) => code);
    expect(codes({})).toEqual([]);
    expect(codes({ mass: [3] })).toEqual(['shaping-needs-sensor']);
    expect(codes({ mass: [3] }, true)).toEqual([]);
    expect(codes({ mass: [0] }, true)).toEqual(['inertia-not-positive']);
    expect(codes({ contactDamping: [20] })).toEqual(['contact-needs-sensor']);
    expect(codes({ turnDamping: [20] })).toEqual(['attitude-free']);
    expect(codes({ turnStiffness: [20], damping: [3] })).toEqual(['damping-half-given']);
    expect(codes({ stiffness: [5, 1, 0, 1, 5, 0, 0, 0, 5], most: [0.1] })).toEqual(['saturation-of-matrix']);
    expect(codes({ posture: [1, 2] })).toEqual(['joint-count']);
    expect(codes({ ratio: [0.01] })).toEqual(['hardly-damped']);
  });

  it('seeks a posture without accelerating the tool', () => {
    const world: World = { target: target([0, 0, 0], [0, 0, 0]), axes: 'world' };
    const { torques = [], view } = act(home, rest, world, { ...K, posture: home.map((x) => x + 0.5) });
    const { jacobian, massMatrix: M } = view.operational();
    const moved = inverseTimes(M, torques);
    const tip = Array.from({ length: 6 }, (_, i) =>
      moved.reduce((sum, a, k) => sum + jacobian[7 * i + k] * a, 0),
    );
    expect(Math.max(...moved.map(Math.abs))).toBeGreaterThan(0.1);
    tip.forEach((x) => {
      expect(Math.abs(x)).toBeLessThan(1e-9);
    });
  });
});

function inverseTimes(matrix: readonly number[], b: readonly number[]): number[] {
  const n = b.length;
  const inverse = inverseOf(matrix, n);
  return b.map((_, i) => b.reduce((sum, x, j) => sum + inverse[n * i + j] * x, 0));
}

function inverseOf(matrix: readonly number[], n: number): number[] {
  const rows = Array.from({ length: n }, (_, i) => [
    ...matrix.slice(n * i, n * (i + 1)),
    ...Array.from({ length: n }, (__, k) => (k === i ? 1 : 0)),
  ]);
  for (let i = 0; i < n; i++) {
    const pivot = rows[i][i];
    rows[i] = rows[i].map((x) => x / pivot);
    for (let r = 0; r < n; r++) {
      if (r === i) continue;
      const factor = rows[r][i];
      rows[r] = rows[r].map((x, k) => x - factor * rows[i][k]);
    }
  }
  return rows.flatMap((row) => row.slice(n));
}

/** How far the motion from `x` at rest goes beyond 0, as a share of x, along x: Λ a = −K x − D v. */
function overshoot(
  mobility: readonly number[],
  K: readonly number[],
  D: readonly number[],
  x0: readonly number[],
  square: number,
): number {
  const n = x0.length;
  const times = (m: readonly number[], u: readonly number[]) =>
    u.map((_, i) => u.reduce((sum, y, j) => sum + m[n * i + j] * y, 0));
  const inert = times(inverseOf(mobility, n), x0);
  const along = (x: readonly number[]) => x.reduce((sum, y, i) => sum + y * inert[i], 0);
  const whole = along(x0);
  const h = 0.004 / Math.sqrt(square);
  let [x, v] = [[...x0], x0.map(() => 0)];
  const rate = (y: readonly number[], u: readonly number[]) =>
    times(
      mobility,
      times(K, y).map((f, i) => -f - times(D, u)[i]),
    );
  let most = 0;
  for (let t = 0; t < 1800; t++) {
    // The midpoint rule.
    const a = rate(x, v);
    const [xm, vm] = [x.map((y, i) => y + 0.5 * h * v[i]), v.map((u, i) => u + 0.5 * h * a[i])];
    const am = rate(xm, vm);
    x = x.map((y, i) => y + h * vm[i]);
    v = v.map((u, i) => u + h * am[i]);
    most = Math.max(most, -along(x) / whole);
  }
  return most;
}
