import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { noise, randomState, sevenJoints } from '../mechanism/arms.test.helper.js';
import { type MotionDesign, motionAt, motionOf } from '../mechanism/index.js';
import { element, Kernel } from './designs.test.helper.js';
import { type Design, designProblems, elementTorques, type PointDesign } from './index.js';

const place = { at: [0.4, 0.1, 0.5], attitude: [0.6, 0, 0.8, 0] } as const;
const line: MotionDesign = {
  along: 'line',
  parameters: { by: [0.2, 0, -0.1], speed: [0.1], acceleration: [0.5], turn: [0, 0.4, 0.2] },
  ramp: 'trapezoidal',
};

function chasing(goal: Partial<PointDesign>): Design {
  return {
    name: 'chasing',
    model: sevenJoints(),
    period: 1e-3,
    points: [
      { name: 'tool', frame: 'l8', at: [0.02, -0.01, 0.05] },
      { name: 'goal', ...place, ...goal },
    ],
    elements: [
      element('reach', 'spring', 'linear', { from: 'tool', to: 'goal' }, { stiffness: [300, 200, 100] }),
      element('follow', 'damper', 'linear', { from: 'tool', to: 'goal' }, { damping: [12] }),
      element('turn', 'spring', 'attitude', { from: 'tool', to: 'goal' }, { stiffness: [20] }),
      element('turnDamper', 'damper', 'attitude', { from: 'tool', to: 'goal' }, { damping: [1.5] }),
    ],
  };
}

/** Where the line is at t, worked out with numbers. */
function wanted(t: number, speed = 0.1) {
  const declaration = motionOf('line');
  if (declaration === undefined) throw new Error('there is a line');
  const parameters = { from: [0], ...line.parameters, speed: [speed] };
  const { at: position, attitude } = place;
  return motionAt(numbers, declaration, line, { position, attitude, baked: position }, parameters, t);
}

describe('a point with a motion', () => {
  it('acts as a point that somebody moves along the same way, and its work is a source of the same power', () => {
    const own = new Kernel(chasing({ motion: line }));
    const led = new Kernel(chasing({ moves: true }));
    const random = noise(3);
    for (let k = 0; k < 40; k++) {
      const t = 0.07 * k;
      const { q, v } = randomState(sevenJoints(), random);
      const { position, velocity, quaternion, spin } = wanted(t);
      own.view('time')[0] = t;
      led.view('goal.at').set(position);
      led.view('goal.at.rate').set(velocity ?? []);
      led.view('goal.attitude').set(quaternion);
      led.view('goal.attitude.rate').set(spin ?? []);
      const torques = [...own.step(q, v)];
      led.step(q, v).forEach((x, i) => {
        expect(torques[i]).toBeCloseTo(x, 9);
      });
      const powers = [...own.view('power')];
      led.view('power').forEach((x, i) => {
        expect(powers[i]).toBeCloseTo(x, 9);
      });
      expect(powers.length).toBe(3);
    }
  });

  it('goes at the speed that is set while it runs', () => {
    const kernel = new Kernel(chasing({ motion: line }));
    const q = new Array<number>(7).fill(0.3);
    const at = (t: number) => {
      kernel.view('time')[0] = t;
      kernel.observe(q, new Array<number>(7).fill(0));
      return [...kernel.view('goal.position')];
    };
    expect(at(1)[0]).toBeCloseTo(wanted(1).position[0], 12);
    kernel.view('goal.speed')[0] = 0.05;
    expect(at(1)[0]).toBeCloseTo(wanted(1, 0.05).position[0], 12);
    kernel.view('goal.by')[2] = 0;
    expect(at(100)[2]).toBe(0.5);
  });

  it('is judged where it is at the start', () => {
    const still = chasing({});
    const q = new Array<number>(7).fill(0.3);
    const v = new Array<number>(7).fill(0);
    const late = { ...line, parameters: { ...line.parameters, from: [2] } };
    expect(elementTorques(chasing({ motion: late }), q, v)).toEqual(elementTorques(still, q, v));
  });
});

describe('the motion of a point', () => {
  const codes = (motion: Partial<MotionDesign>, more: Partial<PointDesign> = {}) =>
    designProblems(chasing({ motion: { ...line, ...motion }, ...more })).map(
      ({ code, where }) => `${code} ${where.path}`,
    );
  const at = 'control.points.goal.moves';
  it('is told what is wrong with it, all at once', () => {
    const { parameters } = line;
    expect(codes({})).toEqual([]);
    expect(codes({ along: 'lime' })).toEqual([`unknown-motion ${at}.along`]);
    expect(codes({ parameters: { by: [1, 0, 0] } })).toEqual([`parameter-missing ${at}.speed`]);
    expect(codes({ parameters: { ...parameters, speed: [-1], by: [1], from: [Number.NaN] } })).toEqual([
      `parameter-shape ${at}.by`,
      `out-of-range ${at}.speed`,
      `not-finite ${at}.from`,
    ]);
    expect(codes({ parameters: { ...parameters, sped: [1] } })).toEqual([`unknown-parameter ${at}.sped`]);
    expect(codes({ ramp: 'linear' })).toEqual([`motion-acceleration ${at}.acceleration`]);
    expect(codes({ along: 'circle', parameters: { radius: [1], period: [1] } })).toEqual([
      `motion-endless ${at}.ramp`,
    ]);
    expect(codes({}, { moves: true })).toEqual([`point-moves ${at}`]);
  });
});
