import { type Algebra, type Mat3, mulMatVec, mulTransposeVec } from '../../math/index.js';
import { applyGain, asVec3 } from '../../mechanism/index.js';

/** R K Rᵀ, row-major. */
export function turnedGain<S>(A: Algebra<S>, axes: Mat3<S>, gain: readonly S[]): S[] {
  const zero = A.constant(0);
  const columns = [0, 1, 2].map((j) => {
    const unit = mulTransposeVec(A, axes, asVec3([0, 1, 2].map((k) => (k === j ? A.constant(1) : zero))));
    return mulMatVec(A, axes, asVec3(applyGain(A, gain, unit)));
  });
  return [0, 1, 2].flatMap((i) => columns.map((column) => column[i]));
}
