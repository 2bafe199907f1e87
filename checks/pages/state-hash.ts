/** Runs scenarios in a page, by `stateHash`. */
import { StateHash } from '../../toolkit/src/record/index.js';
import { memoryFiles } from '../../toolkit/src/robot/index.js';
import { assemble, loadScenario } from '../../toolkit/src/scenario/index.js';

declare global {
  var stateHash: typeof hashOf | undefined;
}

/** The state hash of the whole run of a scenario; `texts` are its files by path. */
export function hashOf(file: string, texts: Readonly<Record<string, string>>): string {
  const files = memoryFiles(texts);
  const loaded = loadScenario(files, file);
  if (loaded.value === undefined) throw new Error(JSON.stringify(loaded.problems));
  const { value: assembly, problems } = assemble(loaded.value, files);
  if (assembly === undefined) throw new Error(JSON.stringify(problems));
  const hash = new StateHash();
  const { status } = assembly.begin([hash]).complete();
  return `${status} ${hash.digest()}`;
}

globalThis.stateHash = hashOf;
