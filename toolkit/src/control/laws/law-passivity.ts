/** What laws and the servo put in, as reasons of the judgement of passivity. */
import type { Design } from '../design.js';
import { givenNumbers } from './law-parameters.js';
import { lawOf } from './laws.js';

export interface LawReason {
  readonly name: string;
  readonly text: string;
}

/** Laws that are not made of energies and dampers alone, and the servo, which follows whatever that takes. */
export function lawReasons({ laws = [], servo }: Pick<Design, 'laws' | 'servo'>): LawReason[] {
  const active = laws
    .filter((law) => {
      const declaration = lawOf(law.kind);
      if (declaration?.acts !== 'wrench') return false;
      const { passive } = declaration;
      return typeof passive === 'function' ? !passive(givenNumbers(law, declaration)) : passive !== true;
    })
    .map(({ name, kind }) => ({ name, text: `the law ${name} (${kind}) puts energy in` }));
  return servo === undefined
    ? active
    : [...active, { name: 'servo', text: 'the servo follows its command, whatever that takes' }];
}
