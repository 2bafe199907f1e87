/** Reads mesh files in a page, by `meshes`. */
import { extent, readMesh, signedVolume, triangleCount } from '../../toolkit/src/meshes.js';

declare global {
  var meshes: typeof measured | undefined;
}

export interface Measured {
  readonly file: string;
  readonly triangles: number;
  readonly volume: number;
  readonly size: readonly number[];
  readonly codes: readonly string[];
}

/** What each file is; their bytes as arrays. */
export function measured(files: Readonly<Record<string, readonly number[]>>): Measured[] {
  return Object.entries(files).map(([file, bytes]) => {
    const { value, problems } = readMesh(Uint8Array.from(bytes), { file, scale: [1, -1, 1] });
    const mesh = value ?? { positions: new Float32Array() };
    const codes = problems.map(({ code }) => code);
    return {
      file,
      triangles: triangleCount(mesh),
      volume: signedVolume(mesh),
      size: extent(mesh).size,
      codes,
    };
  });
}

globalThis.meshes = measured;
