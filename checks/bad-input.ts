/** Truncated, hostile and wrong files, and what the command must answer: a problem with its place, and exit 2. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from './folders.js';
import { type Ended, node } from './fresh.js';
import { jointText, linkText, robotText } from './urdf-text.js';

export interface BadInput {
  readonly title: string;
  /** Name of the file and what is in it. */
  readonly file: 'robot.urdf' | 'scenario.yaml';
  readonly content: string | Uint8Array;
  /** Whether it is wrong at a line and column that can be told. */
  readonly placed: boolean;
}

const scenario = `pliant: 1
name: bad
duration: 1 s
robots:
  arm: { file: arm.urdf }
control:
  points:
    goal: { at: [0.4, 0.1, 0.5] }
  elements:
    reach: { spring: linear, from: tool, to: goal, stiffness: 100 N/m }
    brake: { damper: linear, from: tool, to: world, damping: 10 N s/m }
  compensate: [gravity]
`;

function changed(from: string, to: string): string {
  if (!scenario.includes(from)) throw new Error(`no ${from} in the scenario`);
  return scenario.replace(from, to);
}

const wrongScenarios: Readonly<Record<string, string>> = {
  'an unknown key': changed('stiffness:', 'stifness:'),
  'a wrong unit': changed('100 N/m', '100 N s'),
  'not a number': changed('100 N/m', '.nan'),
  'an infinite gain': changed('100 N/m', '.inf'),
  'an infinite duration': changed('1 s', '.inf'),
  'a negative stiffness': changed('100 N/m', '-100 N/m'),
  'a goal out of reach': changed('[0.4, 0.1, 0.5]', '[40, 0.1, 0.5]'),
  'a spring to a point that is not there': changed('to: goal', 'to: gaol'),
  'a kind of spring that is not there': changed('spring: linear', 'spring: liner'),
  'a name twice': changed('brake:', 'reach:'),
  'a robot file that is not there': changed('arm.urdf', 'leg.urdf'),
  'a path out of the folder': changed('arm.urdf', '../../../../../../etc/passwd'),
  'an absolute path': changed('arm.urdf', '/etc/passwd'),
  'a file that extends itself': `${scenario}extends: scenario.yaml\n`,
  'a cut file': scenario.slice(0, scenario.indexOf('stiffness: 100') + 3),
  'deep nesting': `${'['.repeat(100_000)}\n`,
  'an alias bomb': `a0: &a0 [x, x]\n${Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join('\n')}\n`,
  'a wrong version': changed('pliant: 1', 'pliant: 99'),
  'a list for a map': '- pliant\n- 1\n',
};

const good = [linkText('a'), linkText('b'), jointText('j', 'a', 'b')];

const wrongRobots: Readonly<Record<string, string>> = {
  'an entity bomb': `<?xml version="1.0"?>\n<!DOCTYPE robot [<!ENTITY a0 "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('')}]>\n<robot name="&a9;"/>`,
  'an outer entity': `<?xml version="1.0"?>\n<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<robot name="r">&x;</robot>`,
  'a cut robot': robotText(...good).slice(0, 180),
  'deeply nested elements': `<robot name="r">${'<link name="l">'.repeat(50_000)}`,
  'a link twice': robotText(...good, linkText('b')),
  'a joint twice': robotText(...good, jointText('j', 'a', 'b')),
  'a joint to nowhere': robotText(...good, jointText('k', 'b', 'nowhere')),
  'a loop of joints': robotText(...good, jointText('k', 'b', 'a')),
  'a mass that is no number': robotText(
    linkText('a'),
    linkText('b').replace(/mass value="[^"]*"/, 'mass value="NaN"'),
    good[2],
  ),
  'an infinite origin': robotText(
    ...good.slice(0, 2),
    jointText('j', 'a', 'b', '<origin xyz="0 inf 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/>'),
  ),
  'a type that is not there': robotText(...good.slice(0, 2), jointText('j', 'a', 'b', '', 'hinge')),
  'no robot': '<html><body/></html>',
};

export const badInputs: readonly BadInput[] = [
  ...Object.entries(wrongScenarios).map(
    ([title, content]): BadInput => ({ title, file: 'scenario.yaml', content, placed: true }),
  ),
  ...Object.entries(wrongRobots).map(
    ([title, content]): BadInput => ({ title, file: 'robot.urdf', content, placed: true }),
  ),
  { title: 'an empty scenario', file: 'scenario.yaml', content: '', placed: false },
  { title: 'an empty robot', file: 'robot.urdf', content: '', placed: false },
  {
    title: 'bytes that are no text',
    file: 'scenario.yaml',
    content: Uint8Array.of(0, 1, 2, 255, 254),
    placed: false,
  },
  {
    title: 'a robot of 100 MB',
    file: 'robot.urdf',
    content: `<robot name="r">${' '.repeat(100_000_000)}</robot>`,
    placed: false,
  },
];

/** What is wrong with the command's answers to `check`, and to `run` where it is a scenario; none where all is right. */
export function faultsOf({ file, content, placed }: BadInput): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-bad-'));
  try {
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    copyFileSync(join(checkout, 'robots/arm7/arm7.urdf'), join(inner, 'arm.urdf'));
    writeFileSync(join(inner, file), content);
    const before = readdirSync(inner).join();
    const verbs = file === 'scenario.yaml' ? ['check', 'run'] : ['check', 'show'];
    const faults = verbs.flatMap((verb) => {
      const ended = node('command/bin/pliant.js', [verb, file], { cwd: inner });
      return faultsOfAnswer(ended, file, placed).map((fault) => `${verb}: ${fault}`);
    });
    if (readdirSync(inner).join() !== before) faults.push('left something behind');
    return faults;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function faultsOfAnswer({ status, stdout, stderr, wall }: Ended, file: string, placed: boolean): string[] {
  const faults: string[] = [];
  const said = stdout + stderr;
  if (status !== 2) faults.push(`exit ${status}, not 2`);
  if (/^\s+at .*:\d+:\d+\)?$/m.test(said)) faults.push('a stack trace');
  if (!/\berror\b|^pliant: /m.test(said)) faults.push('no problem is told');
  const place = new RegExp(`^(pliant: )?${file.replace('.', '\\.')}:\\d+:\\d+: `, 'm');
  if (placed && !place.test(said)) faults.push(`no line and column: ${said.slice(0, 200)}`);
  if (said.length > 20_000) faults.push(`${said.length} characters of answer`);
  if (wall > 20) faults.push(`${wall.toFixed(0)} s`);
  return faults;
}
