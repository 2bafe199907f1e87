/** 2g, by runs. */
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { length, samplesOf } from './samples.js';

const centre = [0.48, 0.15, 0.35];
const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((x, i) => x - b[i]);

/** From a line through two points to a third. */
function beside(from: readonly number[], to: readonly number[], point: readonly number[]): number {
  const [a, b, c] = minus(to, from);
  const [x, y, z] = minus(point, from);
  return length([b * z - c * y, c * x - a * z, a * y - b * x]) / length([a, b, c]);
}

export function remoteCentre(scale: Scale): Values {
  const full = scale === 'full';
  const end = full ? 20 : 10;
  const { at } = samplesOf('remote-centre', { until: end });
  const found: Record<string, number> = {};
  for (const t of full ? [0.5, 1, 2, 5] : [0.5])
    found[`line at ${t}`] = 1000 * beside(at('tool.position', t), at('base.position', t), centre);

  if (full) {
    const overrides = ['control.rate=10000', 'plant.rigid.step=0.1ms', 'plant.rigid.method=semi-implicit'];
    const held = samplesOf('remote-centre', { until: 2, overrides });
    for (const t of [0.5, 1, 2])
      found[`held at ${t}`] = 1000 * beside(held.at('tool.position', t), held.at('base.position', t), centre);
  }
  const base = at('base.position', end);
  return {
    ...found,
    'rest tip': length(at('reach.extension', end)),
    'rest base x': base[0],
    'rest base z': base[2],
    'rest turn': at('yaw.travel', end)[0],
    'rest slide': at('shaft.travel', end)[0],
  };
}

export function burrGuide(): Values {
  const { at } = samplesOf('burr-guide');
  const [w, x, y, z] = at('tool.orientation', 20);
  return {
    tip: length(at('reach.extension', 20)),
    'axis x': 2 * (x * z + w * y),
    'axis y': 2 * (y * z - w * x),
    'axis z': 1 - 2 * (x * x + y * y),
  };
}

export function drillGuide(scale: Scale): Values {
  const { at } = samplesOf('drill-guide', scale === 'full' ? { until: 60 } : {});
  const end = scale === 'full' ? 60 : 20;
  return { x: at('tool.position', end)[0], force: 500 * length(at('guide.extension', end)) };
}
