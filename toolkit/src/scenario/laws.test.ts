/** Laws, sensors and the servo of a scenario as those of a design, and what is wrong with them, at its place. */
import { describe, expect, it } from 'vitest';
import type { Design } from '../control/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble, draft } from './assemble.js';
import { loadScenarioText } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';
import { resolvedYaml } from './resolved.js';

const files = memoryFiles({ 'arm.urdf': madeArm() });

interface Told {
  readonly code: string;
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly hint: string | undefined;
  readonly got: string | undefined;
}

function told(text: string): Told[] {
  const loaded = loadScenarioText(files, 'a.yaml', text, []);
  const { problems } = loaded.value === undefined ? loaded : assemble(loaded.value, files);
  return problems.map(({ code, where, hint, got }) => ({
    code,
    path: where.path,
    line: where.line,
    hint,
    got,
  }));
}

const codes = (text: string): string[] => told(text).map(({ code, path }) => `${code} ${path}`);

function designOf(text: string): Design {
  const loaded = loadScenarioText(files, 'a.yaml', text, []);
  const drafted = loaded.value && draft(loaded.value, files);
  if (drafted?.value === undefined)
    throw new Error(JSON.stringify([...loaded.problems, ...(drafted?.problems ?? [])]));
  return drafted.value.design;
}

/** A bench of one axis with a sensor; `law` stands under `control.laws`. */
const bench = (law: string, more = '', drive = 'exact', sensors = '{ wrist: {} }'): string => `pliant: 1
robots: { tool: { bench: { axes: [x, y, z], mass: 2 kg } } }
control:
  sensors: { wrist: {} }
  laws:
    ${law}
  servo: { follow: drive }
${more}plant: { bench: { drive: ${drive}, sensors: ${sensors} } }
`;

const lawOf = (law: string) => designOf(bench(law)).laws?.[0];

describe('the numbers of a law', () => {
  it('are of the directions that are freed, in their units', () => {
    const one = lawOf(
      'a: { law: admittance, sensor: wrist, selection: [x], mass: 2 kg, damping: 3 N s/m, stiffness: [4 N/mm] }',
    );
    expect(one).toMatchObject({ kind: 'admittance', at: 'tool', sensor: 'wrist' });
    expect(one?.parameters).toMatchObject({
      selection: [1, 0, 0, 0, 0, 0],
      mass: [2],
      damping: [3],
      stiffness: [4000],
      scheme: [2],
    });
    const two = lawOf(
      'a: { law: admittance, sensor: wrist, selection: [y, rz], mass: [2 kg, 3 kg m2], damping: 1, scheme: explicit }',
    );
    expect(two?.parameters).toMatchObject({
      selection: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      mass: [2, 3],
      scheme: [0],
    });
  });

  it('are said of ways and turns apart, by one number or along the axes', () => {
    const law = lawOf(
      'a: { law: admittance, sensor: wrist, mass: { translation: [1, 2, 3], rotation: 4 kg m2 }, damping: 1, selection: [z, x, ry] }',
    );
    expect(law?.parameters.mass).toEqual([3, 1, 4]);
  });

  it('are a matrix row by row', () => {
    const law = lawOf(
      'a: { law: admittance, sensor: wrist, mass: [[2 kg, 1 kg], [1, 3 kg]], damping: 1, selection: [x, y] }',
    );
    expect(law?.parameters.mass).toEqual([2, 1, 1, 3]);
  });

  it('are a force, or a force and a torque, of what is wanted', () => {
    const of = (wanted: string): readonly number[] | undefined =>
      lawOf(`a: { law: admittance, sensor: wrist, mass: 1, damping: 1, wanted: ${wanted} }`)?.parameters
        .wanted;
    expect(of('[0, 0, 10 N]')).toEqual([0, 0, 10, 0, 0, 0]);
    expect(of('{ torque: [1 N m, 2, 3] }')).toEqual([0, 0, 0, 1, 2, 3]);
    expect(of('{ force: [4, 5, 6] }')).toEqual([4, 5, 6, 0, 0, 0]);
  });

  it('are flags of directions, words in their order, and lists of an own length', () => {
    const law = lawOf(
      'a: { law: force, sensor: wrist, wanted: [10 N, 0, 0], gain: 1 mm/N s, select: [x, y], deviation: [1 cm, 2 cm, 3 cm] }',
    );
    expect(law?.parameters.select).toEqual([1, 1, 0, 0, 0, 0]);
    expect(law?.parameters.deviation).toEqual([0.01, 0.02, 0.03]);
    expect(law?.parameters.gain).toEqual([0.001]);
  });

  it('go by joints: others stay where they start, or get nothing', () => {
    const on = (law: string) =>
      designOf(
        madeScenario(
          `  servo: { follow: { computed torque: { bandwidth: 20 rad/s } } }\n  laws:\n    a: ${law}\n`,
        ),
      ).laws?.[0].parameters;
    const start = on('{ law: joints, position: start }')?.position ?? [];
    // turn, shoulder, elbow, slide.
    expect(start.slice(0, 4)).toEqual([0, Math.PI / 6, Math.PI / 3, 0.05].map((x) => expect.closeTo(x, 12)));
    expect(on('{ law: joints, position: { elbow: 10 deg } }')?.position).toEqual(
      start.map((x, i) => (i === 2 ? (10 * Math.PI) / 180 : x)),
    );
    expect(on('{ law: grip, limit: { finger: 3 N } }')?.limit?.filter((x) => x !== 0)).toEqual([3]);
  });
});

describe('sensors and the servo', () => {
  const arm = (control: string): Design => designOf(madeScenario(control));

  it('stand where the plant has them, and know what hangs below', () => {
    const design = designOf(
      bench(
        'a: { law: guide, sensor: wrist }',
        '',
        'exact',
        '{ wrist: { at: [0, 0, 1 cm], rpy: [0, 90 deg, 0], below: { mass: 0.3 kg, centre: [0, 0, 2 cm] } } }',
      ),
    );
    expect(design.sensors).toEqual([
      { name: 'wrist', at: 'wrist-sensor', below: { mass: 0.3, centre: [0, 0, 0.02] } },
    ]);
    const point = design.points.find(({ name }) => name === 'wrist-sensor');
    expect(point?.at).toEqual([0, 0, 0.01]);
    expect(point?.attitude?.map((x) => Math.abs(x))).toEqual(
      [0, 0, 0, 0].map((_, i) => (i % 2 === 0 ? expect.closeTo(Math.SQRT1_2, 12) : 0)),
    );
  });

  it('say otherwise where they are told to', () => {
    const text = bench(
      'a: { law: guide, sensor: wrist }',
      '',
      'exact',
      '{ wrist: { below: { mass: 1 kg } } }',
    ).replace(
      'sensors: { wrist: {} }',
      'sensors: { wrist: { at: tool, below: none, bias: { force: [1, 2, 3] }, cutoff: 20 Hz, tare: { time: 0.1 s, refuse: 5 N, then: off }, guards: { stale: { after: 30 ms } } } }',
    );
    const [{ tare, guards, ...plain }] = designOf(text).sensors ?? [];
    expect(plain).toEqual({ name: 'wrist', at: 'tool', bias: [1, 2, 3, 0, 0, 0], cutoff: 20 });
    expect(tare).toMatchObject({ seconds: 0.1, refuse: 5 });
    expect([tare?.then, guards?.stale?.after, guards?.stale?.then]).toEqual(['off', 0.03, 'hold']);
  });

  it('estimate from the joints’ momentum, watched for collisions', () => {
    const { sensors } = arm(
      '  sensors: { hand: { observer: { gain: 60 1/s }, guards: { collision: { contact: 5 N, stop: 10 N, joints: { contact: { elbow: 1 N m, shoulder: 1 N m }, stop: { elbow: 2 N m, shoulder: 3 N m } } } } } }\n',
    );
    const collision = sensors?.[0].guards?.collision;
    expect(sensors?.[0]).toMatchObject({ at: 'tool', observer: { gain: 60 } });
    expect(collision).toMatchObject({ contact: 5, stop: 10, window: 0 });
    expect(collision?.joints?.contact.filter((x) => x < 100)).toEqual([1, 1]);
    expect(collision?.joints?.stop.filter(Number.isFinite)).toEqual([3, 2]);
  });

  it('follow by gains of each joint, within limits', () => {
    const { servo } = arm(
      '  laws: { a: { law: joints, position: { elbow: 10 deg } } }\n  servo: { solver: qp, limits: { elbow: [-10 deg, 0.5] }, joints: { elbow: 1 rad/s }, follow: { pid: { stiffness: { elbow: 100 N m/rad }, damping: 5, integral: 2, limit: 30 N m } } }\n',
    );
    expect(servo).toMatchObject({ at: 'tool', solver: 'qp', attitude: true, length: 0.3, sweeps: 30 });
    expect(servo?.limits?.[2]).toEqual([(-10 * Math.PI) / 180, 0.5]);
    expect(servo?.joints?.[2]).toBe(1);
    expect(servo?.follow).toMatchObject({ kind: 'pid', windup: 'clamp' });
    const { stiffness, limit } = (servo?.follow ?? {}) as { stiffness: number[]; limit: number[] };
    expect(stiffness.filter((x) => x !== 0)).toEqual([100]);
    expect(limit.filter(Number.isFinite)).toEqual([30, 30, 30]);
  });
});

describe('what is wrong with laws', () => {
  const admittance =
    'a: { law: admittance, sensor: wrist, selection: [x], mass: 10 kg, damping: 100 N s/m, deadBand: 1 N }';

  it('nothing of a good one, and the resolved file says every default and gives the same again', () => {
    const text = bench(admittance);
    expect(told(text)).toEqual([]);
    const loaded = loadScenarioText(files, 'a.yaml', text, []);
    const { scenario } = draft(loaded.value!, files).value!;
    const resolved = resolvedYaml(scenario);
    for (const line of ['scheme: exact', 'solver: dls', 'threshold: 0.04', 'below: plant', 'stiffness: 0'])
      expect(resolved).toContain(line);
    const again = loadScenarioText(files, 'b.yaml', resolved, []);
    expect(again.problems).toEqual([]);
    expect(draft(again.value!, files).value!.scenario).toEqual(scenario);
  });

  it('all at once, each at its line, with the nearest names', () => {
    const found = told(
      bench(
        `a: { law: admittance, sensor: wrst, mass: 10 N, selection: [x], at: tol, target: gaol }
    b: { law: admitance }
    c: { law: force, sensor: wrist, wanted: [0, 0, 10 N], gain: 1 mm/N s, selct: [x] }`,
        '  points: { goal: { in: world } }\n',
      ),
    );
    expect(found.map(({ code, path, line, hint }) => `${line} ${code} ${path} ${hint}`)).toEqual([
      '6 unknown-sensor control.laws.a.sensor did you mean wrist?',
      '6 wrong-unit control.laws.a.mass undefined',
      '6 unknown-point-on-the-robot control.laws.a.at did you mean tool?',
      '6 unknown-point control.laws.a.target did you mean goal?',
      '7 unknown-kind control.laws.b.law did you mean admittance?',
      '8 unknown-key control.laws.c did you mean select?',
    ]);
  });

  it('a sensor that the plant has not, with what gives it one', () => {
    const none = told(bench(admittance, '', 'exact', '{}'));
    expect(none[0]).toMatchObject({
      code: 'unknown-sensor-of-the-plant',
      path: 'control.sensors.wrist',
      line: 4,
    });
    expect(none[0].hint).toContain('plant.bench.sensors: { wrist: {} }');
    const near = told(bench(admittance, '', 'exact', '{ wist: {} }'));
    expect(near[0].hint).toBe('did you mean wist?');
  });

  it('one value for ways and turns, numbers of another count, ways without a number', () => {
    const law = (mass: string, selection = ''): string =>
      `a: { law: admittance, sensor: wrist, damping: 100, deadBand: 1, mass: ${mass}${selection} }`;
    expect(codes(bench(law('10 kg')))).toEqual(['gain-mixed control.laws.a.mass']);
    expect(codes(bench(law('[1 kg, 2 kg]')))).toEqual(['parameter-shape control.laws.a.mass']);
    expect(codes(bench(law('{ translation: 10 kg }', ', selection: [x, rx]')))).toEqual([
      'gain-missing control.laws.a.mass',
    ]);
    expect(codes(bench(law('[1 kg, 2 kg]', ', selection: [x, rx]')))).toEqual([
      'wrong-unit control.laws.a.mass.1',
    ]);
  });

  it('drives that follow and laws that act by torques, drives that do not and laws that command', () => {
    const wrench = bench(`${admittance}\n    b: { law: wrench, wanted: [1 N, 0, 0] }`);
    expect(codes(wrench)).toEqual(['drive-torques control.laws.b']);
    const spring = bench(admittance, '  elements: { s: { spring: linear, to: world, stiffness: 1 } }\n');
    expect(codes(spring).filter((one) => one.startsWith('drive'))).toEqual([
      'drive-torques control.elements.s',
    ]);
    expect(codes(bench(admittance, '', 'force'))).toEqual(['drive-command plant.bench.drive']);
    const torques = bench(admittance).replace(
      'follow: drive',
      'follow: { pd: { stiffness: 1e4, damping: 200 } }',
    );
    expect(codes(torques)).toEqual(['drive-command plant.bench.drive']);
  });

  it('an arm whose joints take torques, where the servo leaves it to the drives', () => {
    const found = told(
      madeScenario('  servo: { follow: drive }\n  laws: { a: { law: joints, position: start } }\n'),
    );
    expect(found.map(({ code, path }) => `${code} ${path}`)).toEqual(['drive-command plant']);
    expect(found[0].hint).toContain('control.servo.follow: { computed torque:');
  });

  it('a bias that drifts, a threshold within the noise', () => {
    const free =
      'a: { law: admittance, sensor: wrist, selection: [x], mass: 10 kg, damping: 100 N s/m, deadBand: 0.1 N }';
    const biased = told(bench(free, '', 'exact', '{ wrist: { bias: { force: [3 N, 4 N, 0] } } }'));
    expect(biased.map(({ code, path }) => `${code} ${path}`)).toEqual(['bias-drifts control.laws.a']);
    const found = loadScenarioText(
      files,
      'a.yaml',
      bench(free, '', 'exact', '{ wrist: { bias: { force: [3 N, 4 N, 0] } } }'),
      [],
    );
    expect(draft(found.value!, files).problems[0].message).toContain('49 mm/s');
    // Turns take their own damping, and a way with a spring drifts nowhere.
    const all = (more: string): string =>
      `a: { law: admittance, sensor: wrist, mass: { translation: 5 kg, rotation: 1 kg m2 }, damping: { translation: 50 N s/m, rotation: 1 N m s/rad }, deadBand: { translation: 1 N, rotation: 1 N m }${more} }`;
    const drifts = (law: string) =>
      told(bench(law, '', 'exact', '{ wrist: { bias: { force: [3 N, 4 N, 0] } } }')).filter(
        ({ code }) => code === 'bias-drifts',
      );
    expect(drifts(all(''))[0].got).toBe('5 N on 50 N s/m');
    expect(drifts(all(', stiffness: { translation: 10 N/m, rotation: 0 }'))).toEqual([]);
    const led = (more: string) => drifts(`a: { law: guide, sensor: wrist, damping: 50 N s/m${more} }`);
    expect(led(', dead: 2 N')[0].got).toBe('5 N on 50 N s/m');
    expect(led(', dead: 2 N')[0].hint).toMatch(/or dead above 5 N$/);
    expect(led(', dead: 5 N')).toEqual([]);
    expect(led(', dead: 2 N, select: [rx, ry]')).toEqual([]);
    const move = 'a: { law: guarded-move, sensor: wrist, speed: 1 cm/s, threshold: 1 N, limit: 5 cm }';
    expect(codes(bench(move, '', 'exact', '{ wrist: { noise: 0.2 N } }'))).toEqual([]);
    expect(codes(bench(move, '', 'exact', '{ wrist: { noise: 0.3 N } }'))).toEqual([
      'threshold-below-noise control.laws.a.threshold',
    ]);
    expect(codes(bench(move, '', 'exact', '{ wrist: { noise: 0.3 N, average: 4 } }'))).toEqual([]);
    expect(codes(bench(move, '', 'exact', '{ wrist: { noise: 0.55 N, average: 4 } }'))).toHaveLength(1);
  });

  it('guards that wait less than a sensor takes', () => {
    const press =
      'a: { law: admittance, sensor: wrist, selection: [x], mass: 10 kg, damping: 100 N s/m, wanted: [5 N, 0, 0] }';
    const late = (delay: string) =>
      codes(bench(press, 'duration: 1 s\n', 'exact', `{ wrist: { rate: 1 kHz, delay: ${delay} } }`));
    expect(late('19 ms')).toEqual([]);
    expect(late('21 ms')).toEqual(['guard-below-delay control.sensors.wrist.guards.stale.after']);
    expect(late('5 s')).toEqual([
      'sensor-late plant.bench.sensors.wrist.delay',
      'guard-below-delay control.sensors.wrist.guards.stale.after',
      'guard-below-delay control.sensors.wrist.guards.first.within',
    ]);
  });

  it('phases: laws and statuses that are none, two motions together, laws that one phase names', () => {
    const two = `a: { law: guarded-move, sensor: wrist, speed: 1 cm/s, threshold: 1 N, limit: 5 cm }
    b: { law: admittance, sensor: wrist, selection: [x], mass: 10 kg, damping: 100 N s/m, wanted: [5 N, 0, 0] }`;
    const task = (phases: string): string => `${bench(two)}task: { phases: ${phases} }\n`;
    expect(codes(bench(two))).toEqual(['laws-together control.laws']);
    expect(codes(task('{ one: { laws: [a], until: { law: a, is: contact } }, two: { laws: [b] } }'))).toEqual(
      [],
    );
    expect(codes(task('{ one: { laws: [c], until: { law: a, is: contakt } }, two: { laws: [b] } }'))).toEqual(
      ['unknown-law task.phases.one.laws.0', 'unknown-status task.phases.one.until.is'],
    );
    expect(
      codes(task('{ one: { laws: [a], until: { sensor: wrst, above: 3 N } }, two: { laws: [b] } }')),
    ).toEqual(['unknown-sensor task.phases.one.until.sensor']);
    expect(codes(task('{ one: { laws: [a, b] } }'))).toContain('laws-together task.phases.one.laws');
  });
});
