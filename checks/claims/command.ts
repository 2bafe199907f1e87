/** The command, as a process: bad input, and what the flagship example says. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { badInputs, faultsOf } from '../bad-input.js';
import { atLeast, type Claim, exactly, type Row } from '../claim.js';
import { node } from '../fresh.js';

function badInput(): Row[] {
  const wrong = badInputs.flatMap((input) => {
    const faults = faultsOf(input);
    return faults.length === 0 ? [] : [`${input.title}: ${faults.join('; ')}`];
  });
  return [
    atLeast('bad files', badInputs.length, 30),
    exactly(
      'that get exit 2 and a problem with its place, and leave nothing behind',
      badInputs.length - wrong.length,
      badInputs.length,
    ),
    ...wrong.map((what): Row => ({ what, value: 'wrong', limit: 'right', pass: false })),
  ];
}

interface Measure {
  readonly name: string;
  readonly verdict: string;
}

/** What `npm start` runs. */
function flagship(): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-flagship-'));
  try {
    const out = join(folder, 'run');
    const { status } = node('command/bin/pliant.js', ['run', 'examples/reach.yaml', '--out', out]);
    const { measures } = JSON.parse(readFileSync(join(out, 'measures.json'), 'utf8')) as {
      measures: readonly Measure[];
    };
    const judged = measures.filter(({ verdict }) => verdict !== 'none');
    return [
      exactly('ends with', status ?? -1, 0),
      atLeast('measures with a limit', judged.length, 1),
      exactly('of them hold', judged.filter(({ verdict }) => verdict === 'pass').length, judged.length),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Verdict {
  readonly file: string;
  readonly why: string;
  readonly caught: boolean;
}

function mutants(): Row[] {
  const { stdout, stderr } = node('checks/dist/mutants.js', ['--json']);
  if (!stdout.startsWith('[')) throw new Error(`mutants: ${stderr.slice(-2000)}`);
  const verdicts = JSON.parse(stdout) as readonly Verdict[];
  const survivors = verdicts.filter(({ caught }) => !caught);
  return [
    atLeast('mutations', verdicts.length, 30),
    exactly('survivors', survivors.length, 0),
    ...survivors.map(
      ({ file, why }): Row => ({ what: `${file}: ${why}`, value: 'survived', limit: 'caught', pass: false }),
    ),
  ];
}

export const commandClaims: readonly Claim[] = [
  { topic: 'spine', id: 'command: bad input', verifyOnly: true, measure: badInput },
  { topic: 'spine', id: 'command: examples/reach.yaml', verifyOnly: true, measure: flagship },
  { topic: 'spine', id: 'mutants', verifyOnly: true, measure: mutants },
];
