/** A result as JSON, indented, with a line break at its end. Numbers that are not finite stand as texts. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, (_, x) => (typeof x === 'number' && !Number.isFinite(x) ? String(x) : x), 2)}\n`;
}
