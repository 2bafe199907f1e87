export interface MeshBounds {
  /** Bytes of a file. */
  readonly bytes: number;
  /** Triangles of a mesh, every instance counted. */
  readonly triangles: number;
  /** Nodes of a Collada scene, every instance counted. */
  readonly nodes: number;
  /** Nodes inside nodes of a Collada scene. */
  readonly depth: number;
}

export const meshBounds: MeshBounds = {
  bytes: 64 * 1024 * 1024,
  triangles: 2_000_000,
  nodes: 100_000,
  depth: 200,
};
