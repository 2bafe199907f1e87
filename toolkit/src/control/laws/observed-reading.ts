/** The reading of a sensor that is none: the wrench at a point, estimated from the joints' momentum. */
import { type Node, type ProgramBuilder, programRepeat } from '../../graph/index.js';
import { mulTransposeVec, type Vec3 } from '../../math/index.js';
import type { Site } from '../../mechanism/index.js';
import {
  type Frame,
  frameJacobian,
  type Kinematics,
  type Loads,
  type Model,
  massMatrix,
  momentumBalance,
  pointJacobian,
} from '../../model/index.js';
import type { FieldReader } from '../slots.js';
import type { SensorDesign } from './law-design.js';
import { residualStep, wrenchOfTorques } from './observer.js';
import type { Keep, Reading } from './sensing.js';
import type { ObserverFields, SensorFields } from './sensor-fields.js';

/** Whether an estimate of an arm of nv joints tells torques besides forces: by default from six joints on. */
export function tellsTorques(observer: NonNullable<SensorDesign['observer']>, nv: number): boolean {
  return observer.torques ?? nv >= 6;
}

/** Valid from the second step on, never old; nothing of what the sensor's mount says of a mass below is in it. */
export function observedReading(
  program: ProgramBuilder,
  model: Model,
  fields: SensorFields,
  own: ObserverFields,
  read: FieldReader,
  kinematics: Kinematics<Node>,
  place: { readonly frame: Frame; readonly site: Site<Node> },
  [q, v]: readonly [readonly Node[], readonly Node[]],
  {
    period,
    gravity,
    loads,
  }: { readonly period: Node; readonly gravity: Vec3<Node>; readonly loads: Pick<Loads<Node>, 'payloads'> },
  keep: Keep,
): Reading {
  const { graph: A } = program;
  const { nv } = model;
  const now = momentumBalance(A, model, q, v, gravity, loads);
  const started = read.all(own.started)[0];
  const last = {
    momentum: read.all(own.momentum),
    drift: read.all(own.drift),
    residual: read.all(own.residual),
  };
  const after = residualStep(A, last, now, read.all(own.torque), period, read.all(own.gain)[0]);
  const zero = A.constant(0);
  const residual = after.map((x) => A.select(started, x, zero));
  keep(own.momentum, ...now.momentum);
  keep(own.drift, ...now.drift);
  keep(own.residual, ...residual);
  keep(own.started, A.constant(1));
  const { observer } = fields.design;
  const torques = observer === undefined || tellsTorques(observer, nv);
  const linear = pointJacobian(A, model, kinematics, place.frame, place.site.position);
  const angular = frameJacobian(A, model, kinematics, place.frame, 'worldAligned').slice(3 * nv);
  const all = torques ? [...linear, ...angular] : linear;
  const rows = Array.from({ length: all.length / nv }, (_, i) => all.slice(i * nv, (i + 1) * nv));
  const still = (row: readonly Node[]): boolean => row.every((x) => A.isConstant(x) && A.value(x) === 0);
  const felt = rows.map((row, i) => ({ row, i })).filter(({ row }) => !still(row));
  const repeat = programRepeat(program, `sensor.${fields.design.name}.observer.loop`);
  const wrench = wrenchOfTorques(
    A,
    felt.map(({ row }) => row),
    massMatrix(A, model, q, loads),
    residual,
    repeat,
  );
  const six = new Array<Node>(6).fill(zero);
  felt.forEach(({ i }, k) => {
    six[i] = wrench[k];
  });
  const { rotation } = place.site;
  const force = mulTransposeVec(A, rotation, [six[0], six[1], six[2]]);
  const torque = mulTransposeVec(A, rotation, [six[3], six[4], six[5]]);
  return { raw: [...force, ...torque], age: zero, valid: started };
}
