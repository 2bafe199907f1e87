/** A design as a program: `prepare`, `step`, `observe`. */
import { type Field, type Node, type Program, ProgramBuilder } from '../graph/index.js';
import { add3, neg3, type Vec3 } from '../math/index.js';
import type { SiteLoad } from '../mechanism/index.js';
import { difference, gravityTorque, regroup } from '../model/index.js';
import { type Design, faults, type Reaction } from './design.js';
import { type ControlFields, declareFields, type ProgramOptions } from './fields.js';
import { flowsOf } from './flows.js';
import { allFinite } from './guards.js';
import { controlLaw, type Law, ordered, torquesOf } from './law.js';
import { capNorm, clampToLimits, limitRate, scaleToLimits } from './limits.js';
import { observeProcedure } from './observe.js';
import { FieldReader, preparePoints, programSlots } from './slots.js';

/**
 * The control program of a design that {@link designProblems} finds nothing wrong with.
 *
 * Fields: see port.ts for those of every kernel. Parameters: `tick`, `gravity`, `<point>.at`, `<point>.attitude`,
 * `<element>.<parameter>`, `limits.…`, `guards.…`. Outputs: `torque`, `fault` (an index into {@link faults}), and for
 * the energy ledger `asked` (torques before any limit; where there are limits) and `power` (W, one entry a flow).
 * Observed: `<point>.position`, `<element>.extension`, `<element>.force` and so on, and `stored` (J).
 *
 * A step: readings → forces → sums at the points, each capped → one sweep to the joints → gravity → torque limits →
 * rate limit. While the joint state is no number the torque is 0; while the law's torque is none the design's
 * reaction acts instead, within the same limits, and the flows are 0.
 */
export function controlProgram(design: Design, options: ProgramOptions = {}): Program {
  const sorted = ordered(design);
  const program = new ProgramBuilder(design.name);
  const fields = declareFields(program, sorted, options);
  program.procedure('prepare', () => {
    const read = new FieldReader(program);
    preparePoints(program, sorted, fields, read);
    const { torque, inverse } = fields.limits;
    if (torque === undefined || inverse === undefined) return;
    const one = program.graph.constant(1);
    const inverses = read.all(torque).map((most) => program.graph.div(one, most));
    program.storeAll(inverse, inverses);
  });
  new StepTrace(program, sorted, fields, options).procedure();
  if (options.observe === false) program.procedure('observe', () => {});
  else observeProcedure(program, sorted, fields);
  return program.finish();
}

/** What a step carries to the next, by name; empty: the torque depends on the present alone. */
export function controlMemory(design: Design): string[] {
  return design.limits?.torqueRate === undefined ? [] : ['limits.torqueRate'];
}

/** Traces `step`. Every load stands at its top, before the first branch. */
class StepTrace {
  readonly #program: ProgramBuilder;
  readonly #design: Design;
  readonly #fields: ControlFields;
  readonly #options: ProgramOptions;

  constructor(program: ProgramBuilder, design: Design, fields: ControlFields, options: ProgramOptions) {
    this.#program = program;
    this.#design = design;
    this.#fields = fields;
    this.#options = options;
  }

  procedure(): void {
    const program = this.#program;
    const { graph: A } = program;
    const design = this.#design;
    const fields = this.#fields;
    const flowing = this.#options.ledger !== false;
    let power: Field | undefined;
    program.procedure('step', () => {
      const read = new FieldReader(program);
      const [q, v] = [read.all(fields.q), read.all(fields.v)];
      const law = controlLaw(A, design, programSlots(program, fields, read), q, v);
      const gravity = this.#gravity(read, q);
      const { asked, wanted } = this.#torques(law, gravity, read);
      const limit = this.#limits(read, gravity);
      const flows = flowing ? flowsOf(A, design, law) : [];
      if (flows.length > 0) {
        const labels = flows.map((flow) => flow.name);
        const meaning = 'Power of each flow of energy, before limits';
        power = program.field({
          name: 'power',
          region: 'outputs',
          size: flows.length,
          unit: 'W',
          labels,
          meaning,
        });
      }
      const zero = A.constant(0);
      const put = (
        torque: readonly Node[],
        fault: number,
        before = torque,
        powers = flows.map(() => zero),
      ) => {
        this.#command(torque);
        if (fields.asked !== undefined) program.storeAll(fields.asked, before);
        if (power !== undefined) program.storeAll(power, powers);
        if (this.#options.guards !== false) program.store(fields.fault, 0, A.constant(fault));
      };
      const lawful = () => {
        put(
          limit(wanted),
          0,
          asked,
          flows.map((flow) => flow.power),
        );
        this.#release();
      };
      if (this.#options.guards === false) {
        lawful();
        return;
      }
      const react = this.#reaction(read, q, v, gravity, limit);
      program.if(
        allFinite(A, [...q, ...v]),
        () => program.if(allFinite(A, wanted), lawful, () => put(react(), faults.indexOf('law not finite'))),
        () => {
          put(
            v.map(() => zero),
            faults.indexOf('joint state lost'),
          );
          this.#release();
        },
      );
    });
  }

  /** Torque of gravity compensation; zeros where there is none. */
  #gravity(read: FieldReader, q: readonly Node[]): readonly Node[] {
    const { graph: A } = this.#program;
    const { model } = this.#design;
    const { gravity } = this.#fields;
    if (gravity === undefined) return new Array<Node>(model.nv).fill(A.constant(0));
    return gravityTorque(A, regroup(model), q, read.vector(gravity));
  }

  /** Joint torques before any limit, and with the forces capped at the points. */
  #torques(law: Law<Node>, gravity: readonly Node[], read: FieldReader): { asked: Node[]; wanted: Node[] } {
    const { graph: A } = this.#program;
    const { model } = this.#design;
    const { sites, joints } = law.loads;
    const plus = (a: readonly Node[], b: readonly Node[]) => a.map((x, i) => A.add(x, b[i]));
    const capped: SiteLoad<Node>[] = [];
    const excess: SiteLoad<Node>[] = [];
    for (const load of sites.values()) {
      const cap = this.#fields.limits.force.get(load.site.name);
      if (cap === undefined || load.force === undefined) {
        capped.push(load);
        continue;
      }
      const force = capNorm(A, load.force, read.all(cap)[0]);
      capped.push({ ...load, force });
      excess.push({
        site: load.site,
        force: add3(A, load.force, neg3(A, force)) as Vec3<Node>,
        torque: undefined,
      });
    }
    const wanted = plus(torquesOf(A, model, law.kinematics, capped, joints), gravity);
    const asked = excess.length === 0 ? wanted : plus(wanted, torquesOf(A, model, law.kinematics, excess));
    return { asked, wanted };
  }

  /** Torque limits, then the rate limit. */
  #limits(read: FieldReader, gravity: readonly Node[]): (torques: readonly Node[]) => readonly Node[] {
    const { graph: A } = this.#program;
    const { limits, tick, period } = this.#fields;
    const { torque, inverse, rate, start, last, started } = limits;
    const scale = inverse === undefined ? undefined : read.all(inverse);
    const most = torque === undefined || inverse !== undefined ? undefined : read.all(torque);
    const size = (torques: readonly Node[]): readonly Node[] => {
      if (scale !== undefined) return scaleToLimits(A, torques, scale);
      return most === undefined ? torques : clampToLimits(A, torques, most);
    };
    if (rate === undefined || last === undefined || started === undefined) return size;
    // A late tick earns no more than a nominal one, a clock that steps back nothing; NaN counts as nominal.
    const [nominal] = read.all(tick);
    const [measured] = read.all(period);
    const zero = A.constant(0);
    const early = A.less(measured, nominal);
    const elapsed = A.select(early, A.select(A.less(measured, zero), zero, measured), nominal);
    const change = read.all(rate).map((r) => A.mul(r, elapsed));
    const first = start === undefined ? gravity : read.all(start);
    const [running] = read.all(started);
    const before = read.all(last).map((torque, i) => A.select(running, torque, first[i]));
    return (torques) => limitRate(A, size(torques), before, change);
  }

  /** The torque of the design's reaction; called inside the branch in which it acts. */
  #reaction(
    read: FieldReader,
    q: readonly Node[],
    v: readonly Node[],
    gravity: readonly Node[],
    limit: (torques: readonly Node[]) => readonly Node[],
  ): () => readonly Node[] {
    const program = this.#program;
    const { graph: A } = program;
    const { damping, stiffness, held, holding } = this.#fields.guards ?? {};
    const kind: Reaction = this.#design.guards?.nonFinite ?? 'damped stop';
    const brake = damping === undefined ? [] : read.all(damping);
    const braked = (i: number) => A.sub(gravity[i], A.mul(brake[i], v[i]));
    if (kind === 'off') return () => v.map(() => A.constant(0));
    if (kind === 'float') return () => limit(gravity);
    if (kind === 'damped stop') return () => limit(v.map((_, i) => braked(i)));
    if (stiffness === undefined || held === undefined || holding === undefined)
      throw new Error('control: no fields of hold');
    const [spring, pose, active] = [read.all(stiffness), read.all(held), read.all(holding)];
    return () => {
      const kept = pose.map((x, i) => A.select(active[0], x, q[i]));
      program.storeAll(held, kept);
      program.store(holding, 0, A.constant(1));
      const off = difference(A, this.#design.model, q, kept);
      return limit(v.map((_, i) => A.add(braked(i), A.mul(spring[i], off[i]))));
    };
  }

  /** The command goes out and is remembered. */
  #command(torque: readonly Node[]): void {
    const program = this.#program;
    program.storeAll(this.#fields.torque, torque);
    const { last, started } = this.#fields.limits;
    if (last === undefined || started === undefined) return;
    program.storeAll(last, torque);
    program.store(started, 0, program.graph.constant(1));
  }

  /** A pose that was held is let go. */
  #release(): void {
    const holding = this.#fields.guards?.holding;
    if (holding !== undefined) this.#program.store(holding, 0, this.#program.graph.constant(0));
  }
}
