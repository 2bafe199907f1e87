/** Obstacles that hold the start of a run or the goal of a spring: no law can do what both ask for. */
import { pointDepth, separation } from '../geometry/index.js';
import { formatQuantity, norm3, numbers, sub3, type Vec3 } from '../math/index.js';
import { solidOf } from '../mechanism/index.js';
import type { Problem } from '../problem/index.js';
import { coordinateOn, ownCoordinate } from './coordinates.js';
import type { CoordinateDesign, Design } from './design.js';
import type { Acting, Law } from './law.js';
import { designSlots, evaluateLaw } from './numeric.js';
import { siteOf, solidsSeen } from './watch.js';

/** Something that an element keeps something else out of: by a gap, or by the distance to the centre of a solid. */
interface Obstacle {
  readonly acting: Acting<number>;
  readonly from: string;
  readonly to: string;
  /** How far they are apart at the start, below 0 inside. */
  readonly gap: number;
  /** Whether it pushes apart where what it measures has this value. */
  readonly pushes: (value: number) => boolean;
  /** True: it measures from the centre of `to`. */
  readonly centred: boolean;
}

/** Points by name: solids that can be touched from the start on, and what of the robot touches them. */
export interface Touching {
  readonly solids: readonly string[];
  readonly places: readonly string[];
}

/**
 * Errors of a checked design that starts at q: `swallowed-start` where a gap is below 0 at the start and its element
 * pushes it open; `swallowed-goal` where the target of a spring stands in a solid that an element keeps open a gap from. What
 * pushes away from the centre of a solid counts as well, as far as the solid's surface, and so do solids that are touched.
 * What pulls on a gap, or does nothing inside, is no obstacle. The same of the ends of what is led around solids.
 */
export function swallowProblems(
  design: Design,
  q: readonly number[],
  touching: Touching = { solids: [], places: [] },
): Problem[] {
  const still = new Array<number>(design.model.nv).fill(0);
  const law = evaluateLaw(design, q, still);
  const slots = designSlots(design);
  const obstacles = law.acting.flatMap((acting): Obstacle[] => {
    const ends = keptApart(coordinateOn(design, acting.element), law);
    if (ends === undefined) return [];
    const parameters = slots.parameters(acting.element);
    const { value } = acting.coordinate.reading;
    const pushes = (distance: number) => {
      const reading = { value: [distance, ...value.slice(1)], rate: value.map(() => 0) };
      return acting.declaration.law(numbers, reading, parameters).force[0] < 0;
    };
    const { from, to, centred } = ends;
    const gap = centred ? depthIn(law, siteOf(law.sites, from).position, to) : value[0];
    return [{ acting, from, to, centred, gap, pushes }];
  });
  const found: Problem[] = [];
  for (const { acting, from, to, gap, pushes } of obstacles) {
    if (!(gap < 0 && pushes(acting.coordinate.reading.value[0]))) continue;
    found.push({
      code: 'swallowed-start',
      severity: 'error',
      where: { path: `control.elements.${acting.element.name}` },
      message: `${from} starts ${formatQuantity(-gap, 'm')} inside ${to}, out of which ${acting.element.name} keeps it`,
      hint: `start in another pose, or move ${to} or make it smaller by more than that`,
    });
  }
  for (const { element } of law.acting) {
    const { from, to } = element.joins;
    if (element.family !== 'spring' || element.of !== undefined || from === undefined || to === undefined)
      continue;
    if (!['offset', 'distance'].includes(ownCoordinate(element).kind)) continue;
    const [ours, target] = [law.sites.get(from), law.sites.get(to)];
    if (ours === undefined || target === undefined || ours.body < 0 || target.body >= 0) continue;
    if (target.shape !== undefined) continue;
    const seen = new Set<string>();
    for (const obstacle of obstacles) {
      const site = law.sites.get(obstacle.to);
      if (site === undefined || site.body >= 0 || site.shape === undefined || seen.has(obstacle.to)) continue;
      const distance = depthIn(law, target.position, obstacle.to);
      const read = obstacle.centred
        ? norm3(numbers, sub3(numbers, target.position, site.position))
        : distance;
      if (!(distance < 0 && obstacle.pushes(read))) continue;
      seen.add(obstacle.to);
      found.push({
        code: 'swallowed-goal',
        severity: 'error',
        where: { path: `control.elements.${element.name}.to` },
        message: `${to}, the goal of ${element.name}, is ${formatQuantity(-distance, 'm')} inside ${obstacle.to}, out of which ${obstacle.acting.element.name} keeps ${obstacle.from}`,
        hint: `put ${to} outside, or move ${obstacle.to} or make it smaller by more than that`,
      });
    }
  }
  return [...found, ...ledInside(design, law), ...touchedInside(law, touching)];
}

/** Places of the robot whose middle starts in a solid that throws them out. */
function touchedInside({ sites }: Law<number>, { solids, places }: Touching): Problem[] {
  return solids.flatMap((solid) =>
    places.flatMap((place): Problem[] => {
      const { distance } = pointDepth(
        numbers,
        siteOf(sites, place).position,
        solidOf(numbers, siteOf(sites, solid)),
      );
      if (!(distance < -1e-6)) return [];
      return [
        {
          code: 'swallowed-start',
          severity: 'error',
          where: { path: `world.${solid}` },
          message: `${place} starts ${formatQuantity(-distance, 'm')} inside ${solid}, which throws it out`,
          hint: `start in another pose, move ${solid}, or let it appear later`,
        },
      ];
    }),
  );
}

/** Ends of elements that look about themselves which stand in what they see. */
function ledInside(design: Design, law: Law<number>): Problem[] {
  return law.acting.flatMap(({ element, declaration }): Problem[] => {
    if (declaration.watches === undefined) return [];
    const path = `control.elements.${element.name}`;
    return (['from', 'to'] as const).flatMap((end): Problem[] => {
      const point = siteOf(law.sites, element.joins[end] ?? 'world');
      // The goal counts as a point.
      const { shape: _, ...bare } = point;
      const solid = solidOf(numbers, end === 'from' ? point : bare);
      return solidsSeen(design, element).flatMap((name): Problem[] => {
        const { distance } = separation(numbers, solid, solidOf(numbers, siteOf(law.sites, name)));
        if (!(distance < 0)) return [];
        const depth = formatQuantity(-distance, 'm');
        return [
          {
            code: end === 'from' ? 'swallowed-start' : 'swallowed-goal',
            severity: 'error',
            where: { path: `${path}.${end}` },
            message:
              end === 'from'
                ? `${point.name} starts ${depth} inside ${name}, which ${element.name} is to lead it around`
                : `${point.name}, the goal of ${element.name}, is ${depth} inside ${name}`,
            hint: `leave ${name} out of solids, move it, or make it smaller by more than that`,
          },
        ];
      });
    });
  });
}

/** Signed distance of a place from the surface of a point's solid, m. */
function depthIn(law: Law<number>, place: Vec3<number>, solid: string): number {
  return pointDepth(numbers, place, solidOf(numbers, siteOf(law.sites, solid))).distance;
}

/** What a coordinate keeps apart: the ends of a gap, or a point and the centre of a solid. */
function keptApart(
  { kind, joins }: CoordinateDesign,
  { sites }: Law<number>,
): Pick<Obstacle, 'from' | 'to' | 'centred'> | undefined {
  const { from, to } = joins;
  if (from === undefined || to === undefined) return undefined;
  if (kind === 'gap' || kind === 'contact') return { from, to, centred: false };
  if (kind !== 'distance') return undefined;
  if (sites.get(to)?.shape !== undefined) return { from, to, centred: true };
  return sites.get(from)?.shape === undefined ? undefined : { from: to, to: from, centred: true };
}
