import { clamp, max, sum } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { entryOf, positive } from './gain.js';
import { anywhere, strength, units } from './parameters.js';
import { pictures } from './picture.js';

/** Buffers before the ends of the joints' ranges, as one element; a scenario says them as `control.buffers`; see `doc`. */
export const springBuffers: ElementDeclaration = {
  family: 'spring',
  kind: 'buffers',
  title: 'Buffers before the ends of joints',
  summary:
    'A spring in the last part of the range of each joint, which pulls back into the range, and a damper that acts on the ' +
    'way out only and comes in over that part.',
  coordinate: 'posture',
  reached: true,
  parameters: [
    {
      name: 'target',
      unit: units.value,
      shapes: ['scalar', 'vector'],
      range: anywhere,
      meaning: 'The middle of the ranges',
    },
    {
      name: 'free',
      unit: units.value,
      shapes: ['scalar', 'vector'],
      range: strength,
      meaning: 'How far to each side of the middle nothing acts',
    },
    {
      name: 'band',
      unit: units.value,
      shapes: ['scalar', 'vector'],
      range: strength,
      meaning: 'How far the buffer reaches from there: the whole damping acts at its end',
    },
    {
      name: 'stiffness',
      unit: units.stiffness,
      shapes: ['scalar', 'diagonal'],
      range: strength,
      meaning: 'Torque for each radian (force for each metre) into the buffer',
    },
    {
      name: 'damping',
      unit: units.damping,
      shapes: ['scalar', 'diagonal'],
      range: strength,
      meaning: 'Torque for each radian per second (force for each metre per second) on the way out',
    },
  ],
  doc: {
    law: 'x = |target − q| − free; τ = ±(k max(0, x) + d r(x/band) max(0, ẋ)) towards the middle, r held in [0, 1]',
    symbols: [
      { symbol: 'x', unit: 'rad, m', meaning: 'depth in the buffer' },
      { symbol: 'k, d', unit: 'N m/rad, N m s/rad', meaning: '`stiffness`, `damping`' },
      { symbol: 'τ', unit: 'N m, N', meaning: 'torque on each joint' },
    ],
    sign: 'Towards the middle of the range; nothing outside the buffers.',
    energy: 'E = ½ Σ k max(0, x)²; P = Σ d r max(0, ẋ)², taken out',
    singular: 'Where a buffer begins the slope of the torque jumps, the torque does not.',
    source: 'Limit buffers of VMRobotControl.jl',
  },
  picture: pictures.springDeadZone,
  law(A, { value, rate }, { free = [], band = [], stiffness = [], damping = [] }) {
    const zero = A.constant(0);
    const one = A.constant(1);
    const parts = value.map((z, i) => {
      const below = A.less(z, zero);
      const depth = max(A, A.sub(A.abs(z), entryOf(free, i)), zero);
      const out = max(A, A.select(below, A.neg(rate[i]), rate[i]), zero);
      const share = clamp(A, A.div(depth, positive(A, entryOf(band, i))), zero, one);
      const k = entryOf(stiffness, i);
      const pull = A.mul(k, depth);
      const brake = A.mul(A.mul(entryOf(damping, i), share), out);
      const both = A.add(pull, brake);
      return {
        force: A.select(below, A.neg(both), both),
        secant: A.select(A.less(zero, depth), k, zero),
        energy: A.mul(A.constant(0.5), A.mul(pull, depth)),
        dissipated: A.mul(brake, out),
      };
    });
    return {
      force: parts.map(({ force }) => force),
      secant: parts.map(({ secant }) => secant),
      energy: sum(
        A,
        parts.map(({ energy }) => energy),
      ),
      dissipated: sum(
        A,
        parts.map(({ dissipated }) => dissipated),
      ),
    };
  },
};
