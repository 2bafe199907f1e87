/** `<inertial>`: mass, centre of mass and inertia, and whether a body can have them. */
import { numbers, type Sym3, turnSym, type Vec3 } from '../math/index.js';
import { fault, inside, only, requiredNumber, type Subject } from './attributes.js';
import { readOrigin } from './pose.js';
import { principal } from './principal.js';
import type { Inertial } from './robot.js';
import type { XmlElement } from './xml.js';

const entries = ['ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'] as const;

/** A moment this much smaller than the largest one is rounding of a zero. */
const rounding = 1e-9;

/**
 * The inertial of a link, turned into link axes; undefined where there is none or after a fault.
 *
 * A negative mass or a negative diagonal entry is an error: the file says something that nobody meant. An
 * inertia that no body can have because of its principal moments is a warning, since published robots are full
 * of them (measured or converted tensors) and their kinematics is sound.
 */
export function readInertial(subject: Subject, link: XmlElement): Inertial | undefined {
  const element = only(subject, link, 'inertial');
  if (element === undefined) return undefined;
  const at = inside(subject, 'inertial');
  const origin = readOrigin(at, element);
  const massElement = only(at, element, 'mass');
  const inertiaElement = only(at, element, 'inertia');
  if (massElement === undefined)
    fault(at, element, 'element-missing', '`<inertial>` needs `<mass value="…"/>`');
  if (inertiaElement === undefined) {
    fault(
      at,
      element,
      'element-missing',
      '`<inertial>` needs `<inertia ixx="…" ixy="…" ixz="…" iyy="…" iyz="…" izz="…"/>`',
    );
  }
  const mass = massElement && requiredNumber(inside(at, 'mass'), massElement, 'value');
  const six = inertiaElement && readSix(inside(at, 'inertia'), inertiaElement);
  if (mass !== undefined && mass < 0) {
    fault(inside(at, 'mass'), massElement ?? element, 'mass-negative', 'a mass must not be negative', {
      attribute: 'value',
      got: `${mass} kg`,
    });
  }
  if (origin === undefined || mass === undefined || mass < 0 || six === undefined) return undefined;
  const tensor = inertiaElement ?? element;
  if (!possible(inside(at, 'inertia'), tensor, mass, six)) return undefined;
  const inertia = turnSym(numbers, origin.rotation, six);
  if (!inertia.every(Number.isFinite)) {
    fault(inside(at, 'inertia'), tensor, 'number-malformed', 'the inertia is too large');
    return undefined;
  }
  return { mass, centre: origin.position, inertia };
}

function readSix(subject: Subject, element: XmlElement): Sym3<number> | undefined {
  const six = entries.map((entry) => requiredNumber(subject, element, entry));
  return six.some((x) => x === undefined) ? undefined : (six as unknown as Sym3<number>);
}

/** Tests the rules of positive moments; reports, and says whether the inertia can stand. */
function possible(subject: Subject, element: XmlElement, mass: number, six: Sym3<number>): boolean {
  const { values } = principal(six);
  const [least, middle, most] = values;
  const got = `principal moments ${values.map(short).join(', ')} kg m²`;
  if (six[0] < 0 || six[1] < 0 || six[2] < 0) {
    const attribute = entries[six.findIndex((x) => x < 0)];
    const expected = `${attribute} ≥ 0`;
    const detail = { attribute, expected, got, ...shifted(six) };
    fault(subject, element, 'inertia-negative', 'a moment of inertia must be positive', detail);
    return false;
  }
  const warn = (code: string, message: string, detail: Parameters<typeof fault>[4]): void =>
    fault({ ...subject, severity: 'warning' }, element, code, message, detail);
  if (least < -rounding * most) {
    const expected = 'no negative principal moment';
    warn('inertia-not-positive', 'no body has this inertia: its dynamics is not physical', {
      expected,
      got,
      ...shifted(six),
    });
  } else if (most > (least + middle) * (1 + rounding)) {
    const expected = 'the largest at most the sum of the other two';
    warn('inertia-triangle', `no body has this inertia: short by ${short(most - least - middle)} kg m²`, {
      expected,
      got,
    });
  } else if (least <= rounding * most && mass > 0) {
    const message =
      most === 0
        ? 'the inertia is zero: a point mass is assumed'
        : 'a principal moment is zero: a thin rod is assumed';
    warn('inertia-zero', message, {
      got,
      hint: 'a body that turns about such an axis has no dynamics of its own',
    });
  }
  if (mass === 0 && most > 0) warn('inertia-without-mass', 'the link has inertia but no mass', { got });
  return true;
}

/** A product that stands again as a moment shows that the six numbers slipped by one. */
function shifted(six: Sym3<number>): { hint?: string } {
  for (const product of [3, 4, 5]) {
    for (const moment of [0, 1, 2]) {
      if (six[product] !== 0 && six[product] === six[moment]) {
        return { hint: `${entries[moment]} repeats ${entries[product]}: the six numbers may have slipped` };
      }
    }
  }
  return {};
}

/** A sphere that holds a shape, in link axes. */
export interface Ball {
  readonly centre: Vec3<number>;
  readonly radius: number;
}

/** Radius of gyration above which an inertia is doubted where no shape says how large the link is, m. */
const largeGyration = 2.5;

/**
 * Warns where the largest principal moment is more than the link's shapes allow, and advice knows no reason: within a
 * ball of radius R no body has I > m R². `balls` are the link's shapes, or undefined where a mesh leaves its size open.
 */
export function checkExtent(
  subject: Subject,
  link: XmlElement,
  inertial: Inertial,
  balls: readonly Ball[] | undefined,
): void {
  const { mass, inertia } = inertial;
  const element = link.children.find((child) => child.name === 'inertial') ?? link;
  const most = principal(inertia).values[2];
  if (mass <= 0 || !(most > 0)) return;
  const at: Subject = { ...inside(subject, 'inertial.inertia'), severity: 'warning' };
  const bound = balls === undefined || balls.length === 0 ? undefined : enclosing(balls) ** 2;
  if (bound === undefined) {
    if (most > mass * largeGyration * largeGyration) {
      fault(
        at,
        element,
        'inertia-doubtful',
        `${short(mass)} kg would have to sit ${short(Math.sqrt(most / mass))} m from its own centre: a placeholder?`,
        {
          got: `a largest principal moment of ${short(most)} kg m²`,
        },
      );
    }
    return;
  }
  if (most <= mass * bound) return;
  fault(at, element, 'inertia-doubtful', 'no body inside the link’s shapes has this inertia', {
    expected: `at most ${short(bound)} m² for each kilogram`,
    got: `${short(most / mass)} m²`,
    hint: 'the moments are to be taken about the centre of mass, in kg m²',
  });
}

/** Radius of a ball around all of these, about the middle of the box around their centres. */
export function enclosing(balls: readonly Ball[]): number {
  const middle = [0, 1, 2].map((i) => {
    const low = balls.reduce((least, b) => Math.min(least, b.centre[i] - b.radius), Infinity);
    const high = balls.reduce((most, b) => Math.max(most, b.centre[i] + b.radius), -Infinity);
    return (low + high) / 2;
  });
  return balls.reduce((most, { centre, radius }) => {
    const [x, y, z] = [centre[0] - middle[0], centre[1] - middle[1], centre[2] - middle[2]];
    return Math.max(most, Math.sqrt(x * x + y * y + z * z) + radius);
  }, 0);
}

function short(x: number): string {
  return Number(x.toPrecision(7)).toString();
}
