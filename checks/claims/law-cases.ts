/** Faults of compliant control that users of other software have reported, each with others of its kind. */
import type { LawCase } from '../cases/law-case.js';
import { lawCases } from '../cases/laws.js';
import type { Claim, Row } from '../claim.js';

const measured = ({ id, name, reported, others, share = 1 }: LawCase, count: number): Row[] => {
  const rows = reported().map(
    ({ what, got, right, pass }): Row => ({ what: `  ${what}`, value: got, limit: right, pass }),
  );
  const tried = Math.max(1, Math.round(count * share));
  let wrong: string | undefined;
  try {
    others(tried, 1971);
  } catch (error) {
    wrong = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
  }
  const all: Row = {
    what: `${id} ${name}`,
    value: wrong ?? `${tried} others`,
    limit: 'the right answer each time',
    pass: wrong === undefined,
  };
  return [all, ...rows];
};

export const lawCaseClaims: readonly Claim[] = [
  {
    topic: 'contact',
    id: 'cases of compliance: reported faults and others of their kind',
    // Some of each are tried by cases/law-cases.test.ts.
    verifyOnly: true,
    measure: () => lawCases.flatMap((one) => measured(one, 200)),
  },
];
