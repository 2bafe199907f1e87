/**
 * MuJoCo in WebAssembly, for what takes it as an argument: reading MJCF (`readRobot(…, { mujoco })`). The only entry
 * that loads `@mujoco/mujoco`, an optional peer dependency; 10 MB, loaded once.
 */
import load, { type MainModule } from '@mujoco/mujoco';

export type { MainModule };

export interface LoadOptions {
  /** Where `mujoco.wasm` is, where a bundler has moved it: address or path of a file by its name. */
  readonly locateFile?: (name: string, folder: string) => string;
}

let loaded: Promise<MainModule> | undefined;

/** The module; the same one at every call until there is a fresh one. In a page it needs `script-src 'unsafe-eval'`. Rejects where it cannot be loaded. */
export function loadMujoco(options: LoadOptions = {}): Promise<MainModule> {
  if (loaded !== undefined) return loaded;
  const loading = load(options).catch((error: unknown) => {
    if (loaded === loading) loaded = undefined;
    throw error;
  });
  loaded = loading;
  return loading;
}

/** A new module, with a memory of its own, in place of one that has broken off: from now on `loadMujoco` gives this one. */
export function freshMujoco(options: LoadOptions = {}): Promise<MainModule> {
  loaded = undefined;
  return loadMujoco(options);
}
