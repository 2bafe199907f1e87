/** What the law asks for in a step, the limits of what goes out, and what they take. */
import type { Node, ProgramBuilder } from '../graph/index.js';
import type { ControlFields } from './control-fields.js';
import { clampToLimits, limitRate, scaleToLimits } from './limits.js';
import { FieldReader } from './slots.js';

/**
 * What the joints are to do before their own limits: `wanted` with the forces capped at the points, `excess` what
 * the caps took away, where one does (`capped`); `friction` is the part of it that makes up for friction.
 */
export interface Torques {
  readonly wanted: readonly Node[];
  readonly capped: Node;
  readonly excess: readonly Node[] | undefined;
  readonly friction: readonly Node[] | undefined;
}

/**
 * One factor for all joints, the rate limit, and last the torque limit of each joint, which is harder than both:
 * a limit that is lowered counts at once, however far the command has to go.
 */
export function limitedCommand(
  program: ProgramBuilder,
  { limits, tick, period }: ControlFields,
  torques: readonly Node[],
  gravity: readonly Node[],
): readonly Node[] {
  const { graph: A } = program;
  const read = new FieldReader(program);
  const { torque, inverse, rate, start, last, started } = limits;
  const sized = inverse === undefined ? torques : scaleToLimits(A, torques, read.all(inverse));
  const held = (command: readonly Node[]) =>
    torque === undefined ? command : clampToLimits(A, command, read.all(torque));
  if (rate === undefined || last === undefined || started === undefined) return held(sized);
  // A late tick earns no more than a nominal one, a clock that steps back nothing; NaN counts as nominal.
  const [nominal] = read.all(tick);
  const [measured] = read.all(period);
  const zero = A.constant(0);
  const early = A.less(measured, nominal);
  const elapsed = A.select(early, A.select(A.less(measured, zero), zero, measured), nominal);
  const change = read.all(rate).map((r) => A.mul(r, elapsed));
  const first = start === undefined ? gravity : read.all(start);
  const [running] = read.all(started);
  const before = read.all(last).map((command, i) => A.select(running, command, first[i]));
  return held(limitRate(A, sized, before, change));
}

/** Keeps the command as the rate limit of the next step has to know it. */
export function rememberCommand(
  program: ProgramBuilder,
  { limits: { last, started } }: ControlFields,
  torque: readonly Node[],
): void {
  if (last === undefined || started === undefined) return;
  program.storeAll(last, torque);
  program.store(started, 0, program.graph.constant(1));
}

/** What the law asked for before any limit, as an output. */
export function storeAsked(
  program: ProgramBuilder,
  { asked }: ControlFields,
  { wanted, capped, excess }: Torques,
): void {
  const { graph: A } = program;
  if (asked === undefined) return;
  if (excess === undefined) program.storeAll(asked, wanted);
  else {
    program.if(
      capped,
      () =>
        program.storeAll(
          asked,
          wanted.map((torque, i) => A.add(torque, excess[i])),
        ),
      () => program.storeAll(asked, wanted),
    );
  }
}

/** Whether the command is what the law asked for: no limit has cut. */
export function uncut(
  { graph: A }: ProgramBuilder,
  { wanted, capped }: Torques,
  command: readonly Node[],
): Node {
  const same = command.map((torque, i) => A.equal(torque, wanted[i]));
  return same.reduce((all, x) => A.and(all, x), A.not(capped));
}

/** The command beyond what the law asked for. */
export function cutOf(
  { graph: A }: ProgramBuilder,
  { wanted, excess }: Torques,
  command: readonly Node[],
): readonly Node[] {
  return command.map((torque, i) =>
    A.sub(torque, excess === undefined ? wanted[i] : A.add(wanted[i], excess[i])),
  );
}
