/** Motions of a scenario's points as motions of a design, and the points that they name. */
import { type MotionDesign, motionOf } from '../mechanism/index.js';
import type { MotionSection, PlaceText } from './motion-schema.js';
import { under } from './tree.js';

type Triple = readonly [number, number, number];

/** The points that a motion names as places, each with its path under that of the motion. */
export function namedPlaces(section: Partial<MotionSection>, path: string): { name: string; path: string }[] {
  return placesOf(section).flatMap(({ key, places, listed }) =>
    places.flatMap((place, i) =>
      typeof place === 'string'
        ? [{ name: place, path: listed ? under(under(path, key), i) : under(path, key) }]
        : [],
    ),
  );
}

/**
 * The motion with numbers; `place` gives where a point stands at the start. Undefined where one that is named stands
 * nowhere, of which references.ts complains.
 */
export function motionDesign(
  section: MotionSection,
  place: (name: string) => Triple | undefined,
): MotionDesign | undefined {
  const parameters: Record<string, readonly number[]> = {};
  for (const { name } of motionOf(section.along)?.parameters ?? []) {
    const given = section[name];
    if (typeof given === 'number') parameters[name] = [given];
    else if (Array.isArray(given) && given.every((x) => typeof x === 'number')) parameters[name] = given;
  }
  for (const { key, places } of placesOf(section)) {
    const found = places.map((one) => (typeof one === 'string' ? place(one) : one));
    if (found.includes(undefined)) return undefined;
    parameters[key] = (found as readonly Triple[]).flat();
  }
  const { along, ramp, returns } = section;
  return {
    along,
    parameters,
    ...(ramp === undefined ? {} : { ramp }),
    ...(returns === true ? { returns } : {}),
  };
}

interface Places {
  readonly key: string;
  readonly places: readonly PlaceText[];
  readonly listed: boolean;
}

/** The parameters that are places, as they are written. */
function placesOf(section: Partial<MotionSection>): Places[] {
  const declaration = motionOf(section.along ?? '');
  return (declaration?.parameters ?? []).flatMap(({ name, place, shape }): Places[] => {
    const given = section[name];
    if (place !== true || given === undefined) return [];
    const listed = shape === 'places';
    return [{ key: name, places: (listed ? given : [given]) as readonly PlaceText[], listed }];
  });
}
