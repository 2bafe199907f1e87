/** What is wrong with sensors of a design. */
import { formatQuantity } from '../../math/index.js';
import { payloadElements } from '../carried.js';
import type { Design } from '../design.js';
import { type Findings, unknown } from '../findings.js';
import { boundsFaults } from './bounds.js';
import { collisionFaults } from './collision.js';
import type { SensorDesign } from './law-design.js';

/** Points on the robot, by name. */
export function onRobot({ points, model }: Design): string[] {
  const frames = new Set(model.frames.map(({ name }) => name));
  return points.filter(({ frame }) => frame !== undefined && frames.has(frame)).map(({ name }) => name);
}

export function checkCutoff(cutoff: number, path: string, period: number, found: Findings): void {
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

export function checkSensor(design: Design, sensor: SensorDesign, found: Findings): void {
  const { name, at, below, bias, cutoff, tare, guards = {}, provides = [] } = sensor;
  const path = `control.sensors.${name}`;
  unknown(found, `${path}.at`, 'point on the robot', at, onRobot(design));
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
    if (tare.every !== undefined && !(tare.every >= tare.seconds))
      found.error('tare', `${path}.tare.every`, 'a tare is taken anew after it is done, not before', {
        got: `${tare.every} s`,
        expected: `at least the time that it averages, ${tare.seconds} s`,
        hint: 'once a minute for instance',
      });
    if (tare.free !== undefined && !(tare.free > 0))
      found.error('tare', `${path}.tare.free`, 'the force from which on something touches is above 0 N', {
        got: `${tare.free} N`,
      });
    if (tare.refuse >= 0 && below === undefined && !provides.includes('gravity'))
      found.warn(
        'tare-weight',
        `${path}.tare`,
        'a tare takes out the weight below the sensor in the attitude of the start alone: turned, it is felt as a force',
        { hint: 'say what hangs below, with its mass and centre' },
      );
  }
  if (guards.range !== undefined && !(guards.range.length === 6 && guards.range.every((most) => most > 0)))
    found.error('sensor-range', `${path}.guards.range`, 'the range of a reading is above 0, or none is one', {
      got: guards.range.join(', '),
      hint: 'take what the sensor’s data sheet gives, or leave it out',
    });
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
  if (guards.bounds !== undefined) {
    const own = `${path}.guards.bounds`;
    checkTime(guards.bounds.window, `${own}.window`, found);
    for (const { path: part, code, message, hint } of boundsFaults(guards.bounds, design.model.nv))
      found.error(code, `${own}.${part}`, message, hint === undefined ? {} : { hint });
    if (guards.bounds.joints !== undefined && sensor.observer === undefined)
      found.error(
        'bounds-joints',
        `${own}.joints`,
        'the torques of joints are known to an estimate from their momentum alone',
        {
          hint: 'a sensor of kind observer, or the reading alone',
        },
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
