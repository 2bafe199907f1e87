/** Mesh assets: where their files are, and what stands in for them while the model is compiled. */

import { normalised, numbers, type Quaternion, type Vec3 } from '../../math/index.js';
import type { Outcome } from '../../problem/index.js';
import type { Files } from '../files.js';
import { type Findings, listed } from '../findings.js';
import { type MeshFinder, meshFormat } from '../meshes.js';
import { parseNumbers } from '../numbers.js';
import { baseOf, join } from '../paths.js';
import { stemOf } from './prune.js';
import { type Part, section, setting } from './tree.js';

/** A mesh that comes from a file. */
export interface MeshAsset {
  readonly name: string;
  /** From the folder of the robot file. */
  readonly file: string;
  /** Where it was found. */
  readonly resolved?: string;
  /** What is taken from the vertices as they are in the file, before scaling: MJCF's refpos. */
  readonly shift: Vec3<number>;
  /** By what they are turned back after that: MJCF's refquat. */
  readonly turn?: Quaternion<number>;
  readonly part: Part;
}

/** The mesh assets by name; what is missing is reported. Must come before `prune`, which forgets the folders. */
export function meshAssets(root: Part, finder: MeshFinder, findings: Findings): Map<string, MeshAsset> {
  const folder = setting(root, 'meshdir') ?? setting(root, 'assetdir') ?? '';
  const strip = setting(root, 'strippath') === 'true';
  const assets = new Map<string, MeshAsset>();
  for (const part of section(root, 'asset').flatMap((asset) => section(asset, 'mesh'))) {
    const written = part.attributes.get('file');
    if (written === undefined) continue;
    const name = part.attributes.get('name') ?? stemOf(written);
    part.attributes.set('name', name);
    const plain = written.replaceAll('\\', '/');
    const own = strip ? baseOf(plain) : plain;
    const file = own.startsWith('/') || folder === '' ? own : join(folder.replaceAll('\\', '/'), own);
    const resolved = finder.find(file, part);
    assets.set(name, {
      name,
      file,
      ...(resolved === undefined ? {} : { resolved }),
      shift: vector(part.attributes.get('refpos')),
      ...turnOf(part.attributes.get('refquat')),
      part,
    });
  }
  finder.report(findings);
  return assets;
}

/** Zero where it is absent or malformed; MuJoCo refuses the latter. */
function vector(text: string | undefined): Vec3<number> {
  const parsed = parseNumbers(text ?? '0 0 0', 3);
  return 'value' in parsed ? (parsed.value as Vec3<number>) : [0, 0, 0];
}

/** Nothing where it is absent or malformed. */
function turnOf(text: string | undefined): { readonly turn?: Quaternion<number> } {
  const parsed = parseNumbers(text ?? '', 4);
  if (!('value' in parsed) || parsed.value.every((x) => x === 0)) return {};
  return { turn: normalised(numbers, parsed.value as unknown as Quaternion<number>) };
}

/**
 * Two different tetrahedra: what comes out alike with both does not depend on the mesh. Large, so that a mesh in
 * millimetres has a mass and an inertia that MuJoCo takes.
 */
export const standIns = ['0 0 0 100 0 0 0 100 0 0 0 100', '0 0 0 200 0 0 0 300 0 0 0 500'] as const;

/** Puts a stand-in into the place of a mesh's file. */
export function standIn({ part }: MeshAsset, vertices: string): void {
  for (const attribute of ['file', 'content_type', 'normal', 'texcoord', 'face'])
    part.attributes.delete(attribute);
  part.attributes.set('vertex', vertices);
}

/** Puts a file of MuJoCo's own file system into the place of a mesh's stand-in. */
export function realMesh({ part }: MeshAsset, name: string): void {
  part.attributes.delete('vertex');
  part.attributes.set('file', name);
}

/** Turns a mesh that MuJoCo does not read (Collada, STL as text) into binary STL: `convertMesh` of `pliant/meshes`. */
export type ConvertMesh = (bytes: Uint8Array, path: string) => Outcome<Uint8Array>;

/** The largest mesh file whose mass is asked for. */
const mostBytes = 50_000_000;

/**
 * The files among some meshes that MuJoCo can read: binary STL, OBJ and MSH as they are, others by `convert`. The name
 * of each in MuJoCo's file system and its bytes, by the name of the asset.
 */
export function readableMeshes(
  assets: readonly MeshAsset[],
  files: Files,
  convert: ConvertMesh | undefined,
  findings: Findings,
): Map<string, { readonly name: string; readonly bytes: Uint8Array }> {
  const readable = new Map<string, { name: string; bytes: Uint8Array }>();
  const refused: MeshAsset[] = [];
  for (const asset of assets) {
    const { resolved } = asset;
    if (resolved === undefined) continue;
    const bytes = files.read(resolved);
    if (bytes === undefined) continue;
    let format = meshFormat(resolved) ?? '';
    let content: Uint8Array | undefined = bytes;
    if (!(format === 'obj' || format === 'msh' || (format === 'stl' && isBinaryStl(bytes)))) {
      const converted = bytes.length > mostBytes ? undefined : convert?.(bytes, resolved);
      for (const { code, where, message, severity: _, ...detail } of converted?.problems ?? [])
        findings.warn(code, { ...where, file: resolved }, message, detail);
      content = converted?.value;
      format = 'stl';
    }
    if (content === undefined || content.length > mostBytes) refused.push(asset);
    else readable.set(asset.name, { name: `mesh${readable.size}.${format}`, bytes: content });
  }
  if (refused.length > 0) {
    const names = listed(refused.map(({ file }) => file));
    findings.warn('mesh-unreadable', refused[0].part, `no mass can be had from these meshes: ${names}`, {
      expected: `binary STL, OBJ or MSH of at most ${mostBytes} bytes`,
    });
  }
  return readable;
}

/** 80 bytes, the number of triangles, 50 bytes a triangle. */
function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.length < 84) return false;
  const count = bytes[80] + 2 ** 8 * bytes[81] + 2 ** 16 * bytes[82] + 2 ** 24 * bytes[83];
  return bytes.length === 84 + 50 * count;
}
