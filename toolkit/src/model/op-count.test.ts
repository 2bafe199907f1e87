/** What generated code costs, for an arm of seven joints with quarter turns between them. */
import { describe, expect, it } from 'vitest';
import { arity, Graph, type Node, Op } from '../graph/index.js';
import { forwardDynamics, forwardDynamicsByMatrix } from './forward-dynamics.js';
import { forwardKinematics } from './forward-kinematics.js';
import { frameJacobian } from './frame-jacobian.js';
import { frameOf } from './frames.js';
import { gravityTorque } from './gravity-torque.js';
import { inverseDynamics } from './inverse-dynamics.js';
import { made, quarterTurnArm } from './made.test.helper.js';
import { massMatrix } from './mass-matrix.js';
import { regroup } from './regroup.js';

/** What a sine and a cosine of one angle are counted as. */
const PAIR = 36;
const ARITHMETIC: readonly number[] = [Op.add, Op.sub, Op.mul, Op.div];

/** Additions, subtractions, multiplications and divisions that the outputs need, and pairs of sine and cosine. */
function operations(G: Graph, outputs: readonly Node[]): number {
  const seen = new Set<Node>();
  const pending = [...outputs];
  let count = 0;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (ARITHMETIC.includes(G.op(node))) count++;
    if (G.op(node) === Op.cos) count += PAIR;
    for (let k = 0; k < arity[G.op(node)]; k++) pending.push(G.operand(node, k));
  }
  return count;
}

function leaves(G: Graph, count: number): Node[] {
  return Array.from({ length: count }, () => G.leaf());
}

describe('operations of an arm of seven joints', () => {
  const plain = made(quarterTurnArm());
  const grouped = regroup(plain);
  const most = {
    'forward kinematics': 380,
    Jacobian: 375,
    'gravity torque': 300,
    'inverse dynamics': 820,
    'mass matrix': 600,
    'forward dynamics by articulated bodies': 1555,
    'forward dynamics by the mass matrix': 1412,
  };
  const counted: Record<keyof typeof most, (G: Graph) => readonly Node[]> = {
    'forward kinematics': (G) =>
      forwardKinematics(G, plain, leaves(G, 7)).placements.flatMap((p) => [...p.position, ...p.rotation]),
    Jacobian: (G) =>
      frameJacobian(
        G,
        plain,
        forwardKinematics(G, plain, leaves(G, 7)),
        frameOf(plain, 'flange'),
        'worldAligned',
      ),
    'gravity torque': (G) => gravityTorque(G, grouped, leaves(G, 7), down(G)),
    'inverse dynamics': (G) => inverseDynamics(G, grouped, leaves(G, 7), leaves(G, 7), leaves(G, 7), down(G)),
    'mass matrix': (G) => massMatrix(G, grouped, leaves(G, 7)),
    'forward dynamics by articulated bodies': (G) =>
      forwardDynamics(G, grouped, leaves(G, 7), leaves(G, 7), leaves(G, 7), down(G)),
    'forward dynamics by the mass matrix': (G) =>
      forwardDynamicsByMatrix(G, grouped, leaves(G, 7), leaves(G, 7), leaves(G, 7), down(G)),
  };
  const down = (G: Graph) => [G.constant(0), G.constant(0), G.leaf()] as const;
  for (const [name, limit] of Object.entries(most)) {
    it(`${name}: at most ${limit}`, () => {
      const G = new Graph();
      const count = operations(G, counted[name as keyof typeof most](G));
      expect(count).toBeLessThanOrEqual(limit);
      expect(count).toBeGreaterThan(0.9 * limit);
    });
  }

  it('regrouping saves a tenth of inverse dynamics', () => {
    const of = (model: typeof plain) => {
      const G = new Graph();
      return operations(G, inverseDynamics(G, model, leaves(G, 7), leaves(G, 7), leaves(G, 7), down(G)));
    };
    expect(of(grouped)).toBeLessThan(0.9 * of(plain));
  });
});
