/** What laws store, at a pose and with the parameters that are asked about. */
import type { Field, Node, ProgramBuilder } from '../../graph/index.js';
import type { Design } from '../design.js';
import type { Store } from '../flows.js';
import type { Law } from '../law.js';
import { FieldReader } from '../slots.js';
import { siteOf } from '../watch.js';
import type { LawFields, OwnLaw } from './law-fields.js';
import { givenNumbers } from './law-parameters.js';
import { initialOf } from './law-step.js';
import { lawNamed } from './laws.js';

/** Slots of parameters by law and name: those in force, or others. */
type LawParameters = ReadonlyMap<string, ReadonlyMap<string, Field>>;

/** Names of the laws that may store energy, ordered as they are in a program. */
export function lawStores({ laws = [] }: Pick<Design, 'laws'>): string[] {
  return laws
    .filter(({ kind }) => lawNamed(kind).energy !== undefined)
    .map(({ name }) => name)
    .sort();
}

/** What a law stores as if all of it acted, J; undefined of one that stores nothing. */
export function lawEnergy(
  program: ProgramBuilder,
  own: OwnLaw,
  { sites }: Pick<Law<Node>, 'sites'>,
  given: LawParameters | undefined,
): Node | undefined {
  const { design, declaration } = own;
  if (declaration.energy === undefined) return undefined;
  const { graph: A } = program;
  const read = new FieldReader(program);
  const begins = A.not(program.load(own.active));
  const centre = siteOf(sites, design.at as string);
  const axesSite = design.axes === undefined ? centre : siteOf(sites, design.axes);
  const target = design.target === undefined ? undefined : siteOf(sites, design.target);
  const parameters: Record<string, readonly Node[]> = {};
  for (const [name, field] of given?.get(design.name) ?? []) parameters[name] = read.all(field);
  const memory: Record<string, readonly Node[]> = {};
  for (const [name, field] of own.memory)
    memory[name] = read.all(field).map((x) => A.select(begins, A.constant(initialOf(field)), x));
  const view = { centre, target, axes: axesSite.rotation, axesSite, begins };
  return declaration.energy(A, view, parameters, memory, givenNumbers(design, declaration));
}

/** What laws store by the shares of them that act as of the last step. */
export function lawEnergies(
  program: ProgramBuilder,
  laws: LawFields | undefined,
  law: Pick<Law<Node>, 'sites'>,
  given: LawParameters | undefined,
): Store<Node>[] {
  const { graph: A } = program;
  return (laws?.laws ?? []).flatMap((own) => {
    const energy = lawEnergy(program, own, law, given);
    if (energy === undefined) return [];
    const shared = own.share === undefined ? energy : A.mul(program.load(own.share), energy);
    return [{ name: own.design.name, energy: shared }];
  });
}
