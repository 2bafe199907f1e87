/**
 * Compiles a model whose mesh files may be missing, and says what cannot be known without them.
 *
 * No mesh is read where nothing but shapes depends on it: a stand-in takes the place of each, and the model is compiled
 * with two different ones. What comes out alike does not depend on meshes, whatever the file's rules for masses are
 * (given inertials, primitives, densities, groups, a total that is set). Only for the rest are meshes read.
 */
import type { Files } from '../files.js';
import type { Findings } from '../findings.js';
import { type Compilation, compile, type Fault, faultOf } from './compile.js';
import type { Compiled } from './compiled.js';
import { type ConvertMesh, type MeshAsset, readableMeshes, realMesh, standIn, standIns } from './meshes.js';
import type { MujocoModule } from './module.js';
import { type Part, type Written, write } from './tree.js';

export interface Weighed {
  readonly model: Compiled;
  /** Bodies whose mass, centre and inertia are not known. */
  readonly unknownBodies: ReadonlySet<number>;
  /** Geoms whose size is not known: primitives fitted to a mesh. */
  readonly unknownGeoms: ReadonlySet<number>;
}

export interface Refusal extends Fault {
  readonly written: Written;
}

export function weigh(
  root: Part,
  assets: ReadonlyMap<string, MeshAsset>,
  options: { readonly mujoco: MujocoModule; readonly files?: Files; readonly convertMesh?: ConvertMesh },
  findings: Findings,
): Weighed | Refusal {
  const { mujoco, files, convertMesh } = options;
  const all = [...assets.values()];
  const compiled = (meshes: readonly MeshAsset[], vertices: string, real: Real = new Map()) => {
    for (const asset of meshes) standIn(asset, vertices);
    const written = write(root);
    const result: Compilation = compile(mujoco, written.text, real.values());
    return { ...result, written };
  };
  for (const asset of all) standIn(asset, standIns[0]);
  const written = write(root);
  const fault = faultOf(mujoco, written.text);
  if (fault !== undefined) return { ...fault, written };
  const first = compiled(all, standIns[0]);
  if (first.model === undefined) return first;
  const none: Weighed = { model: first.model, unknownBodies: new Set(), unknownGeoms: new Set() };
  if (all.length === 0) return none;
  const second = compiled(all, standIns[1]);
  if (second.model === undefined) return second;
  const without: Weighed = { model: first.model, ...differences(first.model, second.model) };
  if (without.unknownBodies.size === 0 && without.unknownGeoms.size === 0) return none;
  if (files === undefined) return without;

  const needed = neededBy(without);
  const wanted = all.filter(({ name }) => needed === undefined || needed.has(name));
  const real: Real = readableMeshes(wanted, files, convertMesh, findings);
  if (real.size === 0) return without;
  const rest = all.filter(({ name }) => !real.has(name));
  for (const asset of all) {
    const file = real.get(asset.name);
    if (file !== undefined) realMesh(asset, file.name);
  }
  const third = compiled(rest, standIns[0], real);
  if (third.model === undefined) {
    if (third.lost) return third;
    const message = `MuJoCo does not take the meshes that masses would come from: ${plain(third.fault)}`;
    findings.warn('mesh-unreadable', all[0].part, message);
    return without;
  }
  if (rest.length === 0) return { ...none, model: third.model };
  const fourth = compiled(rest, standIns[1], real);
  if (fourth.model === undefined) return fourth;
  return { model: third.model, ...differences(third.model, fourth.model) };
}

type Real = ReadonlyMap<string, { readonly name: string; readonly bytes: Uint8Array }>;

/** What two compilations of one model with different meshes do not have in common. */
function differences(a: Compiled, b: Compiled): Omit<Weighed, 'model'> {
  const unknownBodies = new Set<number>();
  for (const [i, body] of a.bodies.entries()) {
    const other = b.bodies[i];
    if (
      i > 0 &&
      !(body.mass === other.mass && same(body.centre, other.centre) && same(body.moments, other.moments))
    ) {
      unknownBodies.add(i);
    }
  }
  const unknownGeoms = new Set<number>();
  for (const [i, geom] of a.geoms.entries()) {
    if (geom.mesh === undefined && !same(geom.size, b.geoms[i].size)) unknownGeoms.add(i);
  }
  return { unknownBodies, unknownGeoms };
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.every((x, i) => x === b[i]);
}

/** Names of the meshes that what is not known depends on; undefined where it may be any. */
function neededBy({ model, unknownBodies, unknownGeoms }: Weighed): ReadonlySet<string> | undefined {
  if (unknownGeoms.size > 0) return undefined;
  const needed = new Set<string>();
  for (const body of unknownBodies) {
    const meshes = model.geoms.filter((geom) => geom.body === body && geom.mesh !== undefined);
    // Without a mesh of its own its mass follows from those of others: a total that is set.
    if (meshes.length === 0) return undefined;
    for (const { mesh } of meshes) if (mesh !== undefined) needed.add(mesh.name);
  }
  return needed;
}

/** MuJoCo's message without its preamble, on one line. */
export function plain(fault: string): string {
  const [first, ...rest] = fault
    .replace(
      /^(MuJoCo Error: |Loading error: |Could not create Spec from XML string: |XML Error: |Error: )+/,
      '',
    )
    .split('\n')
    .filter((line) => line !== '');
  const element = rest.find((line) => line.startsWith('Element'))?.replace(/, (id|line) \d+/g, '');
  return element === undefined ? (first ?? '') : `${first} (${element.replace(/^E/, 'e')})`;
}
