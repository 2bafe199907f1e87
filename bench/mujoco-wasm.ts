/** The closed loop on MuJoCo's own WebAssembly: the same control kernel, one mj_step. */
import type { BenchProblem } from './problem.js';
import { problemMjcf } from './problem.js';

interface Kernel {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly torque: Float64Array;
  step(): void;
}

export interface MujocoLoop {
  reset(): void;
  step(): void;
  velocities(): Float64Array;
}

/** The loop, or why not. Views are taken once; nothing allocates after that, so that they stay attached. */
export async function mujocoLoop(
  problem: BenchProblem,
  kernel: Kernel,
): Promise<MujocoLoop | { why: string }> {
  let load: typeof import('@mujoco/mujoco').default;
  try {
    load = (await import('@mujoco/mujoco')).default;
  } catch {
    return { why: 'not installed' };
  }
  const mj = await load();
  const model = mj.MjModel.from_xml_string(problemMjcf(problem));
  if (model === null) return { why: 'refused the model' };
  const data = new mj.MjData(model);
  const [qpos, qvel, applied] = [data.qpos, data.qvel, data.qfrc_applied] as Float64Array[];
  return {
    reset() {
      mj.mj_resetData(model, data);
      qpos.set(problem.q);
      qvel.set(problem.v);
    },
    step() {
      const n = qvel.length;
      for (let i = 0; i < n; i++) {
        kernel.q[i] = qpos[i];
        kernel.v[i] = qvel[i];
      }
      kernel.step();
      for (let i = 0; i < n; i++) applied[i] = kernel.torque[i];
      mj.mj_step(model, data);
    },
    velocities: () => Float64Array.from(qvel),
  };
}
