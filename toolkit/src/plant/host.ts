import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import type { Model } from '../model/index.js';
import type { RigidFields } from './fields.js';

/** Least J M⁻¹ Jᵀ, 1/kg, of a contact: the mass of one that cannot move is taken for its inverse. */
export const LEAST = 1e-9;

/** What contacts need of the program that they are part of. */
export interface Host {
  readonly p: ProgramBuilder;
  readonly model: Model;
  readonly fields: RigidFields;
  /** Velocity at the end of a semi-implicit step. */
  readonly next: Field;
  dot(a: readonly Node[], b: readonly Node[]): Node;
}
