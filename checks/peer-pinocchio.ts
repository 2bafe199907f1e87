/** Pinocchio in WebAssembly (pinocchio-js) as a second opinion on rigid-body dynamics. */
import { createRequire } from 'node:module';
import { type Mat3, mulMat, mulMatVec, numbers as N, rotationFromQuaternion, type Vec3 } from 'pliant/math';
import type { Joint, Pose, Robot } from 'pliant/robot';

interface Opaque {
  delete(): void;
}
interface PinModel extends Opaque {
  readonly nq: number;
  readonly nv: number;
}
interface Pinocchio {
  readonly Model: new () => PinModel;
  readonly Data: new (model: PinModel) => Opaque;
  readonly SE3: { fromRotationTranslation(rotation: Float64Array, translation: Float64Array): Opaque };
  readonly Inertia: { fromMassComInertia(mass: number, centre: Float64Array, six: Float64Array): Opaque };
  JointModelRevoluteUnaligned(x: number, y: number, z: number): Opaque;
  JointModelPrismaticUnaligned(x: number, y: number, z: number): Opaque;
  JointModelFreeFlyer(): Opaque;
  addJoint(model: PinModel, parent: number, joint: Opaque, placement: Opaque, name: string): number;
  appendBodyToJoint(model: PinModel, joint: number, inertia: Opaque, placement: Opaque): void;
  rnea(model: PinModel, data: Opaque, q: Float64Array, v: Float64Array, a: Float64Array): Float64Array;
  aba(model: PinModel, data: Opaque, q: Float64Array, v: Float64Array, tau: Float64Array): Float64Array;
  crba(model: PinModel, data: Opaque, q: Float64Array): Float64Array;
  computeGeneralizedGravity(model: PinModel, data: Opaque, q: Float64Array): Float64Array;
}

let loaded: Promise<Pinocchio> | undefined;

export function loadPinocchio(): Promise<Pinocchio> {
  loaded ??= (createRequire(import.meta.url)('pinocchio-js') as () => Promise<Pinocchio>)();
  return loaded;
}

const identity: Pose = { position: [0, 0, 0], rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] };

function compose(a: Pose, b: Pose): Pose {
  const moved = mulMatVec(N, a.rotation, b.position);
  return {
    position: [a.position[0] + moved[0], a.position[1] + moved[1], a.position[2] + moved[2]],
    rotation: mulMat(N, a.rotation, b.rotation),
  };
}

/**
 * A robot in Pinocchio, built by its own calls from the links as they are: every moving joint apart (mimics are
 * joints like others), every link appended with its own inertia. Order of q and v: `names`.
 */
export class PinocchioPeer {
  readonly names: readonly string[];
  readonly #pin: Pinocchio;
  readonly #model: PinModel;
  readonly #data: Opaque;
  readonly #free: boolean;

  constructor(pin: Pinocchio, robot: Robot) {
    this.#pin = pin;
    this.#model = new pin.Model();
    const names: string[] = [];
    const placement = ({ position, rotation }: Pose) =>
      pin.SE3.fromRotationTranslation(new Float64Array(rotation), new Float64Array(position));
    const append = (link: string, joint: number, at: Pose) => {
      const inertial = robot.links.find((l) => l.name === link)?.inertial;
      if (inertial === undefined || inertial.mass === 0) return;
      const [xx, yy, zz, xy, xz, yz] = inertial.inertia;
      const six = new Float64Array([xx, xy, xz, yy, yz, zz]);
      const inertia = pin.Inertia.fromMassComInertia(inertial.mass, new Float64Array(inertial.centre), six);
      pin.appendBodyToJoint(this.#model, joint, inertia, placement(at));
    };
    const children = (link: string): readonly Joint[] => robot.joints.filter((j) => j.parent === link);
    const grow = (link: string, joint: number, at: Pose): void => {
      append(link, joint, at);
      for (const child of children(link)) {
        const there = compose(at, child.origin);
        if (child.type === 'fixed') {
          grow(child.child, joint, there);
          continue;
        }
        const axis = child.axis;
        const kind =
          child.type === 'prismatic'
            ? pin.JointModelPrismaticUnaligned(...axis)
            : pin.JointModelRevoluteUnaligned(...axis);
        names.push(child.name);
        grow(child.child, pin.addJoint(this.#model, joint, kind, placement(there), child.name), identity);
      }
    };
    const [root] = robot.roots;
    this.#free = root.base === 'free';
    if (this.#free) {
      const joint = pin.addJoint(this.#model, 0, pin.JointModelFreeFlyer(), placement(identity), root.link);
      names.push(...['x', 'y', 'z', 'wx', 'wy', 'wz'].map((entry) => `${root.link}.${entry}`));
      grow(root.link, joint, identity);
    } else grow(root.link, 0, root.pose);
    this.names = names;
    this.#data = new pin.Data(this.#model);
  }

  delete(): void {
    this.#data.delete();
    this.#model.delete();
  }

  /** All arguments and results in the conventions of this toolkit, in the order of `names`. */
  inverseDynamics(q: readonly number[], v: readonly number[], a: readonly number[]): number[] {
    const turn = this.#turn(q);
    const tau = this.#pin.rnea(
      this.#model,
      this.#data,
      this.#q(q),
      turn.velocity(v),
      turn.acceleration(v, a),
    );
    return turn.force(tau);
  }

  gravityTorque(q: readonly number[]): number[] {
    return this.#turn(q).force(this.#pin.computeGeneralizedGravity(this.#model, this.#data, this.#q(q)));
  }

  /** Accelerations under joint forces. */
  forwardDynamics(q: readonly number[], v: readonly number[], tau: readonly number[]): number[] {
    const turn = this.#turn(q);
    const a = this.#pin.aba(this.#model, this.#data, this.#q(q), turn.velocity(v), turn.bodyForce(tau));
    return turn.spatialBack(v, a);
  }

  massMatrix(q: readonly number[]): number[] {
    const { nv } = this.#model;
    const turn = this.#turn(q);
    const matrix = this.#pin.crba(this.#model, this.#data, this.#q(q));
    // The upper triangle, by columns.
    const at = (i: number, j: number) => (i < j ? matrix[j * nv + i] : matrix[i * nv + j]);
    const rows = Array.from({ length: nv }, (_, i) => Float64Array.from({ length: nv }, (_, j) => at(i, j)));
    const half = rows.map((row) => turn.force(row));
    const columns = half.map((_, j) => turn.force(Float64Array.from(half, (row) => row[j])));
    return Array.from({ length: nv * nv }, (_, k) => columns[k % nv][(k - (k % nv)) / nv]);
  }

  /** Position, then the quaternion with its w last. */
  #q(q: readonly number[]): Float64Array {
    if (!this.#free) return new Float64Array(q);
    const [x, y, z, w, a, b, c] = q;
    return new Float64Array([x, y, z, a, b, c, w, ...q.slice(7)]);
  }

  /** Between a free root's velocity in world axes and Pinocchio's twist in body axes. */
  #turn(q: readonly number[]) {
    const free = this.#free;
    const [w, x, y, z] = q.slice(3);
    const R: Mat3<number> = free ? rotationFromQuaternion(N, [w, x, y, z]) : [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const [a, b, c, d, e, f, g, h, i] = R;
    const back: Mat3<number> = [a, d, g, b, e, h, c, f, i];
    const turned = (m: Mat3<number>, list: ArrayLike<number>): Float64Array => {
      const all = Float64Array.from(list);
      if (free) all.set(mulMatVec(N, m, [list[0], list[1], list[2]]));
      return all;
    };
    const cross = ([p, r, s]: Vec3<number>, [t, u, k]: Vec3<number>) => [
      r * k - s * u,
      s * t - p * k,
      p * u - r * t,
    ];
    const centripetal = (v: readonly number[]) => {
      const body = turned(back, v);
      return cross([body[3], body[4], body[5]], [body[0], body[1], body[2]]);
    };
    return {
      velocity: (v: readonly number[]) => turned(back, v),
      acceleration: (v: readonly number[], a: readonly number[]) => {
        const body = turned(back, a);
        if (free) centripetal(v).forEach((x, k) => void (body[k] -= x));
        return body;
      },
      spatialBack: (v: readonly number[], a: Float64Array) => {
        const body = Float64Array.from(a);
        if (free) centripetal(v).forEach((x, k) => void (body[k] += x));
        return [...turned(R, body)];
      },
      force: (tau: Float64Array) => [...turned(R, tau)],
      bodyForce: (tau: readonly number[]) => turned(back, tau),
    };
  }
}
