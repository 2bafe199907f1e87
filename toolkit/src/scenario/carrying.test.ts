/** Runs in which an arm picks something up and puts it down, and what its controller knows of that. */
import { describe, expect, it } from 'vitest';
import { view } from '../graph/index.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { type Assembly, assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';
import { madeArm } from './made-arm.test.helper.js';

const g = 9.80665;

function scenario(control: string, plant: string, events: string, more = ''): string {
  return `pliant: 1
name: carrying
duration: 1.2 s
robots:
  arm: { file: arm.urdf, tool: { on: tip }, start: { shoulder: 30 deg, elbow: 60 deg, slide: 5 cm } }
world: { gravity: [0, 0, -9.80665] }
control:
  compensate: [gravity]
  buffers: none
${control}
plant: { rigid: { joints: { stops: none }, ${plant} } }
events:
${events}${more}
`;
}

const springs = `  points: { goal: { startOf: tool } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 400 N/m }
    brake: { damper: linear, to: world, damping: 60 N s/m }
    calm: { damper: posture, damping: { turn: 1, shoulder: 1, elbow: 1, slide: 20 N s/m, finger: 20 N s/m } }
`;

function assembled(text: string): Assembly {
  const source = memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm({ shoulder: 200 }) });
  const loaded = loadScenario(source, 'a.yaml', []);
  const outcome = loaded.value && assemble(loaded.value, source);
  if (outcome?.value === undefined)
    throw new Error([...loaded.problems, ...(outcome?.problems ?? [])].map(wording).join('\n'));
  return outcome.value;
}

/** Where the tool is at the end less where it was, what the ledger says, and how far it ever went. */
function ran(text: string) {
  const assembly = assembled(text);
  const { kernel } = assembly;
  const place = view(kernel.layout, kernel.memory, 'tool.position');
  let first: number[] | undefined;
  let [most, last] = [0, [0, 0, 0]];
  const run = assembly.begin([
    {
      open() {},
      close() {},
      sample() {
        kernel.run.observe();
        first ??= [...place];
        const start = first;
        last = [...place].map((x, i) => x - start[i]);
        most = Math.max(most, Math.hypot(...last));
      },
    },
  ]);
  const result = run.complete();
  const line = (kind: string, name: string) =>
    result.ledger.find((entry) => entry.kind === kind && entry.name === name)?.energy;
  return { result, line, most, moved: last, height: (first ?? [0, 0, 0])[2] };
}

const part = 'payloads: { part: { mass: 1.5 kg } }';
const pickUp = '  - { at: 0.2 s, pickUp: part }\n';
const known = (mass: number) => `  - { at: 0.2 s, set: payload.mass, to: ${mass} kg }\n`;

describe('a part that is picked up', () => {
  it('is not felt where the controller’s payload changes in the same tick', () => {
    const { most, line, height, result } = ran(
      scenario(`${springs}  payload: { mass: 0 kg }`, part, pickUp + known(1.5)),
    );
    expect(result.status).toBe('done');
    expect(most).toBeLessThan(1e-12);
    expect(line('dissipated', 'joining')).toBeCloseTo(0, 12);
    // It brings its weight times where it is, and the compensation takes that on.
    expect(line('source', 'payload part')).toBeCloseTo(1.5 * g * height, 9);
    expect(line('stored', 'payload')).toBeCloseTo(-1.5 * g * height, 9);
    expect(line('source', 'changes')).toBeCloseTo(-1.5 * g * height, 9);
  });

  it.each([
    [1, -1],
    [2, 1],
  ])('lets the tool sag by (m − m_c) g/K where the controller takes it for %d kg', (mass, sign) => {
    const { moved } = ran(scenario(`${springs}  payload: { mass: 0 kg }`, part, pickUp + known(mass)));
    const sag = (0.5 * g) / 400;
    // At the end it still creeps by less than a per cent.
    expect(moved[2]).toBeGreaterThan(sign * sag - 0.01 * sag);
    expect(moved[2]).toBeLessThan(sign * sag + 0.01 * sag);
    expect(Math.hypot(moved[0], moved[1])).toBeLessThan(0.01 * sag);
  });

  it('keeps the books while the hand moves: joining, what it brings, what it takes along', () => {
    const moving = `  points: { goal: { startOf: tool, moves: { along: line, by: [0, 20 cm, 10 cm], speed: 0.2 m/s } } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 400 N/m }
    brake: { damper: linear, to: goal, damping: 60 N s/m }
  payload: { mass: 0 kg, gyration: [5 cm, 4 cm, 3 cm] }`;
    const plant = `method: runge-kutta, step: 0.25 ms, payloads: { part: { mass: 1.5 kg, centre: [1 cm, 0, 2 cm], gyration: [5 cm, 4 cm, 3 cm] } }`;
    const events = `  - { at: 0.5 s, pickUp: part, moving: [0, 0, -0.1 m/s] }
  - { at: 0.5 s, set: payload.mass, to: 1.5 kg }
  - { at: 0.9 s, putDown: part }
  - { at: 0.9 s, set: payload.mass, to: 0 kg }
`;
    const { result, line } = ran(scenario(moving, plant, events));
    expect(result.status).toBe('done');
    expect(result.verdict.residualShare).toBeLessThan(1e-6);
    const joining = line('dissipated', 'joining') ?? 0;
    expect(joining).toBeGreaterThan(0.005);
    // No more than all of what both have before in the frame of either: ½ m |Δv|² with 0.25 m/s and 0.1 m/s.
    expect(joining).toBeLessThan(0.5 * 1.5 * 0.1);
    // Brought low and taken along higher.
    expect(line('source', 'payload part')).toBeLessThan(-0.1);
  });

  it('is in the price of a tank: what it paid is what the source put in, and the ledger closes', () => {
    const pushed = `  points: { goal: { startOf: tool } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 400 N/m }
    brake: { damper: linear, to: world, damping: 60 N s/m }
    calm: { damper: posture, damping: { turn: 1, shoulder: 1, elbow: 1, slide: 20 N s/m, finger: 20 N s/m } }
    push: { source: force, at: tool, force: [0, 30 N, 10 N] }
  tank: { start: 0.2 J, most: 0.2 J, pays: [sources] }
  payload: { mass: 0 kg }`;
    const assembly = assembled(scenario(pushed, part, pickUp + known(1.5)));
    const { kernel } = assembly;
    const number = (name: string) => view(kernel.layout, kernel.memory, name)[0];
    let least = 1;
    const { ledger, verdict, status } = assembly
      .begin([
        { open() {}, close() {}, sample: () => (least = Math.min(least, number('tank.level'))) as never },
      ])
      .complete();
    const line = (name: string) =>
      ledger.find((entry) => entry.kind === 'source' && entry.name === name)?.energy;
    expect(status).toBe('done');
    expect(number('tank.scale')).toBeLessThan(1);
    expect(least).toBeGreaterThan(-1e-6);
    // Held torques times the travel of the joints against power at the tick's begin: a tick's worth of the speed that it gains.
    const put = line('push') ?? 0;
    expect(put).toBeGreaterThan(0.2);
    expect(Math.abs(number('tank.paid') - put)).toBeLessThan(0.02 * put);
    expect(number('tank.level') + number('tank.paid') - number('tank.kept')).toBeCloseTo(0.2, 12);
    expect(verdict.residualShare).toBeLessThan(1e-3);
  });

  it('hangs below the sensor of its link, which the controller takes out with what it carries', () => {
    const control = `${springs}  payload: { mass: 0 kg, centre: [0, 0, 5 cm] }
  sensors: { wrist: { below: { mass: 0 kg }, carries: [payload] } }
  laws: { lead: { law: press, sensor: wrist, axes: world, wanted: [0, 0, 0] } }`;
    const text = scenario(
      control,
      'payloads: { part: { mass: 1.5 kg, centre: [0, 0, 5 cm] } }, sensors: { wrist: { on: tip } }',
      pickUp + known(1.5),
    );
    const { kernel, begin } = assembled(text);
    const raw = view(kernel.layout, kernel.memory, 'sensor.wrist');
    const wrench = view(kernel.layout, kernel.memory, 'sensor.wrist.wrench');
    begin([]).complete();
    // The sample of the tick of the event was taken before it: one tick of press, which dies away.
    expect(Math.hypot(...raw.slice(0, 3))).toBeCloseTo(1.5 * g, 3);
    expect(Math.hypot(...wrench.slice(0, 3))).toBeLessThan(1e-3);
    expect(Math.hypot(...wrench.slice(3))).toBeLessThan(1e-3);
  });
});

describe('what is wrong with payloads', () => {
  const codes = (control: string, plant: string, events: string): string[] => {
    const text = scenario(control, plant, events);
    return checkScenario(memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() }), 'a.yaml')
      .filter(({ code }) => !code.startsWith('gravity') && !code.startsWith('unstable'))
      .map(({ code, severity, where }) => `${severity} ${code} ${where.path}`);
  };
  const empty = `${springs}  payload: { mass: 0 kg }`;

  it.each([
    [
      'a name that is none',
      empty,
      part,
      '  - { at: 0.2 s, pickUp: prt }\n',
      'error unknown-payload-of-the-plant events.0.pickUp',
    ],
    [
      'nothing to put down',
      empty,
      'payloads: {}',
      '  - { at: 0.2 s, putDown: part }\n',
      'error unknown-payload-of-the-plant events.0.putDown',
    ],
    [
      'twice',
      empty,
      part,
      `${pickUp}  - { at: 0.4 s, pickUp: part }\n`,
      'error carried-already events.1.pickUp',
    ],
    [
      'twice down',
      empty,
      part,
      '  - { at: 0.4 s, putDown: part }\n  - { at: 0.2 s, putDown: part }\n',
      'error not-carried events.0.putDown',
    ],
    [
      'never held',
      empty,
      'payloads: { part: { mass: 1 kg, held: false } }',
      '  - { at: 0.4 s, putDown: part }\n',
      'error not-carried events.0.putDown',
    ],
    [
      'no mass',
      empty,
      'payloads: { part: { mass: 0 kg } }',
      pickUp,
      'error out-of-range plant.rigid.payloads.part.mass',
    ],
    [
      'no point',
      empty,
      'payloads: { part: { mass: 1 kg, at: goal } }',
      pickUp,
      'error unknown-point-on-the-robot plant.rigid.payloads.part.at',
    ],
    [
      'held up before it is there',
      empty.replace('0 kg', '1.5 kg'),
      part,
      pickUp,
      'warning payload-absent control.payload.mass',
    ],
    ['nobody knows', springs, part, pickUp, 'warning payload-unknown plant.rigid.payloads.part'],
  ])('%s', (_name, control, plant, events, wanted) => {
    expect(codes(control, plant, events)).toEqual([wanted]);
  });

  it('nothing, where it is picked up, put down and picked up again', () => {
    expect(
      codes(empty, part, `${pickUp}  - { at: 0.4 s, putDown: part }\n  - { at: 0.6 s, pickUp: part }\n`),
    ).toEqual([]);
  });
});

describe('inertia that is worked out before a run', () => {
  const damping = (payload: string, element: string, name: string) => {
    const text = scenario(
      `  points: { goal: { startOf: tool } }\n  elements:\n    reach: { spring: linear, to: goal, stiffness: 400 N/m }\n${element}${payload}`,
      '',
      '  []',
    ).replace('events:\n  []', 'events: []');
    return assembled(text).design.elements.find((own) => own.name === name)?.parameters.damping ?? [];
  };

  it('counts what the controller says that it carries: damping by ratio, critical damping of postures', () => {
    const ratio =
      '    brake: { damper: linear, to: world, damping: { ratio: 1, with: reach, inertia: { of: tool, at: start } } }\n';
    const own = [1, 2].map((n) => damping(n === 1 ? '' : '  payload: { mass: 2 kg }', ratio, 'brake'));
    // The payload is a point mass at the tool: Λ⁻¹ grows by none, Λ by 2 kg along every axis; D = 2 √(K Λ), so that D² is 4 K Λ.
    const square = (d: readonly number[]) =>
      [0, 1, 2].map((i) => d.slice(3 * i, 3 * i + 3).reduce((s, x, j) => s + x * d[3 * j + i], 0));
    square(own[1]).forEach((x, i) => {
      expect(x - square(own[0])[i]).toBeCloseTo(4 * 400 * 2, 6);
    });
    const posture = '    stay: { spring: posture, stiffness: 5 N m/rad }\n    calm: { damper: posture }\n';
    const [bare, laden] = ['', '  payload: { mass: 2 kg }'].map((p) => damping(p, posture, 'calm'));
    // About the vertical axis the tool is (0.3 sin 30° + 0.45) m away.
    expect((laden[0] ** 2 - bare[0] ** 2) / 20).toBeCloseTo(2 * (0.3 * 0.5 + 0.45) ** 2, 4);
  });
});
