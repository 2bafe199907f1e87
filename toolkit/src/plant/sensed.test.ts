import { describe, expect, it } from 'vitest';
import { compileWasm } from '../graph/index.js';
import { frameOf, type Model } from '../model/index.js';
import { model, type Segment } from './arms.test.helper.js';
import { type RigidOptions, rigidPlant, rigidProgram } from './index.js';
import { type RigidSensor, type SensedOptions, SensedPlant } from './sensed.js';

const gravity = [0, 0, -9.81] as const;
const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;
const mass: Segment = { axis: [0, 1, 0], mass: 1.5, centre: [0.2, 0, 0] };

function sensed(
  machine: Model,
  sensor: Partial<RigidSensor> & { on: string },
  rigid: Partial<RigidOptions> = {},
  more: Partial<SensedOptions> = {},
) {
  const executable = compileWasm(rigidProgram(machine, { step: 1e-4, gravity, external: true, ...rigid }));
  const { on, ...own } = sensor;
  const frame = frameOf(machine, on);
  return new SensedPlant(rigidPlant(executable), executable, machine, {
    sensors: [{ name: 'wrist', rate: 1e4, frame, at: [0, 0, 0], rotation: upright, ...own }],
    gravity,
    seed: 0,
    ...more,
  });
}

const values = (plant: SensedPlant): number[] => [...plant.sensors[0].values];
const close = (got: readonly number[], wanted: readonly number[], digits: number) => {
  for (const [i, x] of wanted.entries()) expect(got[i], `entry ${i}`).toBeCloseTo(x, digits);
};

describe('a sensor on an arm', () => {
  it('reads −9.81 N along world z of a hanging kilogram at rest, in its own axes, with the lever', () => {
    // Turned a quarter about y: its z is the world's x, its x the world's −z.
    const turned = [0, 0, 1, 0, 1, 0, -1, 0, 0] as const;
    const slide: Segment = { type: 'prismatic', axis: [1, 0, 0], mass: 2 };
    const below = { mass: 1, centre: [0, 0, 0.3] as const };
    const plant = sensed(model([slide]), { on: 's1', rotation: turned, below });
    plant.advance(0.01);
    // World torque (0.3, 0, 0) × (0, 0, −9.81) = (0, 2.943, 0).
    close(values(plant), [9.81, 0, 0, 0, 2.943, 0], 9);
  });

  it('feels of a pendulum that swings what its hinge holds: no torque about it, m (l w² + …) along it', () => {
    const plant = sensed(model([mass]), { on: 's1', below: { mass: 1.5, centre: [0.2, 0, 0] } });
    plant.reset([0.4], [3]);
    plant.advance(0.1);
    const q = plant.q[0];
    const w = plant.v[0];
    const [fx, fy, , nx, ny, nz] = values(plant);
    expect(Math.abs(ny)).toBeLessThan(2e-3);
    close([fy, nx, nz], [0, 0, 0], 9);
    // Along the link (about +y, x turns to −z): weight's part 9.81 sin q, and l w² outwards.
    expect(Math.abs(fx - 1.5 * (9.81 * Math.sin(q) + 0.2 * w * w))).toBeLessThan(5e-3);
    plant.torque[0] = 0.7;
    plant.advance(0.2);
    expect(Math.abs(values(plant)[4] + 0.7)).toBeLessThan(5e-3);
  });

  it('feels pushes on what it carries and not on what carries it', () => {
    const arm = model([mass, { ...mass, at: [0.4, 0, 0] }]);
    const pushes = [
      { name: 'inner', frame: 's1', at: [0.1, 0, 0] as const },
      { name: 'outer', frame: 's2', at: [0.3, 0, 0] as const },
    ];
    const still = { gravity: [0, 0, 0] as const };
    for (const [on, wanted] of [
      ['s1', [0, 7, 0, 0, 0, 0.1 * 2 + 0.7 * 5]],
      ['s2', [0, 5, 0, 0, 0, 0.3 * 5]],
    ] as const) {
      const plant = sensed(arm, { on }, { ...still, pushes }, still);
      plant.push(0, [0, 2, 0, 0, 0, 0]);
      plant.push(1, [0, 5, 0, 0, 0, 0]);
      plant.advance(0.001);
      close(values(plant), wanted, 9);
      plant.reset([0, 0], [0, 0]);
      expect(values(plant)).toEqual([0, 0, 0, 0, 0, 0]);
    }
  });

  it('feels what it presses on', () => {
    const slide: Segment = { type: 'prismatic', axis: [0, 0, 1], mass: 2 };
    const contacts = {
      solids: [{ name: 'table', kind: 'plane' as const, size: [], stiffness: 1e4, damping: 300 }],
      places: [{ name: 'tip', frame: 's1' }],
    };
    const plant = sensed(model([slide]), { on: 's1', at: [0.2, 0, 0] }, { contacts });
    plant.torque[0] = -10;
    plant.advance(1);
    const pressed = 10 + 2 * 9.81;
    close(values(plant), [0, 0, pressed, 0, 0.2 * pressed, 0], 6);
  });

  it('samples at its rate between the ticks, late as it is, and takes faults', () => {
    const slide: Segment = { type: 'prismatic', axis: [1, 0, 0], mass: 1 };
    const below = { mass: 1, centre: [0, 0, 0] as const };
    const plant = sensed(model([slide]), { on: 's1', rate: 250, delay: 4e-3, below });
    plant.advance(3e-3);
    expect([plant.sensors[0].valid[0], plant.sensors[0].values[2]]).toEqual([0, 0]);
    plant.advance(0.0105);
    expect(plant.sensors[0].values[2]).toBeCloseTo(-9.81, 9);
    expect(plant.sensors[0].age[0]).toBeCloseTo(6.5e-3, 9);
    plant.change('sensor.wrist.fault', [2]);
    plant.advance(0.05);
    expect(plant.sensors[0].age[0]).toBeCloseTo(0.042, 9);
    expect(() => plant.change('sensor.elbow.fault', [2])).toThrow('no parameter');
  });

  it('has encoders that count', () => {
    const plant = sensed(
      model([{ ...mass, damping: 0.1 }]),
      { on: 's1' },
      {},
      { encoders: { resolution: [0.01], velocity: 'differences' } },
    );
    plant.reset([0.123], [0]);
    expect(plant.encoders?.q[0]).toBeCloseTo(0.12, 12);
    plant.advance(0.1);
    const said = Math.round(plant.q[0] / 0.01) * 0.01;
    expect(plant.encoders?.q[0]).toBeCloseTo(said, 12);
    expect(plant.encoders?.v[0]).toBeCloseTo((said - 0.12) / 0.1, 9);
  });
});
