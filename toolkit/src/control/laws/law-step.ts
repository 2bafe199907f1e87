/** A law over one step: what it does, and what it is to remember. */
import type { Field, Node } from '../../graph/index.js';
import type { FieldReader } from '../slots.js';
import type { Numbers, Push } from './declaration.js';
import type { OwnLaw } from './law-fields.js';
import { givenNumbers } from './law-parameters.js';
import { type AtWork, lawView } from './law-view.js';

/** Fields, and what they are to hold. */
export type Store = readonly (readonly [Field, readonly Node[]])[];

/** What a law gives beside what it does. */
export interface Extra {
  readonly status?: Node;
  readonly observed?: Numbers<Node>;
  /** W, where the law says them. */
  readonly dissipated?: Node | undefined;
  readonly supplied?: Node | undefined;
  /** Of a wrench with torques (6 + nv), the parts that do so. */
  readonly active?: readonly Node[];
  readonly damping?: readonly Node[];
}

export interface LawStep {
  /**
   * A wrench (6) with torques (nv), a motion (12: move, turn, velocity, spin) or rates of the joints (nv); zeros until the
   * law's sensor is ready.
   */
  readonly act: readonly Node[];
  readonly next: Store;
  readonly extra: Extra;
}

/** The step of a law; `begins`: 1 where it starts from its initial memory, `given`: the fields of its parameters. */
export function lawStep(
  own: OwnLaw,
  begins: Node,
  read: FieldReader,
  work: AtWork,
  given: ReadonlyMap<string, Field> | undefined,
): LawStep {
  const { graph: A } = work.program;
  const { design, declaration } = own;
  const places = new Map<readonly Node[], Field>();
  const numbersOf = (fields: ReadonlyMap<string, Field>): Record<string, readonly Node[]> => {
    const numbers: Record<string, readonly Node[]> = {};
    for (const [name, field] of fields) {
      numbers[name] = read.all(field);
      places.set(numbers[name], field);
    }
    return numbers;
  };
  const view = lawView(own, begins, work, places);
  const parameters = numbersOf(given ?? new Map());
  const memory: Record<string, readonly Node[]> = {};
  for (const [name, field] of own.memory)
    memory[name] = read.all(field).map((x) => A.select(begins, A.constant(initialOf(field)), x));
  const derived = numbersOf(own.derived);
  const done = declaration.law(A, view, parameters, memory, derived, givenNumbers(design, declaration));
  const ready = view.sensor?.ready;
  const rests = (x: Node): Node => (ready === undefined ? x : A.select(ready, x, A.constant(0)));
  const next = [...own.memory].map(([name, field]) => {
    const values = (done.memory as Numbers<Node>)[name];
    if (values === undefined) throw new Error(`control: ${declaration.kind} forgets ${name}`);
    return [
      field,
      ready === undefined ? values : values.map((x, i) => A.select(ready, x, memory[name][i])),
    ] as const;
  });
  const { status, observed } = done;
  const extra: Extra = {
    ...(status === undefined ? {} : { status }),
    ...(observed === undefined ? {} : { observed }),
  };
  if ('wrench' in done) {
    const { force, torque } = done.wrench;
    const still = work.v.map(() => A.constant(0));
    const flat = (push: Push<Node>) =>
      [...push.force, ...push.torque, ...(push.torques ?? still)].map((x) => rests(x));
    const act = flat({ force, torque, ...(done.torques === undefined ? {} : { torques: done.torques }) });
    const { dissipated, supplied, active, damping } = done;
    return {
      act,
      next,
      extra: {
        ...extra,
        dissipated: dissipated && rests(dissipated),
        supplied: supplied && rests(supplied),
        active: active === undefined ? act : flat(active),
        damping: damping === undefined ? act.map(() => A.constant(0)) : flat(damping),
      },
    };
  }
  if ('motion' in done) {
    const { move, turn, velocity, spin } = done.motion;
    return { act: [...move, ...turn, ...velocity, ...spin].map(rests), next, extra };
  }
  return { act: done.joints.velocity.map(rests), next, extra };
}

/** What an entry of memory starts from. */
export function initialOf({ initial }: Field): number {
  return typeof initial === 'number' ? initial : 0;
}
