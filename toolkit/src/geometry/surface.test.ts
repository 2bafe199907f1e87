import { describe, expect, it } from 'vitest';
import { expSO3, numbers } from '../math/index.js';
import { pointDepth } from './separation.js';
import { type Solid, solidKinds, solidSizes } from './solid.js';
import { surfacePoints } from './surface.js';

describe.each(solidKinds)('points of a %s', (kind) => {
  const solid: Solid<number> = {
    kind,
    size: solidSizes[kind].map((_, i) => 0.2 + 0.3 * i),
    position: [0.1, -0.2, 0.3],
    rotation: expSO3(numbers, [0.3, 1, -0.4]),
  };

  it('lie on its surface', () => {
    for (const point of surfacePoints(solid)) {
      expect(Math.abs(pointDepth(numbers, point, solid).distance)).toBeLessThan(1e-12);
    }
  });

  it('reach as far as it does along each of its axes', () => {
    const reach = {
      plane: [1, 1, 0],
      sphere: [0.2, 0.2, 0.2],
      capsule: [0.2, 0.2, 0.45],
      cylinder: [0.2, 0.2, 0.25],
      box: [0.1, 0.25, 0.4],
    }[kind];
    for (const axis of [0, 1, 2] as const) {
      const along = surfacePoints(solid).map((p) =>
        [0, 1, 2].reduce((sum, k) => sum + (p[k] - solid.position[k]) * solid.rotation[3 * k + axis], 0),
      );
      expect(Math.max(...along)).toBeCloseTo(reach[axis], 12);
      expect(Math.min(...along)).toBeCloseTo(-reach[axis], 12);
    }
  });
});
