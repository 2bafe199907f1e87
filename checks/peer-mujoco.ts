/** MuJoCo in WebAssembly as a third opinion on kinematics and rigid-body dynamics; it reads the URDF itself. */
import loadMujoco, { type MainModule, type MjData, type MjModel } from '@mujoco/mujoco';

let loaded: Promise<MainModule> | undefined;

export function loadPeerMujoco(): Promise<MainModule> {
  loaded ??= loadMujoco();
  return loaded;
}

const OPTIONS =
  '<mujoco><compiler fusestatic="false" discardvisual="true"/><option gravity="0 0 -9.81"/></mujoco></robot>';

/**
 * A URDF text without its shapes, whose meshes MuJoCo would look for, and with its root afloat where asked: under
 * a link `world`, which MuJoCo takes for the world. A root of that name becomes `the root`.
 */
export function bare(urdf: string, freeRoot?: string): string {
  const text = urdf
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(visual|collision)\b[^>]*\/>/g, '')
    .replace(/<(visual|collision)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<mujoco>[\s\S]*?<\/mujoco>/g, '');
  if (freeRoot === undefined) return text.replace('</robot>', OPTIONS);
  const root = freeRoot === 'world' ? 'the root' : freeRoot;
  const float = `<joint name="${FLOAT}" type="floating"><parent link="world"/><child link="${root}"/></joint>`;
  const renamed = text.replace(/\b(name|link)="world"/g, '$1="the root"');
  return renamed.replace('</robot>', `<link name="world"/>${float}${OPTIONS}`);
}

const FLOAT = 'peer float';

/**
 * A robot in MuJoCo without joint damping, friction, limits or contacts; mimics are joints like others. Order
 * of q and v: `names`. A free root's velocity is in MuJoCo what it is here.
 */
export class MujocoPeer {
  readonly names: readonly string[];
  readonly #mj: MainModule;
  readonly #model: MjModel;
  readonly #data: MjData;

  constructor(mj: MainModule, urdf: string, freeRoot?: string) {
    this.#mj = mj;
    this.#model = mj.MjModel.from_xml_string(bare(urdf, freeRoot)) as MjModel;
    this.#data = new mj.MjData(this.#model);
    const m = this.#model;
    m.dof_damping.fill(0);
    m.dof_frictionloss.fill(0);
    m.opt.disableflags |= mj.mjtDisableBit.mjDSBL_CONSTRAINT.value | mj.mjtDisableBit.mjDSBL_CONTACT.value;
    const names: string[] = [];
    for (let j = 0; j < m.njnt; j++) {
      const name = mj.mj_id2name(m, mj.mjtObj.mjOBJ_JOINT.value, j) ?? '';
      if (name === FLOAT) names.push(...['x', 'y', 'z', 'wx', 'wy', 'wz'].map((e) => `${freeRoot}.${e}`));
      else names.push(name);
    }
    this.names = names;
  }

  delete(): void {
    this.#data.delete();
    this.#model.delete();
  }

  inverseDynamics(q: readonly number[], v: readonly number[], a: readonly number[]): number[] {
    const d = this.#data;
    d.qpos.set(q);
    d.qvel.set(v);
    d.qacc.set(a);
    this.#mj.mj_inverse(this.#model, d);
    return [...d.qfrc_inverse];
  }

  massMatrix(q: readonly number[]): number[] {
    const { nv } = this.#model;
    this.#pose(q);
    this.#mj.mj_crb(this.#model, this.#data);
    const out = new this.#mj.DoubleBuffer(nv * nv);
    this.#mj.mj_fullM(this.#model, this.#data, out);
    const matrix = [...out.GetView()];
    out.delete();
    return matrix;
  }

  /** Poses of the bodies at q, by link: position and rotation (row-major). */
  poses(q: readonly number[]): ReadonlyMap<string, { position: number[]; rotation: number[] }> {
    this.#pose(q);
    const { xpos, xmat } = this.#data;
    const poses = new Map<string, { position: number[]; rotation: number[] }>();
    for (let i = 1; i < this.#model.nbody; i++) {
      const name = this.#mj.mj_id2name(this.#model, this.#mj.mjtObj.mjOBJ_BODY.value, i) ?? '';
      poses.set(name, {
        position: [...xpos.subarray(3 * i, 3 * i + 3)],
        rotation: [...xmat.subarray(9 * i, 9 * i + 9)],
      });
    }
    return poses;
  }

  #pose(q: readonly number[]): void {
    this.#data.qpos.set(q);
    this.#mj.mj_kinematics(this.#model, this.#data);
    this.#mj.mj_comPos(this.#model, this.#data);
  }
}
