/** What virtual model control costs, as multiples of the control step of the bench problem in the same rounds. */
import { controlProgram, type Design } from 'pliant/control';
import { compileJavaScript, compileWasm } from 'pliant/graph';
import type { BenchProblem } from './problem.js';
import type { Results } from './results.js';
import { type Contestant, compete, excess, inProcess } from './rounds.js';
import { control } from './runners.js';
import { TORSO_ELEMENTS, torsoProblem, withCapsules, withPointSpring } from './vmc-designs.js';

interface Timed {
  readonly name: string;
  readonly design: Design;
  /** Energies of the elements are kept. */
  readonly ledger: boolean;
  readonly q: readonly number[];
  readonly v: readonly number[];
}

export async function benchVmc(
  results: Results,
  { design, q, v }: BenchProblem,
  rounds: number,
): Promise<void> {
  const torso = torsoProblem();
  const { length } = torso.design.elements;
  if (length !== TORSO_ELEMENTS) throw new Error(`bench: the torso has ${length} elements`);
  const base = 'control step';
  const timed: readonly Timed[] = [
    { name: base, design, ledger: false, q, v },
    { name: 'with ledger', design, ledger: true, q, v },
    { name: 'with a point spring', design: withPointSpring(design), ledger: false, q, v },
    { name: 'with capsules, ledger', design: withCapsules(design), ledger: true, q, v },
    { name: `torso, ${length} elements, ledger`, ...torso, ledger: true },
  ];
  const contestants: Contestant[] = [];
  for (const { name, design: of, ledger, q: start, v: speed } of timed) {
    const program = controlProgram(of, { ledger, guards: false, limits: false });
    const wasm = control(compileWasm(program), start, speed);
    const js = control(compileJavaScript(program), start, speed);
    wasm.step();
    js.step();
    const got = new Map([
      ['wasm', Float64Array.from(wasm.torque)],
      ['JavaScript', Float64Array.from(js.torque)],
    ]);
    if (!results.agree(name, got, 'wasm', 1e-9)) return;
    let i = 0;
    contestants.push(
      inProcess(name, () => {
        wasm.q[0] = start[0] + 1e-9 * (i++ & 1023);
        wasm.step();
      }),
    );
  }
  const timings = await compete(contestants, base, rounds);
  results.table('virtual model control, wasm', timings, base);
  const [step, booked, pulled, repelled, both] = timings;
  results.row('an extra point spring / control step', excess(pulled, step, step), 0.12);
  results.row('a capsule that repels a capsule, ledger / control step', excess(repelled, booked, step), 0.4);
  results.row(`torso of ${torso.design.model.nv} joints, ${length} elements / control step`, both.ratio, 10);
}
