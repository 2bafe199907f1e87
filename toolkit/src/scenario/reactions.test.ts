/** What an arm does while a guard holds it under a load. */
import { expect, it } from 'vitest';
import { view } from '../graph/index.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { loadScenario } from './load.js';
import { madeArm } from './made-arm.test.helper.js';

/** A made arm that gives way by admittance; its sensor is lost from 0.2 s to 0.4 s while something pushes with 20 N. */
const pushed = (follow: string): string => `pliant: 1
name: pushed
duration: 0.6 s
robots:
  arm: { file: arm.urdf, tool: { on: tip }, start: { shoulder: 30 deg, elbow: 60 deg, slide: 5 cm } }
control:
  compensate: [gravity]
  buffers: none
  sensors: { wrist: { guards: { stale: { after: 20 ms } } } }
  laws:
    yield: { law: admittance, sensor: wrist, axes: world, selection: [x, y, z], mass: 5 kg, stiffness: 500 N/m, ratio: 1 }
  servo: { attitude: false, follow: ${follow} }
plant: { rigid: { step: 0.25 ms, sensors: { wrist: { on: tip } } } }
events:
  - { at: 0.1 s, push: [0, 20 N, 0], for: 0.5 s }
  - { at: 0.2 s, fault: lost, sensor: wrist, for: 0.2 s }
`;

/** The same arm by impedance, without a servo; 1 kg that its controller knows nothing of hangs on it from 0.4 s on. */
const laden = (then: string): string => `pliant: 1
name: laden
duration: 1.5 s
robots:
  arm: { file: arm.urdf, tool: { on: tip }, start: { shoulder: 30 deg, elbow: 60 deg, slide: 5 cm } }
control:
  compensate: [gravity]
  buffers: none
  points: { goal: { startOf: tool, moves: { along: line, by: [0, 20 cm, 0], speed: 0.5 m/s } } }
  sensors: { wrist: { guards: { stale: { after: 20 ms, then: ${then} } } } }
  laws:
    give: { law: impedance, sensor: wrist, target: goal, axes: world, stiffness: 2000 N/m, turnStiffness: 5 N m/rad, ratio: 1 }
plant: { rigid: { step: 0.25 ms, sensors: { wrist: { on: tip } }, payloads: { part: { mass: 1 kg } } } }
events:
  - { at: 0.2 s, fault: lost, sensor: wrist, for: 10 s }
  - { at: 0.4 s, pickUp: part }
`;

/** How far any joint goes while the guard acts, and afterwards, from where it was when the guard acted first, rad or m. */
function moved(text: string): { held: number; after: number; faults: number } {
  const source = memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() });
  const loaded = loadScenario(source, 'a.yaml', []);
  const outcome = loaded.value && assemble(loaded.value, source);
  if (outcome?.value === undefined)
    throw new Error([...loaded.problems, ...(outcome?.problems ?? [])].map(wording).join('\n'));
  const { kernel } = outcome.value;
  const q = view(kernel.layout, kernel.memory, 'q');
  const fault = view(kernel.layout, kernel.memory, 'fault');
  let from: number[] | undefined;
  let [held, after] = [0, 0];
  const run = outcome.value.begin([
    {
      open() {},
      close() {},
      sample() {
        if (fault[0] !== 0) from ??= [...q];
        if (from === undefined) return;
        const start = from;
        const way = Math.max(...[...q].map((x, i) => Math.abs(x - start[i])));
        if (fault[0] !== 0) held = Math.max(held, way);
        else after = Math.max(after, way);
      },
    },
  ]);
  const { faults } = run.complete();
  return { held, after, faults: faults.length };
}

it.each([
  ['{ computed torque: { bandwidth: 60 rad/s } }'],
  ['{ pd: { stiffness: 1500, damping: 40 } }'],
  ['{ pid: { stiffness: 1500, damping: 40, integral: 2000 } }'],
])('a servo that follows by %s goes on holding when its sensor is lost', (follow) => {
  const { held, after, faults } = moved(pushed(follow));
  expect(faults).toBe(2);
  expect(held).toBeLessThan(0.005);
  // It gives way to the push as it does without a fault, and no more.
  expect(after).toBeLessThan(0.04);
});

it('a hold without a servo carries a load of 1 kg by millimetres, where a damped stop drifts', () => {
  const [hold, drift] = [moved(laden('hold')).held, moved(laden('damped stop')).held];
  // Before the load it stops from half a metre a second.
  expect(hold).toBeGreaterThan(1e-3);
  expect(hold).toBeLessThan(0.03);
  expect(drift).toBeGreaterThan(0.1);
});
