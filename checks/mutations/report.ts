/** Mutations of the report room. */
import { breakerOf, type Mutation } from '../mutation.js';

const report = breakerOf('toolkit/src/report');

export const reportMutations: readonly Mutation[] = [
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
  report('ledger', 'sign: -1', 'sign: 1', 'the balance adds what was taken out', 'report'),
  report(
    'torques',
    '(100 * x) / limit',
    '(100 * x) * limit',
    'a torque counts as a share of the wrong thing',
    'report',
  ),
  report('scene', 'RIGHT: Point = [0.819', 'RIGHT: Point = [-0.819', 'the arm stands in a mirror', 'report'),
  report(
    'plots',
    'a.every((x, i) => x === b[i])',
    'a.every((x, i) => x === b[0])',
    'channels of equal times get plots of their own',
    'report',
  ),
  report('torques', '(100 * x) / limit', 'x / limit', 'shares are not in percent', 'report'),
  report(
    'torques',
    'Number.isFinite(limit) && limit > 0 ? limit : undefined',
    'limit > 0 ? limit : undefined',
    'joints without limit show one',
    'report',
  ),
  report(
    'ledger',
    'x + held.values[i]',
    'x - held.values[i]',
    'compensation weighs as much as the arm',
    'report',
  ),
  report(
    'sha256',
    '(bytes.length << 3) >>> 0',
    '(bytes.length << 2) >>> 0',
    'the length of a text in half bytes',
    'text',
  ),
  report(
    'player',
    'Math.round((k * (count - 1)) / (shown - 1))',
    'Math.round((k * (count - 1)) / shown)',
    'the motion ends before the run',
    'report',
  ),
  report(
    'path',
    'y: TOP + SIDE / 2 - (p[up] - middle[up]) * perMetre',
    'y: TOP + SIDE / 2 + (p[up] - middle[up]) * perMetre',
    'the path is drawn upside down',
    'report',
  ),
  report('base64', '((b & 15) << 2)', '((b & 7) << 2)', 'a bit of base64', 'text'),
  report(
    'outline',
    '(b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)',
    '(b.x - a.x) * (c.y - a.y) + (b.y - a.y) * (c.x - a.x)',
    'outlines that cut corners',
    'outline',
  ),
  report(
    'ledger',
    "separates === undefined ? '' :",
    "separates !== undefined ? '' :",
    'a residual without what would separate the error in it',
    'report',
  ),
];
