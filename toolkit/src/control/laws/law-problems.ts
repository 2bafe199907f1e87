/** What is wrong with sensors, laws and the servo of a design. */
import { formatQuantity } from '../../math/index.js';
import { payloadElements } from '../carried.js';
import type { Design } from '../design.js';
import { checkParameter } from '../element-problems.js';
import { type Findings, unknown } from '../findings.js';
import { collisionFaults } from './collision.js';
import type { LawDeclaration } from './declaration.js';
import type { LawDesign, SensorDesign, ServoDesign } from './law-design.js';
import { hasLaws, switchesLaws } from './law-fields.js';
import { entryUnits, givenNumbers } from './law-parameters.js';
import { laws as kinds, lawOf } from './laws.js';
import { positionLimits } from './servo-fields.js';

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

/** Points on the robot, by name. */
function carried({ points, model }: Design): string[] {
  const frames = new Set(model.frames.map(({ name }) => name));
  return points.filter(({ frame }) => frame !== undefined && frames.has(frame)).map(({ name }) => name);
}

function checkCutoff(cutoff: number, path: string, period: number, found: Findings): void {
  if (!(cutoff > 0)) {
    found.error('cutoff', path, 'a cut-off is above 0 Hz', {
      got: `${cutoff} Hz`,
      hint: 'leave it out for no filter',
    });
  } else if (cutoff > 0.5 / period) {
    found.warn(
      'cutoff',
      path,
      'the cut-off is above half the rate, so that the filter does next to nothing',
      {
        got: formatQuantity(cutoff, 'Hz'),
        hint: `leave it out, or take at most ${formatQuantity(0.5 / period, 'Hz')}`,
      },
    );
  }
}

function checkTime(value: number | undefined, path: string, found: Findings): void {
  if (value === undefined || (value >= 0 && value < Number.POSITIVE_INFINITY)) return;
  found.error('sensor-time', path, 'a time is at least 0 s', { got: `${value} s` });
}

function checkSensor(design: Design, sensor: SensorDesign, found: Findings): void {
  const { name, at, below, bias, cutoff, tare, guards = {}, provides = [] } = sensor;
  const path = `control.sensors.${name}`;
  unknown(found, `${path}.at`, 'point on the robot', at, carried(design));
  if (name === '' || name.includes('.'))
    found.error('name-dots', path, 'a name has at least one character and no dot');
  if (below !== undefined) {
    if (!(below.mass >= 0 && below.mass < Number.POSITIVE_INFINITY))
      found.error('sensor-mass', `${path}.below.mass`, 'what hangs below a sensor has a mass of at least 0', {
        got: `${below.mass} kg`,
      });
    if (!below.centre.every(Number.isFinite))
      found.error('not-finite', `${path}.below.centre`, 'the centre is not a number');
    if (provides.includes('gravity') && below.mass > 0)
      found.error(
        'compensated-twice',
        `${path}.below`,
        'the weight below is taken out by the sensor already, and would be taken out twice',
        { hint: 'take the mass out of below, or gravity out of what the sensor provides' },
      );
  }
  const payloads = payloadElements(design).map(({ name: payload }) => payload);
  sensor.carries?.forEach((payload, i) => {
    unknown(found, `${path}.carries[${i}]`, 'payload', payload, payloads);
  });
  if ((sensor.carries ?? []).length > 0 && below === undefined)
    found.error('sensor-carries', `${path}.carries`, 'what a sensor carries hangs below it', {
      hint: 'say what hangs there in any case: below, with a mass of 0 where there is nothing',
    });
  if (sensor.observer !== undefined) {
    const { gain } = sensor.observer;
    if (!(gain > 0 && gain < Number.POSITIVE_INFINITY))
      found.error('observer-gain', `${path}.observer.gain`, 'the gain of an observer is above 0', {
        got: `${gain} 1/s`,
        hint: 'for instance 60 1/s, a cut-off of 9.5 Hz',
      });
    if (design.servo?.follow.kind === 'drive')
      found.error(
        'observer-drive',
        `${path}.observer`,
        'an observer needs the torques that the joints are given, and drives that follow positions give what nobody knows',
        { hint: 'let the servo follow by torques, or take a sensor' },
      );
    if (design.model.massless.length > 0)
      found.error(
        'observer-inertia',
        `${path}.observer`,
        'an observer needs the inertia that each joint feels',
        {
          got: design.model.massless.map((i) => design.model.bodies[i].joint).join(', '),
        },
      );
    if (below !== undefined)
      found.error(
        'observer-below',
        `${path}.below`,
        'what an observer tells is without the weight of the robot’s links already',
        {
          hint: 'give the mass to a link of the robot',
        },
      );
  }
  if (bias !== undefined && (bias.length !== 6 || !bias.every(Number.isFinite)))
    found.error('sensor-bias', `${path}.bias`, 'a bias is six numbers, force and torque', {
      got: bias.join(', '),
    });
  if (cutoff !== undefined) checkCutoff(cutoff, `${path}.cutoff`, design.period, found);
  if (tare !== undefined) {
    if (!(tare.seconds >= design.period && tare.seconds < Number.POSITIVE_INFINITY))
      found.error('sensor-time', `${path}.tare.seconds`, 'a tare averages over a tick at least', {
        got: `${tare.seconds} s`,
        hint: `for instance ${formatQuantity(100 * design.period, 's')}`,
      });
    if (!(tare.refuse >= 0))
      found.error('tare', `${path}.tare.refuse`, 'the force above which a tare is refused is at least 0 N', {
        got: `${tare.refuse} N`,
      });
    else if (below === undefined && !provides.includes('gravity'))
      found.warn(
        'tare-weight',
        `${path}.tare`,
        'a tare takes out the weight below the sensor in the attitude of the start alone: turned, it is felt as a force',
        { hint: 'say what hangs below, with its mass and centre' },
      );
  }
  checkTime(guards.first?.within, `${path}.guards.first.within`, found);
  checkTime(guards.stale?.after, `${path}.guards.stale.after`, found);
  checkTime(guards.nonFinite?.after, `${path}.guards.nonFinite.after`, found);
  checkTime(guards.frozen?.after, `${path}.guards.frozen.after`, found);
  if (guards.collision !== undefined) {
    checkTime(guards.collision.window, `${path}.guards.collision.window`, found);
    for (const { path: part, code, message, hint } of collisionFaults(guards.collision, design.model.nv))
      found.error(code, `${path}.guards.collision.${part}`, message, hint === undefined ? {} : { hint });
    if (guards.collision.joints !== undefined && sensor.observer === undefined)
      found.error(
        'collision-joints',
        `${path}.guards.collision.joints`,
        'the torques of joints are known to an estimate from their momentum alone',
        { hint: 'a sensor of kind observer, or the force alone' },
      );
  }
  if (guards.frozen !== undefined && guards.frozen.after < 3 * design.period)
    found.warn(
      'sensor-frozen',
      `${path}.guards.frozen.after`,
      'two readings that happen to be alike would count as frozen',
      {
        got: `${guards.frozen.after} s`,
        hint: `take ${formatQuantity(20 * design.period, 's')}, and more than the time between samples of the sensor`,
      },
    );
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
  } else unknown(found, `${path}.at`, 'point on the robot', law.at, carried(design));
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
  if (acts !== 'wrench' && design.servo === undefined)
    found.error(
      'law-servo',
      path,
      `${law.kind} commands a motion, and there is no servo that turns it into joints`,
      {
        hint: 'give control.servo how the joints follow, `follow: drive` for drives that take positions',
      },
    );
  if (acts === 'motion' && law.at !== undefined && design.servo !== undefined && design.servo.at !== law.at)
    found.error('law-centre', `${path}.at`, 'the servo moves another point than the centre of this law', {
      expected: design.servo.at,
      got: law.at,
    });
  checkNumbers(design, law, declaration, path, found);
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
    }) ?? [];
  for (const { code, severity, parameter, message, ...detail } of findings) {
    const place = parameter === undefined ? path : `${path}.${parameter}`;
    if (severity === 'error') found.error(code, place, message, detail);
    else found.warn(code, place, message, detail);
  }
}

function checkServo(design: Design, servo: ServoDesign, found: Findings): void {
  const path = 'control.servo';
  const { model, laws = [] } = design;
  unknown(found, `${path}.at`, 'point on the robot', servo.at, carried(design));
  const positive = (key: 'length' | 'damping' | 'threshold' | 'speed' | 'turning', unit: string): void => {
    const value = servo[key];
    if (value !== undefined && !(value > 0))
      found.error('servo-number', `${path}.${key}`, `${key} is above 0`, { got: `${value} ${unit}` });
  };
  positive('length', 'm');
  positive('damping', 'm');
  positive('threshold', 'm');
  positive('speed', 'm/s');
  positive('turning', 'rad/s');
  if (
    servo.sweeps !== undefined &&
    !(Number.isInteger(servo.sweeps) && servo.sweeps >= 1 && servo.sweeps <= 1000)
  )
    found.error('servo-number', `${path}.sweeps`, 'sweeps are a whole number from 1 to 1000', {
      got: `${servo.sweeps}`,
    });
  const joints = (values: readonly number[] | undefined, key: string): void => {
    if (values === undefined) return;
    if (values.length !== 1 && values.length !== model.nv)
      found.error('joint-count', `${path}.${key}`, 'one number for all joints, or one for each, is needed', {
        expected: `1 or ${model.nv}`,
        got: `${values.length}`,
      });
    else if (!values.every((x) => x >= 0))
      found.error('servo-number', `${path}.${key}`, `${key} is at least 0`, { got: values.join(', ') });
  };
  joints(servo.joints, 'joints');
  if (servo.limits !== undefined && servo.limits.length !== model.nv)
    found.error('joint-count', `${path}.limits`, 'lower and upper of each joint are needed', {
      expected: `${model.nv}`,
      got: `${servo.limits.length}`,
    });
  else
    positionLimits(model, servo).forEach(([low, high], i) => {
      if (!(low <= high))
        found.error(
          'servo-limits',
          `${path}.limits`,
          `the limits of ${model.velocityNames[i]} leave no room`,
          {
            expected: 'lower at most upper',
            got: `${low}, ${high}`,
          },
        );
    });
  const { follow } = servo;
  if (follow.kind === 'pd' || follow.kind === 'pid') {
    joints(follow.stiffness, 'follow.stiffness');
    joints(follow.damping, 'follow.damping');
  }
  if (follow.kind === 'pid') {
    joints(follow.integral, 'follow.integral');
    joints(follow.limit, 'follow.limit');
    if (follow.windup !== undefined && follow.limit === undefined)
      found.warn(
        'servo-windup',
        `${path}.follow.windup`,
        'without a limit nothing winds up, and this does nothing',
        {
          hint: 'give follow.limit, the greatest torque of each joint',
        },
      );
    if (
      follow.windup === 'back-calculation' &&
      follow.back !== undefined &&
      !(follow.back > 0 && follow.back * design.period < 1)
    )
      found.error(
        'servo-number',
        `${path}.follow.back`,
        'the rate of back-calculation is above 0 and below one a tick',
        {
          got: `${follow.back} 1/s`,
          hint: `for instance ${formatQuantity(0.1 / design.period, '1/s')}`,
        },
      );
  }
  if (follow.kind === 'computed torque') {
    if (!(follow.bandwidth > 0 && follow.bandwidth * design.period < 1))
      found.error(
        'servo-number',
        `${path}.follow.bandwidth`,
        'the bandwidth is above 0 and below one radian a tick',
        {
          got: `${follow.bandwidth} rad/s`,
          hint: `for instance ${formatQuantity(0.1 / design.period, 'rad/s')}`,
        },
      );
    if (model.massless.length > 0)
      found.error(
        'servo-inertia',
        `${path}.follow`,
        'computed torque needs the inertia that each joint feels',
        {
          got: model.massless.map((i) => model.bodies[i].joint).join(', '),
        },
      );
  }
  if (laws.every(({ kind }) => (lawOf(kind)?.acts ?? 'motion') === 'wrench'))
    found.warn('servo-idle', path, 'no law commands a motion, so the servo holds the pose of the start', {
      hint: 'give control.laws one that does, admittance or track for instance',
    });
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
