/**
 * The map from tick to tick of a robot whose control force is held, joined to virtual bodies that move inside the
 * control step (body-step.ts). About a configuration, with r the robot's and b the bodies' part of K and D:
 *
 *     (M_b + T D_bb + T² K_bb)(u⁺ − u) = −T (K_br x + K_bb (z + T u) + D_br v + D_bb u),   z⁺ = z + T u⁺,
 *     f = −K_rr x − K_rb z⁺ − D_rr v − D_rb u⁺,   [x; v]⁺ = Φ [x; v] + Γ f,
 *
 * Φ and Γ being what the plant does in a tick by itself and under a held force of 1.
 */
import { factorDefinite, numbers, solveDefinite } from '../math/index.js';

/** Φ (2 nr × 2 nr) and Γ (2 nr × nr), row-major. */
export interface HeldPlant {
  readonly free: readonly number[];
  readonly forced: readonly number[];
}

/** K, D (n × n) and M of robot and bodies as one, of which the first nr are the robot's; row-major. */
export interface JoinedSystem {
  readonly n: number;
  readonly nr: number;
  readonly K: readonly number[];
  readonly D: readonly number[];
  readonly M: readonly number[];
}

/** [x; v; z; u] → the same a tick of T seconds later, row-major, 2n × 2n. */
export function joinedTickMap({ n, nr, K, D, M }: JoinedSystem, plant: HeldPlant, T: number): number[] {
  const nb = n - nr;
  const size = 2 * n;
  /** Places of x, v, z, u in the state. */
  const [X, V, Z, U] = [0, nr, 2 * nr, 2 * nr + nb];
  const body = (S: readonly number[], i: number, j: number) => S[(nr + i) * n + nr + j];
  const matrix = Array.from({ length: nb * nb }, (_, at) => {
    const [i, j] = [Math.floor(at / nb), at % nb];
    return body(M, i, j) + T * body(D, i, j) + T * T * body(K, i, j);
  });
  const factored = factorDefinite(numbers, matrix, nb);
  const map = new Array<number>(size * size).fill(0);
  for (let column = 0; column < size; column++) {
    const state = Array.from({ length: size }, (_, i): number => (i === column ? 1 : 0));
    const [x, v, z, u] = [state.slice(X, V), state.slice(V, Z), state.slice(Z, U), state.slice(U)];
    const row = (S: readonly number[], i: number, r: readonly number[], b: readonly number[]) =>
      [...r, ...b].reduce((sum, y, j) => sum + S[i * n + j] * y, 0);
    const ahead = z.map((place, i) => place + T * u[i]);
    const pulled = u.map((_, i) => -T * (row(K, nr + i, x, ahead) + row(D, nr + i, v, u)));
    const change = solveDefinite(numbers, factored, pulled);
    const speed = u.map((y, i) => y + change[i]);
    const place = z.map((y, i) => y + T * speed[i]);
    const force = x.map((_, i) => -row(K, i, x, place) - row(D, i, v, speed));
    const robot = [...x, ...v];
    const moved = robot.map(
      (_, i) =>
        robot.reduce((sum, y, j) => sum + plant.free[i * 2 * nr + j] * y, 0) +
        force.reduce((sum, f, j) => sum + plant.forced[i * nr + j] * f, 0),
    );
    [...moved, ...place, ...speed].forEach((y, i) => {
      map[i * size + column] = y;
    });
  }
  return map;
}
