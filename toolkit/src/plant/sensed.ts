/**
 * Force sensors and encoders on a rigid plant.
 *
 * A sensor on a body feels the external wrench (pushes and contacts) on that body and on all that it carries, and weight and
 * inertia of what is said to hang below it, a point mass m at c, and of what these bodies pick up (its own inertia I as well):
 *
 *     F = Σ F_b + m (g − a_c),     N = Σ (N_b + (p_b − p_s) × F_b) + r × m (g − a_c) − (I α + ω × I ω),     r = c − p_s,
 *
 * about the sensor's origin p_s, in its axes. The blow with which something is picked up takes no time and is in no reading. Wrenches and joint accelerations are those of the last step (external.ts),
 * places and velocities those at its end: still exact at rest, and off by what a step changes in motion. Before the first step both are 0.
 */
import {
  compileWasm,
  type Executable,
  type Node,
  type Program,
  ProgramBuilder,
  view,
} from '../graph/index.js';
import {
  add3,
  cross3,
  lift3,
  liftMat3,
  type Mat3,
  mulMat,
  mulMatVec,
  mulSymVec,
  mulTransposeVec,
  type Sym3,
  scale3,
  sub3,
  turnSym,
  type Vec3,
} from '../math/index.js';
import {
  bodyAccelerations,
  bodyVelocities,
  type Frame,
  forwardKinematics,
  frameOf,
  framePlacement,
  type Model,
} from '../model/index.js';
import type { CommandPort, Plant, PlantEnergy, PlantReading, SensorPort } from '../port/index.js';
import { type EncoderOptions, Encoders } from './encoders.js';
import { declarePayload, type PayloadPlace } from './payload-fields.js';
import { SensorBank, type SensorOptions } from './sensors.js';

export interface RigidSensor extends SensorOptions {
  /** A frame on a body that moves; the sensor's origin and axes in it. */
  readonly frame: Frame;
  readonly at: Vec3<number>;
  readonly rotation: Mat3<number>;
  /** What hangs below it; centre in the sensor's axes, from its origin. */
  readonly below?: { readonly mass: number; readonly centre: Vec3<number> };
}

export interface SensedOptions {
  readonly sensors: readonly RigidSensor[];
  readonly encoders?: EncoderOptions;
  /** As of the plant: what its frames can carry. */
  readonly payloads?: readonly PayloadPlace[];
  /** As of the plant, m/s². */
  readonly gravity: Vec3<number>;
  readonly seed: number;
}

const isIn = (model: Model, body: number, of: number): boolean => {
  for (let i = body; i >= 0; i = model.bodies[i].parent) if (i === of) return true;
  return false;
};

/** What the sensors feel: field `felt.<name>` of each. `touched`: the bodies whose external wrenches are known. */
function feelProgram(
  model: Model,
  { sensors, payloads = [], gravity }: SensedOptions,
  touched: readonly number[],
): Program {
  const p = new ProgramBuilder('feel');
  const G = p.graph;
  const input = (name: string, size: number) => p.field({ name, region: 'inputs', size, unit: '' });
  const q = input('q', model.nq);
  const v = input('v', model.nv);
  const a = input('acceleration', model.nv);
  const wrenches = new Map(touched.map((body) => [body, input(`external.${model.bodies[body].link}`, 6)]));
  const loads = payloads.map((place) => ({
    frame: frameOf(model, place.frame),
    own: declarePayload(p, place),
  }));
  const outputs = sensors.map(({ name }) =>
    p.field({ name: `felt.${name}`, region: 'outputs', size: 6, unit: '' }),
  );
  p.procedure('step', () => {
    const rates = p.loadAll(v);
    const kinematics = forwardKinematics(G, model, p.loadAll(q));
    const velocities = bodyVelocities(G, model, kinematics, rates);
    const accelerations = bodyAccelerations(G, model, kinematics, velocities, rates, p.loadAll(a));
    for (const [i, { frame, at, rotation, below }] of sensors.entries()) {
      const stand = framePlacement(G, kinematics, frame);
      const turn = mulMat(G, stand.rotation, liftMat3(G, rotation));
      const origin = add3(G, stand.position, mulMatVec(G, stand.rotation, lift3(G, at)));
      let force: Vec3<Node> = lift3(G, [0, 0, 0]);
      let torque = force;
      for (const [body, field] of wrenches) {
        if (!isIn(model, body, frame.body)) continue;
        const [fx, fy, fz, nx, ny, nz] = p.loadAll(field);
        const own: Vec3<Node> = [fx, fy, fz];
        const lever = sub3(G, kinematics.placements[body].position, origin);
        force = add3(G, force, own);
        torque = add3(G, torque, add3(G, [nx, ny, nz], cross3(G, lever, own)));
      }
      const hang = (body: number, mass: Node, arm: Vec3<Node>): void => {
        const { linear, angular } = accelerations[body];
        const spin = velocities[body].angular;
        const d = sub3(G, add3(G, origin, arm), kinematics.placements[body].position);
        const moving = add3(G, cross3(G, angular, d), cross3(G, spin, cross3(G, spin, d)));
        const given = sub3(G, lift3(G, gravity), add3(G, linear, moving));
        const own = scale3(G, mass, given);
        force = add3(G, force, own);
        torque = add3(G, torque, cross3(G, arm, own));
      };
      if (below !== undefined)
        hang(frame.body, G.constant(below.mass), mulMatVec(G, turn, lift3(G, below.centre)));
      for (const { frame: holds, own } of loads) {
        if (!isIn(model, holds.body, frame.body)) continue;
        const { position, rotation } = framePlacement(G, kinematics, holds);
        const there = p.load(own.carried);
        const centre = add3(
          G,
          position,
          mulMatVec(G, rotation, p.loadAll(own.centre) as unknown as Vec3<Node>),
        );
        hang(holds.body, G.mul(there, p.load(own.mass)), sub3(G, centre, origin));
        const inertia = turnSym(G, rotation, p.loadAll(own.inertia) as unknown as Sym3<Node>);
        const { angular } = accelerations[holds.body];
        const spin = velocities[holds.body].angular;
        const turning = cross3(G, spin, mulSymVec(G, inertia, spin));
        const rate = add3(G, mulSymVec(G, inertia, angular), turning);
        torque = sub3(G, torque, scale3(G, there, rate));
      }
      p.storeAll(outputs[i], [...mulTransposeVec(G, turn, force), ...mulTransposeVec(G, turn, torque)]);
    }
  });
  return p.finish();
}

/** A plant seen through sensors and encoders; everything else is the plant's own. */
export class SensedPlant implements Plant {
  readonly nq: number;
  readonly nv: number;
  readonly step: number;
  readonly order: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly torque: Float64Array;
  readonly travel: Float64Array;
  readonly energy: PlantEnergy;
  readonly pushes: readonly string[];
  readonly payloads: readonly string[];
  readonly command: CommandPort | undefined;
  readonly sensors: readonly SensorPort[];
  readonly readings: readonly PlantReading[];
  readonly encoders: Encoders | undefined;
  readonly #machine: Plant;
  readonly #bank: SensorBank;
  /** Steps done since the reset. */
  #steps = 0;

  /** `executable`: of the `machine`, whose program was made with `external: true` where there are sensors. */
  constructor(machine: Plant, executable: Executable, model: Model, options: SensedOptions) {
    this.#machine = machine;
    this.nq = machine.nq;
    this.nv = machine.nv;
    this.step = machine.step;
    this.order = machine.order;
    this.q = machine.q;
    this.v = machine.v;
    this.torque = machine.torque;
    this.travel = machine.travel;
    this.energy = machine.energy;
    this.pushes = machine.pushes;
    this.payloads = machine.payloads ?? [];
    this.command = machine.command;
    this.encoders = options.encoders && new Encoders(options.encoders, machine.q, machine.v);
    const feel = options.sensors.length === 0 ? undefined : feeling(executable, model, options, machine);
    this.#bank = new SensorBank(options.sensors, machine.step, options.seed, (index, felt) => {
      feel?.(index, felt);
    });
    this.sensors = this.#bank.ports;
    this.readings = [...(machine.readings ?? []), ...this.#bank.readings];
    this.#begin();
  }

  push(push: number, wrench: ArrayLike<number> | undefined): void {
    this.#machine.push(push, wrench);
  }

  /** Parameters of sensors, `sensor.<name>.fault` and `.bias`, and all of the plant's. */
  change(parameter: string, values: ArrayLike<number>): void {
    if (!this.#bank.change(parameter, values)) this.#machine.change(parameter, values);
  }

  advance(until: number): void {
    const end = Math.floor(until / this.step + 0.5);
    const begun = this.#steps;
    if (end <= begun) return;
    const bank = this.#bank;
    while (bank.next <= end) {
      const next = bank.next;
      this.#machine.advance(next * this.step);
      bank.sample(next);
    }
    this.#machine.advance(end * this.step);
    this.#steps = end;
    bank.settle(end * this.step);
    this.encoders?.say((end - begun) * this.step);
  }

  observe(): void {
    this.#machine.observe();
  }

  reset(q: ArrayLike<number>, v: ArrayLike<number>): void {
    this.#machine.reset(q, v);
    this.#begin();
  }

  /** Sensors and encoders at time 0. */
  #begin(): void {
    this.#steps = 0;
    this.#bank.reset();
    if (this.#bank.next === 0) this.#bank.sample(0);
    this.#bank.settle(0);
    this.encoders?.say(0);
  }
}

/** Writes what a sensor feels now. */
function feeling(executable: Executable, model: Model, options: SensedOptions, machine: Plant) {
  const { layout, memory } = executable;
  const external = (body: number): string => `external.${model.bodies[body].link}`;
  const touched = model.bodies.flatMap((_, body) =>
    layout.fields.some(({ name }) => name === external(body)) ? [body] : [],
  );
  const carried = (options.payloads ?? []).flatMap(({ name }) =>
    ['mass', 'centre', 'inertia', 'carried'].map((part) => `payload.${name}.${part}`),
  );
  const program = compileWasm(feelProgram(model, options, touched));
  const own = (name: string): Float64Array => view(program.layout, program.memory, name);
  const copies = [
    [machine.q, own('q')],
    [machine.v, own('v')],
    ...['acceleration', ...touched.map(external), ...carried].map((name) => [
      view(layout, memory, name),
      own(name),
    ]),
  ];
  const outputs = options.sensors.map(({ name }) => own(`felt.${name}`));
  return (index: number, felt: Float64Array): void => {
    for (let i = 0; i < copies.length; i++) copies[i][1].set(copies[i][0]);
    program.run.step();
    felt.set(outputs[index]);
  };
}
