/** A joint's own spring and damping move a robot as MuJoCo's integrator moves it, from the same text. */
import { compileWasm } from 'pliant/graph';
import { modelOf } from 'pliant/model';
import { loadMujoco } from 'pliant/mujoco';
import { rigidPlant, rigidProgram } from 'pliant/plant';
import { readMjcf } from 'pliant/robot';
import { expect, it } from 'vitest';

const text = (integrator: string, step: number) => `<mujoco>
  <compiler angle="radian"/>
  <option integrator="${integrator}" timestep="${step}"><flag contact="disable"/></option>
  <worldbody><body name="a"><inertial pos=".02 0 -.2" mass="1.5" diaginertia=".02 .03 .01"/>
    <joint name="j" axis="0 1 0" stiffness="9" springref=".5" damping=".3" armature=".02"/>
    <body name="b" pos="0 0 -.4"><inertial pos="0 .01 -.15" mass=".8" diaginertia=".01 .012 .004"/>
      <joint name="k" type="slide" axis="0 0 1" stiffness="400" springref="-.02" damping="6"/></body></body></worldbody>
</mujoco>`;

it.each([
  ['implicitfast', 1e-5, 'semi-implicit', 1e-8],
  ['RK4', 1e-3, 'rk4', 1e-9],
] as const)('of hinges and slides, %s', async (integrator, step, method, apart) => {
  const mujoco = await loadMujoco();
  const source = text(integrator, step);
  const robot = readMjcf(source, { file: 'robot.xml', mujoco });
  expect(robot.problems).toEqual([]);
  const model = robot.value && modelOf(robot.value).value;
  if (model === undefined) throw new Error('no model');
  const plant = rigidPlant(compileWasm(rigidProgram(model, { step, method })));
  plant.reset([-0.3, 0.04], [0, 0.2]);

  const mj = mujoco as unknown as Awaited<ReturnType<typeof import('@mujoco/mujoco').default>>;
  const theirs = mj.MjModel.from_xml_string(source);
  if (theirs === null) throw new Error('no model of MuJoCo');
  const data = new mj.MjData(theirs);
  data.qpos.set([-0.3, 0.04]);
  data.qvel.set([0, 0.2]);
  const steps = Math.round(0.5 / step);
  let moved = 0;
  for (let k = 1; k <= steps; k++) {
    mj.mj_step(theirs, data);
    if (k % (steps / 10) !== 0) continue;
    plant.advance(k * step);
    moved = Math.max(moved, Math.abs(plant.q[0] + 0.3));
    for (const i of [0, 1]) {
      expect(Math.abs(plant.q[i] - data.qpos[i])).toBeLessThan(apart);
      expect(Math.abs(plant.v[i] - data.qvel[i])).toBeLessThan(100 * apart);
    }
  }
  expect(moved).toBeGreaterThan(0.3);
  data.delete();
  theirs.delete();
});
