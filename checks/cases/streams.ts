/** A tool on rails that follows a streamed goal: by drives, or by a spring whose force moves it. */
import { CaseKernel, once, onRails } from './law-kernel.js';

const goal = { name: 'goal', at: [0, 0, 0], streamed: { timeout: 5e-3 } } as const;
const points = [{ name: 'tool', frame: 'tool' }, goal];

const driven = once(
  () =>
    new CaseKernel(
      onRails({
        sensors: [],
        points,
        laws: [
          { name: 'go', kind: 'track', at: 'tool', target: 'goal', parameters: { time: [0.02], speed: [9] } },
        ],
      }),
    ),
);
const sprung = once(
  () =>
    new CaseKernel(
      onRails({
        sensors: [],
        servo: undefined as never,
        points,
        elements: [
          {
            name: 'pull',
            family: 'spring',
            kind: 'linear',
            joins: { from: 'tool', to: 'goal' },
            parameters: { stiffness: [500] },
          },
          {
            name: 'brake',
            family: 'damper',
            kind: 'linear',
            joins: { from: 'tool', to: 'goal' },
            parameters: { damping: [60] },
          },
        ],
      }),
    ),
);

/** Tells the goal a place of so many seconds ago. */
export function tell(kernel: CaseKernel, x: number, age: number): void {
  kernel.at('stream.goal.at')[0] = x;
  kernel.at('stream.goal.valid')[0] = 1;
  kernel.at('stream.goal.age')[0] = age;
}

export interface Stopped {
  /** Ticks from the last command to the stop. */
  readonly after: number;
  readonly fault: string;
  /** Before it, and in the end; how often it changed its sign, and by how much it rose. */
  readonly before: number;
  readonly end: number;
  readonly signs: number;
  readonly rises: number;
  /** How much of the force of the last tick in force is asked for in the end; 0 of drives. */
  readonly held: number;
}

/** Commands at `speed` for a second, then none: what comes of it. Forces move 2 kg, in semi-implicit steps of a millisecond. */
export function stopped(by: 'drives' | 'forces', speed: number, ticks: number): Stopped {
  const kernel = (by === 'drives' ? driven() : sprung()).again();
  kernel.set('stream.goal.timeout', ticks * 1e-3);
  let [x, v] = [0, 0];
  const step = (): number => {
    kernel.step([x], [v]);
    if (by === 'drives') [x, v] = [kernel.at('position')[0], kernel.at('speed')[0]];
    else {
      v += (kernel.at('torque')[0] / 2) * 1e-3;
      x += v * 1e-3;
    }
    return v;
  };
  for (let k = 0; k <= 1000; k++) {
    tell(kernel, speed * k * 1e-3, 0);
    step();
  }
  const force = Math.abs(kernel.at('torque')[0]);
  let [after, before, last, signs, rises] = [-1, v, v, 0, 0];
  let fault = '';
  for (let k = 1; k <= 1000; k++) {
    kernel.at('stream.goal.age')[0] = k * 1e-3;
    const was = v;
    const now = step();
    if (after < 0 && kernel.fault !== 'none') {
      [after, before, last] = [k, was, was];
      fault = kernel.fault;
    }
    if (after >= 0) {
      rises = Math.max(rises, Math.abs(now) - Math.abs(last));
      if (now * before < 0) signs++;
    }
    last = now;
  }
  const held = by === 'drives' || force < 1e-9 ? 0 : Math.abs(kernel.at('torque')[0]) / force;
  return { after, fault, before, end: Math.abs(v), signs, rises, held };
}

/** A target that is so many seconds old when it comes, after a good one: where the goal is then, and how many were refused. */
export function stamped(age: number): { readonly at: number; readonly refused: number } {
  const kernel = driven().again();
  tell(kernel, 0.1, 0);
  kernel.step([0], [0]);
  tell(kernel, 0.7, age);
  kernel.step();
  return { at: kernel.at('inforce.goal.at')[0], refused: kernel.at('stream.goal.refused')[0] };
}
