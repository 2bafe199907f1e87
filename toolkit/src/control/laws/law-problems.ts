/** What is wrong with sensors, laws and the servo of a design. */
import type { Design } from '../design.js';
import { checkParameter } from '../element-problems.js';
import { type Findings, unknown } from '../findings.js';
import type { LawDeclaration } from './declaration.js';
import { checkOwnJoints } from './grip-problems.js';
import { checkJointTargets } from './joint-targets.js';
import type { LawDesign } from './law-design.js';
import { hasLaws } from './law-fields.js';
import { entryUnits, givenNumbers } from './law-parameters.js';
import { switchesLaws } from './law-phases.js';
import { laws as kinds, lawOf } from './laws.js';
import { tellsTorques } from './observed-reading.js';
import { checkCutoff, checkSensor, onRobot } from './sensor-problems.js';
import { checkServo } from './servo-problems.js';
import { taskAxes } from './task-axes.js';

/** Names that fields of the servo and of laws begin with, and what they are. */
export const lawNames: ReadonlyMap<string, string> = new Map([
  ['laws', 'the laws'],
  ['servo', 'the servo'],
  ['velocity', 'the joint velocities that laws read'],
]);

export function checkLaws(design: Design, found: Findings): void {
  if (!hasLaws(design)) return;
  const { sensors = [], laws = [], servo, velocity } = design;
  sensors.forEach((sensor, i) => {
    if (sensors.findIndex(({ name }) => name === sensor.name) !== i)
      found.error('name-taken', `control.sensors.${sensor.name}`, 'two sensors have this name');
    checkSensor(design, sensor, found);
  });
  for (const law of laws) checkLaw(design, law, found);
  if (servo !== undefined) checkServo(design, servo, found);
  checkActive(design, found);
  if (velocity?.cutoff !== undefined)
    checkCutoff(velocity.cutoff, 'control.velocity.cutoff', design.period, found);
}

function checkLaw(design: Design, law: LawDesign, found: Findings): void {
  const path = `control.laws.${law.name}`;
  const declaration = lawOf(law.kind);
  if (declaration === undefined) {
    unknown(
      found,
      path,
      'law',
      law.kind,
      kinds.map(({ kind }) => kind),
    );
    return;
  }
  const { acts, needs, title } = declaration;
  const points = ['world', ...design.points.map(({ name }) => name)];
  if (acts === 'joints') {
    if (law.at !== undefined)
      found.error('law-centre', `${path}.at`, `${title}: a law on joints has no centre`);
  } else if (law.at === undefined) {
    found.error('law-centre', path, `${title}: the law needs a compliance centre`, {
      hint: 'at: a point on the robot, `tool` for instance',
    });
  } else unknown(found, `${path}.at`, 'point on the robot', law.at, onRobot(design));
  if (law.axes !== undefined) unknown(found, `${path}.axes`, 'point', law.axes, points);
  const sensors = (design.sensors ?? []).map(({ name }) => name);
  const part = (key: 'sensor' | 'target', known: readonly string[], why: string): void => {
    const value = law[key];
    if (value !== undefined) {
      if (needs[key] === false) found.error(`law-${key}`, `${path}.${key}`, `${law.kind} takes no ${key}`);
      else unknown(found, `${path}.${key}`, key === 'target' ? 'point' : 'sensor', value, known);
    } else if (needs[key] === true) {
      found.error(`law-${key}`, path, `${law.kind} needs a ${key}, ${why}`, {
        ...(known.length === 0 ? {} : { known }),
        hint: known.length === 0 ? `give control.${key}s one first` : `${key}: ${known[0]}`,
      });
    }
  };
  const wants = law.parameters.wanted?.some((x) => x !== 0) === true;
  part(
    'sensor',
    sensors,
    wants ? 'without which nobody knows whether the wanted force is there' : 'whose wrench it gives way to',
  );
  part('target', points, 'the point that it goes to');
  checkFelt(design, law, declaration, found);
  if (acts !== 'wrench' && design.servo === undefined)
    found.error(
      'law-servo',
      path,
      `${law.kind} commands a motion, and there is no servo that turns it into joints`,
      {
        hint: 'give control.servo how the joints follow, `follow: drive` for drives that take positions',
      },
    );
  if (acts === 'wrench' && declaration.takes === undefined && design.servo?.follow.kind === 'drive')
    found.error(
      'drive-torques',
      path,
      'the drives follow positions, so that this does nothing: it acts by torques',
      {
        got: 'control.servo.follow: drive',
        hint:
          'take a law that moves the servo, admittance or force, or where the drives take torques let it follow by these: ' +
          '`follow: { computed torque: { bandwidth: 20 rad/s } }`',
      },
    );
  if (acts === 'motion' && law.at !== undefined && design.servo !== undefined && design.servo.at !== law.at)
    found.error('law-centre', `${path}.at`, 'the servo moves another point than the centre of this law', {
      expected: design.servo.at,
      got: law.at,
    });
  checkNumbers(design, law, declaration, path, found);
}

/** Torques that a law is to bring about by a sensor that tells forces alone. */
function checkFelt(design: Design, law: LawDesign, { needs }: LawDeclaration, found: Findings): void {
  const sensor = design.sensors?.find(({ name }) => name === law.sensor);
  if (needs.sensor !== true || sensor?.observer === undefined) return;
  if (tellsTorques(sensor.observer, design.model.nv)) return;
  const { wanted = [], select = [] } = law.parameters;
  const asked = taskAxes.flatMap((axis, i) =>
    i >= 3 && ((wanted[i] ?? 0) !== 0 || (select[i] ?? 0) > 0.5) ? [axis] : [],
  );
  // Led by hand about an axis where nothing is felt, it only stays.
  if (asked.length === 0 || law.kind === 'guide') return;
  found.error(
    'torque-unfelt',
    `control.laws.${law.name}.${wanted.slice(3).some((x) => x !== 0) ? 'wanted' : 'select'}`,
    `a torque is regulated ${asked.join(', ')}, of which ${sensor.name} tells nothing: it estimates forces alone`,
    {
      hint: `forces alone, a sensor, or from six joints on control.sensors.${sensor.name}.observer.torques: true`,
    },
  );
}

function checkNumbers(
  design: Design,
  law: LawDesign,
  declaration: LawDeclaration,
  path: string,
  found: Findings,
): void {
  const known = declaration.parameters.map(({ name }) => name);
  for (const name of Object.keys(law.parameters))
    unknown(found, `${path}.${name}`, `parameter of ${law.kind}`, name, known);
  const before = found.problems.length;
  const numbers = givenNumbers(law, declaration);
  for (const parameter of declaration.parameters) {
    const values = law.parameters[parameter.name];
    if (values !== undefined) {
      const n = entryUnits(declaration, parameter, numbers).length;
      // A selection that frees nothing is told by the law itself.
      if (n > 0) checkParameter(parameter, values, n, `${path}.${parameter.name}`, found);
      const { choices } = parameter;
      if (choices !== undefined && !Number.isInteger(values[0]))
        found.error('parameter-choice', `${path}.${parameter.name}`, 'this is a choice', {
          known: choices,
          got: `${values[0]}`,
        });
    } else if (parameter.default === undefined && parameter.optional !== true) {
      found.error('parameter-missing', path, `${law.kind} needs ${parameter.name}`, {
        hint: `${parameter.name}: ${parameter.meaning}`,
      });
    }
  }
  if (found.problems.length > before) return;
  const findings =
    declaration.check?.(numbers, {
      period: design.period,
      hasSensor: law.sensor !== undefined,
      hasTarget: law.target !== undefined,
      nq: design.model.nq,
      nv: design.model.nv,
    }) ?? [];
  for (const { code, severity, parameter, message, ...detail } of findings) {
    const place = parameter === undefined ? path : `${path}.${parameter}`;
    if (severity === 'error') found.error(code, place, message, detail);
    else found.warn(code, place, message, detail);
  }
  checkJointTargets(design, declaration, numbers, path, found);
  checkOwnJoints(design, declaration, numbers, path, found);
}

/** At most one law that commands motions is at work at a time. */
function checkActive(design: Design, found: Findings): void {
  const { laws = [], phases = [] } = design;
  const moving = laws
    .filter(({ kind }) => (lawOf(kind)?.acts ?? 'wrench') !== 'wrench')
    .map(({ name }) => name);
  const one = (names: readonly string[], path: string): void => {
    if (names.length > 1)
      found.error('laws-together', path, 'two laws command a motion at the same time', {
        got: names.join(', '),
        hint: 'let task.phases name which is at work when',
      });
  };
  if (!switchesLaws(design)) {
    one(moving, 'control.laws');
    return;
  }
  const known = laws.map(({ name }) => name);
  for (const { name, laws: named } of phases) {
    for (const law of named ?? []) unknown(found, `task.phases.${name}.laws`, 'law', law, known);
    one(named?.filter((law) => moving.includes(law)) ?? [], `task.phases.${name}.laws`);
  }
}
