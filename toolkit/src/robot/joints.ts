/** `<joint>`: type, axis, limits, damping and friction. */
import { accurateAngle, type Vec3 } from '../math/index.js';
import type { Fix } from '../problem/index.js';
import {
  fault,
  inside,
  only,
  optionalNumber,
  requiredNumber,
  requiredText,
  type Subject,
  vectorOr,
  whatOf,
} from './attributes.js';
import { change, removal } from './edits.js';
import type { Place } from './findings.js';
import { readOrigin } from './pose.js';
import type { Joint, JointLimits, JointType } from './robot.js';
import type { XmlElement } from './xml.js';

const types = new Map<string, JointType>([
  ['fixed', 'fixed'],
  ['revolute', 'revolute'],
  ['continuous', 'continuous'],
  ['prismatic', 'prismatic'],
  ['planar', 'planar'],
  ['floating', 'free'],
]);

/**
 * A joint as it stands in the file, as far as it could be read: parents, children and mimics are checked among all
 * joints, also among those that have another fault.
 */
export interface RawJoint {
  readonly name: string;
  readonly type: JointType | undefined;
  readonly parent: End | undefined;
  readonly child: End | undefined;
  readonly follows:
    | { readonly joint: string; readonly multiplier: number; readonly offset: number }
    | undefined;
  /** Undefined after a fault. */
  readonly joint: Joint | undefined;
  /** Where the joint and its mimic stand. */
  readonly at: Place;
  readonly mimicAt: Place;
}

/** A link that a joint names, and where. */
export interface End {
  readonly link: string;
  readonly at: Place;
}

/** The axis of a joint for which the file gives none, and of one that has no use for any. */
export const defaultAxis: Vec3<number> = [1, 0, 0];

/** An axis this far from unit length is a slip worth naming; nearer ones are rounding. */
const axisTolerance = 1e-3;

export function readJoint(subject: Subject, element: XmlElement, name: string): RawJoint {
  const type = readType(subject, element);
  const parent = readEnd(subject, element, 'parent');
  const child = readEnd(subject, element, 'child');
  const origin = readOrigin(subject, element);
  const mimic = only(subject, element, 'mimic');
  const follows = mimic && readMimic(inside(subject, 'mimic'), mimic);
  const axis = type && readAxis(subject, element, type);
  const limits = type && readLimits(subject, element, type, mimic !== undefined);
  const dynamics = readDynamics(subject, element);
  checkUnused(subject, element);
  let joint: Joint | undefined;
  if (type && parent && child && origin && axis && limits !== undefined && dynamics) {
    joint = {
      name,
      type,
      parent: parent.link,
      child: child.link,
      origin,
      axis,
      ...(limits === null ? {} : { limits }),
      ...dynamics,
      rotorInertia: 0,
    };
  }
  return { name, type, parent, child, follows, joint, at: element, mimicAt: mimic ?? element };
}

function readType(subject: Subject, element: XmlElement): JointType | undefined {
  const text = requiredText(subject, element, 'type');
  if (text === undefined) return undefined;
  const type = types.get(text);
  if (type === undefined) {
    fault(subject, element, 'joint-type-unknown', 'URDF has no such joint type', {
      attribute: 'type',
      got: text,
      known: [...types.keys()],
    });
  }
  return type;
}

function readEnd(subject: Subject, element: XmlElement, end: 'parent' | 'child'): End | undefined {
  const found = only(subject, element, end);
  if (found === undefined) {
    fault(subject, element, 'element-missing', `\`<joint>\` needs \`<${end} link="…"/>\``);
    return undefined;
  }
  const link = requiredText(inside(subject, end), found, 'link');
  return link === undefined ? undefined : { link, at: found.attributes.get('link') ?? found };
}

/** A unit axis; (1, 0, 0) where none is given, as the format has it. */
function readAxis(subject: Subject, element: XmlElement, type: JointType): Vec3<number> | undefined {
  const found = only(subject, element, 'axis');
  if (found === undefined) return defaultAxis;
  const at = inside(subject, 'axis');
  if (!found.attributes.has('xyz')) {
    fault(at, found, 'attribute-missing', '`<axis>` needs the attribute `xyz`');
    return undefined;
  }
  const axis = vectorOr(at, found, 'xyz', defaultAxis);
  if (axis === undefined) return undefined;
  if (type === 'fixed' || type === 'free') return defaultAxis;
  const most = Math.max(...axis.map(Math.abs));
  const [x, y, z] = axis.map((component) => component / (most || 1));
  const length = most * Math.sqrt(x * x + y * y + z * z);
  const got = found.attributes.get('xyz')?.value ?? '';
  if (!(length > 1e-9)) {
    fault(at, found, 'axis-zero', 'a joint that moves needs an axis with a direction', {
      attribute: 'xyz',
      got,
    });
    return undefined;
  }
  if (Math.abs(length - 1) > axisTolerance) {
    fault(
      { ...at, severity: 'warning' },
      found,
      'axis-not-unit',
      'the axis is made a unit vector; positions stay in rad or m',
      {
        attribute: 'xyz',
        got,
        fix: unitAxis(whatOf(at, 'xyz'), found, [x, y, z]),
      },
    );
  }
  // A vector that is unit to rounding stays as it is, so that a saved robot loads with the same bits.
  if (Math.abs(length - 1) <= 2 ** -51) return axis;
  const norm = Math.sqrt(x * x + y * y + z * z);
  return [x / norm, y / norm, z / norm];
}

function unitAxis(what: string, found: XmlElement, [x, y, z]: Vec3<number>): Fix | undefined {
  const at = found.attributes.get('xyz');
  const norm = Math.sqrt(x * x + y * y + z * z);
  const unit = [x / norm, y / norm, z / norm].map((component) => String(component + 0)).join(' ');
  return at && { why: 'the axis is made a unit vector', guess: false, edits: change(what, at, unit) };
}

/**
 * The limits, null for none, undefined after a fault.
 *
 * Revolute and prismatic joints must have `<limit>` unless they follow another joint; `effort` and `velocity`
 * are required in it (urdfdom's rules). An effort or a velocity of 0 is what exporters write who do not know
 * it, and is read as "not given".
 */
function readLimits(
  subject: Subject,
  element: XmlElement,
  type: JointType,
  follows: boolean,
): JointLimits | null | undefined {
  const limit = only(subject, element, 'limit');
  const ranged = type === 'revolute' || type === 'prismatic';
  if (limit === undefined) {
    if (!ranged || follows) return null;
    fault(
      subject,
      element,
      'joint-limit-missing',
      `a ${type} joint needs \`<limit lower="…" upper="…" effort="…" velocity="…"/>\``,
      {
        ...(type === 'revolute' ? { hint: 'a joint that turns without end is of type "continuous"' } : {}),
      },
    );
    return undefined;
  }
  const at = inside(subject, 'limit');
  const warning: Subject = { ...at, severity: 'warning' };
  const lower = limit.attributes.has('lower') ? optionalNumber(at, limit, 'lower') : 0;
  const upper = limit.attributes.has('upper') ? optionalNumber(at, limit, 'upper') : 0;
  const effort = requiredNumber(at, limit, 'effort');
  const velocity = requiredNumber(at, limit, 'velocity');
  if (lower === undefined || upper === undefined || effort === undefined || velocity === undefined)
    return undefined;
  const strength: { effort?: number; velocity?: number } = {};
  if (effort > 0) strength.effort = effort;
  if (velocity > 0) strength.velocity = velocity;
  const lacking = [...(effort > 0 ? [] : ['effort']), ...(velocity > 0 ? [] : ['velocity'])];
  if (lacking.length > 0 && type !== 'fixed') {
    fault(warning, limit, 'limit-not-given', `${lacking.join(' and ')} not above 0: read as not given`, {
      attribute: lacking[0],
      got: lacking.map((attribute) => `${attribute}="${limit.attributes.get(attribute)?.value}"`).join(' '),
    });
  }
  if (!ranged) {
    if (type === 'continuous' && (lower !== 0 || upper !== 0)) {
      fault(
        warning,
        limit,
        'limit-ignored',
        'a continuous joint has no range: lower and upper are not read',
        {
          hint: 'a joint with a range is of type "revolute"',
          fix: {
            why: 'lower and upper, which are not read, are taken out',
            guess: false,
            edits: ['lower', 'upper'].flatMap((name) => {
              const found = limit.attributes.get(name);
              return found === undefined ? [] : [removal(whatOf(at, name), found)];
            }),
          },
        },
      );
    }
    return type !== 'continuous' || lacking.length === 2 ? null : strength;
  }
  const got = `lower ${lower}, upper ${upper}`;
  if (lower > upper) {
    fault(at, limit, 'limit-reversed', 'the lower limit lies above the upper one', {
      got,
      fix: swapped(at, limit),
    });
    return undefined;
  }
  if (type === 'revolute' && (lower > accurateAngle || upper < -accurateAngle)) {
    fault(at, limit, 'number-malformed', 'all angles within the limits are too large to have a sine', {
      expected: `angles of at most ${accurateAngle} rad`,
      got,
    });
    return undefined;
  }
  if (lower === upper) {
    const none = !limit.attributes.has('lower') && !limit.attributes.has('upper');
    const message = none ? 'neither lower nor upper is given, which means 0 … 0' : 'the range is a point';
    fault(warning, limit, 'joint-cannot-move', `${message}: the joint cannot move`, { got });
  }
  if (lower > 0 || upper < 0) {
    fault(
      warning,
      limit,
      'zero-outside-limits',
      'position 0 lies outside the limits: the joint starts at the nearer one',
      { got },
    );
  }
  return { lower, upper, ...strength };
}

/** Lower and upper the other way round; both stand there where they are reversed, or one is the 0 of an absent one. */
function swapped(at: Subject, limit: XmlElement): Fix | undefined {
  const [lower, upper] = [limit.attributes.get('lower'), limit.attributes.get('upper')];
  if (lower === undefined || upper === undefined) return undefined;
  return {
    why: 'lower and upper are swapped',
    guess: true,
    edits: [
      ...change(whatOf(at, 'lower'), lower, upper.value),
      ...change(whatOf(at, 'upper'), upper, lower.value),
    ],
  };
}

function readDynamics(
  subject: Subject,
  element: XmlElement,
): { damping: number; friction: number } | undefined {
  const dynamics = only(subject, element, 'dynamics');
  if (dynamics === undefined) return { damping: 0, friction: 0 };
  const at = inside(subject, 'dynamics');
  if (!dynamics.attributes.has('damping') && !dynamics.attributes.has('friction')) {
    fault(at, dynamics, 'attribute-missing', '`<dynamics>` needs `damping`, `friction` or both');
    return undefined;
  }
  const values = ['damping', 'friction'].map((attribute) => {
    const value = dynamics.attributes.has(attribute) ? optionalNumber(at, dynamics, attribute) : 0;
    if (value === undefined || value >= 0) return value;
    fault(at, dynamics, 'dynamics-negative', `a negative ${attribute} would drive the joint`, {
      attribute,
      got: `${value}`,
    });
    return undefined;
  });
  const [damping, friction] = values;
  return damping === undefined || friction === undefined ? undefined : { damping, friction };
}

function readMimic(subject: Subject, mimic: XmlElement): RawJoint['follows'] {
  const joint = requiredText(subject, mimic, 'joint');
  const multiplier = mimic.attributes.has('multiplier') ? optionalNumber(subject, mimic, 'multiplier') : 1;
  const offset = mimic.attributes.has('offset') ? optionalNumber(subject, mimic, 'offset') : 0;
  if (joint === undefined || multiplier === undefined || offset === undefined) return undefined;
  return { joint, multiplier, offset };
}

/** `<safety_controller>` and `<calibration>` say nothing about the mechanism; their numbers are still checked. */
function checkUnused(subject: Subject, element: XmlElement): void {
  const safety = only(subject, element, 'safety_controller');
  if (safety !== undefined) {
    const at = inside(subject, 'safety_controller');
    requiredNumber(at, safety, 'k_velocity');
    for (const attribute of ['soft_lower_limit', 'soft_upper_limit', 'k_position'])
      optionalNumber(at, safety, attribute);
  }
  const calibration = only(subject, element, 'calibration');
  if (calibration !== undefined) {
    const at = inside(subject, 'calibration');
    for (const attribute of ['rising', 'falling', 'reference_position'])
      optionalNumber(at, calibration, attribute);
  }
}
