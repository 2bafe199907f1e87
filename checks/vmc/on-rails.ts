/** 2f, the heavy cart on its looping rail, let go of by the hand: beyond its last knot the rail is straight. */
import type { Values } from '../peers/figure.js';
import { length, samplesOf } from './samples.js';

export function onRails(): Values {
  const { at } = samplesOf('reaching-on-rails', {
    until: 30,
    rate: 10,
    overrides: [
      'control.elements.pull.stiffness=0',
      'control.elements.brake.damping=0',
      'plant.rigid.step=1ms',
    ],
  });
  // |dc/ds| is the speed in space over that of the coordinate.
  const speed = at('cart.speed', 30)[0];
  return { speed: speed * (length(at('cart.velocity', 30)) / speed) ** 2 };
}
