/** Hints at the name that may have been meant. */
import { nearest } from '../../problem/index.js';

/** Names that one unknown name is compared with. */
const mostCompared = 1000;

export function nearestOf(name: string, known: readonly string[]): { readonly hint?: string } {
  if (known.length > mostCompared || name.length > 200) return {};
  const near = nearest(name, known);
  return near === undefined ? {} : { hint: `did you mean "${near}"?` };
}
