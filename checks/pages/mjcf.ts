/** Reads MJCF in a page, by `readModel`. */
import { loadMujoco } from '../../toolkit/src/mujoco.js';
import { memoryFiles, readMjcf } from '../../toolkit/src/robot/index.js';

declare global {
  var readModel: typeof inPage | undefined;
}

/** The robot and the problems as JSON; `texts` are the files by path. MuJoCo is in the bundle. */
export async function inPage(file: string, texts: Readonly<Record<string, string>>): Promise<string> {
  const mujoco = await loadMujoco();
  return JSON.stringify(readMjcf(texts[file], { file, files: memoryFiles(texts), mujoco }));
}

globalThis.readModel = inPage;
