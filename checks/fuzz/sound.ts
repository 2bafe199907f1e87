/**
 * What is wrong with a robot that a reader gave: the promises of `robot.ts`, judged apart from the readers. A number
 * is not finite, a body cannot be, a tree is none, a name leads nowhere, or its model's numbers break.
 */
import { numbers } from 'pliant/math';
import { forwardKinematics, framePlacement, massMatrix, modelOf } from 'pliant/model';
import type { Problem } from 'pliant/problem';
import { type Inertial, type Joint, jointTypes, type Pose, type Robot } from 'pliant/robot';

/** None where it is sound. Warnings that the reader gave excuse an inertia that no body can have, by its link's name. */
export function faultsOfRobot(robot: Robot, problems: readonly Problem[] = []): string[] {
  const faults: string[] = [];
  const that = (right: boolean, fault: string): void => {
    if (!right && faults.length < 20) faults.push(fault);
  };
  unfinite(robot, 'robot', that);
  const links = namesOf('link', robot.links, that);
  const joints = new Map(robot.joints.map((joint) => [joint.name, joint]));
  namesOf('joint', robot.joints, that);
  namesOf('frame', robot.frames, that);
  that(robot.links.length > 0, 'no link');

  const doubted = new Set(
    problems.flatMap(({ code, where }) =>
      code.startsWith('inertia-') && where.name !== undefined ? [where.name] : [],
    ),
  );
  const all = problems.some(({ code }) => code === 'problems-left-out');
  for (const { name, inertial, visuals, collisions } of robot.links) {
    if (inertial !== undefined) {
      that(inertial.mass >= 0, `mass of ${show(name)}: ${inertial.mass}`);
      const excused = all || doubted.has(`link "${name}"`);
      that(excused || isPossible(inertial), `inertia of ${show(name)}: ${inertial.inertia.join(' ')}`);
    }
    for (const { pose, shape } of [...visuals, ...collisions]) {
      that(isRotation(pose), `a shape of ${show(name)} is turned by no rotation`);
      const sizes =
        shape.kind === 'box'
          ? shape.size
          : shape.kind === 'mesh'
            ? []
            : shape.kind === 'sphere'
              ? [shape.radius]
              : [shape.radius, shape.length];
      that(
        sizes.every((size) => size >= 0),
        `a shape of ${show(name)} has sizes ${sizes.join(' ')}`,
      );
    }
  }
  for (const joint of robot.joints) faultsOfJoint(joint, joints, that);
  faultsOfTree(robot, links, that);
  for (const { name, link, pose } of robot.frames) {
    that(links.has(link), `frame ${show(name)} on no link`);
    that(isRotation(pose), `frame ${show(name)} is turned by no rotation`);
  }
  for (const { name, positions } of robot.starts) {
    for (const joint of Object.keys(positions)) that(joints.has(joint), `start ${show(name)} of no joint`);
  }
  if (faults.length === 0) faultsOfModel(robot, all || doubted.size > 0, that);
  return faults;
}

type Check = (right: boolean, fault: string) => void;

function show(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
}

/** Every number, wherever it stands. */
function unfinite(data: unknown, path: string, that: Check): void {
  if (typeof data === 'number') that(Number.isFinite(data), `${path} is ${data}`);
  else if (typeof data === 'object' && data !== null) {
    for (const [key, value] of Object.entries(data)) unfinite(value, `${path}.${key.slice(0, 40)}`, that);
  }
}

function namesOf(kind: string, things: readonly { readonly name: string }[], that: Check): Set<string> {
  const names = new Set(things.map(({ name }) => name));
  that(names.size === things.length, `${kind}s of one name`);
  that(!names.has(''), `a ${kind} without a name`);
  return names;
}

/** Rounding of what eight digits in a file say, and of MuJoCo's own balancing. */
const rounding = 1e-6;

/** Principal moments of a body: none negative, none more than the other two together, by minors of two matrices. */
function isPossible({ inertia, mass }: Inertial): boolean {
  const [xx, yy, zz, xy, xz, yz] = inertia;
  const trace = xx + yy + zz;
  if (trace === 0) return inertia.every((x) => x === 0);
  if (mass === 0) return false;
  // No moment exceeds half their sum exactly where ½ tr(I) 1 − I, the second moments of mass, is positive too.
  const scaled = inertia.map((x) => x / trace);
  const second = [0.5 - scaled[0], 0.5 - scaled[1], 0.5 - scaled[2], -scaled[3], -scaled[4], -scaled[5]];
  return (
    xx >= 0 &&
    yy >= 0 &&
    zz >= 0 &&
    isPositive(scaled) &&
    isPositive(second) &&
    [xy, xz, yz].every(Number.isFinite)
  );
}

/** Whether a symmetric matrix (xx, yy, zz, xy, xz, yz) of size one is positive semidefinite within rounding. */
function isPositive([xx, yy, zz, xy, xz, yz]: readonly number[]): boolean {
  const [a, b, c] = [xx + rounding, yy + rounding, zz + rounding];
  const determinant = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
  return (
    a >= 0 &&
    b >= 0 &&
    c >= 0 &&
    a * b >= xy * xy &&
    a * c >= xz * xz &&
    b * c >= yz * yz &&
    determinant >= -1e-15
  );
}

function isRotation({ rotation: r }: Pose): boolean {
  const row = (i: number) => [r[3 * i], r[3 * i + 1], r[3 * i + 2]];
  const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const [x, y, z] = [row(0), row(1), row(2)];
  const products = [dot(x, x) - 1, dot(y, y) - 1, dot(z, z) - 1, dot(x, y), dot(x, z), dot(y, z)];
  const cross = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  return products.every((p) => Math.abs(p) <= 1e-9) && Math.abs(dot(cross, z) - 1) <= 1e-9;
}

const movesAlongAxis = new Set(['revolute', 'continuous', 'prismatic', 'helical', 'planar']);

function faultsOfJoint(joint: Joint, joints: ReadonlyMap<string, Joint>, that: Check): void {
  const { name, type, origin, axis, limits, mimic, damping, friction, rotorInertia, spring } = joint;
  const at = `joint ${show(name)}`;
  that(jointTypes.includes(type), `${at} of type ${type}`);
  that(isRotation(origin), `${at} is turned by no rotation`);
  if (movesAlongAxis.has(type)) {
    const length = Math.hypot(...axis);
    that(Math.abs(length - 1) <= 1e-9, `${at} has an axis of length ${length}`);
  }
  that(type !== 'helical' || joint.pitch !== undefined, `${at} has no pitch`);
  const { lower = -Infinity, upper = Infinity, velocity = 0, effort = 0 } = limits ?? {};
  that(lower <= upper, `${at} has limits ${lower} … ${upper}`);
  that(velocity >= 0 && effort >= 0, `${at} has limits of ${velocity} and ${effort}`);
  that(damping >= 0 && friction >= 0 && rotorInertia >= 0, `${at}: ${damping}, ${friction}, ${rotorInertia}`);
  that(spring === undefined || spring.stiffness >= 0, `${at} has a spring of ${spring?.stiffness}`);
  if (mimic === undefined) return;
  const master = joints.get(mimic.joint);
  that(master !== undefined && master !== joint, `${at} follows ${show(mimic.joint)}`);
  that(master?.mimic === undefined, `${at} follows a follower`);
  that(master === undefined || master.type !== 'fixed', `${at} follows a fixed joint`);
}

/** Every link is a root or the child of one joint, and a root leads to it. */
function faultsOfTree(robot: Robot, links: ReadonlySet<string>, that: Check): void {
  const parents = new Map<string, string>();
  for (const { name, parent, child } of robot.joints) {
    that(links.has(parent) && links.has(child), `joint ${show(name)} is not between links`);
    that(!parents.has(child), `link ${show(child)} has two parents`);
    parents.set(child, parent);
  }
  const roots = new Set(robot.roots.map(({ link }) => link));
  that(roots.size === robot.roots.length, 'a root twice');
  for (const root of robot.roots) {
    that(links.has(root.link) && !parents.has(root.link), `root ${show(root.link)} is none`);
    that(isRotation(root.pose), `root ${show(root.link)} is turned by no rotation`);
  }
  const led = new Set(roots);
  for (const link of links) {
    const way: string[] = [];
    let at: string | undefined = link;
    while (at !== undefined && !led.has(at) && way.length <= links.size) {
      way.push(at);
      at = parents.get(at);
    }
    that(at !== undefined && led.has(at), `no root leads to link ${show(link)}`);
    if (at !== undefined && led.has(at)) for (const passed of way) led.add(passed);
  }
}

/**
 * The model is made, its frames stand somewhere and its inertia matrix is one. With inertias that no body can have and
 * that were warned of, joints may feel less than nothing.
 */
function faultsOfModel(robot: Robot, doubtful: boolean, that: Check): void {
  const { value: model } = modelOf(robot);
  if (model === undefined) {
    that(false, 'there is no model of it');
    return;
  }
  const { nv } = model;
  const q = model.neutral;
  that(q.length === model.nq && q.every(Number.isFinite), `it stands at ${q.join(' ')}`);
  const kinematics = forwardKinematics(numbers, model, q);
  for (const frame of model.frames) {
    const pose = framePlacement(numbers, kinematics, frame);
    that(
      pose.position.every(Number.isFinite),
      `frame ${show(frame.name)} stands at ${pose.position.join(' ')}`,
    );
    that(isRotation(pose), `frame ${show(frame.name)} comes to be turned by no rotation`);
  }
  // A matrix of a thousand joints has a million entries: what it would tell, a shorter one tells.
  if (nv > 200) return;
  const matrix = massMatrix(numbers, model, q);
  that(matrix.every(Number.isFinite), 'its inertia matrix is not finite');
  that(
    matrix.every((x, i) => x === matrix[(i % nv) * nv + Math.floor(i / nv)]),
    'its inertia matrix is not symmetric',
  );
  for (let i = 0; i < nv && !doubtful; i++)
    that(matrix[i * nv + i] >= 0, `it has inertia ${matrix[i * nv + i]} at ${i}`);
}
