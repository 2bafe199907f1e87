/** 2b, by a run. */
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { length, samplesOf } from './samples.js';

export function pathFollowing(scale: Scale): Values {
  const full = scale === 'full';
  const { at, over } = samplesOf('follow-a-path', full ? {} : { until: 0.5 });
  const [x, y, z] = at('tool.position', 0);
  const found: Record<string, number> = {
    'start x': x,
    'start y': y,
    'start z': z,
    'start error': 1000 * length(at('draw.extension', 0)),
    'start force': length(at('draw.force', 0)),
    'start energy': at('draw.energy', 0)[0],
  };
  // Torques without the weight of the arm: what is asked then, less what is asked without the spring.
  const weight = samplesOf('follow-a-path', {
    until: 0.01,
    overrides: ['control.elements.draw.stiffness=0'],
  });
  const held = weight.at('joints.torque', 0);
  at('joints.torque', 0).forEach((torque, i) => {
    found[`start torque ${i + 1}`] = torque - held[i];
  });
  for (const t of full ? [0.5, 1, 2, 2.9, 3.5, 4, 5, 5.9, 7, 8, 10] : [0.5]) {
    found[`s at ${t}`] = at('cart.travel', t)[0];
    found[`ds/dt at ${t}`] = at('cart.speed', t)[0];
    found[`cart to tip at ${t}`] = 1000 * length(at('draw.extension', t));
  }
  if (!full) return found;
  const { time, values } = over('cart.speed');
  const free = values.filter((_, k) => (time[k] >= 0.5 && time[k] <= 3) || time[k] >= 7);
  found.slowest = Math.min(...free);
  found.fastest = Math.max(...free);
  return found;
}
