/** What the controller of a scenario holds before anything has moved. */
import { type StartEnergy, startEnergy } from '../control/index.js';
import { formatQuantity } from '../math/index.js';
import type { Draft } from './draft.js';

export interface StartTold extends StartEnergy {
  /** The same in a line. */
  readonly text: string;
}

/** Elements by the names that the scenario has; undefined where none holds energy. */
export function startTold({ design, start, tool, rigid, origin }: Draft): StartTold | undefined {
  const rotorInertia = rigid.joints?.rotorInertia;
  const found = startEnergy(design, { q: start, point: tool, ...(rotorInertia && { rotorInertia }) });
  const sums = new Map<string, number>();
  for (const { element, energy } of found.held) {
    const name = origin.get(element) ?? element;
    sums.set(name, (sums.get(name) ?? 0) + energy);
  }
  if (sums.size === 0) return undefined;
  const held = [...sums]
    .map(([element, energy]) => ({ element, energy }))
    .sort((a, b) => b.energy - a.energy);
  const parts = held.map(({ element, energy }) => `${element} ${formatQuantity(energy, 'J', 4)}`);
  const most =
    found.speed === undefined ? '' : `, enough for ${formatQuantity(found.speed, 'm/s', 3)} at the tool`;
  const where = parts.length > 1 ? `(${parts.join(', ')})` : `in ${held[0].element}`;
  const text = `at the start the controller holds ${formatQuantity(found.energy, 'J', 4)} ${where}${most}`;
  return { ...found, held, text };
}
