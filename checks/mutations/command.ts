// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source
/** Mutations of the command: exit statuses, what may be read, what is left behind. */
import { breakerOf, type Mutation } from '../mutation.js';

const command = breakerOf('command/src');

export const commandMutations: readonly Mutation[] = [
  command(
    'files',
    'if (!inside(real, target)) return { fault: outside(real) };',
    '',
    'a link leads out of the folders',
    'files',
  ),
  command(
    'files',
    'root.endsWith(sep) ? root : root + sep',
    'root',
    'a folder whose name begins like a root is inside',
    'files',
  ),
  command(
    'files',
    "return { fault: inside(real, resolve(folder, path)) ? 'there is no such file' : outside(real) };",
    "return { fault: 'there is no such file' };",
    'what exists outside of the folders can be found out',
    'files',
  ),
  command('exit', 'diverged: 4,', 'diverged: 1,', 'a run that diverged looks like a failed measure', 'main'),
  command(
    'check',
    'return failed ? exit.badInput : exit.done;',
    'return exit.done;',
    'check ends well whatever it found',
    'main',
  ),
  command('run', 'if (failed > 0)', 'if (failed > 1)', 'one failed measure is none', 'main'),
  command(
    'main',
    'return error.exitCode === 0 ? exit.done : exit.badInput;',
    'return exit.done;',
    'a line that is not understood ends well',
    'main',
  ),
  command(
    'folder',
    'if (existsSync(path) && !(out !== undefined && isEmpty(path))) {',
    'if (existsSync(path) && out === undefined) {',
    'a folder with files of somebody is replaced',
    'main',
  ),
  command(
    'folder',
    'existsSync(path) || existsSync(`${path}.partial`)',
    'existsSync(`${path}.partial`)',
    'a second run in one second replaces the first',
    'main',
  ),
  command(
    'talk',
    'for (const problem of [...warnings, ...errors])',
    'for (const problem of errors)',
    'warnings are kept to oneself',
    'main',
  ),
];
