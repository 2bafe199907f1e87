/** What laws and the servo put in, as reasons of the judgement of passivity. */
import type { Design } from '../design.js';
import { lawOf } from './laws.js';

export interface LawReason {
  readonly name: string;
  readonly text: string;
}

/** Laws that are not made of energies and dampers alone, and the servo, which follows whatever that takes. */
export function lawReasons({ laws = [], servo }: Pick<Design, 'laws' | 'servo'>): LawReason[] {
  const active = laws
    .filter(({ kind }) => lawOf(kind)?.acts === 'wrench' && lawOf(kind)?.passive !== true)
    .map(({ name, kind }) => ({ name, text: `the law ${name} (${kind}) puts energy in` }));
  return servo === undefined
    ? active
    : [...active, { name: 'servo', text: 'the servo follows its command, whatever that takes' }];
}
