/**
 * Random passive designs: springs, dampers and inerters of every kind on coordinates of every kind, composed ones and
 * gaps to solids among them, with virtual bodies on joints of every kind. No source, nothing that moves by itself.
 */
import { type CoordinateDesign, type Design, type ElementDesign, tickStability } from 'pliant/control';
import { numbers } from 'pliant/math';
import { integrate, type Model } from 'pliant/model';
import { singleJoints } from './designs.js';
import { vector } from './made-robots.js';
import {
  type Draw,
  drawOf,
  type Laws,
  lawNames,
  laws,
  type Parameters,
  type Target,
} from './passive-laws.js';
import { bodiesOf, type Scene, sceneOf, tethers } from './passive-scenes.js';

export interface PassiveDesign {
  readonly design: Design;
  readonly q: readonly number[];
  readonly v: readonly number[];
  /** Elements whose force has a kink that a run may cross: laws in pieces, edges of solids. Empty: all is smooth. */
  readonly kinks: readonly string[];
}

/** Makes named coordinates, leaves and composed ones, and ends for elements. */
class Targets {
  readonly coordinates: CoordinateDesign[] = [];
  readonly #scene: Scene;
  readonly #draw: Draw;
  readonly #joints: readonly string[];
  readonly #kinks: boolean;

  constructor(scene: Scene, joints: readonly string[], draw: Draw, kinks: boolean) {
    this.#scene = scene;
    this.#joints = joints;
    this.#draw = draw;
    this.#kinks = kinks;
  }

  /** Two different points, the first on the robot or a body. */
  pair(): { from: string; to: string } {
    const { robot, bodies, goals } = this.#scene;
    const from = this.#draw.among([...robot, ...bodies]);
    return {
      from,
      to: this.#draw.among([...robot, ...bodies, ...goals, 'world'].filter((name) => name !== from)),
    };
  }

  /** A point of the robot and the goal beside it. */
  twins(): { from: string; to: string } {
    const { robot, goals } = this.#scene;
    const i = Math.floor(this.#draw.next() * goals.length);
    return { from: robot[i], to: goals[i] };
  }

  joint(): string {
    return this.#draw.among(this.#joints);
  }

  axes(): string {
    return this.#draw.among([...this.#scene.robot, ...this.#scene.goals]);
  }

  /** Whether the surfaces' distance has no kinks: those of a point, a sphere and a plane have none. */
  touching(): { from: string; to: string; kink: boolean } {
    const { round, solids } = this.#scene;
    if (!this.#kinks) return { from: round[0], to: this.#draw.among(solids.slice(0, 2)), kink: false };
    return { from: this.#draw.among(round), to: this.#draw.among(solids), kink: true };
  }

  #named(
    target: Omit<Target, 'of' | 'joins'>,
    coordinate: Omit<CoordinateDesign, 'name'>,
  ): Target & { of: string } {
    const name = `z${this.coordinates.length}`;
    this.coordinates.push({ name, ...coordinate });
    return { of: name, joins: {}, ...target };
  }

  #made(
    kind: string,
    of: readonly (Target & { of: string })[],
    size: number,
    parameters: Parameters = {},
    joins = {},
  ) {
    return this.#named(
      { size, gain: of[0].gain, kink: of.some(({ kink }) => kink === true) },
      { kind, joins, of: of.map((child) => child.of), parameters },
    );
  }

  /** One length. */
  length(depth: number): Target & { of: string } {
    const kind = this.#draw.among(
      depth > 0 ? ['distance', 'gap', 'norm', 'projection', 'slice'] : ['distance', 'gap'],
    );
    if (kind === 'distance')
      return this.#named({ size: 1, gain: 1 }, { kind, joins: this.pair(), parameters: {} });
    if (kind === 'gap') {
      const { kink, ...joins } = this.touching();
      return this.#named({ size: 1, gain: 1, kink }, { kind, joins, parameters: {} });
    }
    const child = this.place(depth - 1);
    if (kind === 'norm') return this.#made(kind, [child], 1);
    if (kind === 'slice')
      return this.#made(kind, [child], 1, { entries: [Math.floor(3 * this.#draw.next())] });
    return this.#made(kind, [child], 1, { direction: vector(this.#draw.next, 3) });
  }

  /** Three lengths. */
  place(depth: number): Target & { of: string } {
    const { among, next } = this.#draw;
    const kind = among(
      depth > 0
        ? ['place', 'offset', 'path', 'difference', 'sum', 'in-frame', 'constant']
        : ['place', 'offset'],
    );
    if (kind === 'place') {
      const at = among([...this.#scene.robot, ...this.#scene.bodies]);
      return this.#named({ size: 3, gain: 1 }, { kind, joins: { at }, parameters: {} });
    }
    if (kind === 'offset') {
      const axes = next() < 0.3 ? { axes: this.axes() } : {};
      return this.#named({ size: 3, gain: 1 }, { kind, joins: { ...this.pair(), ...axes }, parameters: {} });
    }
    if (kind === 'path') {
      const knots = [0, 1, 2, 3].flatMap((i) => [i * (this.#kinks ? 0.3 : 2), ...vector(next, 2, 0.15)]);
      const at = next() < 0.5 ? { at: among(this.#scene.robot) } : {};
      const made = this.#made('path', [this.length(0)], 3, { knots }, at);
      return this.#kinks ? { ...made, kink: true } : made;
    }
    const child = this.place(depth - 1);
    if (kind === 'in-frame') return this.#made(kind, [child], 3, {}, { axes: this.axes() });
    const other =
      kind === 'constant'
        ? this.#named(
            { size: 3, gain: 1 },
            { kind, joins: {}, parameters: { numbers: vector(next, 3, 0.3) } },
          )
        : this.place(depth - 1);
    return this.#made(kind === 'sum' ? 'sum' : 'difference', [child, other], 3);
  }

  /** Any coordinate. */
  any(outward: boolean): Target {
    const { among, next } = this.#draw;
    const turns = outward ? [] : ['attitude', 'quaternion'];
    const kind = among(['length', 'place', 'place', 'joint', 'position', 'stack', 'own', ...turns]);
    if (kind === 'length') return this.length(2);
    if (kind === 'place') return this.place(2);
    if (kind === 'own') return { joins: this.pair(), size: 3, gain: 1 };
    if (kind === 'stack') {
      const parts = [this.place(1), this.length(1)];
      return this.#made('stack', parts, 4);
    }
    if (kind === 'attitude' || kind === 'quaternion') {
      const axes = kind === 'attitude' && next() < 0.5 ? { axes: this.axes() } : {};
      return this.#named(
        { size: 3, gain: 0.1, turn: true },
        { kind, joins: { ...this.twins(), ...axes }, parameters: {} },
      );
    }
    const parameters: Parameters = kind === 'joint' ? { target: [next() - 0.5] } : {};
    return this.#named({ size: 1, gain: 0.1 }, { kind, joins: { joint: this.joint() }, parameters });
  }

  /** What a law can act on; those with a coordinate of their own bring their ends. */
  of(law: string, { entries, outward = false }: Laws): Target {
    const { next, among } = this.#draw;
    const kind = law.slice(law.indexOf(' ') + 1);
    if (kind.startsWith('attitude')) {
      const axes = next() < 0.3 ? { axes: this.axes() } : {};
      return { joins: { ...this.twins(), ...axes }, size: 3, gain: 0.1 };
    }
    if (kind === 'joint') return { joins: { joint: this.joint() }, size: 1, gain: 0.1 };
    if (kind === 'line' || kind === 'repel') return { joins: this.pair(), size: 1, gain: 1 };
    if (kind === 'rubbing') {
      const { kink, ...joins } = this.touching();
      return this.#named({ size: 4, gain: 1, kink }, { kind: 'contact', joins, parameters: {} });
    }
    if (law === 'damper: linear' && next() < 0.2) {
      const at = among([...this.#scene.robot, ...this.#scene.bodies]);
      return this.#named({ size: 3, gain: 0.1 }, { kind: 'spin', joins: { at }, parameters: {} });
    }
    return entries === 1 ? this.length(2) : this.any(outward);
  }
}

/** Gains stay below this part of what their element alone bears at a tick of 1 ms. */
const SHARE = 0.02;

/**
 * The design of this number: eight elements of laws that follow each other from design to design. One that is too stiff for
 * a tick of 1 ms has all its gains lowered by one factor.
 */
export function passiveDesign(model: Model, number: number, withKinks: boolean): PassiveDesign {
  const made = drawnDesign(model, number, withKinks, 1);
  const shares = tickStability(made.design, { q: made.q }).elements.map(({ gain, limit }) => gain / limit);
  const most = Math.max(0, ...shares);
  return most < SHARE ? made : drawnDesign(model, number, withKinks, SHARE / most);
}

function drawnDesign(model: Model, number: number, withKinks: boolean, strength: number): PassiveDesign {
  const draw = drawOf(977 * number + 13);
  const { next } = draw;
  const q = integrate(numbers, model, model.neutral, vector(next, model.nv, 0.8), 1);
  const bodies = number % 7 < 2 ? undefined : bodiesOf(number, draw, withKinks ? 0.3 : 2);
  const scene = sceneOf(model, q, bodies, draw);
  const own = bodies === undefined ? [] : singleJoints(bodies.model);
  const targets = new Targets(scene, [...singleJoints(model), ...own], draw, withKinks);
  const kinks: string[] = [];
  const usable = lawNames.filter((name) => withKinks || laws[name].smooth !== undefined);
  const elements = Array.from({ length: 8 }, (_, i): ElementDesign => {
    const law = usable[(8 * number + i) % usable.length];
    const { smooth, kinked } = laws[law];
    const target = targets.of(law, laws[law]);
    const chosen = withKinks ? (kinked ?? smooth) : smooth;
    if (chosen === undefined) throw new Error(`no numbers for ${law}`);
    const name = `e${i}`;
    if (target.kink === true || chosen === kinked) kinks.push(name);
    const [family, kind] = law.split(': ');
    return {
      name,
      family: family as ElementDesign['family'],
      kind,
      joins: target.joins,
      ...(target.of === undefined ? {} : { of: target.of }),
      parameters: chosen(draw, { ...target, gain: target.gain * strength }),
    };
  });
  const design: Design = {
    name: `passive ${number}`,
    model,
    period: 1e-3,
    points: scene.points,
    coordinates: targets.coordinates,
    elements: [...elements, ...(bodies === undefined ? [] : tethers(scene, bodies, strength, draw))],
    compensate: ['gravity'],
    ...(bodies === undefined ? {} : { bodies }),
  };
  return { design, q, v: vector(next, model.nv, 0.3), kinks };
}
