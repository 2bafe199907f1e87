/** Which state of the project is measured. */
import { execFileSync } from 'node:child_process';
import { checkout } from './folders.js';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();

/** The commit, and whether the files are its own, so that what was measured may be kept for it. */
export function commitOf(): { readonly name: string; readonly clean: boolean } {
  const clean = git('status', '--porcelain') === '';
  return { name: `${git('rev-parse', '--short=10', 'HEAD')}${clean ? '' : ' and changes'}`, clean };
}
