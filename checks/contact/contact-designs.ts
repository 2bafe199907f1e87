/** Random sampled loops in contact, as the analysis takes them. */
import type {
  AdmittanceLoop,
  ContactLoop,
  ForceLoop,
  ImpedanceLoop,
  PressLoop,
  Velocity,
  Wall,
} from 'pliant/analyse';

export interface Design {
  readonly loop: ContactLoop;
  readonly wall: Wall;
  /** Speed at touch, m/s, and force at rest, N. */
  readonly speed: number;
  readonly preload: number;
}

type Chance = () => number;

const even = (next: Chance, low: number, high: number): number => low + (high - low) * next();
const decades = (next: Chance, low: number, high: number): number => low * (high / low) ** next();

function wallOf(next: Chance): Wall {
  return { stiffness: decades(next, 1e2, 1e6), damping: 0 };
}

export function impedanceDesign(next: Chance): Design {
  const rate = decades(next, 100, 4000);
  const mass = decades(next, 0.3, 10);
  const stiffness = decades(next, 50, 5000);
  const ratio = decades(next, 0.1, 3);
  const late = next();
  const loop: ImpedanceLoop = {
    law: 'impedance',
    tick: 1 / rate,
    mass,
    stiffness,
    damping: 2 * ratio * Math.sqrt(mass * stiffness),
    dampingOn: 'speed',
    velocity: next() < 0.5 ? { kind: 'measured' } : { kind: 'differences', cutOff: decades(next, 10, 400) },
    delay: late < 0.25 ? 0 : 0.02 * next() ** 2,
    ...(next() < 0.25
      ? {
          flexible: {
            mass: mass * even(next, 0.1, 1),
            stiffness: decades(next, 1e4, 1e6),
            damping: even(next, 5, 50),
          },
        }
      : {}),
  };
  return { loop, wall: wallOf(next), speed: even(next, 0.02, 0.3), preload: even(next, 1, 20) };
}

export function admittanceDesign(next: Chance): Design {
  const rate = decades(next, 100, 4000);
  const late = next() < 0.2 ? 0 : even(next, 0, 0.02);
  const kind = next();
  const filter =
    kind < 0.4
      ? { average: 1 }
      : kind < 0.7
        ? { average: 1 + Math.floor(8 * next()) }
        : { average: 1, cutOff: decades(next, 5, 0.3 * rate) };
  const below = next();
  const scheme = (['explicit', 'implicit', 'exponential', 'exact'] as const)[Math.floor(4 * next())];
  const mass = decades(next, 1, 20);
  const pushed = next() < 0.3;
  const frequency = 2 * Math.PI * decades(next, 4, 40);
  const ratio = even(next, 0.4, 1.2);
  const own = decades(next, 1, 10);
  const loop: AdmittanceLoop = {
    law: 'admittance',
    tick: 1 / rate,
    mass,
    damping: decades(next, 30, 8000),
    stiffness: 0,
    scheme,
    inner: pushed
      ? {
          kind: 'servo',
          mass: own,
          stiffness: own * frequency * frequency,
          damping: 2 * ratio * own * frequency,
        }
      : { kind: 'kinematic', frequency, ratio },
    sensor: {
      every: next() < 0.2 ? 2 : 1,
      delay: Math.round(late * rate),
      ...filter,
      massBelow: below < 0.7 ? 0 : even(next, 0, 0.5),
    },
  };
  const preload = even(next, 1, 20);
  return { loop, wall: wallOf(next), speed: Math.min(0.3, preload / loop.damping), preload };
}

/** The arm and the sensor of an admittance, with a regulator of the force in its place. */
export function forceDesign(next: Chance): Design {
  const { loop, wall, preload } = admittanceDesign(next);
  if (loop.law !== 'admittance') throw new Error('no admittance');
  const { law: _, mass, damping, stiffness, scheme, ...arm } = loop;
  const proportional = decades(next, 1e-5, 1e-2);
  const regulator: ForceLoop = {
    ...arm,
    law: 'force',
    proportional,
    integral: next() < 0.3 ? 0 : proportional * decades(next, 0.1, 10),
  };
  return { loop: regulator, wall, speed: Math.min(0.3, proportional * preload), preload };
}

/** A press of torques, or an impedance whose inertia is shaped by what is felt. */
export function pressDesign(next: Chance): Design {
  const { loop: arm, wall } = impedanceDesign(next);
  const { loop: felt, preload } = admittanceDesign(next);
  if (arm.law !== 'impedance' || felt.law !== 'admittance') throw new Error('other laws');
  const { law: _, dampingOn: __, ...held } = arm;
  // A drive is seldom many ticks late, a sensor often; what hangs below a sensor is light beside the arm.
  const late = next();
  const { every, delay, average, cutOff, massBelow } = felt.sensor;
  const share = Math.min(1, (3 * next()) / (1 + delay));
  const shaped = next() < 0.25;
  const push = decades(next, 0.03, 3);
  const loop: PressLoop = {
    ...held,
    law: 'press',
    delay: late < 0.5 ? 0 : 3 * next() ** 2 * arm.tick,
    stiffness: shaped ? held.stiffness : next() < 0.7 ? 0 : held.stiffness,
    damping: held.damping * decades(next, 0.3, 3),
    gain: shaped ? decades(next, 0.2, 2) - 1 : push,
    integral: shaped || next() < 0.2 ? 0 : decades(next, 0.1, 30),
    sensor: {
      every,
      delay: Math.round(share * delay),
      average,
      massBelow: massBelow * 0.1 * held.mass,
      ...(cutOff !== undefined && { cutOff }),
    },
  };
  return { loop, wall, speed: Math.min(0.3, ((1 + loop.gain) * preload) / loop.damping), preload };
}

/** An admittance or force control before position loops that end in torques: PD, PID, computed torque. */
export function torqueDesign(next: Chance): Design {
  const { loop, wall, speed, preload } = next() < 0.5 ? admittanceDesign(next) : forceDesign(next);
  if (loop.law !== 'admittance' && loop.law !== 'force') throw new Error('another law');
  const mass = decades(next, 1, 10);
  const bandwidth = 2 * Math.PI * decades(next, 4, Math.min(40, 0.05 / loop.tick));
  const ratio = even(next, 0.6, 1.2);
  const kind = next();
  const velocity: Velocity =
    next() < 0.7 ? { kind: 'measured' } : { kind: 'differences', cutOff: decades(next, 40, 400) };
  const stiffness = mass * bandwidth ** 2;
  const inner = {
    kind: 'torque' as const,
    mass,
    stiffness,
    damping: 2 * ratio * mass * bandwidth,
    velocity,
    ...(kind < 0.4 ? { ahead: mass } : kind < 0.7 ? { integral: 0.1 * bandwidth * stiffness * next() } : {}),
    ...(next() < 0.3 ? { friction: even(next, 0, 2) } : {}),
  };
  const late = next() < 0.7 ? {} : { delay: 2 * next() * loop.tick };
  return { loop: { ...loop, ...late, inner }, wall, speed, preload };
}

/** The same before a drive that jumps to its command. */
export function jumpDesign(next: Chance): Design {
  const { loop, wall, speed, preload } = next() < 0.5 ? admittanceDesign(next) : forceDesign(next);
  if (loop.law !== 'admittance' && loop.law !== 'force') throw new Error('another law');
  const sensor = { ...loop.sensor, massBelow: 0 };
  return { loop: { ...loop, sensor, inner: { kind: 'ideal' } }, wall, speed, preload };
}

/** What follows a point, held by torques with an integral: an arm that feels nothing. */
export function heldDesign(next: Chance): Design {
  const { loop, wall, speed, preload } = impedanceDesign(next);
  if (loop.law !== 'impedance') throw new Error('another law');
  const integral = loop.stiffness * decades(next, 0.3, 30);
  return { loop: { ...loop, integral }, wall, speed, preload };
}
