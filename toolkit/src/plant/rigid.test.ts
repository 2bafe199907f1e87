import { describe, expect, it } from 'vitest';
import { compileWasm, interpret } from '../graph/index.js';
import { numbers as N, type Vec3 } from '../math/index.js';
import { forwardDynamics, forwardDynamicsByMatrix, gravityTorque, inverseDynamics } from '../model/index.js';
import { arm, model, pendulum, type Segment, seeded } from './arms.test.helper.js';
import { type RigidOptions, type RigidPlant, rigidPlant, rigidProblems, rigidProgram } from './index.js';
import { hasLongChains } from './joint-inertia.js';

const DOWN: Vec3<number> = [0, 0, -9.81];

function plantOf(
  segments: readonly Segment[],
  options: RigidOptions,
  base: 'fixed' | 'free' = 'fixed',
): RigidPlant {
  return rigidPlant(compileWasm(rigidProgram(model(segments, base), options)));
}

/** Kinetic and potential energy less all work: constant for an exact solution. */
function balance(plant: RigidPlant): number {
  plant.observe();
  const { kinetic, potential, actuators, pushes, viscous, friction, stops } = plant.energy;
  return (
    kinetic +
    potential +
    viscous +
    friction +
    stops -
    actuators -
    Array.from(pushes).reduce((a, b) => a + b, 0)
  );
}

/** Arithmetic-geometric mean, for the period of a pendulum. */
function agm(a: number, b: number): number {
  while (Math.abs(a - b) > 1e-15) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return a;
}

describe('acceleration', () => {
  it('is that of two links along x in free fall', () => {
    // Case from the field: gravity along −y, joints about z 1 m apart, 1 kg and 1 kg m² about the centre at 1 m.
    const link: Segment = { axis: [0, 0, 1], mass: 1, centre: [1, 0, 0], inertia: [0, 0, 1, 0, 0, 0] };
    const plant = plantOf([link, { ...link, at: [1, 0, 0] }], { step: 1e-6, gravity: [0, -9.81, 0] });
    plant.reset([0, 0], [0, 0]);
    plant.advance(1e-6);
    expect(plant.v[0] / 1e-6).toBeCloseTo(-5.886, 9);
    expect(plant.v[1] / 1e-6).toBeCloseTo(3.924, 9);
  });

  it('is forward dynamics, with rotors, payload, pushes and drives, on fixed and free trees', () => {
    const next = seeded(11);
    const random = (count: number): number[] => Array.from({ length: count }, next);
    const tree: Segment[] = [
      ...arm({ rotorInertia: 0.03 }).slice(0, 4),
      { parent: 's2', at: [0.1, 0, 0], axis: [1, 0, 0], type: 'prismatic', mass: 0.7, centre: [0, 0.1, 0] },
      {
        parent: 's4',
        at: [0, 0, 0.2],
        type: 'spherical',
        mass: 0.5,
        centre: [0.02, 0, 0.1],
        inertia: [0.01, 0.02, 0.015, 0, 0, 0],
      },
    ];
    for (const base of ['fixed', 'free'] as const) {
      const machine = model(tree, base);
      const h = 1e-5;
      const plant = rigidPlant(
        compileWasm(
          rigidProgram(machine, {
            step: h,
            stops: false,
            pushes: [{ name: 'tip', frame: 's6', at: [0, 0, 0.1] }],
          }),
        ),
      );
      const q = machine.neutral.map((x) => x + 0.3 * next());
      for (const body of machine.bodies) {
        const at = body.type === 'spherical' ? body.q : body.type === 'free' ? body.q + 3 : undefined;
        if (at === undefined) continue;
        const length = Math.hypot(...q.slice(at, at + 4));
        for (let k = at; k < at + 4; k++) q[k] /= length;
      }
      const v = random(machine.nv);
      const torque = random(machine.nv);
      plant.reset(q, v);
      plant.torque.set(torque);
      plant.advance(h);
      const a = forwardDynamics(N, machine, q, v, torque, DOWN);
      a.forEach((x, i) => {
        expect((plant.v[i] - v[i]) / h / Math.max(1, Math.abs(x))).toBeCloseTo(
          x / Math.max(1, Math.abs(x)),
          8,
        );
      });
    }
  });
});

describe('a long chain', () => {
  const links = Array.from({ length: 20 }, (_, i): Segment => {
    const axis: Vec3<number> = i % 3 === 0 ? [0, 0, 1] : i % 3 === 1 ? [0, 1, 0] : [1, 0, 0];
    const shape = { axis, at: [0.1, 0, 0.05], mass: 0.4, centre: [0.05, 0.01, 0] } as const;
    const limits = { lower: -0.05, upper: 0.04 };
    return {
      ...shape,
      inertia: [2e-3, 3e-3, 4e-3, 0, 0, 0],
      rotorInertia: 0.01,
      ...(i === 4 ? { limits } : {}),
    };
  });
  const chain = model(links);

  it('is told from a short one and from a wide tree', () => {
    expect(hasLongChains(chain)).toBe(true);
    expect(hasLongChains(model(links.slice(0, 7)))).toBe(false);
    expect(
      hasLongChains(model(links.map((link, i) => ({ ...link, parent: i < 4 ? 'base' : `s${i - 3}` })))),
    ).toBe(false);
  });

  it('moves as by its mass matrix, which it still needs at a stop', () => {
    // Coulomb friction, however little, is solved for with the mass matrix.
    const damping = links.map(() => 0.2);
    const coulomb = links.map(() => 1e-13);
    const plants = [{ damping }, { damping, coulomb }].map((joints) =>
      plantOf(links, { step: 1e-3, joints }),
    );
    for (const plant of plants) {
      plant.reset(
        links.map((_, i) => (i === 4 ? 0 : 0.02 * (i % 3))),
        links.map((_, i) => 0.1 * (i % 4) - 0.2),
      );
    }
    for (let k = 1; k <= 300; k++) for (const plant of plants) plant.advance(k * 1e-3);
    const [short, long] = plants;
    long.observe();
    expect(long.energy.stops).toBeGreaterThan(1e-6);
    for (const [name, tolerance] of [
      ['q', 1e-10],
      ['v', 1e-8],
    ] as const) {
      for (let i = 0; i < 20; i++) expect(Math.abs(short[name][i] - long[name][i])).toBeLessThan(tolerance);
    }
  });

  it('accelerates as by its mass matrix between the stages of rk4', () => {
    const h = 1e-6;
    const joints = { damping: links.map(() => 0.2) };
    const plant = plantOf(links, { step: h, method: 'rk4', stops: false, joints });
    const [q, v] = [links.map((_, i) => 0.3 * (i % 5)), links.map((_, i) => 0.1 * (i % 4) - 0.2)];
    plant.reset(q, v);
    plant.advance(h);
    const wanted = forwardDynamicsByMatrix(
      N,
      chain,
      q,
      v,
      v.map((x) => -0.2 * x),
      DOWN,
    );
    wanted.forEach((x, i) => {
      expect(Math.abs((plant.v[i] - v[i]) / h - x)).toBeLessThan(1e-3 * Math.max(1, Math.abs(x)));
    });
  });
});

describe('pendulum', () => {
  const start = 1;
  const omega = Math.sqrt(9.81 / 0.5);
  const period = (2 * Math.PI) / omega / agm(1, Math.cos(start / 2));

  function timeOfPeriods(plant: RigidPlant, h: number, count: number): number {
    plant.reset([start], [0]);
    let crossings = 0;
    let before = start;
    for (let k = 1; ; k++) {
      plant.advance(k * h);
      const now = plant.q[0];
      if (before > 0 && now <= 0) {
        crossings++;
        if (crossings === count + 1) return (k - now / (now - before)) * h;
        if (crossings === 1) timeOfPeriods.first = (k - now / (now - before)) * h;
      }
      before = now;
    }
  }
  timeOfPeriods.first = 0;

  it.each([
    ['semi-implicit', 2e-5],
    ['rk4', 1e-9],
  ] as const)('swings with the closed-form period, %s', (method, tolerance) => {
    const plant = plantOf([pendulum], { step: 1e-3, method });
    const end = timeOfPeriods(plant, 1e-3, 5);
    const measured = (end - timeOfPeriods.first) / 5;
    expect(Math.abs(measured / period - 1)).toBeLessThan(Math.max(tolerance, 1e-6));
  });

  it('keeps its energy: bounded with the semi-implicit method, to the fourth order with rk4', () => {
    const largest = 2 * 9.81 * 0.5 * (1 - Math.cos(start));
    const plant = plantOf([pendulum], { step: 1e-3 });
    plant.reset([start], [0]);
    const zero = balance(plant);
    const errors = [0, 0];
    for (let k = 1; k <= 40_000; k++) {
      plant.advance(k * 1e-3);
      const half = k <= 20_000 ? 0 : 1;
      errors[half] = Math.max(errors[half], Math.abs(balance(plant) - zero));
    }
    expect(errors[0]).toBeLessThan(3e-3 * largest);
    expect(errors[1] / errors[0]).toBeCloseTo(1, 2);

    const drift = [8e-3, 4e-3].map((h) => {
      const fine = plantOf([pendulum], { step: h, method: 'rk4' });
      fine.reset([start], [0]);
      const before = balance(fine);
      fine.advance(8);
      return Math.abs(balance(fine) - before);
    });
    // Energy of rk4 drifts with the fifth power of the step; at least the fourth is claimed.
    expect(drift[0] / drift[1]).toBeGreaterThan(15);
  });
});

describe('rk4', () => {
  it('has order 4 in the state and in every integral, with drives, damping, pushes, quaternions', () => {
    const next = seeded(5);
    const segments: Segment[] = [
      ...arm({ damping: 0.3 }).slice(0, 3),
      {
        at: [0, 0, 0.2],
        type: 'spherical',
        damping: 0.05,
        mass: 0.5,
        centre: [0.02, 0, 0.1],
        inertia: [0.01, 0.02, 0.015, 0, 0, 0],
      },
    ];
    const machine = model(segments, 'free');
    const v = Array.from({ length: machine.nv }, () => 2 * next());
    const torque = Array.from({ length: machine.nv }, () => 0.5 * next());
    const end = (h: number): number[][] => {
      const plant = plantOf(
        segments,
        { step: h, method: 'rk4', pushes: [{ name: 'tip', frame: 's3' }] },
        'free',
      );
      plant.reset(machine.neutral, v);
      plant.torque.set(torque);
      plant.push(0, [1, -2, 3, 0.1, 0.2, 0.3]);
      plant.advance(0.4);
      plant.observe();
      const { actuators, viscous, pushes } = plant.energy;
      return [
        [...plant.q],
        [...plant.v],
        [...plant.travel],
        [actuators],
        [viscous],
        [pushes[0]],
        [balance(plant)],
      ];
    };
    const [coarse, middle, fine] = [0.01, 0.005, 0.0025].map(end);
    const norm = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, i) => x - b[i]));
    coarse.forEach((values, i) => {
      const ratio = norm(values, middle[i]) / norm(middle[i], fine[i]);
      expect(ratio).toBeGreaterThan(13);
      expect(ratio).toBeLessThan(40);
    });
  });

  it('turns a body by rates about its own axes', () => {
    const ball: Segment = { type: 'spherical', mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0] };
    const plant = plantOf([ball], { step: 1e-3, method: 'rk4', gravity: [0, 0, 0] });
    const turned = [Math.cos(0.4), Math.sin(0.4), 0, 0];
    plant.reset(turned, [0, 0, 2]);
    plant.advance(0.5);
    // q₀ ⊗ (cos ½, 0, 0, sin ½): half the angle 2 · 0.5 about the body's z.
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
    const expected = [turned[0] * c, turned[1] * c, -turned[1] * s, turned[0] * s];
    expected.forEach((x, i) => {
      expect(plant.q[i]).toBeCloseTo(x, 12);
    });
  });

  it('refuses Coulomb friction by name', () => {
    expect(() => plantOf([{ ...pendulum, friction: 0.1 }], { step: 1e-3, method: 'rk4' })).toThrow(/Coulomb/);
  });
});

describe('rotors', () => {
  it('are inertia of the joint alone, with their kinetic energy', () => {
    const wheel: Segment = { axis: [0, 0, 1], mass: 1, inertia: [0, 0, 0.1, 0, 0, 0], rotorInertia: 0.3 };
    const plant = plantOf([wheel, { ...wheel, rotorInertia: 0 }], { step: 1e-3, gravity: [0, 0, 0] });
    plant.reset([0, 0], [0, 0]);
    plant.torque[0] = 2;
    plant.advance(1);
    expect(plant.v[0]).toBeCloseTo(2 / 0.4, 12);
    expect(plant.v[1]).toBeCloseTo(-2 / 0.4, 12);
    plant.observe();
    expect(plant.energy.kinetic).toBeCloseTo(0.5 * 0.4 * 25, 11);
  });
});

describe('energies', () => {
  const pushed: Segment = { type: 'prismatic', axis: [1, 0, 0], mass: 2, damping: 0.4, friction: 0.1 };
  const options = { step: 1e-3, gravity: [-1, 0, 0], pushes: [{ name: 'hand', frame: 's1' }] } as const;
  const all = ({ energy }: RigidPlant) => {
    const { kinetic, potential, actuators, viscous, friction, stops, pushes } = energy;
    return [kinetic, potential, actuators, viscous, friction, stops, ...Array.from(pushes)];
  };

  it('are all as of the last observe, so that they balance at any time', () => {
    const plant = plantOf([pushed], options);
    plant.reset([0], [1]);
    const atStart = all(plant);
    plant.torque[0] = 3;
    plant.push(0, [2, 0, 0, 0, 0, 0]);
    const { energy } = plant;
    plant.advance(0.2);
    expect(all(plant)).toEqual(atStart);
    plant.observe();
    const seen = all(plant);
    expect(plant.energy).toBe(energy);
    for (const [i, x] of seen.entries()) if (i !== 5) expect(x).not.toBe(atStart[i]);
    plant.advance(0.3);
    expect(all(plant)).toEqual(seen);
    // A plant that takes over takes over what was observed too.
    const other = plantOf([pushed], options);
    other.reset([0], [0]);
    other.assume(plant);
    expect(all(other)).toEqual(seen);
    other.observe();
    plant.observe();
    expect(all(other)).toEqual(all(plant));
    plant.reset([0], [1]);
    expect(all(plant)).toEqual(atStart);
  });
});

describe('viscous damping', () => {
  const wheel: Segment = { axis: [0, 0, 1], mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0], damping: 0.4 };

  it('decays as (1 + h D/I)⁻ⁿ, and as exp(−D t/I) under rk4', () => {
    const plant = plantOf([wheel], { step: 1e-3 });
    plant.reset([0], [2]);
    plant.advance(0.5);
    expect(plant.v[0]).toBeCloseTo(2 * (1 + (1e-3 * 0.4) / 0.1) ** -500, 12);
    const fine = plantOf([wheel], { step: 1e-3, method: 'rk4' });
    fine.reset([0], [2]);
    fine.advance(0.5);
    expect(fine.v[0]).toBeCloseTo(2 * Math.exp(-2), 11);
    fine.observe();
    expect(fine.energy.viscous).toBeCloseTo(0.2 * (1 - Math.exp(-4)), 10);
  });

  it('is stable however large it is', () => {
    const light: Segment = { ...wheel, inertia: [1e-4, 1e-4, 1e-4, 0, 0, 0], damping: 1e3 };
    const plant = plantOf([light], { step: 1e-3 });
    plant.reset([0], [2]);
    plant.advance(1e-3);
    expect(plant.v[0]).toBeGreaterThan(0);
    expect(plant.v[0]).toBeLessThan(2e-3);
  });
});

describe('Coulomb joint friction', () => {
  it('sticks: no drift at all in 10 s, under gravity and drives, in several poses of several arms', () => {
    const next = seeded(3);
    const shapes: readonly (readonly Segment[])[] = [
      arm({ friction: 100, rotorInertia: 0.01 }),
      arm({ friction: 100 }).slice(0, 2),
      [
        ...arm({ friction: 100 }).slice(0, 3),
        { parent: 's2', axis: [1, 0, 0], at: [0.2, 0, 0], mass: 1, centre: [0, 0.3, 0], friction: 60 },
        { parent: 's4', axis: [0, 1, 0], type: 'prismatic', at: [0, 0.3, 0], mass: 1, friction: 60 },
      ],
    ];
    for (const segments of shapes) {
      const machine = model(segments);
      const plant = plantOf(segments, { step: 1e-3, stops: false });
      for (let pose = 0; pose < 3; pose++) {
        const q = machine.neutral.map(() => 1.2 * next());
        plant.reset(q, new Array(machine.nv).fill(0));
        plant.torque.set(Array.from({ length: machine.nv }, () => 5 * next()));
        plant.advance(10);
        expect([...plant.q]).toEqual(q);
        for (const speed of plant.v) expect(Math.abs(speed)).toBeLessThanOrEqual(1e-14);
        plant.observe();
        expect(plant.energy.friction).toBe(0);
        expect(plant.unsolved).toBe(0);
      }
    }
  });

  it('breaks away at τ_c, in either direction, and not before', () => {
    const segments = arm({ friction: 2 });
    const machine = model(segments);
    const q = [0.3, -0.5, 0.4, 0.8, -0.2, 0.5, 0.1];
    const hold = gravityTorque(N, machine, q, DOWN);
    const plant = plantOf(segments, { step: 1e-3 });
    for (let joint = 0; joint < 7; joint++) {
      for (const sign of [1, -1]) {
        for (const [part, moves] of [
          [1 - 1e-9, false],
          [1 + 1e-9, true],
        ] as const) {
          plant.reset(q, new Array(7).fill(0));
          plant.torque.set(hold.map((tau, i) => tau + (i === joint ? sign * 2 * part : 0)));
          plant.advance(1e-3);
          expect(plant.v[joint] * sign > 0).toBe(moves);
          if (!moves) expect(plant.v[joint]).toBe(0);
        }
      }
    }
  });

  it('slows a wheel evenly, stops it for good, and takes exactly its energy', () => {
    const plant = plantOf([{ axis: [0, 0, 1], mass: 1, inertia: [0, 0, 0.1, 0, 0, 0], friction: 0.05 }], {
      step: 1e-3,
    });
    plant.reset([0], [1]);
    plant.advance(1);
    expect(plant.v[0]).toBeCloseTo(0.5, 12);
    plant.advance(3);
    expect(plant.v[0]).toBe(0);
    // Travel of the discrete steps: Σ h v_k, v falling by 5e-4 a step from 1 − 5e-4.
    expect(plant.q[0]).toBeCloseTo(1 - 0.0005, 10);
    plant.observe();
    expect(plant.energy.friction).toBeCloseTo(0.05 * plant.q[0], 12);
  });

  it('of a follower acts on its master', () => {
    const segments: Segment[] = [
      { type: 'prismatic', axis: [1, 0, 0], mass: 0.1, friction: 1 },
      {
        type: 'prismatic',
        axis: [1, 0, 0],
        parent: 'base',
        mass: 0.2,
        friction: 2,
        mimic: { joint: 'j1', multiplier: -0.5, offset: 0 },
      },
    ];
    const plant = plantOf(segments, { step: 1e-3, gravity: [0, 0, 0] });
    plant.reset([0], [0]);
    plant.torque[0] = 1.999;
    plant.advance(0.1);
    expect(plant.q[0]).toBe(0);
    plant.torque[0] = -3.5;
    plant.advance(0.101);
    // Effective mass 0.1 + 0.25 · 0.2 = 0.15 kg.
    expect(plant.v[0]).toBeCloseTo((-1.5 / 0.15) * 1e-3, 15);
  });
});

describe('joint stops', () => {
  const stopped: Segment = { ...pendulum, limits: { lower: -0.5, upper: 0.25 } };

  it.each(['semi-implicit', 'rk4'] as const)('hold the joint at the limit, without pulling, %s', (method) => {
    const plant = plantOf([stopped], { step: 1e-3, method });
    plant.reset([0], [0]);
    plant.torque[0] = 20;
    let furthest = 0;
    for (let k = 1; k <= 1000; k++) {
      plant.advance(k * 1e-3);
      furthest = Math.max(furthest, plant.q[0]);
    }
    expect(furthest).toBeLessThanOrEqual(0.25 + 1e-15);
    expect(plant.q[0]).toBeCloseTo(0.25, 15);
    expect(Math.abs(plant.v[0])).toBeLessThan(1e-14);
    plant.observe();
    const { kinetic, potential, actuators, stops } = plant.energy;
    expect(kinetic).toBeLessThan(1e-28);
    // All work but the lift was lost in the impact.
    const lift = potential + 2 * 9.81 * 0.5;
    expect(Math.abs(stops / (actuators - lift) - 1)).toBeLessThan(0.02);
    // Let go, it falls off the stop at once.
    plant.torque[0] = 0;
    plant.advance(1.001);
    expect(plant.v[0] / ((-9.81 / 0.5) * Math.sin(0.25) * 1e-3)).toBeCloseTo(1, 5);
  });

  it('stand at the lower end as well', () => {
    const plant = plantOf([stopped], { step: 1e-3 });
    plant.reset([0], [0]);
    plant.torque[0] = -20;
    let furthest = 0;
    for (let k = 1; k <= 1000; k++) {
      plant.advance(k * 1e-3);
      furthest = Math.min(furthest, plant.q[0]);
    }
    expect(furthest).toBeGreaterThanOrEqual(-0.5 - 1e-15);
    expect(plant.q[0]).toBeCloseTo(-0.5, 15);
  });

  it('act on the other joints as an impulse: momentum about a free axis is kept', () => {
    // Two wheels on one axis, the outer joint free to turn, the inner one stopped against it.
    const wheel: Segment = { axis: [0, 0, 1], mass: 1, inertia: [0, 0, 0.2, 0, 0, 0] };
    const plant = plantOf([wheel, { ...wheel, limits: { lower: -1, upper: 0.1 } }], { step: 1e-3 });
    plant.reset([0, 0], [0, 1]);
    plant.advance(1);
    expect(plant.q[1]).toBeCloseTo(0.1, 12);
    expect(Math.abs(plant.v[1])).toBeLessThan(1e-14);
    expect(plant.v[0]).toBeCloseTo(0.5, 12);
    plant.observe();
    expect(plant.energy.stops).toBeCloseTo(0.5 * 0.2 * 1 - 0.5 * 0.4 * 0.25, 10);
  });

  it('let a joint that starts outside only come in', () => {
    const plant = plantOf([stopped], { step: 1e-3, gravity: [0, 0, 0] });
    plant.reset([0.4], [0]);
    plant.torque[0] = 1;
    plant.advance(0.1);
    expect(plant.q[0]).toBe(0.4);
    plant.torque[0] = -1;
    plant.advance(0.2);
    expect(plant.q[0]).toBeLessThan(0.4);
  });

  it('may be left out', () => {
    const plant = plantOf([stopped], { step: 1e-3, stops: false });
    plant.reset([0], [0]);
    plant.torque[0] = 20;
    plant.advance(1);
    expect(plant.q[0]).toBeGreaterThan(0.3);
  });

  it('and friction share one solve: what the stop blocks need not be held by friction', () => {
    const plant = plantOf(arm({ friction: 1, limits: { lower: -0.3, upper: 0.3 } }), { step: 1e-3 });
    plant.reset(new Array(7).fill(0), new Array(7).fill(0));
    const next = seeded(9);
    for (let k = 1; k <= 2000; k++) {
      if (k % 100 === 0) plant.torque.set(Array.from({ length: 7 }, () => 40 * next()));
      plant.advance(k * 1e-3);
      for (const x of plant.q) expect(Math.abs(x)).toBeLessThanOrEqual(0.3 + 1e-13);
    }
    expect(plant.unsolved).toBe(0);
    plant.observe();
    expect(plant.energy.stops).toBeGreaterThan(0);
    expect(plant.energy.friction).toBeGreaterThan(0);
  });
});

describe('pushes', () => {
  it('last from the tick at which they begin to the one at which they end: 10 N on 1 kg for ten steps', () => {
    const slider: Segment = { type: 'prismatic', axis: [1, 0, 0], mass: 1 };
    const plant = plantOf([slider], {
      step: 2e-3,
      gravity: [0, 0, 0],
      pushes: [{ name: 'hand', frame: 's1' }],
    });
    plant.reset([0], [0]);
    plant.push(0, [10, 0, 0, 0, 0, 0]);
    plant.advance(0.02);
    expect(plant.v[0]).toBeCloseTo(0.2, 14);
    plant.push(0, undefined);
    plant.advance(0.04);
    expect(plant.v[0]).toBeCloseTo(0.2, 14);
    plant.observe();
    expect(plant.energy.pushes[0]).toBeCloseTo(10 * plant.travel[0] - 10 * 0.02 * 0.2, 12);
  });

  it('act at a point with their lever arm, in world axes', () => {
    const segments = arm();
    const machine = model(segments);
    const q = [0.3, -0.5, 0.4, 0.8, -0.2, 0.5, 0.1];
    const v = new Array<number>(7).fill(0);
    const wrench = [3, -4, 5, 0.3, 0.2, -0.1];
    const plant = plantOf(segments, {
      step: 1e-6,
      pushes: [
        { name: 'a', frame: 's7', at: [0.05, 0.02, 0.1] },
        { name: 'b', frame: 's3' },
      ],
    });
    plant.reset(q, v);
    plant.push(0, wrench);
    plant.advance(1e-6);
    const a = [...plant.v].map((x) => x / 1e-6);
    // By virtual work: the torque that balances is −Jᵀw, found from the power along each unit velocity.
    const unpushed = inverseDynamics(N, machine, q, v, a, DOWN);
    const power = (joint: number): number => {
      const d = 1e-6;
      const tip = (shift: number): Vec3<number> => tipOf(q.map((x, i) => x + (i === joint ? shift : 0)));
      const [p, m] = [tip(d), tip(-d)];
      const axis = axisOf(q, joint);
      return [0, 1, 2].reduce(
        (s, k) => s + (wrench[k] * (p[k] - m[k])) / (2 * d) + wrench[3 + k] * axis[k],
        0,
      );
    };
    unpushed.forEach((tau, joint) => {
      expect(tau).toBeCloseTo(power(joint), 6);
    });

    function turn(angles: readonly number[], count: number): { R: number[][]; p: number[] } {
      let R = [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ];
      let p = [0, 0, 0];
      for (let i = 0; i < count; i++) {
        const at = segments[i].at as Vec3<number>;
        p = p.map((x, k) => x + R[k][0] * at[0] + R[k][1] * at[1] + R[k][2] * at[2]);
        const [c, s] = [Math.cos(angles[i]), Math.sin(angles[i])];
        const T =
          i % 2 === 0
            ? [
                [c, -s, 0],
                [s, c, 0],
                [0, 0, 1],
              ]
            : [
                [c, 0, s],
                [0, 1, 0],
                [-s, 0, c],
              ];
        R = R.map((row) => [0, 1, 2].map((k) => row[0] * T[0][k] + row[1] * T[1][k] + row[2] * T[2][k]));
      }
      return { R, p };
    }
    function tipOf(angles: readonly number[]): Vec3<number> {
      const { R, p } = turn(angles, 7);
      return p.map((x, k) => x + R[k][0] * 0.05 + R[k][1] * 0.02 + R[k][2] * 0.1) as unknown as Vec3<number>;
    }
    function axisOf(angles: readonly number[], joint: number): number[] {
      const { R } = turn(angles, joint + 1);
      return R.map((row) => (joint % 2 === 0 ? row[2] : row[1]));
    }
  });
});

describe('payload', () => {
  it('counts as mass of its frame and may change', () => {
    const lever: Segment = { mass: 1, centre: [0.2, 0, 0] };
    const plant = plantOf([lever], {
      step: 1e-6,
      payloads: [{ name: 'load', frame: 's1', mass: 2, centre: [0.4, 0, 0] }],
    });
    const acceleration = (): number => {
      plant.reset([0], [0]);
      plant.advance(1e-6);
      return plant.v[0] / 1e-6;
    };
    expect(acceleration()).toBeCloseTo((9.81 * (0.2 + 0.8)) / (0.04 + 0.32), 9);
    plant.change('payload.load.mass', [0]);
    expect(acceleration()).toBeCloseTo(9.81 / 0.2, 9);
    expect(() => plant.change('payload.lod.mass', [0])).toThrow(/known: .*payload\.load\.mass/);
  });
});

describe('the same bits', () => {
  it('in the interpreter and in WebAssembly; two plants at once do not touch each other', () => {
    const program = rigidProgram(
      model(arm({ friction: 0.5, damping: 0.2, limits: { lower: -0.6, upper: 0.6 } })),
      {
        step: 1e-3,
        pushes: [{ name: 'tip', frame: 's7' }],
      },
    );
    const plants = [
      rigidPlant(interpret(program)),
      rigidPlant(compileWasm(program)),
      rigidPlant(compileWasm(program)),
    ];
    const drive = (plant: RigidPlant, seed: number, k: number): void => {
      const next = seeded(seed + k);
      plant.torque.set(Array.from({ length: 7 }, () => 30 * next()));
      if (k % 50 === 10) plant.push(0, Array.from({ length: 6 }, next));
      if (k % 50 === 30) plant.push(0, undefined);
      plant.advance(k * 1e-3);
    };
    for (const plant of plants) plant.reset([0.1, 0.2, -0.3, 0.4, 0, 0.1, -0.2], new Array(7).fill(0));
    for (let k = 1; k <= 300; k++) {
      drive(plants[0], 1, k);
      drive(plants[1], 1, k);
      drive(plants[2], 2, k);
    }
    plants.forEach((plant) => {
      plant.observe();
    });
    const state = (plant: RigidPlant) => [
      ...plant.q,
      ...plant.v,
      ...plant.travel,
      plant.energy.friction,
      plant.energy.stops,
      plant.energy.pushes[0],
    ];
    expect(state(plants[1])).toEqual(state(plants[0]));
    expect(state(plants[2])).not.toEqual(state(plants[0]));
    const alone = rigidPlant(compileWasm(program));
    alone.reset([0.1, 0.2, -0.3, 0.4, 0, 0.1, -0.2], new Array(7).fill(0));
    for (let k = 1; k <= 300; k++) drive(alone, 2, k);
    alone.observe();
    expect(state(alone)).toEqual(state(plants[2]));
  });
});

describe('rigidProblems', () => {
  const codes = (segments: readonly Segment[], options: RigidOptions) =>
    rigidProblems(model(segments), options).map((problem) => problem.code);

  it('names what cannot be simulated, all of it, and the program refuses it', () => {
    expect(codes([{ mass: 0 }], { step: 1e-3 })).toEqual(['massless']);
    expect(rigidProblems(model([{ mass: 0 }]), { step: 1e-3 })[0].message).toContain('j1');
    expect(codes([{ mass: 0, rotorInertia: 0.1 }], { step: 1e-3 })).toEqual([]);
    expect(codes([{ mass: 0 }], { step: 1e-3, joints: { rotorInertia: [0.1] } })).toEqual([]);
    expect(codes([{ ...pendulum, friction: 0.1 }], { step: 1e-3, method: 'rk4' })).toEqual([
      'friction-method',
    ]);
    expect(
      codes([{ ...pendulum, friction: 0.1 }], { step: 1e-3, method: 'rk4', joints: { coulomb: [0] } }),
    ).toEqual([]);
    expect(
      codes([pendulum], {
        step: 0,
        joints: { damping: [-1], coulomb: [0, 0], rotorInertia: [Number.NaN] },
        pushes: [{ name: 'a', frame: 'nowhere' }],
        payloads: [{ name: 'b', frame: 'base', mass: 1 }],
      }).sort(),
    ).toEqual([
      'joint-number',
      'joint-number',
      'joint-numbers',
      'payload-fixed',
      'plant-step',
      'unknown-frame',
    ]);
    expect(() => plantOf([{ mass: 0 }], { step: 1e-3 })).toThrow(/j1/);
  });
});
