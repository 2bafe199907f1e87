import { expect } from 'vitest';
import type { Channel } from '../port/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble, draft } from './assemble.js';
import { type ContactLoopOptions, type ContactLoops, contactLoopsOf } from './contact-loop.js';
import { loadScenario } from './load.js';
import { madeArm } from './made-arm.test.helper.js';

/** A scenario `a.yaml` beside an arm `arm.urdf`. */
export const filesOf = (text: string) => memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() });

export function loopsOf(
  text: string,
  sets: readonly string[] = [],
  options: ContactLoopOptions = {},
): ContactLoops {
  const files = filesOf(text);
  const loaded = loadScenario(files, 'a.yaml', sets);
  if (loaded.value === undefined) throw new Error(JSON.stringify(loaded.problems));
  const { value, problems } = draft(loaded.value, files);
  if (value === undefined) throw new Error(JSON.stringify(problems));
  return contactLoopsOf(value, options);
}

/** All samples of a channel's first number, or of the one that is named: `tool.position.z`. */
export function recorded(text: string, sets: readonly string[], ...channels: readonly string[]): number[][] {
  const files = filesOf(text);
  const loaded = loadScenario(files, 'a.yaml', sets);
  if (loaded.value === undefined) throw new Error(JSON.stringify(loaded.problems));
  const { value, problems } = assemble(loaded.value, files);
  if (value === undefined) throw new Error(JSON.stringify(problems));
  const columns = channels.map((): number[] => []);
  const places = new Map<string, { readonly group: string; readonly at: number }>();
  const run = value.begin([], {
    open(declared: readonly Channel[]) {
      const widths = new Map<string, number>();
      for (const { name, group, labels } of declared) {
        const at = widths.get(group) ?? 0;
        places.set(name, { group, at });
        labels.forEach((label, i) => {
          places.set(`${name}.${label}`, { group, at: at + i });
        });
        widths.set(group, at + labels.length);
      }
    },
    sample(group: string, _: number, values: Float64Array) {
      channels.forEach((channel, i) => {
        const place = places.get(channel);
        if (place === undefined) throw new Error(`no ${channel} in ${[...places.keys()].join(', ')}`);
        if (place.group === group) columns[i].push(values[place.at]);
      });
    },
    close() {},
  });
  expect(run.complete().status).toBe('done');
  return columns;
}

/** How often the force went to nothing. */
export const departures = (force: readonly number[]): number =>
  force.filter((f, i) => i > 0 && f === 0 && force[i - 1] !== 0).length;
