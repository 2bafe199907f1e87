/** The flagship scenario on robots that others wrote: it runs as it stands, or says by name why not. */
import { describe } from 'pliant/problem';
import { assemble, loadScenario } from 'pliant/scenario';
import { corpusFiles, type Facts, soundRobots } from './corpus.js';
import { ownFiles } from './scenarios.js';

/** The repository's files under their own paths, the corpus's behind a prefix. */
const prefix = 'corpus/';
const files = {
  read: (path: string) =>
    path.startsWith(prefix) ? corpusFiles.read(path.slice(prefix.length)) : ownFiles.read(path),
  list: (folder: string) =>
    folder.startsWith(prefix) ? corpusFiles.list(folder.slice(prefix.length)) : ownFiles.list(folder),
};

/** Of what none may be warned: gains that diverge, a start pose that the joints could not hold. */
const unwanted = ['unstable-at-tick', 'gravity-beyond-limit'];

/** Why a robot may be refused: it is too small for the goal, or cannot be simulated. */
const reasons = ['out-of-reach', 'massless'];

export function reachingRobots(): readonly Facts[] {
  return soundRobots((entry) => entry.free >= 2);
}

export interface Reaching {
  readonly end: 'ran' | 'refused';
  /** None where it ran to its end without a fault, or was refused for a good reason. */
  readonly faults: readonly string[];
}

export function reachOn({ file }: Facts): Reaching {
  const loaded = loadScenario(files, 'examples/reach.yaml', [
    `robots.arm.file=${prefix}${file}`,
    'duration=0.5 s',
    'events=[]',
    'measure={}',
  ]);
  if (loaded.value === undefined) return { end: 'refused', faults: loaded.problems.map(describe) };
  const { value: assembly, problems } = assemble(loaded.value, files);
  if (assembly === undefined) {
    const wrong = problems.filter((p) => p.severity === 'error' && !reasons.includes(p.code));
    return { end: 'refused', faults: wrong.map(describe) };
  }
  const faults = problems.filter((p) => unwanted.includes(p.code)).map(describe);
  const { model, start } = assembly;
  for (const body of model.bodies) {
    const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = body.limits ?? {};
    if (body.nq !== 1 || body.type === 'continuous') continue;
    if (start[body.q] < lower - 1e-9 || start[body.q] > upper + 1e-9) {
      faults.push(`${body.joint} starts at ${start[body.q]}, outside ${lower} … ${upper}`);
    }
  }
  const result = assembly.begin([]).complete();
  if (result.status !== 'done') faults.push(`ends as ${result.status}`);
  faults.push(...result.faults.map(({ time, fault }) => `fault ${fault} at ${time} s`));
  return { end: 'ran', faults };
}
