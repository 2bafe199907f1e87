/** What laws do by wrenches in a step: its parts, how it joins the forces of the elements, and its flows of energy. */
import type { Node, ProgramBuilder } from '../../graph/index.js';
import { dot3, mulTransposeVec, sum } from '../../math/index.js';
import { asVec3, type LoadSums, type Site } from '../../mechanism/index.js';
import type { Flow } from '../flows.js';
import { siteOf } from '../watch.js';
import type { OwnLaw } from './law-fields.js';

type Graph = ProgramBuilder['graph'];

/** Pushes are force and torque at the centre, world axes, and torques of the joints: 6 + nv numbers. */
export interface LawPush {
  /** Of the law. */
  readonly name: string;
  readonly centre: Site<Node>;
  /** By the share that acts: all of it, the part that puts energy in, and the part that takes it out. */
  readonly act: readonly Node[];
  readonly active: readonly Node[];
  readonly damping: readonly Node[];
  /** By the share too, W; undefined: none. */
  readonly dissipated: Node | undefined;
  readonly supplied: Node | undefined;
}

/** The part of what a change asks for, J, that a tank affords, 0 to 1, and pays for. */
export type Pays = (asked: Node) => Node;

/** Adds one part of pushes to sums of forces. */
export function addPushes(
  A: Graph,
  loads: LoadSums<Node>,
  pushes: readonly LawPush[],
  part: 'act' | 'active' | 'damping',
): void {
  for (const { centre, [part]: push } of pushes) {
    const [force, torque] = [asVec3(push.slice(0, 3)), asVec3(push.slice(3, 6))];
    push.slice(6).forEach((tau, i) => {
      if (!isNothing(A, tau)) loads.joint(i, tau);
    });
    loads.force(centre, force);
    loads.torque(centre, torque);
  }
}

/** Says what the laws do at their centres, in their axes; 0 where something else acts in their place (no `pushes`). */
export function tellPushes(
  program: ProgramBuilder,
  laws: readonly OwnLaw[],
  sites: ReadonlyMap<string, Site<Node>>,
  pushes: readonly LawPush[] = [],
): void {
  const { graph: A } = program;
  for (const { design, wrench } of laws) {
    if (wrench === undefined) continue;
    const push = pushes.find(({ name }) => name === design.name);
    if (push === undefined) {
      program.storeAll(
        wrench,
        Array.from({ length: 6 }, () => A.constant(0)),
      );
      continue;
    }
    const { rotation } = siteOf(sites, design.axes ?? (design.at as string));
    const [force, torque] = [asVec3(push.act.slice(0, 3)), asVec3(push.act.slice(3, 6))];
    program.storeAll(wrench, [
      ...mulTransposeVec(A, rotation, force),
      ...mulTransposeVec(A, rotation, torque),
    ]);
  }
}

/** The pushes with what puts energy in scaled by a factor; where that is 1, the same to the bit. */
export function scaledPushes(
  A: Graph,
  pushes: readonly LawPush[],
  v: readonly Node[],
  factor: Node,
): LawPush[] {
  const less = A.sub(A.constant(1), factor);
  const rest = (x: Node, own: Node): Node => {
    if (isNothing(A, own)) return x;
    return own === x ? A.mul(factor, x) : A.sub(x, A.mul(less, own));
  };
  return pushes.map((push) => {
    const { centre, act, active, supplied } = push;
    if (active.every((x) => isNothing(A, x))) return push;
    return {
      ...push,
      act: act.map((x, i) => rest(x, active[i])),
      active: active.map((x) => A.mul(factor, x)),
      supplied: supplied && A.sub(supplied, A.mul(less, powerOf(A, centre, active, v))),
    };
  });
}

/** Power of a push on the robot, W. */
export function powerOf(
  A: Graph,
  { velocity, spin }: Site<Node>,
  push: readonly Node[],
  v: readonly Node[],
): Node {
  return sum(A, [
    dot3(A, asVec3(push.slice(0, 3)), velocity),
    dot3(A, asVec3(push.slice(3, 6)), spin),
    ...push.slice(6).map((tau, i) => A.mul(tau, v[i])),
  ]);
}

export function pushFlows(pushes: readonly LawPush[]): Flow<Node>[] {
  return pushes.flatMap(({ name, dissipated, supplied }) => [
    ...(dissipated === undefined ? [] : [{ name: `dissipated.${name}`, power: dissipated }]),
    ...(supplied === undefined ? [] : [{ name: `source.${name}`, power: supplied }]),
  ]);
}

/** The number that is 0 whatever happens. */
function isNothing(A: Graph, x: Node): boolean {
  return A.isConstant(x) && A.value(x) === 0;
}
