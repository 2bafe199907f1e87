/** Meshes whose size speaks for another unit than metres. */
import type { Problem } from '../../problem/index.js';
import type { Extent } from './triangles.js';

export interface SizedMesh {
  readonly file: string;
  readonly extent: Pick<Extent, 'lower' | 'upper'>;
}

/** No link of an arm is this long, m: written in millimetres, one of a few centimetres would be. */
const tooLong = 10;
/** No arm is this small, m. */
const tooSmall = 0.01;

/** Warnings on the meshes of one robot, scaled as it says: each that is too large, and all of them if they are too small. */
export function unitSlips(meshes: readonly SizedMesh[]): readonly Problem[] {
  const lengths = meshes.map(({ extent: { lower, upper } }) =>
    Math.max(...upper.map((x, i) => x - lower[i])),
  );
  const warn = (file: string, message: string, length: number, scale: number): Problem => ({
    code: 'mesh-units',
    severity: 'warning',
    where: { file },
    message,
    got: `${Number(length.toPrecision(3))} m`,
    hint: `a mesh is in metres: is scale="${scale} ${scale} ${scale}" missing, or one too many?`,
  });
  const slips = meshes.flatMap(({ file }, i) =>
    lengths[i] > tooLong ? [warn(file, 'this mesh is too large for a link', lengths[i], 0.001)] : [],
  );
  const longest = Math.max(0, ...lengths);
  if (longest > 0 && longest < tooSmall) {
    slips.push(
      warn(meshes[lengths.indexOf(longest)].file, 'no mesh of the robot is longer than this', longest, 1000),
    );
  }
  return slips;
}
