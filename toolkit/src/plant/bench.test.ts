import { describe, expect, it } from 'vitest';
import type { BenchPlant } from './bench.js';
import type { BenchOptions } from './bench-options.js';
import { bench, tip, wall, x, y, z } from './benches.test.helper.js';

const force = { kind: 'force' } as const;
const one: Omit<BenchOptions, 'drive'> = { step: 1e-4, axes: [x], mass: 2 };

function after(plant: BenchPlant, seconds: number): BenchPlant {
  plant.advance(seconds);
  plant.observe();
  return plant;
}

const reading = (plant: BenchPlant, name: string): Float64Array => {
  const found = plant.readings.find(({ channel }) => channel.name === name);
  if (found === undefined) throw new Error(`no reading ${name}`);
  return found.values;
};

function told({ command }: BenchPlant): Float64Array {
  if (command === undefined) throw new Error('a drive that takes forces');
  return command.position;
}

/** Energy that no line explains, J. */
function unexplained({ energy }: BenchPlant): number {
  const {
    kinetic,
    potential,
    elastic = 0,
    viscous,
    rubbed = 0,
    actuators,
    drives = 0,
    contact,
    pushes,
  } = energy;
  const given = actuators + drives + contact + Array.from(pushes).reduce((sum, work) => sum + work, 0);
  return kinetic + potential + elastic + viscous + rubbed - given;
}

describe('a mass with a force drive', () => {
  it('goes as its force says, cut to the limit and late by the delay', () => {
    const plant = bench({ ...one, drive: { ...force, limit: 3, delay: 5e-3 } });
    plant.torque[0] = 8;
    after(plant, 0.1);
    // The first 50 steps have no force: v = F t/m, x = F h² n (n + 1)/2m.
    const n = 950;
    expect(plant.v[0]).toBeCloseTo((3 / 2) * n * 1e-4, 12);
    expect(plant.q[0]).toBeCloseTo((3 / 2) * 1e-8 * 0.5 * n * (n + 1), 12);
    expect(plant.travel[0]).toBe(plant.q[0]);
    expect(plant.energy.actuators).toBeCloseTo(3 * plant.q[0], 12);
    plant.torque[0] = 0;
    const before = plant.q[0];
    after(plant, 0.105);
    // What was asked before goes on acting, 8 N where 0 are asked now.
    expect(plant.energy.late).toBeCloseTo(8 * (plant.q[0] - before), 12);
    plant.change('drive.limit', [1]);
    plant.torque[0] = -8;
    const speed = plant.v[0];
    after(plant, 0.12);
    expect(plant.v[0]).toBeCloseTo(speed - (1 / 2) * 0.01, 12);
  });

  it('falls where there is gravity, along its axes only', () => {
    const plant = bench({ ...one, axes: [z, x], drive: force, gravity: [0, 3, -9.81] });
    plant.reset([2, 1], [0, 0.5]);
    after(plant, 0.2);
    expect(plant.v[0]).toBeCloseTo(-9.81 * 0.2, 12);
    expect(plant.v[1]).toBe(0.5);
    expect(plant.energy.potential).toBeCloseTo(2 * 9.81 * plant.q[0], 12);
    expect(Math.abs(unexplained(plant) - 2 * 9.81 * 2 - 0.25)).toBeLessThan(0.002);
  });
});

describe('a flexible mode', () => {
  const flexible = { frequency: 20, ratio: 0.05, share: 0.25 };
  const plant = bench({ ...one, step: 2e-5, drive: force, flexible, pushes: [tip] });

  it('swings at its frequency and dies at its ratio, about the mass centre', () => {
    plant.reset([0], [0]);
    plant.push(0, [1000, 0, 0, 0, 0, 0]);
    plant.advance(1e-3);
    plant.push(0, undefined);
    const stretches: number[] = [];
    const sample = 1e-4;
    for (let t = 2e-3; t < 0.3; t += sample) {
      after(plant, t);
      stretches.push(reading(plant, 'bench.position')[0] - plant.q[0]);
    }
    const ups = stretches.flatMap((s, i) => (i > 0 && stretches[i - 1] <= 0 && s > 0 ? [i] : []));
    const period = ((ups[3] - ups[0]) * sample) / 3;
    expect(Math.abs(1 / period / (20 * Math.sqrt(1 - 0.05 ** 2)) - 1)).toBeLessThan(0.003);
    const peaks = [0, 1, 2].map((k) => Math.max(...stretches.slice(ups[k], ups[k + 1])));
    const decrement = (2 * Math.PI * 0.05) / Math.sqrt(1 - 0.05 ** 2);
    expect(Math.abs(Math.log(peaks[0] / peaks[2]) / 2 - decrement)).toBeLessThan(0.002);
    // All of the impulse of 1 N s: the motor has a quarter of the mass.
    const momentum = 0.5 * plant.v[0] + 1.5 * reading(plant, 'bench.velocity')[0];
    expect(momentum).toBeCloseTo(1, 9);
    expect(Math.abs(unexplained(plant))).toBeLessThan(1e-3 * plant.energy.pushes[0]);
    // What the mass centre does not have of it: a quarter.
    expect(plant.energy.viscous / plant.energy.pushes[0]).toBeGreaterThan(0.24);
    expect(plant.energy.viscous / plant.energy.pushes[0]).toBeLessThan(0.25);
  });

  it('lets the tool give way before the motor: the contact is at the tool, the joint at the motor', () => {
    const held = bench({
      ...one,
      step: 2e-5,
      drive: { kind: 'exact' },
      flexible: { ...flexible, ratio: 0.5 },
      surfaces: [wall(5e3)],
      places: [tip],
    });
    const command = told(held);
    for (let t = 0.01; t < 1; t += 0.01) {
      command[0] = Math.min(0.01, 0.05 * t);
      held.advance(t);
    }
    held.observe();
    const k = (2 * Math.PI * 20) ** 2 * ((0.5 * 1.5) / 2);
    expect(held.q[0]).toBe(0.01);
    const pressed = ((5e3 * k) / (5e3 + k)) * 0.01;
    expect(reading(held, 'contact.wall.force')[0]).toBeCloseTo(pressed, 4);
    expect(reading(held, 'contact.wall.depth')[0]).toBeCloseTo(pressed / 5e3, 7);
    expect(reading(held, 'bench.drive')[0]).toBeCloseTo(pressed, 4);
  });
});

describe('drives that follow positions', () => {
  it('a loop answers a step as one of second order, and is late by its delay', () => {
    const [bandwidth, ratio] = [15, 0.4];
    const answer = (delay: number) => {
      const plant = bench({ ...one, drive: { kind: 'position', bandwidth, ratio, yields: false, delay } });
      told(plant)[0] = 1;
      const places: number[] = [];
      for (let k = 1; k <= 3000; k++) {
        plant.advance(k * 1e-4);
        places.push(plant.q[0]);
      }
      const top = Math.max(...places);
      return { top, at: (places.indexOf(top) + 1) * 1e-4, end: places[2999] };
    };
    const { top, at, end } = answer(0);
    const damped = Math.sqrt(1 - ratio ** 2);
    expect(Math.abs(top - 1 - Math.exp((-Math.PI * ratio) / damped))).toBeLessThan(0.003);
    expect(Math.abs(at - 1 / (2 * bandwidth * damped))).toBeLessThan(2e-4);
    expect(Math.abs(end - 1)).toBeLessThan(2e-4);
    expect(answer(0.012).at - at).toBeCloseTo(0.012, 9);
    expect(answer(0.012).top).toBeCloseTo(top, 12);
  });

  it('yields to a push as m ωₙ² where it is said to, and carries its weight', () => {
    for (const yields of [true, false]) {
      const plant = bench({
        ...one,
        gravity: [-9.81, 0, 0],
        drive: { kind: 'position', bandwidth: 10, ratio: 1, yields },
        pushes: [tip],
      });
      plant.push(0, [0, 5, 0, 0, 0, 0]);
      after(plant, 0.5);
      expect(plant.q[0]).toBe(0);
      plant.push(0, [20, 0, 0, 0, 0, 0]);
      after(plant, 2);
      const give = 20 / (2 * (2 * Math.PI * 10) ** 2);
      expect(plant.q[0]).toBeCloseTo(yields ? give : 0, 9);
      expect(reading(plant, 'bench.drive')[0]).toBeCloseTo(2 * 9.81 - 20, 6);
      expect(Math.abs(unexplained(plant))).toBeLessThan(1e-3);
    }
  });

  it('the exact one is where it was told at the end of every tick, at even speed within it', () => {
    const plant = bench({ ...one, drive: { kind: 'exact' } });
    const command = told(plant);
    for (const [at, place] of [
      [0.007, 0.1],
      [0.02, -0.3],
      [0.021, -0.3],
    ]) {
      const from = plant.q[0];
      command[0] = place;
      plant.advance(at);
      expect(plant.q[0]).toBe(place);
      if (at === 0.021) expect(plant.v[0]).toBe(0);
      else if (at === 0.007) expect(plant.v[0]).toBeCloseTo((place - from) / 0.007, 9);
      else expect(plant.v[0]).toBeCloseTo((place - from) / 0.013, 9);
    }
    plant.observe();
    expect(plant.energy.actuators).toBe(0);
    expect(Math.abs(unexplained(plant))).toBeLessThan(1e-9);
  });
});

describe('surfaces', () => {
  /** Held at a place by an exact drive. */
  const held = (options: Partial<BenchOptions>, place: readonly number[], seconds = 0.1) => {
    const plant = bench({ ...one, drive: { kind: 'exact' }, places: [tip], ...options });
    plant.reset(
      place,
      place.map(() => 0),
    );
    return after(plant, seconds);
  };

  it('push back by their depth, and with springs in line by less: felt and own depth are two channels', () => {
    const plain = held({ surfaces: [wall(4e4, 2e-3)] }, [5e-3]);
    expect(reading(plain, 'contact.wall.force')[0]).toBeCloseTo(120, 9);
    expect(reading(plain, 'contact.wall.depth')[0]).toBeCloseTo(3e-3, 12);
    expect(plain.readings.some(({ channel }) => channel.name.endsWith('.felt'))).toBe(false);
    const soft = held(
      { surfaces: [wall(4e4, 2e-3)], series: { arm: 2e4, sensor: 1e5, gripper: 5e4 } },
      [5e-3],
    );
    const felt = 1 / (1 / 4e4 + 1 / 2e4 + 1 / 1e5 + 1 / 5e4);
    expect(reading(soft, 'contact.wall.force')[0]).toBeCloseTo(felt * 3e-3, 9);
    expect(reading(soft, 'contact.wall.felt')[0]).toBeCloseTo(3e-3, 12);
    expect(reading(soft, 'contact.wall.depth')[0]).toBeCloseTo((felt * 3e-3) / 4e4, 12);
    expect(held({ surfaces: [wall(4e4, 2e-3)] }, [1e-3]).readings[1].values).toEqual(new Float64Array(3));
  });

  it('with damping press harder while one goes in, and never pull', () => {
    const plant = bench({
      ...one,
      drive: { kind: 'exact' },
      surfaces: [wall(1e3, 0, { damping: 50 })],
      places: [tip],
    });
    const command = told(plant);
    command[0] = 0.01;
    after(plant, 0.1);
    expect(reading(plant, 'contact.wall.force')[0]).toBeCloseTo(10 + 50 * 0.1, 9);
    command[0] = 0;
    after(plant, 0.11);
    expect(reading(plant, 'contact.wall.force')[0]).toBe(0);
    // Fast, and not there yet.
    plant.reset([-2e-3], [0]);
    command[0] = -1e-3;
    after(plant, 0.01);
    expect(plant.v[0]).toBeCloseTo(0.1, 9);
    expect(reading(plant, 'contact.wall.force')[0]).toBe(0);
  });

  it('with damping below springs in line sink with their own time constant, and come back', () => {
    const [k, K, c] = [1e3, 3e3, 40];
    const plant = bench({
      ...{ ...one, step: 1e-5, drive: { kind: 'exact' }, places: [tip] },
      ...{ surfaces: [wall(k, 0, { damping: c })], series: { flange: K } },
    });
    plant.reset([2e-3], [0]);
    for (const at of [0.005, 0.01, 0.03]) {
      after(plant, at);
      const depth = ((K * 2e-3) / (K + k)) * (1 - Math.exp((-at * (k + K)) / c));
      expect(Math.abs(reading(plant, 'contact.wall.depth')[0] - depth)).toBeLessThan(1.5e-6);
      expect(reading(plant, 'contact.wall.force')[0]).toBeCloseTo(
        K * (2e-3 - reading(plant, 'contact.wall.depth')[0]),
        9,
      );
    }
    const depth = reading(plant, 'contact.wall.depth')[0];
    told(plant)[0] = -0.1;
    after(plant, 0.031);
    after(plant, 0.071);
    const left = depth * Math.exp(-0.04 * (k / c));
    expect(reading(plant, 'contact.wall.force')[0]).toBe(0);
    expect(Math.abs(reading(plant, 'contact.wall.depth')[0] / left - 1)).toBeLessThan(0.03);
  });

  it('are what solids are: planes, balls, boxes; and are there while they are there', () => {
    const ball = {
      name: 'ball',
      kind: 'sphere' as const,
      size: [0.1],
      at: [0.3, 0, 0] as const,
      stiffness: 1e3,
    };
    const box = {
      name: 'box',
      kind: 'box' as const,
      size: [0.2, 2, 2],
      at: [-0.3, 0, 0] as const,
      stiffness: 2e3,
    };
    const plant = held({ axes: [x, y], surfaces: [ball, box] }, [0.2 + 0.06, 0.03]);
    // Half a decimetre from the middle of the ball, along (−4, 3)/5.
    const inwards = 1e3 * 0.05;
    expect(reading(plant, 'contact.ball.force')[0]).toBeCloseTo(0.8 * inwards, 9);
    expect(reading(plant, 'contact.ball.force')[1]).toBeCloseTo(-0.6 * inwards, 9);
    expect(reading(plant, 'contact.box.force')[0]).toBe(0);
    plant.change('solid.ball.present', [0]);
    plant.observe();
    expect(reading(plant, 'contact.ball.force')[0]).toBe(0);
    const inBox = held({ axes: [x, y], surfaces: [ball, box] }, [-0.21, 0.5]);
    expect(reading(inBox, 'contact.box.force')[0]).toBeCloseTo(-20, 9);
    const thick = { ...tip, radius: 0.05 };
    expect(
      reading(held({ surfaces: [wall(1e3, 0.04)], places: [thick] }, [0]), 'contact.wall.depth')[0],
    ).toBeCloseTo(0.01, 12);
  });
});

describe('friction of a surface', () => {
  const rough = (along: number) => {
    const plant = bench({
      ...{ ...one, axes: [x, y], drive: force, places: [tip] },
      surfaces: [wall(1e4, 0, { friction: 0.5, damping: 200 })],
    });
    plant.torque[0] = 20;
    plant.advance(1);
    plant.torque[1] = along;
    return after(plant, 3);
  };

  it('sticks exactly below its limit', () => {
    const { q, v, energy } = rough(9.99);
    expect(Math.abs(v[1])).toBeLessThan(1e-15);
    expect(Math.abs(q[1])).toBeLessThan(1e-15);
    expect(q[0]).toBeCloseTo(20 / 1e4, 9);
    expect(Math.abs(energy.rubbed ?? 1)).toBeLessThan(1e-12);
  });

  it('slides with what is left beyond it, and loses what it rubs', () => {
    const plant = rough(12);
    const way = (0.5 * ((12 - 10) / 2) * 2) ** 1 * 2;
    expect(plant.v[1]).toBeCloseTo(2, 6);
    expect(Math.abs(plant.q[1] - way)).toBeLessThan(2e-4);
    expect(plant.energy.rubbed).toBeCloseTo(10 * way, 2);
    expect(Math.abs(unexplained(plant))).toBeLessThan(3e-3);
  });

  it('is felt by a drive that does not yield, which goes on', () => {
    const plant = bench({
      ...{ ...one, axes: [x, y], drive: { kind: 'exact' }, places: [tip] },
      surfaces: [wall(1e4, 0, { friction: 0.5 })],
      sensors: [{ name: 'wrist', rate: 1000, at: [0, 0, 0.1], rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] }],
    });
    plant.reset([1e-3, 0], [0, 0]);
    told(plant).set([1e-3, 0.05]);
    after(plant, 0.1);
    expect(plant.q[1]).toBe(0.05);
    const [fx, fy, fz, nx, ny, nz] = plant.sensors[0].values;
    // On the robot: out of the wall, against the way; the lever is 0.1 m down.
    [fx, fy, fz, nx, ny, nz].forEach((got, i) => {
      expect(got).toBeCloseTo([-10, -5, 0, -0.5, 1, 0][i], 9);
    });
    expect(plant.energy.drives).toBeCloseTo(0.05 * 5 + 0.5 * 2 * 0.5 ** 2, 3);
  });
});

describe('a recorded force', () => {
  const signal = [
    [0.1, 0, 0],
    [0.2, 10, -4],
    [0.4, 10, -4],
    [0.5, 0, 0],
  ];

  it('pushes by the straight lines between its rows, in a line of its own', () => {
    const plant = bench({ ...one, axes: [x, z], drive: force, signal, pushes: [tip] });
    expect(plant.pushes).toEqual(['tool', 'recorded force']);
    after(plant, 0.15);
    // ∫ = ½ 5 N · 50 ms; the sum of a step's starts is half a step behind.
    expect(Math.abs(plant.v[0] - (0.5 * 5 * 0.05) / 2)).toBeLessThan(2e-4);
    after(plant, 1);
    expect(plant.v[0]).toBeCloseTo((10 * 0.3) / 2, 9);
    expect(plant.v[1]).toBeCloseTo((-4 * 0.3) / 2, 9);
    expect(plant.energy.pushes[1]).toBeCloseTo(plant.energy.kinetic, 9);
    expect(plant.energy.pushes[0]).toBe(0);
    plant.reset([0, 0], [0, 0]);
    after(plant, 1);
    expect(plant.v[0]).toBeCloseTo((10 * 0.3) / 2, 9);
  });
});

describe('the energies of a bench', () => {
  const drives: BenchOptions['drive'][] = [
    { kind: 'force', limit: 12, delay: 2e-3 },
    { kind: 'position', bandwidth: 5, ratio: 0.5, yields: true },
    { kind: 'position', bandwidth: 5, ratio: 0.5, yields: false },
    { kind: 'exact' },
  ];

  it('close with every drive, and the better the shorter the step', () => {
    for (const drive of drives) {
      for (const flexible of [undefined, { frequency: 12, ratio: 0.1, share: 0.4 }]) {
        const error = (step: number) => {
          const plant = bench({
            ...{ step, axes: [x, z], mass: 2, gravity: [1, 0, -4], drive, places: [tip], pushes: [tip] },
            surfaces: [wall(3e3, 5e-3, { friction: 0.4, damping: 20 })],
            series: { arm: 6e3 },
            signal: [
              [0, 0, 0],
              [0.5, 3, 5],
            ],
            ...(flexible && { flexible }),
          });
          plant.push(0, [4, 0, 1, 0, 0, 0]);
          let scale = 0;
          for (let k = 1; k <= 40; k++) {
            plant.torque.set([k < 20 ? 20 : -5, 8]);
            plant.command?.position.set([0.01 * Math.sin(k / 4), 0.002 * k]);
            after(plant, 0.01 * k);
            scale = Math.max(scale, plant.energy.kinetic + Math.abs(plant.energy.contact));
          }
          return Math.abs(unexplained(plant)) / scale;
        };
        const [coarse, fine] = [error(2e-4), error(4e-5)];
        expect(fine).toBeLessThan(3e-3);
        expect(coarse).toBeLessThan(1.5e-2);
      }
    }
  });
});

describe('the encoders of a bench', () => {
  const encoded = (velocity: 'exact' | 'differences' | 'none') => {
    const plant = bench({ ...one, drive: force, encoders: { resolution: [1e-3], velocity } });
    plant.reset([0.0104], [0.37]);
    return plant;
  };

  it('say whole counts of positions, and speeds in three ways', () => {
    const plant = encoded('differences');
    const { q, v } = plant.encoders as { q: Float64Array; v: Float64Array };
    expect([q[0], v[0]]).toEqual([0.01, 0]);
    plant.advance(0.01);
    expect(plant.q[0]).toBeCloseTo(0.0141, 12);
    expect(q[0]).toBeCloseTo(0.014, 12);
    expect(v[0]).toBeCloseTo(0.4, 9);
    for (const [kind, speed] of [
      ['exact', 0.37],
      ['none', 0],
    ] as const) {
      const other = encoded(kind);
      other.advance(0.01);
      expect(other.encoders?.v[0]).toBe(speed);
    }
  });
});

describe('what a bench refuses', () => {
  it('is told with what it knows', () => {
    const plant = bench({ ...one, drive: force, surfaces: [wall(1)], places: [tip] });
    expect(() => plant.push(0, undefined)).toThrow('no push number 0');
    expect(() => plant.change('solid.wall.stifness', [1])).toThrow('solid.wall.stiffness');
    expect(() => plant.change('solid.wall.at', [1])).toThrow('has 3 entries, got 1');
    expect(() => plant.reset([0, 0], [0])).toThrow('1 + 1 entries, got 2 + 1');
  });
});
