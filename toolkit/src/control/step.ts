/** `step`: the law at the tick, its limits, and what happens where it cannot be trusted. */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import { norm3, sub3 } from '../math/index.js';
import { inner, type SiteLoad } from '../mechanism/index.js';
import { configurationRate, difference, gravityTorque, regroup } from '../model/index.js';
import { bodyDynamics, wholeDesign } from './bodies.js';
import { bodiesAfter, bodyAcceleration, bodyTime } from './body-step.js';
import type { BodyStep } from './body-work.js';
import type { ControlFields } from './control-fields.js';
import { type Design, type Fault, faults, type Reaction, reactions } from './design.js';
import type { ProgramOptions } from './fields.js';
import { flowsOf, reactionFlow } from './flows.js';
import { frictionFlow, frictionTorque } from './friction.js';
import { allFinite, soundState } from './guards.js';
import { controlLaw, type Law, type Slots, torquesOf } from './law.js';
import { type Estimated, estimatedVelocity } from './laws/velocity.js';
import { LawsAtWork } from './laws/work.js';
import { capNorm, clampToLimits, limitRate, scaleToLimits } from './limits.js';
import type { Clock } from './moving.js';
import { phaseStep } from './phases.js';
import { FieldReader, programSlots } from './slots.js';
import { tankStep, tankWithoutLaw, withSources } from './tank.js';
import { expectedClock } from './tank-motions.js';
import { rememberStep } from './watch-step.js';

/** Adds the outputs of the ledger and the procedure `step`; see {@link controlProgram} for what it does. */
export function stepProcedure(
  program: ProgramBuilder,
  design: Design,
  fields: ControlFields,
  options: ProgramOptions,
): void {
  program.procedure('step', () => {
    if (fields.live !== undefined) program.call('settle');
    new Step(program, design, fields, options).trace();
  });
}

/**
 * What the joints are to do before their own limits: `wanted` with the forces capped at the points, `excess` what
 * the caps took away, where one does (`capped`); `friction` is the part of it that makes up for friction.
 */
interface Torques {
  readonly wanted: readonly Node[];
  readonly capped: Node;
  readonly excess: readonly Node[] | undefined;
  readonly friction: readonly Node[] | undefined;
}

/** Where the virtual bodies are now, or where they are and their rates, one after the other; the law there if it is known. */
interface BodyMotion {
  readonly q: readonly Node[];
  readonly v: readonly Node[];
  readonly motion: readonly Node[];
  readonly law: Law<Node> | undefined;
  /** The step that brought them here. */
  readonly step: BodyStep<Node> | undefined;
}

class Step {
  readonly #program: ProgramBuilder;
  readonly #design: Design;
  readonly #fields: ControlFields;
  readonly #options: ProgramOptions;
  readonly #q: readonly Node[];
  readonly #v: readonly Node[];
  /** What the law needs, loaded before the first branch; what only a branch needs is loaded there. */
  readonly #read: FieldReader;
  /** Where v is not the measured one. */
  readonly #estimated: Estimated | undefined;

  constructor(program: ProgramBuilder, design: Design, fields: ControlFields, options: ProgramOptions) {
    this.#program = program;
    this.#design = design;
    this.#fields = fields;
    this.#options = options;
    this.#read = new FieldReader(program);
    this.#q = this.#read.all(fields.q);
    const measured = this.#read.all(fields.v);
    this.#estimated =
      fields.laws?.velocity &&
      estimatedVelocity(
        program,
        design.model,
        fields.laws.velocity,
        this.#read,
        [this.#q, measured],
        this.#read.all(fields.period)[0],
      );
    this.#v = this.#estimated?.v ?? measured;
  }

  trace(): void {
    const program = this.#program;
    const { graph: A } = program;
    const { live } = this.#fields;
    const expected = live?.tank?.motion && expectedClock(program, this.#fields, live.tank);
    const slots = programSlots(program, this.#fields, this.#read, expected);
    const whole = wholeDesign(this.#design);
    const bodies = this.#bodies(whole, slots);
    const state = [
      [...this.#q, ...(bodies?.q ?? [])],
      [...this.#v, ...(bodies?.v ?? [])],
    ] as const;
    const lawAt = (clock?: Clock<Node>): Law<Node> =>
      controlLaw(
        A,
        whole,
        clock === undefined ? slots : programSlots(program, this.#fields, this.#read, clock),
        ...state,
      );
    const tank =
      live?.tank && tankStep(program, this.#design, this.#fields, live.tank, lawAt, state, bodies?.step);
    const law = tank?.law ?? bodies?.law ?? lawAt();
    const gravity = this.#gravity();
    const works =
      this.#fields.laws &&
      new LawsAtWork(
        program,
        this.#design,
        this.#fields,
        this.#fields.laws,
        this.#read,
        slots,
        law,
        [this.#q, this.#v],
        (fault) => faults.indexOf(fault),
      );
    const torques = this.#torques(whole, law, gravity, works?.torque);
    const flows = this.#options.ledger === false ? [] : flowsOf(A, this.#design, law);
    if (works !== undefined && this.#options.ledger !== false) flows.push(...works.flows);
    if (torques.friction !== undefined && this.#options.ledger !== false)
      flows.push(frictionFlow(A, torques.friction, this.#v));
    const reacts = this.#options.ledger !== false && this.#options.guards !== false;
    const reaction = reacts ? reactionFlow(this.#design) : undefined;
    const names = [...flows.map(({ name }) => name), ...(reaction === undefined ? [] : [reaction])];
    const power = names.length === 0 ? undefined : this.#powerField(names);
    const putPower = (powers: readonly Node[], gained: Node) => {
      if (power !== undefined) program.storeAll(power, reaction === undefined ? powers : [...powers, gained]);
    };
    const zeros = this.#v.map(() => A.constant(0));
    const put = (torque: readonly Node[], fault: Fault | Node) => {
      program.storeAll(this.#fields.torque, torque);
      if (this.#fields.guards !== undefined) {
        const index = typeof fault === 'string' ? A.constant(faults.indexOf(fault)) : fault;
        program.store(this.#fields.fault, 0, index);
      }
    };
    const lawful = (): readonly Node[] => {
      const command = this.#limited(torques.wanted, gravity);
      put(command, works?.failed === undefined ? 'none' : this.#faultWhere(works.failed));
      this.#asked(torques);
      works?.lawful();
      putPower(
        flows.map((flow) => flow.power),
        A.constant(0),
      );
      return command;
    };
    const after = (command: readonly Node[]) => {
      rememberStep(program, whole, slots, this.#fields, law);
      tank?.remember(this.#uncut(torques, command), this.#cut(torques, command));
      works?.after(command);
      this.#keepVelocity();
      if (live !== undefined) phaseStep(program, this.#design.phases ?? [], this.#fields, live, law);
    };
    if (this.#options.guards === false) {
      const command = lawful();
      this.#remember(command);
      this.#moveBodies(bodies);
      after(command);
      return;
    }
    const instead = (torque: readonly Node[], fault: Fault | Node, gained: Node) => {
      put(torque, fault);
      works?.instead({ state: fault !== 'joint state lost', sound: typeof fault !== 'string' }, torque);
      if (fault !== 'joint state lost') this.#keepVelocity();
      if (this.#fields.asked !== undefined) program.storeAll(this.#fields.asked, torque);
      putPower(
        flows.map(() => A.constant(0)),
        gained,
      );
      this.#remember(torque);
      this.#stopBodies();
      if (live?.tank !== undefined) tankWithoutLaw(program, this.#fields, live.tank);
    };
    const kind = this.#design.guards?.nonFinite ?? 'damped stop';
    // The outputs of the law are written first and overwritten where they are not finite, so that the way that is
    // always taken waits for no test; what the next step reads is written after the test.
    program.if(
      soundState(A, this.#design.model, this.#q, this.#v),
      () => {
        const command = lawful();
        const judge = () =>
          program.if(
            allFinite(A, [...torques.wanted, ...(bodies?.motion ?? []), ...(works?.checked ?? [])]),
            () => {
              this.#remember(command);
              this.#moveBodies(bodies);
              this.#release();
              after(command);
            },
            () => {
              const torque = this.#finiteOrOff(this.#reaction(gravity, kind));
              instead(torque, 'law not finite', this.#gained(torque, gravity));
            },
          );
        if (works === undefined || works.sensed.length === 0) judge();
        else program.if(works.sound, judge, () => this.#sensorReaction(works, gravity, instead));
      },
      () => {
        instead(zeros, 'joint state lost', A.constant(0));
        this.#release();
      },
    );
  }

  /** The strongest reaction that a sensor asks for. */
  #sensorReaction(
    works: LawsAtWork,
    gravity: readonly Node[],
    instead: (torque: readonly Node[], fault: Node, gained: Node) => void,
  ): void {
    const program = this.#program;
    const { graph: A } = program;
    const asked = new Set(works.sensed.flatMap(({ tripped }) => tripped.map(({ reaction }) => reaction)));
    const chain = [...asked].sort((a, b) => reactions.indexOf(a) - reactions.indexOf(b));
    const choose = (k: number): void => {
      const reaction = chain[k];
      const act = () => {
        const torque = this.#finiteOrOff(this.#reaction(gravity, reaction));
        instead(torque, works.fault, this.#gained(torque, gravity));
        if (reaction !== 'hold') this.#release();
      };
      if (k === chain.length - 1) act();
      else {
        const here = A.equal(works.reaction, A.constant(1 + reactions.indexOf(reaction)));
        program.if(here, act, () => choose(k + 1));
      }
    };
    choose(0);
  }

  /** The fault of a servo without a solution, which holds its last command; else none. */
  #faultWhere(failed: Node): Node {
    const { graph: A } = this.#program;
    return A.select(failed, A.constant(faults.indexOf('kinematics failed')), A.constant(0));
  }

  #keepVelocity(): void {
    for (const [field, values] of this.#estimated?.next ?? []) this.#program.storeAll(field, values);
  }

  #powerField(labels: readonly string[]): Field {
    return this.#program.field({
      name: 'power',
      region: 'outputs',
      size: labels.length,
      unit: 'W',
      labels,
      meaning: 'Power of each flow of energy, before limits',
    });
  }

  /** Torque of gravity compensation; zeros where there is none. */
  #gravity(): readonly Node[] {
    const { graph: A } = this.#program;
    const { gravity } = this.#fields;
    if (gravity === undefined) return this.#v.map(() => A.constant(0));
    return gravityTorque(A, regroup(this.#design.model), this.#q, this.#read.vector(gravity));
  }

  /**
   * Moves the virtual bodies from the step before to this one, by the law at their old place, or has their rates, where
   * another moves them.
   */
  #bodies(whole: Design, slots: Slots<Node>): BodyMotion | undefined {
    const { graph: A } = this.#program;
    const { tick, period, bodies: fields } = this.#fields;
    const { bodies } = this.#design;
    if (fields === undefined || bodies === undefined) return undefined;
    const [zq, zv] = [this.#read.all(fields.q), this.#read.all(fields.v)];
    const q = [...this.#q, ...zq];
    const v = [...this.#v, ...zv];
    const unpaid = controlLaw(A, whole, slots, q, v);
    // Sources are held as they were scaled when this interval began.
    const scale = this.#fields.live?.tank?.scale;
    const law = scale === undefined ? unpaid : withSources(A, unpaid, this.#read.all(scale)[0]);
    const gravity = fields.gravity && this.#read.vector(fields.gravity);
    const dynamics = bodyDynamics(A, { ...this.#design, bodies }, slots, [q, v], law, gravity);
    if (fields.started === undefined) {
      const motion = [...configurationRate(A, bodies.model, zq, zv), ...bodyAcceleration(A, dynamics)];
      return { law, q: zq, v: zv, motion, step: undefined };
    }
    const [started] = this.#read.all(fields.started);
    const T = bodyTime(A, this.#read.all(period)[0], this.#read.all(tick)[0], started);
    const moved = bodiesAfter(A, bodies, dynamics, zq, zv, T);
    const change = moved.v.map((u, i) => A.sub(u, zv[i]));
    return { law: undefined, ...moved, motion: [...moved.q, ...moved.v], step: { law, change } };
  }

  /** Keeps where the virtual bodies are now, or gives their rates. */
  #moveBodies(motion: BodyMotion | undefined): void {
    const { bodies } = this.#fields;
    if (bodies === undefined || motion === undefined) return;
    const { q, v } = bodies.rates ?? bodies;
    this.#program.storeAll(q, motion.motion.slice(0, q.size));
    this.#program.storeAll(v, motion.motion.slice(q.size));
    this.#startBodies();
  }

  /** Virtual bodies stand still where they are. */
  #stopBodies(): void {
    const { bodies } = this.#fields;
    if (bodies === undefined) return;
    const still = (field: Field) =>
      this.#program.storeAll(
        field,
        Array.from({ length: field.size }, () => this.#program.graph.constant(0)),
      );
    if (bodies.rates !== undefined) still(bodies.rates.q);
    still(bodies.rates?.v ?? bodies.v);
    this.#startBodies();
  }

  #startBodies(): void {
    const started = this.#fields.bodies?.started;
    if (started !== undefined) this.#program.store(started, 0, this.#program.graph.constant(1));
  }

  #torques(
    whole: Design,
    law: Law<Node>,
    gravity: readonly Node[],
    follow: readonly Node[] | undefined,
  ): Torques {
    const { graph: A } = this.#program;
    const { model } = whole;
    const { nv } = this.#design.model;
    const { sites, joints } = law.loads;
    const kept: SiteLoad<Node>[] = [];
    const taken: SiteLoad<Node>[] = [];
    let capped = A.constant(0);
    for (const load of sites.values()) {
      const cap = this.#fields.limits.force.get(load.site.name);
      if (cap === undefined || load.force === undefined) {
        kept.push(load);
        continue;
      }
      const [most] = this.#read.all(cap);
      const force = capNorm(A, load.force, most);
      kept.push({ ...load, force });
      taken.push({ site: load.site, force: sub3(A, load.force, force), torque: undefined });
      capped = A.or(capped, A.less(most, norm3(A, load.force)));
    }
    const elements = torquesOf(A, model, law.kinematics, kept, joints).slice(0, nv);
    const held = elements.map((torque, i) => {
      const carried = A.add(torque, gravity[i]);
      return follow === undefined ? carried : A.add(carried, follow[i]);
    });
    const friction = this.#friction(elements);
    const wanted = friction === undefined ? held : held.map((torque, i) => A.add(torque, friction[i]));
    if (taken.length === 0) return { wanted, capped, excess: undefined, friction };
    const excess = torquesOf(A, model, law.kinematics, taken).slice(0, nv);
    return { wanted, capped, excess, friction };
  }

  /** Torque of friction compensation where elements ask for these. */
  #friction(asked: readonly Node[]): readonly Node[] | undefined {
    const { friction } = this.#fields;
    if (friction === undefined) return undefined;
    const numbers = {
      coulomb: this.#read.all(friction.coulomb),
      viscous: this.#read.all(friction.viscous),
      share: this.#read.all(friction.share),
      width: this.#read.all(friction.width),
      speed: this.#read.all(friction.speed),
    };
    return frictionTorque(this.#program.graph, numbers, asked, this.#v);
  }

  /**
   * One factor for all joints, the rate limit, and last the torque limit of each joint, which is harder than both:
   * a limit that is lowered counts at once, however far the command has to go.
   */
  #limited(torques: readonly Node[], gravity: readonly Node[]): readonly Node[] {
    const { graph: A } = this.#program;
    const read = new FieldReader(this.#program);
    const { limits, tick, period } = this.#fields;
    const { torque, inverse, rate, start, last, started } = limits;
    const sized = inverse === undefined ? torques : scaleToLimits(A, torques, read.all(inverse));
    const held = (command: readonly Node[]) =>
      torque === undefined ? command : clampToLimits(A, command, read.all(torque));
    if (rate === undefined || last === undefined || started === undefined) return held(sized);
    // A late tick earns no more than a nominal one, a clock that steps back nothing; NaN counts as nominal.
    const [nominal] = read.all(tick);
    const [measured] = read.all(period);
    const zero = A.constant(0);
    const early = A.less(measured, nominal);
    const elapsed = A.select(early, A.select(A.less(measured, zero), zero, measured), nominal);
    const change = read.all(rate).map((r) => A.mul(r, elapsed));
    const first = start === undefined ? gravity : read.all(start);
    const [running] = read.all(started);
    const before = read.all(last).map((command, i) => A.select(running, command, first[i]));
    return held(limitRate(A, sized, before, change));
  }

  /** The torque of the design's reaction. */
  #reaction(gravity: readonly Node[], kind: Reaction): readonly Node[] {
    const program = this.#program;
    const { graph: A } = program;
    const read = new FieldReader(program);
    const { damping, stiffness, held, holding } = this.#fields.guards ?? {};
    if (kind === 'off') return this.#v.map(() => A.constant(0));
    if (damping === undefined || kind === 'float') return this.#limited(gravity, gravity);
    const brake = read.all(damping);
    const braked = this.#v.map((v, i) => A.sub(gravity[i], A.mul(brake[i], v)));
    if (kind !== 'hold' || stiffness === undefined || held === undefined || holding === undefined)
      return this.#limited(braked, gravity);
    const spring = read.all(stiffness);
    const [active] = read.all(holding);
    const pose = read.all(held).map((x, i) => A.select(active, x, this.#q[i]));
    const off = difference(A, this.#design.model, this.#q, pose);
    const torque = braked.map((x, i) => A.add(x, A.mul(spring[i], off[i])));
    const limited = this.#limited(torque, gravity);
    program.storeAll(held, pose);
    program.store(holding, 0, A.constant(1));
    return limited;
  }

  /**
   * Power of a reaction, W, less that of gravity compensation, whose energy is stored whatever acts; 0 where it is no
   * number.
   */
  #gained(torque: readonly Node[], gravity: readonly Node[]): Node {
    const { graph: A } = this.#program;
    const beyond = torque.map((x, i) => A.sub(x, gravity[i]));
    const power = inner(A, beyond, this.#v);
    return A.select(allFinite(A, [power]), power, A.constant(0));
  }

  /** Off where the reaction is no number either: gravity, which it rests on, may be what broke the law. */
  #finiteOrOff(torque: readonly Node[]): readonly Node[] {
    const { graph: A } = this.#program;
    const finite = allFinite(A, torque);
    return torque.map((x) => A.select(finite, x, A.constant(0)));
  }

  /** The command as the rate limit of the next step has to know it. */
  #remember(torque: readonly Node[]): void {
    const program = this.#program;
    const { last, started } = this.#fields.limits;
    if (last === undefined || started === undefined) return;
    program.storeAll(last, torque);
    program.store(started, 0, program.graph.constant(1));
  }

  /** What the law asked for before any limit. */
  #asked({ wanted, capped, excess }: Torques): void {
    const program = this.#program;
    const { graph: A } = program;
    const { asked } = this.#fields;
    if (asked === undefined) return;
    if (excess === undefined) program.storeAll(asked, wanted);
    else {
      program.if(
        capped,
        () =>
          program.storeAll(
            asked,
            wanted.map((torque, i) => A.add(torque, excess[i])),
          ),
        () => program.storeAll(asked, wanted),
      );
    }
  }

  /** Whether the command is what the law asked for: no limit has cut. */
  #uncut({ wanted, capped }: Torques, command: readonly Node[]): Node {
    const { graph: A } = this.#program;
    const same = command.map((torque, i) => A.equal(torque, wanted[i]));
    return same.reduce((all, x) => A.and(all, x), A.not(capped));
  }

  /** The command beyond what the law asked for. */
  #cut({ wanted, excess }: Torques, command: readonly Node[]): readonly Node[] {
    const { graph: A } = this.#program;
    return command.map((torque, i) =>
      A.sub(torque, excess === undefined ? wanted[i] : A.add(wanted[i], excess[i])),
    );
  }

  /** A pose that was held is let go. */
  #release(): void {
    const holding = this.#fields.guards?.holding;
    if (holding !== undefined) this.#program.store(holding, 0, this.#program.graph.constant(0));
  }
}
