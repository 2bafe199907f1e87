/** `step`: the law at the tick, its limits, and what happens where it cannot be trusted. */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import { norm3, sub3 } from '../math/index.js';
import type { SiteLoad } from '../mechanism/index.js';
import { gravityTorque, regroup } from '../model/index.js';
import { wholeDesign } from './bodies.js';
import { bodyMotion, moveBodies, stopBodies } from './body-motion.js';
import { carriedWeight } from './carried.js';
import type { ControlFields } from './control-fields.js';
import { type Design, type Fault, faults, reactions as kinds } from './design.js';
import type { ProgramOptions } from './fields.js';
import { flowsOf, reactionFlow } from './flows.js';
import { frictionFlow, frictionTorque } from './friction.js';
import { allFinite, soundState } from './guards.js';
import { controlLaw, type Law, torquesOf } from './law.js';
import { pushFlows } from './laws/law-push.js';
import { type Alarm, judged, reactionNumber } from './laws/sensing.js';
import type { Held } from './laws/servo-work.js';
import { type Estimated, estimatedVelocity } from './laws/velocity.js';
import { LawsAtWork } from './laws/work.js';
import { cutOf, limitedCommand, rememberCommand, storeAsked, type Torques, uncut } from './limit-step.js';
import { capNorm } from './limits.js';
import type { Clock } from './moving.js';
import { phaseStep } from './phases.js';
import { Reactions } from './reactions.js';
import { FieldReader, programSlots } from './slots.js';
import { staleTargets, takeTargets } from './stream-step.js';
import { tankStep, tankWithoutLaw, withPushes } from './tank.js';
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
    takeTargets(program, fields);
    if (fields.live !== undefined) program.call('settle');
    new Step(program, design, fields, options).trace();
  });
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
    const bodies = bodyMotion(program, this.#design, whole, this.#fields, this.#read, slots, [
      this.#q,
      this.#v,
    ]);
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
    const moved = tank?.law ?? bodies?.law ?? lawAt();
    const gravity = this.#gravity();
    const carried = carriedWeight(A, this.#design, slots, this.#q);
    const upheld = carried === undefined ? gravity : gravity.map((x, i) => A.add(x, carried[i]));
    const works =
      this.#fields.laws &&
      new LawsAtWork(
        program,
        this.#design,
        this.#fields,
        this.#fields.laws,
        this.#read,
        slots,
        moved,
        [this.#q, this.#v],
        upheld,
        tank?.pays,
      );
    const own = works?.own();
    const reactions = new Reactions(program, this.#design, this.#fields, [this.#q, this.#v], upheld, own);
    const pushes = works?.pushes ?? [];
    const paid = tank?.close(pushes) ?? { law: moved, pushes, remember: () => {} };
    const law = withPushes(A, paid.law, paid.pushes);
    const tripped = [
      ...(works?.sensed.flatMap((sensed) => sensed.tripped) ?? []),
      ...staleTargets(program, this.#fields, this.#read),
    ];
    const alarm = judged(program, tripped, (fault) => faults.indexOf(fault));
    const torques = this.#torques(whole, law, gravity, works?.torque);
    const flows = this.#options.ledger === false ? [] : flowsOf(A, this.#design, law);
    if (works !== undefined && this.#options.ledger !== false)
      flows.push(...pushFlows(paid.pushes), ...works.flows);
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
      const command = limitedCommand(program, this.#fields, torques.wanted, gravity);
      put(command, works?.failed === undefined ? 'none' : this.#faultWhere(works.failed));
      storeAsked(program, this.#fields, torques);
      works?.lawful(paid.pushes);
      putPower(
        flows.map((flow) => flow.power),
        A.constant(0),
      );
      return command;
    };
    const after = (command: readonly Node[]) => {
      rememberStep(program, whole, slots, this.#fields, law);
      paid.remember(uncut(program, torques, command), cutOf(program, torques, command));
      works?.after(command, torques.friction);
      this.#keepVelocity();
      if (live !== undefined) phaseStep(program, this.#design.phases ?? [], this.#fields, live, law);
    };
    if (this.#options.guards === false) {
      const command = lawful();
      rememberCommand(program, this.#fields, command);
      moveBodies(program, this.#fields, bodies);
      after(command);
      return;
    }
    const instead = (torque: readonly Node[], fault: Fault | Node, gained: Node, held?: Held) => {
      put(torque, fault);
      const state = fault !== 'joint state lost';
      works?.instead({ state, sound: typeof fault !== 'string', reaction: alarm.reaction, held }, torque);
      if (fault !== 'joint state lost') this.#keepVelocity();
      if (this.#fields.asked !== undefined) program.storeAll(this.#fields.asked, torque);
      putPower(
        flows.map(() => A.constant(0)),
        gained,
      );
      rememberCommand(program, this.#fields, torque);
      stopBodies(program, this.#fields);
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
              rememberCommand(program, this.#fields, command);
              moveBodies(program, this.#fields, bodies);
              reactions.release();
              after(command);
            },
            () => {
              const held = kind === 'hold' ? works?.held() : undefined;
              const torque = reactions.torque(kind, held?.torque);
              instead(torque, 'law not finite', reactions.gained(torque), held);
            },
          );
        if (tripped.length === 0) judge();
        else program.if(alarm.sound, judge, () => this.#alarmed(alarm, works, reactions, instead));
      },
      () => {
        instead(zeros, 'joint state lost', A.constant(0));
        reactions.release();
      },
    );
  }

  /** The strongest reaction that a sensor or a stream of targets asks for. */
  #alarmed(
    alarm: Alarm,
    works: LawsAtWork | undefined,
    reactions: Reactions,
    instead: (torque: readonly Node[], fault: Node, gained: Node, held?: Held) => void,
  ): void {
    const program = this.#program;
    const { graph: A } = program;
    const chain = [...alarm.asked].sort((a, b) => kinds.indexOf(a) - kinds.indexOf(b));
    const choose = (k: number): void => {
      const reaction = chain[k];
      const act = () => {
        const held = reaction === 'hold' ? works?.held() : undefined;
        const torque = reactions.torque(reaction, held?.torque);
        instead(torque, alarm.fault, reactions.gained(torque), held);
        if (reaction !== 'hold') reactions.release();
      };
      if (k === chain.length - 1) act();
      else {
        const here = A.equal(alarm.reaction, A.constant(reactionNumber(reaction)));
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
}
