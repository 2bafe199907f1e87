/** The chain of joints from the base to a tool: which link ends it, how far it reaches. */
import { norm3, numbers, sub3, type Vec3 } from '../math/index.js';
import { type Frame, forwardKinematics, type Model, pointPosition } from '../model/index.js';

/**
 * The bodies from the base to `body` that move by themselves, in that order. Fingers are left out: what follows
 * another joint or is followed by one.
 */
export function chainTo(model: Model, body: number): number[] {
  const followed = new Set(model.bodies.flatMap((b) => (b.mimic === undefined ? [] : [b.mimic.of])));
  const chain: number[] = [];
  for (let at = body; at >= 0; at = model.bodies[at].parent) {
    if (model.bodies[at].mimic === undefined && !followed.has(at)) chain.unshift(at);
  }
  return chain;
}

/**
 * The frame that ends the longest chain: of the frames that the chain's last body carries, the one furthest from
 * the last joint, then the one with most fixed joints behind it. Where there are several such chains (two arms),
 * the first by name.
 */
export function longestChainEnd(model: Model): Frame {
  let best: { frame: Frame; key: readonly [number, number, number] } | undefined;
  const frames = [...model.frames].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const last = (body: number): number => chainTo(model, body).at(-1) ?? -1;
  const depths = model.bodies.map((_, i) => chainTo(model, i).length);
  for (const frame of frames) {
    const length = frame.body < 0 ? 0 : depths[frame.body];
    // A finger's own links do not count: the hand that carries it does.
    const own = frame.body < 0 || last(frame.body) === frame.body;
    const { position } = frame.placement;
    const key = [own ? length : -1, norm3(numbers, position), weldsBehind(model, frame)] as const;
    if (best === undefined || compare(key, best.key) > 0) best = { frame, key };
  }
  if (best === undefined) throw new Error(`the model ${model.name} has no frame`);
  return best.frame;
}

/** Fixed joints between a frame and the link that its body's joint moves. */
function weldsBehind(model: Model, frame: Frame): number {
  let count = 0;
  const seen = new Set<string>();
  for (let at: Frame | undefined = frame; at?.parent !== undefined && !seen.has(at.name); ) {
    seen.add(at.name);
    const parent: string = at.parent;
    at = model.frames.find((f) => f.name === parent);
    if (at === undefined || at.body !== frame.body) break;
    count++;
  }
  return count;
}

/** Lexicographic; lengths that differ by rounding only are equal. */
function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (Math.abs(a[i] - b[i]) > 1e-9) return a[i] - b[i];
  return 0;
}

/** A point at the end of a chain: a frame and a position in it. */
export interface ChainEnd {
  readonly frame: Frame;
  readonly at: Vec3<number>;
}

/**
 * A bound on how far a point can be from the first joint of its chain, and where that joint is: the sum of the
 * distances from joint to joint and to the point, at `q`, a sliding joint with its whole range. Infinite with a
 * sliding joint without limits.
 */
export function reachOf(
  model: Model,
  end: ChainEnd,
  q: readonly number[],
): { readonly centre: Vec3<number>; readonly reach: number } {
  const kinematics = forwardKinematics(numbers, model, q);
  const chain: number[] = [];
  for (let at = end.frame.body; at >= 0; at = model.bodies[at].parent) chain.unshift(at);
  const tip = pointPosition(numbers, kinematics, end.frame, end.at);
  const first = chain.findIndex((i) => model.bodies[i].nv > 0 || model.bodies[i].mimic !== undefined);
  if (first < 0) return { centre: tip, reach: 0 };
  let reach = 0;
  const origins = chain.slice(first).map((i) => kinematics.placements[i].position);
  for (let k = 1; k < origins.length; k++) reach += norm3(numbers, sub3(numbers, origins[k], origins[k - 1]));
  reach += norm3(numbers, sub3(numbers, tip, origins[origins.length - 1]));
  for (const i of chain.slice(first)) {
    const body = model.bodies[i];
    if (body.type === 'free' || body.type === 'planar' || body.type === 'helical')
      return { centre: origins[0], reach: Number.POSITIVE_INFINITY };
    if (body.type === 'prismatic') {
      const { lower, upper } = body.limits ?? {};
      reach += lower === undefined || upper === undefined ? Number.POSITIVE_INFINITY : upper - lower;
    }
  }
  return { centre: origins[0], reach };
}
