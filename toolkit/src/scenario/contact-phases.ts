/** A scenario as each of its phases has it: the laws that are at work in it, and the numbers that it sets. */
import { type Design, lawNamed, type PhaseDesign } from '../control/index.js';
import type { Draft } from './draft.js';

export interface PhaseDraft {
  /** Undefined of a scenario without phases. */
  readonly phase: string | undefined;
  readonly draft: Draft;
  /** Numbers that it sets and that no loop is told with. */
  readonly left: readonly string[];
}

export function phaseDrafts(draft: Draft): readonly PhaseDraft[] {
  const { phases = [], ...design } = draft.design;
  if (phases.length === 0) return [{ phase: undefined, draft, left: [] }];
  const named = phases.some(({ laws }) => laws !== undefined);
  return phases.map((phase) => {
    const working = (design.laws ?? []).filter(
      ({ name, kind }) => !named || (phase.laws?.includes(name) ?? lawNamed(kind).acts === 'wrench'),
    );
    const { changed, left } = withValues({ ...design, laws: working }, phase);
    return { phase: phase.name, draft: { ...draft, design: changed }, left };
  });
}

/** The design with the numbers of a phase in place of its own. */
function withValues(design: Design, { set = {} }: PhaseDesign): { changed: Design; left: string[] } {
  const left: string[] = [];
  let changed = design;
  for (const [field, values] of Object.entries(set)) {
    const dot = field.indexOf('.');
    const [owner, parameter] = [field.slice(0, dot), field.slice(dot + 1)];
    const own = <T extends { readonly name: string }>(all: readonly T[], next: (one: T) => T): readonly T[] =>
      all.map((one) => (one.name === owner ? next(one) : one));
    const isOf = (all: readonly { readonly name: string }[] = []): boolean =>
      all.some(({ name }) => name === owner);
    const parameters = <T extends { readonly parameters: Design['elements'][number]['parameters'] }>(
      one: T,
    ): T => ({
      ...one,
      parameters: { ...one.parameters, [parameter]: values },
    });
    if (isOf(changed.elements)) changed = { ...changed, elements: own(changed.elements, parameters) };
    else if (isOf(design.laws)) changed = { ...changed, laws: own(changed.laws ?? [], parameters) };
    else if (isOf(changed.points) && (parameter === 'at' || parameter === 'attitude'))
      changed = { ...changed, points: own(changed.points, (point) => ({ ...point, [parameter]: values })) };
    else left.push(field);
  }
  return { changed, left };
}
