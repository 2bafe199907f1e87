/**
 * Derivatives of expressions, as nodes of the same graph: forward mode (tangents) and reverse mode (adjoints).
 *
 * A scalar operation with one operand disturbed by d changes by p·d, p its partial derivative; an adjoint d of
 * its result adds p·d to the operand's adjoint. Both modes therefore use one rule, {@link pass}.
 *
 * At kinks and steps: `select` passes through the chosen branch only, by selecting, never by a product with 0;
 * so min and max follow the branch that they choose. |x| at 0 passes nothing. floor, exponent, comparisons and
 * truth values are piecewise constant and pass nothing. √ at 0, log at 0, division by 0 and atan2 at the origin
 * are singular: guard the operand before the function, as norm3 of the math room does, and value and derivative
 * are finite.
 */
import type { Graph, Node } from './graph.js';
import { arity, isTruth, Op, opNames } from './ops.js';

/**
 * Changes of `outputs` when each of `leaves` changes by the seed of the same place: J·seeds.
 * @throws where `leaves` has a node that is no leaf, or `seeds` another length.
 */
export function tangent(
  graph: Graph,
  outputs: readonly Node[],
  leaves: readonly Node[],
  seeds: readonly Node[],
): Node[] {
  sameLength('tangent', 'leaves', leaves, 'seeds', seeds);
  return forward(graph, outputs, cone(graph, outputs, leaves), leaves, seeds);
}

/** Jᵀ·weights: the gradient of Σ weights·outputs by each of `leaves`. Errors as {@link tangent}. */
export function adjoint(
  graph: Graph,
  outputs: readonly Node[],
  weights: readonly Node[],
  leaves: readonly Node[],
): Node[] {
  sameLength('adjoint', 'outputs', outputs, 'weights', weights);
  return reverse(graph, outputs, weights, cone(graph, outputs, leaves), leaves);
}

/** Derivatives of one output by each of `leaves`. */
export function gradient(graph: Graph, output: Node, leaves: readonly Node[]): Node[] {
  return adjoint(graph, [output], [graph.constant(1)], leaves);
}

/** J, one row for each output and one column for each leaf; by the mode that takes fewer sweeps. */
export function jacobian(graph: Graph, outputs: readonly Node[], leaves: readonly Node[]): Node[][] {
  if (outputs.length < leaves.length) return outputs.map((output) => gradient(graph, output, leaves));
  const nodes = cone(graph, outputs, leaves);
  const one = [graph.constant(1)];
  const columns = leaves.map((leaf) => forward(graph, outputs, nodes, [leaf], one));
  return outputs.map((_, row) => columns.map((column) => column[row]));
}

/** The nodes that outputs need and that depend on leaves, ascending: operands before users. */
function cone(graph: Graph, outputs: readonly Node[], leaves: readonly Node[]): Node[] {
  const end = outputs.reduce((max, node) => (node > max ? node : max), -1) + 1;
  const needed = new Uint8Array(end);
  for (const node of outputs) needed[node] = 1;
  for (let node = (end - 1) as Node; node >= 0; node--) {
    if (!needed[node]) continue;
    for (let k = 0; k < arity[graph.op(node)]; k++) {
      if (passes(graph.op(node), k)) needed[graph.operand(node, k)] = 1;
    }
  }
  const depends = new Uint8Array(end);
  for (const leaf of leaves) {
    if (graph.op(leaf) !== Op.leaf) {
      throw new Error(`derivative: expected a leaf, got node ${leaf} (${opNames[graph.op(leaf)]})`);
    }
    if (leaf < end) depends[leaf] = 1;
  }
  const nodes: Node[] = [];
  for (let node = 0 as Node; node < end; node++) {
    if (!needed[node]) continue;
    for (let k = 0; k < arity[graph.op(node)]; k++) {
      if (passes(graph.op(node), k) && depends[graph.operand(node, k)]) depends[node] = 1;
    }
    if (depends[node]) nodes.push(node);
  }
  return nodes;
}

function forward(
  graph: Graph,
  outputs: readonly Node[],
  nodes: readonly Node[],
  leaves: readonly Node[],
  seeds: readonly Node[],
): Node[] {
  const changes = new Map<Node, Node>();
  leaves.forEach((leaf, i) => {
    const before = changes.get(leaf);
    changes.set(leaf, before === undefined ? seeds[i] : graph.add(before, seeds[i]));
  });
  const zero = graph.constant(0);
  for (const node of nodes) {
    const op = graph.op(node);
    if (op === Op.select) {
      const whenTrue = changes.get(graph.operand(node, 1));
      const whenFalse = changes.get(graph.operand(node, 2));
      if (whenTrue === undefined && whenFalse === undefined) continue;
      changes.set(node, graph.select(graph.operand(node, 0), whenTrue ?? zero, whenFalse ?? zero));
      continue;
    }
    let change: Node | undefined;
    for (let k = 0; k < arity[op]; k++) {
      const d = changes.get(graph.operand(node, k));
      if (d === undefined || !passes(op, k)) continue;
      const part = pass(graph, node, k, d);
      change = change === undefined ? part : graph.add(change, part);
    }
    if (change !== undefined) changes.set(node, change);
  }
  return outputs.map((output) => changes.get(output) ?? zero);
}

function reverse(
  graph: Graph,
  outputs: readonly Node[],
  weights: readonly Node[],
  nodes: readonly Node[],
  leaves: readonly Node[],
): Node[] {
  const active = new Set(nodes);
  const adjoints = new Map<Node, Node>();
  const accumulate = (node: Node, d: Node): void => {
    const before = adjoints.get(node);
    adjoints.set(node, before === undefined ? d : addAdjoints(graph, before, d));
  };
  for (const [i, output] of outputs.entries()) accumulate(output, weights[i]);
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i];
    const d = adjoints.get(node);
    if (d === undefined) continue;
    for (let k = 0; k < arity[graph.op(node)]; k++) {
      const operand = graph.operand(node, k);
      if (active.has(operand) && passes(graph.op(node), k))
        accumulate(operand, passAdjoint(graph, node, k, d));
    }
  }
  const zero = graph.constant(0);
  return leaves.map((leaf) => adjoints.get(leaf) ?? zero);
}

/**
 * {@link pass} for an adjoint, which is select(test, x, 0) where `node` is used in one branch only. The partial
 * derivative of a branch that is not taken may be infinite, so it multiplies x inside the select.
 */
function passAdjoint(graph: Graph, node: Node, k: number, d: Node): Node {
  const tests: [Node, boolean][] = [];
  let inner = d;
  for (let branch = oneSided(graph, inner); branch !== undefined; branch = oneSided(graph, inner)) {
    tests.push([branch.test, branch.when]);
    inner = branch.value;
  }
  const zero = graph.constant(0);
  let part = pass(graph, node, k, inner);
  for (const [test, when] of tests.reverse()) {
    part = when ? graph.select(test, part, zero) : graph.select(test, zero, part);
  }
  return part;
}

function addAdjoints(graph: Graph, a: Node, b: Node): Node {
  const p = oneSided(graph, a);
  const q = oneSided(graph, b);
  if (p === undefined || q === undefined || p.test !== q.test) return graph.add(a, b);
  if (p.when !== q.when) return graph.select(p.test, p.when ? p.value : q.value, p.when ? q.value : p.value);
  const total = graph.add(p.value, q.value);
  const zero = graph.constant(0);
  return p.when ? graph.select(p.test, total, zero) : graph.select(p.test, zero, total);
}

/** A select that is 0 on one side: its value on the other. */
function oneSided(graph: Graph, node: Node): { test: Node; when: boolean; value: Node } | undefined {
  if (graph.op(node) !== Op.select) return undefined;
  const [test, a, b] = [graph.operand(node, 0), graph.operand(node, 1), graph.operand(node, 2)];
  if (graph.value(b) === 0) return { test, when: true, value: a };
  if (graph.value(a) === 0) return { test, when: false, value: b };
  return undefined;
}

/** Whether a change of operand k changes the result but at single points. */
function passes(op: Op, k: number): boolean {
  if (op === Op.select) return k > 0;
  return op !== Op.floor && op !== Op.exponent && !isTruth(op);
}

/** The partial derivative of `node` by operand k, times d. */
function pass(graph: Graph, node: Node, k: number, d: Node): Node {
  const a = graph.operand(node, 0);
  const b = graph.operand(node, 1);
  const zero = graph.constant(0);
  const one = graph.constant(1);
  switch (graph.op(node)) {
    case Op.add:
      return d;
    case Op.sub:
      return k === 0 ? d : graph.neg(d);
    case Op.mul:
      return graph.mul(d, k === 0 ? b : a);
    case Op.div: {
      const part = graph.mul(d, graph.div(one, b));
      return k === 0 ? part : graph.neg(graph.mul(part, node));
    }
    case Op.neg:
      return graph.neg(d);
    case Op.sqrt:
      return graph.mul(d, graph.div(graph.constant(0.5), node));
    case Op.abs:
      return graph.select(graph.less(zero, a), d, graph.select(graph.less(a, zero), graph.neg(d), zero));
    case Op.select:
      return k === 1 ? graph.select(a, d, zero) : graph.select(a, zero, d);
    case Op.sin:
      return graph.mul(d, graph.cos(a));
    case Op.cos:
      return graph.neg(graph.mul(d, graph.sin(a)));
    case Op.tan:
      return graph.mul(d, graph.add(one, graph.mul(node, node)));
    case Op.atan2: {
      const part = graph.mul(d, graph.div(one, graph.add(graph.mul(a, a), graph.mul(b, b))));
      return k === 0 ? graph.mul(part, b) : graph.neg(graph.mul(part, a));
    }
    case Op.exp:
      return graph.mul(d, node);
    case Op.log:
      return graph.mul(d, graph.div(one, a));
    case Op.tanh:
      return graph.mul(d, graph.sub(one, graph.mul(node, node)));
    default:
      // pow2 is defined for whole numbers only, and those come from operations that pass nothing.
      throw new Error(`derivative: ${opNames[graph.op(node)]} of a number that is not piecewise constant`);
  }
}

function sameLength(what: string, a: string, x: readonly Node[], b: string, y: readonly Node[]): void {
  if (x.length !== y.length) {
    throw new Error(`${what}: expected as many ${b} as ${a}, got ${y.length} for ${x.length}`);
  }
}
