import { describe, expect, it } from 'vitest';
import { departures, loopsOf, recorded } from './contact-loop.test.helper.js';
import { contactTold, formatContact } from './contact-margin.js';
import { restingForce } from './contact-rest.js';

/** A press on the bench before metal. */
const press = `pliant: 1
name: press
duration: 3 s
robots: { tool: { bench: { axes: [x], mass: 2 kg } } }
world: { metal: { plane: [-1, 0, 0], at: [1 mm, 0, 0], stiffness: 20 N/mm } }
control:
  rate: 500 Hz
  sensors: { wrist: { guards: { stale: { after: 200 ms } } } }
  laws:
    push:
      { law: press, axes: world, select: [x], sensor: wrist, wanted: [10 N, 0, 0], gain: 0.5, integral: 3, damping: 150 N s/m }
plant:
  bench:
    step: 0.1 ms
    drive: { force: { delay: 1 ms } }
    sensors: { wrist: { rate: 500 Hz, delay: 4 ms } }
record: { rate: 500 Hz }
`;

/** The made arm above a floor that it presses with what it estimates of the force. */
const arm = `pliant: 1
name: arm
duration: 2 s
robots: { arm: { file: arm.urdf, tool: { on: wrist }, start: { shoulder: 30 deg, elbow: 60 deg, slide: 5 cm } } }
world: { floor: { plane: [0, 0, 1], at: [0, 0, 43 cm], stiffness: 5 N/mm } }
control:
  rate: 1 kHz
  sensors: { felt: { at: tool, observer: { gain: 125.66370614359172 } } }
  laws:
    push: { law: press, axes: world, select: [z], sensor: felt, wanted: [0, 0, -6 N], gain: 0.4, integral: 2, damping: 80 N s/m }
  compensate: [gravity]
plant: { rigid: { step: 0.25 ms, joints: { coulomb: 0, viscous: 0.02, stops: none } } }
record: { rate: 500 Hz }
`;

describe('a press of a scenario', () => {
  it('is the loop that its numbers say', () => {
    const { loops, unmapped } = loopsOf(press);
    expect(unmapped).toEqual([]);
    const [{ name, law, loop, approach }] = loops;
    expect([name, law]).toEqual(['push on metal', 'push']);
    expect(loop).toMatchObject({ law: 'press', tick: 0.002, mass: 2, stiffness: 0, delay: 0.001 });
    if (loop.law !== 'press') return;
    expect(loop.sensor).toEqual({ every: 1, delay: 2, average: 1, massBelow: 0 });
    expect(loop.gain).toBeCloseTo(0.5, 9);
    expect(loop.integral).toBeCloseTo(3, 9);
    expect(loop.damping).toBeCloseTo(150, 6);
    // Pulled by (1 + k_p) F against D; at rest an integral has what is wanted.
    expect(approach.preload).toBeCloseTo(10, 9);
    expect(approach.speed).toBeGreaterThan(0.04);
    expect(approach.speed).toBeLessThan(0.1);
  });

  it('rests without an integral where gain and wanted force balance', () => {
    const [{ approach }] = loopsOf(press, ['control.laws.push.integral=0']).loops;
    expect(approach.preload).toBeCloseTo(10, 9);
  });

  it('never rests where it is told to be unstable, and does with what it is told to be stable', {
    timeout: 30_000,
  }, () => {
    const wild = [
      // So that it does not let go.
      'control.laws.push.after=5',
      'control.laws.push.gain=0.9',
      'control.laws.push.integral=2000',
      'plant.bench.sensors.wrist.delay=0.05',
    ];
    const told = contactTold(loopsOf(press, wild));
    expect(told.verdict).toBe('unstable');
    // All gains on the force are to be smaller alike.
    const [remedy] = told.loops[0].remedies.filter(([{ most }]) => most !== undefined);
    expect(remedy.map(({ path }) => path)).toEqual(['control.laws.push.gain', 'control.laws.push.integral']);
    const quiet = [
      ...wild,
      ...remedy.map(({ path, value, most }) => `${path}=${value ?? 0.9 * (most ?? 0)}`),
    ];
    expect(contactTold(loopsOf(press, quiet)).verdict).toBe('stable');
    expect(formatContact(told)).toMatch(/at most [\d.e-]+ times its gains on the force/);
    expect(formatContact(told)).toMatch(
      /to try it: --set control\.laws\.push\.gain=\S+ --set control\.laws\.push\.integral=/,
    );
    const run = (sets: readonly string[]) => recorded(press, sets, 'contact.metal.force')[0].map(Math.abs);
    const force = run(wild);
    expect(departures(force.slice(750))).toBeGreaterThan(2);
    const calm = contactTold(loopsOf(press));
    expect(calm.verdict).toBe('stable');
    const late = run([]).slice(1250);
    expect(Math.max(...late) - Math.min(...late)).toBeLessThan(0.2);
    expect(late.at(-1)).toBeCloseTo(10, 1);
  });

  it('takes the arm that a push along the normal moves', () => {
    const [{ loop, where, assumptions }] = loopsOf(arm).loops;
    if (loop.law !== 'press') throw new Error(loop.law);
    expect(loop.mass).toBeCloseTo(where.mass as number, 12);
    // The normal is a chosen axis: nothing is lost of what is asked for.
    expect(loop.gain).toBeCloseTo(0.4, 6);
    expect(loop.integral).toBeCloseTo(2, 6);
    expect(loop.damping).toBeCloseTo(80, 1);
    expect(loop.friction).toBeGreaterThan(0);
    // The estimate is half a tick late: the mean of two.
    expect(loop.sensor).toEqual({
      every: 1,
      delay: 0,
      average: 2,
      massBelow: 0,
      cutOff: expect.closeTo(20, 6),
    });
    expect(assumptions.join()).toMatch(/is an estimate.*the bounds of a press/);
  });

  it('loses on an arm what its axes lose of the normal', () => {
    const tilted = ['world.floor.plane=[-0.6, 0, 0.8]', 'world.floor.at=[506 mm, 0, 451.8 mm]'];
    const [{ loop }] = loopsOf(arm, tilted).loops;
    if (loop.law !== 'press') throw new Error(loop.law);
    // What is felt along z and what is done along z, each with its own share of the normal.
    expect(loop.gain).toBeLessThan(0.39);
    expect(loop.gain).toBeGreaterThan(0.05);
    expect(loop.integral / loop.gain).toBeCloseTo(5, 6);
  });
});

describe('an impedance that answers to a force', () => {
  const shaped = press
    .replace(
      /push:\n.*\n/,
      `push: { law: impedance, axes: world, target: goal, stiffness: 400 N/m, damping: 120 N s/m, mass: 6 kg, sensor: wrist }\n`,
    )
    .replace('  laws:', '  points: { goal: { in: world, at: [20 mm, 0, 0] } }\n  laws:');

  it('shapes its inertia: gains by m/M', () => {
    const [{ loop, approach }] = loopsOf(shaped).loops;
    if (loop.law !== 'press') throw new Error(loop.law);
    expect(loop.gain).toBeCloseTo(2 / 6 - 1, 3);
    expect(loop.stiffness).toBeCloseTo(400 / 3, 0);
    expect(loop.damping).toBeCloseTo(40, 1);
    expect(loop.integral).toBe(0);
    // K and the wall in line from 20 mm, of which 1 mm is free.
    expect(approach.preload).toBeCloseTo((19e-3 * 400 * 2e4) / 20_400, 2);
  });

  it('is told with its contact damping out and in', () => {
    const damped = shaped.replace('mass: 6 kg', 'contactDamping: 90 N s/m');
    const { loops } = loopsOf(damped);
    expect(loops.map(({ name }) => name)).toEqual(['push on metal', 'push on metal, its contact damping in']);
    expect(loops.map(({ loop }) => (loop.law === 'impedance' ? loop.damping : 0))).toEqual([
      expect.closeTo(120, 6),
      expect.closeTo(210, 6),
    ]);
  });
});

describe('the force at rest', () => {
  it('is that of where a moving target ends, whatever it does to the side', () => {
    const led = `pliant: 1
name: led
duration: 3 s
robots: { tool: { bench: { axes: [x, y], mass: 2 kg } } }
world: { metal: { plane: [-1, 0, 0], at: [1 mm, 0, 0], stiffness: 20 N/mm } }
control:
  rate: 500 Hz
  points: { goal: { in: world, at: [0, 0, 0], moves: { along: line, by: [11 mm, 40 mm, 0], speed: 50 mm/s } } }
  laws: { give: { law: impedance, axes: world, target: goal, stiffness: 400 N/m, damping: 60 N s/m } }
plant: { bench: { step: 0.1 ms, drive: { force: {} } } }
`;
    const [{ approach }] = loopsOf(led).loops;
    expect(approach.preload).toBeCloseTo((10e-3 * 400 * 2e4) / 20_400, 4);
  });

  it('has all other ways at their balance, and is none where nothing presses', () => {
    // Springs of 100 and 400 N/m along x and y, turned by 30°, and a wall across x: by hand, y free.
    const [c, t] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    const [xx, xy, yy] = [100 * c * c + 400 * t * t, (100 - 400) * c * t, 100 * t * t + 400 * c * c];
    const rest = (torque: readonly number[], k = 1) =>
      restingForce(
        {
          q: [0, 0],
          torque: ([x, y]) => [torque[0] - k * (xx * x + xy * y), torque[1] - k * (xy * x + yy * y)],
          wall: ([x]) => ({ out: -x, row: [-1, 0] }),
          integrate: (q, way, by) => q.map((x, i) => x + by * way[i]),
        },
        2000,
      );
    const reduced = xx - (xy * xy) / yy;
    const force = rest([8, 3]) as number;
    const pushed = 8 - (xy / yy) * 3;
    expect(force).toBeCloseTo((pushed * 2000) / (reduced + 2000), 3);
    expect(rest([-8, 0])).toBeUndefined();
    // Where nothing holds it, all of what pushes.
    expect(rest([8, 0], 0)).toBeCloseTo(8, 3);
  });
});

describe('laws that feel nothing', () => {
  const held = press
    .replace(/push:\n.*\n/, 'go: { law: track, target: goal, speed: 20 mm/s }\n')
    .replace('  laws:', '  points: { goal: { in: world, at: [5 mm, 0, 0] } }\n  laws:')
    .replace('plant:', '  servo: { follow: { pd: { stiffness: 3000 N/m, damping: 150 N s/m } } }\nplant:');

  it('close a loop by the torques of their servo', () => {
    const [{ name, loop, approach }] = loopsOf(held).loops;
    expect(name).toBe('go on metal');
    expect(loop).toMatchObject({ law: 'impedance', stiffness: 3000, damping: 150, integral: 0, mass: 2 });
    expect(approach.preload).toBeCloseTo((4e-3 * 3000 * 2e4) / 23_000, 4);
    expect(approach.speed).toBeCloseTo(0.02, 9);
  });

  it('press with all of their way where an integral does not rest before', () => {
    const sets = [
      'control.servo={ follow: { pid: { stiffness: 3000 N/m, damping: 150 N s/m, integral: 9000 N/m s } } }',
    ];
    const [{ loop, approach }] = loopsOf(held, sets).loops;
    expect(loop).toMatchObject({ law: 'impedance', integral: 9000 });
    expect(approach.preload).toBeCloseTo(4e-3 * 2e4, 3);
  });

  it('close none where drives follow by themselves', () => {
    const drives = [
      'control.servo={ follow: drive }',
      'plant.bench.drive={ position: { bandwidth: 15 Hz, ratio: 0.7 } }',
    ];
    const told = contactTold(loopsOf(held, drives));
    expect(told.loops).toEqual([]);
    expect(told.verdict).toBeUndefined();
    expect(told.unmapped).toMatchObject([{ name: 'go on metal', unjudged: false }]);
    expect(formatContact(told)).toMatch(/^no loop closes:\n {2}go on metal: go feels nothing/);
  });

  it('have a sampled servo behind laws that do feel', () => {
    const give = held.replace(
      /go: .*\n/,
      'go: { law: admittance, axes: world, selection: [x], sensor: wrist, mass: 4 kg, damping: 300 N s/m, wanted: [8 N, 0, 0] }\n',
    );
    const [{ loop }] = loopsOf(give, [
      'control.servo={ follow: { computed torque: { bandwidth: 50 } } }',
    ]).loops;
    if (loop.law !== 'admittance' || loop.inner.kind !== 'torque') throw new Error(loop.law);
    const w = 50;
    expect(loop.inner.stiffness).toBeCloseTo(2 * w * w, 6);
    expect(loop.inner.damping).toBeCloseTo(4 * w, 6);
    expect(loop.inner.ahead).toBeCloseTo(2, 9);
  });
});

describe('forces beside a law that moves the arm', () => {
  it('are named as not judged, and the verdict is not one of stability', () => {
    const both = press
      .replace(
        /push:\n.*\n/,
        `give: { law: admittance, axes: world, selection: [x], sensor: wrist, mass: 4 kg, damping: 900 N s/m, wanted: [8 N, 0, 0] }
    push: { law: press, axes: world, select: [x], sensor: wrist, wanted: [10 N, 0, 0] }
`,
      )
      .replace('plant:', '  servo: { follow: { computed torque: { bandwidth: 50 } } }\nplant:')
      .replace('stiffness: 20 N/mm', 'stiffness: 500 N/m');
    const told = contactTold(loopsOf(both));
    expect(told.loops.map(({ verdict }) => verdict.impact)).toEqual(['stable']);
    expect(told.verdict).toBe('not judged');
    const text = formatContact(told);
    expect(text).toMatch(/^not judged:\n {2}push on metal: /);
    expect(text).toMatch(/^give on metal: not judged as a whole, for push on metal; by itself stable/m);
    expect(text).not.toMatch(/^give on metal: stable/m);
  });
});

describe('phases', () => {
  const phased = press.replace(
    'record:',
    `task:
  phases:
    near: { set: { push.gain: 0.2, push.damping: 300 N s/m }, until: { after: 1 s } }
    hard: { set: { push.gain: 0.95, push.integral: 400 }, until: { after: 2 s } }
    end: { set: { push.gain: 0.2, push.damping: 300 N s/m } }
record:`,
  );

  it('are judged each with its numbers, alike ones once, the worst in full and the others in a table', () => {
    const told = contactTold(loopsOf(phased));
    expect(told.loops.map(({ when }) => when.map(({ phase }) => phase))).toEqual([['near', 'end'], ['hard']]);
    expect(told.loops.map(({ verdict }) => verdict.impact)).toEqual(['stable', 'unstable']);
    expect(told.verdict).toBe('unstable');
    const text = formatContact(told);
    expect(text).toMatch(/^push on metal in hard: unstable/);
    expect(text).toMatch(
      /^metal, by phases:\n {2}phase .*\n {2}near, end +push on metal +stable .*\n {2}hard +push on metal +unstable/m,
    );
    expect(text.match(/spectral radius/g)?.length).toBe(1);
  });
});
