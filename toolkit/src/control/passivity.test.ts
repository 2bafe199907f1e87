import { describe, expect, it } from 'vitest';
import { chain, planar } from '../mechanism/arms.test.helper.js';
import { element, everything, reaching } from './designs.test.helper.js';
import { type Design, type LawDesign, passivityOf } from './index.js';

const goal = [0.5, 0, 0.5] as const;
const plain = reaching(100, [...goal]);

/** Causes and names of the reasons. */
function reasons(design: Design, options = {}): string[] {
  return passivityOf(design, options).reasons.map(({ cause, name }) => `${cause}: ${name}`);
}

describe('the verdict before a run', () => {
  it('is passive for springs and dampers, with sampling apart', () => {
    const verdict = passivityOf(plain);
    expect(verdict).toMatchObject({ passive: true, reasons: [] });
    expect(verdict.text).toBe('passive; apart from this: torques that are held for 1 ms');
    expect(passivityOf(plain, { continuous: true }).text).toBe('passive');
  });

  it('names sources, points that move and laws without an energy', () => {
    const design = everything();
    expect(reasons(design)).toEqual([
      'law without an energy: plain',
      'source: press',
      'moving point: runner',
    ]);
    expect(passivityOf(design).text).toMatch(
      /^not passive, because the law of plain \(spring: attitude-plain\) is the gradient of no energy; the source press puts energy in; the point runner moves by itself/,
    );
  });

  it('names what moves the target or the axes of an impedance', () => {
    const model = planar();
    const law = (more: Partial<LawDesign>, stiffness = [100, 50, 20]): string[] =>
      reasons({
        name: 'impedance',
        model,
        period: 1e-3,
        points: [
          { name: 'tip', frame: 'l3' },
          { name: 'elbow', frame: 'l1' },
          { name: 'goal', at: [0.5, 0, 0.5] },
          { name: 'runner', at: [0, 0, 0], moves: true },
        ],
        elements: [],
        laws: [
          {
            name: 'give',
            kind: 'impedance',
            at: 'tip',
            target: 'goal',
            axes: 'goal',
            parameters: { stiffness, damping: [10, 10, 10] },
            ...more,
          },
        ],
      });
    expect(law({})).toEqual([]);
    expect(law({ axes: 'tip' })).toEqual([]);
    expect(law({ target: 'runner' })).toEqual(['moving point: runner']);
    expect(law({ axes: 'runner' })).toEqual(['moving point: runner']);
    expect(law({ target: 'elbow' })).toEqual(['source: give']);
    expect(law({ axes: 'elbow' })).toEqual(['source: give']);
    expect(law({ axes: 'elbow' }, [50, 50, 50])).toEqual([]);
  });

  it('takes a peer’s attitude law with one number for the gradient that it is', () => {
    const points = [...plain.points];
    const law = (stiffness: number[]): Design => ({
      ...plain,
      points,
      elements: [
        element('turn', 'spring', 'attitude-quaternion', { from: 'tip', to: 'goal' }, { stiffness }),
      ],
    });
    expect(reasons(law([5]))).toEqual([]);
    expect(reasons(law([5, 4, 3]))).toEqual(['law without an energy: turn']);
  });

  it('sets apart the weight of virtual bodies and a payload that is held up, which give as much as there is way to fall or rise', () => {
    const payload = element(
      'payload',
      'spring',
      'payload',
      { at: 'tip' },
      { mass: [2], gravity: [0, 0, -9.8] },
    );
    const body = chain([{ type: 'prismatic', axis: [0, 0, 1], inertia: [1, 1, 1] }]);
    const [joint] = body.bodies;
    const design = {
      ...plain,
      elements: [...plain.elements, payload],
      bodies: { model: body, weight: [joint.joint] },
    };
    const { passive, apart } = passivityOf(design);
    expect(passive).toBe(true);
    expect(apart.map(({ cause, name }) => `${cause}: ${name}`)).toEqual([
      `weight: ${joint.joint}`,
      'sampling: sampling',
      'compensation: payload',
    ]);
    expect(passivityOf({ ...design, bodies: { model: body } }).apart.map(({ cause }) => cause)).not.toContain(
      'weight',
    );
  });

  it('lets a point move that nothing joins', () => {
    const idle: Design = {
      ...plain,
      points: [...plain.points, { name: 'idle', at: [0, 0, 0], moves: true }],
    };
    expect(reasons(idle)).toEqual([]);
  });

  it('names parameters that change, once each, and phases that change some', () => {
    const phases = [{ name: 'near', set: { 'reach.stiffness': [5] }, until: { after: 1 } }, { name: 'rest' }];
    const changes = ['goal.at', 'goal.at'];
    expect(reasons({ ...plain, phases }, { changes })).toEqual(['changes: goal.at', 'phases: near']);
  });

  it('lets dampers change, which store nothing', () => {
    const brake = element('brake', 'damper', 'linear', { joint: 'j1' }, { damping: [3] });
    const damped: Design = { ...plain, elements: [...plain.elements, brake] };
    const slow = { 'brake.damping': [9] };
    const phasing = (set: Record<string, readonly number[]>): Design => ({
      ...damped,
      phases: [{ name: 'near', set, until: { after: 1 } }, { name: 'rest' }],
    });
    expect(reasons(phasing(slow), { changes: ['brake.damping'] })).toEqual([]);
    const both = phasing({ ...slow, 'reach.stiffness': [5] });
    expect(reasons(both, { changes: ['brake.damping', 'gravity'] })).toEqual([
      'changes: gravity',
      'phases: near',
    ]);
  });

  it('calls elements as who wrote them does, and each thing once', () => {
    const called = (name: string): string => name.split('-')[0];
    const changes = ['keep-j1.stiffness', 'keep-j2.stiffness', 'goal.at'];
    expect(reasons(plain, { changes, called })).toEqual(['changes: keep.stiffness', 'changes: goal.at']);
  });

  it('is passive where a tank pays, and says what it holds', () => {
    const tank = { start: 0.5, most: 1, pays: ['changes', 'sources'] } as const;
    const press = element('press', 'source', 'force', { at: 'tip' }, { force: [0, 0, -10] });
    const design: Design = { ...plain, elements: [...plain.elements, press], tank };
    const verdict = passivityOf(design, { changes: ['reach.stiffness'] });
    expect(verdict.passive).toBe(true);
    expect(reasons(design, { changes: ['gravity'] })).toEqual(['changes: gravity']);
    expect(verdict.text).toMatch(/the 500 mJ that the tank holds at the start$/);
    const half: Design = { ...design, tank: { ...tank, pays: ['changes'] } };
    expect(reasons(half, { changes: ['reach.stiffness'] })).toEqual(['source: press']);
    const other: Design = { ...design, tank: { ...tank, pays: ['sources'] } };
    expect(reasons(other, { changes: ['reach.stiffness'] })).toEqual(['changes: reach.stiffness']);
  });

  it('sets limits and compensation apart, which act by the motion', () => {
    const { nv } = plain.model;
    const verdict = passivityOf({
      ...plain,
      compensate: ['gravity'],
      limits: {
        force: [{ at: 'tip', norm: 20 }],
        torque: { most: new Array<number>(nv).fill(10) },
        torqueRate: { most: new Array<number>(nv).fill(Number.POSITIVE_INFINITY) },
      },
    });
    expect(verdict.passive).toBe(true);
    expect(verdict.apart.map(({ name }) => name)).toEqual([
      'sampling',
      'limits.force.tip',
      'limits.torque',
      'gravity',
    ]);
  });
});
