/** The sums of what acts on each site and joint, and what they amount to on the bodies. */
import { type Algebra, add3, cross3, dot3, type Vec3, type Wrench } from '../math/index.js';
import type { Loads, Site } from './coordinate.js';
import { inner } from './gain.js';

/** What acts on one site, world axes; undefined: nothing. */
export interface SiteLoad<S> {
  readonly site: Site<S>;
  force: Vec3<S> | undefined;
  torque: Vec3<S> | undefined;
}

export class LoadSums<S> implements Loads<S> {
  readonly #A: Algebra<S>;
  /** By the site's name, in the order in which they were first loaded. */
  readonly sites = new Map<string, SiteLoad<S>>();
  /** By entry of v. */
  readonly joints = new Map<number, S>();
  /** Power that moving references put in, W, by name. */
  readonly references = new Map<string, S>();

  constructor(A: Algebra<S>) {
    this.#A = A;
  }

  force(on: Site<S>, force: Vec3<S>): void {
    const load = this.#at(on);
    load.force = load.force === undefined ? force : add3(this.#A, load.force, force);
  }

  torque(on: Site<S>, torque: Vec3<S>): void {
    const load = this.#at(on);
    load.torque = load.torque === undefined ? torque : add3(this.#A, load.torque, torque);
  }

  joint(index: number, torque: S): void {
    const before = this.joints.get(index);
    this.joints.set(index, before === undefined ? torque : this.#A.add(before, torque));
  }

  reference(name: string, tension: readonly S[], rate: readonly S[]): void {
    const power = inner(this.#A, tension, rate);
    const before = this.references.get(name);
    this.references.set(name, before === undefined ? power : this.#A.add(before, power));
  }

  #at(on: Site<S>): SiteLoad<S> {
    let load = this.sites.get(on.name);
    if (load === undefined) {
      load = { site: on, force: undefined, torque: undefined };
      this.sites.set(on.name, load);
    }
    return load;
  }
}

/**
 * Wrench on each of `count` bodies, world axes, torque about the body's origin: Σ f and Σ (n + lever × f) over the
 * sites on it; undefined where nothing acts.
 */
export function bodyWrenches<S>(
  A: Algebra<S>,
  count: number,
  loads: Iterable<SiteLoad<S>>,
): (Wrench<S> | undefined)[] {
  const zero = A.constant(0);
  const none: Vec3<S> = [zero, zero, zero];
  const wrenches: (Wrench<S> | undefined)[] = new Array(count).fill(undefined);
  for (const { site, force, torque } of loads) {
    if (site.body < 0 || (force === undefined && torque === undefined)) continue;
    const moment = force === undefined ? none : cross3(A, site.lever, force);
    const wrench = {
      force: force ?? none,
      torque: torque === undefined ? moment : add3(A, torque, moment),
    };
    const before = wrenches[site.body];
    wrenches[site.body] =
      before === undefined
        ? wrench
        : {
            force: add3(A, before.force, wrench.force),
            torque: add3(A, before.torque, wrench.torque),
          };
  }
  return wrenches;
}

/** f·v + n·w: the power of what acts on a site, W. */
export function loadPower<S>(A: Algebra<S>, { site, force, torque }: SiteLoad<S>): S {
  const linear = force === undefined ? A.constant(0) : dot3(A, force, site.velocity);
  return torque === undefined ? linear : A.add(linear, dot3(A, torque, site.spin));
}
