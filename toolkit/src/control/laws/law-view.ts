/** What a law sees in a step. */
import { type Field, type Node, type ProgramBuilder, programRepeat } from '../../graph/index.js';
import { type Mat3, mulMat, transpose } from '../../math/index.js';
import type { Site } from '../../mechanism/index.js';
import {
  difference,
  frameJacobian,
  frameOf,
  type Model,
  massMatrix,
  operationalSpaceInertia,
  pointJacobian,
} from '../../model/index.js';
import type { carriedLoads } from '../carried.js';
import type { PointDesign } from '../design.js';
import type { Law } from '../law.js';
import { siteOf } from '../watch.js';
import type { LawView, Operational } from './declaration.js';
import { programGained } from './gained.js';
import type { OwnLaw } from './law-fields.js';
import { readingAt, type Sensed } from './sensing.js';
import type { ServoState } from './servo.js';

/** The step that laws are at work in. */
export interface AtWork {
  readonly program: ProgramBuilder;
  readonly model: Model;
  readonly points: readonly PointDesign[];
  /** Of the elements, at the measured joint state q, v. */
  readonly law: Law<Node>;
  readonly servo: ServoState | undefined;
  readonly sensed: readonly Sensed[];
  readonly loads: ReturnType<typeof carriedLoads<Node>>;
  readonly q: readonly Node[];
  readonly v: readonly Node[];
  readonly tick: Node;
  readonly elapsed: Node;
  readonly time: Node;
}

/** `places`: where the law's numbers stand, by the list of their entries. */
export function lawView(
  own: OwnLaw,
  begins: Node,
  work: AtWork,
  places: ReadonlyMap<readonly Node[], Field>,
): LawView<Node> {
  const { program, law, servo, model } = work;
  const { graph: A } = program;
  const { design } = own;
  const sites = law.sites;
  const at = design.at === undefined ? undefined : siteOf(sites, design.at);
  const axesSite = design.axes === undefined ? at : siteOf(sites, design.axes);
  const needed = <T>(thing: T | undefined, what: string): T => {
    if (thing === undefined) throw new Error(`control: the law ${design.name} has no ${what}`);
    return thing;
  };
  const identity: Mat3<Node> = siteOf(sites, 'world').rotation;
  const axes = axesSite?.rotation ?? identity;
  const commandedAxes = (): Mat3<Node> => {
    if (servo === undefined || at === undefined || axesSite === undefined || axesSite.body < 0) return axes;
    if (axesSite === at) return servo.rotation;
    return mulMat(A, servo.rotation, mulMat(A, transpose(at.rotation), axesSite.rotation));
  };
  const sensed = work.sensed.find(({ fields }) => fields.design.name === design.sensor);
  return {
    elapsed: work.elapsed,
    tick: work.tick,
    time: work.time,
    q: work.q,
    v: work.v,
    kinematics: law.kinematics,
    velocities: law.velocities,
    site: (name) => siteOf(sites, name),
    get centre(): Site<Node> {
      return needed(at, 'centre');
    },
    axes,
    axesSite: axesSite ?? siteOf(sites, 'world'),
    get commandedAxes(): Mat3<Node> {
      return commandedAxes();
    },
    target: design.target === undefined ? undefined : siteOf(sites, design.target),
    sensor: sensed && at && readingAt(program, sensed, at),
    get commanded() {
      return needed(servo, 'servo');
    },
    between: (from, to) => difference(A, model, from, to),
    repeat: programRepeat(program, `${design.name}.loop`),
    gained: programGained(program, `${design.name}.gained`, places),
    begins,
    operational: () => operationalAt(work, needed(design.at, 'centre')),
  };
}

/** The operational space at a point of the measured arm. */
function operationalAt(work: AtWork, name: string): Operational<Node> {
  const { program, model, law, points } = work;
  const { graph: A } = program;
  const frame = frameOf(model, points.find((point) => point.name === name)?.frame as string);
  const site = siteOf(law.sites, name);
  const { kinematics } = law;
  const linear = pointJacobian(A, model, kinematics, frame, site.position);
  const angular = frameJacobian(A, model, kinematics, frame, 'worldAligned').slice(3 * model.nv);
  const jacobian = [...linear, ...angular];
  const inertia = massMatrix(A, model, work.q, work.loads);
  return {
    jacobian,
    massMatrix: inertia,
    inertia: (rows = 6, damping) =>
      operationalSpaceInertia(A, inertia, jacobian.slice(0, rows * model.nv), rows, damping),
  };
}
