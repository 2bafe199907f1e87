/** Geoms of bodies → visuals and collisions. */
import { mulMat, mulMatVec, numbers, sub3, transpose, type Vec3 } from '../../math/index.js';
import { identityPose } from '../pose.js';
import type { Geometry, Pose, Shape } from '../robot.js';
import type { CompiledGeom } from './compiled.js';
import type { MeshAsset } from './meshes.js';
import { composed, poseOf, rotationOf } from './place.js';

/** Groups from this one on are not shown unless asked for. */
const hidden = 3;

/** A geom that can touch is a collision; one that is shown, or can do nothing else, is a visual: some are both. */
export function rolesOf({ collides, group }: CompiledGeom): {
  readonly visual: boolean;
  readonly collision: boolean;
} {
  return { visual: group < hidden || !collides, collision: collides };
}

/** The geometry, or in words why there is no shape for it. */
export function geometryOf(
  geom: CompiledGeom,
  assets: ReadonlyMap<string, MeshAsset>,
): { readonly geometry: Geometry } | { readonly reason: string } {
  const { kind, size, name, colour } = geom;
  const named = name === '' ? {} : { name };
  const placed = (shape: Shape, pose = poseOf(geom.position, geom.turn)) => ({
    geometry: { ...named, pose, shape, colour },
  });
  switch (kind) {
    case 'sphere':
      return placed({ kind, radius: size[0] });
    case 'capsule':
    case 'cylinder':
      return placed({ kind, radius: size[0], length: 2 * size[1] });
    case 'box':
      return placed({ kind, size: [2 * size[0], 2 * size[1], 2 * size[2]] });
    case 'mesh': {
      const { mesh } = geom;
      if (mesh === undefined) return { reason: 'a mesh of its own' };
      const asset = assets.get(mesh.name);
      if (asset === undefined) return { reason: 'a mesh without a file' };
      const pose = meshPose(geom, mesh, asset);
      if (pose === undefined) return { reason: 'a mesh turned and scaled unevenly' };
      const { file, resolved } = asset;
      return placed({ kind, file, ...(resolved === undefined ? {} : { resolved }), scale: mesh.scale }, pose);
    }
    default:
      return {
        reason: kind === 'hfield' ? 'a height field' : kind === 'ellipsoid' ? 'an ellipsoid' : `a ${kind}`,
      };
  }
}

/**
 * Pose of the mesh's own frame in the link. MuJoCo moves the vertices by the inverse of (position, turn) and the geom
 * by the same forward. Before that `refpos` p is taken off, `refquat` R turns back, and S scales: S Rᵀ (v − p), which is
 * a pose after a scale only where R is the identity, S v − S p, or the scale is even, Rᵀ s v − Rᵀ s p.
 */
function meshPose(
  geom: CompiledGeom,
  mesh: NonNullable<CompiledGeom['mesh']>,
  asset: MeshAsset,
): Pose | undefined {
  const [sx, sy, sz] = mesh.scale;
  if (asset.turn !== undefined && !(sx === sy && sy === sz)) return undefined;
  const rotation = mulMat(numbers, rotationOf(geom.turn), transpose(rotationOf(mesh.turn)));
  const position = sub3(numbers, geom.position, mulMatVec(numbers, rotation, mesh.position));
  const [x, y, z] = asset.shift;
  const before: Vec3<number> = [-sx * x, -sy * y, -sz * z];
  const turn = asset.turn === undefined ? identityPose.rotation : transpose(rotationOf(asset.turn));
  const own = { position: mulMatVec(numbers, turn, before), rotation: turn };
  return composed({ position, rotation }, own);
}
