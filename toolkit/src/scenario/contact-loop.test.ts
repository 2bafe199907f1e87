import { describe, expect, it } from 'vitest';
import { feltOf, responseAt, safeValues } from '../analyse/index.js';
import { numbers } from '../math/index.js';
import { draft } from './assemble.js';
import { checkScenario } from './check.js';
import { departures, filesOf, loopsOf, recorded } from './contact-loop.test.helper.js';
import { contactTold, formatContact } from './contact-margin.js';
import { contactPictures } from './contact-picture.js';
import { loadScenario } from './load.js';

/** An admittance on the bench before metal. */
const metal = `pliant: 1
name: metal
duration: 1.5 s
robots: { tool: { bench: { axes: [x], mass: 2 kg } } }
world: { metal: { plane: [-1, 0, 0], at: [1 mm, 0, 0], stiffness: 200 N/mm } }
control:
  rate: 500 Hz
  sensors: { wrist: {} }
  laws:
    press:
      law: admittance
      axes: world
      selection: [x]
      sensor: wrist
      mass: 10 kg
      damping: 1000 N s/m
      wanted: [10 N, 0, 0]
      scheme: implicit
  servo: { follow: drive }
plant:
  bench:
    step: 50 us
    drive: { position: { bandwidth: 15 Hz, ratio: 0.7 } }
    sensors: { wrist: { rate: 500 Hz, delay: 10 ms } }
record: { rate: 1 kHz }
`;

/** A spring and a damper that press through a drive of forces. */
const spring = `pliant: 1
name: spring
duration: 1 s
robots: { tool: { bench: { axes: [x], mass: 2 kg }, start: { x: -10 mm } } }
world: { wall: { plane: [-1, 0, 0], stiffness: 50 N/mm, damping: 20 N s/m } }
control:
  rate: 1 kHz
  points: { goal: { in: world, at: [5 mm, 0, 0] } }
  elements:
    spring: { spring: linear, from: tool, to: goal, stiffness: 2000 N/m }
    damp: { damper: linear, from: tool, to: world, damping: 60 N s/m }
plant: { bench: { step: 20 us, drive: { force: { delay: 2 ms } } } }
record: { rate: 1 kHz }
`;

describe('many solids', () => {
  it('are told in a table, and the worst three in full unless all are asked for', () => {
    const sets = [1, 2, 3, 4].map(
      (i) => `world.soft${i}={plane: [-1, 0, 0], at: [${i} mm, 0, 0], stiffness: ${i} N/mm}`,
    );
    const told = contactTold(loopsOf(metal, sets));
    const full = (text: string) => text.match(/spectral radius/g)?.length;
    expect(full(formatContact(told))).toBe(3);
    expect(formatContact(told)).toMatch(/^press on metal: unstable/m);
    expect(formatContact(told).match(/^ +press on \w+ +(un)?stable/gm)?.length).toBe(5);
    expect(full(formatContact(told, { all: true }))).toBe(5);
  });
});

describe('a mode that bends between motor and tool', () => {
  it('gives way at rest as the wall does, told as a run has it', () => {
    const sets = ['plant.bench.flexible={frequency: 40 Hz, ratio: 0.05, share: 0.7}'];
    const [{ approach }] = loopsOf(spring, sets).loops;
    const [force] = recorded(spring, sets, 'contact.wall.force.x');
    expect(Math.abs(approach.preload / Math.abs(force.at(-1) ?? 0) - 1)).toBeLessThan(2e-3);
  });
});

describe('a sensor that is very late', () => {
  it('is not told of beyond 64 samples on their way, so that a check comes to its end', () => {
    const at = (delay: string) =>
      loopsOf(metal, [
        `plant.bench.sensors.wrist.delay=${delay}`,
        'control.sensors.wrist={guards: {stale: {after: 2 s}}}',
      ]);
    expect(at('126 ms').loops.length).toBe(1);
    expect(at('128 ms')).toMatchObject({
      loops: [],
      unmapped: [
        {
          name: 'press on metal',
          why: '65 samples are on their way at a time, and loops are told of up to 64',
        },
      ],
    });
  });
});

describe('an admittance of a scenario', () => {
  it('is the loop that its numbers say', () => {
    const { loops, unmapped } = loopsOf(metal);
    expect(unmapped).toEqual([]);
    const [{ name, loop, wall, approach, where }] = loops;
    expect(name).toBe('press on metal');
    expect(wall).toEqual({ stiffness: 2e5, damping: 0 });
    expect(loop).toEqual({
      law: 'admittance',
      tick: 0.002,
      mass: 10,
      damping: 1000,
      stiffness: 0,
      scheme: 'implicit',
      delay: 0,
      inner: { kind: 'kinematic', frequency: 30 * Math.PI, ratio: 0.7 },
      sensor: { every: 1, delay: 5, average: 1, massBelow: 0 },
    });
    expect(where.gap).toBeCloseTo(1e-3, 12);
    expect(approach.preload).toBeCloseTo(10, 9);
    // Over 1 mm it comes to 1 − e^(−x) of 10 mm/s.
    expect(approach.speed).toBeGreaterThan(0.0055);
    expect(approach.speed).toBeLessThan(0.01);
  });

  it('bounces where it is told to be unstable, and not with the damping that is suggested', {
    timeout: 30_000,
  }, () => {
    const all = contactTold(loopsOf(metal));
    const [told] = all.loops;
    expect(told.verdict.local).toBe('unstable');
    const [[{ path, least, value }]] = told.remedies;
    expect(path).toBe('control.laws.press.damping');
    expect(least).toBeGreaterThan(3300);
    expect(least).toBeLessThan(3600);
    const force = (sets: readonly string[]) => recorded(metal, sets, 'contact.metal.force')[0].map(Math.abs);
    const as = force([]);
    expect(departures(as)).toBeGreaterThan(4);
    // The first peak is told as well.
    const first = as
      .slice(
        0,
        as.findIndex((f, i) => i > 0 && f === 0 && as[i - 1] > 0),
      )
      .reduce((a, b) => Math.max(a, b));
    expect(first).toBeLessThan(1.01 * told.impact.firstPeak);
    expect(first).toBeGreaterThan(0.85 * told.impact.leastPeak);
    const better = force([`${path}=${value}`]);
    expect(departures(better)).toBe(0);
    expect(better.at(-1)).toBeCloseTo(10, 0);
    const text = formatContact(all);
    expect(text).toMatch(
      /^press on metal: unstable on a wall of 200 N\/mm.* needs at least 3460 N s\/m of damping;/,
    );
    expect(text).toContain(`--set ${path}=${value}`);
  });

  it('takes another surface, a slower sensor, means, springs in line and a flexible mode along', () => {
    const sets = [
      'plant.bench.sensors.wrist={ rate: 250 Hz, delay: 10 ms, average: 3 }',
      'control.sensors.wrist.cutoff=40 Hz',
      'plant.bench.series={ arm: 1e5, flange: 1e5 }',
      'plant.bench.flexible={ frequency: 20 Hz, ratio: 0.1, share: 0.25 }',
      'plant.bench.drive={ position: { bandwidth: 10 Hz, yields: true, delay: 1 ms } }',
    ];
    const [{ loop, wall }] = loopsOf(metal, sets, { surface: 3e4 }).loops;
    expect(wall.stiffness).toBe(3e4);
    if (loop.law !== 'admittance' || loop.inner.kind !== 'servo') throw new Error(loop.law);
    expect(loop.series).toBeCloseTo(5e4, 6);
    // 10 ms are three samples of 4 ms, 12 ms.
    expect(loop.sensor).toEqual({ every: 2, delay: 3, average: 3, massBelow: 0, cutOff: 40 });
    expect(loop.delay).toBeCloseTo(0.001, 12);
    expect(loop.inner.mass).toBeCloseTo(0.5, 12);
    expect(loop.inner.stiffness).toBeCloseTo(0.5 * (20 * Math.PI) ** 2, 9);
    const reduced = (0.5 * 1.5) / 2;
    expect(loop.flexible?.stiffness).toBeCloseTo(reduced * (40 * Math.PI) ** 2, 9);
  });

  it('is named with why where nothing gives way along the normal', () => {
    const { loops, unmapped } = loopsOf(metal, [
      'robots.tool.bench.axes=[x, y]',
      'control.laws.press.selection=[y]',
      'control.laws.press.wanted=[0, 10, 0]',
    ]);
    expect(loops).toEqual([]);
    expect(unmapped).toEqual([
      {
        name: 'press on metal',
        why: 'press frees no way along the normal',
        when: [{ from: 0 }],
        unjudged: false,
      },
    ]);
  });
});

describe('a check', () => {
  const warned = (sets: readonly string[]) =>
    checkScenario(filesOf(metal), 'a.yaml', sets).filter(({ code }) => code === 'contact-unstable');

  it('warns of a surface on which the loop is unstable, with the number that works', () => {
    const [problem, ...more] = warned([]);
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ severity: 'warning', where: { line: 5, path: 'world.metal.stiffness' } });
    expect(problem.hint).toMatch(/control\.laws\.press\.damping: 3900/);
    expect(warned(['control.laws.press.damping=3900'])).toEqual([]);
    expect(warned(['world.metal.stiffness=2e3'])).toEqual([]);
  });
});

describe('a surface that the scenario does not have', () => {
  const free = metal.replace(/^world:.*$/m, '');

  it('stands across what is wanted, and is said to', () => {
    expect(loopsOf(free)).toEqual({ loops: [], moves: [], unmapped: [] });
    const [{ name, wall, where, assumptions }] = loopsOf(free, [], { surface: 1e4 }).loops;
    expect([name, wall.stiffness]).toEqual(['press on a wall', 1e4]);
    expect(where.normal.map((x) => x + 0)).toEqual([-1, 0, 0]);
    expect(assumptions.join()).toMatch(/a wall is put before the tool, across what press wants/);
  });
});

describe('springs and dampers of a scenario', () => {
  it('are one loop, which touches as fast as they bring it there', () => {
    const [told] = contactTold(loopsOf(spring)).loops;
    expect(told.loop).toMatchObject({ law: 'impedance', mass: 2, delay: 0.002, tick: 0.001 });
    if (told.loop.law !== 'impedance') return;
    expect(told.loop.stiffness).toBeCloseTo(2000, 3);
    expect(told.loop.damping).toBeCloseTo(60, 6);
    expect(told.verdict.wall.damping).toBe(20);
    expect(told.approach.preload).toBeCloseTo((2000 * 0.005 * 5e4) / 5.2e4, 3);
    const [place] = recorded(spring, [], 'joints.position');
    const i = place.findIndex((x) => x >= 0);
    expect(told.approach.speed / ((place[i] - place[i - 1]) / 1e-3)).toBeGreaterThan(0.9);
    expect(told.approach.speed / ((place[i] - place[i - 1]) / 1e-3)).toBeLessThan(1.1);
  });
});

describe('an arm', () => {
  const pressing = `pliant: 1
name: arm
duration: 1.5 s
robots: { arm: { file: arm.urdf, tool: { on: wrist }, start: { shoulder: 30 deg, elbow: 60 deg, slide: 5 cm } } }
world: { wall: { plane: [-0.6, 0, 0.8], at: [506 mm, 0, 451.8 mm], stiffness: 2e4 } }
control:
  rate: 100 Hz
  points: { goal: { startOf: tool, shift: [18 mm, 0, -24 mm] } }
  elements:
    press: { spring: linear, from: tool, to: goal, stiffness: 1500 N/m }
    brake: { damper: linear, from: tool, to: world, damping: 20 N s/m }
  compensate: [gravity]
plant: { rigid: { step: 0.2 ms, joints: { coulomb: 0, viscous: 0.02, stops: none } } }
record: { rate: 100 Hz }
`;

  it('swings up on the wall below the least damping, and comes to rest above it', { timeout: 60_000 }, () => {
    const [{ loop, where, wall, damping }] = loopsOf(pressing).loops;
    expect(where.reached).toBe(true);
    expect(where.gap).toBeCloseTo(0.01, 4);
    const least = safeValues(loop, wall, 'damping', 'contact')?.[0].from ?? 0;
    // The spring is held for a tick.
    expect(least / (0.5 * loop.tick * (loop.law === 'impedance' ? loop.stiffness : 0))).toBeGreaterThan(0.7);
    const swings = (value: number): number[] => {
      const force = recorded(
        pressing,
        [`${damping?.path}=${damping?.written(value)}`],
        'contact.wall.force',
      )[0];
      return [30, 115].map((i) => {
        const late = force.slice(i, i + 35).map(Math.abs);
        return Math.max(...late) - Math.min(...late);
      });
    };
    const [before, after] = swings(0.5 * least);
    expect(after).toBeGreaterThan(1.5 * before);
    const [first, late] = swings(1.3 * least);
    expect(late).toBeLessThan(0.6 * first);
  });
});

describe('what a hand feels', () => {
  /** Rows of time and force: a sinusoid from one frequency to another, f₀ → f₁ Hz over `seconds`. */
  const chirp = (from: number, to: number, seconds: number, size: number): [number, number][] =>
    Array.from({ length: Math.round(seconds * 250) + 1 }, (_, i) => {
      const t = i / 250;
      const turns = from * t + (0.5 * (to - from) * t * t) / seconds;
      const ends = Math.min(1, 4 * t, 4 * (seconds - t));
      return [t, size * ends * numbers.sin(2 * Math.PI * turns)];
    });

  it('is what a chirp finds in a run', { timeout: 30_000 }, () => {
    const rows = chirp(0.5, 12, 4, 4);
    const text = `pliant: 1
name: felt
duration: 5.5 s
robots: { tool: { bench: { axes: [x], mass: 2 kg } } }
control:
  rate: 250 Hz
  points: { goal: { in: world, at: [0, 0, 0] } }
  elements:
    spring: { spring: linear, from: tool, to: goal, stiffness: 500 N/m }
    damp: { damper: linear, from: tool, to: world, damping: 44 N s/m }
plant:
  bench: { step: 0.2 ms, drive: { force: { delay: 4 ms } }, signal: ${JSON.stringify(rows)} }
record: { rate: 250 Hz }
`;
    const [{ loop }] = loopsOf(text, [], { surface: 5e4 }).loops;
    const [place] = recorded(text, [], 'joints.position');
    const frequencies = Array.from({ length: 20 }, (_, i) => 2 * Math.PI * (1 + 0.5 * i));
    /** Σ x e^(−jωt) h of values every h s. */
    const spectrum = (values: readonly number[], w: number, h: number) => {
      let [re, im] = [0, 0];
      values.forEach((x, i) => {
        re += h * x * numbers.cos(w * i * h);
        im -= h * x * numbers.sin(w * i * h);
      });
      return { re, im };
    };
    const force = rows.map(([, f]) => f);
    const measured = feltOf(
      frequencies.map((frequency) => {
        const [X, F] = [spectrum(place, frequency, 0.004), spectrum(force, frequency, 0.004)];
        const square = F.re * F.re + F.im * F.im;
        // jω X/F.
        const re = (X.re * F.re + X.im * F.im) / square;
        const im = (X.im * F.re - X.re * F.im) / square;
        return { frequency, Y: { re: -frequency * im, im: frequency * re } };
      }),
    );
    const told = feltOf(
      frequencies.flatMap((frequency) => {
        const response = responseAt(loop, frequency);
        return response === undefined ? [] : [{ frequency, Y: response.ticks }];
      }),
    );
    for (const key of ['stiffness', 'damping', 'mass'] as const)
      expect(Math.abs(measured[key] / told[key] - 1)).toBeLessThan(0.02);
    // The hold and the delay are felt: far from what was asked for.
    expect(told.damping).toBeLessThan(0.95 * 44);
    expect(told.mass).toBeLessThan(0.9 * 2);
  });
});

describe('the picture in a report', () => {
  it('has the scenario among what is unstable, and more damping among what is not', () => {
    const files = filesOf(metal);
    const loaded = loadScenario(files, 'a.yaml', []);
    const made = loaded.value && draft(loaded.value, files).value;
    if (made === undefined) throw new Error('it is good');
    const [map] = contactPictures(made);
    const { columns, rows, verdicts, own } = map;
    expect(verdicts.length).toBe(columns * rows);
    expect(own.words).toMatch(/200 N\/mm and 1000 N s\/m, unstable/);
    // Its own stiffness and damping are in the middle of both, to half a cell.
    const middle = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    expect(verdicts[middle]).toBe('u');
    expect(verdicts[(rows - 2) * columns + Math.floor(columns / 2)]).toBe('s');
  });
});
