/** Formulas of three numbers that use every operation of an algebra between them. */
import { type Algebra, clamp, max, sum } from './algebra.js';
import { leftJacobianInverse, quaternionExp, quaternionLog, rotationFromRpy } from './rotation.js';
import type { Vec3 } from './vector.js';

export type Formula = <S>(A: Algebra<S>, x: readonly S[]) => S;

export const formulas: Readonly<Record<string, Formula>> = {
  'add, sub, mul, neg': (A, [x, y, z]) => A.sub(A.mul(x, A.add(y, z)), A.neg(A.mul(z, z))),
  div: (A, [x, y, z]) => A.div(A.mul(x, y), A.add(A.constant(3), A.mul(z, z))),
  'sqrt of what moves': (A, [x, y, z]) => A.sqrt(sum(A, [A.mul(x, x), A.mul(y, y), A.exp(z)])),
  'sin, cos, tan': (A, [x, y, z]) => A.add(A.mul(A.sin(x), A.cos(A.mul(y, z))), A.tan(A.mul(z, x))),
  atan2: (A, [x, y, z]) => A.atan2(A.add(x, A.constant(3)), A.mul(y, z)),
  'exp, log': (A, [x, y, z]) => A.mul(A.exp(A.mul(x, y)), A.log(A.add(A.constant(2), A.mul(z, z)))),
  tanh: (A, [x, y, z]) => A.tanh(A.mul(x, A.add(y, z))),
  'abs, select, comparisons': (A, [x, y, z]) =>
    A.add(A.abs(A.mul(x, y)), A.select(A.and(A.less(x, y), A.not(A.less(z, y))), A.mul(x, x), A.mul(z, y))),
  'floor, max, clamp': (A, [x, y, z]) =>
    A.add(A.sub(x, A.floor(x)), A.mul(max(A, y, z), clamp(A, x, A.constant(-0.5), A.constant(0.5)))),
  rotations: (A, x) => {
    const phi = x as unknown as Vec3<(typeof x)[0]>;
    const [w, a, b, c] = quaternionExp(A, phi);
    const log = quaternionLog(A, [A.add(w, x[1]), a, b, c]);
    return sum(A, [...log, ...leftJacobianInverse(A, phi), ...rotationFromRpy(A, ...phi)]);
  },
};
