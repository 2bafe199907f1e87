import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { McapIndexedReader } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import type { Context } from './context.js';
import { freshFolders } from './fresh-folders.test.helper.js';
import { main } from './main.js';
import { armFile, scenarioFile, trialFiles } from './trial.js';

const place = freshFolders('main', trialFiles);
const { pliant, path, text } = place;

function write(name: string, change: (text: string) => string = (x) => x): string {
  writeFileSync(path(name), change(trialFiles[scenarioFile]));
  return name;
}

const listed = (name = '.'): string[] => readdirSync(path(name)).sort();

describe('pliant run', () => {
  it('writes one folder with everything in it, and says what came out', async () => {
    const { code, out, talk } = await pliant('run', scenarioFile);
    expect(talk).toMatch(/^buffers act before the ends of 3 joints, .* switches them off\)\n$/);
    expect(code).toBe(0);
    expect(out).toMatch(/^error at the end +[\d.]+ .m +≤ 5 mm +pass/);
    expect(out).toContain('the measure holds');
    expect(listed('runs')).toEqual(['trial-2024-02-03-040506']);
    const run = 'runs/trial-2024-02-03-040506';
    expect(listed(run)).toEqual([
      'about.json',
      'log.mcap',
      'measures.json',
      'report.html',
      'resolved.yaml',
      'scenario.yaml',
    ]);
    const read = (name: string) => text(run, name);
    expect(read('scenario.yaml')).toBe(trialFiles[scenarioFile]);
    expect(JSON.parse(read('measures.json')).measures).toMatchObject([
      { name: 'error at the end', unit: 'm', limit: { below: 0.005 }, verdict: 'pass' },
    ]);
    const about = JSON.parse(read('about.json'));
    expect(about).toMatchObject({
      seed: 0,
      engine: 'wasm',
      rate: 'sampled',
      tick: 0.001,
      status: 'done',
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const kinds = about.ledger.map((line: { kind: string }) => line.kind);
    expect(kinds).not.toContain('integration');
    expect(about.ledger.at(-1)).toMatchObject({ kind: 'residual', holds: ['integration'] });
    expect(read('report.html')).toContain('The residual holds the integration error, which was not measured');
    expect(about.layout.control.fields.map((f: { name: string }) => f.name)).toContain('reach.stiffness');
    expect(about.robot.sha256).toHaveLength(64);
    expect(read('report.html')).toContain('</html>');
    expect(read('report.html')).not.toMatch(/(src|href)="https?:/);
  });

  it('records channels that a reader of MCAP finds', async () => {
    await pliant('run', scenarioFile, '--out', 'x');
    const bytes = readFileSync(path('x', 'log.mcap'));
    const readable = {
      size: async () => BigInt(bytes.length),
      read: async (offset: bigint, size: bigint) =>
        new Uint8Array(bytes.subarray(Number(offset), Number(offset + size))),
    };
    const reader = await McapIndexedReader.Initialize({ readable });
    expect([...reader.channelsById.values()].map((channel) => channel.topic).sort()).toEqual([
      '/brake',
      '/buffers',
      '/goal',
      '/joints',
      '/ledger',
      '/reach',
      '/tool',
    ]);
    let messages = 0;
    for await (const message of reader.readMessages({ topics: ['/reach'] }))
      messages += message.data.byteLength > 0 ? 1 : 0;
    expect(messages).toBe(251);
  });

  it('gives the same hash for the same scenario, as it was given and as it was resolved', async () => {
    const hash = async (...line: string[]): Promise<string> =>
      JSON.parse((await pliant('run', ...line, '--json')).out).hash;
    const first = await hash(scenarioFile, '--out', 'a');
    expect(await hash(scenarioFile, '--out', 'b')).toBe(first);
    expect(await hash('a/resolved.yaml', '--out', 'c')).toBe(first);
    expect(await hash(scenarioFile, '--out', 'd', '--set', 'control.elements.reach.stiffness=201')).not.toBe(
      first,
    );
  });

  it('records only the groups that are wanted', async () => {
    const { code } = await pliant(
      'run',
      scenarioFile,
      '--out',
      'x',
      '--set',
      'record={rate: 50 Hz, groups: [joints]}',
    );
    expect(code).toBe(0);
    const bytes = readFileSync(path('x', 'log.mcap'));
    expect(bytes.includes('/joints')).toBe(true);
    expect(bytes.includes('/reach')).toBe(false);
  });

  it('ends with 1 where a measure failed', async () => {
    const { code, out } = await pliant('run', scenarioFile, '--set', 'measure.error at the end.below=1 nm');
    expect(code).toBe(1);
    expect(out).toContain('fail');
    expect(out).toContain('the measure failed');
  });

  it('ends with 4 where the run diverged, names the time, and keeps the folder', async () => {
    const wild = [
      'control.elements.brake.damping=800',
      'control.limits={torque: none}',
      'plant.rigid.joints.stops=none',
      'plant.rigid.joints.viscous=0',
    ];
    const { code, out, talk } = await pliant(
      'run',
      scenarioFile,
      '--out',
      'x',
      ...wild.flatMap((text) => ['--set', text]),
    );
    expect(code).toBe(4);
    expect(out).toMatch(/^diverged at/);
    expect(talk).toContain('unstable-at-tick');
    expect(listed('x')).toContain('report.html');
    expect(JSON.parse(text('x', 'about.json')).status).toBe('diverged');
  });

  it.each([
    ['a missing scenario', ['nothing.yaml'], /no such file/],
    [
      'an unknown key',
      [write.name, '--set', 'control.elements.reach.stifness=1'],
      /did you mean stiffness\?/,
    ],
    [
      'a robot outside the folders',
      [write.name, '--set', 'robots.arm.file=null', '--set', 'robots.arm.file=../../../etc/hostname'],
      /./,
    ],
  ])('refuses %s with 2 and leaves nothing behind', async (_, line, message) => {
    const file = line[0] === write.name ? scenarioFile : line[0];
    const before = listed();
    const { code, out, talk } = await pliant('run', file, ...line.slice(1));
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(talk).toMatch(message);
    expect(listed()).toEqual(before);
  });

  it('ends with 3 where a guard acted, and says when', async () => {
    const far = 'events=[{at: 0.5 s, set: goal.at, to: [1e308 m, 0, 0]}]';
    const { code, out } = await pliant('run', scenarioFile, '--out', 'x', '--set', far);
    expect(code).toBe(3);
    expect(out).toMatch(/^a guard acted at (0\.5 s|500 ms)/);
  });

  it('draws a report of a run that diverged at once', async () => {
    const wild = [
      'control.elements.brake.damping=50000',
      'control.limits={torque: none}',
      'plant.rigid.joints.stops=none',
    ];
    const { code } = await pliant(
      'run',
      scenarioFile,
      '--out',
      'x',
      ...wild.flatMap((text) => ['--set', text]),
    );
    expect(code).toBe(4);
    expect(text('x', 'report.html')).toContain('</html>');
  });

  it('takes the place of what a killed run left, but of nothing else', async () => {
    mkdirSync(path('x.partial'));
    writeFileSync(path('x.partial', 'log.mcap'), '');
    expect((await pliant('run', scenarioFile, '--out', 'x')).code).toBe(0);
    mkdirSync(path('y.partial'));
    writeFileSync(path('y.partial', 'thesis.tex'), '');
    const refused = await pliant('run', scenarioFile, '--out', 'y');
    expect(refused.code).toBe(2);
    expect(refused.talk).toContain('something that is no run is there');
    expect(listed('y.partial')).toEqual(['thesis.tex']);
  });

  it('shows how far it is on a terminal only', async () => {
    expect((await pliant('run', scenarioFile)).talk).toMatch(/^buffers act [^\n]*\n$/);
    let talk = '';
    const context: Context = {
      folder: place.folder,
      out() {},
      talk: (text) => void (talk += text),
      watched: true,
      clock: () => performance.now() / 1000,
      now: () => new Date(0),
    };
    expect(await main(['run', scenarioFile, '--set', 'duration=20 s', '--set', 'measure={}'], context)).toBe(
      0,
    );
    expect(talk).toMatch(/trial: [\d.]+ of 20 s/);
    expect(talk.endsWith('\r\u001b[2K')).toBe(true);
  });

  it('refuses a folder that is there already, and takes an empty one', async () => {
    mkdirSync(path('full'));
    writeFileSync(path('full', 'mine.txt'), '');
    const refused = await pliant('run', scenarioFile, '--out', 'full');
    expect(refused.code).toBe(2);
    expect(refused.talk).toContain('is there already');
    expect(listed('full')).toEqual(['mine.txt']);
    mkdirSync(path('empty'));
    expect((await pliant('run', scenarioFile, '--out', 'empty')).code).toBe(0);
    expect(listed('empty')).toContain('about.json');
    expect(listed()).not.toContain('empty.partial');
  });

  it('gives a second run in the same second a folder of its own', async () => {
    await pliant('run', scenarioFile);
    await pliant('run', scenarioFile);
    expect(listed('runs')).toEqual(['trial-2024-02-03-040506', 'trial-2024-02-03-040506-2']);
  });

  it('tells problems as JSON too', async () => {
    const { code, out } = await pliant('run', scenarioFile, '--json', '--set', 'duration=-1');
    expect(code).toBe(2);
    expect(JSON.parse(out).problems).toMatchObject([{ code: 'out-of-range', where: { path: 'duration' } }]);
  });

  it('writes nothing made of a name that would break what it is written into', async () => {
    const evil = `"];process.exit()//*/ <script>alert(1)</script> \${x}`;
    const file = write('evil.yaml', (text) =>
      text
        .replace('name: trial', `name: ${JSON.stringify(evil)}`)
        .replace('error at the end:', `${JSON.stringify(evil)}:`),
    );
    const { code } = await pliant('run', file, '--out', 'x');
    expect(code).toBe(0);
    expect(text('x', 'report.html')).not.toContain('<script>alert');
    expect(text('x', 'resolved.yaml')).toContain('alert(1)');
  });
});

describe('pliant check', () => {
  it('says that a scenario and a robot are good', async () => {
    const { out, ...rest } = await pliant('check', scenarioFile);
    expect(rest).toEqual({ code: 0, talk: '' });
    expect(out).toMatch(/^buffers act before the ends of 3 joints, .* switches them off\)$/m);
    const [good, verdict] = out.split('\n');
    expect(good).toBe(`${scenarioFile}: a good scenario, 0 warnings`);
    expect(verdict).toMatch(/^by design passive; apart from this: torques that are held for 1 ms, /);
    const told = JSON.parse((await pliant('check', scenarioFile, '--json')).out);
    expect(told).toMatchObject({ ok: true, passivity: { passive: true, reasons: [] } });
    expect(out).toContain(`\n${told.tool.text}\n`);
    const robot = await pliant('check', armFile);
    expect(robot).toMatchObject({ code: 0, talk: '' });
    expect(robot.out).toContain(`${armFile}: a good robot`);
  });

  it('gives all problems with file, line and column, and 2', async () => {
    const file = write('bad.yaml', (text) =>
      text.replace('stiffness: 200 N/m', 'stiffness: 200 N m').replace('duration: 1 s', 'duratoin: 1 s'),
    );
    const { code, out } = await pliant('check', file);
    expect(code).toBe(2);
    expect(out).toMatch(/^bad\.yaml:3:1: error: .*unknown key "duratoin"/m);
    expect(out).toMatch(/^bad\.yaml:9:\d+: error: control\.elements\.reach\.stiffness: wrong unit/m);
    expect(out).toContain('bad.yaml: 2 errors, 0 warnings');
    const json = JSON.parse((await pliant('check', file, '--json')).out);
    expect(json).toMatchObject({
      ok: false,
      kind: 'scenario',
      problems: [{ code: 'unknown-key' }, { code: 'wrong-unit' }],
    });
  });

  it.each([
    [
      'an entity bomb',
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><robot name="x">&b;</robot>',
    ],
    ['a cut robot file', trialFiles[armFile].slice(0, 400)],
    ['deep nesting', '['.repeat(200_000)],
    [
      'an alias bomb',
      `a: &a [x, x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*${i === 0 ? 'a' : `b${i - 1}`}, *${i === 0 ? 'a' : `b${i - 1}`}]`).join('\n')}`,
    ],
    ['binary', '\u0000\u0001\u0002'],
    ['nothing', ''],
    ['NaN', trialFiles[scenarioFile].replace('200 N/m', '.nan')],
  ])('refuses %s without a stack trace', async (_, text) => {
    writeFileSync(path('hostile'), text);
    const { code, out } = await pliant('check', 'hostile');
    expect(code).toBe(2);
    expect(out).toMatch(/error/);
  });
});

describe('pliant show', () => {
  it('gives a robot in a pose as JSON with names', async () => {
    const { code, out } = await pliant(
      'show',
      armFile,
      '--at',
      'shoulder=90 deg',
      '--frame',
      'lower',
      '--json',
    );
    expect(code).toBe(0);
    const shown = JSON.parse(out);
    expect(shown).toMatchObject({
      name: 'trial',
      mass: 3.5,
      roots: [{ link: 'base', base: 'fixed' }],
      configuration: { turn: 0, shoulder: Math.PI / 2, elbow: 0 },
    });
    expect(shown.joints[1]).toMatchObject({
      name: 'shoulder',
      type: 'revolute',
      parent: 'column',
      child: 'upper',
      axis: [0, 1, 0],
      limits: { lower: -2.5, upper: 2.5, effort: 40 },
    });
    const [x, y, z] = shown.frames.lower.position;
    expect([x, y, z].map((value: number) => Math.round(value * 1e9) / 1e9)).toEqual([0.3, 0, 0.2]);
    // Both rods hang out horizontally: 1.2 kg at 0.15 m and 0.8 kg at 0.425 m.
    expect(shown.gravityTorque.shoulder).toBeCloseTo(-9.81 * (1.2 * 0.15 + 0.8 * 0.425), 9);
    expect(shown.massMatrix).toHaveLength(3);
    expect(shown.jacobian).toMatchObject({ frame: 'lower', rows: ['vx', 'vy', 'vz', 'wx', 'wy', 'wz'] });
    expect(shown.jacobian.values[2][shown.velocities.indexOf('shoulder')]).toBeCloseTo(-0.3, 12);
  });

  it('reads the pose from a file too, and gives the same', async () => {
    writeFileSync(path('pose.yaml'), 'shoulder: 90 deg\n');
    const line = await pliant('show', armFile, '--at', 'shoulder=90 deg');
    expect(await pliant('show', armFile, '--at', 'pose.yaml')).toEqual(line);
    expect(line.out).toContain('shoulder');
  });

  it.each([
    [['--frame', 'lowr'], /did you mean lower\?/],
    [['--at', 'sholder=1'], /did you mean shoulder\?/],
    [['--at', 'no.yaml'], /neither joint=value nor a file that can be read \(got no\.yaml\)/],
  ])('refuses %j', async (options, message) => {
    const { code, out, talk } = await pliant('show', armFile, ...options);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(talk).toMatch(message);
  });
});

describe('pliant doctor', () => {
  it('proves the back ends and a run', async () => {
    const { out } = await pliant('doctor', '--json');
    const { findings }: { findings: { name: string; state: string }[] } = JSON.parse(out);
    const state = (name: string) => findings.find((finding) => finding.name === name)?.state;
    for (const name of ['node', 'wasm', 'JavaScript', 'a run']) expect(state(name), name).toBe('ok');
    expect(findings.filter((finding) => finding.state === 'fault')).toEqual([]);
  });
});

describe('the line itself', () => {
  it.each([
    [['--help'], 0],
    [['--version'], 0],
    [['run', '--help'], 0],
    [[], 2],
    [['rum', 'x'], 2],
    [['run'], 2],
    [['run', 'a', '--sett', 'b'], 2],
    [['check', 'a', 'b'], 2],
  ] as [string[], number][])('%j ends with %d', async (line, code) => {
    expect((await pliant(...line)).code).toBe(code);
    expect(existsSync(path('runs'))).toBe(false);
  });
});

describe('a refusal', () => {
  const refused = async (...line: string[]) => {
    const { code, out, talk } = await pliant(...line, '--json');
    expect(code).toBe(2);
    return { ...(JSON.parse(out) as { error: string; problems: { code: string }[] }), talk };
  };

  it.each([['check'], ['show'], ['run']])('of a file that is not there is a problem: %s', async (verb) => {
    const { problems } = await refused(verb, 'none.yaml');
    expect(problems).toMatchObject([
      {
        code: 'file-missing',
        severity: 'error',
        where: { file: 'none.yaml' },
        hint: 'there is no such file',
      },
    ]);
  });

  it('of a frame names those that there are', async () => {
    const { problems, talk } = await refused('show', armFile, '--frame', 'lowr');
    expect(problems).toMatchObject([
      {
        code: 'frame-unknown',
        where: { file: '--frame' },
        known: expect.arrayContaining(['lower']),
        hint: 'did you mean lower?',
      },
    ]);
    expect(talk).toContain('there is no frame "lowr"');
  });

  it('of a pose names the option', async () => {
    expect((await refused('show', armFile, '--at', 'none.yaml')).problems).toMatchObject([
      { code: 'file-missing', where: { file: '--at' }, got: 'none.yaml', hint: 'there is no such file' },
    ]);
  });

  it('of a folder names it', async () => {
    expect((await refused('run', scenarioFile, '--out', '.')).problems).toMatchObject([
      { code: 'folder-exists', where: { file: place.folder } },
    ]);
  });

  it('of the line is one of usage, with the verbs that there are', async () => {
    const known = ['check', 'show', 'convert', 'run', 'margin', 'export', 'measure', 'figures', 'doctor'];
    expect(await refused('rum', 'x')).toMatchObject({
      error: "unknown command 'rum'",
      problems: [{ code: 'usage', severity: 'error', known, hint: 'did you mean run?' }],
    });
    expect((await refused('zebra')).problems).toEqual([
      { code: 'usage', severity: 'error', where: {}, message: "unknown command 'zebra'", known },
    ]);
    expect((await refused('run')).problems).toMatchObject([
      {
        code: 'usage',
        message: "missing required argument 'scenario'",
        hint: expect.stringContaining('--help'),
      },
    ]);
    expect((await refused('run', 'a', '--sett', 'b')).problems).toMatchObject([
      { code: 'usage', message: "unknown option '--sett'" },
    ]);
  });

  it('of a file of its project there is none', async () => {
    mkdirSync(path('examples'));
    mkdirSync(path('robots'));
    writeFileSync(path('robots', armFile), trialFiles[armFile]);
    const scenario = trialFiles[scenarioFile].replace(armFile, `../robots/${armFile}`);
    writeFileSync(path('examples', 's.yaml'), scenario);
    const outer = place.folder;
    place.folder = join(outer, 'examples');
    expect((await refused('check', 's.yaml')).problems).toMatchObject([
      { code: 'file-missing', hint: expect.stringMatching(/add --root \.\.\/robots$/) },
    ]);
    expect((await pliant('check', 's.yaml', '--root', '../robots')).code).toBe(0);
    writeFileSync(join(outer, 'package.json'), '{}');
    for (const verb of ['check', 'run']) expect((await pliant(verb, 's.yaml')).code, verb).toBe(0);
  });
});
