/** MuJoCo's compiler: text → plain data, copied out of its memory; nothing of MuJoCo outlives the call. */
import type { Compiled } from './compiled.js';
import { copied } from './copied.js';
import type { MujocoFiles, MujocoHandle, MujocoModule, MujocoObject, MujocoSpec } from './module.js';

export type Compilation =
  | { readonly model: Compiled; readonly fault?: undefined }
  | (Fault & { readonly model?: undefined });

export interface Fault {
  /** In MuJoCo's words. */
  readonly fault: string;
  /** Whether the module is of no use any more: its stack or its memory has come to its end. */
  readonly lost: boolean;
}

interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Compiles; the model, its specification and its files are deleted, also after a fault. A fault costs the module some
 * of its stack for good, which no caller can give back: about 1 kB in `faultOf`, 20 kB here.
 */
export function compile(mujoco: MujocoModule, xml: string, meshes: Iterable<NamedBytes> = []): Compilation {
  return holding(mujoco, meshes, (hold, files) => {
    const spec = hold(mujoco.parseXMLString(xml, files));
    hold({ delete: () => empty(mujoco, spec) });
    return { model: copied(mujoco, hold(mujoco.mj_compile(spec, files)), spec) };
  });
}

/** Why it does not compile, at the least cost; undefined where it does. */
export function faultOf(mujoco: MujocoModule, xml: string): Fault | undefined {
  return holding<Fault | undefined>(mujoco, [], (hold, files) => {
    const model = mujoco.MjModel.from_xml_string(xml, files);
    if (model) hold(model);
    return undefined;
  });
}

function holding<T>(
  mujoco: MujocoModule,
  meshes: Iterable<NamedBytes>,
  use: (hold: <H extends MujocoHandle>(handle: H) => H, files: MujocoFiles) => T,
): T | Fault {
  const held: MujocoHandle[] = [];
  const hold = <H extends MujocoHandle>(handle: H): H => {
    held.push(handle);
    return handle;
  };
  try {
    const files = hold(new mujoco.MjVFS());
    for (const { name, bytes } of meshes) files.addBuffer(name, bytes);
    return use(hold, files);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error('it gives no reason');
    return { fault: message, lost: name === 'RuntimeError' || name === 'RangeError' };
  } finally {
    for (const handle of held.reverse()) {
      try {
        handle.delete();
      } catch {
        // A module that has broken off cannot free anything.
      }
    }
  }
}

/** What holds most of the memory. Bodies take their joints, geoms and sites along, and drives and couplings of them. */
const elements = ['mjOBJ_BODY', 'mjOBJ_GEOM', 'mjOBJ_MESH'] as const satisfies readonly MujocoObject[];
/** Each deletion costs MuJoCo a walk over the whole model. */
const mostDeletions = 50;

/**
 * Deletes what a specification holds, but for the world and what is small: its own `delete` frees the handle and none
 * of its elements.
 */
function empty(mujoco: MujocoModule, spec: MujocoSpec): void {
  let deletions = 0;
  for (const kind of elements) {
    const type = mujoco.mjtObj[kind];
    const world = kind === 'mjOBJ_BODY' ? mujoco.mjs_firstElement(spec, type) : undefined;
    const next = () => (world ? mujoco.mjs_nextElement(spec, world) : mujoco.mjs_firstElement(spec, type));
    let deleted = true;
    for (let element = next(); element; element = deleted ? next() : undefined) {
      deleted = deletions++ < mostDeletions && mujoco.mjs_delete(spec, element) === 0;
      element.delete();
    }
    world?.delete();
  }
}
