/** Choices by chance, from numbers in [0, 1). */
export type Chance = () => number;

/** A whole number in 0 … count − 1. */
export function below(next: Chance, count: number): number {
  return Math.floor(next() * count);
}

export function pick<T>(next: Chance, list: readonly T[]): T {
  return list[below(next, list.length)];
}

/** One of the entries, each as likely as its weight. */
export function pickWeighted<T>(next: Chance, list: readonly T[], weight: (entry: T) => number): T {
  const total = list.reduce((sum, entry) => sum + weight(entry), 0);
  let left = next() * total;
  for (const entry of list) {
    left -= weight(entry);
    if (left < 0) return entry;
  }
  return list[list.length - 1];
}

/** Two places of a text or list of `length`, in order, mostly near each other. */
export function span(next: Chance, length: number): [number, number] {
  const from = below(next, length);
  const most = next() < 0.8 ? 32 : length;
  return [from, Math.min(length, from + 1 + below(next, most))];
}
