/** One-line mutations over all rooms, each with the tests that must notice it. */
import { modelMutations } from './mutations-model.js';
import { plantMutations } from './mutations-plant.js';

export interface Mutation {
  readonly file: string;
  /** Text that stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** What is broken, in words. */
  readonly why: string;
  /** Test files or folders that must fail. */
  readonly tests: readonly string[];
}

export const mutations: readonly Mutation[] = [...modelMutations, ...plantMutations];
