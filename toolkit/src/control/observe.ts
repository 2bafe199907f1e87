/** `observe`: extensions, forces, energies and poses at record rate. */
import type { FieldSpec, Node, ProgramBuilder } from '../graph/index.js';
import { coordinates } from '../mechanism/index.js';
import { potentialEnergy } from '../model/index.js';
import type { Design } from './design.js';
import { type ControlFields, slides, unitFor, wxyz, xyz } from './fields.js';
import { type Store, storesOf } from './flows.js';
import { type Acting, controlLaw } from './law.js';
import { capNorm } from './limits.js';
import { FieldReader, programSlots } from './slots.js';

/** Adds the observed fields and the procedure `observe`. */
export function observeProcedure(program: ProgramBuilder, design: Design, fields: ControlFields): void {
  const { graph: A } = program;
  const observed: (readonly [FieldSpec, readonly Node[]])[] = [];
  const see = (spec: Omit<FieldSpec, 'region' | 'size'>, values: readonly Node[]) =>
    observed.push([{ ...spec, region: 'observed', size: values.length }, values]);
  program.procedure('observe', () => {
    const read = new FieldReader(program);
    const law = controlLaw(
      A,
      design,
      programSlots(program, fields, read),
      read.all(fields.q),
      read.all(fields.v),
    );
    for (const point of design.points) {
      const site = law.sites.get(point.name);
      if (site === undefined) continue;
      const { name } = point;
      see(
        {
          name: `${name}.position`,
          unit: 'm',
          labels: xyz,
          meaning: 'Position in the world',
        },
        site.position,
      );
      see(
        {
          name: `${name}.orientation`,
          unit: '',
          labels: wxyz,
          meaning: 'Attitude in the world',
        },
        site.quaternion(),
      );
      see(
        {
          name: `${name}.velocity`,
          unit: 'm/s',
          labels: xyz,
          meaning: 'Velocity in the world',
        },
        site.velocity,
      );
      const cap = fields.limits.force.get(name);
      const force = law.loads.sites.get(name)?.force;
      if (cap === undefined || force === undefined) continue;
      see(
        {
          name: `${name}.force`,
          unit: 'N',
          labels: xyz,
          meaning: 'Sum of the elements’ forces, world axes, capped',
        },
        capNorm(A, force, read.all(cap)[0]),
      );
    }
    for (const acting of law.acting) seeElement(design, acting, see);
    const stores: Store<Node>[] = storesOf(law);
    if (fields.gravity !== undefined) {
      const energy = A.neg(potentialEnergy(A, design.model, read.all(fields.q), read.vector(fields.gravity)));
      stores.push({ name: 'gravity', energy });
    }
    if (stores.length > 0) {
      see(
        {
          name: 'stored',
          unit: 'J',
          labels: stores.map((s) => s.name),
          meaning: 'Energy stored by each element',
        },
        stores.map((s) => s.energy),
      );
    }
    for (const [spec, values] of observed) program.storeAll(program.field(spec), values);
  });
}

function seeElement(
  design: Design,
  { element, declaration, coordinate, effect }: Acting<Node>,
  see: (spec: Omit<FieldSpec, 'region' | 'size'>, values: readonly Node[]) => void,
): void {
  const { name, joins } = element;
  const { coordinate: kind } = declaration;
  const sliding = slides(design.model, joins.joint);
  const unit = unitFor(coordinates[kind].unit, sliding);
  const labels = coordinate.reading.value.length === 3 ? { labels: xyz } : {};
  const { value, rate } = coordinate.reading;
  if (kind !== 'place') {
    const what = kind === 'distance' ? 'distance' : 'extension';
    see(
      {
        name: `${name}.${what}`,
        unit,
        ...labels,
        meaning: kind === 'distance' ? 'Distance' : 'Target − actual',
      },
      value,
    );
    const rateUnit = kind === 'attitude-quaternion' || kind === 'attitude-plain' ? 'rad/s' : `${unit}/s`;
    see(
      {
        name: `${name}.rate`,
        unit: rateUnit,
        ...labels,
        meaning: `Rate of the ${what}`,
      },
      rate,
    );
  }
  const turning = kind.startsWith('attitude') || (kind === 'joint' && !sliding);
  const effort = turning ? 'torque' : 'force';
  if (!declaration.parameters.some((p) => p.name === effort)) {
    see(
      {
        name: `${name}.${effort}`,
        unit: turning ? 'N m' : 'N',
        ...labels,
        meaning: 'On the robot',
      },
      effect.force,
    );
  }
  const { energy, dissipated, supplied } = effect;
  if (energy !== undefined) see({ name: `${name}.energy`, unit: 'J', meaning: 'Energy stored' }, [energy]);
  const power = dissipated ?? supplied;
  if (power !== undefined) {
    const meaning = dissipated === undefined ? 'Power put in' : 'Power taken out';
    see({ name: `${name}.power`, unit: 'W', meaning }, [power]);
  }
}
