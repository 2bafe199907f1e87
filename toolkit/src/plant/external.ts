/**
 * What a sensor on the robot needs of the last step: the external wrench on each body and the joint acceleration.
 *
 * A wrench is force and torque on the body in world axes, N and N m, the torque about the body's origin (where its joint
 * moves it): the sum of pushes and contacts. Semi-implicit steps give the mean over the step, with the lever arms of its
 * start, and (v⁺ − v)/h; of a step in parts (substeps.ts) those of the last part. Runge–Kutta steps give both at the last stage.
 */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import type { Vec3, Wrench } from '../math/index.js';
import { frameOf, type Model } from '../model/index.js';

export interface ExternalFields {
  readonly acceleration: Field;
  /** `external.<link>` by the number of the body; of those bodies alone that can be pushed or touched. */
  readonly wrenches: ReadonlyMap<number, Field>;
}

/** `frames`: what can be pushed and touched. */
export function declareExternal(p: ProgramBuilder, model: Model, frames: readonly string[]): ExternalFields {
  const bodies = new Set(frames.map((name) => frameOf(model, name).body).filter((body) => body >= 0));
  return {
    acceleration: p.field({
      name: 'acceleration',
      region: 'state',
      size: model.nv,
      unit: model.velocityUnits.map((unit) => `${unit}2`),
      labels: model.velocityNames,
      meaning: 'joint acceleration of the last step',
    }),
    wrenches: new Map(
      [...bodies]
        .sort((a, b) => a - b)
        .map((body) => [
          body,
          p.field({
            name: `external.${model.bodies[body].link}`,
            region: 'state',
            size: 6,
            unit: ['N', 'N', 'N', 'N m', 'N m', 'N m'],
            labels: ['fx', 'fy', 'fz', 'nx', 'ny', 'nz'],
            meaning: 'pushes and contacts of the last step, world axes, torque about the origin of the body',
          }),
        ]),
    ),
  };
}

/** The external wrench on a body in the last step; constant zeros where nothing can push or touch it. */
export function externalWrench(p: ProgramBuilder, fields: ExternalFields, body: number): Wrench<Node> {
  const field = fields.wrenches.get(body);
  const zero = p.graph.constant(0);
  if (field === undefined) return { force: [zero, zero, zero], torque: [zero, zero, zero] };
  const [fx, fy, fz, nx, ny, nz] = p.loadAll(field);
  return { force: [fx, fy, fz], torque: [nx, ny, nz] };
}

/** Sets all wrenches to 0: a step begins. */
export function clearExternal(p: ProgramBuilder, fields: ExternalFields): void {
  for (const field of fields.wrenches.values())
    p.storeAll(field, new Array<Node>(6).fill(p.graph.constant(0)));
}

/** Adds a force on a body and a torque about its origin, world axes. */
export function addExternal(
  p: ProgramBuilder,
  fields: ExternalFields,
  body: number,
  force: Vec3<Node>,
  torque: Vec3<Node>,
): void {
  const field = fields.wrenches.get(body);
  if (field === undefined) return;
  const G = p.graph;
  const wrench = [...force, ...torque];
  p.storeAll(
    field,
    p.loadAll(field).map((x, i) => G.add(x, wrench[i])),
  );
}
