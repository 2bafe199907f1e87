/** Mass, centre and inertia of links as their shapes have them, evenly dense: by another way than any reader's. */
import type { Geometry, Inertial } from 'pliant/robot';

/** Volume, and second moments of a unit mass about the centre in the shape's own axes. */
function solid({ shape }: Geometry): { volume: number; moments: readonly [number, number, number] } {
  if (shape.kind === 'box') {
    const [a, b, c] = shape.size;
    const [x, y, z] = [a * a, b * b, c * c].map((square) => square / 12);
    return { volume: a * b * c, moments: [y + z, x + z, x + y] };
  }
  if (shape.kind === 'cylinder') {
    const { radius, length } = shape;
    const across = radius ** 2 / 4 + length ** 2 / 12;
    return { volume: Math.PI * radius ** 2 * length, moments: [across, across, radius ** 2 / 2] };
  }
  if (shape.kind === 'sphere') {
    const about = 0.4 * shape.radius ** 2;
    return { volume: (4 / 3) * Math.PI * shape.radius ** 3, moments: [about, about, about] };
  }
  throw new Error(`no volume of a ${shape.kind}`);
}

/** What `mass` has, spread evenly over shapes that count twice where they overlap. */
export function evenlyDense(mass: number, shapes: readonly Geometry[]): Inertial & { volume: number } {
  const solids = shapes.map((shape) => ({ ...solid(shape), ...shape.pose }));
  const volume = solids.reduce((sum, part) => sum + part.volume, 0);
  const [x, y, z] = [0, 1, 2].map((i) =>
    solids.reduce((sum, part) => sum + (part.volume / volume) * part.position[i], 0),
  );
  const centre = [x, y, z] as const;
  const tensor = new Array<number>(9).fill(0);
  for (const { volume: own, moments, position, rotation: r } of solids) {
    const share = (mass * own) / volume;
    const offset = centre.map((c, i) => position[i] - c);
    const square = offset.reduce((sum, d) => sum + d * d, 0);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const turned = moments.reduce((sum, moment, k) => sum + r[3 * i + k] * moment * r[3 * j + k], 0);
        tensor[3 * i + j] += share * (turned + (i === j ? square : 0) - offset[i] * offset[j]);
      }
    }
  }
  const inertia = [tensor[0], tensor[4], tensor[8], tensor[1], tensor[2], tensor[5]] as const;
  return { mass, centre, inertia, volume };
}
