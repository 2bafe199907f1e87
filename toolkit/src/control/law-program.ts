/** The law of a design by itself as a program, for what is worked out before a run. */
import { type FieldSpec, type Node, type Program, ProgramBuilder } from '../graph/index.js';
import { factorDefinite, lift3, solveDefinite, sum } from '../math/index.js';
import { standardGravity } from '../model/index.js';
import { bodyDynamics, bodyEnergies, wholeDesign } from './bodies.js';
import { shapeOn } from './coordinates.js';
import type { BodiesDesign, Design } from './design.js';
import { xyz } from './element-fields.js';
import { declareFields } from './fields.js';
import { controlLaw, ordered, torquesOf } from './law.js';
import { FieldReader, preparePoints, programSlots } from './slots.js';

/**
 * The elements of a design that {@link designProblems} finds nothing wrong with, and nothing else: no limits, no
 * guards, no compensation, no memory. Positions q and velocities v are those of the robot and then of the virtual
 * bodies, as one model (`wholeDesign`). Parameters as in {@link controlProgram}.
 *
 * `law` (inputs `time`, `q`, `v`) writes `torque` (nv), what the elements give the robot's joints and what acts on the
 * bodies, their weight and bias with it; and where there are bodies `acceleration`, theirs. `read` writes
 * `<point>.position` (world), `<element>.value` and `<element>.tension` (what its coordinate reads and the force along
 * it, in the axes that it names; power on what it joins = −tension · rate), `<element>.energy` (J) where it stores any,
 * `<element>.projection` (nv of the robot) where it is projected, what that adds to its joint torques, and `bodies` (J), what the bodies store.
 */
export function lawProgram(design: Design): Program {
  const { model, points, coordinates, elements, bodies } = ordered(design);
  const { name, period, gravity = standardGravity } = design;
  const named = coordinates === undefined ? {} : { coordinates };
  const own: Design = {
    name,
    model,
    period,
    points,
    elements,
    ...named,
    ...(bodies === undefined ? {} : { bodies }),
  };
  const whole = wholeDesign(own);
  const program = new ProgramBuilder(`${name}_law`);
  const { graph: A } = program;
  const fields = declareFields(program, whole, { ledger: false, guards: false, limits: false });
  const acting = () => {
    const read = new FieldReader(program);
    const slots = programSlots(program, fields, read);
    const [q, v] = [read.all(fields.q), read.all(fields.v)];
    return { q, v, slots, ...controlLaw(A, whole, slots, q, v) };
  };
  const weight = lift3(A, gravity);
  const field = (spec: Omit<FieldSpec, 'region'>, values: readonly Node[]) =>
    program.storeAll(program.field({ ...spec, region: 'observed', size: values.length }), values);

  program.procedure('prepare', () => preparePoints(program, whole, fields, new FieldReader(program)));
  program.procedure('law', () => {
    const { q, v, slots, ...law } = acting();
    const swept = torquesOf(A, whole.model, law.kinematics, law.loads.sites.values(), law.loads.joints);
    if (bodies === undefined) {
      program.storeAll(fields.torque, swept);
      return;
    }
    const { inertia, force } = bodyDynamics(A, { ...own, bodies }, slots, [q, v], law, weight);
    program.storeAll(fields.torque, [...swept.slice(0, model.nv), ...force]);
    const solved = solveDefinite(A, factorDefinite(A, inertia, bodies.model.nv), force);
    field({ name: 'acceleration', unit: '' }, solved);
  });
  program.procedure('read', () => {
    const { q, v, sites, acting: elements, projections } = acting();
    for (const { name } of points) {
      const site = sites.get(name);
      if (site !== undefined) field({ name: `${name}.position`, unit: 'm', labels: xyz }, site.position);
    }
    for (const { element, effect, stated } of elements) {
      field({ name: `${element.name}.value`, unit: shapeOn(whole, element).unit }, stated.reading.value);
      field({ name: `${element.name}.tension`, unit: '' }, stated.force);
      if (effect.energy !== undefined) field({ name: `${element.name}.energy`, unit: 'J' }, [effect.energy]);
    }
    for (const { element, torque } of projections)
      field({ name: `${element.name}.projection`, unit: model.forceUnits }, torque);
    if (bodies !== undefined) field({ name: 'bodies', unit: 'J' }, [stored(bodies, q, v)]);
  });
  return program.finish();

  function stored(of: BodiesDesign, q: readonly Node[], v: readonly Node[]): Node {
    const energies = bodyEnergies(A, of, q.slice(model.nq), v.slice(model.nv), weight);
    return sum(
      A,
      energies.map(({ energy }) => energy),
    );
  }
}
