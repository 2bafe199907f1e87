/** A design as a program: `prepare`, `step`, `observe`. */
import { type Program, ProgramBuilder } from '../graph/index.js';
import { memoryOf } from '../mechanism/index.js';
import { wholeDesign } from './bodies.js';
import type { Design } from './design.js';
import { declarationOf } from './element.js';
import { declareFields, type ProgramOptions } from './fields.js';
import { ordered } from './law.js';
import { hasLaws } from './laws/law-fields.js';
import { prepareLaws } from './laws/prepare-laws.js';
import { memories } from './limit-fields.js';
import { inverseLimit } from './limits.js';
import { controlManual } from './manual.js';
import { observeProcedure } from './observe.js';
import { settleProcedures } from './settle.js';
import { FieldReader, preparePoints } from './slots.js';
import { stepProcedure } from './step.js';

/**
 * The control program of a design that {@link designProblems} finds nothing wrong with.
 *
 * Fields: see port.ts for those of every kernel. Parameters: `tick`, `gravity`, `<point>.at`, `<point>.attitude`,
 * `<element>.<parameter>`, `limits.…`, `guards.…`. Outputs: `torque`, `fault` (an index into {@link faults}), and for
 * the energy ledger `asked` (torques before any limit; where there are limits) and `power` (W, one entry a flow).
 * Observed: `<point>.position`, `<element>.extension`, `<element>.force` and so on, and `stored` (J). Virtual bodies:
 * state `bodies.q`, `bodies.v`, which a step moves by the measured time since the one before it (see body-step.ts), or
 * outputs `bodies.rate.q`, `bodies.rate.v` where another moves them (`continuous`).
 *
 * A tank or phases: state `inforce.<parameter>` is what the law reads, `changes` what changed parameters put in (J), `tank.…` and
 * `phase`; procedures `price` and `settle`, which a step calls (see settle.ts, tank.ts, phases.ts).
 *
 * A step: what is in force is brought to what is wanted → virtual bodies move on → readings → forces → sums at the points, each capped → one sweep to the joints → gravity → one factor
 * for all torques → rate limit → torque limits. While the joint state is lost the torque is 0; while the law's torque
 * is no number the design's reaction acts instead, within the same limits, the flows are 0 and virtual bodies stand still.
 */
export function controlProgram(design: Design, options: ProgramOptions = {}): Program {
  const sorted = ordered(design);
  const program = new ProgramBuilder(design.name);
  program.manual = controlManual(design);
  const fields = declareFields(program, sorted, options);
  program.procedure('prepare', () => {
    const read = new FieldReader(program);
    preparePoints(program, wholeDesign(sorted), fields, read);
    prepareLaws(program, fields, read);
    const { torque, inverse } = fields.limits;
    if (torque === undefined || inverse === undefined) return;
    program.storeAll(
      inverse,
      read.all(torque).map((most) => inverseLimit(program.graph, most)),
    );
  });
  settleProcedures(program, sorted, fields);
  stepProcedure(program, sorted, fields, options);
  const { observe = () => true } = options;
  if (observe === false) program.procedure('observe', () => {});
  else observeProcedure(program, sorted, fields, observe);
  return program.finish();
}

/**
 * The parts of the design that make a step carry something to the next; empty: the torque depends on the present
 * alone.
 */
export function controlMemory(design: Design): string[] {
  const elements = design.elements
    .filter((element) => memoryOf(declarationOf(element)).length > 0)
    .map(({ name }) => `elements.${name}`);
  const parts = memories.flatMap(([part, declare]) =>
    Object.keys(declare(new ProgramBuilder(design.name), design)).length > 0 ? [part] : [],
  );
  return [...elements, ...(hasLaws(design) ? ['laws'] : []), ...parts];
}
