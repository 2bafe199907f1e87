/**
 * Phases: which values are wanted, and what follows when. The end of a phase is judged with the law of a step, and the
 * next phase begins with the step after it.
 */
import type { Node, ProgramBuilder } from '../graph/index.js';
import { norm3, sub3 } from '../math/index.js';
import { inner } from '../mechanism/index.js';
import type { ControlFields, LiveFields } from './control-fields.js';
import type { PhaseDesign } from './design.js';
import type { Law } from './law.js';

/** Index of the phase that follows; undefined where none does. */
export function nextPhase(phases: readonly PhaseDesign[], index: number): number | undefined {
  const { next } = phases[index];
  const at = next === undefined ? index + 1 : phases.findIndex(({ name }) => name === next);
  return at >= 0 && at < phases.length ? at : undefined;
}

/** Judges the present phase under the law of this step, which is in force. */
export function phaseStep(
  program: ProgramBuilder,
  phases: readonly PhaseDesign[],
  fields: ControlFields,
  live: LiveFields,
  law: Law<Node>,
): void {
  const state = live.phases;
  if (state === undefined) return;
  const { graph: A } = program;
  const index = program.load(state.index);
  const time = program.load(fields.time);
  // Times are rounded to the nearest step.
  const now = A.add(time, A.mul(A.constant(0.5), program.load(fields.tick)));
  const never = A.constant(0);
  let met = never;
  let hold: Node = never;
  let next: Node = index;
  phases.forEach(({ until }, i) => {
    const follows = nextPhase(phases, i);
    if (until === undefined || follows === undefined) return;
    const here = A.equal(index, A.constant(i));
    const { after, bound, hold: kept } = state.slots[i];
    const since = A.sub(now, program.load(state.since));
    let ended = never;
    if (after !== undefined) ended = A.lessEqual(program.load(after), since);
    else if (bound !== undefined && !('after' in until)) {
      const value = measureOf(A, law, until);
      const limit = program.load(bound);
      ended = until.below === undefined ? A.less(limit, value) : A.less(value, limit);
    }
    met = A.select(here, ended, met);
    if (kept !== undefined) hold = A.select(here, program.load(kept), hold);
    next = A.select(here, A.constant(follows), next);
  });
  const before = program.load(state.met);
  const began = A.select(A.less(before, A.constant(0)), time, before);
  const over = A.and(met, A.lessEqual(hold, A.sub(now, began)));
  program.if(
    over,
    () => {
      program.store(state.index, 0, next);
      program.store(state.since, 0, time);
      program.store(state.met, 0, A.constant(-1));
      for (const { from, inForce } of live.entries)
        if (from !== undefined) program.storeAll(from, program.loadAll(inForce));
    },
    () => program.store(state.met, 0, A.select(met, began, A.constant(-1))),
  );
}

/** Distance of two points, or norm of what an element measures. */
function measureOf(
  A: ProgramBuilder['graph'],
  law: Law<Node>,
  until: { readonly norm: string } | { readonly from: string; readonly to: string },
): Node {
  if ('norm' in until) {
    const acting = law.acting.find(({ element }) => element.name === until.norm);
    if (acting === undefined) throw new Error(`control: there is no element ${until.norm}`);
    const { value } = acting.coordinate.reading;
    return A.sqrt(inner(A, value, value));
  }
  const [from, to] = [until.from, until.to].map((name) => law.sites.get(name)?.position);
  if (from === undefined || to === undefined) throw new Error('control: a phase ends at no point');
  return norm3(A, sub3(A, to, from));
}
