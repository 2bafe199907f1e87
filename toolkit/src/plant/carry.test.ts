import { describe, expect, it } from 'vitest';
import { compileWasm } from '../graph/index.js';
import { massMoments, numbers as N } from '../math/index.js';
import { frameOf, type Model, massMatrixWithRotors } from '../model/index.js';
import { arm, model, type Segment, seeded } from './arms.test.helper.js';
import { type RigidOptions, type RigidPlant, rigidPlant, rigidProgram } from './index.js';
import { SensedPlant } from './sensed.js';

const still = [0, 0, 0] as const;
const part = { name: 'part', mass: 1.5, carried: false } as const;
const slide: Segment = { type: 'prismatic', axis: [1, 0, 0], mass: 2 };

function plantOf(machine: Model, options: Partial<RigidOptions>): RigidPlant {
  return rigidPlant(compileWasm(rigidProgram(machine, { step: 1e-3, ...options })));
}

const pickUp = (plant: RigidPlant | SensedPlant) => plant.change('payload.part.carried', [1]);
const putDown = (plant: RigidPlant | SensedPlant) => plant.change('payload.part.carried', [0]);

function energies(plant: RigidPlant) {
  plant.observe();
  const { kinetic, potential, joined = 0, brought = [] } = plant.energy;
  return { kinetic, potential, joined, brought: brought[0] };
}

describe('picking up', () => {
  it('keeps the momentum of two masses on a rail and loses ½ m M/(m + M) of the square of what they differ by', () => {
    const plant = plantOf(model([slide]), { gravity: still, payloads: [{ ...part, frame: 's1' }] });
    for (const u of [0, 0.8, -0.3]) {
      plant.reset([0], [0.5]);
      plant.change('payload.part.velocity', [u, 0, 0]);
      const before = energies(plant);
      pickUp(plant);
      expect(plant.v[0]).toBeCloseTo((2 * 0.5 + 1.5 * u) / 3.5, 14);
      const after = energies(plant);
      expect(after.joined).toBeCloseTo(0.5 * ((2 * 1.5) / 3.5) * (0.5 - u) ** 2, 14);
      expect(after.brought).toBeCloseTo(0.5 * 1.5 * u * u, 14);
      expect(after.kinetic - before.kinetic).toBeCloseTo(after.brought - after.joined, 14);
    }
  });

  it('keeps the moment of momentum of a lever, with the part’s own inertia in it', () => {
    const lever: Segment = { axis: [0, 1, 0], mass: 2, centre: [0.3, 0, 0], inertia: [0, 0.05, 0, 0, 0, 0] };
    const own = { centre: [0.5, 0, 0.1] as const, inertia: [0, 0.02, 0, 0, 0, 0] as const };
    const plant = plantOf(model([lever]), { payloads: [{ ...part, ...own, frame: 's1' }] });
    plant.reset([0.3], [2]);
    pickUp(plant);
    const bare = 0.05 + 2 * 0.09;
    expect(plant.v[0]).toBeCloseTo((2 * bare) / (bare + 0.02 + 1.5 * (0.25 + 0.01)), 12);
    // z of the centre after a turn of 0.3 about y.
    const { brought } = energies(plant);
    expect(brought).toBeCloseTo(9.81 * 1.5 * (0.1 * Math.cos(0.3) - 0.5 * Math.sin(0.3)), 2);
  });

  it('keeps the joint momentum of an arm with rotors, and what moves with the hand loses nothing', () => {
    const machine = model(arm({ rotorInertia: 0.05 }));
    const centre = [0.03, -0.02, 0.12] as const;
    const inertia = [0.004, 0.006, 0.003, 0.0005, -0.0004, 0.0003] as const;
    const random = seeded(11);
    const payload = { ...part, frame: 's7', centre, inertia };
    const plant = plantOf(machine, { payloads: [payload] });
    for (let trial = 0; trial < 4; trial++) {
      const q = Array.from({ length: 7 }, random);
      const v = Array.from({ length: 7 }, random);
      plant.reset(q, v);
      const before = energies(plant);
      pickUp(plant);
      const { body } = frameOf(machine, 's7');
      const moments = massMoments(N, 1.5, centre, inertia);
      const bare = massMatrixWithRotors(machine, q, undefined);
      const laden = massMatrixWithRotors(machine, q, undefined, { payloads: [{ body, moments }] });
      const times = (M: readonly number[], x: ArrayLike<number>) =>
        Array.from({ length: 7 }, (_, i) => v.reduce((s, _x, j) => s + M[i * 7 + j] * x[j], 0));
      const wanted = times(bare, v);
      times(laden, plant.v).forEach((p, i) => {
        expect(p).toBeCloseTo(wanted[i], 11);
      });
      const after = energies(plant);
      expect(after.joined).toBeGreaterThan(1e-4);
      const gained = after.kinetic + after.potential - before.kinetic - before.potential;
      expect(gained).toBeCloseTo(after.brought - after.joined, 11);
    }
    // Put down and picked up at the speed that it has: of a point mass nothing is lost.
    const rail = plantOf(model([slide]), { gravity: still, payloads: [{ ...part, frame: 's1' }] });
    rail.reset([0], [0.5]);
    rail.change('payload.part.velocity', [0.5, 0, 0]);
    pickUp(rail);
    expect(rail.v[0]).toBeCloseTo(0.5, 14);
    expect(energies(rail).joined).toBeCloseTo(0, 14);
  });

  it('does nothing where it is carried already, and is as at the start after a reset', () => {
    const plant = plantOf(model([slide]), { gravity: still, payloads: [{ ...part, frame: 's1' }] });
    plant.reset([0], [0.5]);
    pickUp(plant);
    const first = energies(plant);
    pickUp(plant);
    expect(energies(plant)).toEqual(first);
    plant.reset([0], [0.5]);
    plant.torque[0] = 4;
    plant.advance(1e-3);
    expect(plant.v[0]).toBeCloseTo(0.5 + 2e-3, 12);
    expect(energies(plant).joined).toBe(0);
  });
});

describe('putting down', () => {
  it.each(['semi-implicit', 'rk4'] as const)(
    'leaves the speeds to the bit, and takes its energy along: %s',
    (method) => {
      const machine = model(arm());
      const place = { ...part, carried: true, frame: 's7', centre: [0.02, 0, 0.1] as const };
      const plant = plantOf(machine, { method, payloads: [place] });
      const random = seeded(5);
      plant.reset(Array.from({ length: 7 }, random), Array.from({ length: 7 }, random));
      plant.advance(0.05);
      const v = [...plant.v];
      const before = energies(plant);
      putDown(plant);
      expect([...plant.v]).toEqual(v);
      const after = energies(plant);
      expect(after.joined).toBe(0);
      expect(after.brought).toBeCloseTo(
        after.kinetic + after.potential - before.kinetic - before.potential,
        12,
      );
      expect(Math.abs(after.brought)).toBeGreaterThan(1);
      // And goes on as an arm that never had it.
      const bare = plantOf(machine, { method });
      bare.reset(plant.q, plant.v);
      plant.advance(0.08);
      bare.advance(0.03);
      [...plant.v].forEach((x, i) => {
        expect(x).toBeCloseTo(bare.v[i], 12);
      });
    },
  );
});

describe('a sensor above what is carried', () => {
  const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;
  const gravity = [0, 0, -9.81] as const;
  function sensed(machine: Model, place: Parameters<typeof plantOf>[1]['payloads']) {
    const executable = compileWasm(
      rigidProgram(machine, { step: 1e-4, gravity, external: true, payloads: place ?? [] }),
    );
    return new SensedPlant(rigidPlant(executable), executable, machine, {
      sensors: [
        { name: 'wrist', rate: 1e4, frame: frameOf(machine, 's1'), at: [0.1, 0, 0], rotation: upright },
      ],
      payloads: place ?? [],
      gravity,
      seed: 0,
    });
  }

  it('reads its weight and lever from the tick of the event on, and no more of it once it is put down', () => {
    const plant = sensed(model([slide]), [{ ...part, frame: 's1', centre: [0.3, 0, 0] }]);
    const values = () => [...plant.sensors[0].values];
    plant.advance(0.01);
    expect(values()).toEqual([0, 0, 0, 0, 0, 0]);
    pickUp(plant);
    plant.advance(0.011);
    const wanted = [0, 0, -9.81 * 1.5, 0, 9.81 * 1.5 * 0.2, 0];
    values().forEach((x, i) => {
      expect(x).toBeCloseTo(wanted[i], 9);
    });
    putDown(plant);
    plant.advance(0.012);
    values().forEach((x) => {
      expect(Math.abs(x)).toBe(0);
    });
  });

  it('feels what its inertia takes: Euler’s equation of a lever that is driven and turns', () => {
    // About z, so that gravity turns nothing.
    const lever: Segment = { axis: [0, 0, 1], mass: 2, centre: [0.3, 0, 0], inertia: [0, 0, 0.05, 0, 0, 0] };
    const inertia = [0.01, 0.02, 0.03, 0.004, 0.006, -0.005] as const;
    const plant = sensed(model([lever]), [
      { ...part, carried: true, frame: 's1', centre: [0.4, 0, 0], inertia },
    ]);
    plant.reset([0], [3]);
    plant.torque[0] = 5;
    plant.advance(1e-4);
    const all = 0.05 + 2 * 0.09 + 0.03 + 1.5 * 0.16;
    const alpha = 5 / all;
    const w = plant.v[0];
    const [fx, fy, fz, nx, ny, nz] = plant.sensors[0].values;
    // −m a: outwards m r ω², against the turn m r α; moment −(Ixz α − Iyz ω², Iyz α + Ixz ω², Izz α) and of the force at 0.3 m.
    expect(fx).toBeCloseTo(1.5 * 0.4 * w * w, 3);
    expect(fy).toBeCloseTo(-1.5 * 0.4 * alpha, 3);
    expect(fz).toBeCloseTo(-1.5 * 9.81, 9);
    expect(nx).toBeCloseTo(-(0.006 * alpha + 0.005 * w * w), 4);
    expect(ny).toBeCloseTo(-(-0.005 * alpha + 0.006 * w * w) + 0.3 * 1.5 * 9.81, 4);
    expect(nz).toBeCloseTo(-0.03 * alpha - 0.3 * 1.5 * 0.4 * alpha, 3);
  });
});
