/** Six numbers of an inertia in another order than the attributes' names say. */
import type { Sym3 } from '../../math/index.js';
import { principal } from '../principal.js';
import { type Advice, evidenceOf } from './advice.js';
import { entries, grouped, type InertialData, inertialEdits, type LinkData, rough } from './data.js';

/** The slots of a file in the order in which they are written: row by row. */
const rows = ['ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz'] as const;

interface Order {
  /** What stands in the slots, in the order of {@link rows}. */
  readonly slots: readonly string[];
  readonly words: string;
}

const orders: readonly Order[] = [
  {
    slots: ['ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'],
    words: 'the three moments first, then the products (xx, yy, zz, xy, xz, yz)',
  },
  {
    slots: ['ixx', 'ixy', 'iyy', 'ixz', 'iyz', 'izz'],
    words: 'row by row of the lower triangle (xx, xy, yy, xz, yz, zz)',
  },
];

/** The tensor that was meant, if the slots were filled in that order. */
function meant({ slots }: Order, six: Sym3<number>): Sym3<number> {
  const written = new Map(rows.map((row, i) => [slots[i], six[entries.indexOf(row)]]));
  return entries.map((entry) => written.get(entry) ?? 0) as unknown as Sym3<number>;
}

/** By how much the rules of a body are broken, as a part of the largest moment; 0 where they hold. */
function broken(six: Sym3<number>): number {
  const [least, middle, most] = principal(six).values;
  const scale = Math.max(Math.abs(least), Math.abs(most));
  return scale === 0 ? 0 : Math.max(0, -least, most - least - middle) / scale;
}

/** A tensor is looked at where it is broken by more than measuring and rounding do. */
const clearly = 0.2;

export function adviseOrders(links: readonly LinkData[]): readonly Advice[] {
  const found: { order: Order; link: LinkData; inertial: InertialData }[] = [];
  const advice: Advice[] = [];
  for (const link of links) {
    const { inertial } = link;
    if (inertial === undefined || broken(inertial.six) < clearly) continue;
    if (inertial.six.every((x) => x === inertial.six[0])) {
      advice.push(sixTimes(link, inertial));
      continue;
    }
    const right = orders.filter((order) => {
      const [least, , most] = principal(meant(order, inertial.six)).values;
      return broken(meant(order, inertial.six)) === 0 && least > 1e-4 * most;
    });
    if (right.length === 1) found.push({ order: right[0], link, inertial });
    else if (right.length === 0) advice.push(...nineAsSix(link, inertial));
  }
  for (const [order, list] of grouped(found, (entry) => entry.order)) {
    const [first] = list;
    advice.push({
      code: 'inertia-order',
      at: first.inertial.sixAt[0],
      ...(list.length === 1 ? { name: `link "${first.link.name}"`, path: 'inertial.inertia' } : {}),
      message: `${list.length === 1 ? '' : `of ${list.length} links `}the six numbers stand in another order: ${order.words}`,
      evidence: evidenceOf(list, ({ link, inertial }) => {
        const [as, right] = [inertial.six, meant(order, inertial.six)].map((six) =>
          principal(six).values.map(rough).join(', '),
        );
        return `${link.name}: as written the principal moments are ${as} kg m², which no body has; in that order ${right}, which one has`;
      }),
      fix: {
        why: 'the numbers go to the attributes that they belong to',
        guess: true,
        edits: list.flatMap(({ link, inertial }) => inertialEdits(link, { six: meant(order, inertial.six) })),
      },
      explains: list.map(({ link }) => link.name),
    });
  }
  return advice;
}

/** The first six of nine numbers, row by row of the whole matrix: yx stands again, and zz is lost. */
function nineAsSix(link: LinkData, { six, sixAt }: InertialData): Advice[] {
  const [xx, slotYy, , xy, , slotYz] = six;
  if (xy === 0 || slotYy !== xy || !(xx > 0) || !(slotYz > 0)) return [];
  return [
    {
      code: 'inertia-order',
      at: sixAt[0],
      name: `link "${link.name}"`,
      path: 'inertial.inertia',
      message: 'the six numbers are the first six of a whole matrix, row by row (xx, xy, xz, yx, yy, yz)',
      evidence: [
        `iyy repeats ixy (${rough(xy)}), and no body has these principal moments: ${principal(six).values.map(rough).join(', ')} kg m²`,
        `then iyy is ${rough(slotYz)}, and izz is lost: it lies between ${rough(Math.abs(xx - slotYz))} and ${rough(xx + slotYz)} kg m²`,
      ],
      hint: 'export the inertia again, with all six numbers',
      explains: [link.name],
    },
  ];
}

function sixTimes(link: LinkData, { six, sixAt }: InertialData): Advice {
  return {
    code: 'inertia-placeholder',
    at: sixAt[0],
    name: `link "${link.name}"`,
    path: 'inertial.inertia',
    message: `${rough(six[0])} kg m² stands for all six entries, which seems to be a placeholder`,
    evidence: [`no body has these principal moments: ${principal(six).values.map(rough).join(', ')} kg m²`],
    hint: 'a small body has three equal moments and no products; leave the inertial out of a mere frame',
    explains: [link.name],
  };
}
