import { describe, expect, it } from 'vitest';
import type { Design } from '../control/index.js';
import { numbers } from '../math/index.js';
import { dot, greatest, times } from './descent.js';
import { element, plane, reaching, sevenJoints } from './designs.test.helper.js';
import { findEquilibria } from './equilibria.js';
import { ForceField } from './force-field.js';
import { inverseOf } from './polytope.js';
import { type Flow, relax } from './relax.js';
import { settle } from './settle.js';

/** A force on ℝⁿ by itself, its slope by differences. */
function flow(n: number, force: (q: readonly number[]) => number[], inertia?: readonly number[]): Flow {
  const move = (q: readonly number[], step: readonly number[]) => q.map((x, i) => x + step[i]);
  const unit = Array.from({ length: n * n }, (_, at) => (at % (n + 1) === 0 ? 1 : 0));
  const slope = (q: readonly number[]) => {
    const h = 1e-5;
    const columns = q.map((_, j) => {
      const at = (by: number) => force(q.map((x, i) => (i === j ? x + by : x)));
      const [up, down] = [at(h), at(-h)];
      return up.map((f, i) => (down[i] - f) / (2 * h));
    });
    return Array.from({ length: n * n }, (_, at) => columns[at % n][Math.floor(at / n)]);
  };
  return {
    size: n,
    projected: ['some'],
    force,
    move,
    slope,
    inertia: () => inertia ?? unit,
    hessian: () => ({ matrix: [], curl: 1 }),
  };
}

describe('relax', () => {
  it('comes to rest where forces whirl about a place', () => {
    const whirl = flow(2, ([x, y]) => [-x + 40 * (y - 1), -(y - 1) - 40 * x]);
    const rest = relax(whirl, [3, -2]);
    expect(greatest([rest!.q[0], rest!.q[1] - 1])).toBeLessThan(1e-8);
    // The singular values of a turned and scaled unit matrix are all alike.
    for (const value of rest!.eigenvalues) expect(value).toBeCloseTo(numbers.sqrt(1601), 5);
    expect(rest!.flat).toEqual([]);
  });

  it('leaves a saddle, on which it begins', () => {
    const hill = flow(2, ([x, y]) => [x - x ** 3, -y + 3 * (x - x ** 3)]);
    const rest = relax(hill, [0, 0]);
    expect(Math.abs(rest!.q[0])).toBeCloseTo(1, 8);
    expect(rest!.q[1]).toBeCloseTo(0, 8);
  });

  it('judges by the inertia what only that makes stable', () => {
    // The real part of both eigenvalues of M⁻¹ K is (1 − 1.5/m₂)/2.
    const K = [1, -4, 1, -1.5];
    const pull = (q: readonly number[]) => times(K, q, 2).map((x) => -x);
    expect(relax(flow(2, pull, [1, 0, 0, 4]), [0, 0])).toBeDefined();
    expect(relax(flow(2, pull), [0, 0])).toBeUndefined();
  });

  it('names what nothing holds, and tells why it found no rest', () => {
    const rail = relax(
      flow(2, ([x, y]) => [-(x + y), -2 * (x + y)]),
      [1, 0],
    );
    expect(rail!.flat).toHaveLength(1);
    expect(rail!.flat[0][0] + rail!.flat[0][1]).toBeCloseTo(0, 6);
    const told: string[] = [];
    const lost = { lost: (why: string) => told.push(why) };
    relax(
      flow(1, () => [1]),
      [0],
      lost,
    );
    relax(
      flow(1, () => [Number.NaN]),
      [0],
      lost,
    );
    expect(told).toEqual(['steps', 'number']);
  });
});

describe('the equilibria of a posture in the null space of a task', () => {
  const joints = ['j1', 'j2', 'j3', 'j4', 'j5', 'j6', 'j7'];
  const target = [0.3, 0.5, -0.2, -1.2, 0.4, 0.6, 0.1];
  const start = [0.2, 0.6, 0.1, -1, 0.2, 0.3, 0.1];
  const keep: Design['elements'][number] = {
    ...element('keep', 'spring', 'posture', {}, { stiffness: joints.map(() => 5), target }),
    joints,
    nullspaceOf: ['reach'],
  };
  const calm = {
    ...element('calm', 'damper', 'posture', {}, { damping: joints.map(() => 2) }),
    joints,
  };
  const field = new ForceField(
    reaching(sevenJoints(), 'l8', 300, [0.3, 0.2, 0.6], { elements: [keep, calm] }),
  );
  const found = findEquilibria(field, { start, starts: 20 });
  const own = ({ q }: { readonly q: readonly number[] }) => target.map((t, i) => 5 * (t - q[i]));

  it('are at the goal of the task and in balance along the motions that it leaves', () => {
    expect(found.projected).toEqual(['keep']);
    expect(found.lost).toBeLessThan(3);
    expect(found.equilibria[0].found).toBeGreaterThan(5);
    for (const e of found.equilibria) {
      expect(e.reached).toEqual(['goal']);
      expect(e.free.count).toBe(0);
      // What the posture pulls with is Jᵀ f of some force f at the tool: nothing is left of it along self-motions.
      const J = field.readingJacobian('reach', e.q);
      const pull = own(e);
      const inverse = inverseOf(J.map((a) => J.map((b) => dot(a, b))))!;
      const f = inverse.map((row) =>
        dot(
          row,
          J.map((a) => dot(a, pull)),
        ),
      );
      const left = pull.map((p, i) => p - J.reduce((sum, row, r) => sum + row[i] * f[r], 0));
      expect(greatest(left)).toBeLessThan(1e-6);
      expect(greatest(pull)).toBeGreaterThan(0.1);
    }
  });

  it('are balanced by what each element gives', () => {
    const [{ balance }] = found.equilibria;
    const sum = joints.map((_, i) => balance.reduce((total, { torque }) => total + torque[i], 0));
    expect(greatest(sum)).toBeLessThan(1e-6);
  });

  it('draw the motion back that begins beside them', () => {
    const [{ q }] = found.equilibria;
    const beside = q.map((x, i) => x + (i % 2 === 0 ? 0.05 : -0.05));
    const run = settle(field, { start: beside });
    expect(run.status).toBe('rest');
    expect(greatest(field.between(q, run.q))).toBeLessThan(1e-3);
  });
});

describe('a search that finds nothing', () => {
  it('says why', () => {
    const push = element('push', 'source', 'force', { at: 'tip' }, { force: [1, 0, 0] });
    const design: Design = { ...reaching(plane(), 'l3', 100, [0, 0, 0]), elements: [push] };
    const { equilibria, lost, reasons } = findEquilibria(new ForceField(design), {
      start: [0, 0],
      starts: 3,
    });
    expect(equilibria).toEqual([]);
    expect(lost).toBe(4);
    expect(reasons).toEqual({ steps: 4 });
  });
});
