/**
 * What laws of contact cost, as multiples of the control step of the bench problem in the same rounds: kernels on the same arm,
 * without limits, guards and ledger as the control step has none; with their guards beside it.
 */
import { controlProgram, type Design, type LawDesign } from 'pliant/control';
import { compileJavaScript, compileWasm, type Executable, view } from 'pliant/graph';
import type { BenchProblem } from './problem.js';
import type { Results } from './results.js';
import { type Contestant, compete, excess, inProcess, type Timing } from './rounds.js';
import { type Control, control } from './runners.js';

/** The points of all: the tool, and a place beside it. */
function arm({ design, model }: BenchProblem, laws: readonly LawDesign[]): Design {
  return {
    name: laws[0].name,
    model,
    period: design.period,
    points: [
      { name: 'tool', frame: 'tool', at: [0.02, -0.01, 0.05] },
      { name: 'goal', at: [0.45, 0.05, 0.6], attitude: [0.05, 0.9, 0.4, 0.1] },
    ],
    elements: [],
    laws,
  };
}

/** A wrist sensor with a tool below it, and one law that moves the tool; drives follow. */
function lead(problem: BenchProblem, law: LawDesign): Design {
  return {
    ...arm(problem, [law]),
    sensors: [{ name: 'wrist', at: 'tool', below: { mass: 0.1, centre: [0, 0, 0.1] }, cutoff: 30 }],
    servo: { at: 'tool', follow: { kind: 'drive' } },
  };
}

const full = (diagonal: number, beside: number) =>
  Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? diagonal : beside));

const admittance = (parameters: LawDesign['parameters']): LawDesign => ({
  name: 'admittance',
  kind: 'admittance',
  at: 'tool',
  sensor: 'wrist',
  parameters,
});
const coupled = admittance({ mass: full(4, 0.01), damping: full(40, 0.1), stiffness: full(80, 0.2) });
const apart = admittance({
  mass: [4, 4, 4, 0.2, 0.2, 0.2],
  damping: [40, 40, 40, 2, 2, 2],
  stiffness: [90, 80, 70, 3, 2, 1],
});

/** A law that moves the tool and feels nothing; a goal that it comes to in no time that is timed. */
const motion: LawDesign = {
  name: 'motion',
  kind: 'track',
  at: 'tool',
  target: 'goal',
  parameters: { time: [1e3] },
};

/** Holds the tool at the goal, with the weight of the arm taken off. */
function impedance(problem: BenchProblem, parameters: LawDesign['parameters']): Design {
  const stiffness = { stiffness: [400, 380, 420], turnStiffness: [4, 5, 3] };
  const law = { kind: 'impedance', at: 'tool', target: 'goal', parameters: { ...stiffness, ...parameters } };
  return { ...arm(problem, [{ name: 'impedance', ...law }]), compensate: ['gravity'] };
}

interface Timed {
  readonly name: string;
  readonly design: Design;
  readonly guards: boolean;
}

/** With a reading of the sensor, where there is one. */
function ready(executable: Executable, q: readonly number[], v: readonly number[]): Control {
  const { layout, memory } = executable;
  if (layout.fields.some(({ name }) => name === 'sensor.wrist')) {
    view(layout, memory, 'sensor.wrist').set([1, 2, -3, 0.01, 0.02, 0.03]);
    view(layout, memory, 'sensor.wrist.valid')[0] = 1;
  }
  return control(executable, q, v);
}

/** What is timed has to be the law at work, not a reaction or a servo at a limit or next to a singularity. */
function expectAtWork(name: string, { executable: { layout, memory } }: Control): void {
  for (const field of ['fault', 'servo.status']) {
    if (!layout.fields.some((f) => f.name === field)) continue;
    const [got] = view(layout, memory, field);
    // 0: no fault; as commanded.
    if (got !== 0) throw new Error(`bench: ${name}: ${field} is ${got}`);
  }
}

export async function benchLaws(results: Results, problem: BenchProblem, rounds: number): Promise<void> {
  const { design, q, v } = problem;
  const base = 'control step';
  const damping = { damping: [20, 18, 22], turnDamping: [0.4, 0.5, 0.3] };
  const posture = { posture: [...q], postureStiffness: [5], postureRatio: [0.7] };
  const plain: Readonly<Record<string, Design>> = {
    [base]: design,
    'sensor, a motion, one IK step': lead(problem, motion),
    'sensor, admittance, one IK step': lead(problem, coupled),
    'the same of single axes': lead(problem, apart),
    'impedance, K and D': impedance(problem, damping),
    'impedance, Λ and null space': impedance(problem, { ...damping, ...posture }),
    'impedance, damping true in the pose': impedance(problem, { ratio: [0.7], ...posture }),
  };
  const guarded = 'sensor, admittance, one IK step, guards';
  const timed: Timed[] = Object.entries(plain).map(([name, of]) => ({ name, design: of, guards: false }));
  timed.push({ name: guarded, design: lead(problem, coupled), guards: true });
  const contestants: Contestant[] = [];
  const kernels: [string, Control][] = [];
  for (const { name, design: of, guards } of timed) {
    const program = controlProgram(of, { ledger: false, limits: false, guards });
    const [wasm, js] = [ready(compileWasm(program), q, v), ready(compileJavaScript(program), q, v)];
    const led = of.servo !== undefined;
    const out = (made: Control): Float64Array => {
      made.step();
      const { layout, memory } = made.executable;
      return Float64Array.from(led ? view(layout, memory, 'position') : made.torque);
    };
    if (
      !results.agree(
        name,
        new Map([
          ['wasm', out(wasm)],
          ['JavaScript', out(js)],
        ]),
        'wasm',
        1e-9,
      )
    )
      return;
    kernels.push([name, wasm]);
    let i = 0;
    contestants.push(
      inProcess(name, () => {
        wasm.q[0] = q[0] + 1e-9 * (i++ & 1023);
        wasm.step();
      }),
    );
  }
  const timings = await compete(contestants, base, rounds);
  for (const [name, kernel] of kernels) expectAtWork(name, kernel);
  const by = results.table('laws of contact, wasm', timings, base);
  const of = (name: string): Timing => by.get(name) as Timing;
  const [led, single] = [of('sensor, admittance, one IK step'), of('the same of single axes')];
  const beyond = excess(led, of('sensor, a motion, one IK step'), of(base));
  results.row('admittance of six axes beyond a motion / control step', beyond, 1);
  results.row('admittance of six axes with one IK step / control step', led.ratio, 3);
  results.row('  of single axes', single.ratio, 3);
  results.row('  with its guards', of(guarded).ratio);
  results.row('impedance, fixed K and D / control step', of('impedance, K and D').ratio, 1.4);
  results.row('impedance with Λ and null space / control step', of('impedance, Λ and null space').ratio, 5);
  results.row(
    'impedance, damping true in the pose, in the step / control step',
    of('impedance, damping true in the pose').ratio,
    20,
  );
}
