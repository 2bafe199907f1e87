/** What can be observed of a design: extensions, forces, energies and poses, at record rate. */
import type { FieldSpec, Node, ProgramBuilder } from '../graph/index.js';
import { type Algebra, numbers, type Vec3 } from '../math/index.js';
import { coordinateNamed, inner, isShape, rootOf } from '../mechanism/index.js';
import { potentialEnergy, standardGravity } from '../model/index.js';
import { bodiesStart, bodyEnergies, wholeDesign } from './bodies.js';
import type { ControlFields } from './control-fields.js';
import { coordinateOn, shapeIn, shapeOn } from './coordinates.js';
import type { CoordinateDesign, Design } from './design.js';
import { jointLabels, labelsOf, wxyz, xyz } from './element-fields.js';
import { type Store, storesOf } from './flows.js';
import { type Acting, controlLaw, type Law, ordered } from './law.js';
import { lawEnergies, lawStores } from './laws/law-energy.js';
import { observedOfLaws, observeLaws } from './laws/observe-laws.js';
import { capNorm } from './limits.js';
import { evaluateLaw } from './numeric.js';
import { FieldReader, programSlots } from './slots.js';
import { streamedPoints } from './streamed.js';
import { withSources } from './tank.js';

/** The field with what each element stores. */
const STORED = 'stored';

/** One observed field, and its values under a law, worked out when they are asked for. */
interface Observable<S> {
  readonly spec: FieldSpec;
  readonly values: () => readonly S[];
}

/** What observing needs besides the law. */
interface Surroundings<S> {
  readonly q: readonly S[];
  /** Most force at a point, N; undefined where it has no cap. */
  readonly cap: (point: string) => S | undefined;
  /** Acceleration of free fall that is compensated. */
  readonly gravity: Vec3<S> | undefined;
  /** Of the virtual bodies; `gravity` is what those that weigh fall with. */
  readonly bodies:
    | { readonly q: readonly S[]; readonly v: readonly S[]; readonly gravity: Vec3<S> | undefined }
    | undefined;
  /** Stored by laws. */
  readonly laws: readonly Store<S>[];
  /** Of a streamed point: age of the target in force, s, and how many were refused. */
  readonly streams: (point: string) => readonly [S, S];
}

/**
 * Adds the observed fields that are wanted and the procedure `observe`, which writes them; `stored`, which the ledger
 * needs, is among them in any case.
 */
export function observeProcedure(
  program: ProgramBuilder,
  design: Design,
  fields: ControlFields,
  wanted: (field: string) => boolean,
): void {
  program.procedure('observe', () => {
    const { graph: A } = program;
    const read = new FieldReader(program);
    const q = read.all(fields.q);
    const bodies = fields.bodies && {
      q: read.all(fields.bodies.q),
      v: read.all(fields.bodies.v),
      gravity: fields.bodies.gravity && read.vector(fields.bodies.gravity),
    };
    const unpaid = controlLaw(
      A,
      wholeDesign(design),
      programSlots(program, fields, read),
      [...q, ...(bodies?.q ?? [])],
      [...read.all(fields.v), ...(bodies?.v ?? [])],
    );
    const { gravity, live } = fields;
    const scale = live?.tank?.held && live.tank.scale;
    const law = scale === undefined ? unpaid : withSources(A, unpaid, read.all(scale)[0]);
    const surroundings = {
      q,
      cap(point: string) {
        const most = fields.limits.force.get(point);
        return most && read.all(most)[0];
      },
      gravity: gravity && read.vector(gravity),
      bodies,
      laws: lawEnergies(program, fields.laws, law, fields.lawParameters),
      streams(point: string): readonly [Node, Node] {
        const own = fields.streams?.get(point);
        if (own === undefined) throw new Error(`control: ${point} is no streamed point`);
        return [read.all(own.old)[0], read.all(own.refused)[0]];
      },
    };
    const seen = observables(A, design, law, surroundings)
      .filter(({ spec }) => spec.name === STORED || wanted(spec.name))
      .map(({ spec, values }) => [spec, values()] as const);
    for (const [spec, values] of seen) program.storeAll(program.field(spec), values);
    observeLaws(program, design, fields, wanted);
  });
}

/** The fields that can be observed of a design that {@link designProblems} finds nothing wrong with. */
export function observedFields(design: Design): FieldSpec[] {
  const sorted = ordered(design);
  const { model, bodies, compensate, gravity = standardGravity, limits } = sorted;
  const law = evaluateLaw(sorted, model.neutral, new Array<number>(model.nv).fill(0));
  const surroundings = {
    q: model.neutral,
    cap: (point: string) => limits?.force?.find(({ at }) => at === point)?.norm,
    gravity: compensate?.includes('gravity') ? gravity : undefined,
    bodies: bodies && { ...bodiesStart(bodies), gravity },
    laws: lawStores(sorted).map((name) => ({ name, energy: 0 })),
    streams: () => [0, 0] as const,
  };
  return [
    ...observables(numbers, sorted, law, surroundings).map(({ spec }) => spec),
    ...observedOfLaws(sorted).map(({ spec }) => spec),
  ];
}

function observables<S>(
  A: Algebra<S>,
  design: Design,
  law: Law<S>,
  { q, cap, gravity, bodies, laws, streams }: Surroundings<S>,
): Observable<S>[] {
  const seen: Observable<S>[] = [];
  const see = (spec: Omit<FieldSpec, 'region'>, values: () => readonly S[]): void => {
    seen.push({ spec: { ...spec, region: 'observed' }, values });
  };
  for (const { name } of design.points) {
    const site = law.sites.get(name);
    if (site === undefined) continue;
    see(
      { name: `${name}.position`, size: 3, unit: 'm', labels: xyz, meaning: 'Position in the world' },
      () => site.position,
    );
    see(
      { name: `${name}.orientation`, size: 4, unit: '', labels: wxyz, meaning: 'Attitude in the world' },
      () => site.quaternion(),
    );
    see(
      { name: `${name}.velocity`, size: 3, unit: 'm/s', labels: xyz, meaning: 'Velocity in the world' },
      () => site.velocity,
    );
    const most = cap(name);
    const force = law.loads.sites.get(name)?.force;
    if (most === undefined || force === undefined) continue;
    const meaning = 'Sum of the elements’ forces, world axes, capped';
    see({ name: `${name}.force`, size: 3, unit: 'N', labels: xyz, meaning }, () => capNorm(A, force, most));
  }
  for (const { name } of streamedPoints(design)) {
    const [age, refused] = streams(name);
    see({ name: `${name}.age`, unit: 's', meaning: 'Age of the target that is in force' }, () => [age]);
    see({ name: `${name}.refused`, unit: '', meaning: 'How many targets were refused' }, () => [refused]);
  }
  const whole = wholeDesign(design);
  for (const coordinate of design.coordinates ?? []) seeCoordinate(whole, coordinate, law, see);
  for (const acting of law.acting) seeElement(A, whole, acting, see);
  for (const { element, torque, leak } of law.projections) {
    const torques = {
      size: torque.length,
      unit: design.model.forceUnits,
      labels: design.model.velocityNames,
    };
    const meaning = 'What the projection adds to its torques on the joints';
    see({ name: `${element.name}.projection`, ...torques, meaning }, () => torque);
    const rest = 'Size of the acceleration that leaks into what it is not to disturb';
    see({ name: `${element.name}.leak`, unit: '', meaning: rest }, () => [rootOf(A, inner(A, leak, leak))]);
  }
  const moving = design.bodies;
  const stored: Store<S>[] = [
    ...storesOf(law),
    ...(moving && bodies ? bodyEnergies(A, moving, bodies.q, bodies.v, bodies.gravity) : []),
    ...laws,
  ];
  for (const { joint, q, v, nq, nv } of moving?.model.bodies ?? []) {
    if (bodies === undefined || nq !== 1 || nv !== 1) continue;
    const unit = moving?.model.positionUnits[q] ?? '';
    see({ name: `${joint}.travel`, unit, meaning: 'Position of its joint' }, () => [bodies.q[q]]);
    see({ name: `${joint}.speed`, unit: `${unit}/s`, meaning: 'Speed of its joint' }, () => [bodies.v[v]]);
  }
  const names = [...stored.map(({ name }) => name), ...(gravity === undefined ? [] : ['gravity'])];
  if (names.length > 0) {
    const meaning = `Energy stored by each element${moving === undefined ? '' : ' and virtual body'}`;
    see({ name: STORED, size: names.length, unit: 'J', labels: names, meaning }, () => [
      ...stored.map(({ energy }) => energy),
      ...(gravity === undefined ? [] : [A.neg(potentialEnergy(A, design.model, q, gravity))]),
    ]);
  }
  return seen;
}

type See<S> = (spec: Omit<FieldSpec, 'region'>, values: () => readonly S[]) => void;

function entriesOf(size: number): Pick<FieldSpec, 'size' | 'labels'> {
  const labels = labelsOf(size);
  return { size, ...(labels === undefined ? {} : { labels }) };
}

function seeCoordinate<S>(design: Design, coordinate: CoordinateDesign, law: Law<S>, see: See<S>): void {
  const { name, kind } = coordinate;
  const { ownRate, doc } = coordinateNamed(kind);
  const shape = shapeIn(design, coordinate);
  const made = law.coordinates.get(name);
  if (!isShape(shape) || made === undefined) return;
  const { size, unit } = shape;
  const { value, rate } = made.reading;
  see({ name: `${name}.value`, ...entriesOf(size), unit, meaning: doc.value }, () => value);
  const change = ownRate ?? { unit: `${unit}/s`, meaning: doc.rate };
  see({ name: `${name}.rate`, ...entriesOf(size), ...change }, () => rate);
}

function seeElement<S>(
  A: Algebra<S>,
  design: Design,
  { element, declaration, effect, stated }: Acting<S>,
  see: See<S>,
): void {
  const { name } = element;
  const { unit } = shapeOn(design, element);
  const { value, rate } = stated.reading;
  const joints = jointLabels(element, value.length);
  const shape = { ...entriesOf(value.length), ...(joints === undefined ? {} : { labels: joints }) };
  const { observed, ownRate } = coordinateNamed(coordinateOn(design, element).kind);
  // A named coordinate is seen under its own name.
  if (observed !== undefined && element.of === undefined) {
    see({ name: `${name}.${observed.name}`, ...shape, unit, meaning: observed.meaning }, () => value);
    const change = ownRate ?? { unit: `${unit}/s`, meaning: `Rate of the ${observed.name}` };
    see({ name: `${name}.rate`, ...shape, ...change }, () => rate);
  }
  const turning = unit !== 'm';
  const effort = turning ? 'torque' : 'force';
  const acts = { ...shape, unit: turning ? 'N m' : 'N' };
  if (declaration.parameters.some((p) => p.name === 'force')) {
    // The parameter is what is wanted, and bounds and a tank take their part of it.
    const meaning = 'What it gives of its force, with the same sign';
    see({ name: `${name}.effort`, ...acts, meaning }, () => stated.force.map((f) => A.neg(f)));
  } else {
    const meaning =
      element.of === undefined ? 'On the robot' : 'Tension: a positive one pulls the value back';
    see({ name: `${name}.${effort}`, ...acts, meaning }, () => stated.force);
  }
  const { energy, dissipated, supplied } = effect;
  if (energy !== undefined)
    see({ name: `${name}.energy`, unit: 'J', meaning: 'Energy stored' }, () => [energy]);
  const power = dissipated ?? supplied;
  if (power !== undefined) {
    const meaning = dissipated === undefined ? 'Power put in' : 'Power taken out';
    // A parameter may have the name: the bound of a source.
    const taken = declaration.parameters.some((p) => p.name === 'power');
    see({ name: `${name}.${taken ? 'supply' : 'power'}`, unit: 'W', meaning }, () => [power]);
  }
}
