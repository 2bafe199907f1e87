/** Attributes of an element as text, numbers and vectors; each fault is a problem at its place. */
import type { Vec3 } from '../math/index.js';
import type { Fix } from '../problem/index.js';
import { respelt } from './edits.js';
import type { Findings } from './findings.js';
import { parseNumbers, tooLarge } from './numbers.js';
import type { XmlElement } from './xml.js';

/** The named thing that is being read, and how its faults count. */
export interface Subject {
  readonly findings: Findings;
  /** `link "arm"`. */
  readonly name: string;
  /** Path of the element inside the named thing: `inertial.origin`. */
  readonly path: string;
  /** What a fault is: an error refuses the robot, a warning leaves out a shape. */
  readonly severity: 'error' | 'warning';
}

/** The same subject, one element further in. */
export function inside(subject: Subject, element: string): Subject {
  return { ...subject, path: subject.path === '' ? element : `${subject.path}.${element}` };
}

/** `joint "elbow": limit.lower`, as an edit is called. */
export function whatOf(subject: Subject, attribute: string): string {
  return `${subject.name}: ${inside(subject, attribute).path}`;
}

/** Reports a fault of the subject at an element, or at one of its attributes. */
export function fault(
  subject: Subject,
  element: XmlElement,
  code: string,
  message: string,
  detail: {
    attribute?: string;
    expected?: string;
    got?: string;
    known?: readonly string[];
    hint?: string;
    evidence?: readonly string[];
    fix?: Fix | undefined;
  } = {},
): void {
  const { attribute, fix, ...others } = detail;
  const rest = fix === undefined || fix.edits.length === 0 ? others : { ...others, fix };
  const place = (attribute === undefined ? undefined : element.attributes.get(attribute)) ?? element;
  const path = attribute === undefined ? subject.path : inside(subject, attribute).path;
  const named = { ...rest, name: subject.name, ...(path === '' ? {} : { path }) };
  if (subject.severity === 'error') subject.findings.error(code, place, message, named);
  else subject.findings.warn(code, place, message, named);
}

/** The text of an attribute that must be there and must not be empty. */
export function requiredText(subject: Subject, element: XmlElement, attribute: string): string | undefined {
  const found = element.attributes.get(attribute);
  if (found === undefined) {
    fault(
      subject,
      element,
      'attribute-missing',
      `\`<${element.name}>\` needs the attribute \`${attribute}\``,
    );
    return undefined;
  }
  if (found.value === '') {
    fault(subject, element, 'attribute-empty', `the attribute \`${attribute}\` is empty`, { attribute });
    return undefined;
  }
  return found.value;
}

/** `count` numbers; undefined where the attribute is missing or after a fault (see {@link has}). */
export function optionalNumbers(
  subject: Subject,
  element: XmlElement,
  attribute: string,
  count: number,
): readonly number[] | undefined {
  const found = element.attributes.get(attribute);
  if (found === undefined) return undefined;
  const parsed = parseNumbers(found.value, count);
  if ('value' in parsed) return parsed.value;
  const unlimited = element.name === 'limit' && parsed.fault === tooLarge;
  const hint = unlimited ? 'what has no limit is left out' : parsed.hint;
  fault(subject, element, 'number-malformed', parsed.fault, {
    attribute,
    expected: count === 1 ? 'a number' : `${count} numbers`,
    got: `"${found.value}"`,
    ...(hint === undefined ? {} : { hint }),
    fix: respelt(whatOf(subject, attribute), found, count),
  });
  return undefined;
}

export function optionalNumber(subject: Subject, element: XmlElement, attribute: string): number | undefined {
  return optionalNumbers(subject, element, attribute, 1)?.[0];
}

export function requiredNumber(subject: Subject, element: XmlElement, attribute: string): number | undefined {
  if (element.attributes.has(attribute)) return optionalNumber(subject, element, attribute);
  fault(subject, element, 'attribute-missing', `\`<${element.name}>\` needs the attribute \`${attribute}\``);
  return undefined;
}

/** The vector of an attribute; `absent` where the attribute is not there; undefined after a fault. */
export function vectorOr(
  subject: Subject,
  element: XmlElement,
  attribute: string,
  absent: Vec3<number>,
): Vec3<number> | undefined {
  if (!element.attributes.has(attribute)) return absent;
  return optionalNumbers(subject, element, attribute, 3) as Vec3<number> | undefined;
}

/** The children of that name that carry no prefix. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name && child.prefix === undefined);
}

/** The only child of that name, or undefined; a second one is a fault, since nobody can say which one counts. */
export function only(subject: Subject, element: XmlElement, name: string): XmlElement | undefined {
  const [first, ...others] = childrenOf(element, name);
  for (const child of others) {
    fault(
      inside(subject, name),
      child,
      'element-twice',
      `\`<${name}>\` stands twice in \`<${element.name}>\``,
      {
        hint: `the first one is on line ${first.line}: keep one`,
      },
    );
  }
  return first;
}
