/** Reading MJCF texts in tests, and MuJoCo's own opinion of the same texts. */
import loadMujoco, { type MainModule, type MjModel } from '@mujoco/mujoco';
import { describe as worded } from '../../problem/index.js';
import { memoryFiles } from '../files.js';
import type { Robot } from '../robot.js';
import { type MjcfOptions, readMjcf } from './read.js';

let loaded: Promise<MainModule> | undefined;

/** MuJoCo, once a test file. */
export function mujocoOnce(): Promise<MainModule> {
  loaded ??= loadMujoco();
  return loaded;
}

/** `text` as robot.xml beside some other files. */
export function reading(
  mujoco: MainModule,
  text: string | Uint8Array,
  others: Readonly<Record<string, string | Uint8Array>> = {},
  options: Partial<MjcfOptions> = {},
) {
  const files = memoryFiles({ ...others, 'robot.xml': text });
  return readMjcf(text, { file: 'robot.xml', files, mujoco, ...options });
}

/** The robot; throws with its problems where there is none. */
export function robotFrom(...given: Parameters<typeof reading>): Robot {
  const { value, problems } = reading(...given);
  if (value === undefined) throw new Error(problems.map(worded).join('\n'));
  return value;
}

/** Codes of the problems, errors with a `!`. */
export function codes(...given: Parameters<typeof reading>): string[] {
  return reading(...given).problems.map(({ code, severity }) => (severity === 'error' ? `!${code}` : code));
}

/** What stands in `<mujoco>`, with a body that has a mass around the rest. */
export function bodyWith(inside: string, before = '', after = ''): string {
  return `<mujoco>${before}<worldbody><body name="b"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>${inside}</body></worldbody>${after}</mujoco>`;
}

/** A model in MuJoCo of its own, without limits and contacts. */
export class Oracle {
  readonly #mj: MainModule;
  readonly #model: MjModel;
  readonly #names: (kind: 'mjOBJ_JOINT' | 'mjOBJ_BODY', id: number) => string;

  constructor(mj: MainModule, text: string) {
    this.#mj = mj;
    this.#model = mj.MjModel.from_xml_string(text) as MjModel;
    this.#names = (kind, id) => mj.mj_id2name(this.#model, mj.mjtObj[kind].value, id) ?? '';
  }

  delete(): void {
    this.#model.delete();
  }

  /** Joints with their type (0 free, 1 ball, 2 slide, 3 hinge) and first entries of positions and velocities. */
  get joints(): { name: string; type: number; q: number; v: number; body: string }[] {
    const m = this.#model;
    return Array.from({ length: m.njnt }, (_, i) => ({
      name: this.#names('mjOBJ_JOINT', i),
      type: m.jnt_type[i],
      q: m.jnt_qposadr[i],
      v: m.jnt_dofadr[i],
      body: this.#names('mjOBJ_BODY', m.jnt_bodyid[i]),
    }));
  }

  get nq(): number {
    return this.#model.nq;
  }

  get nv(): number {
    return this.#model.nv;
  }

  /** Vertices of the mesh of a geom, in the frame of its body. */
  vertices(geom: number): number[][] {
    const [mj, m] = [this.#mj, this.#model];
    const mesh = m.geom_dataid[geom];
    const rotation = new mj.DoubleBuffer(9);
    mj.mju_quat2Mat(rotation, [...m.geom_quat.subarray(4 * geom, 4 * geom + 4)]);
    const R = [...rotation.GetView()];
    rotation.delete();
    const first = m.mesh_vertadr[mesh];
    return Array.from({ length: m.mesh_vertnum[mesh] }, (_, i) => {
      const v = m.mesh_vert.subarray(3 * (first + i), 3 * (first + i) + 3);
      return [0, 1, 2].map(
        (k) => m.geom_pos[3 * geom + k] + R[3 * k] * v[0] + R[3 * k + 1] * v[1] + R[3 * k + 2] * v[2],
      );
    });
  }

  /** Poses of bodies (position, rotation row by row) and the mass matrix at q. */
  at(q: readonly number[]): { poses: Map<string, { position: number[]; rotation: number[] }>; M: number[] } {
    const [mj, m] = [this.#mj, this.#model];
    const d = new mj.MjData(m);
    d.qpos.set(q);
    mj.mj_kinematics(m, d);
    mj.mj_comPos(m, d);
    mj.mj_crb(m, d);
    const out = new mj.DoubleBuffer(m.nv * m.nv);
    mj.mj_fullM(m, d, out);
    const poses = new Map<string, { position: number[]; rotation: number[] }>();
    for (let i = 1; i < m.nbody; i++) {
      poses.set(this.#names('mjOBJ_BODY', i), {
        position: [...d.xpos.subarray(3 * i, 3 * i + 3)],
        rotation: [...d.xmat.subarray(9 * i, 9 * i + 9)],
      });
    }
    const M = [...out.GetView()];
    out.delete();
    d.delete();
    return { poses, M };
  }
}
