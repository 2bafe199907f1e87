/** Where places of the robot and solids touch, traced at a configuration. */
import { type Solid, type Touch, touches } from '../geometry/index.js';
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import {
  add3,
  cross3,
  dot3,
  mulMat,
  mulMatVec,
  normalised,
  type Quaternion,
  rotationFromQuaternion,
  scale3,
  select3,
  sub3,
  sum,
  type Vec3,
} from '../math/index.js';
import {
  type Frame,
  forwardKinematics,
  frameJacobian,
  frameOf,
  framePlacement,
  type Kinematics,
  type Model,
  pointJacobian,
} from '../model/index.js';
import type { ContactFields, PlaceFields, SolidFields } from './contact-fields.js';

/** A direction in which a contact has an impulse. */
export interface Way {
  /** Rate along it for each entry of v: the joint impulses of a unit impulse are its transpose. */
  readonly row: readonly Node[];
  /** Force and torque about the origin of the body, world axes, of a unit impulse on the robot. */
  readonly force: Vec3<Node>;
  readonly torque: Vec3<Node>;
}

/** A point at which a place of the robot and a solid can touch. */
export interface Contact {
  readonly solid: SolidFields;
  readonly index: number;
  /** Points of the same place and solid have the same. */
  readonly pair: number;
  /** How many points its pair has. */
  readonly points: number;
  readonly body: number;
  /** Between the surfaces, m. */
  readonly distance: Node;
  /** √w x with the share w of the stiffness: the depth that the law is of, negated. */
  readonly stretch: Node;
  /** √w; undefined where it is 1. */
  readonly root: Node | undefined;
  /** 1 where the solid is there and the place is in it. */
  readonly touching: Node;
  readonly present: Node;
  /** Along the normal: its rate is that of `stretch`. */
  readonly press: () => Way;
  /** Two in the tangent plane, through the point of the robot's surface. */
  readonly slides: () => readonly [Way, Way];
}

/** Every place with every solid, at q. */
export function contactsAt(
  p: ProgramBuilder,
  model: Model,
  fields: ContactFields,
  q: readonly Node[],
): Contact[] {
  const G = p.graph;
  const kinematics = forwardKinematics(G, model, q);
  const solids = fields.solids.map((solid) => ({ solid, stands: standing(p, solid) }));
  const contacts: Contact[] = [];
  let pair = 0;
  for (const place of fields.places) {
    const frame = frameOf(model, place.place.frame);
    const stand = framePlacement(G, kinematics, frame);
    const feeler = carried(p, place, stand.position, stand.rotation);
    for (const { solid, stands } of solids) {
      const found = touches(G, feeler, stands);
      for (const touch of found) {
        const index = contacts.length;
        contacts.push(contactOf(p, { model, kinematics, frame }, touch, solid, index, pair, found.length));
      }
      pair++;
    }
  }
  return contacts;
}

interface Mounted {
  readonly model: Model;
  readonly kinematics: Kinematics<Node>;
  readonly frame: Frame;
}

function contactOf(
  p: ProgramBuilder,
  { model, kinematics, frame }: Mounted,
  { distance, normal, at, onFrom, share }: Touch<Node>,
  solid: SolidFields,
  index: number,
  pair: number,
  points: number,
): Contact {
  const G = p.graph;
  const { nv } = model;
  const { position } = kinematics.placements[frame.body];
  const present = p.load(solid.present);
  const inside = G.less(distance, G.constant(0));
  const along = (direction: Vec3<Node>, J: readonly Node[], first = 0): Node[] =>
    Array.from({ length: nv }, (_, i) =>
      sum(
        G,
        direction.map((n, axis) => G.mul(n, J[(first + axis) * nv + i])),
      ),
    );
  return {
    solid,
    index,
    pair,
    points,
    body: frame.body,
    distance,
    stretch: share === undefined ? distance : G.mul(share.root, distance),
    root: share?.root,
    touching: G.and(present, share === undefined ? inside : G.and(inside, G.less(G.constant(0), share.root))),
    present,
    press: () => {
      const row = along(normal, pointJacobian(G, model, kinematics, frame, at));
      const torque = cross3(G, sub3(G, at, position), normal);
      if (share === undefined) return { row, force: normal, torque };
      const bend = scale3(G, distance, share.turn);
      const turning = along(bend, frameJacobian(G, model, kinematics, frame, 'world'), 3);
      return {
        row: row.map((x, i) => G.add(G.mul(share.root, x), turning[i])),
        force: scale3(G, share.root, normal),
        torque: add3(G, scale3(G, share.root, torque), bend),
      };
    },
    slides: () => {
      const J = pointJacobian(G, model, kinematics, frame, onFrom);
      const arm = sub3(G, onFrom, position);
      const way = (force: Vec3<Node>): Way => ({
        row: along(force, J),
        force,
        torque: cross3(G, arm, force),
      });
      const [first, second] = tangents(p, normal);
      return [way(first), way(second)];
    },
  };
}

/** Two unit vectors across the normal and each other. */
function tangents(p: ProgramBuilder, normal: Vec3<Node>): readonly [Vec3<Node>, Vec3<Node>] {
  const G = p.graph;
  const [zero, one] = [G.constant(0), G.constant(1)];
  const aside = G.less(G.abs(normal[0]), G.constant(0.6));
  const helper = select3(G, aside, [one, zero, zero], [zero, one, zero]);
  const across = cross3(G, normal, helper);
  const first = scale3(G, G.div(one, G.sqrt(dot3(G, across, across))), across);
  return [first, cross3(G, normal, first)];
}

function standing(p: ProgramBuilder, { solid, at, attitude, size }: SolidFields): Solid<Node> {
  return {
    kind: solid.kind,
    size: size === undefined ? [] : p.loadAll(size),
    position: vectorOf(p, at),
    rotation: rotationOf(p, attitude),
  };
}

function carried(
  p: ProgramBuilder,
  { place, at, attitude, size }: PlaceFields,
  position: Vec3<Node>,
  rotation: Solid<Node>['rotation'],
): Solid<Node> {
  const G = p.graph;
  return {
    kind: place.shape?.kind ?? 'sphere',
    size: size === undefined ? [G.constant(0)] : p.loadAll(size),
    position: add3(G, position, mulMatVec(G, rotation, vectorOf(p, at))),
    rotation: mulMat(G, rotation, rotationOf(p, attitude)),
  };
}

export function vectorOf(p: ProgramBuilder, field: Field): Vec3<Node> {
  return p.loadAll(field) as unknown as Vec3<Node>;
}

function rotationOf(p: ProgramBuilder, field: Field): Solid<Node>['rotation'] {
  const attitude = p.loadAll(field) as unknown as Quaternion<Node>;
  return rotationFromQuaternion(p.graph, normalised(p.graph, attitude));
}
