/** The energy tank, as a scenario writes it. */
import { bills } from '../control/index.js';
import { keys, list, quantity, required, withDefault } from './schema.js';
import { words } from './words.js';

export const tankSchema = keys({
  start: required(quantity('J', { least: 0 }), 'What it holds at the start'),
  most: required(quantity('J', { above: 0 }), 'What it holds at most; more is lost'),
  pays: withDefault(
    list(
      words(bills, {
        changes:
          'Parameters that change, by events or phases, the first step’s among them, and laws that a phase brings in',
        sources:
          'Elements and laws of forces, as far as they put energy in; they are scaled together by what it affords',
        motions: 'Points that move by themselves, and references: they go on as fast as it affords',
      }),
      1,
      bills.length,
    ),
    bills,
    'What it pays for',
  ),
});
