import { expect, it } from 'vitest';
import { random } from '../../../checks/precise.js';
import { formulas } from '../math/formulas.test.helper.js';
import { changeOf, dual } from '../math/index.js';
import { tangent } from './derivative.js';
import { evaluate } from './evaluate.test.helper.js';
import { Graph } from './graph.js';

it.each(Object.entries(formulas))('%s: duals over a graph are its tangents', (_, formula) => {
  const next = random(8);
  const graph = new Graph();
  const x = [0, 1, 2].map(() => graph.leaf());
  const dx = [0, 1, 2].map(() => graph.leaf());
  const result = formula(
    dual(graph),
    x.map((value, i) => ({ value, change: dx[i] })),
  );
  const [own] = tangent(graph, [formula(graph, x)], x, dx);
  const difference = graph.sub(changeOf(graph, result), own);
  for (let k = 0; k < 20; k++) {
    const values = [...x, ...dx].map(() => 1.6 * next() - 0.8);
    const [error, size] = evaluate(graph, [difference, own], values);
    expect(Math.abs(error)).toBeLessThan(1e-13 * (1 + Math.abs(size)));
  }
});
