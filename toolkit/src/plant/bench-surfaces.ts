/**
 * What the tool of a bench touches. Every pair of a place on the tool and a surface is a contact of its own; x is how deep the
 * place is beyond the surface where that is at rest, n the surface's normal, w = −n·v how fast it goes in.
 *
 * With springs K₁, K₂, … in line between tool and surface, 1/K = Σ 1/Kᵢ, the tool feels a spring of 1/(1/k + 1/K):
 *
 *     N = max(0, k K/(k + K) x)          without damping of the surface
 *     N = max(0, k x + c w),  x > 0      without springs in line
 *
 * With both, the surface's own depth d is a state: c ḋ = K (x − d) − k d while it is touched, c ḋ = −k d while not, each by
 * an implicit step, and N = K (x − d). Springs in line have no mass and give way along the normal only.
 */
import { pointDepth } from '../geometry/index.js';
import {
  type Executable,
  type Field,
  type Node,
  type Program,
  ProgramBuilder,
  view,
} from '../graph/index.js';
import { normalised, type Quaternion, rotationFromQuaternion, type Vec3 } from '../math/index.js';
import type { BenchPlace } from './bench-options.js';
import { type ContactSolid, declareSolid } from './contact-fields.js';

/** Distance and normal of every solid from the point `place`, in the order given: procedure `step`, empty without solids. */
export function surfaceProgram(solids: readonly ContactSolid[]): Program {
  const p = new ProgramBuilder('surfaces');
  const stands = solids.map((solid) => ({
    kind: solid.kind,
    ...declareSolid(p, { ...solid, friction: solid.friction ?? 0 }),
  }));
  if (solids.length === 0) {
    p.procedure('step', () => {});
    return p.finish();
  }
  const place = p.field({ name: 'place', region: 'inputs', size: 3, unit: 'm' });
  const distance = p.field({ name: 'distance', region: 'outputs', size: solids.length, unit: 'm' });
  const normal = p.field({ name: 'normal', region: 'outputs', size: 3 * solids.length, unit: '' });
  p.procedure('step', () => {
    const vector = (field: Field) => p.loadAll(field) as unknown as Vec3<Node>;
    const point = vector(place);
    for (const [i, { kind, at, attitude, size }] of stands.entries()) {
      const turn = normalised(p.graph, p.loadAll(attitude) as unknown as Quaternion<Node>);
      const depth = pointDepth(p.graph, point, {
        kind,
        size: size === undefined ? [] : p.loadAll(size),
        position: vector(at),
        rotation: rotationFromQuaternion(p.graph, turn),
      });
      p.store(distance, i, depth.distance);
      for (let k = 0; k < 3; k++) p.store(normal, 3 * i + k, depth.normal[k]);
    }
  });
  return p.finish();
}

/** The contacts of a bench; pair i is place ⌊i/n⌋ on surface i mod n. */
export class Surfaces {
  readonly count: number;
  /** Of each pair: force along the normal, N; out of the surface; how deep the place is beyond where it is at rest, m. */
  readonly load: Float64Array;
  readonly normal: Float64Array;
  readonly depth: Float64Array;
  /** Of each pair, three numbers: friction on the robot, world axes, N, as who solves for it left it. */
  readonly rubbing: Float64Array;
  /** Coefficient of friction of each surface. */
  readonly friction: readonly Float64Array[];
  readonly surfaces: readonly ContactSolid[];
  readonly places: readonly BenchPlace[];
  /** K of the springs in line; ∞ without any. */
  readonly series: number;
  readonly #executable: Executable;
  readonly #locate: () => void;
  readonly #place: Float64Array;
  readonly #distances: Float64Array;
  readonly #normals: Float64Array;
  readonly #present: readonly Float64Array[];
  readonly #stiffness: readonly Float64Array[];
  readonly #damping: readonly Float64Array[];
  /** Own depth of the surface of each pair, where that is a state. */
  readonly #given: Float64Array;

  constructor(
    executable: Executable,
    surfaces: readonly ContactSolid[],
    places: readonly BenchPlace[],
    springs: readonly number[],
  ) {
    const { layout, memory, run } = executable;
    const window = (name: string): Float64Array => view(layout, memory, name);
    const each = (key: string): Float64Array[] => surfaces.map(({ name }) => window(`solid.${name}.${key}`));
    this.surfaces = surfaces;
    this.places = places;
    this.count = surfaces.length * places.length;
    this.load = new Float64Array(this.count);
    this.normal = new Float64Array(3 * this.count);
    this.depth = new Float64Array(this.count);
    this.rubbing = new Float64Array(3 * this.count);
    this.series = 1 / springs.reduce((sum, stiffness) => sum + 1 / stiffness, 0);
    this.#executable = executable;
    this.#locate = run.step;
    this.#place = window('place');
    this.#distances = window('distance');
    this.#normals = window('normal');
    this.#present = each('present');
    this.#stiffness = each('stiffness');
    this.#damping = each('damping');
    this.friction = each('friction');
    this.#given = new Float64Array(this.count);
  }

  reset(): void {
    this.#given.fill(0);
    this.rubbing.fill(0);
  }

  /**
   * Forces with the tool moved by `moved` and going at `speed` (world axes, three numbers each). `h` > 0 also moves on what
   * surfaces remember, by so many seconds; 0 leaves it.
   */
  press(moved: Float64Array, speed: Float64Array, h: number): void {
    const n = this.surfaces.length;
    const { load, normal, depth, series } = this;
    const place = this.#place;
    const normals = this.#normals;
    for (let j = 0; j < this.places.length; j++) {
      const { at, radius = 0 } = this.places[j];
      for (let k = 0; k < 3; k++) place[k] = at[k] + moved[k];
      this.#locate();
      for (let s = 0; s < n; s++) {
        const i = j * n + s;
        const there = this.#present[s][0] !== 0;
        const x = there ? radius - this.#distances[s] : Number.NEGATIVE_INFINITY;
        const into =
          -normals[3 * s] * speed[0] - normals[3 * s + 1] * speed[1] - normals[3 * s + 2] * speed[2];
        for (let k = 0; k < 3; k++) normal[3 * i + k] = normals[3 * s + k];
        depth[i] = x > 0 ? x : 0;
        const stiffness = this.#stiffness[s][0];
        const damping = this.#damping[s][0];
        if (damping > 0 && series < Number.POSITIVE_INFINITY) {
          load[i] = this.#remember(i, x, stiffness, damping, h);
          continue;
        }
        const felt =
          series < Number.POSITIVE_INFINITY ? (stiffness * series) / (stiffness + series) : stiffness;
        const force = felt * x + damping * into;
        load[i] = x > 0 && force > 0 ? force : 0;
      }
    }
  }

  /** Own depth of the surface of a pair, m: what its stiffness stands for. */
  given(i: number): number {
    const s = i % this.surfaces.length;
    if (this.series === Number.POSITIVE_INFINITY) return this.depth[i];
    if (this.#damping[s][0] > 0) return this.#given[i];
    return this.load[i] / this.#stiffness[s][0];
  }

  /** A damped surface below springs in line; x is −∞ where it is not there. */
  #remember(i: number, x: number, k: number, c: number, h: number): number {
    const K = this.series;
    let d = this.#given[i];
    if (h > 0) {
      const touched = x > 0 || d > 0 ? (c * d + h * K * x) / (c + h * (K + k)) : 0;
      d = x > touched && touched >= 0 ? touched : (c * d) / (c + h * k);
      this.#given[i] = d;
    }
    return x > d ? K * (x - d) : 0;
  }

  /** Parameters of the solids, `solid.<name>.…`. */
  get parameters(): readonly string[] {
    return this.#executable.layout.fields
      .filter(({ region }) => region === 'parameters')
      .map(({ name }) => name);
  }

  /** False where there is no such parameter; throws where the numbers are not as many as it has. */
  change(parameter: string, values: ArrayLike<number>): boolean {
    if (!this.parameters.includes(parameter)) return false;
    const own = view(this.#executable.layout, this.#executable.memory, parameter);
    if (own.length !== values.length) {
      throw new Error(`bench: ${parameter} has ${own.length} entries, got ${values.length}`);
    }
    own.set(values);
    return true;
  }
}
