/** Mutations of the report room. */
import { breakerOf, type Mutation } from '../mutation.js';

const report = breakerOf('toolkit/src/report');

export const reportMutations: readonly Mutation[] = [
  report(
    'path',
    'TOP + SIDE / 2 - (p[up] - frame.middle[up]) * perMetre',
    'TOP + SIDE / 2 + (p[up] - frame.middle[up]) * perMetre',
    'the path is drawn upside down',
    'report',
  ),
  report('html', `replace(/[&<>"']/g`, `replace(/[&>"']/g`, 'a name can open an element', 'text'),
  report(
    'plots',
    'Float32Array.from(values, (x) => x / scale)',
    'Float32Array.from(values, (x) => x * scale)',
    'plots are scaled the wrong way',
    'report',
  ),
  report(
    'html',
    '/[<>&\\u2028\\u2029]/g',
    '/[>&\\u2028\\u2029]/g',
    'data can end the script element around it',
    'text',
  ),
  report(
    'report',
    "data.measures.filter((m) => m.verdict !== 'none')",
    'data.measures',
    'measures without a limit count as judged',
    'report',
  ),
];
