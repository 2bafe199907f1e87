/**
 * Trees of rigid bodies, as plain as they can be written: every body's Jacobian is formed, the mass matrix is the sum of
 * m Jvᵀ Jv + Jwᵀ I Jw over the bodies and what depends on speeds the sum of Jᵀ (what each body needs at zero joint
 * acceleration). O(n²) a body, and it shares neither code nor method with the toolkit's recursions.
 */
import {
  add,
  apply,
  cross,
  dot,
  identity,
  type Matrix,
  product,
  scale,
  solve,
  subtract,
  transposed,
  turn,
  type Vector,
  zero,
} from './vectors.js';

/** A place on a path and its derivatives by the coordinate. */
export type Curve = (q: number) => { readonly at: Vector; readonly slope: Vector; readonly bend: Vector };

export interface Body {
  /** Index of the body that carries it, smaller than its own; −1 is the world. */
  readonly parent: number;
  readonly joint: 'revolute' | 'prismatic' | 'rail';
  /** The joint's frame in the parent's: its turn and its origin. */
  readonly turned?: Matrix;
  readonly at?: Vector;
  /** Unit axis in the joint's frame; z if absent. */
  readonly axis?: Vector;
  /** Of a rail, in the joint's frame; the body does not turn on it. */
  readonly curve?: Curve;
  readonly mass?: number;
  readonly centre?: Vector;
  /** About the centre of mass, in the axes of the body. */
  readonly inertia?: Matrix;
}

/** Where a body is, how fast, and what its acceleration is while no joint accelerates. */
interface Place {
  readonly R: Matrix;
  readonly p: Vector;
  readonly w: Vector;
  readonly v: Vector;
  readonly alpha: Vector;
  readonly a: Vector;
  /** What a unit rate of its own joint adds: turning about `axis` through p, or sliding along it. */
  readonly axis: Vector;
  readonly turns: boolean;
}

export interface Point {
  readonly at: Vector;
  readonly velocity: Vector;
  /** Its acceleration at zero joint acceleration. */
  readonly drift: Vector;
  /** Column j: velocity of the point for a unit rate of joint j. */
  readonly columns: readonly Vector[];
}

export class Tree {
  private readonly places: Place[] = [];

  constructor(
    readonly bodies: readonly Body[],
    q: readonly number[],
    v: readonly number[],
  ) {
    for (let i = 0; i < bodies.length; i++) this.places.push(this.placeOf(bodies[i], q[i], v[i]));
  }

  private placeOf(body: Body, q: number, rate: number): Place {
    const base: Place =
      body.parent < 0
        ? { R: identity, p: zero, w: zero, v: zero, alpha: zero, a: zero, axis: zero, turns: false }
        : this.places[body.parent];
    const R0 = product(base.R, body.turned ?? identity);
    const own = body.axis ?? [0, 0, 1];
    const curve = body.joint === 'rail' ? body.curve?.(q) : undefined;
    const slid = curve?.at ?? (body.joint === 'prismatic' ? scale(q, own) : zero);
    const axis = apply(R0, curve?.slope ?? own);
    const p = add(add(base.p, apply(base.R, body.at ?? zero)), apply(R0, slid));
    const r = subtract(p, base.p);
    const carried = add(base.v, cross(base.w, r));
    const dragged = add(add(base.a, cross(base.alpha, r)), cross(base.w, cross(base.w, r)));
    if (body.joint === 'revolute')
      return {
        R: product(R0, turn(own, q)),
        p,
        w: add(base.w, scale(rate, axis)),
        v: carried,
        alpha: add(base.alpha, cross(base.w, scale(rate, axis))),
        a: dragged,
        axis,
        turns: true,
      };
    const bent = curve === undefined ? zero : scale(rate * rate, apply(R0, curve.bend));
    return {
      R: R0,
      p,
      w: base.w,
      v: add(carried, scale(rate, axis)),
      alpha: base.alpha,
      a: add(add(dragged, scale(2, cross(base.w, scale(rate, axis)))), bent),
      axis,
      turns: false,
    };
  }

  rotation(body: number): Matrix {
    return body < 0 ? identity : this.places[body].R;
  }

  spin(body: number): Vector {
    return this.places[body].w;
  }

  /** A point of a body, given in its axes from its origin. */
  point(body: number, offset: Vector = zero): Point {
    const { R, p, w, v, alpha, a } = this.places[body];
    const r = apply(R, offset);
    const at = add(p, r);
    return {
      at,
      velocity: add(v, cross(w, r)),
      drift: add(a, add(cross(alpha, r), cross(w, cross(w, r)))),
      columns: this.columns(body, ({ axis, turns, p: o }) => (turns ? cross(axis, subtract(at, o)) : axis)),
    };
  }

  /** Column j: angular velocity of the body for a unit rate of joint j. */
  spins(body: number): readonly Vector[] {
    return this.columns(body, ({ axis, turns }) => (turns ? axis : zero));
  }

  private columns(body: number, column: (place: Place) => Vector): readonly Vector[] {
    const all: Vector[] = this.bodies.map(() => zero);
    for (let i = body; i >= 0; i = this.bodies[i].parent) all[i] = column(this.places[i]);
    return all;
  }

  /** Joint accelerations under joint torques and `gravity`, which may be none. */
  accelerations(torques: readonly number[], gravity: Vector = zero): number[] {
    const { M, bias } = this.dynamics(gravity);
    return solve(
      M,
      torques.map((torque, i) => torque - bias[i]),
    );
  }

  /** The mass matrix, and the torques that hold every joint's speed. */
  dynamics(gravity: Vector = zero): { M: number[]; bias: number[] } {
    const n = this.bodies.length;
    const M = new Array<number>(n * n).fill(0);
    const bias = new Array<number>(n).fill(0);
    this.bodies.forEach(({ mass = 0, centre = zero, inertia }, b) => {
      if (mass !== 0) {
        const { columns, drift } = this.point(b, centre);
        const needed = scale(mass, subtract(drift, gravity));
        for (let i = 0; i < n; i++) {
          bias[i] += dot(columns[i], needed);
          for (let j = 0; j < n; j++) M[i * n + j] += mass * dot(columns[i], columns[j]);
        }
      }
      if (inertia !== undefined) {
        const { R, w, alpha } = this.places[b];
        const I = product(product(R, inertia), transposed(R));
        const spins = this.spins(b);
        const needed = add(apply(I, alpha), cross(w, apply(I, w)));
        for (let i = 0; i < n; i++) {
          bias[i] += dot(spins[i], needed);
          const turned = apply(I, spins[i]);
          for (let j = 0; j < n; j++) M[i * n + j] += dot(turned, spins[j]);
        }
      }
    });
    return { M, bias };
  }

  kineticEnergy(v: readonly number[]): number {
    const { M } = this.dynamics();
    const n = v.length;
    let twice = 0;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) twice += v[i] * M[i * n + j] * v[j];
    return twice / 2;
  }
}

/** Adds what a force at a point asks of the joints. */
export function push(torques: number[], { columns }: Point, force: Vector): void {
  for (let i = 0; i < torques.length; i++) torques[i] += dot(columns[i], force);
}

/** Adds what a torque asks of the joints, given the columns of the body that it turns. */
export function twist(torques: number[], spins: readonly Vector[], torque: Vector): void {
  for (let i = 0; i < torques.length; i++) torques[i] += dot(spins[i], torque);
}
