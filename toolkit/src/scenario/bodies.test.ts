import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { forwardKinematics, frameOf, massMatrix, pointPosition } from '../model/index.js';
import { type Problem, describe as wording } from '../problem/index.js';
import { Collector, seriesOf } from '../record/index.js';
import { memoryFiles } from '../robot/index.js';
import { type Assembly, assemble } from './assemble.js';
import { checkScenario, judgeScenario } from './check.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';
import { resolvedYaml } from './resolved.js';

const files = (text: string) => memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() });

function assembled(text: string): Assembly {
  const source = files(text);
  const loaded = loadScenario(source, 'a.yaml', []);
  const outcome = loaded.value && assemble(loaded.value, source);
  const all = [...loaded.problems, ...(outcome?.problems ?? [])];
  if (outcome?.value === undefined) throw new Error(all.map(wording).join('\n'));
  return outcome.value;
}

/** What is wrong with a scenario of these bodies. */
function problems(bodies: string, more = ''): readonly Problem[] {
  return checkScenario(files(madeScenario(`  bodies:\n${bodies}\n${more}`)), 'a.yaml', []);
}

function problem(code: string, bodies: string, more = ''): Problem {
  const all = problems(bodies, more);
  const found = all.find((p) => p.code === code);
  if (found === undefined) throw new Error(`no problem ${code}:\n${all.map(wording).join('\n')}`);
  return found;
}

const whole = `  bodies:
    cart: { joint: { rail: [[0, 0, 0], [0.1, 0.1, 0], [0.2, 0, 0]], by: knots }, at: [0.3, 0, 0.4], mass: 1 kg, start: 5 cm, speed: 0.1 m/s }
    bar: { joint: spherical, on: cart, mass: 500 g, inertia: { box: [0.1, 0.1, 0.3] }, start: [0, 90 deg, 0], speed: [0, 0, 1 rad/s] }
    knob: { joint: fixed, on: bar, at: [0, 0, 0.15], mass: 0.1 kg }
    flap: { joint: { revolute: [0, 2, 0] }, mass: 1 kg, centre: [0.1, 0, 0], inertia: [0.01, 0.02, 0.02], gravity: true, start: 30 deg }
    screw: { joint: { helical: [0, 0, 1], pitch: 10 mm/rad }, on: flap, at: [0.2, 0, 0], inertia: [[0.01, 0, 0], [0, 0.01, 0.001], [0, 0.001, 0.01]], mass: 0.2 }
    gate: { joint: { prismatic: [1, 1, 0] }, mass: 1 kg, inertia: { cylinder: { radius: 5 cm, length: 0 m } } }
  points:
    tip: { on: bar, at: [0, 0, 0.15] }
    there: { startOf: tip, shift: [0, 0, 1 cm] }
  elements:
    pull: { spring: linear, from: tool, to: cart, stiffness: 50 N/m }
    calm: { damper: linear, from: tool, to: tip, damping: 10 N s/m }
    home: { spring: joint, joint: cart, stiffness: 10 N/m, target: start }
    lift: { spring: joint, joint: flap, stiffness: 5 N m/rad, target: 0 }
    stick: { spring: linear, from: tip, to: there, stiffness: 20 N/m }
    stay: { spring: joint, joint: all, target: start, stiffness: 1 N m/rad }
`;

describe('virtual bodies of a scenario', () => {
  const assembly = assembled(
    madeScenario(whole, 'measure: { path: { end: cart.travel }, gap: { end: stick.extension } }'),
  );
  const { bodies, elements, points } = assembly.design;

  it('make one model: joints by their types, axes of length 1, masses and inertias', () => {
    const model = bodies!.model;
    expect(model.bodies.map(({ joint, type, parent }) => [joint, type, parent])).toEqual([
      ['cart', 'rail', -1],
      ['bar', 'spherical', 0],
      ['flap', 'revolute', -1],
      ['screw', 'helical', 2],
      ['gate', 'prismatic', -1],
    ]);
    const [cart, bar, flap, screw, gate] = model.bodies;
    expect(cart.rail?.parameter).toBe('knots');
    expect(cart.placement.position).toEqual([0.3, 0, 0.4]);
    // The knob of 0.1 kg at 0.15 m is one with the bar.
    expect(bar.inertia.mass).toBeCloseTo(0.6, 15);
    expect(bar.inertia.centre[2]).toBeCloseTo((0.1 * 0.15) / 0.6, 15);
    expect(bar.inertia.inertia[2]).toBeCloseTo((0.5 * 0.02) / 12, 15);
    const across = (0.5 * 0.1) / 12 + (0.5 * 0.1 * 0.15 ** 2) / 0.6;
    expect(bar.inertia.inertia[0]).toBeCloseTo(across, 15);
    expect(flap.axis).toEqual([0, 1, 0]);
    expect(screw.pitch).toBe(0.01);
    expect(screw.inertia.inertia).toEqual([0.01, 0.01, 0.01, 0, 0, 0.001]);
    expect(gate.axis[0]).toBeCloseTo(Math.SQRT1_2, 15);
    expect(gate.inertia.inertia[2]).toBeCloseTo(0.05 ** 2 / 2, 15);
    expect(gate.inertia.inertia[0]).toBeCloseTo(0.05 ** 2 / 4, 15);
  });

  it('start where they are put, and weigh where they are said to', () => {
    const half = Math.SQRT1_2;
    expect(bodies!.start).toEqual([
      0.05,
      expect.closeTo(half, 15),
      0,
      expect.closeTo(half, 15),
      0,
      Math.PI / 6,
      0,
      0,
    ]);
    expect(bodies!.speed).toEqual([0.1, 0, 0, 1, 0, 0, 0]);
    expect(bodies!.weight).toEqual(['flap']);
  });

  it('are points and joints of elements, while all joints are those of the robot', () => {
    expect(points.find(({ name }) => name === 'cart')).toEqual({ name: 'cart', frame: 'cart' });
    const there = points.find(({ name }) => name === 'there')!;
    // The bar lies along x at the start: its tip is 0.15 m beyond the cart.
    const [x, , z] = there.at!;
    expect(z).toBeCloseTo(0.41, 12);
    expect(x).toBeGreaterThan(0.3 + 0.15);
    const joints = elements.filter(({ name }) => name.startsWith('stay')).map(({ joins }) => joins.joint);
    expect(joints).toEqual(['turn', 'shoulder', 'elbow']);
    expect(elements.find(({ name }) => name === 'home')!.parameters.target).toEqual([0.05]);
  });

  it('run, are recorded and stored by name', () => {
    const log = new Collector();
    const result = assembly.begin([log]).complete();
    expect(result.status).toBe('done');
    const names = result.ledger.map(({ name }) => name);
    for (const name of ['cart', 'bar', 'flap', 'flap weight', 'gate']) expect(names).toContain(name);
    const [path] = seriesOf(log.series(), 'cart.travel').columns;
    expect(path[0]).toBe(0.05);
    expect(Math.abs(path[path.length - 1] - 0.05)).toBeGreaterThan(1e-3);
    expect(seriesOf(log.series(), 'flap.travel').columns[0][0]).toBe(Math.PI / 6);
    expect(seriesOf(log.series(), 'gate.speed').columns[0][0]).toBe(0);
    expect(seriesOf(log.series(), 'cart.position').columns).toHaveLength(3);
  });

  it('make one body of parts: an L of two rods about its corner', () => {
    const { design } = assembled(
      madeScenario(`  bodies:
    corner: { joint: { revolute: [0, 0, 1] } }
    long: { joint: fixed, on: corner, at: [15 cm, 0, 0], rpy: [0, 90 deg, 0], mass: 0.6 kg, inertia: { cylinder: { radius: 0 m, length: 30 cm } } }
    short: { joint: fixed, on: corner, at: [0, 10 cm, 0], rpy: [90 deg, 0, 0], mass: 0.4 kg, inertia: { cylinder: { radius: 0 m, length: 20 cm } } }
  points: { hook: { on: short, at: [0, 0, -10 cm] } }
  elements: { coil: { spring: joint, joint: corner, stiffness: 2 N m/rad } }
`),
    );
    const { model } = design.bodies!;
    // Σ m l²/3 of rods that turn about their ends; the centre of mass is that of both.
    expect(massMatrix(numbers, model, [0.4])[0]).toBeCloseTo((0.6 * 0.3 ** 2 + 0.4 * 0.2 ** 2) / 3, 14);
    expect(model.bodies[0].inertia.mass).toBeCloseTo(1, 14);
    expect(model.bodies[0].inertia.centre.map((x) => Number(x.toFixed(12)))).toEqual([0.09, 0.04, 0]);
    const hook = pointPosition(
      numbers,
      forwardKinematics(numbers, model, [0]),
      frameOf(model, 'short'),
      [0, 0, -0.1],
    );
    expect(hook.map((x) => Number(x.toFixed(12)))).toEqual([0, 0.2, 0]);
  });

  it('fall as an event says', () => {
    const fallen = (events: string) => {
      const log = new Collector();
      const bodies = '  bodies: { apple: { joint: { prismatic: [0, 0, 1] }, mass: 1 kg, gravity: true } }';
      assembled(madeScenario(bodies, events)).begin([log]).complete();
      const [travel] = seriesOf(log.series(), 'apple.travel').columns;
      return travel[travel.length - 1];
    };
    expect(fallen('')).toBeCloseTo(-0.5 * 9.81 * 0.25, 2);
    expect(fallen('events: [{ set: bodies.gravity, to: [0, 0, 0], at: 0 s }]')).toBe(0);
    const wrong = madeScenario(
      '  bodies: { apple: { joint: spherical } }',
      'events: [{ set: bodies.gravity, to: [0, 0, 0], at: 0 s }]',
    );
    expect(checkScenario(files(wrong), 'a.yaml').map(({ code }) => code)).toEqual(['body-inertia']);
  });

  it('come back the same from the file with all defaults', () => {
    const again = assembled(resolvedYaml(assembly.scenario));
    expect(again.design.bodies).toEqual(bodies);
  });

  it('run under a continuous law', () => {
    const text = madeScenario(
      `  rate: continuous\n  buffers: none\n${whole}`,
      'plant: { rigid: { step: 1 ms, joints: { stops: none } } }',
    );
    const result = assembled(text).begin([]).complete();
    expect(result.status).toBe('done');
    expect(result.verdict.residualShare).toBeLessThan(1e-6);
  });
});

describe('what check says of virtual bodies', () => {
  it.each([
    ['unknown-virtual-body', '    a: { joint: spherical, on: b, mass: 1 }', 'control.bodies.a.on'],
    [
      'body-loop',
      '    a: { joint: spherical, on: b, mass: 1 }\n    b: { joint: spherical, on: a, mass: 1 }',
      'control.bodies.a.on',
    ],
    ['body-axis', '    a: { joint: { prismatic: [0, 0, 0] }, mass: 1 }', 'control.bodies.a.joint.prismatic'],
    [
      'repeated-knots',
      '    a: { joint: { rail: [[0, 0, 0], [0, 0, 0]] }, mass: 1 }',
      'control.bodies.a.joint.rail',
    ],
    ['body-inertia', '    a: { joint: spherical, mass: 1, inertia: [1, 1, 3] }', 'control.bodies.a.inertia'],
    [
      'body-inertia',
      '    a: { joint: spherical, mass: 1, inertia: [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]] }',
      'control.bodies.a.inertia',
    ],
    ['body-inertia', '    a: { joint: spherical, mass: 1 }', 'control.bodies.a'],
    ['body-inertia', '    a: { joint: { prismatic: [1, 0, 0] } }', 'control.bodies.a'],
    [
      'body-inertia',
      '    a: { joint: { revolute: [1, 0, 0] }, mass: 1, centre: [1, 0, 0] }',
      'control.bodies.a',
    ],
    ['body-start', '    a: { joint: fixed, start: 1 }', 'control.bodies.a.start'],
    [
      'body-start',
      '    a: { joint: { prismatic: [1, 0, 0] }, mass: 1, start: [1, 2, 3] }',
      'control.bodies.a.start',
    ],
    [
      'body-start',
      '    a: { joint: spherical, mass: 1, inertia: [1, 1, 1], speed: 1 rad/s }',
      'control.bodies.a.speed',
    ],
    [
      'wrong-unit',
      '    a: { joint: { prismatic: [1, 0, 0] }, mass: 1, start: 1 rad }',
      'control.bodies.a.start',
    ],
    [
      'body-gravity',
      '    a: { joint: { prismatic: [1, 0, 0] }, mass: 1 }\n    b: { joint: { prismatic: [0, 1, 0] }, on: a, mass: 1, gravity: true }',
      'control.bodies.b.gravity',
    ],
    ['name-taken', '    shoulder: { joint: { prismatic: [1, 0, 0] }, mass: 1 }', 'control.bodies.shoulder'],
    ['name-taken', '    wrist: { joint: { prismatic: [1, 0, 0] }, mass: 1 }', 'control.bodies.wrist'],
    ['name-taken', '    tip: { joint: { prismatic: [1, 0, 0] }, mass: 1 }', 'control.bodies.tip'],
  ])('%s: %s', (code, bodies, path) => {
    const found = problem(code, bodies);
    expect(found.where.path).toBe(path);
    expect(found.severity).toBe('error');
  });

  it('refuses a point of a body’s name, and limits and pushes on bodies', () => {
    const cart = '    cart: { joint: { prismatic: [1, 0, 0] }, mass: 1 }';
    expect(problem('name-taken', cart, '  points: { cart: { on: wrist } }').where.path).toBe(
      'control.bodies.cart',
    );
    const limited = problem(
      'unknown-point-on-the-robot',
      cart,
      '  limits: { force: { at: cart, norm: 1 N } }',
    );
    expect(limited.where.path).toBe('control.limits.force.at');
    expect(limited.known).toEqual(['tool']);
    const pushed = 'events: [{ push: [1, 0, 0], on: cart, at: 0 s, for: 0.1 s }]';
    const all = checkScenario(files(madeScenario(`  bodies:\n${cart}\n`, pushed)), 'a.yaml', []);
    expect(all.map(({ code }) => code)).toContain('unknown-point-on-the-robot');
  });

  it('states the stable range, and warns of couplings that are too stiff for the tick', () => {
    const heavy = '    cart: { joint: { prismatic: [1, 0, 0] }, mass: 500 kg, at: [0.3, 0, 0.3] }';
    const judged = (damping: string, more = '') =>
      judgeScenario(
        files(
          madeScenario(
            `${more}  bodies:\n${heavy}\n  elements:\n    calm: { damper: linear, from: tool, to: cart, damping: ${damping} }\n    slow: { damper: joint, joint: cart, damping: 1e9 N s/m }`,
          ),
        ),
        'a.yaml',
      );
    const { range, problems: sound } = judged('1 N s/m');
    expect(sound.map(({ code }) => code)).not.toContain('unstable-at-tick');
    expect(range?.limits.map(({ element }) => element)).toEqual(['calm']);
    const { limit } = range!.limits[0];
    expect(range!.text).toContain('calm.damping: below');
    const [told] = judged(`${1.01 * limit} N s/m`).problems.filter(({ code }) => code === 'unstable-at-tick');
    expect(told.where.path).toBe('control.elements.calm.damping');
    expect(judged('1 N s/m', '  rate: continuous\n').range).toBeUndefined();
  });

  it('takes bodies that are sound', () => {
    expect(
      problems('    cart: { joint: { prismatic: [1, 0, 0] }, mass: 1 }').filter(
        (p) => p.severity === 'error',
      ),
    ).toEqual([]);
  });
});
