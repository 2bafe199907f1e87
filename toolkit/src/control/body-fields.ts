/** The fields of virtual bodies in a control program. */
import type { Field, ProgramBuilder } from '../graph/index.js';
import { standardGravity } from '../model/index.js';
import { bodiesStart } from './bodies.js';
import type { Design } from './design.js';
import { xyz } from './element-fields.js';

export interface BodyFields {
  /** State: configuration and velocity at the time of the step. */
  readonly q: Field;
  readonly v: Field;
  /** State: whether there was a step; only where steps move the bodies. */
  readonly started?: Field;
  /** Outputs, where another moves the bodies. */
  readonly rates?: { readonly q: Field; readonly v: Field };
  /** Where a tree weighs. */
  readonly gravity: Field | undefined;
}

export function bodyFields(p: ProgramBuilder, design: Design, continuous: boolean): BodyFields | undefined {
  const { bodies, gravity = standardGravity } = design;
  if (bodies === undefined) return undefined;
  const { model, weight = [] } = bodies;
  const start = bodiesStart(bodies);
  const positions = { size: model.nq, labels: model.positionNames };
  const velocities = { size: model.nv, labels: model.velocityNames };
  const perSecond = (units: readonly string[]) => units.map((unit) => (unit === '' ? '1/s' : `${unit}/s`));
  return {
    q: p.field({
      name: 'bodies.q',
      region: 'state',
      ...positions,
      unit: model.positionUnits,
      initial: start.q,
      meaning: 'Joint positions of the virtual bodies',
    }),
    v: p.field({
      name: 'bodies.v',
      region: 'state',
      ...velocities,
      unit: model.velocityUnits,
      initial: start.v,
      meaning: 'Joint velocities of the virtual bodies',
    }),
    ...(continuous
      ? {
          rates: {
            q: p.field({
              name: 'bodies.rate.q',
              region: 'outputs',
              ...positions,
              unit: perSecond(model.positionUnits),
              meaning: 'Rates of the positions of the virtual bodies',
            }),
            v: p.field({
              name: 'bodies.rate.v',
              region: 'outputs',
              ...velocities,
              unit: perSecond(model.velocityUnits),
              meaning: 'Accelerations of the joints of the virtual bodies',
            }),
          },
        }
      : {
          started: p.field({
            name: 'bodies.started',
            region: 'state',
            unit: '',
            meaning: '1 after the first step',
          }),
        }),
    gravity:
      weight.length === 0
        ? undefined
        : p.field({
            name: 'bodies.gravity',
            region: 'parameters',
            size: 3,
            labels: xyz,
            unit: 'm/s2',
            initial: gravity,
            meaning: 'Acceleration of free fall, world axes, of the virtual bodies that weigh',
          }),
  };
}
