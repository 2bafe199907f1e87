/** What of a rigid plant's program belongs to the masses that its frames carry. */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import {
  lift3,
  liftMat3,
  type MassMoments,
  massMoments,
  moveMoments,
  type Primitive,
  type Sym3,
  turnMoments,
  type Vec3,
} from '../math/index.js';
import { type Frame, frameOf, type Model, type Payload } from '../model/index.js';

/** A mass carried by a frame, which may be changed, picked up and put down while the plant runs. */
export interface PayloadPlace {
  readonly name: string;
  readonly frame: string;
  readonly mass: number;
  /** Centre of mass in the frame, m. */
  readonly centre?: Vec3<number>;
  /** (xx, yy, zz, xy, xz, yz) about the centre of mass in the frame's axes, kg m². */
  readonly inertia?: readonly [number, number, number, number, number, number];
  /** Whether it is carried at the start; true by default. */
  readonly carried?: boolean;
}

export interface PayloadFields {
  readonly place: PayloadPlace;
  readonly mass: Field;
  readonly centre: Field;
  readonly inertia: Field;
  /** 1 while it is carried. */
  readonly carried: Field;
  /** Velocity of its centre before it is picked up, world axes, m/s; it does not turn. */
  readonly velocity: Field;
}

/** What joining and leaving did, J. */
export interface PayloadSums {
  /** Lost where what is picked up and the hand come to the same speed. */
  readonly joinLoss: Field;
  /** Of each payload: kinetic and potential energy that it brought, less what it took along. */
  readonly brought: Field;
}

export function declarePayload(p: ProgramBuilder, place: PayloadPlace): PayloadFields {
  const { name, mass, centre = [0, 0, 0], inertia = [0, 0, 0, 0, 0, 0], carried = true } = place;
  const region = 'parameters';
  const axes = ['x', 'y', 'z'];
  return {
    place,
    mass: p.field({ name: `payload.${name}.mass`, region, unit: 'kg', initial: mass }),
    centre: p.field({
      name: `payload.${name}.centre`,
      region,
      size: 3,
      unit: 'm',
      labels: axes,
      initial: centre,
      meaning: 'centre of mass in the frame',
    }),
    inertia: p.field({
      name: `payload.${name}.inertia`,
      region,
      size: 6,
      unit: 'kg m2',
      labels: ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'],
      initial: inertia,
      meaning: 'about the centre of mass, in the axes of the frame',
    }),
    carried: p.field({
      name: `payload.${name}.carried`,
      region,
      unit: '',
      initial: carried ? 1 : 0,
      range: [0, 1],
      meaning: '1 while the arm carries it',
    }),
    velocity: p.field({
      name: `payload.${name}.velocity`,
      region,
      size: 3,
      unit: 'm/s',
      labels: axes,
      meaning: 'of its centre before it is picked up, world axes',
    }),
  };
}

export function declarePayloadSums(p: ProgramBuilder, places: readonly PayloadPlace[]): PayloadSums {
  return {
    joinLoss: p.field({
      name: 'joinLoss',
      region: 'state',
      unit: 'J',
      meaning: 'lost where the hand and what it picks up come to the same speed',
    }),
    brought: p.field({
      name: 'brought',
      region: 'state',
      size: places.length,
      unit: 'J',
      labels: places.map(({ name }) => name),
      meaning: 'energy that each payload brought, less what it took along',
    }),
  };
}

/** They as loads of the model: with a mass of 0 while they are not carried. */
export function payloadLoads(
  p: ProgramBuilder,
  model: Model,
  payloads: readonly PayloadFields[],
): readonly Payload<Node>[] {
  const G = p.graph;
  return payloads.map(({ place, mass, centre, inertia, carried }) => {
    const frame = frameOf(model, place.frame);
    const there = p.load(carried);
    const own = {
      mass: G.mul(there, p.load(mass)),
      centre: p.loadAll(centre) as unknown as Vec3<Node>,
      inertia: p.loadAll(inertia).map((x) => G.mul(there, x)) as unknown as Sym3<Node>,
    };
    return { body: frame.body, moments: momentsOf(G, frame, own) };
  });
}

/** Moments of a payload about the origin of the body that carries it, in the body's axes. */
export function carriedMoments<S>(
  A: Primitive<S>,
  frame: Frame,
  { mass, centre = [0, 0, 0], inertia = [0, 0, 0, 0, 0, 0] }: PayloadPlace,
): MassMoments<S> {
  return momentsOf(A, frame, {
    mass: A.constant(mass),
    centre: lift3(A, centre),
    inertia: inertia.map((x) => A.constant(x)) as unknown as Sym3<S>,
  });
}

function momentsOf<S>(
  A: Primitive<S>,
  { placement }: Frame,
  { mass, centre, inertia }: { readonly mass: S; readonly centre: Vec3<S>; readonly inertia: Sym3<S> },
): MassMoments<S> {
  const own = massMoments(A, mass, centre, inertia);
  const turned = turnMoments(A, liftMat3(A, placement.rotation), own);
  return moveMoments(A, turned, lift3(A, placement.position));
}
