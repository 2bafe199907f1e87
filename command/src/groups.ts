/** Problems of a robot by what the user can do about them, and the command that does it. */
import { describe, type Problem, printable } from 'pliant/problem';
import { type Group, groupOf, groups } from 'pliant/robot';
import { quoted } from './files.js';
import type { RobotOptions } from './robot.js';

const headings: Readonly<Record<Group, string>> = {
  give: 'Give Pliant what it does not find',
  fix: 'Pliant can fix',
  mend: 'Mend the file',
  decide: 'Decide whether what is assumed is right',
  know: 'Good to know',
};

/** The problems under headings, errors first, with the command to type next; empty where there are none. */
export function groupedText(problems: readonly Problem[], file: string, options: RobotOptions): string {
  return groups
    .map((group) => {
      const own = problems.filter((problem) => groupOf(problem) === group);
      if (own.length === 0) return '';
      const sorted = [
        ...own.filter(({ severity }) => severity === 'error'),
        ...own.filter(({ severity }) => severity !== 'error'),
      ];
      const next = nextCommands(group, own, file, options).map(
        (command) => `  → ${printable(command, 10_000)}\n`,
      );
      return `${headings[group]} (${own.length})\n${sorted.map((p) => `${describe(p)}\n`).join('')}${next.join('')}\n`;
    })
    .join('');
}

/** What is typed next, as one would type it. */
function nextCommands(
  group: Group,
  problems: readonly Problem[],
  file: string,
  options: RobotOptions,
): string[] {
  const check = `pliant check ${[quoted(file), ...optionWords(options)].join(' ')}`;
  if (group === 'fix') {
    const sure = problems.some(({ fix }) => fix?.guess === false);
    const guesses = [...new Set(problems.flatMap(({ code, fix }) => (fix?.guess === true ? [code] : [])))];
    const fix = `${check} --fix ${quoted(fixedName(file))}`;
    return [
      ...(sure ? [`${fix}${guesses.length === 0 ? '' : '    # what is sure'}`] : []),
      ...(guesses.length === 0
        ? []
        : [
            `${fix}${guesses.map((code) => ` --assume ${code}`).join('')}    # what is likely${sure ? ' as well' : ''}`,
          ]),
    ];
  }
  if (group !== 'give') return [];
  const given = [...new Set(problems.flatMap(wanted))];
  return given.length === 0 ? [] : [`${check} ${given.slice(0, mostOptions).join(' ')}`];
}

/** Options that a line still holds. */
const mostOptions = 12;

/** The option that gives what is missing, with its name, and with the value where the problem tells it. */
function wanted({ code, message, hint = '' }: Problem): string[] {
  const name = /["`]([^"`]+)["`]/.exec(message)?.[1];
  switch (code) {
    case 'mesh-package-unknown':
    case 'package-unknown':
    case 'xacro-package-unknown':
      return name === undefined ? [] : [`--package ${quoted(name)}=FOLDER`];
    case 'xacro-arg-missing':
      return name === undefined ? [] : [argument(name, hint)];
    case 'mesh-outside':
    case 'include-outside':
    case 'xacro-file-outside':
      return [/^add (--root .+)$/.exec(hint)?.[1] ?? '--root FOLDER'];
    default:
      return [];
  }
}

/** With the default that the file declares too late, where the hint tells it. */
function argument(name: string, hint: string): string {
  const value = /^give it: --arg [^:=]+:=(.*); its xacro:arg, with this default,/s.exec(hint)?.[1];
  if (value === undefined) return `--arg ${quoted(name)}:=VALUE`;
  return `--arg ${quoted(`${name}:=${value === "''" ? '' : value}`)}`;
}

/** The options of the robot as they were typed. */
export function optionWords({ root = [], package: packages = [], arg = [] }: RobotOptions): string[] {
  return [
    ...root.map((path) => `--root ${quoted(path)}`),
    ...packages.map((text) => `--package ${quoted(text)}`),
    ...arg.map((text) => `--arg ${quoted(text)}`),
  ];
}

/** `arm.fixed.urdf` for `arm.urdf`, `arm.urdf.xacro` and `arm.zip`, beside it. */
export function fixedName(file: string): string {
  const stem = file.replace(/[\\/]+$/, '').replace(/(\.urdf)?\.(urdf|xacro|xml|zip)$/i, '');
  return `${/\.zip[\\/]/i.test(stem) ? stem.replace(/^.*[\\/]/, '') : stem}.fixed.urdf`;
}
