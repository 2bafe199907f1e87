import { describe, expect, it } from 'vitest';
import { compileJavaScript, compileWasm, interpret } from '../graph/index.js';
import { type Model, modelOf } from '../model/index.js';
import { arm, model, reading, robotOf, type Segment, seeded } from './arms.test.helper.js';
import {
  type ContactPlace,
  type ContactSolid,
  type RigidOptions,
  type RigidPlant,
  rigidPlant,
  rigidProblems,
  rigidProgram,
  withSubsteps,
} from './index.js';

/** A mass that slides along x and z: `s2` carries it. */
const cross: Segment[] = [
  { type: 'prismatic', axis: [1, 0, 0], mass: 0.4 },
  { type: 'prismatic', axis: [0, 0, 1], mass: 0.6 },
];
const tip: ContactPlace = { name: 'tip', frame: 's2' };
const ground = (more: Partial<ContactSolid> = {}): ContactSolid => ({
  name: 'ground',
  kind: 'plane',
  size: [],
  stiffness: 2e4,
  damping: 60,
  friction: 0.5,
  ...more,
});
/** Turned about y by `tilt`: it falls towards +x. */
const slope = (tilt: number, more: Partial<ContactSolid> = {}): ContactSolid =>
  ground({ attitude: [Math.cos(tilt / 2), 0, Math.sin(tilt / 2), 0], ...more });

function plantOf(machine: Model, options: RigidOptions): RigidPlant {
  return rigidPlant(compileWasm(rigidProgram(machine, { gravity: [0, 0, -9.81], ...options })));
}

describe('friction at contacts', () => {
  it('holds on a slope below the angle of friction, and lets slide beyond it with g (sin − μ cos)', () => {
    const machine = model(cross);
    const moved = (tilt: number, from: number, until: number) => {
      const plant = plantOf(machine, {
        step: 1e-3,
        contacts: { solids: [slope(tilt)], places: [tip] },
      });
      plant.reset([0, 0], [0, 0]);
      plant.advance(from);
      const [x, v] = [plant.q[0], plant.v[0]];
      plant.advance(until);
      expect(plant.unsolved).toBe(0);
      return { drift: plant.q[0] - x, gained: plant.v[0] - v };
    };
    for (const tilt of [0.1, 0.3, 0.46]) expect(Math.abs(moved(tilt, 1, 4).drift)).toBeLessThan(1e-11);
    for (const tilt of [0.48, 0.7]) {
      // The mass that moves along x is 1 kg, along z 0.6 kg, so it is the slide's own equation.
      const [c, s] = [Math.cos(tilt), Math.sin(tilt)];
      const mass = 1 * c * c + 0.6 * s * s;
      const coupling = (1 - 0.6) * c * s;
      // Along the slope: mass a = 0.6 g s − μ N; across it: coupling a = N − 0.6 g c.
      const a = (0.6 * 9.81 * s - 0.5 * 0.6 * 9.81 * c) / (mass + 0.5 * coupling);
      if (a <= 0) continue;
      expect(moved(tilt, 0.5, 1).gained / (0.5 * a * c)).toBeCloseTo(1, 3);
    }
  });

  it('takes out just what the motion loses, against the motion and inside the cone', () => {
    const machine = model([
      { type: 'prismatic', axis: [1, 0, 0], mass: 0.5 },
      { type: 'prismatic', axis: [0, 1, 0], mass: 0.5 },
      { type: 'prismatic', axis: [0, 0, 1], mass: 1 },
    ]);
    const plant = plantOf(machine, {
      step: 1e-3,
      gravity: [0, 0, 0],
      contacts: { solids: [ground({ friction: 0.3 })], places: [{ name: 'tip', frame: 's3' }] },
    });
    plant.reset([0, 0, -1e-3], [0.3, -0.4, 0]);
    plant.torque[2] = -20;
    plant.observe();
    const before = plant.energy.kinetic;
    for (let t = 1e-3; t < 0.1; t += 1e-3) {
      plant.advance(t);
      const [vx, vy] = plant.v;
      const [fx, fy, fz] = reading(plant, 'contact.ground.force');
      expect(Math.hypot(fx, fy)).toBeCloseTo(0.3 * -fz, 5);
      expect(fx * vy - fy * vx).toBeCloseTo(0, 7);
      expect(fx * vx + fy * vy).toBeGreaterThan(0);
    }
    plant.advance(2);
    expect(Math.hypot(plant.v[0], plant.v[1])).toBeLessThan(1e-10);
    expect(reading(plant, 'contact.ground.force')[2]).toBeCloseTo(-20, 9);
    expect(plant.energy.rubbed).toBeCloseTo(before, 12);
  });

  it('is solved together with friction in the joints: what one cannot hold the other does', () => {
    const machine = model(cross);
    const held = (coulomb: number, pull: number) => {
      const plant = plantOf(machine, {
        step: 1e-3,
        joints: { coulomb: [coulomb, 0] },
        contacts: { solids: [ground()], places: [tip] },
      });
      plant.reset([0, 0], [0, 0]);
      plant.torque.set([pull, 0.6 * 9.81 - 10]);
      plant.advance(1);
      const x = plant.q[0];
      plant.advance(3);
      expect(plant.unsolved).toBe(0);
      return Math.abs(plant.q[0] - x);
    };
    // The table holds 5 N, the joint 2 N.
    expect(held(0, 4.9)).toBeLessThan(1e-10);
    expect(held(0, 5.1)).toBeGreaterThan(0.1);
    expect(held(2, 6.9)).toBeLessThan(1e-10);
    expect(held(2, 7.1)).toBeGreaterThan(0.1);
  });

  it('lets an arm of seven joints stand pressed and pulled, with a ball or a box for a hand', () => {
    const machine = model(arm());
    const start = [0.2, 0.6, 0.1, 0.8, -0.3, 0.5, 0];
    for (const shape of [undefined, { kind: 'box' as const, size: [0.06, 0.04, 0.1] }]) {
      const plant = plantOf(machine, {
        step: 1e-3,
        gravity: [0, 0, 0],
        joints: { damping: new Array(7).fill(0.5), coulomb: new Array(7).fill(0.4) },
        pushes: [{ name: 'tip', frame: 's7', at: [0, 0, 0.08] }],
        contacts: {
          solids: [ground({ at: [0, 0, 0.62], friction: 0.8 })],
          places: [{ name: 'hand', frame: 's7', at: [0, 0, 0.08], ...(shape && { shape }) }],
        },
      });
      plant.reset(start, new Array(7).fill(0));
      plant.push(0, [0, 0, -40, 0, 0, 0]);
      plant.advance(1);
      plant.push(0, [8, 3, -40, 0, 0, 0]);
      plant.advance(1.8);
      const q = [...plant.q];
      plant.advance(2.8);
      expect(Math.hypot(...plant.q.map((x, i) => x - q[i]))).toBeLessThan(1e-9);
      expect(-reading(plant, 'contact.ground.force')[2]).toBeGreaterThan(10);
      expect(plant.unsolved).toBe(0);
    }
  });

  it('needs no slot where no solid has any, and semi-implicit steps', () => {
    const machine = model(cross);
    const { friction: _, ...smooth } = ground();
    const names = (solid: ContactSolid) =>
      rigidProgram(machine, { step: 1e-3, contacts: { solids: [solid], places: [tip] } }).layout.fields.map(
        ({ name }) => name,
      );
    expect(names(smooth).filter((name) => name.includes('riction'))).toEqual(['frictionLoss']);
    expect(names(ground({ friction: 0 }))).toContain('solid.ground.friction');
    const codes = (solid: ContactSolid, method?: 'rk4') =>
      rigidProblems(machine, {
        step: 1e-3,
        ...(method && { method }),
        contacts: { solids: [solid], places: [tip] },
      }).map(({ code, where }) => `${code} ${where.path}`);
    expect(codes(ground(), 'rk4')).toEqual(['friction-method world.ground.friction']);
    expect(codes(ground({ friction: 0 }), 'rk4')).toEqual([]);
    expect(codes(ground({ friction: -0.1 }))).toEqual(['contact-number world.ground.friction']);
    const plant = plantOf(machine, { step: 1e-3, contacts: { solids: [slope(0.3)], places: [tip] } });
    plant.reset([0, 0], [0, 0]);
    plant.advance(1);
    plant.change('solid.ground.friction', [0]);
    plant.advance(1.2);
    expect(plant.v[0]).toBeGreaterThan(0.1);
  });
});

describe('a box that is free', () => {
  const { value: free } = modelOf(robotOf([], 'free'));
  const block: ContactPlace = {
    name: 'block',
    frame: 'base',
    shape: { kind: 'box', size: [0.2, 0.16, 0.1] },
  };
  const rest = (solid: ContactSolid, place = block) => {
    const plant = plantOf(free as Model, { step: 1e-3, contacts: { solids: [solid], places: [place] } });
    plant.reset([0, 0, 0.055, 1, 0, 0, 0], new Array(6).fill(0));
    plant.advance(3);
    return plant;
  };

  it('rests on its face k x deep, by the stiffness of the pair', () => {
    for (const solid of [
      ground(),
      ground({ kind: 'box', size: [1, 1, 0.4], at: [0, 0, -0.2] }),
      ground({ kind: 'box', size: [0.1, 0.08, 0.4], at: [0, 0, -0.2] }),
      ground({ kind: 'cylinder', size: [0.4, 0.2], at: [0, 0, -0.1] }),
    ]) {
      const plant = rest(solid);
      const depth = (2 * 9.81) / 2e4;
      expect(plant.q[2] / (0.05 - depth)).toBeCloseTo(1, 9);
      expect(reading(plant, 'contact.ground.depth')[0] / depth).toBeCloseTo(1, 6);
      expect(reading(plant, 'contact.ground.force')[2]).toBeCloseTo(-2 * 9.81, 6);
      expect(Math.hypot(...plant.v)).toBeLessThan(1e-9);
    }
  });

  it('rests as a capsule along both ends, and on a slope it stays', () => {
    const lying: ContactPlace = {
      name: 'rod',
      frame: 'base',
      attitude: [Math.SQRT1_2, 0, Math.SQRT1_2, 0],
      shape: { kind: 'capsule', size: [0.05, 0.2] },
    };
    expect(rest(ground(), lying).q[2]).toBeCloseTo(0.05 - (2 * 9.81) / 2e4, 9);
    const plant = rest(slope(0.2));
    const q = [...plant.q];
    plant.advance(6);
    expect(Math.hypot(...plant.q.map((x, i) => x - q[i]))).toBeLessThan(1e-9);
    expect(plant.unsolved).toBe(0);
  });

  it('rocks from corner to corner without gaining from a floor that loses nothing', () => {
    const { friction: _, ...smooth } = ground({ damping: 0, stiffness: 1e4 });
    const plant = plantOf(free as Model, { step: 1e-4, contacts: { solids: [smooth], places: [block] } });
    const tilt = 0.045;
    plant.reset(
      [0, 0, 0.065, Math.cos(tilt / 2), 0.4 * Math.sin(tilt / 2), Math.sin(tilt / 2), 0],
      new Array(6).fill(0),
    );
    const depth = reading(plant, 'contact.ground.depth');
    let [flying, most] = [0, 0];
    for (let t = 1e-3; t < 1.5; t += 1e-3) {
      plant.advance(t);
      plant.observe();
      if (depth[0] > 0) continue;
      flying++;
      most = Math.max(most, Math.abs(plant.energy.contact));
    }
    expect(flying).toBeGreaterThan(200);
    expect(most / (2 * 9.81 * 0.01)).toBeLessThan(0.01);
  });

  it('slides on its corners with no more than μ g', () => {
    const plant = rest(ground());
    plant.reset([...plant.q], [0.5, 0, 0, 0, 0, 0]);
    plant.advance(0.05);
    expect(plant.v[0]).toBeCloseTo(0.5 - 0.5 * 9.81 * 0.05, 3);
  });

  it('slides and turns to rest without gaining energy', () => {
    const plant = rest(ground());
    const q = [...plant.q];
    plant.reset(q, [0.5, -0.3, 0, 0, 0, 4]);
    plant.observe();
    let before = plant.energy.kinetic + plant.energy.potential;
    const start = plant.energy.kinetic;
    for (let t = 0.02; t < 1; t += 0.02) {
      plant.advance(t);
      plant.observe();
      const now = plant.energy.kinetic + plant.energy.potential;
      expect(now).toBeLessThan(before + 2e-3 * start);
      before = now;
    }
    plant.advance(4);
    plant.observe();
    expect(Math.hypot(...plant.v)).toBeLessThan(1e-8);
    const { kinetic, contact, rubbed = 0 } = plant.energy;
    expect(rubbed).toBeGreaterThan(0.9 * start);
    expect((kinetic - start - contact + rubbed) / start).toBeCloseTo(0, 2);
  });
});

describe('steps in parts', () => {
  const wall = (stiffness: number): ContactSolid => ({
    name: 'wall',
    kind: 'plane',
    size: [],
    attitude: [Math.SQRT1_2, 0, -Math.SQRT1_2, 0],
    stiffness,
  });
  const options = (mass: number, stiffness: number, step: number): [Model, RigidOptions] => [
    model([{ type: 'prismatic', axis: [1, 0, 0], mass }]),
    {
      step,
      gravity: [0, 0, 0],
      contacts: { solids: [wall(stiffness)], places: [{ name: 'tip', frame: 's1' }] },
    },
  ];

  it('are taken where h > 0.35 √(m/k), and said', () => {
    const codes = (mass: number, k: number, h: number) => {
      const [machine, plain] = options(mass, k, h);
      const chosen = withSubsteps(machine, plain, [0]);
      return [
        chosen.substeps,
        ...rigidProblems(machine, chosen, [0]).map(({ code, message }) => `${code}: ${message}`),
      ];
    };
    expect(codes(0.36, 1e5, 0.66e-3)).toEqual([undefined]);
    expect(codes(0.36, 1e5, 0.67e-3)).toEqual([
      true,
      expect.stringMatching(/^contact-substeps: .* in 2 parts/),
    ]);
    expect(codes(0.02, 2e5, 1e-3)).toEqual([true, expect.stringMatching(/ in 10 parts/)]);
    expect(codes(1e-4, 2e5, 1e-3)).toEqual([true, expect.stringMatching(/^contact-step: /)]);
  });

  it('bring an impact on a light body within 2 % of v √(k m), and its energy back', () => {
    for (const [mass, k] of [
      [0.1, 2e5],
      [0.02, 2e5],
    ]) {
      const [machine, plain] = options(mass, k, 1e-3);
      const plant = plantOf(machine, withSubsteps(machine, plain, [0]));
      const peaks: number[] = [];
      for (let phase = 0; phase < 16; phase++) {
        plant.reset([-1e-3 - (phase / 16) * 2e-4], [0.2]);
        const parts = reading(plant, 'contact.substeps');
        plant.advance(1e-3);
        plant.observe();
        expect(parts[0]).toBe(1);
        let most = 0;
        // The mean over a step of 1 ms hides the peak: the work to the deepest point is ½ k x².
        for (let t = 2e-3; t < 0.03; t += 1e-3) {
          plant.advance(t);
          plant.observe();
          most = Math.max(most, parts[0]);
        }
        expect(most).toBe(Math.ceil((1e-3 * Math.sqrt(k / mass)) / 0.35));
        peaks.push(plant.v[0] / -0.2);
      }
      for (const back of peaks) expect(Math.abs(back - 1)).toBeLessThan(0.016);
    }
  });

  it('have the same bits on every back end, with friction', () => {
    const machine = model([
      { type: 'prismatic', axis: [1, 0, 0], mass: 0.1 },
      { type: 'prismatic', axis: [0, 1, 0], mass: 0.05 },
      {
        type: 'revolute',
        axis: [0, 0, 1],
        mass: 0.02,
        centre: [0.01, 0, 0],
        inertia: [1e-4, 1e-4, 1e-4, 0, 0, 0],
      },
    ]);
    const program = rigidProgram(machine, {
      step: 1e-3,
      substeps: true,
      gravity: [0, 0, 0],
      joints: { coulomb: [0.01, 0, 0] },
      contacts: {
        solids: [{ ...wall(2e4), friction: 0.3 }],
        places: [
          { name: 'tip', frame: 's3', shape: { kind: 'box', size: [0.02, 0.04, 0.02] } },
          { name: 'ball', frame: 's3', at: [0.01, 0.03, 0], shape: { kind: 'sphere', size: [0.004] } },
        ],
      },
    });
    const states = [interpret, compileWasm, compileJavaScript].map((make) => {
      const plant = rigidPlant(make(program));
      plant.reset([-0.015, 0, 0.02], [0.2, 0.3, 2]);
      plant.torque[0] = 1;
      plant.advance(0.1);
      plant.observe();
      expect(plant.unsolved).toBe(0);
      expect(plant.energy.rubbed).toBeGreaterThan(0);
      return [...plant.q, ...plant.v, plant.energy.contact, plant.energy.rubbed];
    });
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
  });

  it('leave an arm with a box for a hand stable among solids', () => {
    const next = seeded(8);
    const sizes = { plane: [], capsule: [0.1, 0.4], box: [0.3, 0.2, 0.4] };
    const solids = (['plane', 'capsule', 'box'] as const).map(
      (kind): ContactSolid => ({
        name: kind,
        kind,
        size: sizes[kind],
        at: kind === 'plane' ? [0, 0, -0.3] : [0.7 * next(), 0.7 * next(), 0.5 + 0.3 * next()],
        attitude: kind === 'plane' ? [1, 0, 0, 0] : [1, next(), next(), next()],
        stiffness: 10 ** (4 + next()),
        damping: 20 * (1 + next()),
        friction: 0.4 + 0.3 * next(),
      }),
    );
    const plant = plantOf(model(arm()), {
      step: 1e-3,
      substeps: true,
      joints: { damping: new Array(7).fill(1) },
      contacts: {
        solids,
        places: [
          { name: 'hand', frame: 's7', at: [0, 0, 0.05], shape: { kind: 'box', size: [0.08, 0.06, 0.1] } },
        ],
      },
    });
    for (let n = 0; n < 3; n++) {
      plant.reset(
        [0.2, 0.6, 0.1, 0.8, -0.3, 0.5, 0].map((x) => x + next()),
        new Array(7).fill(0),
      );
      plant.advance(0.6);
      plant.observe();
      const { kinetic, potential, viscous, contact, rubbed = 0 } = plant.energy;
      expect(Number.isFinite(kinetic + potential + viscous + contact + rubbed)).toBe(true);
      expect(kinetic).toBeLessThan(100);
    }
  });
});
