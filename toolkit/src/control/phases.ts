/**
 * Phases: which values are wanted, and what follows when. The end of a phase is judged with the law of a step, and the
 * next phase begins with the step after it.
 */
import type { Node, ProgramBuilder } from '../graph/index.js';
import { norm3, sub3 } from '../math/index.js';
import { inner } from '../mechanism/index.js';
import type { ControlFields, LiveFields, PhaseFields } from './control-fields.js';
import type { PhaseDesign, PhaseEnd } from './design.js';
import type { Law } from './law.js';

/** An end by a bound of something that is measured. */
type MeasuredEnd = Exclude<PhaseEnd, { readonly after: number } | { readonly law: string }>;

/** Index of the phase that follows; undefined where none does. */
export function nextPhase(phases: readonly PhaseDesign[], index: number): number | undefined {
  const { next } = phases[index];
  const at = next === undefined ? index + 1 : phases.findIndex(({ name }) => name === next);
  return at >= 0 && at < phases.length ? at : undefined;
}

/** When the present phase began; the first begins with the first step. */
export function phaseBegan(
  program: ProgramBuilder,
  fields: ControlFields,
  { since, started }: PhaseFields,
): Node {
  return program.graph.select(program.load(started), program.load(since), program.load(fields.time));
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
  const began = phaseBegan(program, fields, state);
  const never = A.constant(0);
  let met = never;
  let hold: Node = never;
  let next: Node = index;
  phases.forEach(({ until }, i) => {
    const follows = nextPhase(phases, i);
    if (until === undefined || follows === undefined) return;
    const here = A.equal(index, A.constant(i));
    const { after, bound, hold: holding } = state.slots[i];
    const since = A.sub(now, began);
    let ended = never;
    if (after !== undefined) ended = A.lessEqual(program.load(after), since);
    else if ('law' in until) ended = lawIs(program, fields, until);
    else if (bound !== undefined && !('after' in until)) {
      const value = measureOf(program, fields, law, until);
      const limit = program.load(bound);
      ended = until.below === undefined ? A.less(limit, value) : A.less(value, limit);
    }
    met = A.select(here, ended, met);
    if (holding !== undefined) hold = A.select(here, program.load(holding), hold);
    next = A.select(here, A.constant(follows), next);
  });
  const before = program.load(state.met);
  const kept = A.select(program.load(state.holds), before, time);
  const over = A.and(met, A.lessEqual(hold, A.sub(now, kept)));
  program.store(state.started, 0, A.constant(1));
  program.if(
    over,
    () => {
      program.store(state.index, 0, next);
      program.store(state.since, 0, time);
      program.store(state.holds, 0, A.constant(0));
      for (const { from, inForce } of live.entries)
        if (from !== undefined) program.storeAll(from, program.loadAll(inForce));
    },
    () => {
      program.store(state.since, 0, began);
      program.store(state.met, 0, kept);
      program.store(state.holds, 0, A.select(met, A.constant(1), A.constant(0)));
    },
  );
}

/** Distance of two points, norm of what an element measures, value of a coordinate, speed of a point. */
function measureOf(program: ProgramBuilder, fields: ControlFields, law: Law<Node>, until: MeasuredEnd): Node {
  const { graph: A } = program;
  if ('sensor' in until) {
    const { wrench } = found(fields.laws?.sensors.get(until.sensor), 'sensor', until.sensor);
    const [x, y, z] = program.loadAll(wrench);
    return norm3(A, [x, y, z]);
  }
  const site = (name: string) => found(law.sites.get(name), 'point', name);
  if ('coordinate' in until)
    return found(law.coordinates.get(until.coordinate), 'coordinate', until.coordinate).reading.value[0];
  if ('speed' in until) return norm3(A, site(until.speed).velocity);
  if ('norm' in until) {
    const acting = law.acting.find(({ element }) => element.name === until.norm);
    const { value } = found(acting, 'element', until.norm).coordinate.reading;
    return A.sqrt(inner(A, value, value));
  }
  return norm3(A, sub3(A, site(until.to).position, site(until.from).position));
}

/** Whether the status of a law is the one that is waited for. */
function lawIs(
  program: ProgramBuilder,
  fields: ControlFields,
  until: Extract<PhaseEnd, { law: string }>,
): Node {
  const own = fields.laws?.laws.find(({ design }) => design.name === until.law);
  const { declaration, status } = found(own, 'law', until.law);
  const index = declaration.statuses?.indexOf(until.is) ?? -1;
  const field = found(status, 'status of the law', until.law);
  return program.graph.equal(program.load(field), program.graph.constant(index));
}

function found<T>(thing: T | undefined, what: string, name: string): T {
  if (thing === undefined)
    throw new Error(`control: a phase ends by the ${what} ${name}, which is not there`);
  return thing;
}
