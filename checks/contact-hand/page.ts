/** docs/blocked-hand.md: its table, and the numbers of its text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../folders.js';
import type { AtRest } from './at-rest.js';
import { type Line, tableOf } from './table.js';

export const pagePath = join(checkout, 'docs/blocked-hand.md');

/** Peaks on a hand of 100 N/m: of the virtual model and of position control at 5 Hz, N. */
export interface Soft {
  readonly model: number;
  readonly control: number;
}

/** What of these runs the page does not say. */
export function missingFrom(all: readonly Line[], rest: AtRest, soft: Soft): string[] {
  const page = readFileSync(pagePath, 'utf8');
  const told = [
    ...tableOf(all).trimEnd().split('\n'),
    `d = ${rest.springs.toFixed(2)} N`,
    `${all[0].held.toFixed(2)} N are held, ${Math.abs(100 * (all[0].held / rest.springs - 1)).toFixed(1)} % less`,
    `up to ${rest.band.toFixed(1)} N more or less`,
    `${soft.model.toFixed(1)} N against ${soft.control.toFixed(1)} N, ${(soft.control / soft.model).toFixed(1)} times`,
  ];
  const flowing = page.replaceAll(/\s+/g, ' ');
  return told.filter((text) => !flowing.includes(text.replaceAll(/\s+/g, ' ')));
}
