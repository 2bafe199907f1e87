/**
 * Whether there is a way at all, by a search of a grid of 10 mm: it shares nothing with the toolkit, and knows neither
 * forces nor the arm.
 */
import { distance, type Layout, type Place } from './layout.js';

const cell = 0.01;
/** What the arm may use of the plane, m. */
export const area = { u: [-0.24, 0.64], w: [-0.34, 0.34] } as const;
/** How far from every surface a way keeps, m. */
export const clearance = 0.03;

/** Whether the goal can be reached from the start by cells, side by side, whose middles keep the clearance. */
export function plannable({ goal, obstacles }: Layout): boolean {
  const [columns, rows] = [area.u, area.w].map(([low, high]) => Math.round((high - low) / cell) + 1);
  const place = (index: number): Place => [
    area.u[0] + cell * (index % columns),
    area.w[0] + cell * Math.floor(index / columns),
  ];
  const cellOf = ([u, w]: Place): number =>
    Math.round((w - area.w[0]) / cell) * columns + Math.round((u - area.u[0]) / cell);
  const free = (index: number): boolean =>
    obstacles.every((obstacle) => distance(obstacle, place(index)) > clearance);
  const target = cellOf(goal);
  const seen = new Set([cellOf([0, 0])]);
  const open = [...seen];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === target) return true;
    const column = at % columns;
    const beside = [
      ...(column > 0 ? [at - 1] : []),
      ...(column < columns - 1 ? [at + 1] : []),
      ...(at >= columns ? [at - columns] : []),
      ...(at < columns * (rows - 1) ? [at + columns] : []),
    ];
    for (const other of beside) {
      if (seen.has(other) || !free(other)) continue;
      seen.add(other);
      open.push(other);
    }
  }
  return false;
}
