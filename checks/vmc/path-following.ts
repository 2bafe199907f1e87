/** 2b, by a run. */
import { StallWatch } from 'pliant/analyse';
import { type NaturalSpline, naturalSpline, numbers, splineAt, type Vec3 } from 'pliant/math';
import type { Assembly } from 'pliant/scenario';
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { length, samplesOf } from './samples.js';

export function pathFollowing(scale: Scale): Values {
  const full = scale === 'full';
  const stalls = new StallWatch(['drive']);
  const { at, over, assembly } = samplesOf('follow-a-path', full ? { sinks: [stalls] } : { until: 0.5 });
  const [x, y, z] = at('tool.position', 0);
  const found: Record<string, number> = {
    'start x': x,
    'start y': y,
    'start z': z,
    'start error': 1000 * length(at('draw.extension', 0)),
    'start force': length(at('draw.force', 0)),
    'start energy': at('draw.energy', 0)[0],
    ...lengths(knotsOf(assembly)),
    'free speed': freeSpeed(),
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
  found['held error'] = 1000 * length(at('draw.extension', 5.99));
  const [stall] = stalls.stalls();
  found['stall found'] = stall.found;
  found['stall over'] = stall.until ?? Number.POSITIVE_INFINITY;
  const { time, values } = over('cart.speed');
  const free = values.filter((_, k) => (time[k] >= 0.5 && time[k] <= 3) || time[k] >= 7);
  found.slowest = Math.min(...free);
  found.fastest = Math.max(...free);
  return found;
}

function knotsOf({ scenario }: Assembly): readonly Vec3<number>[] {
  const { joint } = scenario.control.bodies.cart;
  if (typeof joint !== 'object' || !('rail' in joint)) throw new Error('the cart is on no rail');
  return joint.rail;
}

/** Along the path, and by chords between twelve points on each of its pieces. */
function lengths(knots: readonly Vec3<number>[]): Values {
  const spline: NaturalSpline = naturalSpline(knots);
  const count = (knots.length - 1) * 11;
  const points = Array.from({ length: count + 1 }, (_, i) => splineAt(numbers, spline, i / 11).value);
  const chords = points.slice(1).map((point, i) => length(point.map((x, k) => x - points[i][k])));
  return { length: spline.length, chords: chords.reduce((sum, x) => sum + x, 0) };
}

/** v²/ṡ of a cart that draws nothing: force over damping, which is ṡ where the parameter is the length. */
function freeSpeed(): number {
  const { at } = samplesOf('follow-a-path', {
    until: 1,
    overrides: ['control.elements.draw.stiffness=0', 'control.elements.calm.damping=0'],
  });
  return length(at('cart.velocity', 1)) ** 2 / at('cart.speed', 1)[0];
}
