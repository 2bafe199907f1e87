import { describe, expect, it } from 'vitest';
import { add3, cross3, dot3, expSO3, mulMat, numbers as N, scale3, sub3, type Vec3 } from '../math/index.js';
import { axisOf, type Solid, type SolidKind, solidKinds } from './solid.js';
import { tiltShare } from './tilt.js';
import { type Touch, touches, touchingKinds } from './touches.js';

const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;
const ground: Solid<number> = { kind: 'plane', size: [], position: [0, 0, 0], rotation: upright };

function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const stand = (
  kind: SolidKind,
  size: number[],
  position: Vec3<number>,
  turn: Vec3<number>,
): Solid<number> => ({
  kind,
  size,
  position,
  rotation: expSO3(N, turn),
});

/** U = Σ ½ w x² of all that touch, and the force and torque on `from` about `centre` that the touches say. */
function pressed(found: readonly Touch<number>[], centre: Vec3<number>) {
  let [energy, force, torque]: [number, Vec3<number>, Vec3<number>] = [0, [0, 0, 0], [0, 0, 0]];
  for (const { distance, normal, at, share } of found) {
    if (distance >= 0) continue;
    const root = share?.root ?? 1;
    const depth = -root * distance;
    energy += 0.5 * depth * depth;
    const push = scale3(N, depth * root, normal);
    force = add3(N, force, push);
    torque = add3(N, torque, cross3(N, sub3(N, at, centre), push));
    if (share !== undefined) torque = add3(N, torque, scale3(N, depth * distance, share.turn));
  }
  return { energy, force, torque };
}

describe('touches', () => {
  it('share the stiffness of a pair among corners, whatever the tilt', () => {
    const next = chance(3);
    for (let n = 0; n < 200; n++) {
      const span = n % 2 === 0 ? 0.15 : 3;
      const turn: Vec3<number> = [(next() - 0.5) * span, (next() - 0.5) * span, (next() - 0.5) * span];
      const box = stand('box', [0.2, 0.3, 0.1], [0, 0, 0], turn);
      const shares = touches(N, box, ground).map(({ share }) => (share?.root ?? 1) ** 2);
      expect(shares.length).toBe(8);
      expect(shares.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    }
  });

  it('carry k x where a face lies flat, where an edge does and where a corner does', () => {
    const depth = 1e-3;
    const box = (turn: Vec3<number>) => {
      const rotation = expSO3(N, turn);
      const height =
        0.5 * (0.2 * Math.abs(rotation[6]) + 0.3 * Math.abs(rotation[7]) + 0.1 * Math.abs(rotation[8]));
      const position: Vec3<number> = [0, 0, height - depth];
      return pressed(
        touches(N, { kind: 'box', size: [0.2, 0.3, 0.1], position, rotation }, ground),
        position,
      );
    };
    for (const turn of [
      [0, 0, 0.4],
      [0.5, 0, 0],
      [0, 0.7, 0],
      [0.6, 0.5, 0.1],
    ] as const) {
      expect(box(turn).force[2]).toBeCloseTo(depth, 12);
    }
    expect(Math.hypot(...box([0, 0, 0.4]).torque)).toBeLessThan(1e-15);
    for (const tilt of [0, 0.3, Math.PI / 2]) {
      const capsule = stand('capsule', [0.02, 0.2], [0, 0, 0], [0, Math.PI / 2 - tilt, 0]);
      const position: Vec3<number> = [0, 0, 0.02 + 0.1 * Math.sin(tilt) - depth];
      expect(pressed(touches(N, { ...capsule, position }, ground), position).force[2]).toBeCloseTo(depth, 12);
    }
  });

  it('push along the gradient of their energy, also while the shares change', () => {
    const next = chance(11);
    const vector = (span: number): Vec3<number> => [
      (next() - 0.5) * span,
      (next() - 0.5) * span,
      (next() - 0.5) * span,
    ];
    let seen = 0;
    const sizes = { sphere: [0.1], capsule: [0.05, 0.2], box: [0.2, 0.16, 0.12] };
    const worlds: Solid<number>[] = [
      ground,
      stand('box', [0.6, 0.5, 0.4], [0, 0, -0.2], [0, 0, 0]),
      stand('box', [0.07, 0.06, 0.4], [0, 0, -0.2], [0, 0, 0.4]),
      stand('cylinder', [0.3, 0.2], [0, 0, -0.1], [0, 0, 0]),
      stand('cylinder', [0.04, 0.6], [0, 0, -0.04], [0, Math.PI / 2, 0]),
      stand('capsule', [0.05, 0.3], [0, 0, -0.05], [0, 1.5, 0]),
      stand('sphere', [0.2], [0.01, 0.02, -0.2], [0, 0, 0]),
    ];
    for (const kind of touchingKinds) {
      for (const world of worlds) {
        for (let n = 0; n < 20; n++) {
          const height = kind === 'box' ? 0.06 : kind === 'sphere' ? 0.1 : 0.05;
          const base = kind === 'capsule' ? expSO3(N, [0, Math.PI / 2, 0]) : upright;
          const rotation = mulMat(N, expSO3(N, vector(0.16)), base);
          const position: Vec3<number> = [0.03 * next(), 0.03 * next(), height - 0.004 * next()];
          const solid = { kind, size: sizes[kind], position, rotation };
          const moved = (shift: Vec3<number>, turn: Vec3<number>) => {
            const place = add3(N, position, shift);
            const turned = { ...solid, position: place, rotation: mulMat(N, expSO3(N, turn), rotation) };
            return pressed(touches(N, turned, world), place).energy;
          };
          const { energy, force, torque } = pressed(touches(N, solid, world), position);
          if (energy === 0) continue;
          seen++;
          const e = 1e-7;
          const slope = (of: (x: Vec3<number>) => number): Vec3<number> => [
            (of([-e, 0, 0]) - of([e, 0, 0])) / (2 * e),
            (of([0, -e, 0]) - of([0, e, 0])) / (2 * e),
            (of([0, 0, -e]) - of([0, 0, e])) / (2 * e),
          ];
          const wanted = slope((x) => moved(x, [0, 0, 0]));
          const twist = slope((x) => moved([0, 0, 0], x));
          const apart = Math.max(
            Math.hypot(...sub3(N, wanted, force)) / Math.hypot(...force),
            Math.hypot(...sub3(N, twist, torque)) / (0.1 * Math.hypot(...force)),
          );
          expect(apart, `${kind} on ${world.kind} ${n}`).toBeLessThan(2e-4);
        }
      }
    }
    expect(seen).toBeGreaterThan(200);
  });

  it('are on the surfaces: apart by the distance along the normal, from the solid to what touches it', () => {
    const next = chance(5);
    const size = {
      plane: [],
      sphere: [0.2],
      capsule: [0.1, 0.3],
      cylinder: [0.15, 0.3],
      box: [0.3, 0.2, 0.4],
    };
    for (const from of touchingKinds) {
      for (const to of solidKinds) {
        const a = stand(from, size[from], [0.4 * next(), 0.3 * next(), 0.5], [next(), next(), next()]);
        const b = stand(to, size[to], [0, 0, 0], [next(), next(), 0]);
        for (const { distance, normal, onFrom, onTo } of touches(N, a, b)) {
          const between = sub3(N, onFrom, onTo);
          expect(dot3(N, between, normal)).toBeCloseTo(distance, 12);
          expect(Math.hypot(...sub3(N, between, scale3(N, distance, normal)))).toBeLessThan(1e-12);
        }
      }
    }
    expect(() => touches(N, ground, ground)).toThrow('not known');
  });

  it('give all to the lower side beyond the range of tilts', () => {
    const axis = axisOf(stand('box', [1, 1, 1], [0, 0, 0], [0, 0.11, 0]), 0);
    const { root, turn } = tiltShare(N, [{ axis, side: 1 }], [0, 0, 1]);
    expect(root).toBe(1);
    expect(turn).toEqual([0, 0, 0].map(() => expect.closeTo(0, 15)));
    expect(tiltShare(N, [{ axis, side: -1 }], [0, 0, 1]).root).toBe(0);
  });
});
