/** Solids of a scenario that the robot can touch, what of the robot touches them, and when they are there. */
import type { PointDesign } from '../control/index.js';
import { isTouching, type TouchingKind } from '../geometry/index.js';
import type { Model } from '../model/index.js';
import type { ContactOptions, ContactPlace, ContactSolid } from '../plant/index.js';
import type { RunEvent } from '../run/index.js';
import type { Complaints } from './complaints.js';
import type { Scenario } from './scenario.js';
import { under } from './tree.js';

type Solids = Scenario['world']['solids'];

/**
 * The contacts of the plant: solids with a stiffness, with the tool's point and the points on the robot that have a
 * sphere, a capsule or a box. A solid without one is known to the controller alone. Undefined where nothing can be touched.
 */
export function contactsOf(
  solids: Solids,
  points: readonly PointDesign[],
  model: Model,
  complaints: Complaints,
): ContactOptions | undefined {
  const stiff: ContactSolid[] = [];
  for (const [name, section] of Object.entries(solids)) {
    const path = under('world', name);
    const { stiffness, damping, friction, appears = 0, vanishes } = section;
    if (stiffness === undefined) {
      for (const key of ['damping', 'friction', 'appears', 'vanishes'] as const) {
        if (section[key] === undefined) continue;
        complaints.error(
          'solid-soft',
          under(path, key),
          `${name} has no stiffness, so the robot goes through it`,
          {
            hint: 'give it a stiffness in N/m, or leave this out',
          },
        );
      }
      continue;
    }
    if (vanishes !== undefined && vanishes <= appears) {
      complaints.error('solid-never', under(path, 'vanishes'), `${name} vanishes before it appears`, {
        expected: `after ${appears} s`,
        got: `${vanishes} s`,
      });
    }
    const point = points.find((candidate) => candidate.name === name && candidate.frame === undefined);
    if (point?.shape === undefined) continue;
    stiff.push({
      name,
      ...point.shape,
      ...(point.at && { at: point.at }),
      ...(point.attitude && { attitude: point.attitude }),
      stiffness,
      ...(damping === undefined ? {} : { damping }),
      ...(friction === undefined ? {} : { friction }),
      present: appears === 0,
    });
  }
  const places = points.flatMap(({ name, frame, at, attitude, shape }): ContactPlace[] => {
    const body = model.frames.find((candidate) => candidate.name === frame)?.body ?? -1;
    const touching = shape !== undefined && isTouching(shape.kind);
    if (frame === undefined || body < 0 || (!touching && name !== 'tool')) return [];
    return [
      {
        name,
        frame,
        ...(at && { at }),
        ...(attitude && { attitude }),
        ...(touching && { shape: { kind: shape.kind as TouchingKind, size: shape.size } }),
      },
    ];
  });
  return stiff.length === 0 ? undefined : { solids: stiff, places };
}

/** Solids that appear and vanish, as events of the loop. */
export function presence(solids: Solids): RunEvent[] {
  return Object.entries(solids).flatMap(([name, { stiffness, appears = 0, vanishes }]): RunEvent[] => {
    if (stiffness === undefined) return [];
    const present = (at: number, value: number): RunEvent => ({
      kind: 'plant',
      at,
      parameter: `solid.${name}.present`,
      values: [value],
    });
    return [
      ...(appears > 0 ? [present(appears, 1)] : []),
      ...(vanishes === undefined ? [] : [present(vanishes, 0)]),
    ];
  });
}
