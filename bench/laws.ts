/** What laws for stiff arms cost, as multiples of the control step of the bench problem in the same rounds. */
import { controlProgram, type Design, type LawDesign } from 'pliant/control';
import { compileJavaScript, compileWasm, type Executable, view } from 'pliant/graph';
import type { BenchProblem } from './problem.js';
import type { Results } from './results.js';
import { type Contestant, compete, excess, inProcess } from './rounds.js';
import { type Control, control } from './runners.js';

/** A wrist sensor with a tool below it, and one law that moves the tool; drives follow. */
function lead({ design, model }: BenchProblem, law: LawDesign): Design {
  const frame = model.frames[model.frames.length - 1].name;
  return {
    name: law.kind,
    model,
    period: design.period,
    points: [
      { name: 'tool', frame, at: [0.02, -0.01, 0.05] },
      { name: 'goal', at: [0.4, 0.1, 0.5], attitude: [0.1, 0.9, 0.3, 0.2] },
    ],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tool', below: { mass: 1, centre: [0, 0, 0.1] }, cutoff: 30 }],
    servo: { at: 'tool', follow: { kind: 'drive' } },
    laws: [law],
  };
}

const six = {
  mass: [4, 4, 4, 0.2, 0.2, 0.2],
  damping: [40, 40, 40, 2, 2, 2],
  stiffness: [90, 80, 70, 3, 2, 1],
};
const full = (diagonal: number, beside: number) =>
  Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? diagonal : beside));

const track: LawDesign = { name: 'law', kind: 'track', at: 'tool', target: 'goal', parameters: {} };
const admittance = (parameters: LawDesign['parameters']): LawDesign => ({
  name: 'law',
  kind: 'admittance',
  at: 'tool',
  sensor: 'wrist',
  parameters,
});

/** With a reading of the sensor. */
function feeling(executable: Executable, q: readonly number[], v: readonly number[]): Control {
  const window = (name: string): Float64Array => view(executable.layout, executable.memory, name);
  window('sensor.wrist').set([1, 2, -9.81, 0.1, 0.2, 0.3]);
  window('sensor.wrist.valid')[0] = 1;
  return control(executable, q, v);
}

export async function benchLaws(results: Results, problem: BenchProblem, rounds: number): Promise<void> {
  const { design, q, v } = problem;
  const base = 'control step';
  const timed = [
    { name: base, design },
    { name: 'sensor, a motion, one IK step', design: lead(problem, track) },
    { name: 'sensor, admittance, one IK step', design: lead(problem, admittance(six)) },
    {
      name: 'the same, full 6 × 6 matrices',
      design: lead(
        problem,
        admittance({ mass: full(4, 0.01), damping: full(40, 0.1), stiffness: full(80, 0.2) }),
      ),
    },
  ];
  const contestants: Contestant[] = [];
  for (const { name, design: of } of timed) {
    const program = controlProgram(of, {
      ledger: false,
      limits: false,
      ...(of === design ? { guards: false } : {}),
    });
    const own = of === design ? control : feeling;
    const wasm = own(compileWasm(program), q, v);
    const js = own(compileJavaScript(program), q, v);
    wasm.step();
    js.step();
    const out = (made: Control): Float64Array =>
      of === design ? made.torque : view(made.executable.layout, made.executable.memory, 'position');
    const got = new Map([
      ['wasm', Float64Array.from(out(wasm))],
      ['JavaScript', Float64Array.from(out(js))],
    ]);
    if (!results.agree(name, got, 'wasm', 1e-9)) return;
    let i = 0;
    contestants.push(
      inProcess(name, () => {
        wasm.q[0] = q[0] + 1e-9 * (i++ & 1023);
        wasm.step();
      }),
    );
  }
  const timings = await compete(contestants, base, rounds);
  results.table('laws for stiff arms, wasm', timings, base);
  const [step, motion, led, coupled] = timings;
  results.row('an admittance of six axes beyond a motion / control step', excess(led, motion, step), 1);
  results.row('admittance with one IK step / control step', led.ratio, 3);
  results.row('with full matrices and one IK step / control step', coupled.ratio, 3);
}
