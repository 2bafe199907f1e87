/** No function of generated JavaScript crosses V8's cliff. */
import { describe, expect, it } from 'vitest';
import { conformanceCases } from '../toolkit/src/graph/conformance/index.js';
import { type Program, ProgramBuilder } from '../toolkit/src/graph/index.js';
import {
  add3,
  cross3,
  dot3,
  identity3,
  lift3,
  liftMat3,
  type Mat3,
  mulMat,
  mulMatVec,
  sub3,
  type Vec3,
  vec3,
} from '../toolkit/src/math/index.js';
import { bytecodeSizes, cliff } from './bytecode.js';

/** Poses of a chain of general joints and the torques of a force at every body. */
function chain(joints: number): Program {
  const p = new ProgramBuilder('chain');
  const A = p.graph;
  const q = p.field({ name: 'q', region: 'inputs', size: joints, unit: 'rad' });
  const forces = p.field({ name: 'forces', region: 'inputs', size: 3 * joints, unit: 'N' });
  const torques = p.field({ name: 'torques', region: 'outputs', size: joints, unit: 'N m' });
  const turn = liftMat3(A, [0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6]);
  const arm = lift3(A, [0.1, -0.2, 0.3]);
  p.procedure('step', () => {
    let rotation: Mat3<(typeof turn)[0]> = identity3(A);
    let position = vec3(A, 0, 0, 0);
    const bodies = p.loadAll(q).map((angle) => {
      position = add3(A, position, mulMatVec(A, rotation, arm));
      const [c, s, o] = [A.cos(angle), A.sin(angle), A.constant(0)];
      rotation = mulMat(A, mulMat(A, rotation, turn), [c, A.neg(s), o, s, c, o, o, o, A.constant(1)]);
      return { position, axis: [rotation[2], rotation[5], rotation[8]] as Vec3<(typeof turn)[0]> };
    });
    let force = vec3(A, 0, 0, 0);
    let moment = vec3(A, 0, 0, 0);
    for (let i = joints - 1; i >= 0; i--) {
      const own: Vec3<(typeof turn)[0]> = [
        p.load(forces, 3 * i),
        p.load(forces, 3 * i + 1),
        p.load(forces, 3 * i + 2),
      ];
      const next = bodies[i + 1]?.position ?? bodies[i].position;
      moment = add3(A, moment, cross3(A, sub3(A, next, bodies[i].position), force));
      force = add3(A, force, own);
      p.store(torques, i, dot3(A, bodies[i].axis, moment));
    }
  });
  return p.finish();
}

describe('no generated function crosses V8’s cliff', () => {
  it.each([30, 120])('a chain of %i joints', (joints) => {
    const sizes = bytecodeSizes(chain(joints));
    expect(sizes.size).toBeGreaterThan(joints / 40);
    for (const [name, size] of sizes) expect(size, name).toBeLessThan(cliff);
    // Parts are filled: a smaller limit than needed would cost calls and spills.
    if (joints > 100) expect(Math.max(...sizes.values())).toBeGreaterThan(cliff / 4);
  });

  it('long blocks inside branches and loops', () => {
    const { program } = conformanceCases.find((c) => c.name === 'blocks longer than a function') ?? {};
    const sizes = bytecodeSizes(program as Program);
    expect(sizes.size).toBeGreaterThan(6);
    for (const [name, size] of sizes) expect(size, name).toBeLessThan(cliff);
  });

  it('and the same code in one function would', () => {
    const sizes = bytecodeSizes(chain(100), Number.POSITIVE_INFINITY);
    expect(sizes.get('p0')).toBeGreaterThan(cliff);
  });
});
