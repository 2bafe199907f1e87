/** 2f, the heavy cart on its looping rail, by a run of 30 s; beyond its last knot the rail is straight. */
import type { Values } from '../peers/figure.js';
import { blocks, madeRun } from './made.js';
import { length } from './samples.js';

export function onRails(): Values {
  const { at } = madeRun(
    blocks([1]),
    'block1',
    'start: { x1: 0 }',
    `duration: 30 s
control:
  rate: continuous
  bodies:
    cart:
      joint: { rail: [[-0.5, 0, 0.1], [-0.5, 0, 0.3], [0, 0, 0.3], [0.5, 0, 0.1], [0.5, 0, 0.3], [0, 0, 0.3]], by: knots }
      mass: 10 kg
  elements:
    drive: { source: push, joint: cart, force: 5, power: 50 W }
    drag: { damper: linear, from: cart, to: world, damping: 5 N s/m }
record: { rate: 10 }
plant: { rigid: { step: 1 ms, joints: { stops: none, coulomb: 0, viscous: 0 } } }`,
  );
  // |dc/ds| is the speed in space over that of the coordinate.
  const speed = at('cart.speed', 30)[0];
  return { speed: speed * (length(at('cart.velocity', 30)) / speed) ** 2 };
}
