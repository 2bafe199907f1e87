/** What elements remember of a step. */
import type { Node, ProgramBuilder } from '../graph/index.js';
import { max } from '../math/index.js';
import type { Memory } from '../mechanism/index.js';
import type { ControlFields } from './control-fields.js';
import type { Design } from './design.js';
import type { Law, Slots } from './law.js';
import { siteOf, surroundingsOf } from './watch.js';

/**
 * Stores what each is to remember at the next step, by the measured time since the last one, at most a tick: a step that
 * comes late counts no more, a clock that steps back nothing, one that is no number as a tick.
 */
export function rememberStep(
  program: ProgramBuilder,
  design: Design,
  slots: Pick<Slots<Node>, 'parameters' | 'memory'>,
  fields: ControlFields,
  law: Law<Node>,
): void {
  if (fields.memory.size === 0) return;
  const { graph: A } = program;
  const [period, tick] = [program.load(fields.period), program.load(fields.tick)];
  const elapsed = A.select(A.less(period, tick), max(A, A.constant(0), period), tick);
  const places = { site: (name: string) => siteOf(law.sites, name) };
  for (const { element, declaration, coordinate } of law.acting) {
    const own = fields.memory.get(element.name);
    if (own === undefined) continue;
    const { watches, remembers } = declaration;
    const keep = (next: Memory<Node>) => {
      for (const [name, field] of own) program.store(field, 0, next[name]);
    };
    const memory = slots.memory(element);
    const parameters = slots.parameters(element);
    if (watches !== undefined)
      keep(watches.next(A, parameters, surroundingsOf(A, design, element, places), memory, elapsed));
    if (remembers !== undefined) keep(remembers.next(A, coordinate.reading, parameters, memory, elapsed));
  }
}
