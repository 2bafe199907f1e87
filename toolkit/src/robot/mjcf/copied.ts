/** A compiled model in MuJoCo's memory → plain data. */
import type { Quaternion, Vec3 } from '../../math/index.js';
import { type Compiled, geomKinds, jointKinds } from './compiled.js';
import type { MujocoHandle, MujocoModel, MujocoModule, MujocoObject, MujocoSpec } from './module.js';

/** Everything that is used of a model; its specification tells what the model's own arrays do not: names and flags. */
export function copied(mujoco: MujocoModule, model: MujocoModel, spec: MujocoSpec): Compiled {
  // The specification gives names, since `mj_id2name` has no word for a thing without one.
  const names = (type: MujocoObject) => {
    const found = propertyOf(mujoco, spec, mujoco.mjtObj[type], (element) => mujoco.mjs_getName(element));
    return (id: number) => found.get(id) ?? '';
  };
  const flags = <T extends MujocoHandle, U>(
    type: MujocoObject,
    as: (element: MujocoHandle) => T | undefined,
    read: (it: T) => U,
  ) => flagsOf(mujoco, spec, mujoco.mjtObj[type], as, read);
  const [bodyNames, jointNames, geomNames] = [names('mjOBJ_BODY'), names('mjOBJ_JOINT'), names('mjOBJ_GEOM')];
  const [siteNames, meshNames, keyNames] = [names('mjOBJ_SITE'), names('mjOBJ_MESH'), names('mjOBJ_KEY')];
  const [actuatorNames, equalityNames] = [names('mjOBJ_ACTUATOR'), names('mjOBJ_EQUALITY')];
  const tendonNames = names('mjOBJ_TENDON');
  const each = <T>(count: number, make: (i: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i));

  const body = columns(model, 'body_parentid', 'body_mass', 'body_gravcomp', 'body_mocapid');
  const bodyAt = columns(model, 'body_pos', 'body_quat', 'body_ipos', 'body_iquat', 'body_inertia');
  const explicit = flags(
    'mjOBJ_BODY',
    (e) => mujoco.mjs_asBody(e),
    (it) => it.explicitinertial,
  );
  const bodies = each(model.nbody, (i) => ({
    name: bodyNames(i),
    parent: body.body_parentid[i],
    position: vec(bodyAt.body_pos, i),
    turn: quat(bodyAt.body_quat, i),
    mass: body.body_mass[i],
    centre: vec(bodyAt.body_ipos, i),
    axes: quat(bodyAt.body_iquat, i),
    moments: vec(bodyAt.body_inertia, i),
    explicit: explicit.get(i) === true,
    gravityCompensation: body.body_gravcomp[i],
    mocap: body.body_mocapid[i] >= 0,
  }));

  const jnt = columns(
    model,
    'jnt_type',
    'jnt_bodyid',
    'jnt_qposadr',
    'jnt_dofadr',
    'jnt_stiffness',
    'jnt_stiffnesspoly',
  );
  const jntAt = columns(model, 'jnt_pos', 'jnt_axis', 'jnt_range', 'jnt_actfrcrange', 'qpos0', 'qpos_spring');
  const dof = columns(model, 'dof_damping', 'dof_dampingpoly', 'dof_armature', 'dof_frictionloss');
  const bounded = flags(
    'mjOBJ_JOINT',
    (e) => mujoco.mjs_asJoint(e),
    (it) => ({
      range: it.limited.value,
      force: it.actfrclimited.value,
    }),
  );
  const joints = each(model.njnt, (i) => {
    const address = jnt.jnt_qposadr[i];
    const d = jnt.jnt_dofadr[i];
    const range = ranged(bounded.get(i)?.range, jntAt.jnt_range, i);
    const forceRange = ranged(bounded.get(i)?.force, jntAt.jnt_actfrcrange, i);
    return {
      name: jointNames(i),
      body: jnt.jnt_bodyid[i],
      kind: jointKinds[jnt.jnt_type[i]],
      anchor: vec(jntAt.jnt_pos, i),
      axis: vec(jntAt.jnt_axis, i),
      address,
      reference: jntAt.qpos0[address],
      ...(range === undefined ? {} : { range }),
      ...(forceRange === undefined ? {} : { forceRange }),
      stiffness: jnt.jnt_stiffness[i],
      rest: jntAt.qpos_spring[address],
      damping: dof.dof_damping[d],
      friction: dof.dof_frictionloss[d],
      rotorInertia: dof.dof_armature[d],
      polynomial:
        anyOf(jnt.jnt_stiffnesspoly, model.njnt, i) || anyOf(dof.dof_dampingpoly, dof.dof_damping.length, d),
    };
  });

  const geom = columns(
    model,
    'geom_type',
    'geom_bodyid',
    'geom_dataid',
    'geom_contype',
    'geom_conaffinity',
    'geom_group',
  );
  const geomAt = columns(model, 'geom_pos', 'geom_quat', 'geom_size', 'geom_rgba', 'geom_matid', 'mat_rgba');
  const mesh = columns(model, 'mesh_pos', 'mesh_quat', 'mesh_scale');
  const weighed = flags(
    'mjOBJ_GEOM',
    (e) => mujoco.mjs_asGeom(e),
    ({ mass }) => !Number.isNaN(mass),
  );
  const geoms = each(model.ngeom, (i) => {
    const data = geom.geom_dataid[i];
    const kind = geomKinds[geom.geom_type[i]];
    const ofMesh = data >= 0 && (kind === 'mesh' || kind === 'sdf');
    return {
      name: geomNames(i),
      body: geom.geom_bodyid[i],
      kind,
      position: vec(geomAt.geom_pos, i),
      turn: quat(geomAt.geom_quat, i),
      size: vec(geomAt.geom_size, i),
      ...(ofMesh
        ? {
            mesh: {
              name: meshNames(data),
              position: vec(mesh.mesh_pos, data),
              turn: quat(mesh.mesh_quat, data),
              scale: vec(mesh.mesh_scale, data),
            },
          }
        : {}),
      weighed: weighed.get(i) === true,
      collides: geom.geom_contype[i] !== 0 || geom.geom_conaffinity[i] !== 0,
      group: geom.geom_group[i],
      colour: colourOf(geomAt.geom_rgba, geomAt.mat_rgba, i, geomAt.geom_matid[i]),
    };
  });

  const site = columns(model, 'site_bodyid', 'site_pos', 'site_quat');
  const sites = each(model.nsite, (i) => ({
    name: siteNames(i),
    body: site.site_bodyid[i],
    position: vec(site.site_pos, i),
    turn: quat(site.site_quat, i),
  }));

  const drive = columns(
    model,
    'actuator_trntype',
    'actuator_trnid',
    'actuator_gear',
    'actuator_gaintype',
    'actuator_gainprm',
  );
  const driven = columns(
    model,
    'actuator_biastype',
    'actuator_dyntype',
    'actuator_ctrlrange',
    'actuator_forcerange',
  );
  const driveFlags = flags(
    'mjOBJ_ACTUATOR',
    (e) => mujoco.mjs_asActuator(e),
    (it) => ({
      control: it.ctrllimited.value,
      force: it.forcelimited.value,
    }),
  );
  const gains = drive.actuator_gainprm.length / (model.nu || 1);
  const actuators = each(model.nu, (i) => {
    let force = ranged(driveFlags.get(i)?.force, driven.actuator_forcerange, i);
    const control = ranged(driveFlags.get(i)?.control, driven.actuator_ctrlrange, i);
    // Fixed gain, no bias, no dynamics: a motor, whose force is gain · control.
    const motor =
      drive.actuator_gaintype[i] === 0 &&
      driven.actuator_biastype[i] === 0 &&
      driven.actuator_dyntype[i] === 0;
    if (motor && control !== undefined) {
      const gain = drive.actuator_gainprm[gains * i];
      const ends = [gain * control[0], gain * control[1]];
      const own: [number, number] = [Math.min(...ends), Math.max(...ends)];
      force = force === undefined ? own : [Math.max(own[0], force[0]), Math.min(own[1], force[1])];
    }
    return {
      name: actuatorNames(i),
      transmission: drive.actuator_trntype[i],
      target: drive.actuator_trnid[2 * i],
      gears: drive.actuator_gear.slice(6 * i, 6 * i + 6),
      ...(force === undefined ? {} : { force }),
    };
  });

  const eq = columns(model, 'eq_type', 'eq_objtype', 'eq_obj1id', 'eq_obj2id', 'eq_data');
  const active = flags(
    'mjOBJ_EQUALITY',
    (e) => mujoco.mjs_asEquality(e),
    (it) => it.active,
  );
  const width = eq.eq_data.length / (model.neq || 1);
  const equalities = each(model.neq, (i) => ({
    name: equalityNames(i),
    kind: eq.eq_type[i],
    of: eq.eq_objtype[i],
    first: eq.eq_obj1id[i],
    second: eq.eq_obj2id[i],
    data: eq.eq_data.slice(width * i, width * (i + 1)),
    active: active.get(i) !== false,
  }));

  const tendon = columns(
    model,
    'tendon_adr',
    'tendon_num',
    'tendon_stiffness',
    'tendon_damping',
    'tendon_frictionloss',
  );
  const wraps = columns(model, 'tendon_armature', 'tendon_range', 'wrap_type', 'wrap_objid');
  const limited = flags(
    'mjOBJ_TENDON',
    (e) => mujoco.mjs_asTendon(e),
    (it) => it.limited.value,
  );
  const tendons = each(model.ntendon, (i) => ({
    name: tendonNames(i),
    limited: ranged(limited.get(i), wraps.tendon_range, i) !== undefined,
    stiffness: tendon.tendon_stiffness[i],
    damping: tendon.tendon_damping[i],
    friction: tendon.tendon_frictionloss[i],
    armature: wraps.tendon_armature[i],
    path: each(tendon.tendon_num[i], (k) => {
      const at = tendon.tendon_adr[i] + k;
      return { kind: wraps.wrap_type[at], id: wraps.wrap_objid[at] };
    }),
  }));

  const { key_qpos } = columns(model, 'key_qpos');
  const keys = each(model.nkey, (i) => ({
    name: keyNames(i),
    positions: key_qpos.slice(model.nq * i, model.nq * (i + 1)),
  }));
  return { bodies, joints, geoms, sites, actuators, equalities, tendons, keys };
}

type Columns<K extends keyof MujocoModel> = Readonly<Record<K, number[]>>;

/** Copies of some of the model's arrays. */
function columns<K extends keyof MujocoModel>(model: MujocoModel, ...keys: K[]): Columns<K> {
  const copies = keys.map((key) => [key, Array.from(model[key] as unknown as ArrayLike<number>)] as const);
  return Object.fromEntries(copies) as unknown as Columns<K>;
}

/** A property of each element of a kind in the specification, by its id in the model. */
function propertyOf<U>(
  mujoco: MujocoModule,
  spec: MujocoSpec,
  type: unknown,
  read: (element: MujocoHandle) => U | undefined,
): Map<number, U> {
  const properties = new Map<number, U>();
  let element = mujoco.mjs_firstElement(spec, type);
  while (element !== undefined && element !== null) {
    const property = read(element);
    if (property !== undefined) properties.set(mujoco.mjs_getId(element), property);
    const next = mujoco.mjs_nextElement(spec, element);
    element.delete();
    element = next;
  }
  return properties;
}

/** The same of the element as what it is. */
function flagsOf<T extends MujocoHandle, U>(
  mujoco: MujocoModule,
  spec: MujocoSpec,
  type: unknown,
  as: (element: MujocoHandle) => T | undefined,
  read: (it: T) => U,
): Map<number, U> {
  return propertyOf(mujoco, spec, type, (element) => {
    const it = as(element);
    if (it === undefined) return undefined;
    const value = read(it);
    it.delete();
    return value;
  });
}

/** A range that counts: flag 1, or flag 2 and not 0 … 0. */
function ranged(
  flag: number | undefined,
  ranges: readonly number[],
  i: number,
): [number, number] | undefined {
  const [low, high] = [ranges[2 * i], ranges[2 * i + 1]];
  return flag === 1 || (flag === 2 && (low !== 0 || high !== 0)) ? [low, high] : undefined;
}

function vec(values: readonly number[], i: number): Vec3<number> {
  return [values[3 * i], values[3 * i + 1], values[3 * i + 2]];
}

function quat(values: readonly number[], i: number): Quaternion<number> {
  return [values[4 * i], values[4 * i + 1], values[4 * i + 2], values[4 * i + 3]];
}

function anyOf(values: readonly number[], count: number, i: number): boolean {
  const width = values.length / (count || 1);
  return values.slice(width * i, width * (i + 1)).some((x) => x !== 0);
}

/** A geom of the default grey shows its material's colour. */
function colourOf(own: readonly number[], materials: readonly number[], i: number, material: number) {
  const grey = own[4 * i] === 0.5 && own[4 * i + 1] === 0.5 && own[4 * i + 2] === 0.5 && own[4 * i + 3] === 1;
  const [from, at] = material >= 0 && grey ? [materials, material] : [own, i];
  // Colours are kept in single precision: seven digits are what was written.
  const rounded = (x: number) => Math.min(1, Math.max(0, Math.round(x * 1e6) / 1e6));
  return quat(from, at).map(rounded) as unknown as [number, number, number, number];
}
