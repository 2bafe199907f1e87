import type { Repeat } from '../math/index.js';
import type { Node } from './graph.js';
import type { ProgramBuilder } from './program.js';

/** A {@link Repeat} as a loop of the program, over a scratch field of its own called `name`. */
export function programRepeat(program: ProgramBuilder, name: string): Repeat<Node> {
  let loops = 0;
  return (count, initial, body) => {
    const field = program.field({
      name: `${name}.${loops++}`,
      region: 'scratch',
      size: initial.length,
      unit: '',
      meaning: 'What a loop carries from pass to pass',
    });
    program.storeAll(field, initial);
    program.repeat(count, () => {
      program.storeAll(field, body(program.loadAll(field)));
      return undefined;
    });
    return program.loadAll(field);
  };
}
