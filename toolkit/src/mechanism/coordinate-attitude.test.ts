import { describe, expect, it } from 'vitest';
import { apply, arity, Graph, jacobian, type Node } from '../graph/index.js';
import { numbers, type Quaternion, quaternionExp, rotationFromQuaternion, type Vec3 } from '../math/index.js';
import type { Site } from './coordinate.js';
import { attitude, attitudePlain, attitudeQuaternion } from './coordinate-attitude.js';
import { elementOf } from './elements.js';
import { LoadSums } from './loads.js';
import { worldSite } from './site.js';

function turned(name: string, quaternion: Quaternion<number>): Site<number> {
  const rotation = rotationFromQuaternion(numbers, quaternion);
  return worldSite(numbers, name, { position: [0, 0, 0], rotation, quaternion });
}

const about = (axis: Vec3<number>, angle: number): Quaternion<number> =>
  quaternionExp(numbers, [axis[0] * angle, axis[1] * angle, axis[2] * angle]);

const level = turned('tool', [1, 0, 0, 0]);
const degree = Math.PI / 180;

function torque(kind: string, stiffness: number, angle: number, flip = 1): readonly number[] {
  const [w, x, y, z] = about([0, 0, 1], angle);
  const goal = turned('goal', [flip * w, flip * x, flip * y, flip * z]);
  const declaration = elementOf('spring', kind);
  if (declaration === undefined) throw new Error(kind);
  const measures = { attitude, 'attitude-plain': attitudePlain, 'attitude-quaternion': attitudeQuaternion };
  const coordinate = measures[kind as keyof typeof measures](numbers, level, goal, undefined);
  const loads = new LoadSums<number>(numbers);
  const { force, radial } = declaration.law(numbers, coordinate.reading, { stiffness: [stiffness] });
  coordinate.transpose(force, radial === true, loads);
  return loads.sites.get('tool')?.torque ?? [];
}

describe('attitude', () => {
  it.each([1, -1])('takes the short way for a target 190° off, written as q and as −q', (flip) => {
    const [x, y, z] = torque('attitude', 10, 190 * degree, flip);
    expect([x, y]).toEqual([expect.closeTo(0, 12), expect.closeTo(0, 12)]);
    expect(z).toBeCloseTo(-10 * 170 * degree, 10);
    expect(z).toBeCloseTo(-29.6706, 4);
  });

  it('gives stiffness times angle: 30 at 1 rad, 89.0118 at 170°', () => {
    expect(torque('attitude', 30, 1)[2]).toBeCloseTo(30, 10);
    expect(torque('attitude', 30, 170 * degree)[2]).toBeCloseTo(89.0118, 4);
    expect(torque('attitude-plain', 30, 1)[2]).toBeCloseTo(30, 10);
  });

  it('as a peer’s quaternion law is half as stiff as typed', () => {
    expect(torque('attitude-quaternion', 30, 1)[2]).toBeCloseTo(14.3828, 4);
    expect(torque('attitude-quaternion', 30, 1e-4)[2] / 1e-4).toBeCloseTo(15, 6);
    expect(torque('attitude-quaternion', 30, -2.5)[2]).toBeCloseTo(-30 * Math.sin(1.25), 10);
    for (const flip of [1, -1]) {
      expect(torque('attitude-quaternion', 10, 190 * degree, flip)[2]).toBeCloseTo(
        -10 * Math.sin(85 * degree),
        10,
      );
    }
  });

  it('takes one of the two ways at 180°, always the same, and finite', () => {
    const once = torque('attitude', 10, Math.PI);
    expect(torque('attitude', 10, Math.PI)).toEqual(once);
    expect(Math.abs(once[2])).toBeCloseTo(10 * Math.PI, 8);
  });

  it.each([0, 1e-12, 1e-3, 1, 3, Math.PI])('has finite derivatives at an error of %d rad', (angle) => {
    const G = new Graph();
    const leaves = Array.from({ length: 4 }, () => G.leaf());
    const site = (name: string, q: Quaternion<Node>): Site<Node> =>
      worldSite(G, name, {
        position: [G.constant(0), G.constant(0), G.constant(0)],
        rotation: rotationFromQuaternion(G, q),
        quaternion: q,
      });
    const one = G.constant(1);
    const none = G.constant(0);
    const tool = site('tool', [one, none, none, none]);
    const goal = site('goal', leaves as unknown as Quaternion<Node>);
    const coordinate = attitude(G, tool, goal, undefined);
    const loads = new LoadSums<Node>(G);
    const k = [1, 2, 3].map((x) => G.constant(x));
    coordinate.transpose(
      coordinate.reading.value.map((e, i) => G.mul(k[i], e)),
      false,
      loads,
    );
    const outputs = [...coordinate.reading.value, ...(loads.sites.get('tool')?.torque ?? [])];
    const values = about([0.6, 0, 0.8], angle);
    const at = new Map(leaves.map((leaf, i) => [leaf, values[i]]));
    for (const row of jacobian(G, outputs, leaves)) {
      for (const entry of row) expect(Number.isFinite(evaluate(G, entry, at))).toBe(true);
    }
    for (const output of outputs) expect(Number.isFinite(evaluate(G, output, at))).toBe(true);
  });
});

function evaluate(G: Graph, node: Node, leaves: ReadonlyMap<Node, number>): number {
  const values = new Map<Node, number>(leaves);
  const value = (n: Node): number => {
    const known = values.get(n);
    if (known !== undefined) return known;
    const x = G.isConstant(n) ? G.value(n) : apply(numbers, G.op(n), ...operands(n));
    values.set(n, x);
    return x;
  };
  const operands = (n: Node): [number, number, number] =>
    [0, 1, 2].map((k) => (k < arity[G.op(n)] ? value(G.operand(n, k)) : 0)) as [number, number, number];
  return value(node);
}
