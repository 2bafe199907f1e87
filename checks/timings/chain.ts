/**
 * Milliseconds until a chain of 1000 joints is read, and until its controller (gravity, a spring at its end, guards)
 * has made its first step, in a process that has done neither.
 */
import { controlProgram } from 'pliant/control';
import { compileWasm } from 'pliant/graph';
import { modelOf } from 'pliant/model';
import type { Kernel } from 'pliant/port';
import { chainText, robotOf } from '../urdf-text.js';

const text = chainText(1000);
const start = performance.now();
const robot = robotOf(text);
const read = performance.now();
const { value: model } = modelOf(robot);
if (model === undefined || model.nv !== 1000) throw new Error('the chain makes no model');
const program = controlProgram({
  name: 'chain',
  model,
  period: 1e-3,
  points: [
    { name: 'end', frame: 'l1000' },
    { name: 'goal', at: [1, 0, 1] },
  ],
  elements: [
    {
      name: 'reach',
      family: 'spring',
      kind: 'linear',
      joins: { from: 'end', to: 'goal' },
      parameters: { stiffness: [10] },
    },
  ],
  compensate: ['gravity'],
});
const kernel = compileWasm(program) as Kernel;
kernel.run.prepare();
kernel.run.step();
console.log(JSON.stringify({ read: read - start, compile: performance.now() - read }));
