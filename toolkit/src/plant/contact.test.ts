import { describe, expect, it } from 'vitest';
import { compileJavaScript, compileWasm, interpret } from '../graph/index.js';
import { numbers, type Vec3 } from '../math/index.js';
import { forwardKinematics, frameOf, pointPosition } from '../model/index.js';
import { arm, model, pendulum, reading, type Segment, seeded } from './arms.test.helper.js';
import { impactStep, poleGains } from './contact-law.js';
import {
  type ContactPlace,
  type ContactSolid,
  type RigidOptions,
  type RigidPlant,
  rigidPlant,
  rigidProblems,
  rigidProgram,
} from './index.js';

/** A mass that slides along x. */
const slider = (mass: number): Segment => ({ type: 'prismatic', axis: [1, 0, 0], mass });
/** A wall that fills x > 0: a plane whose z axis points along −x. */
const wall = (stiffness: number, damping = 0): ContactSolid => ({
  name: 'wall',
  kind: 'plane',
  size: [],
  attitude: [Math.SQRT1_2, 0, -Math.SQRT1_2, 0],
  stiffness,
  damping,
});
const tip = { name: 'tip', frame: 's1' };

function plantOf(segments: readonly Segment[], options: RigidOptions): RigidPlant {
  return rigidPlant(compileWasm(rigidProgram(model(segments), { gravity: [0, 0, 0], ...options })));
}

describe('the gains of a semi-implicit step', () => {
  it('give it the poles of the exact motion', () => {
    const next = seeded(3);
    const spread = (from: number, to: number) => from * (to / from) ** ((next() + 1) / 2);
    let placed = 0;
    for (let n = 0; n < 2000; n++) {
      const [h, m, k, c] = [1e-3, spread(0.02, 20), spread(1e3, 2e5), spread(0.5, 1000)];
      const sigma = (c * h) / (2 * m);
      const square = (k * h * h) / m - sigma * sigma;
      const { damping, mass } = poleGains(numbers, h, m, k, c);
      if (square > 2.6 ** 2) {
        expect(damping).toBeCloseTo(c + k * h, 9);
        expect(mass).toBeCloseTo(h * (c + k * h), 12);
        continue;
      }
      const root = Math.sqrt(Math.abs(square));
      const trace = Math.exp(-sigma) * (square > 0 ? 2 * Math.cos(root) : 2 * Math.cosh(root));
      const total = m + mass;
      if (mass > 0) placed++;
      const [wanted, determinant] = [
        2 - (damping * h) / total - (k * h * h) / total,
        1 - (damping * h) / total,
      ];
      if (mass === 0) continue;
      expect(wanted).toBeCloseTo(trace, 9);
      expect(determinant).toBeCloseTo(Math.exp(-2 * sigma), 9);
    }
    expect(placed).toBeGreaterThan(1500);
  });

  it('are those of the exact limits without stiffness, without damping and on a great mass', () => {
    const bare = poleGains(numbers, 1e-3, 1, 0, 50);
    expect(bare.damping).toBe(50);
    const elastic = poleGains(numbers, 1e-3, 1, 1e5, 0);
    expect(elastic.damping).toBe(0);
    const heavy = poleGains(numbers, 1e-3, 1e9, 1e5, 20);
    expect(heavy.damping).toBeCloseTo(20, 3);
    for (const k of [1, 1e3, 1e6])
      for (const c of [0, 1, 1e4])
        for (const m of [1e-6, 1, 1e9]) {
          const gains = poleGains(numbers, 1e-3, m, k, c);
          expect(gains.damping).toBeGreaterThanOrEqual(0);
          expect(gains.mass).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(gains.damping + gains.mass)).toBe(true);
        }
  });
});

describe('a solid in the rigid plant', () => {
  it('is k x deep at rest, exactly, in both methods', () => {
    for (const method of ['semi-implicit', 'rk4'] as const) {
      const plant = plantOf([slider(1.3)], {
        step: method === 'rk4' ? 2e-4 : 1e-3,
        method,
        contacts: { solids: [wall(5e4, 200)], places: [tip] },
      });
      plant.reset([-0.001], [0]);
      plant.torque[0] = 12;
      plant.advance(3);
      expect(plant.q[0]).toBeCloseTo(12 / 5e4, 15);
      expect(Math.abs(plant.v[0])).toBeLessThan(1e-12);
      const [x, y, z] = reading(plant, 'contact.wall.force');
      expect(x).toBeCloseTo(12, 9);
      expect(Math.hypot(y, z)).toBeLessThan(1e-9);
      expect(reading(plant, 'contact.wall.depth')[0]).toBeCloseTo(12 / 5e4, 15);
    }
  });

  /** Peak force over v √(k m), and energy after over before, of impacts that begin at 16 phases of a step. */
  function impacts(
    mass: number,
    stiffness: number,
    step: number,
    method: 'semi-implicit' | 'rk4' = 'semi-implicit',
  ) {
    const speed = 0.2;
    const plant = plantOf([slider(mass)], {
      step,
      method,
      contacts: { solids: [wall(stiffness)], places: [tip] },
    });
    const peaks: number[] = [];
    let gained = 0;
    for (let phase = 0; phase < 16; phase++) {
      plant.reset([-0.001 - (phase / 16) * speed * step], [speed]);
      let most = 0;
      for (let t = step; t < 0.012 + 4 * Math.sqrt(mass / stiffness); t += step) {
        plant.advance(t);
        most = Math.max(most, reading(plant, 'contact.wall.force')[0]);
      }
      expect(plant.v[0]).toBeLessThan(0);
      peaks.push(most / (speed * Math.sqrt(stiffness * mass)) - 1);
      const energy = 0.5 * mass * speed ** 2;
      plant.observe();
      // What contacts gave is what the energy of motion grew by.
      const missing = plant.energy.contact - (plant.energy.kinetic - energy);
      expect(Math.abs(missing) / energy).toBeLessThan(method === 'rk4' ? 1e-6 : 1e-12);
      gained = Math.max(gained, Math.abs(plant.energy.contact) / energy);
    }
    const mean = peaks.reduce((a, b) => a + b) / peaks.length;
    return { mean, worst: Math.max(...peaks.map(Math.abs)), gained };
  }

  it('stops an impact with v √(k m), and gives its energy back', () => {
    for (const [mass, stiffness] of [
      [1, 1e4],
      [1, 1e5],
      [0.5, 1e5],
    ]) {
      const { mean, worst, gained } = impacts(mass, stiffness, 1e-3);
      expect(Math.abs(mean)).toBeLessThan(0.012);
      expect(worst).toBeLessThan(0.025);
      expect(gained).toBeLessThan(0.015);
    }
    // At the greatest step of the rule, whatever part of a step the impact begins in.
    expect(impacts(0.36, 1e5, impactStep * Math.sqrt(0.36 / 1e5)).worst).toBeLessThan(0.02);
    expect(impacts(1, 1e5, 2e-4, 'rk4').worst).toBeLessThan(0.003);
  });

  it('is stable whatever its mass, stiffness and damping: no energy comes from a contact', () => {
    const next = seeded(5);
    const spread = (from: number, to: number) => from * (to / from) ** ((next() + 1) / 2);
    for (let n = 0; n < 60; n++) {
      const [mass, stiffness, damping] = [spread(0.02, 20), spread(1e3, 2e5), spread(0.5, 1000)];
      const plant = plantOf([slider(mass)], {
        step: 1e-3,
        contacts: { solids: [wall(stiffness, damping)], places: [tip] },
      });
      plant.reset([-0.002], [0.3]);
      plant.torque[0] = 5;
      let most = 0;
      for (let t = 0.05; t < 4; t += 0.05) {
        plant.advance(t);
        if (t > 3) most = Math.max(most, Math.abs(plant.v[0]));
      }
      expect(most, `${mass} ${stiffness} ${damping}`).toBeLessThan(0.32 + (5 / mass) * 0.05);
    }
  });

  it('stops the same as an explicit reference of small steps, on an arm with friction and stops', () => {
    const segments = arm({ limits: { lower: -2.5, upper: 2.5 } });
    const start = [0.2, 0.6, 0.1, 0.8, -0.3, 0.5, 0];
    const machine = model(segments);
    const frame = frameOf(machine, 's7');
    const at: Vec3<number> = [0, 0, 0.08];
    const height = pointPosition(numbers, forwardKinematics(numbers, machine, start), frame, at)[2];
    const run = (step: number, method: 'semi-implicit' | 'rk4', coulomb: number) => {
      const plant = rigidPlant(
        compileWasm(
          rigidProgram(machine, {
            step,
            method,
            gravity: [0, 0, -9.81],
            joints: {
              damping: new Array(7).fill(0.5),
              coulomb: new Array(7).fill(coulomb),
              rotorInertia: new Array(7).fill(0.02),
            },
            contacts: {
              solids: [
                {
                  name: 'table',
                  kind: 'plane',
                  size: [],
                  at: [0, 0, height - 0.05],
                  stiffness: 2e4,
                  damping: 50,
                },
                {
                  name: 'post',
                  kind: 'cylinder',
                  size: [0.05, 2],
                  at: [0.02, 0.2, 0],
                  stiffness: 5e3,
                  damping: 10,
                },
              ],
              places: [
                { name: 'tool', frame: 's7', at },
                { name: 'wrist', frame: 's6', shape: { kind: 'capsule', size: [0.04, 0.1] } },
              ],
            },
          }),
        ),
      );
      plant.reset(start, new Array(7).fill(0));
      let peak = 0;
      for (let t = 1e-3; t < 0.6; t += 1e-3) {
        plant.advance(t);
        peak = Math.max(peak, reading(plant, 'contact.table.force')[2] * -1);
      }
      return { peak, q: [...plant.q], unsolved: plant.unsolved };
    };
    const fine = run(2e-5, 'rk4', 0);
    const coarse = run(1e-3, 'semi-implicit', 0);
    expect(fine.peak).toBeGreaterThan(50);
    expect(coarse.peak / fine.peak).toBeGreaterThan(0.97);
    expect(coarse.peak / fine.peak).toBeLessThan(1.03);
    expect(run(1e-3, 'semi-implicit', 0.3).unsolved).toBe(0);
  });

  it('lets go without pulling, however strong its damping', () => {
    for (const method of ['semi-implicit', 'rk4'] as const) {
      const plant = plantOf([slider(1)], {
        step: method === 'rk4' ? 1e-4 : 1e-3,
        method,
        contacts: { solids: [wall(1e3, 200)], places: [tip] },
      });
      plant.reset([1e-3], [-0.5]);
      for (let t = 1e-3; t < 0.01; t += 1e-3) {
        plant.advance(t);
        expect(plant.v[0], method).toBeLessThanOrEqual(-0.5);
        expect(reading(plant, 'contact.wall.force')[0]).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it('is touched where the place is in its link', () => {
    const place = { name: 'end', frame: 's1', at: [0.1, 0, -0.5] as const };
    const machine = model([pendulum]);
    const turned = [0.9];
    const [x] = pointPosition(
      numbers,
      forwardKinematics(numbers, machine, turned),
      frameOf(machine, 's1'),
      place.at,
    );
    const face = { ...wall(1e4), at: [x - 0.002, 0, 0] as const };
    const plant = plantOf([pendulum], { step: 1e-3, contacts: { solids: [face], places: [place] } });
    plant.reset(turned, [0]);
    expect(reading(plant, 'contact.wall.depth')[0]).toBeCloseTo(0.002, 12);
  });

  it('is not there before it appears', () => {
    const plant = plantOf([slider(1)], {
      step: 1e-3,
      contacts: { solids: [{ ...wall(1e4), present: false }], places: [tip] },
    });
    plant.reset([0.001], [0]);
    plant.advance(0.1);
    expect(plant.q[0]).toBe(0.001);
    plant.change('solid.wall.present', [1]);
    plant.advance(0.12);
    expect(plant.v[0]).toBeLessThan(-0.05);
    expect(reading(plant, 'contact.wall.force')[0]).toBeGreaterThanOrEqual(0);
  });

  it('has the same bits interpreted, as WebAssembly and as JavaScript', () => {
    const program = rigidProgram(model([slider(1), { ...slider(0.5), axis: [0, 0, 1] }]), {
      step: 1e-3,
      joints: { coulomb: [0.2, 0.1] },
      contacts: {
        solids: [
          wall(1e4, 5),
          { name: 'ball', kind: 'sphere', size: [0.1], at: [0, 0, -0.11], stiffness: 2e3 },
        ],
        places: [tip, { name: 'end', frame: 's2', shape: { kind: 'sphere', size: [0.02] } }],
      },
    });
    const plants = [interpret, compileWasm, compileJavaScript].map((make) => rigidPlant(make(program)));
    for (const plant of plants) {
      plant.reset([-0.01, 0], [0.1, 0]);
      plant.advance(0.8);
      plant.observe();
    }
    expect([...plants[1].q, ...plants[1].v, plants[1].energy.contact]).toEqual([
      ...plants[0].q,
      ...plants[0].v,
      plants[0].energy.contact,
    ]);
    expect([...plants[2].q, ...plants[2].v]).toEqual([...plants[0].q, ...plants[0].v]);
    expect(plants[0].energy.contact).not.toBe(0);
  });
});

describe('what can be wrong with contacts', () => {
  const problems = (solid: Partial<ContactSolid>, step = 1e-3, place: Partial<ContactPlace> = {}) =>
    rigidProblems(model([slider(0.4)]), {
      step,
      contacts: { solids: [{ ...wall(1e4), ...solid }], places: [{ ...tip, ...place }] },
    });
  it('is told by name', () => {
    const codes = (...of: Parameters<typeof problems>) =>
      problems(...of).map(({ code, where }) => `${code} ${where.path}`);
    expect(codes({})).toEqual([]);
    expect(codes({ stiffness: 0 })).toEqual(['contact-number world.wall.stiffness']);
    expect(codes({ damping: -1 })).toEqual(['contact-number world.wall.damping']);
    expect(codes({ kind: 'sphere', size: [] })).toEqual(['contact-number world.wall.size']);
    expect(codes({}, 1e-3, { frame: 'none' })).toEqual(['unknown-frame plant.rigid']);
    expect(codes({}, 1e-3, { frame: 'base' })).toEqual(['contact-fixed plant.rigid']);
  });
  it('is a step beyond 0.35 √(m/k), with the step that would do', () => {
    expect(problems({ stiffness: 1e5 }, 0.69e-3)).toEqual([]);
    const [{ code, expected, message }] = problems({ stiffness: 1e5 }, 0.71e-3);
    expect(code).toBe('contact-step');
    expect(message).toContain('tip');
    expect(expected).toBe('a step of at most 700 µs');
  });
});
