/** The command page, made from the options. */
import type { Command } from 'commander';
import { exitMeanings } from './exit.js';

export function commandPage(program: Command): string {
  const parts = [
    '# The command',
    '',
    program.description(),
    '',
    'The result goes to standard output, everything else to standard error. Nothing asks a question.',
    '',
    '| exit status | meaning |',
    '|---|---|',
    ...exitMeanings.map(([code, meaning]) => `| ${code} | ${meaning} |`),
    '',
  ];
  for (const verb of program.commands) {
    const words = verb.registeredArguments.map((argument) =>
      argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
    );
    parts.push(
      `## pliant ${verb.name()}`,
      '',
      `    pliant ${[verb.name(), ...words].join(' ')} [options]`,
      '',
      verb.description(),
      '',
    );
    const rows = [
      ...verb.registeredArguments.map((argument) => [`\`${argument.name()}\``, argument.description]),
      ...verb.options.map((option) => [`\`${option.flags}\``, option.description]),
    ];
    parts.push(
      '| argument or option | meaning |',
      '|---|---|',
      ...rows.map(([flags, meaning]) => `| ${flags} | ${meaning} |`),
      '',
    );
  }
  return `${parts.join('\n')}\n`;
}
