/** The four plots of the page on impedance and force control, drawn anew from runs of our own. */
import type { Trace } from './bench-run.js';
import { type Curve, drawing, type Panel } from './drawing.js';
import { foam, type Models, metal } from './models.js';
import { between, firstAbove } from './traces.js';

export interface Plot {
  /** Of its file, without an ending. */
  readonly name: string;
  readonly svg: string;
}

const forceOver = (label: string, trace: Trace, until: number): Curve => {
  const { time, force } = between(trace, 0, until);
  return { label, x: Array.from(time), y: Array.from(force) };
};

const panel = (title: string, x: string, y: string, curves: readonly Curve[]): Panel => ({
  title,
  x,
  y,
  curves,
});
const [seconds, newtons] = ['time, s', 'force, N'];

/** Those of these names, all by default: `position`, `damping`, `admittance`, `guarded`. */
export function plots(models: Models, only?: readonly string[]): Plot[] {
  const all: readonly [string, () => readonly Panel[]][] = [
    ['position', () => position(models)],
    ['damping', () => damping(models)],
    ['admittance', () => admittance(models)],
    ['guarded', () => guarded(models)],
  ];
  return all
    .filter(([name]) => only === undefined || only.includes(name))
    .map(([name, panels]) => ({ name, svg: drawing(panels()) }));
}

function position(models: Models): Panel[] {
  return [
    panel('position controller', seconds, newtons, [
      forceOver('150 N at most', models.position(), 2),
      forceOver('no limit', models.position(undefined, Number.POSITIVE_INFINITY), 2),
    ]),
    panel('spring and damper', seconds, newtons, [
      forceOver('500 N/m', models.impedance(500, 0.7), 2),
      forceOver('2000 N/m', models.impedance(2000, 0.7), 2),
    ]),
  ];
}

function damping(models: Models): Panel[] {
  const run = (ratio: number): Trace =>
    models.impedance(1000, ratio, { speed: 0.05, duration: ratio < 0.5 ? 3 : 1.4 });
  return [
    panel('ζ = 0.1', seconds, newtons, [forceOver('1000 N/m', run(0.1), 1)]),
    panel('more damping', seconds, newtons, [
      forceOver('ζ = 0.7', run(0.7), 1),
      forceOver('ζ = 1.5', run(1.5), 1),
    ]),
  ];
}

function admittance(models: Models): Panel[] {
  const run = (surface: number, D: number, duration = 1.5): Trace =>
    models.admittance({ surface, damping: D, ...(duration === 1.5 ? {} : { duration }) });
  return [
    panel('foam, 2 N/mm', seconds, newtons, [
      forceOver('D = 200 N s/m', run(foam, 200), 1.5),
      forceOver('5000', run(foam, 5000, 5), 3),
    ]),
    panel('metal, 200 N/mm', seconds, newtons, [
      forceOver('D = 200 N s/m', run(metal, 200), 1.5),
      forceOver('1000', run(metal, 1000), 1.5),
      forceOver('5000', run(metal, 5000), 1.5),
    ]),
  ];
}

function guarded(models: Models): Panel[] {
  const onto = (speed: number): Curve => {
    const trace = models.guardedRun({ speed, bias: -1e-6 });
    const touch = firstAbove(trace);
    const { time, force } = between(trace, touch - 0.02, touch + 0.16);
    return { label: `${1e3 * speed} mm/s`, x: Array.from(time, (t) => t - touch), y: Array.from(force) };
  };
  /** Speed over place from 44 mm on. */
  const free = (label: string, margin: number): Curve => {
    const { place, speed } = models.guardedRun({ speed: 0.05, surface: false, margin });
    const shown = Array.from(place.keys()).filter((k) => 1e3 * place[k] >= 44);
    return { label, x: shown.map((k) => 1e3 * place[k]), y: shown.map((k) => 1e3 * speed[k]) };
  };
  return [
    panel('onto 5 N/mm', 'time since touch, s', newtons, [onto(0.01), onto(0.05)]),
    panel('no surface, limit 50 mm', 'place, mm', 'speed, mm/s', [
      free('braking from the limit on', 0),
      free('ours', 1),
    ]),
  ];
}
