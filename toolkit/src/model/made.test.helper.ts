/** Formulas and states of made robots for the tests of this room. */
import { chance, joint, link, pose, robot, vector, vector3 } from '../../../checks/made-robots.js';
import { type Graph, interpret, type Node, ProgramBuilder, tangent, view } from '../graph/index.js';
import { lift3, numbers as N, type Twist, type Vec3 } from '../math/index.js';
import type { Inertial, Pose, Robot } from '../robot/index.js';
import { configurationRate } from './configuration-rate.js';
import { integrate } from './integrate.js';
import type { Payload } from './loads.js';
import type { Frame, Model } from './model.js';
import { modelOf } from './model-of.js';

export * from '../../../checks/made-robots.js';

/** A configuration anywhere on the manifold (limits are not looked at); on a rail between its ends, where it bends. */
export function anywhere(model: Model, next: () => number, size = 2): number[] {
  const q = integrate(N, model, model.neutral, vector(next, model.nv, size), 1);
  for (const { rail, q: at } of model.bodies) {
    if (rail !== undefined) q[at] = rail.spline.length * (0.5 + 0.2 * q[at]);
  }
  return q;
}

export function made(given: Robot): Model {
  const { value } = modelOf(given);
  if (value === undefined) throw new Error(`${given.name} makes no model`);
  return value;
}

/** The same formula evaluated with numbers and through a traced, interpreted program. */
export function traced(
  inputs: readonly number[],
  formula: (G: Graph, x: Node[]) => readonly Node[],
): number[] {
  const p = new ProgramBuilder('test');
  const x = p.field({ name: 'x', region: 'inputs', size: inputs.length, unit: '' });
  let count = 0;
  p.procedure('step', () => {
    const results = formula(p.graph, p.loadAll(x));
    count = results.length;
    p.storeAll(p.field({ name: 'y', region: 'outputs', size: count, unit: '' }), results);
  });
  const { layout, memory, run } = interpret(p.finish());
  view(layout, memory, 'x').set(inputs);
  run.step();
  return [...view(layout, memory, 'y')];
}

/** Greatest difference of two lists. */
export function apart(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) throw new Error(`lengths ${a.length} and ${b.length}`);
  return a.reduce((most, x, i) => {
    const d = Math.abs(x - b[i]);
    return d > most || Number.isNaN(d) ? d : most;
  }, 0);
}

/** Greatest magnitude, and at least 1. */
export function scale(a: readonly number[]): number {
  return a.reduce((most, x) => (Math.abs(x) > most ? Math.abs(x) : most), 1);
}

export function flat({ linear, angular }: Twist<number>): number[] {
  return [...linear, ...angular];
}

/** M v of a row-major square matrix. */
export function times(matrix: readonly number[], v: readonly number[]): number[] {
  const rows = matrix.length / v.length;
  return Array.from({ length: rows }, (_, i) => v.reduce((s, x, j) => s + matrix[i * v.length + j] * x, 0));
}

/**
 * Time derivative of a formula of q and v along a motion, exactly, by the derivative of its traced graph: q
 * changes at the rate of v, v at the rate a.
 */
export function alongMotion(
  model: Model,
  state: { readonly q: readonly number[]; readonly v: readonly number[]; readonly a: readonly number[] },
  formula: (G: Graph, q: Node[], v: Node[]) => readonly Node[],
): number[] {
  const { nq, nv } = model;
  return traced([...state.q, ...state.v, ...state.a], (G, x) => {
    const q = x.slice(0, nq);
    const v = x.slice(nq, nq + nv);
    const rates = [...configurationRate(G, model, q, v), ...x.slice(nq + nv)];
    return tangent(G, formula(G, q, v), [...q, ...v], rates);
  });
}

/** A seeded state and, for later use, the source of chance behind it. */
export function someState(model: Model, seed: number) {
  const next = chance(seed);
  const q = anywhere(model, next);
  return { q, v: vector(next, model.nv), a: vector(next, model.nv), next };
}

/** Some frame on each body and one on the world, with odd placements. */
export function oddFrames(model: Model, next: () => number): Frame[] {
  return [-1, ...model.bodies.keys()].map((body) => ({
    name: `odd ${body}`,
    body,
    placement: pose(vector3(next, 0.3), vector3(next, 2)),
  }));
}

export const gravity: Vec3<number> = [0.4, -0.7, -9.81];

/** Two links in a plane, axes +z, each with its mass as a point (or as given) at its end. */
export function planarArm(
  lengths: readonly number[],
  masses: readonly number[],
  more: { readonly base?: Pose; readonly inertia?: Inertial['inertia']; readonly at?: number } = {},
): Robot {
  const inertia = more.inertia ?? [0, 0, 0, 0, 0, 0];
  const links = [
    link('base'),
    ...lengths.map((l, i) => link(`l${i}`, { mass: masses[i], centre: [l * (more.at ?? 1), 0, 0], inertia })),
    link('tip'),
  ];
  const joints = lengths.map((_, i) =>
    joint(
      `j${i}`,
      'continuous',
      i === 0 ? 'base' : `l${i - 1}`,
      `l${i}`,
      pose([i === 0 ? 0 : lengths[i - 1], 0, 0]),
    ),
  );
  const last = lengths.length - 1;
  joints.push(joint('end', 'fixed', `l${last}`, 'tip', pose([lengths[last], 0, 0])));
  return robot('planar', links, joints, [{ link: 'base', base: 'fixed', pose: more.base ?? pose() }]);
}

/** Payloads of numbers as constants of a graph. */
export function payloadsIn(G: Graph, payloads: readonly Payload<number>[]): Payload<Node>[] {
  return payloads.map(({ body, moments }) => {
    const [xx, yy, zz, xy, xz, yz] = moments.second.map((x) => G.constant(x));
    return {
      body,
      moments: {
        mass: G.constant(moments.mass),
        first: lift3(G, moments.first),
        second: [xx, yy, zz, xy, xz, yz],
      },
    };
  });
}
