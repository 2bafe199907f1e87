import { describe, expect, it } from 'vitest';
import {
  apart,
  codes,
  jointText,
  limitText,
  linkText,
  onlyProblem,
  read,
  robotOf,
  robotText,
} from '../../../checks/urdf-text.js';
import type { Robot } from './robot.js';

/** A base with a joint to a link of its own for each entry: type and what it holds. */
function fan(
  joints: Readonly<Record<string, readonly [string, string]>>,
  order = Object.keys(joints),
): string {
  return robotText(
    linkText('base'),
    ...order.map((name) => linkText(`link_${name}`)),
    ...order.map((name) => jointText(name, 'base', `link_${name}`, joints[name][1], joints[name][0])),
  );
}

function mimic(joint: string, multiplier: number | string = 1, offset: number | string = 0): string {
  return `${limitText}<mimic joint="${joint}" multiplier="${multiplier}" offset="${offset}"/>`;
}

/** Position of a joint when each that follows none stands where `at` says. */
function position(robot: Robot, name: string, at: Readonly<Record<string, number>>): number {
  const joint = robot.joints.find((j) => j.name === name);
  if (joint?.mimic === undefined) return at[name];
  return joint.mimic.multiplier * at[joint.mimic.joint] + joint.mimic.offset;
}

function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first, i) =>
    orders([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [first, ...rest]),
  );
}

describe('mimic joints', () => {
  it('follow a continuous or revolute master about another axis', () => {
    const follower = `<axis xyz="0 1 0"/><mimic joint="m" multiplier="-1" offset="0.1"/>`;
    const robot = robotOf(fan({ m: ['revolute', limitText], f: ['continuous', follower] }));
    expect(robot.joints[1]).toMatchObject({
      type: 'continuous',
      axis: [0, 1, 0],
      mimic: { joint: 'm', multiplier: -1, offset: 0.1 },
    });
    expect(position(robot, 'f', { m: 0.4 })).toBeCloseTo(-0.3, 15);
  });

  it('need no limits of their own', () => {
    const text = fan({ m: ['revolute', limitText], f: ['revolute', '<mimic joint="m"/>'] });
    expect(codes(read(text))).toEqual([]);
    expect(robotOf(text).joints[1]).toMatchObject({ mimic: { joint: 'm', multiplier: 1, offset: 0 } });
    expect(robotOf(text).joints[1].limits).toBeUndefined();
  });

  it('may stand before their master', () => {
    const robot = robotOf(fan({ f: ['prismatic', mimic('m', -1, 0.02)], m: ['prismatic', limitText] }));
    expect(position(robot, 'f', { m: 0.01 })).toBeCloseTo(0.01, 15);
  });

  it('are followed through chains, in every order', () => {
    const joints = {
      a: ['revolute', limitText],
      b: ['revolute', mimic('a', 2, 0.1)],
      c: ['revolute', mimic('b', -1, 0.05)],
      d: ['revolute', mimic('c', 0.5, 1)],
    } as const;
    for (const order of orders(Object.keys(joints))) {
      const robot = robotOf(fan(joints, order));
      expect(position(robot, 'b', { a: 0.3 })).toBeCloseTo(0.7, 15);
      expect(position(robot, 'c', { a: 0.3 })).toBeCloseTo(-0.65, 15);
      expect(position(robot, 'd', { a: 0.3 })).toBeCloseTo(0.675, 15);
      expect(robot.joints.filter((joint) => joint.mimic === undefined).map((joint) => joint.name)).toEqual([
        'a',
      ]);
    }
  });

  it('in a ring are refused with the names of the ring', () => {
    const ring = {
      j1: ['revolute', mimic('j3')],
      j2: ['revolute', mimic('j1')],
      j3: ['revolute', mimic('j2')],
      tail: ['revolute', mimic('j2')],
    } as const;
    for (const order of orders(Object.keys(ring))) {
      const outcome = read(fan(ring, order));
      expect(outcome.value).toBeUndefined();
      const problem = onlyProblem(outcome);
      expect(problem).toMatchObject({ code: 'mimic-cycle', severity: 'error' });
      expect(problem.message).toContain('"j1", "j2", "j3"');
      expect(problem.message).not.toContain('tail');
    }
    const self = onlyProblem(read(fan({ j: ['revolute', mimic('j')] })));
    expect(self.message).toContain('"j" follows itself');
  });

  it('of nobody are refused, with the nearest name', () => {
    const problem = onlyProblem(
      read(fan({ master: ['revolute', limitText], f: ['revolute', mimic('mastre')] })),
    );
    expect(problem).toMatchObject({
      code: 'mimic-unknown',
      severity: 'error',
      where: { name: 'joint "f"' },
      hint: 'did you mean "master"?',
    });
    expect(problem.message).toContain('mastre');
  });

  it('on a fixed joint are left out, with a warning', () => {
    const text = fan({
      m: ['revolute', limitText],
      f: ['fixed', '<mimic joint="m"/>'],
      g: ['fixed', '<mimic joint="nobody"/>'],
    });
    const outcome = read(text);
    expect(outcome.problems.map((p) => [p.code, p.where.name])).toEqual([
      ['mimic-on-fixed', 'joint "f"'],
      ['mimic-on-fixed', 'joint "g"'],
    ]);
    expect(outcome.value?.joints.every((joint) => joint.mimic === undefined)).toBe(true);
  });

  it('of a fixed joint stand still at their offset, with a warning', () => {
    const text = fan({
      m: ['fixed', ''],
      turn: [
        'revolute',
        `<origin xyz="0 0 0.2" rpy="1.5707963267948966 0 0"/><axis xyz="0 1 0"/>${mimic('m', 3, 0.25)}`,
      ],
      slide: [
        'prismatic',
        `<origin xyz="1 0 0" rpy="0 0 1.5707963267948966"/><axis xyz="0 1 0"/>${mimic('m', 3, 0.25)}`,
      ],
      chain: ['revolute', `<axis xyz="1 0 0"/>${mimic('turn', 2, 0.1)}`],
    });
    const outcome = read(text);
    expect(outcome.problems.map((p) => p.code)).toEqual([
      'mimic-of-fixed',
      'mimic-of-fixed',
      'mimic-of-fixed',
    ]);
    const [, turn, slide, chain] = robotOf(text).joints;
    expect([turn.type, slide.type, chain.type]).toEqual(['fixed', 'fixed', 'fixed']);
    const [c, s] = [Math.cos(0.25), Math.sin(0.25)];
    expect(apart(turn.origin.rotation, [c, 0, s, s, 0, -c, 0, 1, 0])).toBeLessThan(2e-16);
    expect(turn.origin.position).toEqual([0, 0, 0.2]);
    expect(apart(slide.origin.position, [0.75, 0, 0])).toBeLessThan(1e-16);
    expect(chain.origin.rotation[4]).toBeCloseTo(Math.cos(0.6), 15);
    expect(robotOf(text).joints.every((joint) => joint.mimic === undefined)).toBe(true);
  });

  it('between joints of several degrees of freedom are left out, with a warning', () => {
    for (const [m, f] of [
      ['planar', 'revolute'],
      ['floating', 'prismatic'],
      ['revolute', 'planar'],
      ['continuous', 'floating'],
    ]) {
      const inside = (type: string): string => (/revolute|prismatic/.test(type) ? limitText : '');
      const outcome = read(fan({ m: [m, inside(m)], f: [f, `${inside(f)}<mimic joint="m"/>`] }));
      expect(codes(outcome)).toEqual(['warning mimic-many-axes']);
      expect(outcome.value?.joints[1].mimic).toBeUndefined();
    }
  });

  it('are settled in long chains at once', () => {
    const joints: Record<string, readonly [string, string]> = { j0: ['continuous', ''] };
    for (let i = 1; i < 2000; i++)
      joints[`j${i}`] = ['continuous', `<mimic joint="j${i - 1}" multiplier="-1" offset="1"/>`];
    const robot = robotOf(fan(joints, Object.keys(joints).reverse()));
    expect(position(robot, 'j1999', { j0: 0.25 })).toBe(0.75);
    expect(position(robot, 'j1998', { j0: 0.25 })).toBe(0.25);
  });

  it('never reach infinity through multipliers', () => {
    const big = fan({
      a: ['continuous', ''],
      b: ['continuous', '<mimic joint="a" multiplier="1e20"/>'],
      c: ['continuous', '<mimic joint="b" multiplier="1e20"/>'],
    });
    expect(codes(read(big))).toEqual(['error number-malformed']);
  });

  it('never stand at an angle that is too large to have a sine', () => {
    const at = (type: string, offset: string) =>
      codes(read(fan({ a: ['continuous', ''], b: [type, `<mimic joint="a" offset="${offset}"/>`] })));
    expect(at('continuous', '1e7')).toEqual(['error number-malformed']);
    expect(at('continuous', '1e6')).toEqual([]);
    expect(at('prismatic', '1e7')).toEqual([]);
  });
});
