/** A file that is refused is still looked at for all that needs no robot. */
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../robot/index.js';
import { checkScenario } from './check.js';
import { madeArm } from './made-arm.test.helper.js';

const good = `pliant: 1
duration: 2 s
robots: { arm: { file: arm.urdf } }
control:
  points: { goal: { startOf: tool }, hand: { on: tip }, fixed: { in: world } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 200 N/m }
    brake: { damper: linear, to: goal, damping: { ratio: 1, with: reach, inertia: { of: hand } } }
  limits: { force: { at: hand, norm: 9 N } }
events:
  - { at: 1 s, push: [5 N, 0, 0], on: hand, for: 0.1 s }
  - { at: 1 s, set: reach.stiffness, to: 100 N/m }
record: { groups: [joints, reach] }
measure:
  pull: { peak: reach.force }
  lost: { end: ledger.residual.residual }
`;

/** `good` with each text in the place of another. */
function changed(...pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((text, [from, to]) => {
    expect(text.split(from)).toHaveLength(2);
    return text.replace(from, to);
  }, good);
}

/** The problems as `line code path`. */
function found(text: string, more: Record<string, string> = {}, overrides: string[] = []): string[] {
  const files = memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm(), ...more });
  return checkScenario(files, 'a.yaml', overrides)
    .filter((p) => p.severity === 'error')
    .map(({ code, where }) => `${where.line} ${code} ${where.path ?? ''}`.trim());
}

const names = [
  ['startOf: tool', 'startOf: fxed'],
  ['linear, to: goal, stiffness', 'linear, to: nowhere, stiffness'],
  ['with: reach', 'with: reech'],
  ['of: hand', 'of: fixed'],
  ['at: hand', 'at: fixed'],
  ['on: hand', 'on: hnad'],
  ['set: reach.stiffness', 'set: reach.stifness'],
  ['groups: [joints, reach]', 'groups: [joints, reech]'],
  ['peak: reach.force', 'peak: reech.force'],
  ['end: ledger.residual', 'end: ledger.residue'],
] as const;

const wrongNames = [
  '5 unknown-point control.points.goal.startOf',
  '7 unknown-point control.elements.reach.to',
  '8 unknown-linear-spring control.elements.brake.damping.with',
  '8 unknown-point-on-the-robot control.elements.brake.damping.inertia.of',
  '9 unknown-point-on-the-robot control.limits.force.at',
  '11 unknown-point-on-the-robot events.0.on',
  '12 unknown-parameter events.1.set',
  '13 unknown-group record.groups.1',
  '15 measure-channel measure.pull.peak',
  '16 measure-channel measure.lost.end',
];

const missing: readonly [string, string] = ['arm.urdf', 'gone.urdf'];
const kg: readonly [string, string] = ['2 s', '2 kg'];

describe('a scenario that is refused', () => {
  it('is good as it is', () => {
    expect(found(good)).toEqual([]);
  });

  it('has the names, the files and the values reported together, in their order', () => {
    expect(found(changed(kg, missing, ...names))).toEqual([
      '2 wrong-unit duration',
      '3 file-missing robots.arm.file',
      ...wrongNames,
    ]);
  });

  it('has the names reported when its robot cannot be read, and when it is none', () => {
    expect(found(changed(missing, ...names))).toEqual(['3 file-missing robots.arm.file', ...wrongNames]);
    const broken = found(changed(...names), { 'arm.urdf': '<robot name="r"><link/></robot>' });
    expect(broken.slice(-wrongNames.length)).toEqual(wrongNames);
    expect(broken.length).toBeGreaterThan(wrongNames.length);
  });

  it('has them all reported where the robot is good and the design is not', () => {
    expect(found(changed(...names)).sort()).toEqual([...wrongNames].sort());
  });

  it('finds a robot in its folder', () => {
    const wrong = changed(['file: arm.urdf', 'file: arms'], kg);
    expect(found(wrong, { 'arms/arm.urdf': madeArm() })).toEqual(['2 wrong-unit duration']);
    expect(found(wrong)).toEqual(['2 wrong-unit duration', '3 file-missing robots.arm.file']);
    const good = changed(['file: arm.urdf', 'file: arms']);
    expect(found(good, { 'arms/arm.urdf': madeArm() })).toEqual([]);
  });

  it('does not judge a name that a part which could not be read may have', () => {
    const unread = changed(['stiffness: 200 N/m', 'stiffness: 200 kg'], ['reach.stiffness', 'reach.other']);
    expect(found(unread)).toEqual([
      '7 wrong-unit control.elements.reach.stiffness',
      '12 unknown-parameter events.1.set',
    ]);
    const gone = changed(
      ['spring: linear, to: goal', 'spring: liner, to: goal'],
      ['reach.stiffness', 'reach.other'],
    );
    expect(found(gone)).toEqual(['7 unknown-kind control.elements.reach.spring']);
  });

  it('says of a missing file what one whose scenario is good would hear', () => {
    const told = (text: string) =>
      checkScenario({ ...memoryFiles({ 'a.yaml': text }), why: () => 'it is away' }, 'a.yaml').find(
        (p) => p.code === 'file-missing',
      );
    expect(told(changed(kg))).toEqual(told(good));
    expect(told(good)).toMatchObject({ hint: 'it is away', where: { line: 3 } });
  });

  it('has its timing checked without a robot', () => {
    expect(found(changed(missing, ['2 s', '0.1 ms']))).toEqual([
      '2 duration-short duration',
      '3 file-missing robots.arm.file',
    ]);
  });

  it('is not blamed for what depends on what could not be read', () => {
    expect(found(changed(['points:', 'pionts:']))).toEqual(['5 unknown-key control']);
    expect(found(changed(['{ on: tip }', '{ onn: tip }']))).toEqual(['5 kind-missing control.points.hand']);
    expect(found(changed(['spring: linear', 'spring: liner']))).toEqual([
      '7 unknown-kind control.elements.reach.spring',
    ]);
    expect(found(changed(['control:', 'control: 5\nx:']))).toEqual(['4 wrong-kind control', '5 unknown-key']);
  });

  it('checks the items of a list beside one that is wrong', () => {
    const text = changed(['for: 0.1 s', 'for: 1 kg'], ['on: hand', 'on: hand']);
    expect(
      found(text.replace('record:', '  - { at: 1 s, push: [5 N, 0, 0], on: fixed, for: 0.1 s }\nrecord:')),
    ).toEqual(['11 wrong-unit events.0.for', '13 unknown-point-on-the-robot events.2.on']);
  });
});

describe('a misspelt key', () => {
  it('is not also missing', () => {
    expect(found(changed(['robots:', 'robts:']))).toEqual(['3 unknown-key']);
    expect(found(changed(['stiffness:', 'stifness:']))).toEqual(['7 unknown-key control.elements.reach']);
  });

  it('leaves another one missing', () => {
    expect(found(changed(['stiffness:', 'colour:']))).toEqual([
      '7 key-missing control.elements.reach',
      '7 unknown-key control.elements.reach',
    ]);
  });
});

describe('a value that is none', () => {
  it.each([
    ['.nan', 'not-finite'],
    ['*nobody', 'alias-unknown'],
    ['!force 3', 'tag'],
  ])('%s is one problem, wherever it stands, and the rest is checked', (value, code) => {
    for (const [from, to, line] of [
      ['200 N/m', value, 7],
      ['200 N/m', `[${value}, 1, 1]`, 7],
      ['2 s', value, 2],
      ['linear, to: goal, stiffness', `linear, to: ${value}, stiffness`, 7],
      ['spring: linear', `spring: ${value}`, 7],
      ['[5 N, 0, 0]', `[5 N, ${value}, 0]`, 11],
      ['arm.urdf', value, 3],
    ] as const) {
      expect(found(changed([from, to])), `${from} → ${to}`).toEqual([`${line} ${code}`]);
    }
    expect(found(changed(['2 s', value], ['with: reach', 'with: reech']))).toEqual([
      `2 ${code}`,
      '8 unknown-linear-spring control.elements.brake.damping.with',
    ]);
  });

  it('takes no key of the scenario below away', () => {
    const over = 'extends: base.yaml\nrobots: { arm: { file: .nan } }\nduration: 2 kg\n';
    expect(found(over, { 'base.yaml': good })).toEqual(['2 not-finite', '3 wrong-unit duration']);
  });
});

describe('a key that stands twice', () => {
  it('does not keep the rest from being checked, in what is extended neither', () => {
    const twice = changed(['2 s', '2 s\nduration: 2 kg'], ['with: reach', 'with: reech']);
    const all = [
      '3 key-twice',
      '3 wrong-unit duration',
      '9 unknown-linear-spring control.elements.brake.damping.with',
    ];
    expect(found(twice)).toEqual(all);
    expect(found('extends: base.yaml\n', { 'base.yaml': twice })).toEqual(all);
  });

  it('is reported beside an override that is wrong, and beside a file that is not there', () => {
    const twice = 'seed: 1\nseed: 1\n';
    expect(found(twice, {}, ['x'])).toEqual(['2 key-twice', 'undefined override']);
    expect(found(`${twice}extends: b.yaml`)).toEqual(['2 key-twice', '3 file-missing extends']);
  });
});
