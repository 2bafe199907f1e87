/** Virtual bodies in a step: where they are now, and what the next step finds of them. */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import { configurationRate } from '../model/index.js';
import { bodyDynamics } from './bodies.js';
import { bodiesAfter, bodyAcceleration, bodyTime } from './body-step.js';
import type { BodyStep } from './body-work.js';
import type { ControlFields } from './control-fields.js';
import type { Design } from './design.js';
import { controlLaw, type Law, type Slots } from './law.js';
import type { FieldReader } from './slots.js';
import { withSources } from './tank.js';

/** Where the virtual bodies are now, or where they are and their rates, one after the other; the law there if it is known. */
export interface BodyMotion {
  readonly q: readonly Node[];
  readonly v: readonly Node[];
  readonly motion: readonly Node[];
  readonly law: Law<Node> | undefined;
  /** The step that brought them here. */
  readonly step: BodyStep<Node> | undefined;
}

/**
 * Moves the virtual bodies from the step before to this one, by the law at their old place, or has their rates, where
 * another moves them. `whole`: the design with its bodies in the model; q and v are the robot's.
 */
export function bodyMotion(
  program: ProgramBuilder,
  design: Design,
  whole: Design,
  { tick, period, bodies: fields, live }: ControlFields,
  read: FieldReader,
  slots: Slots<Node>,
  robot: readonly [readonly Node[], readonly Node[]],
): BodyMotion | undefined {
  const { graph: A } = program;
  const { bodies } = design;
  if (fields === undefined || bodies === undefined) return undefined;
  const [zq, zv] = [read.all(fields.q), read.all(fields.v)];
  const q = [...robot[0], ...zq];
  const v = [...robot[1], ...zv];
  const unpaid = controlLaw(A, whole, slots, q, v);
  // Sources are held as they were scaled when this interval began.
  const scale = live?.tank?.scale;
  const law = scale === undefined ? unpaid : withSources(A, unpaid, read.all(scale)[0]);
  const gravity = fields.gravity && read.vector(fields.gravity);
  const dynamics = bodyDynamics(A, { ...design, bodies }, slots, [q, v], law, gravity);
  if (fields.started === undefined) {
    const motion = [...configurationRate(A, bodies.model, zq, zv), ...bodyAcceleration(A, dynamics)];
    return { law, q: zq, v: zv, motion, step: undefined };
  }
  const [started] = read.all(fields.started);
  const T = bodyTime(A, read.all(period)[0], read.all(tick)[0], started);
  const moved = bodiesAfter(A, bodies, dynamics, zq, zv, T);
  const change = moved.v.map((u, i) => A.sub(u, zv[i]));
  return { law: undefined, ...moved, motion: [...moved.q, ...moved.v], step: { law, change } };
}

/** Keeps where the virtual bodies are now, or gives their rates. */
export function moveBodies(
  program: ProgramBuilder,
  { bodies }: ControlFields,
  motion: BodyMotion | undefined,
): void {
  if (bodies === undefined || motion === undefined) return;
  const { q, v } = bodies.rates ?? bodies;
  program.storeAll(q, motion.motion.slice(0, q.size));
  program.storeAll(v, motion.motion.slice(q.size));
  startBodies(program, bodies.started);
}

/** Virtual bodies stand still where they are. */
export function stopBodies(program: ProgramBuilder, { bodies }: ControlFields): void {
  if (bodies === undefined) return;
  const still = (field: Field) =>
    program.storeAll(
      field,
      Array.from({ length: field.size }, () => program.graph.constant(0)),
    );
  if (bodies.rates !== undefined) still(bodies.rates.q);
  still(bodies.rates?.v ?? bodies.v);
  startBodies(program, bodies.started);
}

function startBodies(program: ProgramBuilder, started: Field | undefined): void {
  if (started !== undefined) program.store(started, 0, program.graph.constant(1));
}
