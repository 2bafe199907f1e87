/** The mesh files of a robot: how large each is where it is shown, and of how many triangles. */
import type { Extent } from 'pliant/meshes';
import type { Problem } from 'pliant/problem';
import { Archives, type Files, type MeshShape, type Robot } from 'pliant/robot';
import { Refusal } from './context.js';

export interface ShownMesh {
  readonly file: string;
  readonly scale: Extent['size'];
  /** Links that show it or collide with it. */
  readonly links: readonly string[];
  readonly triangles: number;
  /** The box that it fills, in the frame of the visual or collision, m. */
  readonly lower: Extent['lower'];
  readonly upper: Extent['upper'];
}

/** The readers of meshes, which three stands behind. */
export async function loadMeshes(): Promise<typeof import('pliant/meshes')> {
  return import('pliant/meshes').catch((error: unknown) => {
    throw Refusal.of({
      code: 'three-missing',
      where: {},
      message: 'meshes are read by three, which cannot be loaded',
      got: error instanceof Error ? error.message : String(error),
      hint: 'install it: npm install three',
    });
  });
}

/** Those that were found, once for each scale. A mesh that cannot be read is a warning: the robot is whole without. */
export async function meshesOf(
  robot: Robot,
  files: Files,
): Promise<{ readonly meshes: readonly ShownMesh[]; readonly problems: readonly Problem[] }> {
  const { extent, readMesh, triangleCount, unitSlips } = await loadMeshes();
  const archives = new Archives(files);
  const problems: Problem[] = [];
  const meshes: ShownMesh[] = [];
  for (const { shape, links } of shapesOf(robot)) {
    const { resolved, scale } = shape;
    const bytes = resolved === undefined ? undefined : archives.read(resolved);
    if (resolved === undefined || bytes === undefined) continue;
    const { value, problems: found } = readMesh(bytes, { file: resolved, scale });
    problems.push(...found.map((problem): Problem => ({ ...problem, severity: 'warning' })));
    if (value === undefined) continue;
    const { lower, upper } = extent(value);
    meshes.push({ file: resolved, scale, links, triangles: triangleCount(value), lower, upper });
  }
  const sized = meshes.map(({ file, lower, upper }) => ({ file, extent: { lower, upper } }));
  return { meshes, problems: [...problems, ...unitSlips(sized)] };
}

/** Each mesh at each scale, with the links that it stands on. */
function shapesOf(robot: Robot): { readonly shape: MeshShape; readonly links: readonly string[] }[] {
  const found = new Map<string, { shape: MeshShape; links: Set<string> }>();
  for (const { name, visuals, collisions } of robot.links) {
    for (const { shape } of [...visuals, ...collisions]) {
      if (shape.kind !== 'mesh') continue;
      const key = JSON.stringify([shape.resolved, shape.scale]);
      const entry = found.get(key) ?? { shape, links: new Set() };
      entry.links.add(name);
      found.set(key, entry);
    }
  }
  return [...found.values()].map(({ shape, links }) => ({ shape, links: [...links] }));
}
