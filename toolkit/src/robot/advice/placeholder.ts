/** Numbers that stand where nobody worked any out: the unit tensor, a round one on every link, 1 kg for all. */
import type { Sym3 } from '../../math/index.js';
import { principal } from '../principal.js';
import { type Advice, evidenceOf } from './advice.js';
import { grouped, type InertialData, isPowerOfTen, type LinkData, type RobotData, rough } from './data.js';
import { evenBall, type Impossible, inWords, mostWithin, solidOf, spanOf } from './size.js';

interface Weighing {
  readonly link: LinkData;
  readonly inertial: InertialData;
}

/**
 * Three equal moments and no products, or one number six times: such a tensor is typed, not computed, unless the link is as
 * even as that itself.
 */
export function isPlaceholder(link: LinkData, six: Sym3<number>): boolean {
  const [xx, yy, zz, xy, xz, yz] = six;
  if (xx !== yy || yy !== zz) return false;
  if (xy === xx && xz === xx && yz === xx) return true;
  if (xy !== 0 || xz !== 0 || yz !== 0) return false;
  if (isPowerOfTen(xx)) return true;
  // A ball around a mesh is even, and says nothing of what is in it.
  const solid = mostWithin(link) === undefined ? undefined : solidOf(link);
  if (solid === undefined) return true;
  const [least, , most] = principal(solid.six).values;
  return most > even * least;
}

/** A cube and a ball have three equal moments. */
const even = 1.05;

/** A round tensor is a placeholder already where its even ball is this much larger than the link. */
const largerThanSpan = 2;
const largerThanReach = 2;

/** Three times one power of ten, on a link that is smaller than the even ball with such moments. */
export function oversized(
  link: LinkData,
  robot: RobotData,
  { mass, six }: InertialData,
): Impossible | undefined {
  const ball = evenBall(mass, six);
  if (ball === undefined || !isPowerOfTen(six[0]) || !isPlaceholder(link, six)) return undefined;
  const span = spanOf(link);
  const most = span > 0 ? largerThanSpan * span : largerThanReach * robot.reach;
  return most > 0 && ball.radius > most
    ? { kind: 'large', ball, size: span > 0 ? span : robot.reach }
    : undefined;
}

/**
 * The suspects whose tensor is a round one, or stands the same on three links of other masses that cannot have it either;
 * together, one for each tensor.
 */
export function placeholders(
  suspects: readonly (Weighing & { readonly why: Impossible })[],
  all: readonly Weighing[],
): readonly Advice[] {
  const byTensor = grouped(suspects, ({ inertial }) => inertial.six.join(' '));
  const advice: Advice[] = [];
  for (const [key, list] of byTensor) {
    const [first] = list;
    const masses = new Set(list.map(({ inertial }) => inertial.mass));
    const repeated = list.length >= 3 && masses.size >= 3;
    if (!repeated && !list.every(({ link }) => isPlaceholder(link, first.inertial.six))) continue;
    const same = all.filter(({ inertial }) => inertial.six.join(' ') === key);
    const evidence = evidenceOf(list, ({ link, inertial, why }) => {
      const solid = solidOf(link);
      const words =
        solid === undefined
          ? ''
          : `; its shapes as a solid have ${principal(solid.six)
              .values.map((x) => rough(inertial.mass * x))
              .join(', ')} kg m²`;
      return `${link.name}: ${inWords(why, inertial.mass)}${words}`;
    });
    if (same.length > list.length)
      evidence.push(`${same.length} links of ${all.length} have the same six numbers`);
    const tensor = first.inertial.six.slice(0, 3).map(rough).join(', ');
    const message = `the inertia (${tensor} kg m² on the diagonal) seems to be a placeholder`;
    advice.push({
      code: 'inertia-placeholder',
      at: first.inertial.sixAt[0],
      ...(list.length === 1
        ? { name: `link "${first.link.name}"`, path: 'inertial.inertia', message }
        : { message: `of ${list.length} links ${message}` }),
      evidence,
      hint: 'take mass properties from the CAD system, or from the shapes',
      explains: list.map(({ link }) => link.name),
    });
  }
  return advice;
}

/** Links that a placeholder of mass is told by: fewer may weigh the same. */
const fewest = 4;
/** Times by which the even balls of equal masses differ. */
const unlike = 1.5;

/** One round mass on every link, though the links are of different size. */
export function adviseMasses(links: readonly LinkData[]): readonly Advice[] {
  const weighing = links.flatMap((link) =>
    link.inertial === undefined ? [] : [{ link, inertial: link.inertial }],
  );
  const [first] = weighing;
  if (weighing.length < fewest || !isPowerOfTen(first.inertial.mass)) return [];
  const { mass } = first.inertial;
  if (weighing.some(({ inertial }) => inertial.mass !== mass)) return [];
  const radii = weighing.flatMap(({ link, inertial }) => {
    const ball = evenBall(mass, inertial.six);
    return ball === undefined ? [] : [{ name: link.name, ...ball }];
  });
  const sorted = [...radii].sort((a, b) => a.radius - b.radius);
  const [small, large] = [sorted[0], sorted[sorted.length - 1]];
  if (small === undefined || large.radius < unlike * small.radius) return [];
  return [
    {
      code: 'mass-placeholder',
      at: first.inertial.massAt,
      message: `all ${weighing.length} links weigh exactly ${mass} kg, which seems to be a placeholder`,
      evidence: [small, large].map(
        (ball) =>
          `${ball.name}: its inertia makes it an even ball of ${rough(ball.radius)} m radius and ${rough(ball.density)} kg/m³`,
      ),
      hint: 'take masses from the CAD system, or weigh the links',
    },
  ];
}
