/** A tool of two axes that a spring draws past an obstacle after a goal that moves. */
import { controlProgram, type Design, designProblems } from '../control/index.js';
import { compileWasm } from '../graph/index.js';
import { modelOf } from '../model/index.js';
import { BenchPlant } from '../plant/index.js';
import type { Kernel } from '../port/index.js';
import { describe, hasErrors } from '../problem/index.js';
import { Collector, seriesOf } from '../record/index.js';
import { benchRobot } from '../robot/index.js';
import { Run } from '../run/index.js';

const mass = 1;
const tick = 1e-3;
/** Of the goal's way, m, and where the obstacle stands beside it. */
const way = 0.4;
const half = 0.5 * way;

/**
 * Smallest distance to the obstacle's centre, m: 1 kg, dampers of 1.5 N s/m to the goal and 8 N s/m to the world, a goal that goes
 * 40 cm at 0.1 m/s, the obstacle law with 18 N/(m cm) inside 5 cm at half the way, its centre so far (m) beside it.
 */
export function nearestTo(stiffness: number, beside: number, stiffer = 1): number {
  const { value: model } = modelOf(benchRobot('bench', { axes: ['x', 'y'], mass }));
  if (model === undefined) throw new Error('figures: a bench without a model');
  const to = (end: string) => ({ from: 'tool', to: end });
  const design: Design = {
    name: 'past an obstacle',
    model,
    period: tick,
    gravity: [0, 0, 0],
    points: [
      { name: 'tool', frame: 'tool' },
      { name: 'goal', motion: { along: 'line', parameters: { by: [way, 0, 0], speed: [0.1] } } },
      { name: 'post', at: [half, -beside, 0] },
    ],
    elements: [
      {
        name: 'reach',
        family: 'spring',
        kind: 'linear',
        joins: to('goal'),
        parameters: { stiffness: [stiffness * stiffer] },
      },
      { name: 'brake', family: 'damper', kind: 'linear', joins: to('goal'), parameters: { damping: [1.5] } },
      { name: 'more', family: 'damper', kind: 'linear', joins: to('world'), parameters: { damping: [8] } },
      {
        name: 'shun',
        family: 'spring',
        kind: 'piecewise',
        joins: to('post'),
        parameters: { values: [20 * stiffer, 2 * stiffer, 0], slope: [1800 * stiffer] },
      },
    ],
  };
  const problems = designProblems(design);
  if (hasErrors(problems)) throw new Error(problems.map(describe).join('\n'));
  const plant = new BenchPlant({
    step: tick,
    axes: [
      [1, 0, 0],
      [0, 1, 0],
    ],
    mass,
    drive: { kind: 'force' },
  });
  plant.reset([0, 0], [0, 0]);
  const sink = new Collector();
  const { status } = new Run({
    kernel: compileWasm(controlProgram(design)) as Kernel,
    plant,
    tick,
    duration: 12,
    listeners: [{ sink, every: 5, takes: ({ name }) => name === 'joints.position' }],
  }).complete();
  if (status !== 'done') throw new Error(`figures: the run past an obstacle ended ${status}`);
  const [x, y] = seriesOf(sink.series(), 'joints.position').columns;
  return x.reduce((least, here, k) => {
    const [dx, dy] = [here - half, y[k] + beside];
    return Math.min(least, Math.sqrt(dx * dx + dy * dy));
  }, Number.POSITIVE_INFINITY);
}
