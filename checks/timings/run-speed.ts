/** `run-speed.js COULOMB`: simulated seconds in a second, the median of 25 stretches of 2 s after 10 s. */
import process from 'node:process';
import { median } from '../fresh.js';
import { benchRun, stretch } from './bench-run.js';

const run = await benchRun({ coulomb: Number(process.argv[2]), duration: 100 });
stretch(run, 10);
const speeds = Array.from({ length: 25 }, () => 2000 / stretch(run, 2));
console.log(JSON.stringify(median(speeds)));
