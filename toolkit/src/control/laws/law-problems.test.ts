import { describe, expect, it } from 'vitest';
import type { Design, LawDesign } from '../design.js';
import { designProblems, liveProblems, passivityOf } from '../index.js';
import { bench } from './laws.test.helper.js';

const x = [1, 0, 0, 0, 0, 0];

function admitting(
  parameters: LawDesign['parameters'],
  more: Partial<LawDesign> = {},
  design: Partial<Design> = {},
): Design {
  return bench({
    laws: [
      {
        name: 'yield',
        kind: 'admittance',
        at: 'tool',
        sensor: 'wrist',
        parameters: { selection: x, damping: [20], deadBand: [0.5], ...parameters },
        ...more,
      },
    ],
    ...design,
  });
}

const found = (design: Design) =>
  designProblems(design).map(({ code, severity, where, hint, got }) => ({
    code,
    severity,
    path: where.path,
    hint,
    got,
  }));
const codes = (design: Design) => found(design).map(({ code, severity }) => `${severity} ${code}`);

describe('an admittance', () => {
  it('is told to write a matrix whole: laws have none projected', () => {
    const y = [0, 1, 0, 0, 0, 0];
    const design = admitting({ mass: [2], selection: [...x, ...y], stiffness: [9, 1, 0, 9] });
    expect(found(design)).toMatchObject([
      { code: 'matrix-symmetry', hint: 'write each pair of numbers twice' },
    ]);
  });

  it('has nothing wrong that is sound', () => {
    expect(found(admitting({ mass: [2] }))).toEqual([]);
  });

  it.each([
    ['no mass', { mass: [0] }, 'error admittance-mass'],
    ['a negative mass', { mass: [-1] }, 'error parameter-range'],
    ['a selection without a row', { mass: [2], selection: [] }, 'error selection'],
    ['a row that frees nothing', { mass: [2], selection: [0, 0, 0, 0, 0, 0] }, 'error selection'],
    ['a row that is too long', { mass: [2], selection: [1, 1, 0, 0, 0, 0] }, 'error selection'],
    ['no damping and no stiffness', { mass: [2], damping: [0] }, 'warning admittance-undamped'],
    ['a ratio with no stiffness', { mass: [2], damping: [0], ratio: [0.7] }, 'warning admittance-undamped'],
    ['a bias that drifts', { mass: [2], deadBand: [0] }, 'warning admittance-drifts'],
    [
      'a wanted force where nothing gives way',
      { mass: [2], wanted: [0, 0, 5, 0, 0, 0] },
      'error wanted-unfree',
    ],
    ['a mass that does nothing', { mass: [1e-4], damping: [100] }, 'warning admittance-light'],
  ])('is told of %s', (_, parameters, code) => {
    expect(codes(admitting(parameters))).toEqual([code]);
  });

  it('is told a damping that explicit ticks cannot hold, with one that they can', () => {
    const wild = admitting({ mass: [0.1], damping: [100], scheme: [0] }, {}, { period: 0.004 });
    const [problem] = found(wild).filter(({ code }) => code === 'admittance-unstable');
    // (4 M − T² K)/(2 T) = 50 N s/m.
    expect(problem.hint).toContain('50 N s/m');
    expect(
      codes(admitting({ mass: [0.1], damping: [49.9], scheme: [0] }, {}, { period: 0.004 })),
    ).not.toContain('error admittance-unstable');
    for (const scheme of [1, 2])
      expect(
        codes(admitting({ mass: [0.1], damping: [100], scheme: [scheme] }, {}, { period: 0.004 })),
      ).not.toContain('error admittance-unstable');
  });

  it('says how fast a bias drifts', () => {
    const [{ message }] = designProblems(admitting({ mass: [10], damping: [125], deadBand: [0] }));
    expect(message).toContain('8 mm/s');
  });

  it('finds a matrix that has a negative direction, or is not symmetric', () => {
    const two = [...x, 0, 1, 0, 0, 0, 0];
    expect(codes(admitting({ selection: two, mass: [2, 3, 3, 2] })).join()).toContain('error');
    expect(codes(admitting({ selection: two, mass: [2, 0.5, 0.1, 2] })).join()).toContain('error');
    expect(codes(admitting({ selection: two, mass: [2, 0.5, 0.5, 2] }))).toEqual([]);
  });

  it('needs its sensor, its servo and its centre', () => {
    const wants = admitting({ mass: [2], wanted: [5, 0, 0, 0, 0, 0] });
    const bare = { ...wants, laws: wants.laws?.map(({ sensor: _, ...law }) => law) } as Design;
    expect(designProblems(bare).map(({ code, message }) => [code, message])).toEqual([
      [
        'law-sensor',
        'admittance needs a sensor, without which nobody knows whether the wanted force is there',
      ],
    ]);
    const { servo: _, ...loose } = admitting({ mass: [2] });
    expect(codes(loose)).toEqual(['error law-servo']);
    expect(codes(admitting({ mass: [2] }, { at: 'nowhere' }))).toContain('error unknown-point');
    expect(codes(admitting({ mass: [2] }, { axes: 'nope' }))).toEqual(['error unknown-point']);
    expect(codes(admitting({ mas: [2], mass: [2] }))).toEqual(['error unknown-parameter']);
    expect(codes(admitting({ mass: [2] }, { kind: 'admitance' }))).toContain('error unknown-law');
  });
});

describe('a sensor', () => {
  const sensed = (sensor: object): Design =>
    bench({ sensors: [{ name: 'wrist', at: 'tool', ...sensor }], laws: admitting({ mass: [2] }).laws ?? [] });

  it('is not to take a weight out that its electronics take out', () => {
    const below = { mass: 1, centre: [0, 0, 0.1] };
    expect(codes(sensed({ below, provides: ['gravity'] }))).toEqual(['error compensated-twice']);
    expect(codes(sensed({ below }))).toEqual([]);
  });

  it.each([
    ['a cut-off of 0', { cutoff: 0 }, 'error cutoff'],
    ['a cut-off above half the rate', { cutoff: 900 }, 'warning cutoff'],
    ['a bias of three numbers', { bias: [1, 2, 3] }, 'error sensor-bias'],
    ['a tare without time', { tare: { seconds: 0, refuse: 5 } }, 'error sensor-time'],
    ['a tare of a tool that turns', { tare: { seconds: 0.1, refuse: 5 } }, 'warning tare-weight'],
    ['a frozen guard of a tick', { guards: { frozen: { after: 0.001 } } }, 'warning sensor-frozen'],
    ['a time below 0', { guards: { stale: { after: -1 } } }, 'error sensor-time'],
    ['a point that is not there', { at: 'flange' }, 'error unknown-point'],
  ])('is told of %s', (_, sensor, code) => {
    expect(codes(sensed(sensor))).toContain(code);
  });
});

describe('laws together', () => {
  const go: LawDesign = { name: 'go', kind: 'track', at: 'tool', target: 'goal', parameters: {} };
  const points = [
    { name: 'tool', frame: 'tool' },
    { name: 'goal', at: [0.1, 0, 0] as const },
  ];

  it('may not both move the robot, unless phases choose', () => {
    const both = {
      ...admitting({ mass: [2] }),
      points,
      laws: [go, ...(admitting({ mass: [2] }).laws ?? [])],
    };
    expect(codes(both)).toEqual(['error laws-together']);
    const phases = [
      { name: 'approach', laws: ['go'], until: { sensor: 'wrist', above: 5 } },
      { name: 'yield', laws: ['yield'] },
    ];
    expect(codes({ ...both, phases })).toEqual([]);
    expect(liveProblems({ ...both, phases })).toEqual([]);
    const wrong = [{ name: 'all', laws: ['go', 'yield', 'gone'] }];
    expect(codes({ ...both, phases: wrong })).toEqual(['error unknown-law', 'error laws-together']);
    const waits = (until: object) =>
      liveProblems({
        ...both,
        phases: [{ name: 'a', laws: ['go'], until }, phases[1]] as Design['phases'] & object,
      });
    expect(waits({ sensor: 'wirst', above: 5 }).map(({ code }) => code)).toEqual(['unknown-sensor']);
    expect(waits({ law: 'go', is: 'done' }).map(({ code }) => code)).toEqual(['phase-status']);
    expect(waits({ law: 'yield', is: 'stuck' }).map(({ code, known }) => [code, known])).toEqual([
      ['unknown-status', ['free', 'limit']],
    ]);
  });

  it('of forces take the joints from a servo of torques, and are refused beside drives that follow', () => {
    const { laws = [] } = admitting({ mass: [2] });
    const push: LawDesign = {
      name: 'push',
      kind: 'wrench',
      at: 'tool',
      axes: 'world',
      parameters: { wanted: [5, 0, 0, 0, 0, 0] },
    };
    const phases = [
      { name: 'lead', laws: ['yield'], until: { after: 1 } },
      { name: 'press', laws: ['push'] },
    ];
    const torques = { at: 'tool', follow: { kind: 'computed torque', bandwidth: 20 } } as const;
    const held = bench({ laws: [...laws, push], phases, servo: torques });
    expect(codes(held)).toEqual([]);
    const driven = bench({ laws: [...laws, push], phases });
    expect(found(driven).map(({ severity, code, path }) => [severity, code, path])).toEqual([
      ['error', 'drive-torques', 'control.laws.push'],
    ]);
    const grip: LawDesign = {
      name: 'push',
      kind: 'grip',
      at: 'tool',
      parameters: { limit: [5], speed: [0.1], still: [0.01] },
    };
    expect(codes({ ...driven, laws: [...laws, grip] })).toEqual([]);
  });

  it('keep names apart, and those of the servo', () => {
    const taken = admitting({ mass: [2] }, { name: 'tool' });
    expect(codes(taken)).toEqual(['error name-taken']);
    expect(codes(admitting({ mass: [2] }, { name: 'servo' }))).toEqual(['error name-reserved']);
  });

  it('are named where a design is not passive', () => {
    expect(passivityOf(admitting({ mass: [2] })).text).toContain('the servo follows its command');
  });
});

describe('a servo', () => {
  const served = (servo: object): Design =>
    bench({
      servo: { at: 'tool', follow: { kind: 'drive' }, ...servo } as Design['servo'] & object,
      laws: admitting({ mass: [2] }).laws ?? [],
    });

  it.each([
    ['a speed of 0', { speed: 0 }, 'error servo-number'],
    ['joint speeds of another robot', { joints: [1, 2, 3] }, 'error joint-count'],
    ['limits that leave no room', { limits: [[1, -1]] }, 'error servo-limits'],
    ['another centre', { at: 'elbow' }, 'error unknown-point'],
    ['half a sweep', { sweeps: 0.5 }, 'error servo-number'],
    [
      'a bandwidth above the tick',
      { follow: { kind: 'computed torque', bandwidth: 2000 } },
      'error servo-number',
    ],
    [
      'a windup without a limit',
      { follow: { kind: 'pid', stiffness: [1], damping: [1], integral: [1], windup: 'clamp' } },
      'warning servo-windup',
    ],
    ['a negative gain', { follow: { kind: 'pd', stiffness: [-1], damping: [1] } }, 'error servo-number'],
  ])('is told of %s', (_, servo, code) => {
    expect(codes(served(servo))).toContain(code);
  });

  it('is told that nothing moves it, and that laws of forces have its joints throughout', () => {
    expect(codes(bench({}))).toEqual(['warning servo-idle']);
    const push: LawDesign = {
      name: 'push',
      kind: 'wrench',
      at: 'tool',
      axes: 'world',
      parameters: { wanted: [5, 0, 0, 0, 0, 0] },
    };
    const servo = { at: 'tool', follow: { kind: 'computed torque', bandwidth: 20 } } as const;
    const alone = bench({ laws: [push], servo });
    expect(designProblems(alone).map(({ code, message }) => [code, message])).toEqual([
      ['servo-idle', expect.stringMatching(/only where a guard says hold$/)],
    ]);
    expect(passivityOf(alone).text).not.toContain('the servo');
    const waits = { phases: [{ name: 'wait', laws: [], until: { after: 1 } }, { name: 'push' }] };
    expect(codes({ ...alone, ...waits })).toEqual([]);
    expect(passivityOf({ ...alone, ...waits }).text).toContain('the servo follows its command');
  });
});

describe('a torque that is to be regulated', () => {
  const pressing = (kind: string, parameters: LawDesign['parameters'], torques?: boolean): Design =>
    bench({
      servo: { at: 'tool', follow: { kind: 'computed torque', bandwidth: 50 } },
      sensors: [
        { name: 'wrist', at: 'tool', observer: { gain: 200, ...(torques === undefined ? {} : { torques }) } },
      ],
      laws: [{ name: 'push', kind, at: 'tool', sensor: 'wrist', parameters }],
    });
  const unfelt = (design: Design) =>
    found(design).flatMap(({ code, path }) => (code === 'torque-unfelt' ? [path] : []));
  const about = [0, 0, 0, 1, 0, 0];

  it('is refused where an estimate tells forces alone, as by default below six joints', () => {
    const gain = [0.002];
    expect(unfelt(pressing('force', { gain, select: about, wanted: about }))).toEqual([
      'control.laws.push.wanted',
    ]);
    expect(unfelt(pressing('force', { gain, select: about, wanted: [0] }, false))).toEqual([
      'control.laws.push.select',
    ]);
    expect(unfelt(pressing('press', { select: about, wanted: about }))).toHaveLength(1);
    expect(unfelt(pressing('admittance', { mass: [1], damping: [1], wanted: about }))).toHaveLength(1);
    expect(unfelt(pressing('force', { gain, select: about, wanted: about }, true))).toEqual([]);
    expect(unfelt(pressing('force', { gain, select: x, wanted: x }))).toEqual([]);
    expect(unfelt(pressing('guide', { select: about }))).toEqual([]);
  });

  it('is no matter of a sensor', () => {
    const { sensors: _, ...open } = pressing('force', { gain: [0.002], select: about, wanted: about });
    expect(unfelt({ ...open, sensors: [{ name: 'wrist', at: 'tool' }] })).toEqual([]);
  });
});
