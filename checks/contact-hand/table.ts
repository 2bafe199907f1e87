/** The table of docs/blocked-hand.md: `node checks/dist/contact-hand/print-table.js` prints it. */
import { type Blocked, blocked, type Example, freeError } from './runs.js';

export interface Case {
  readonly called: string;
  readonly example: Example;
  readonly overrides: readonly string[];
}

export const cases: readonly Case[] = [
  { called: 'virtual model, damped at 0.7', example: 'blocked-hand', overrides: [] },
  {
    called: 'virtual model, the paper’s 1.5 N s/m',
    example: 'blocked-hand',
    overrides: ['control.elements.brake.damping=1.5'],
  },
  { called: 'position control, 5 Hz', example: 'blocked-hand-baseline', overrides: [] },
  { called: 'position control, 10 Hz', example: 'blocked-hand-baseline-10hz', overrides: [] },
];

export interface Line extends Blocked {
  readonly called: string;
  /** Root mean square in free space, m. */
  readonly error: number;
  /** Against the first line: of the peaks, of what is held, and how many times less the error is. */
  readonly ratios: { readonly peak: number; readonly held: number; readonly error: number };
}

/** Runs of cases, compared with the first of them. */
export function lines(chosen = cases): Line[] {
  const measured = chosen.map(({ called, example, overrides }) => ({
    called,
    ...blocked(example, overrides),
    error: freeError(example, overrides),
  }));
  const [first] = measured;
  return measured.map((line) => ({
    ...line,
    ratios: {
      peak: line.peak / first.peak,
      held: line.held / first.held,
      error: first.error / line.error,
    },
  }));
}

export function tableOf(all: readonly Line[]): string {
  return [
    '| | peak, N | held after 2 s, N | error in free space (RMS), mm | peak, times | held, times | error, times less |',
    '|---|---|---|---|---|---|---|',
    ...all.map(({ called, peak, held, error, ratios }) => {
      const cells = [peak.toFixed(2), held.toFixed(2), (1000 * error).toFixed(2)];
      const times = [ratios.peak, ratios.held, ratios.error].map((x) => x.toFixed(1));
      return `| ${[called, ...cells, ...times].join(' | ')} |`;
    }),
    '',
  ].join('\n');
}
