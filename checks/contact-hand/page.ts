/** docs/blocked-hand.md: its table, and the numbers of its text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../folders.js';
import type { AtRest } from './at-rest.js';
import { type Line, tableOf } from './table.js';

export const page = (): string => readFileSync(join(checkout, 'docs/blocked-hand.md'), 'utf8');

/** Peaks on a hand of 100 N/m: of the virtual model and of position control at 5 Hz, N. */
export interface Soft {
  readonly model: number;
  readonly control: number;
}

/** Which of these texts are not on the page, but for how its lines are broken. */
export function missingFrom(page: string, told: readonly string[]): string[] {
  const flowing = (text: string): string => text.replaceAll(/\s+/g, ' ');
  return told.filter((text) => !flowing(page).includes(flowing(text)));
}

/** The lines of the table. */
export const toldOfLines = (all: readonly Line[]): string[] => tableOf(all).trimEnd().split('\n');

/** The numbers of the text. */
export function toldBesides({ held }: Line, { springs, band }: AtRest, { model, control }: Soft): string[] {
  return [
    `d = ${springs.toFixed(2)} N`,
    `${held.toFixed(2)} N are held, ${Math.abs(100 * (held / springs - 1)).toFixed(1)} % less`,
    `up to ${band.toFixed(1)} N more or less`,
    `${model.toFixed(1)} N against ${control.toFixed(1)} N, ${(control / model).toFixed(1)} times`,
  ];
}
