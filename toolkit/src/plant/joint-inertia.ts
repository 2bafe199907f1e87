import type { Graph, Node } from '../graph/index.js';
import { factorDefinite, solveDefinite } from '../math/index.js';
import { articulate, type Loads, type Model, massMatrix, solveArticulated } from '../model/index.js';

/** M(q) + diagonal at one configuration. */
export interface JointInertia {
  /** Row-major, nv × nv. */
  matrix(): readonly Node[];
  /** x with (M + diagonal) x = b. */
  solve(b: readonly Node[]): Node[];
}

/**
 * By the mass matrix and its factors, or, where chains are long, by articulated bodies: n joints in a row take about
 * n³/6 operations one way and 600 n the other. `loads` and `diagonal` are called wherever they are needed.
 */
export function jointInertia(
  G: Graph,
  model: Model,
  q: readonly Node[],
  loads: () => Loads<Node>,
  diagonal: () => readonly Node[],
): JointInertia {
  const traceMatrix = (): Node[] => {
    const { nv } = model;
    const matrix = massMatrix(G, model, q, loads());
    diagonal().forEach((x, i) => {
      matrix[i * nv + i] = G.add(matrix[i * nv + i], x);
    });
    return matrix;
  };
  if (hasLongChains(model)) {
    return {
      matrix: traceMatrix,
      solve: (b) => solveArticulated(G, articulate(G, model, q, loads(), diagonal()), b),
    };
  }
  const matrix = traceMatrix();
  return { matrix: () => matrix, solve: (b) => solveDefinite(G, factorDefinite(G, matrix, model.nv), b) };
}

/** Mean square, over the degrees of freedom, of how many stand between them and the root, themselves among them. */
const longChain = 100;

/**
 * Whether articulated bodies take fewer operations than the factors of M: by a quarter for a chain of 17 joints, by half for
 * one of 30 (as many for one of 14). Not for models with mimics.
 */
export function hasLongChains(model: Model): boolean {
  const depths: number[] = [];
  let squares = 0;
  for (const { parent, mimic, nv } of model.bodies) {
    if (mimic !== undefined) return false;
    let depth = parent < 0 ? 0 : depths[parent];
    for (let i = 0; i < nv; i++) squares += ++depth * depth;
    depths.push(depth);
  }
  return squares > longChain * model.nv;
}
