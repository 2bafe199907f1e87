/** `prepare`: what follows from the numbers of sensors and laws alone. */
import type { Field, Node, ProgramBuilder } from '../../graph/index.js';
import type { ControlFields } from '../control-fields.js';
import type { FieldReader } from '../slots.js';
import type { GivenNumbers } from './declaration.js';
import { givenNumbers } from './law-parameters.js';

/** The share of a new value that a one-pole low-pass takes in a tick: 1 − exp(−2π f T). */
export function lowPassShare(A: ProgramBuilder['graph'], cutoff: Node, tick: Node): Node {
  return A.sub(A.constant(1), A.exp(A.neg(A.mul(A.constant(2 * 3.141592653589793), A.mul(cutoff, tick)))));
}

export function prepareLaws(program: ProgramBuilder, fields: ControlFields, read: FieldReader): void {
  const { laws } = fields;
  if (laws === undefined) return;
  const slow = (cutoff: Field | undefined, gain: Field | undefined): void => {
    if (cutoff === undefined || gain === undefined) return;
    program.store(gain, 0, lowPassShare(program.graph, read.all(cutoff)[0], read.all(fields.tick)[0]));
  };
  for (const { cutoff, gain } of laws.sensors.values()) slow(cutoff, gain);
  if (laws.velocity !== undefined) slow(laws.velocity.cutoff, laws.velocity.gain);
  for (const { design, declaration, derived } of laws.laws) {
    const { derive } = declaration;
    if (derive === undefined) continue;
    const baked: GivenNumbers = givenNumbers(design, declaration);
    derive(program, {
      tick: fields.tick,
      parameters: fields.lawParameters?.get(design.name) ?? new Map(),
      derived,
      baked,
      name: (part) => `${design.name}.scratch.${part}`,
      scratch: (name, size) =>
        program.field({ name: `${design.name}.scratch.${name}`, region: 'scratch', size, unit: '' }),
    });
  }
}
