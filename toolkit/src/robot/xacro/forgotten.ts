/** Elements that look like xacro's and lack the prefix: they mean nothing, and are kept as they are. */
import type { Findings, Place } from '../findings.js';
import type { XmlElement } from '../xml.js';
import { looksForgotten, vocabulary } from './vocabulary.js';

const code = 'xacro-prefix-missing';

export function isForgotten({
  name,
  prefix,
  attributes,
}: Pick<XmlElement, 'name' | 'prefix' | 'attributes'>): boolean {
  return prefix === undefined && looksForgotten(name, attributes);
}

/** A warning at the first one of a name. */
export function warnForgotten(name: string, place: Place, findings: Findings): void {
  findings.warnOnce(code, name, place, `\`<${name}>\` lacks the prefix \`xacro:\` and means nothing`, {
    hint: `write <xacro:${name} …>`,
  });
}

/** The names of those that are warned of already. */
export function namedForgotten(findings: Findings): ReadonlySet<string> {
  return new Set([...vocabulary.keys()].filter((name) => findings.warned(code, name)));
}
