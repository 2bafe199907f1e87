/** A tank that pays for sources of an arm that carries something. */
import { describe, expect, it } from 'vitest';
import { numbers, type Vec3 } from '../math/index.js';
import { noise, planar, randomState, sevenJoints } from '../mechanism/arms.test.helper.js';
import { forwardDynamics, frameOf, integrate, type Model } from '../model/index.js';
import { element, Kernel } from './designs.test.helper.js';
import type { Design } from './index.js';

const fall: Vec3<number> = [0, 0, -9.81];

/** An arm on a spring with something on its tip, which a source pushes; what hangs there really is `mass`. */
function laden(model: Model, frame: string, known: number, start: number, random: () => number): Design {
  return {
    name: 'laden',
    model,
    period: 1e-3,
    gravity: fall,
    points: [
      { name: 'tip', frame, at: [0, 0, 0.08] },
      { name: 'goal', at: [random(), random(), random()] },
    ],
    elements: [
      element('reach', 'spring', 'linear', { from: 'tip', to: 'goal' }, { stiffness: [4] }),
      element('calm', 'damper', 'linear', { from: 'tip', to: 'world' }, { damping: [1] }),
      element('load', 'spring', 'payload', { at: 'tip' }, { mass: [known], gravity: [...fall] }),
      element('push', 'source', 'force', { at: 'tip' }, { force: [15 * random(), 15, 15] }),
    ],
    compensate: ['gravity'],
    tank: { start, most: 1, pays: ['sources'] },
  };
}

/** The books of a run: the lowest level, the most that a step reserved beside what it took, and how often the tank scaled. */
function books(trial: number, known: number, mass: number) {
  const random = noise(31 + trial);
  const [model, frame] = trial % 2 === 0 ? [planar(), 'l3'] : [sevenJoints(), 'l7'];
  const kernel = new Kernel(laden(model, frame, known, 3e-4, random));
  const { body, placement } = frameOf(model, frame);
  const at = placement.position.map((x, i) => x + 0.08 * placement.rotation[3 * i + 2]);
  const first = at.map((x) => mass * x) as unknown as Vec3<number>;
  const square = (i: number, j: number) => first[i] * at[j];
  const second = [square(0, 0), square(1, 1), square(2, 2), square(0, 1), square(0, 2), square(1, 2)];
  const payloads = [{ body, moments: { mass, first, second: second as never } }];
  const number = (field: string) => kernel.view(field)[0];
  let { q } = randomState(model, random);
  let v = new Array<number>(model.nv).fill(0);
  let [least, slack, short, off] = [0, 0, 0, 0];
  for (let k = 0; k < 80; k++) {
    const [level, paid, kept] = ['tank.level', 'tank.paid', 'tank.kept'].map(number);
    const reserved = number('tank.reserved');
    const torques = kernel.step(q, v);
    const [now, spent, gained] = ['tank.level', 'tank.paid', 'tank.kept'].map(number);
    if (k > 0) {
      least = Math.min(least, now);
      slack = Math.max(slack, reserved - (spent - paid));
      off = Math.max(off, Math.abs(now - level + (spent - paid) - (gained - kept)));
    }
    if (number('tank.scale') < 1) short++;
    const a = forwardDynamics(numbers, model, q, v, torques, fall, { payloads });
    v = v.map((x, i) => x + 1e-3 * a[i]);
    q = integrate(numbers, model, q, v, 1e-3);
  }
  return { least, slack, short, off };
}

describe('sources of an arm that carries something', () => {
  it.each([0, 1, 2, 3])(
    'are priced with it: the tank is never overdrawn, and its books close (%d)',
    (trial) => {
      const { least, slack, short, off } = books(trial, 2, 2);
      expect(short).toBeGreaterThan(20);
      expect(least).toBeGreaterThan(-1e-13);
      expect(off).toBeLessThan(1e-15);
      // Nor is more reserved of the 0.3 mJ than the source takes, but by what comes with the speed: without the load it is ten times that.
      expect(slack).toBeLessThan(5e-5);
    },
  );

  it('overdraw it where the arm carries less than it is told', () => {
    const overdrawn = [0, 1, 2, 3].map((trial) => books(trial, 2, 0).least);
    expect(Math.min(...overdrawn)).toBeLessThan(-1e-8);
  });
});
