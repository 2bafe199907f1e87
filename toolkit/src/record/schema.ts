/**
 * The message definition of a group in ROS 2's .msg language, which Foxglove and Lichtblick read. A sample is
 * then a fixed layout in CDR: four header bytes, the time and the group's numbers as doubles, side by side.
 *
 * A channel with one entry is a field; one with more is a message type of its own, so that a plot path reads
 * `/tool.position.x`. Units and meanings stand in comments.
 */
import type { Channel } from '../port/index.js';
import { type Group, unitOfEntry } from './group.js';

const PACKAGE = 'pliant';
/** What separates message definitions (rosidl's and Foxglove's convention). */
const SEPARATOR = '='.repeat(80);

export interface MessageSchema {
  /** `pliant/Tool`. */
  readonly name: string;
  readonly text: string;
}

/** Schemas of groups, with type names that are unique among them. */
export function schemasOf(groups: readonly Group[]): MessageSchema[] {
  const types = new Set<string>();
  return groups.map((group) => {
    const name = `${PACKAGE}/${unique(typeName(group.name), types)}`;
    const fields = new Set(['time']);
    const lines = [`float64 time  # s, since the start of the run`];
    const nested: string[] = [];
    for (const channel of group.channels) {
      const field = unique(fieldName(shortName(channel, group)), fields);
      if (channel.labels.length === 1) {
        lines.push(`float64 ${field}${comment(unitOfEntry(channel, 0), channel.meaning)}`);
        continue;
      }
      const type = `${PACKAGE}/${unique(typeName(channel.name), types)}`;
      lines.push(`${type} ${field}${comment(undefined, channel.meaning)}`);
      const entries = new Set<string>();
      nested.push(SEPARATOR, `MSG: ${type}`);
      channel.labels.forEach((label, i) => {
        nested.push(`float64 ${unique(fieldName(label), entries)}${comment(unitOfEntry(channel, i))}`);
      });
    }
    return { name, text: [...lines, ...nested, ''].join('\n') };
  });
}

/** A channel's name without that of its group: `tool.position` in the group `tool` is `position`. */
function shortName(channel: Channel, group: Group): string {
  return channel.name.startsWith(`${group.name}.`) ? channel.name.slice(group.name.length + 1) : channel.name;
}

/** ASCII, begins with a letter, no two underscores in a row, none at the end: what rosidl asks for. */
function fieldName(text: string): string {
  const clean = text
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();
  return /^[a-z]/.test(clean) ? clean : `x${clean === '' ? '' : `_${clean}`}`;
}

function typeName(text: string): string {
  return fieldName(text).replace(/(?:^|_)([a-z0-9])/g, (_, c: string) => c.toUpperCase());
}

function unique(name: string, taken: Set<string>): string {
  let candidate = name;
  for (let i = 2; taken.has(candidate); i++) candidate = `${name}_${i}`;
  taken.add(candidate);
  return candidate;
}

function comment(unit: string | undefined, meaning?: string): string {
  const parts = [unit, meaning].filter((x) => x !== undefined && x !== '');
  return parts.length === 0 ? '' : `  # ${parts.join(', ').replace(/[^\x20-\x7e]+/g, ' ')}`;
}
