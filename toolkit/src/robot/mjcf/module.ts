/** What the reader uses of MuJoCo's WebAssembly module: structural, so that nothing here imports it. */

/** `await loadMujoco()` of `pliant/mujoco` is one. Every object that it hands out is freed with `delete()`. */
export interface MujocoModule {
  readonly MjVFS: new () => MujocoFiles;
  readonly MjModel: { from_xml_string(xml: string, files: MujocoFiles): MujocoHandle | null | undefined };
  readonly mjtObj: Readonly<Record<MujocoObject, unknown>>;
  parseXMLString(xml: string, files: MujocoFiles): MujocoSpec;
  mj_compile(spec: MujocoSpec, files: MujocoFiles): MujocoModel;
  mjs_firstElement(spec: MujocoSpec, type: unknown): MujocoHandle | undefined;
  mjs_nextElement(spec: MujocoSpec, element: MujocoHandle): MujocoHandle | undefined;
  mjs_delete(spec: MujocoSpec, element: MujocoHandle): number;
  mjs_getId(element: MujocoHandle): number;
  mjs_getName(element: MujocoHandle): string;
  mjs_asBody(element: MujocoHandle): (MujocoHandle & { readonly explicitinertial: boolean }) | undefined;
  mjs_asJoint(element: MujocoHandle): (MujocoHandle & Limited<'limited' | 'actfrclimited'>) | undefined;
  mjs_asActuator(element: MujocoHandle): (MujocoHandle & Limited<'ctrllimited' | 'forcelimited'>) | undefined;
  /** `mass` is NaN where the file gives none. */
  mjs_asGeom(element: MujocoHandle): (MujocoHandle & { readonly mass: number }) | undefined;
  mjs_asTendon(element: MujocoHandle): (MujocoHandle & Limited<'limited'>) | undefined;
  mjs_asEquality(element: MujocoHandle): (MujocoHandle & { readonly active: boolean }) | undefined;
}

export type MujocoObject =
  | 'mjOBJ_BODY'
  | 'mjOBJ_JOINT'
  | 'mjOBJ_GEOM'
  | 'mjOBJ_SITE'
  | 'mjOBJ_MESH'
  | 'mjOBJ_EQUALITY'
  | 'mjOBJ_TENDON'
  | 'mjOBJ_ACTUATOR'
  | 'mjOBJ_KEY';

export interface MujocoHandle {
  delete(): void;
}

export interface MujocoFiles extends MujocoHandle {
  addBuffer(name: string, bytes: Uint8Array): void;
}

export type MujocoSpec = MujocoHandle;

/** Tri-state flags: 0 no, 1 yes, 2 where a range is given. The model's own flags are not readable in this build. */
type Limited<K extends string> = { readonly [k in K]: { readonly value: number } };

/** A view on MuJoCo's memory, gone when that grows: copied at once, never kept. */
type View = ArrayLike<number>;

export interface MujocoModel extends MujocoHandle {
  readonly nbody: number;
  readonly njnt: number;
  readonly ngeom: number;
  readonly nsite: number;
  readonly nq: number;
  readonly nu: number;
  readonly neq: number;
  readonly ntendon: number;
  readonly nkey: number;
  readonly body_parentid: View;
  readonly body_pos: View;
  readonly body_quat: View;
  readonly body_mass: View;
  readonly body_ipos: View;
  readonly body_iquat: View;
  readonly body_inertia: View;
  readonly body_gravcomp: View;
  readonly body_mocapid: View;
  readonly jnt_type: View;
  readonly jnt_bodyid: View;
  readonly jnt_qposadr: View;
  readonly jnt_dofadr: View;
  readonly jnt_pos: View;
  readonly jnt_axis: View;
  readonly jnt_range: View;
  readonly jnt_stiffness: View;
  readonly jnt_stiffnesspoly: View;
  readonly jnt_actfrcrange: View;
  readonly dof_damping: View;
  readonly dof_dampingpoly: View;
  readonly dof_armature: View;
  readonly dof_frictionloss: View;
  readonly qpos0: View;
  readonly qpos_spring: View;
  readonly geom_type: View;
  readonly geom_bodyid: View;
  readonly geom_dataid: View;
  readonly geom_pos: View;
  readonly geom_quat: View;
  readonly geom_size: View;
  readonly geom_contype: View;
  readonly geom_conaffinity: View;
  readonly geom_group: View;
  readonly geom_matid: View;
  readonly geom_rgba: View;
  readonly mat_rgba: View;
  readonly mesh_pos: View;
  readonly mesh_quat: View;
  readonly mesh_scale: View;
  readonly site_bodyid: View;
  readonly site_pos: View;
  readonly site_quat: View;
  readonly actuator_trntype: View;
  readonly actuator_trnid: View;
  readonly actuator_gaintype: View;
  readonly actuator_biastype: View;
  readonly actuator_dyntype: View;
  readonly actuator_gainprm: View;
  readonly actuator_gear: View;
  readonly actuator_ctrlrange: View;
  readonly actuator_forcerange: View;
  readonly eq_type: View;
  readonly eq_objtype: View;
  readonly eq_obj1id: View;
  readonly eq_obj2id: View;
  readonly eq_data: View;
  readonly tendon_adr: View;
  readonly tendon_num: View;
  readonly tendon_range: View;
  readonly tendon_stiffness: View;
  readonly tendon_damping: View;
  readonly tendon_frictionloss: View;
  readonly tendon_armature: View;
  readonly wrap_type: View;
  readonly wrap_objid: View;
  readonly key_qpos: View;
}
