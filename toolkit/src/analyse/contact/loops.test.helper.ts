/** Loops that the tests of this folder begin from. */
import type { AdmittanceLoop, ImpedanceLoop } from './loop.js';

export const sensor = { every: 1, delay: 0, average: 1, massBelow: 0 } as const;

/** An admittance of 1 kg that is reached at once and measured at once. */
export const plain: AdmittanceLoop = {
  law: 'admittance',
  tick: 0.002,
  mass: 1,
  damping: 20,
  stiffness: 0,
  scheme: 'explicit',
  inner: { kind: 'ideal' },
  sensor,
};

/** The same, measured a sample late. */
export const late: AdmittanceLoop = { ...plain, sensor: { ...sensor, delay: 1 } };

/** An admittance of 10 kg before a position loop of 15 Hz, measured 10 ms late. */
export const press: AdmittanceLoop = {
  ...plain,
  mass: 10,
  damping: 1000,
  scheme: 'implicit',
  inner: { kind: 'kinematic', frequency: 2 * Math.PI * 15, ratio: 0.7 },
  sensor: { ...sensor, delay: 5 },
};

/** A spring and a damper on 2 kg, through a drive of forces. */
export const direct: ImpedanceLoop = {
  law: 'impedance',
  tick: 0.001,
  mass: 2,
  stiffness: 500,
  damping: 40,
  dampingOn: 'speed',
  velocity: { kind: 'measured' },
  delay: 0,
};
