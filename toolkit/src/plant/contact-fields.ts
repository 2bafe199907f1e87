/** Solids that the robot can touch, and what of it touches them: options of a rigid plant, and their fields. */

import { type SolidKind, solidSizes, type TouchingKind } from '../geometry/index.js';
import type { Field, ProgramBuilder } from '../graph/index.js';
import type { Vec3 } from '../math/index.js';

/** A solid that stands in the world and gives way where it is touched. */
export interface ContactSolid {
  readonly name: string;
  readonly kind: SolidKind;
  /** m, as `solidSizes` of the geometry names them. */
  readonly size: readonly number[];
  /** Position in the world, m. */
  readonly at?: Vec3<number>;
  /** Attitude in the world, [w, x, y, z]; of any length but 0. */
  readonly attitude?: readonly [number, number, number, number];
  /** k, N/m. */
  readonly stiffness: number;
  /** c, N s/m; 0 by default. */
  readonly damping?: number;
  /** Coulomb friction coefficient μ, of this solid with whatever touches it; absent: none, and no slot for it. */
  readonly friction?: number;
  /** False: it is not there until its parameter `present` is 1. True by default. */
  readonly present?: boolean;
}

/** What of the robot touches solids: a point, a sphere, a capsule or a box. */
export interface ContactPlace {
  readonly name: string;
  /** A frame of the model that moves. */
  readonly frame: string;
  /** Point in the frame, m; its origin by default. */
  readonly at?: Vec3<number>;
  /** Attitude in the frame, [w, x, y, z], of any length but 0; a capsule lies along its z. */
  readonly attitude?: readonly [number, number, number, number];
  /** Absent: a point. */
  readonly shape?: { readonly kind: TouchingKind; readonly size: readonly number[] };
}

export interface ContactOptions {
  readonly solids: readonly ContactSolid[];
  readonly places: readonly ContactPlace[];
}

/** What of a solid may change while a plant runs. */
export interface SolidParameters {
  readonly present: Field;
  readonly at: Field;
  readonly attitude: Field;
  /** Absent of a plane. */
  readonly size: Field | undefined;
  readonly stiffness: Field;
  readonly damping: Field;
  /** Absent where it has none. */
  readonly friction: Field | undefined;
}

export interface SolidFields extends SolidParameters {
  readonly solid: ContactSolid;
  /** On the solid, world axes, N: the mean of the last semi-implicit step, or by the law as the state is. */
  readonly force: Field;
  /** Of the deepest place, m; 0 where nothing touches it. */
  readonly depth: Field;
}

export interface PlaceFields {
  readonly place: ContactPlace;
  readonly at: Field;
  readonly attitude: Field;
  readonly size: Field | undefined;
}

export interface ContactFields {
  readonly solids: readonly SolidFields[];
  readonly places: readonly PlaceFields[];
  /** Work of all contacts on the robot along their normals, J; absent without a ledger. */
  readonly work: Field | undefined;
  /** Lost in friction at contacts, J; absent without a ledger or where no solid has friction. */
  readonly rubbed: Field | undefined;
}

const xyz = ['x', 'y', 'z'] as const;
const wxyz = ['w', 'x', 'y', 'z'] as const;

function posed(
  p: ProgramBuilder,
  name: string,
  at: Vec3<number> | undefined,
  attitude: ContactSolid['attitude'],
): Pick<SolidParameters, 'at' | 'attitude'> {
  return {
    at: p.field({
      name: `${name}.at`,
      region: 'parameters',
      size: 3,
      unit: 'm',
      labels: xyz,
      initial: at ?? [0, 0, 0],
    }),
    attitude: p.field({
      name: `${name}.attitude`,
      region: 'parameters',
      size: 4,
      unit: '',
      labels: wxyz,
      initial: attitude ?? [1, 0, 0, 0],
    }),
  };
}

function sized(p: ProgramBuilder, name: string, kind: SolidKind, size: readonly number[]): Field | undefined {
  return size.length === 0
    ? undefined
    : p.field({
        name: `${name}.size`,
        region: 'parameters',
        size: size.length,
        unit: 'm',
        labels: solidSizes[kind],
        initial: size,
      });
}

/** The fields `solid.<name>.…` of any plant that can touch it. */
export function declareSolid(p: ProgramBuilder, solid: ContactSolid): SolidParameters {
  const { name, kind, size, at, attitude, stiffness, damping = 0, friction, present = true } = solid;
  const own = `solid.${name}`;
  const number = (key: string, unit: string, initial: number, meaning: string): Field =>
    p.field({ name: `${own}.${key}`, region: 'parameters', unit, initial, meaning });
  return {
    present: number('present', '', present ? 1 : 0, '1 while it is there'),
    ...posed(p, own, at, attitude),
    size: sized(p, own, kind, size),
    stiffness: number('stiffness', 'N/m', stiffness, 'force for each metre of depth'),
    damping: number('damping', 'N s/m', damping, 'force for each metre a second that it closes in'),
    friction:
      friction === undefined
        ? undefined
        : number('friction', '', friction, 'greatest force along it, as part of that into it'),
  };
}

/** Undefined where nothing can touch anything. `summed`: the force is that of the last step. */
export function declareContacts(
  p: ProgramBuilder,
  { solids, places }: ContactOptions,
  ledger: boolean,
  summed: boolean,
): ContactFields | undefined {
  if (solids.length === 0 || places.length === 0) return undefined;
  return {
    solids: inNames(solids).map((solid): SolidFields => {
      const { name } = solid;
      return {
        solid,
        ...declareSolid(p, solid),
        force: p.field({
          name: `contact.${name}.force`,
          region: summed ? 'state' : 'observed',
          size: 3,
          unit: 'N',
          labels: xyz,
          meaning: 'Force of the robot on it, world axes',
        }),
        depth: p.field({
          name: `contact.${name}.depth`,
          region: 'observed',
          unit: 'm',
          meaning: 'How deep the robot is in it',
        }),
      };
    }),
    places: inNames(places).map((place): PlaceFields => {
      const { name, at, attitude, shape } = place;
      const own = `touch.${name}`;
      return {
        place,
        ...posed(p, own, at, attitude),
        size: shape && sized(p, own, shape.kind, shape.size),
      };
    }),
    work: ledger
      ? p.field({
          name: 'contactWork',
          region: 'state',
          unit: 'J',
          meaning: 'put in by contacts along their normals',
        })
      : undefined,
    rubbed:
      ledger && solids.some(({ friction }) => friction !== undefined)
        ? p.field({
            name: 'contactFriction',
            region: 'state',
            unit: 'J',
            meaning: 'lost in friction at contacts',
          })
        : undefined,
  };
}

/** In the order of their names, so that no result depends on the order in which they were written. */
function inNames<T extends { readonly name: string }>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => (a.name < b.name ? -1 : 1));
}
