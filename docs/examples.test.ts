/** Every scenario of `examples` runs to the end that it announces, and `check` says what it should. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { pliant } from './command.test.helper.js';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Paths below `examples`. */
const names = ['', 'contact/', 'vmc/'].flatMap((below) =>
  readdirSync(join(root, 'examples', below))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${below}${name}`),
);
const folder = mkdtempSync(join(tmpdir(), 'pliant-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is remarked of robots with published numbers. */
const research = ['inertia-point', 'zero-outside-limits', 'zero-outside-limits'];
const instrument = ['inertia-doubtful', 'inertia-doubtful', 'inertia-doubtful', 'zero-outside-limits'];

/** Found by a run alone: what drives a virtual body and does not move it, and joints beyond their range or speed. */
const seenInRuns: readonly string[] = ['stalled', 'joint-limit-passed'];
const passed = (joints: number): string[] => new Array<string>(joints).fill('joint-limit-passed');
const heavy = (joints: number): string[] => new Array<string>(joints).fill('start-beyond-effort');

/** What is not a good scenario that holds all its measures: the codes that check finds, and the run's exit status. */
const faulty: Readonly<Record<string, { readonly codes: readonly string[]; readonly status: number }>> = {
  'too-stiff.yaml': { codes: ['unstable-at-tick'], status: 4 },
  'reach.yaml': { codes: passed(1), status: 0 },
  'two-arms.yaml': { codes: passed(2), status: 0 },
  'continuous.yaml': { codes: passed(2), status: 0 },
  ...Object.fromEntries(
    Object.entries({
      'blocked-cart': ['stalled'],
      'burr-guide': instrument,
      circling: [...research, 'start-outside-limits', 'start-outside-limits', ...heavy(1), ...passed(6)],
      'distance-spring': ['inertia-zero', 'inertia-zero'],
      'drill-guide': ['inertia-zero', 'inertia-zero'],
      'follow-a-path': [...instrument, ...heavy(4), ...passed(9), 'stalled'],
      'force-driven': ['stalled'],
      handover: research,
      impedance: [...research, 'half-turn', ...passed(3)],
      'point-spring': ['inertia-zero', 'inertia-zero', ...heavy(1), ...passed(1)],
      'rail-robot': ['inertia-zero'],
      'reaching-on-rails': research,
      'remote-centre': [...instrument, ...heavy(5), ...passed(10)],
      'three-goals': [...research, ...passed(1)],
      'two-arm-circles': passed(1),
      'virtual-copy': ['inertia-zero'],
    }).map(([name, codes]) => [`vmc/${name}.yaml`, { codes, status: 0 }]),
  ),
};

interface Ran {
  readonly status: string;
  readonly divergence?: { readonly gained?: { readonly kind: string } };
  readonly problems: readonly { readonly code: string; readonly where: { readonly path?: string } }[];
  readonly measures: readonly { readonly name: string; readonly value: number; readonly verdict: string }[];
}

interface Ending {
  readonly status: number;
  readonly ran: Ran;
}

async function run(name: string, out: string, ...words: readonly string[]): Promise<Ending> {
  const line = ['run', `examples/${name}`, '--json', '--out', join(folder, out), ...words];
  const { status, stdout, stderr } = await pliant(root, line);
  expect(stdout, stderr).not.toBe('');
  return { status, ran: JSON.parse(stdout) as Ran };
}

const valueIn = (ran: Ran, name: string): number => ran.measures.find((m) => m.name === name)!.value;

describe.each(names)('examples/%s', (name) => {
  it('runs to the end that it announces, and check says what it should', { timeout: 60_000 }, async () => {
    const { codes, status } = faulty[name] ?? { codes: [], status: 0 };
    const out = name.replace('/', '-');
    const ending = await run(name, out);
    expect(ending.ran.problems.map((problem) => problem.code)).toEqual(codes);
    expect(ending.status, JSON.stringify(ending.ran.measures)).toBe(status);
    expect(ending.ran.measures.some((measure) => measure.verdict !== 'none')).toBe(true);
    expect(readFileSync(join(folder, out, 'report.html'), 'utf8').length).toBeLessThan(1_000_000);
    const checked = await pliant(root, ['check', `examples/${name}`]);
    expect(checked.status).toBe(0);
    for (const code of codes.filter((each) => !seenInRuns.includes(each)))
      expect(checked.stdout).toContain(`[${code}]`);
  });

  it('says in its head how to run it, in commands that are right', () => {
    const text = readFileSync(join(root, 'examples', name), 'utf8');
    const commands = [...text.matchAll(/^# {3}npx (pliant .*?)(?: {2,}.*)?$/gm)].map(([, words]) => words);
    expect(commands.length).toBeGreaterThanOrEqual(2);
    expect(commands.some((command) => command.includes(`examples/${name}`))).toBe(true);
    for (const command of commands) {
      const [, file] = /^pliant (?:run|check|margin) examples\/(\S+)(?: --set \S+=\S+)*$/.exec(command) ?? [];
      expect(names, command).toContain(file);
    }
  });
});

describe('what the examples teach', { timeout: 60_000 }, () => {
  it('too-stiff: names the damper before, the ledger line after, and is at rest at twice the rate', async () => {
    const slow = (await run('too-stiff.yaml', 'slow')).ran;
    expect(slow.problems[0].where.path).toBe('control.elements.calm.damping');
    expect(slow.divergence?.gained?.kind).toBe('sampling');
    const { status, ran } = await run('too-stiff.yaml', 'fast', '--set', 'control.rate=2000');
    expect(status).toBe(0);
    expect(ran.problems).toEqual([]);
    expect(valueIn(ran, 'wrist speed')).toBeLessThan(1e-9);
  });

  it('stick: the friction torque over the stiffness, wherever that is', async () => {
    const { ran } = await run('stick.yaml', 'rough', '--set', 'plant.rigid.joints.coulomb=1');
    expect(valueIn(ran, 'short of the target')).toBeCloseTo(0.1, 3);
    const free = (await run('stick.yaml', 'free', '--set', 'plant.rigid.joints.coulomb=0')).ran;
    expect(valueIn(free, 'moved by the push')).toBeGreaterThan(0.02);
  });

  it('continuous: half the step leaves a sixteenth of the residual', async () => {
    const whole = (await run('continuous.yaml', 'whole', '--set', 'plant.rigid.step=2ms')).ran;
    const half = (await run('continuous.yaml', 'half', '--set', 'plant.rigid.step=1ms')).ran;
    const factor = valueIn(whole, 'unexplained') / valueIn(half, 'unexplained');
    expect(factor).toBeGreaterThan(13);
    expect(factor).toBeLessThan(19);
  });

  it('attitude: with little damping it swings', async () => {
    const { status, ran } = await run(
      'attitude.yaml',
      'swings',
      '--set',
      'control.elements.steady.damping=0.5',
    );
    expect(status).toBe(1);
    expect(valueIn(ran, 'overshoot')).toBeGreaterThan(0.4);
  });

  it('by hand: the spring alone asks for (10, 10) N m, without gravity compensation that is all', async () => {
    const { ran } = await run('by-hand.yaml', 'sags', '--set', 'control.compensate=[]');
    expect(valueIn(ran, 'shoulder at the start')).toBeCloseTo(10, 9);
    expect(valueIn(ran, 'elbow at the start')).toBeCloseTo(10, 9);
    expect(valueIn(ran, 'pushed down')).toBeGreaterThan(0.4);
  });

  it('give way: 60 N over the stiffness, whatever that is', async () => {
    const { ran } = await run('give-way.yaml', 'stiffer', '--set', 'control.elements.place.stiffness=800');
    expect(valueIn(ran, 'gave way')).toBeCloseTo(0.075, 3);
  });

  it('two arms: a stiffer hand gives way less, the other does not notice', async () => {
    const { ran } = await run('two-arms.yaml', 'held', '--set', 'control.elements.reach_l.stiffness=1000');
    expect(valueIn(ran, 'left gave way')).toBeLessThan(0.02);
    expect(valueIn(ran, 'right noticed')).toBeLessThan(0.01);
  });

  it('gantry: 40 N over the stiffness along every axis, whatever it has to move', async () => {
    const { ran } = await run('gantry.yaml', 'soft', '--set', 'control.elements.reach.stiffness=400');
    for (const axis of ['along', 'across', 'down']) expect(Math.abs(valueIn(ran, axis))).toBeCloseTo(0.1, 2);
  });
});
