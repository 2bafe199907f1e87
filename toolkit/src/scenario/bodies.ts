/** Virtual bodies of a scenario as those of a design. */
import type { BodiesDesign, PointDesign } from '../control/index.js';
import {
  direction3,
  identity3,
  knotFault,
  leastEigenvalue,
  numbers,
  quaternionFromRotation,
  type Vec3,
} from '../math/index.js';
import { jointUnit, type Model, modelOf } from '../model/index.js';
import type { Inertial, Joint, Link } from '../robot/index.js';
import type { BodyJoint } from './body-schema.js';
import type { Complaints } from './complaints.js';
import { jointValue } from './joints.js';
import { rotationOf } from './points.js';
import type { Scenario } from './scenario.js';
import { under } from './tree.js';

type BodySection = Scenario['control']['bodies'][string];
type Sections = Readonly<Record<string, BodySection>>;

/** The link that bodies in the world stand on; no body can have the name. */
const GROUND = 'bodies';

/**
 * The bodies by one model, or nothing where there are none or one of them is wrong; `points` are the names that points
 * have.
 */
export function bodiesOf(
  sections: Sections,
  points: readonly string[],
  complaints: Complaints,
): BodiesDesign | undefined {
  const names = Object.keys(sections);
  if (names.length === 0) return undefined;
  const before = complaints.problems.length;
  for (const name of names) {
    if (!points.includes(name)) continue;
    complaints.error(
      'name-taken',
      under('control.bodies', name),
      `the name is that of control.points.${name} already`,
      {
        hint: 'a virtual body is a point too: leave that point out, or give it another name',
      },
    );
  }
  const links: Link[] = [{ name: GROUND, visuals: [], collisions: [] }];
  const joints: Joint[] = [];
  for (const name of names) {
    const section = sections[name];
    const path = under('control.bodies', name);
    const root = rootOf(name, sections, path, complaints);
    if (root === undefined) continue;
    if (root !== name && section.gravity !== undefined) {
      complaints.error(
        'body-gravity',
        under(path, 'gravity'),
        `this body is carried by ${root}, and weighs where that does`,
        { hint: `say so of ${root}` },
      );
    }
    const inertial = inertialOf(section, under(path, 'inertia'), complaints);
    links.push({ name, visuals: [], collisions: [], ...(inertial === undefined ? {} : { inertial }) });
    const moving = motionOf(section.joint, under(path, 'joint'), complaints);
    if (moving === undefined) continue;
    joints.push({
      name,
      parent: section.on ?? GROUND,
      child: name,
      origin: { position: section.at, rotation: rotationOf(section.rpy) },
      damping: 0,
      friction: 0,
      rotorInertia: 0,
      ...moving,
    });
  }
  if (complaints.problems.length > before) return undefined;
  const { value: model } = modelOf({
    name: GROUND,
    source: { format: 'made' },
    links,
    joints,
    roots: [{ link: GROUND, base: 'fixed', pose: { position: [0, 0, 0], rotation: identity3(numbers) } }],
    frames: [],
    starts: [],
  });
  if (model === undefined) return undefined;
  const state = stateOf(sections, model, complaints);
  if (complaints.problems.length > before) return undefined;
  const weighs = (name: string) => sections[rootOf(name, sections, '', complaints) ?? name].gravity === true;
  const weight = model.bodies.flatMap(({ parent, joint }) => (parent < 0 && weighs(joint) ? [joint] : []));
  return { model, ...state, ...(weight.length === 0 ? {} : { weight }) };
}

/** A point on each body, with the body's own name and axes. */
export function bodyPoints(sections: Sections): PointDesign[] {
  return Object.keys(sections).map((name) => ({ name, frame: name }));
}

/** The body of this one's tree that stands in the world; a complaint where it has none. */
function rootOf(name: string, sections: Sections, path: string, complaints: Complaints): string | undefined {
  const seen: string[] = [];
  for (let at = name; ; ) {
    seen.push(at);
    const { on } = sections[at];
    if (on === undefined) return at;
    if (!Object.hasOwn(sections, on)) {
      // Of the one that says so alone.
      return at === name
        ? complaints.unknown(under(path, 'on'), 'virtual body', on, Object.keys(sections))
        : undefined;
    }
    if (seen.includes(on)) {
      return on === name
        ? complaints.error('body-loop', under(path, 'on'), 'these bodies carry each other', {
            got: [...seen, on].join(' on '),
            hint: 'one of them must stand in the world: leave out its `on`',
          })
        : undefined;
    }
    at = on;
  }
}

function inertialOf(
  { mass, centre, inertia }: BodySection,
  path: string,
  complaints: Complaints,
): Inertial | undefined {
  const moments = momentsOf(inertia, mass);
  const [xx, yy, zz, xy, xz, yz] = moments;
  if (isRows(inertia)) {
    const [[, a, b], [c, , d], [e, f]] = inertia;
    const most = Math.max(...inertia.flat().map((x) => Math.abs(x)));
    if ([a - c, b - e, d - f].some((x) => Math.abs(x) > 1e-9 * most))
      return complaints.error('body-inertia', path, 'an inertia is symmetric', {
        got: inertia.map((row) => row.join(' ')).join('; '),
      });
  }
  // An inertia is one of some masses exactly where Σ = ½ tr(I) 1 − I has no negative eigenvalue.
  const half = (xx + yy + zz) / 2;
  const second = [half - xx, -xy, -xz, -xy, half - yy, -yz, -xz, -yz, half - zz];
  const least = leastEigenvalue(second, 3);
  if (least < -1e-9 * half || half < 0) {
    return complaints.error('body-inertia', path, 'no masses have this inertia', {
      expected: 'each principal moment at most the sum of the others',
      got: moments.join(', '),
    });
  }
  return mass === 0 && moments.every((x) => x === 0) ? undefined : { mass, centre, inertia: moments };
}

function isRows(inertia: BodySection['inertia']): inertia is readonly Vec3<number>[] {
  return Array.isArray(inertia) && Array.isArray(inertia[0]);
}

/** (xx, yy, zz, xy, xz, yz). */
function momentsOf(inertia: BodySection['inertia'], mass: number): Inertial['inertia'] {
  if (isRows(inertia)) {
    const [x, y, z] = inertia;
    return [x[0], y[1], z[2], x[1], x[2], y[2]];
  }
  if (Array.isArray(inertia)) {
    const [x, y, z] = inertia as Vec3<number>;
    return [x, y, z, 0, 0, 0];
  }
  const shape = inertia as Exclude<BodySection['inertia'], readonly unknown[]>;
  if ('sphere' in shape) {
    const ball = 0.4 * mass * shape.sphere ** 2;
    return [ball, ball, ball, 0, 0, 0];
  }
  if ('cylinder' in shape) {
    const { radius, length } = shape.cylinder;
    const across = (mass * (3 * radius ** 2 + length ** 2)) / 12;
    return [across, across, (mass * radius ** 2) / 2, 0, 0, 0];
  }
  const [a, b, c] = shape.box.map((x) => (mass * x ** 2) / 12);
  return [b + c, a + c, a + b, 0, 0, 0];
}

/** What a joint has by its type; a complaint where its axis has no direction or its path none. */
function motionOf(
  given: BodyJoint,
  path: string,
  complaints: Complaints,
): Pick<Joint, 'type' | 'axis' | 'pitch' | 'path'> | undefined {
  if (typeof given === 'string') return { type: given, axis: [0, 0, 1] };
  if ('rail' in given) {
    const fault = knotFault(given.rail);
    if (fault !== undefined) return complaints.error(fault.code, under(path, 'rail'), fault.message);
    return {
      type: 'rail',
      axis: [0, 0, 1],
      path: { through: given.rail, by: given.by === 'knots' ? 'knots' : 'length' },
    };
  }
  const along = (type: 'prismatic' | 'revolute' | 'helical', v: Vec3<number>) => {
    const { direction, norm } = direction3(numbers, v);
    if (norm !== 0) return { type, axis: direction } as const;
    return complaints.error('body-axis', under(path, type), 'the axis has no direction', {
      got: v.join(', '),
    });
  };
  if ('prismatic' in given) return along('prismatic', given.prismatic);
  if ('revolute' in given) return along('revolute', given.revolute);
  const screw = along('helical', given.helical);
  return screw && { ...screw, pitch: given.pitch };
}

/** Configuration and velocity at the start. */
function stateOf(
  sections: Sections,
  model: Model,
  complaints: Complaints,
): { readonly start: readonly number[]; readonly speed: readonly number[] } {
  const start = [...model.neutral];
  const speed = new Array<number>(model.nv).fill(0);
  for (const [name, section] of Object.entries(sections)) {
    const body = model.bodies.find(({ joint }) => joint === name);
    const path = under('control.bodies', name);
    for (const key of ['start', 'speed'] as const) {
      const value = section[key];
      if (value === undefined) continue;
      const own = under(path, key);
      const wrong = (expected: string) =>
        complaints.error('body-start', own, `a joint of this type has no such ${key}`, { expected });
      if (body === undefined) wrong('nothing: it is fixed');
      else if (body.type === 'spherical') {
        if (!Array.isArray(value)) wrong(`three numbers in ${key === 'start' ? 'rad' : 'rad/s'}`);
        else if (key === 'speed') value.forEach((x, i) => void (speed[body.v + i] = x));
        else {
          const turned = quaternionFromRotation(numbers, rotationOf(value as unknown as Vec3<number>));
          turned.forEach((x, i) => void (start[body.q + i] = x));
        }
      } else if (typeof value === 'object') {
        wrong(`a number in ${jointUnit(body, key === 'start' ? ['rad', 'm'] : ['rad/s', 'm/s'])}`);
      } else {
        const units = key === 'start' ? (['rad', 'm'] as const) : (['rad/s', 'm/s'] as const);
        const number = jointValue(value as number | string, body, units, own, complaints);
        if (number === undefined) continue;
        if (key === 'start') start[body.q] = number;
        else speed[body.v] = number;
      }
    }
  }
  return { start, speed };
}
