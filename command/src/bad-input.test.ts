/** Bad input from end to end: every refusal is words with a place and status 2, and leaves nothing behind. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshFolders } from './fresh-folders.test.helper.js';
import { armFile, scenarioFile, trialFiles } from './trial.js';

const place = freshFolders('bad', trialFiles);
const { pliant, path } = place;

const good = trialFiles[scenarioFile];
const arm = trialFiles[armFile];

interface Told {
  readonly code: string;
  readonly severity: string;
  readonly where: { readonly file?: string; readonly line?: number; readonly column?: number };
}

/** What `check --json` finds; every error must say in which file, and where in it unless it came from --set. */
async function found(file: string, ...more: string[]): Promise<readonly Told[]> {
  const { code, out, talk } = await pliant('check', file, '--json', ...more);
  expect(talk).toBe('');
  const { problems, ok }: { problems: Told[]; ok: boolean } = JSON.parse(out);
  expect(code).toBe(ok ? 0 : 2);
  for (const { severity, where } of problems) {
    if (severity !== 'error') continue;
    expect(where.file).toBeTruthy();
    if (where.file?.startsWith('--set')) continue;
    expect(where).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
  }
  return problems;
}

const errors = (problems: readonly Told[]): string[] =>
  problems.filter((p) => p.severity === 'error').map((p) => p.code);

describe('a value that is set from outside', () => {
  it.each([
    ['duration=1e9 s', 'out-of-range'],
    ['duration=0', 'out-of-range'],
    ['duration=-1', 'out-of-range'],
    ['duration=.nan', 'not-finite'],
    ['duration=.inf', 'not-finite'],
    ['duration=1e999', 'not-finite'],
    ['duration=NaN', 'bad-quantity'],
    ['duration=1e-30', 'duration-short'],
    ['duration=1 kg', 'wrong-unit'],
    ['duration=[1]', 'wrong-kind'],
    ['plant.rigid.step=1e-9', 'out-of-range'],
    ['plant.rigid.step=0.3 ms', 'step-uneven'],
    ['plant.rigid.step=2 ms', 'step-uneven'],
    ['control.rate=1e-9', 'out-of-range'],
    ['control.elements.reach.stiffness=1e999 N/m', 'bad-quantity'],
    ['control.elements.reach.stiffness=1e300 N/mm', 'number-too-large'],
    ['world.gravity=[0, 0, -1e300]', 'number-too-large'],
    ['control.elements.reach.stiffness=50 N/mm/s', 'bad-quantity'],
    ['control.elements.reach.stiffness=-5', 'out-of-range'],
    ['control.elements.reach.to=nowhere', 'unknown-point'],
    ['control.elements.reach.to=__proto__', 'unknown-point'],
    ['control.elements.__proto__={spring: linear, to: goal, stiffness: 3}', 'bad-name'],
    ['__proto__.x=1', 'unknown-key'],
    ['constructor.prototype.x=1', 'unknown-key'],
    ['robots.arm.start={shoulder: 400 deg}', 'start-outside-limits'],
    ['robots.arm.start={nobody: 1}', 'unknown-joint'],
    ['robots.arm.tool.on=nolink', 'unknown-link'],
    ['robots.arm.file=nothing', 'file-missing'],
    ['robots.arm.file=/dev/zero', 'file-missing'],
    ['control.points.goal={in: world, at: [9, 9, 9]}', 'out-of-reach'],
    ['control.points.goal={in: world, at: [.nan, 0, 0]}', 'not-finite'],
    ['events=[{set: reach.stiffness, to: -3, at: 0}]', 'out-of-range'],
    ['events=[{set: guards.damping, to: 1, at: 0}]', 'parameter-shape'],
    ['events=[{set: goal.at, to: 1, at: 0}]', 'parameter-shape'],
    ['events=[{set: goal.attitude, to: [0, 0, 0, 0], at: 0}]', 'attitude'],
    ['events=[{set: tick, to: 0.01, at: 0}]', 'unknown-parameter'],
    ['measure.x={end: nothing, below: 3}', 'measure-channel'],
    ['extends=other.yaml', 'extends-set'],
    ['x=!!js/function "function(){}"', 'tag'],
    ['x=&a [*a]', 'too-many-entries'],
    ['a..b=1', 'override'],
    ['', 'override'],
  ])('%s is refused: %s', async (assignment, code) => {
    expect(errors(await found(scenarioFile, '--set', assignment))).toContain(code);
  });

  it('refuses to run as it refuses to check, with JSON on standard output only', async () => {
    const before = readdirSync(place.folder);
    const { code, out } = await pliant('run', scenarioFile, '--set', 'duration=1e-5', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(out).problems).toMatchObject([{ code: 'duration-short' }]);
    expect(readdirSync(place.folder)).toEqual(before);
  });
});

describe('a scenario file', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['of nothing', '', 'empty-file'],
    ['of zeros', new Uint8Array(1000), 'not-text'],
    ['in UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), 'not-text'],
    ['in Latin-1', Buffer.from(good.replace('trial', 'tri\u00e4l'), 'latin1'), 'not-text'],
    ['with tabs', good.replaceAll('  ', '\t'), 'not-yaml'],
    ['with a key twice', `${good}duration: 2 s\n`, 'key-twice'],
    ['with two documents', `${good}---\n${good}`, 'several-documents'],
    ['of one word', 'hello', 'wrong-kind'],
    [
      'of 50,000 elements',
      Array.from({ length: 50_000 }, (_, i) => `    e${i}: { spring: linear, to: world }`).join('\n'),
      'file-too-large',
    ],
    ['with a name that ends a line', good.replace('reach:', '"\\n*/":'), 'bad-name'],
    ['with a name that ends a text', good.replace('reach:', `'"];process.exit()//':`), 'bad-name'],
    ['that extends itself', `extends: bad.yaml\n${good}`, 'extends-loop'],
    ['that extends an absolute path', `extends: /etc/hostname\n${good}`, 'extends-absolute'],
    ['that extends nothing', `extends: nothing.yaml\n${good}`, 'file-missing'],
    ['that extends out of its folder', `extends: ../../../../../etc/hostname\n${good}`, 'file-missing'],
  ])('%s is refused', async (_, text, code) => {
    writeFileSync(path('bad.yaml'), text);
    expect(errors(await found('bad.yaml'))).toContain(code);
  });

  it('says at which line and column it stops being text', async () => {
    writeFileSync(path('bad.yaml'), Buffer.from('a: 1\nname: tri\u00e4l\n', 'latin1'));
    expect(await found('bad.yaml')).toMatchObject([
      { code: 'not-text', where: { file: 'bad.yaml', line: 2, column: 10 } },
    ]);
    writeFileSync(path('bad.yaml'), 'é: 1\nü\0: 2\n');
    expect(await found('bad.yaml')).toMatchObject([{ code: 'not-text', where: { line: 2, column: 2 } }]);
  });

  it('does not reach a robot outside its folders, by path or link', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'pliant-outside-'));
    writeFileSync(join(outside, 'secret.urdf'), arm);
    symlinkSync(join(outside, 'secret.urdf'), path('link.urdf'));
    for (const file of [join(outside, 'secret.urdf'), 'link.urdf']) {
      writeFileSync(path('bad.yaml'), good.replace(armFile, file));
      expect(errors(await found('bad.yaml'))).toEqual(['file-missing']);
    }
    rmSync(outside, { recursive: true });
  });
});

describe('a robot file', () => {
  const chain = (joints: number) => {
    const link = (i: number) =>
      `<link name="l${i}"><inertial><origin xyz="0 0 .05"/><mass value=".1"/><inertia ixx="1e-3" iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/></inertial></link>`;
    const joint = (i: number) =>
      `<joint name="j${i}" type="revolute"><parent link="l${i - 1}"/><child link="l${i}"/><origin xyz="0 0 .1"/><axis xyz="${i % 2} ${1 - (i % 2)} 0"/><limit lower="-2" upper="2" effort="1e3" velocity="9"/></joint>`;
    const each = Array.from({ length: joints }, (_, i) => link(i + 1) + joint(i + 1));
    return `<robot name="c"><link name="l0"/>${each.join('\n')}</robot>`;
  };

  it('of a thousand joints is shown, and refused in a scenario by their number', async () => {
    writeFileSync(path('long.urdf'), chain(1000));
    expect(errors(await found('long.urdf'))).toEqual([]);
    const set = ['--set', 'robots.arm={file: long.urdf}'];
    expect(errors(await found(scenarioFile, ...set))).toContain('too-many-joints');
  });

  it('whose tool lies on its only axis gives a ratio of damping nothing to refer to', async () => {
    writeFileSync(path('one.urdf'), chain(1));
    const set = ['--set', 'robots.arm={file: one.urdf}'];
    expect(errors(await found(scenarioFile, ...set))).toContain('ratio-inertia');
  });

  it.each([
    '"];process.exit()//',
    '*/',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a name that a template would expand
    '${process.exit()}',
    '</script><script>alert(1)</script>',
    '\\',
    "'",
    '../../x',
    'a: b #c',
    '__proto__',
    'constructor',
    'tool',
    'all',
    'null',
    '漢字 🤖',
  ])('with the name %s runs, and its resolved scenario gives the same run', async (name) => {
    const quoted = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    const yaml = JSON.stringify(name);
    writeFileSync(
      path(armFile),
      arm
        .replaceAll('"elbow"', `"${quoted}"`)
        .replaceAll('"lower"', `"${quoted}"`)
        .replace('name="trial"', `name="${quoted}"`),
    );
    writeFileSync(
      path(scenarioFile),
      good
        .replace('elbow', yaml)
        .replace('on: lower', `on: ${yaml}`)
        .replace('1 s', '50 ms')
        .replace('elements:', `elements:\n    keep: { spring: joint, joint: ${yaml}, stiffness: 3 N m/rad }`),
    );
    const first = await pliant('run', scenarioFile, '--out', 'a', '--json');
    // The joints may be told to have gone faster than they may.
    expect(first.code).toBe(1);
    expect(first.talk).not.toContain('error');
    const html = place.text('a/report.html');
    expect(html).not.toContain('<script>alert');
    const again = await pliant('run', 'a/resolved.yaml', '--out', 'b', '--json');
    expect(JSON.parse(again.out).hash).toBe(JSON.parse(first.out).hash);
  });
});

describe('a line', () => {
  it.each([
    [['run', '--json']],
    [['nope', '--json']],
    [['run', 'nothing.yaml', '--json']],
    [['check', 'nothing', '--json']],
    [['show', 'nothing', '--json']],
    [['show', armFile, '--json', '--at', 'nobody=1']],
    [['show', armFile, '--json', '--at', 'shoulder=1 kg']],
    [['show', armFile, '--json', '--frame', 'nowhere']],
    [['run', scenarioFile, '--json', '--out', '.']],
    [['run', scenarioFile, '--json', '--out', `${armFile}/x`]],
  ] as [string[]][])('%j is refused as JSON', async (line) => {
    const before = readdirSync(place.folder);
    const { code, out } = await pliant(...line);
    expect(code).toBe(2);
    expect(JSON.parse(out).error).toBeTruthy();
    expect(readdirSync(place.folder)).toEqual(before);
  });

  it('does not write through a dangling link', async () => {
    symlinkSync(path('nowhere'), path('x'));
    const { code, talk } = await pliant('run', scenarioFile, '--out', 'x');
    expect(code).toBe(2);
    expect(talk).toContain('is there already');
  });

  it('does not touch a folder that another run is writing, and takes over what a dead one left', async () => {
    mkdirSync(path('x.partial'));
    const writer = path('x.partial', 'writer.pid');
    writeFileSync(writer, `${process.pid}\n`);
    const refused = await pliant('run', scenarioFile, '--out', 'x');
    expect(refused).toMatchObject({ code: 2, talk: expect.stringContaining('another run is writing it') });
    writeFileSync(writer, '999999999\n');
    expect((await pliant('run', scenarioFile, '--out', 'x')).code).toBe(0);
    expect(readdirSync(path('x'))).not.toContain('writer.pid');
  });
});

describe('a good scenario that was spoilt', () => {
  const values = [
    'null',
    '-1',
    '0',
    '1e300',
    '.nan',
    '1e999',
    '""',
    '[]',
    '{}',
    '[1, 2, 3]',
    '"*/"',
    '3 N',
    '90 deg',
    'true',
    'tool',
    'goal',
    'world',
    'reach',
    'auto',
    '&a [*a]',
    '!!js/x y',
    '\u0000',
    '\t',
    '"\\u2028"',
  ] as const; // prettier-ignore
  const spoilt = fc.oneof(
    fc.nat(good.length).map((cut) => good.slice(0, cut)),
    fc
      .tuple(fc.nat(good.length), fc.nat(30), fc.constantFrom(...values))
      .map(([at, length, put]) => good.slice(0, at) + put + good.slice(at + length)),
    fc.tuple(fc.nat(40), fc.constantFrom(...values)).map(([k, put]) => {
      let n = 0;
      return good.replace(/(?<=: )[^{}[\],\n]+/g, (value) => (n++ === k ? put : value));
    }),
    fc.tuple(fc.nat(40), fc.constantFrom('x', '__proto__', 'joint', 'at', '"a.b"')).map(([k, put]) => {
      let n = 0;
      return good.replace(/[A-Za-z]+(?=:)/g, (key) => (n++ === k ? put : key));
    }),
  );

  it('is found good or refused with file, line and column, and never a fault of the program', async () => {
    await fc.assert(
      fc.asyncProperty(spoilt, async (text) => {
        writeFileSync(path('bad.yaml'), text);
        await found('bad.yaml');
      }),
      { seed: 11, numRuns: 300 },
    );
  }, 120_000);
});
