/** What the map of stability in contact costs, over stiffness × damping, in seconds of one core. */
import process from 'node:process';
import { type AdmittanceLoop, contactMap, contactMarginOf, logSpaced, radiusMap } from 'pliant/analyse';
import type { Results } from './results.js';

const POINTS = 200;

/** 500 Hz, 12 states: arm 2, flexible mode 2, virtual mass 2, low-pass 1, queue 5. */
const loop: AdmittanceLoop = {
  law: 'admittance',
  tick: 0.002,
  mass: 10,
  damping: 1000,
  stiffness: 0,
  scheme: 'implicit',
  inner: { kind: 'kinematic', frequency: 2 * Math.PI * 15, ratio: 0.7 },
  flexible: { mass: 0.5, stiffness: 1e5, damping: 10 },
  sensor: { every: 1, delay: 5, average: 1, cutOff: 100, massBelow: 0.3 },
};

/** The same at 4 kHz, 20 ms late: 87 states. */
const late: AdmittanceLoop = { ...loop, tick: 0.00025, sensor: { ...loop.sensor, delay: 80 } };

function seconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return 1e-6 * (user + system);
}

export function benchContactMap(results: Results): void {
  const stiffness = logSpaced(1e2, 1e6, POINTS);
  const damping = logSpaced(10, 1e4, POINTS);
  const options = {
    wall: { stiffness: 2e5, damping: 0 },
    soft: { stiffness: 2e3, damping: 0 },
    approach: { speed: 0.002, preload: 10 },
  };
  results.say(`\nstability in contact, ${POINTS} × ${POINTS}, seconds of one core`);
  results.row(
    'ρ in contact, 12 states',
    seconds(() => radiusMap(loop, stiffness, damping)),
    10,
  );
  results.row(
    'the whole verdict, 12 states',
    seconds(() => contactMap(loop, stiffness, damping)),
    120,
  );
  results.row(
    'all of one loop, 12 states',
    seconds(() => contactMarginOf('short', loop, options)),
  );
  results.row(
    'all of one loop, 87 states',
    seconds(() => contactMarginOf('late', late, options)),
  );
}
