// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source
/** Mutations of the command: exit statuses, what may be read, what is left behind. */
import { breakerOf, type Mutation } from '../mutation.js';

const command = breakerOf('command/src');

export const commandMutations: readonly Mutation[] = [
  command(
    'files',
    'if (!inside(real, target)) return { fault: outside };',
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
    "return { fault: inside(real, asked) ? 'there is no such file' : outside };",
    "return { fault: 'there is no such file' };",
    'what exists outside of the folders can be found out',
    'files',
  ),
  command(
    'files',
    'at !== homedir()',
    'true',
    'a home folder that holds a mark may be read as a whole',
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
    'if (error.exitCode === 0) return exit.done;',
    'return exit.done;',
    'a line that is not understood ends well',
    'main',
  ),
  command(
    'folder',
    'if (there !== undefined && !isEmpty(path)) {',
    'if (there?.isFile()) {',
    'a folder with files of somebody is replaced',
    'main',
  ),
  command(
    'folder',
    'if (!existsSync(path) && !existsSync(`${path}.partial`)) return path;',
    'if (!existsSync(`${path}.partial`)) return path;',
    'a second run in one second takes the name of the first',
    'main',
  ),
  command(
    'talk',
    'for (const problem of [...warnings, ...errors])',
    'for (const problem of errors)',
    'warnings are kept to oneself',
    'main',
  ),
  command(
    'show',
    "'worldAligned'), 6)",
    "'local'), 6)",
    'a Jacobian in the axes of its frame under the name of the world',
    'main',
  ),
  command(
    'show',
    'flat.slice(i * nv, (i + 1) * nv)',
    'flat.filter((_, k) => k % nv === i)',
    'matrices column by column',
    'main',
  ),
  command(
    'overrides',
    '=\\s*["\']?(.+?)["\']?\\s*$/',
    '=\\s*(.+)$/',
    'a robot file in quotes is not among the folders',
    'overrides',
  ),
  command(
    'folder',
    "if (!isOurs(folder.partial)) throw new Error('something that is no run is there');",
    '',
    'a folder of somebody is taken for one that a killed run left',
    'main',
  ),
  command('exit', 'guardStop: 3,', 'guardStop: 1,', 'a guard that acted looks like a failed measure', 'main'),
  command(
    'gains',
    'if (passive || gained === undefined) return [];',
    'if (!passive || gained === undefined) return [];',
    'runs that gain energy are passed over in silence',
    'gains',
  ),
];
