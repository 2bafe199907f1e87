/** Laws in a step: what they read, what they do, and what the next step has to know of it. */
import type { Field, Node, ProgramBuilder } from '../../graph/index.js';
import { max, min, sum, type Vec3 } from '../../math/index.js';
import { frameOf } from '../../model/index.js';
import { carriedLoads, payloadElements } from '../carried.js';
import type { ControlFields, LiveFields } from '../control-fields.js';
import type { Design, PointDesign } from '../design.js';
import type { Flow } from '../flows.js';
import type { Law, Slots } from '../law.js';
import { FieldReader } from '../slots.js';
import { siteOf } from '../watch.js';
import type { Carried } from './compensate.js';
import { activeIn, shareOf } from './law-activity.js';
import type { SensorDesign } from './law-design.js';
import { lawEnergy } from './law-energy.js';
import type { LawFields, LawPart, OwnLaw } from './law-fields.js';
import { type LawPush, type Pays, powerOf, tellPushes } from './law-push.js';
import { type Extra, initialOf, type LawStep, lawStep, type Store } from './law-step.js';
import { observedReading } from './observed-reading.js';
import { type Sensed, sense } from './sensing.js';
import { type ServoState, servoState } from './servo.js';
import { type Held, ServoAtWork } from './servo-work.js';
import { type OwnJoints, ownJoints, type Taken, takenJoints, torquesOfOwnJoints } from './taken-joints.js';

/** What a law did, as far as the others have to know. */
interface Done {
  readonly own: OwnLaw;
  /** 1 where it is at work, or on its way out; undefined: always. */
  readonly active: Node | undefined;
  /** 1 where its sensor is; undefined where it has none. */
  readonly ready: Node | undefined;
  readonly share: Node | undefined;
  /** What the change of its share put in, J. */
  readonly jump?: Node | undefined;
  /** Of one with an energy whose share changes: the share that acts, 1 where it is not of this phase. */
  readonly arriving?: Node | undefined;
  readonly act: readonly Node[];
  readonly next: Store;
}

export class LawsAtWork {
  readonly flows: Flow<Node>[] = [];
  /** Numbers that must be finite, or the law is in force no more. */
  readonly checked: Node[] = [];
  /** Torque of the servo (nv). */
  readonly torque: readonly Node[] | undefined;
  readonly sensed: readonly Sensed[];
  /** 1 where the servo found no solution. */
  readonly failed: Node | undefined;
  readonly #program: ProgramBuilder;
  readonly #design: Design;
  readonly #fields: ControlFields;
  readonly #laws: LawFields;
  readonly #law: Law<Node>;
  readonly #q: readonly Node[];
  readonly #v: readonly Node[];
  readonly #tick: Node;
  readonly #elapsed: Node;
  readonly #time: Node;
  readonly #slots: Slots<Node>;
  /** What the arm carries besides its links. */
  readonly #loads: ReturnType<typeof carriedLoads<Node>>;
  /** The servo as laws read it, and as it is with what they do. */
  readonly #commanded: ServoState | undefined;
  readonly #servo: ServoAtWork | undefined;
  readonly #done: readonly Done[];

  /** What wrench laws do, to be added to the loads. */
  readonly pushes: LawPush[] = [];
  /** What shares that changed put in, J; undefined where none can. */
  readonly #changed: Node | undefined;
  readonly #pays: Pays | undefined;
  readonly #taken: Taken | undefined;

  constructor(
    program: ProgramBuilder,
    design: Design,
    fields: ControlFields,
    laws: LawFields,
    read: FieldReader,
    slots: Slots<Node>,
    law: Law<Node>,
    [q, v]: readonly [readonly Node[], readonly Node[]],
    upheld: readonly Node[],
    pays?: Pays,
  ) {
    const { graph: A } = program;
    this.#program = program;
    this.#design = design;
    this.#fields = fields;
    this.#laws = laws;
    this.#law = law;
    this.#slots = slots;
    [this.#q, this.#v] = [q, v];
    this.#tick = read.all(fields.tick)[0];
    const period = read.all(fields.period)[0];
    const early = A.less(period, this.#tick);
    this.#elapsed = A.select(early, max(A, A.constant(0), period), this.#tick);
    this.#time = read.all(fields.time)[0];
    const times = { elapsed: this.#elapsed, tick: this.#tick, gravity: laws.gravity };
    this.#loads = carriedLoads(A, design, slots);
    this.sensed = [...laws.sensors.values()].map((sensor) => {
      const site = siteOf(law.sites, sensor.design.at);
      const { observer } = sensor;
      if (observer === undefined || laws.gravity === undefined)
        return sense(program, sensor, site, read, { ...times, carried: this.#carried(sensor.design) });
      const place = { site, frame: this.#centre(sensor.design.at).frame };
      // Drives that hold the robot's weight by themselves leave none of it to the command.
      const none = A.constant(0);
      const gravity: Vec3<Node> =
        design.provides?.includes('gravity') === true ? [none, none, none] : read.vector(laws.gravity);
      const clock = { period: this.#elapsed, gravity, loads: this.#loads };
      return sense(program, sensor, site, read, times, (keep) =>
        observedReading(
          program,
          design.model,
          sensor,
          observer,
          read,
          law.kinematics,
          place,
          [q, v],
          clock,
          keep,
        ),
      );
    });
    const { servo } = laws;
    const centre = servo && this.#centre(servo.design.at);
    const taken = takenJoints(program, design, laws.laws, fields.live);
    this.#taken = taken;
    this.#commanded = servo && centre && servoState(program, design.model, servo, read, centre, q, { taken });
    this.#pays = pays;
    this.#done = laws.laws.map((own) => this.#work(own, fields.live));
    const jumps = this.#done.flatMap(({ jump }) => (jump === undefined ? [] : [jump]));
    this.#changed = jumps.length === 0 ? undefined : sum(A, jumps);
    if (servo !== undefined && centre !== undefined && this.#commanded !== undefined) {
      const moving = this.#done.map(({ own, active, act }) => ({ acts: own.declaration.acts, active, act }));
      const clock = { tick: this.#tick, elapsed: this.#elapsed, loads: this.#loads, upheld };
      const place = [centre, this.#commanded] as const;
      this.#servo = new ServoAtWork(program, design, fields, servo, read, place, moving, [q, v], clock, {
        taken,
        arrived: this.#arrived(),
      });
    }
    this.failed = this.#servo?.failed;
    this.torque = this.#servo?.torque;
    if (this.torque !== undefined) {
      const power = sum(
        A,
        this.torque.map((tau, i) => A.mul(tau, v[i])),
      );
      this.flows.push({ name: 'source.servo', power });
    }
    for (const { own, act, next } of this.#done) {
      if (own.act === undefined) this.checked.push(...act, ...next.flatMap(([, values]) => values));
    }
    this.checked.push(...(this.#servo?.checked ?? []));
  }

  /** Outputs of a step whose law is in force; `pushes`: what its laws of forces do, as far as a tank pays. */
  lawful(pushes: readonly LawPush[]): void {
    this.#servo?.tell();
    tellPushes(this.#program, this.#laws.laws, this.#law.sites, pushes);
  }

  /**
   * What the next step has to know of one whose law was in force. `friction`: what of the command is to make up for the joints'
   * own, which an estimate takes for nothing that moves the arm.
   */
  after(command: readonly Node[], friction?: readonly Node[]): void {
    const program = this.#program;
    const { graph: A } = program;
    const one = A.constant(1);
    const { live } = this.#fields;
    if (this.#changed !== undefined && live !== undefined)
      program.store(live.changes, 0, A.add(program.load(live.changes), this.#changed));
    this.#keepSensors(friction === undefined ? command : command.map((x, i) => A.sub(x, friction[i])));
    this.#servo?.keep();
    for (const { own, active, ready, share, next } of this.#done) {
      const begun = ready ?? one;
      program.store(own.active, 0, active === undefined ? begun : A.and(active, begun));
      if (own.act === undefined || active === undefined) this.#store(next);
      else {
        if (own.share !== undefined && share !== undefined) program.store(own.share, 0, share);
        program.if(active, () => {
          for (const [part, field] of own.memory)
            program.storeAll(field, program.loadAll(own.next.get(part) as Field));
        });
      }
    }
  }

  /** What a reaction leaves the laws that have joints of their own; undefined where none has any. */
  own(): OwnJoints | undefined {
    const torque = torquesOfOwnJoints(this.#program, this.#laws.laws, this.pushes, this.#v.length);
    return torque && this.#taken && { torque, taken: this.#taken };
  }

  /** What a servo holds with, for the reaction hold. */
  held(): Held | undefined {
    return this.#servo?.held();
  }

  /**
   * A step in which a reaction acts in place of the law: the command that goes out. `state`: whether the joint state is one;
   * `sound`: the law itself is, and a sensor or a stream of targets is what failed, so that laws go on from what they remember;
   * `reaction`: the one that these ask for, `held`: the servo that holds in their place.
   */
  instead(
    {
      state,
      sound,
      reaction,
      held,
    }: {
      readonly state: boolean;
      readonly sound: boolean;
      readonly reaction: Node;
      readonly held?: Held | undefined;
    },
    command: readonly Node[],
  ): void {
    const program = this.#program;
    const { graph: A } = program;
    const zero = A.constant(0);
    tellPushes(program, this.#laws.laws, this.#law.sites);
    if (state) this.#keepSensors(command);
    else {
      for (const { observer } of this.#laws.sensors.values())
        if (observer !== undefined) program.store(observer.started, 0, zero);
    }
    if (!sound) this.#forget();
    this.#servo?.instead(state, reaction, held);
  }

  /** Laws begin again with the next step: whatever broke the law is not to break it again. */
  #forget(): void {
    const program = this.#program;
    const { graph: A } = program;
    for (const own of this.#laws.laws) {
      // What one with joints of its own remembers was finite, and it goes on with it.
      if (ownJoints(own) !== undefined) continue;
      const { active, share, memory } = own;
      program.store(active, 0, A.constant(0));
      if (share !== undefined) program.store(share, 0, A.constant(0));
      for (const field of memory.values())
        program.storeAll(
          field,
          Array.from({ length: field.size }, () => A.constant(initialOf(field))),
        );
    }
  }

  #keepSensors(command: readonly Node[]): void {
    for (const { next, fields } of this.sensed) {
      this.#store(next);
      if (fields.observer !== undefined) this.#program.storeAll(fields.observer.torque, command);
    }
  }

  #store(all: Store): void {
    for (const [field, values] of all) this.#program.storeAll(field, values);
  }

  /** The payloads below a sensor. */
  #carried({ carries = [] }: SensorDesign): readonly Carried<Node>[] {
    return payloadElements(this.#design)
      .filter(({ name }) => carries.includes(name))
      .map((element) => ({
        mass: (this.#slots.parameters(element).mass as readonly Node[])[0],
        position: siteOf(this.#law.sites, element.joins.at as string).position,
      }));
  }

  #point(name: string): PointDesign {
    const found = this.#design.points.find((point) => point.name === name);
    if (found === undefined) throw new Error(`control: there is no point ${name}`);
    return found;
  }

  #centre(name: string) {
    const point = this.#point(name);
    return {
      name,
      frame: frameOf(this.#design.model, point.frame as string),
      mounting: this.#slots.mounting(point),
    };
  }

  #work(own: OwnLaw, live: LiveFields | undefined): Done {
    const program = this.#program;
    const { graph: A } = program;
    const active = activeIn(program, this.#design, own, live);
    const ready = this.sensed.find(({ fields }) => fields.design.name === own.design.sensor)?.ready;
    const begins = A.not(program.load(own.active));
    if (active === undefined || own.act === undefined || live === undefined) {
      const { act, next, extra } = this.#step(own, begins);
      this.#told(own, extra);
      if (own.declaration.acts === 'wrench') this.#push(own, act, extra, undefined);
      return { own, active: undefined, ready, share: undefined, act, next };
    }
    const field = own.act;
    const { share, jump } = this.#shareOf(own, active, live);
    const runs = share === undefined ? active : A.or(active, A.less(A.constant(0), share));
    const { parts } = own;
    for (const kept of [field, ...parts.values()])
      program.storeAll(
        kept,
        Array.from({ length: kept.size }, () => A.constant(0)),
      );
    let said: Extra = {};
    program.if(runs, () => {
      const worked = this.#step(own, begins);
      said = worked.extra;
      this.#told(own, said);
      program.storeAll(field, worked.act);
      for (const [part, kept] of parts) {
        const values = said[part];
        if (values !== undefined) program.storeAll(kept, Array.isArray(values) ? values : [values]);
      }
      for (const [to, values] of worked.next) {
        const part = [...own.memory].find(([, memory]) => memory === to)?.[0];
        program.storeAll(own.next.get(part as string) as Field, values);
      }
    });
    const act = program.loadAll(field);
    if (share !== undefined) {
      const kept = (part: LawPart) => {
        const from = parts.get(part);
        return from === undefined || said[part] === undefined ? undefined : program.loadAll(from);
      };
      const extra = {
        dissipated: kept('dissipated')?.[0],
        supplied: kept('supplied')?.[0],
        active: kept('active') ?? act,
        damping: kept('damping') ?? act.map(() => A.constant(0)),
      };
      this.#push(own, act, extra, share);
    }
    const arriving = jump && share && A.select(active, share, A.constant(1));
    return { own, active: runs, ready, share, jump, arriving, act, next: [] };
  }

  /** The least share that a tank has let in of the laws of this phase; undefined where none pays for them. */
  #arrived(): Node | undefined {
    const { graph: A } = this.#program;
    const shares = this.#done.flatMap(({ arriving }) => (arriving === undefined ? [] : [arriving]));
    return this.#pays === undefined || shares.length === 0
      ? undefined
      : shares.reduce((a, b) => min(A, a, b));
  }

  /** The share of a wrench law that acts, as far as a tank affords what it then stores more, and what that put in. */
  #shareOf(
    own: OwnLaw,
    active: Node,
    live: LiveFields,
  ): { readonly share: Node | undefined; readonly jump: Node | undefined } {
    const program = this.#program;
    const { graph: A } = program;
    if (own.share === undefined) return { share: undefined, jump: undefined };
    const wanted = shareOf(program, own.share, active, live, this.#elapsed);
    const energy = lawEnergy(program, own, this.#law, this.#fields.lawParameters);
    if (energy === undefined) return { share: wanted, jump: undefined };
    const before = program.load(own.share);
    const change = A.sub(wanted, before);
    const asked = A.mul(change, energy);
    if (this.#pays === undefined) return { share: wanted, jump: asked };
    const part = this.#pays(asked);
    const whole = A.equal(part, A.constant(1));
    return { share: A.select(whole, wanted, A.add(before, A.mul(part, change))), jump: A.mul(part, asked) };
  }

  /** Status and what is observed. */
  #told({ status, observed }: OwnLaw, extra: Extra): void {
    const program = this.#program;
    if (status !== undefined) program.store(status, 0, extra.status ?? program.graph.constant(0));
    for (const [name, field] of observed) {
      const values = extra.observed?.[name];
      if (values !== undefined) program.storeAll(field, values);
    }
  }

  /** What a law does at its centre, by the share of it that acts. */
  #push(own: OwnLaw, act: readonly Node[], extra: Extra, share: Node | undefined): void {
    const { graph: A } = this.#program;
    const { design, declaration } = own;
    const centre = siteOf(this.#law.sites, design.at as string);
    const shared = (x: Node): Node => (share === undefined ? x : A.mul(share, x));
    const { dissipated, supplied, active = act, damping = act.map(() => A.constant(0)) } = extra;
    const whole = act.map(shared);
    const says = dissipated !== undefined || supplied !== undefined || declaration.energy !== undefined;
    this.pushes.push({
      name: design.name,
      centre,
      act: whole,
      active: active.map(shared),
      damping: damping.map(shared),
      dissipated: dissipated && shared(dissipated),
      supplied: says ? supplied && shared(supplied) : powerOf(A, centre, whole, this.#v),
    });
  }

  #step(own: OwnLaw, begins: Node): LawStep {
    const work = {
      program: this.#program,
      model: this.#design.model,
      points: this.#design.points,
      law: this.#law,
      servo: this.#commanded,
      sensed: this.sensed,
      loads: this.#loads,
      q: this.#q,
      v: this.#v,
      tick: this.#tick,
      elapsed: this.#elapsed,
      time: this.#time,
    };
    const given = this.#fields.lawParameters?.get(own.design.name);
    return lawStep(own, begins, new FieldReader(this.#program), work, given);
  }
}
