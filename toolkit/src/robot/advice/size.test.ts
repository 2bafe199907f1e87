import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identityPose } from '../pose.js';
import type { Geometry, Shape } from '../robot.js';
import type { XmlElement } from '../xml.js';
import type { LinkData, RobotData } from './data.js';
import { densest, evenBall, impossible, solidOf } from './size.js';

const element = { attributes: new Map(), children: [] } as unknown as XmlElement;
const root: RobotData = { root: element, links: [], joints: [], reach: 1 };
const link = (...shapes: readonly Geometry[]): LinkData => ({
  name: 'l',
  at: element,
  inertial: undefined,
  shapes: { visuals: [], collisions: shapes },
  children: [],
});
const at = (shape: Shape, x = 0, y = 0, z = 0): Geometry => ({
  pose: { position: [x, y, z], rotation: identityPose.rotation },
  shape,
});
const lengths = fc.double({ min: 0.01, max: 1, noNaN: true });

/** Moments of discs of the radii r(z) about their common centre, for 1 kg. */
function discs(radius: (z: number) => number, half: number): readonly [number, number] {
  const count = 4000;
  let [mass, across, along] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const z = -half + ((i + 0.5) * 2 * half) / count;
    const area = radius(z) ** 2;
    mass += area;
    across += area * (radius(z) ** 2 / 4 + z * z);
    along += (area * radius(z) ** 2) / 2;
  }
  return [across / mass, along / mass];
}

describe('the even ball', () => {
  it('of a ball is the ball', () => {
    fc.assert(
      fc.property(lengths, fc.double({ min: 1, max: 30_000, noNaN: true }), (radius, density) => {
        const mass = ((density * 4) / 3) * Math.PI * radius ** 3;
        const i = 0.4 * mass * radius ** 2;
        const ball = evenBall(mass, [i, i, i, 0, 0, 0]);
        expect(ball?.radius).toBeCloseTo(radius, 12);
        expect((ball?.density ?? 0) / density).toBeCloseTo(1, 12);
        const found = impossible(link(), root, mass, [i, i, i, 0, 0, 0]);
        expect(found?.kind === 'dense').toBe(density > densest);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('is none without mass or moments', () => {
    expect([
      evenBall(0, [1, 1, 1, 0, 0, 0]),
      evenBall(1, [0, 0, 0, 0, 0, 0]),
      evenBall(-1, [1, 1, 1, 0, 0, 0]),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

describe('shapes as solids', () => {
  it('have the moments of cylinders and capsules', () => {
    const [r, l] = [0.07, 0.3];
    const cylinder = solidOf(link(at({ kind: 'cylinder', radius: r, length: l })))?.six ?? [0, 0, 0];
    const [across, along] = discs(() => r, l / 2);
    expect(cylinder[0] / across).toBeCloseTo(1, 5);
    expect(cylinder[2] / along).toBeCloseTo(1, 5);
    const capsule = solidOf(link(at({ kind: 'capsule', radius: r, length: l })))?.six ?? [0, 0, 0];
    const round = (z: number) => Math.sqrt(r * r - Math.max(0, Math.abs(z) - l / 2) ** 2);
    const [wide, slim] = discs(round, l / 2 + r);
    expect(capsule[1] / wide).toBeCloseTo(1, 5);
    expect(capsule[2] / slim).toBeCloseTo(1, 5);
  });

  it('of two halves are those of the whole, wherever it lies', () => {
    fc.assert(
      fc.property(lengths, lengths, lengths, lengths, (x, y, z, away) => {
        const whole = solidOf(link(at({ kind: 'box', size: [x, y, z] }, away, -away, 0)));
        const half: Shape = { kind: 'box', size: [x / 2, y, z] };
        const both = solidOf(link(at(half, away - x / 4, -away), at(half, away + x / 4, -away)));
        for (let i = 0; i < 3; i++) {
          expect(both?.centre[i]).toBeCloseTo(whole?.centre[i] ?? 9, 12);
          expect((both?.six[i] ?? 0) / (whole?.six[i] ?? 1)).toBeCloseTo(1, 9);
        }
        expect(whole?.six[0]).toBeCloseTo((y * y + z * z) / 12, 12);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('are none where a mesh leaves them open', () => {
    const mesh: Shape = { kind: 'mesh', file: 'a', scale: [1, 1, 1] };
    expect(solidOf(link(at(mesh), at({ kind: 'sphere', radius: 1 })))).toBeUndefined();
    expect(solidOf(link())).toBeUndefined();
  });
});
