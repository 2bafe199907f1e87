/** What is said before a run against what runs do. */
import { describe, expect, it } from 'vitest';
import { ForceField, frictionUse, type MarginOptions, marginOf } from '../analyse/index.js';
import { view } from '../graph/index.js';
import { dot3, numbers, type Vec3 } from '../math/index.js';
import { noise } from '../mechanism/arms.test.helper.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { type Assembly, assemble } from './assemble.js';
import { loadScenarioText } from './load.js';

/** A planar arm of turning joints, each link with its mass at its middle. */
function planarArm(lengths: readonly number[]): string {
  const links = lengths.map(
    (l, i) => `<link name="l${i}"><inertial><origin xyz="${l / 2} 0 0"/><mass value="1"/>
      <inertia ixx="0.001" iyy="${l ** 2 / 12}" izz="${l ** 2 / 12}" ixy="0" ixz="0" iyz="0"/></inertial></link>`,
  );
  const joints = lengths.map(
    (_, i) => `<joint name="j${i}" type="continuous"><parent link="${i === 0 ? 'base' : `l${i - 1}`}"/>
      <child link="l${i}"/><origin xyz="${i === 0 ? 0 : lengths[i - 1]} 0 0"/><axis xyz="0 0 1"/></joint>`,
  );
  const last = lengths.length - 1;
  return `<robot name="planar"><link name="base"/>${links.join('')}${joints.join('')}<link name="tip"/>
    <joint name="mount" type="fixed"><parent link="l${last}"/><child link="tip"/>
    <origin xyz="${lengths[last]} 0 0"/></joint></robot>`;
}

function assembled(arm: string, text: string): Assembly {
  const files = memoryFiles({ 'arm.urdf': arm });
  const loaded = loadScenarioText(files, 'a.yaml', text, []);
  const made = loaded.value && assemble(loaded.value, files);
  if (made?.value === undefined)
    throw new Error([...loaded.problems, ...(made?.problems ?? [])].map(wording).join('\n'));
  return made.value;
}

const optionsOf = ({ start, speeds, rigid }: Assembly): MarginOptions => ({
  start,
  speeds,
  ...(rigid.gravity === undefined ? {} : { gravity: rigid.gravity }),
  ...(rigid.joints === undefined ? {} : { joints: rigid.joints }),
});

/** Joint positions at the end of the run. */
function endOf(made: Assembly): number[] {
  const run = made.begin([]);
  while (run.advance(1) === 'running');
  expect(run.result().status).toBe('done');
  return [...view(made.kernel.layout, made.kernel.memory, 'q')];
}

describe('the stiction band', () => {
  it('holds where runs of random arms, frictions and stiffnesses end', { timeout: 60_000 }, () => {
    const random = noise(3);
    const between = (a: number, b: number) => a + ((b - a) * (random() + 1)) / 2;
    let stuck = 0;
    for (let n = 0; n < 12; n++) {
      const lengths = [between(0.2, 0.4), between(0.2, 0.4)];
      const start = [between(-2, 2), between(0.6, 2)];
      const to = [start[0] + between(-0.5, 0.5), start[1] + between(-0.3, 0.3)];
      const goal = [
        lengths[0] * numbers.cos(to[0]) + lengths[1] * numbers.cos(to[0] + to[1]),
        lengths[0] * numbers.sin(to[0]) + lengths[1] * numbers.sin(to[0] + to[1]),
      ];
      const made = assembled(
        planarArm(lengths),
        `pliant: 1
duration: 6 s
robots: { arm: { file: arm.urdf, tool: { on: tip }, start: { j0: ${start[0]}, j1: ${start[1]} } } }
world: { gravity: [0, 0, 0] }
control:
  points: { goal: { in: world, at: [${goal[0]}, ${goal[1]}, 0] } }
  elements:
    reach: { spring: linear, from: tool, to: goal, stiffness: ${between(50, 300)} }
    brake: { damper: linear, from: tool, to: world, damping: ${between(2, 20)} }
plant: { rigid: { joints: { coulomb: ${between(0.1, 0.6)}, viscous: 0.05 } } }
`,
      );
      const margin = marginOf(made.design, optionsOf(made));
      const [band] = margin.friction.bands;
      const end = endOf(made);
      const field = new ForceField(made.design, optionsOf(made));
      const e = field.reading('reach', end) as unknown as Vec3<number>;
      const short = numbers.sqrt(dot3(numbers, e, e));
      expect(band.element).toBe('reach');
      expect(short).toBeLessThanOrEqual(1.001 * Math.max(band.exact, band.worst) + 1e-6);
      expect(frictionUse(field.force(end), margin.friction.coulomb, 0)).toBeLessThan(1.01);
      if (short > 0.1 * band.exact) stuck++;
    }
    // Friction does hold it off: the band is no mere bound.
    expect(stuck).toBeGreaterThan(3);
  });
});

describe('the prediction', () => {
  it('is where runs among obstacles end', { timeout: 60_000 }, () => {
    const random = noise(8);
    const between = (a: number, b: number) => a + ((b - a) * (random() + 1)) / 2;
    let trapped = 0;
    for (let n = 0; n < 10; n++) {
      const lengths = [0.35, 0.35];
      const posts = [0.25, 0.47].map(
        (x, i) => `post${i}: { in: world, at: [${x + between(-0.06, 0.06)}, ${between(-0.05, 0.1)}, 0] }`,
      );
      const made = assembled(
        planarArm(lengths),
        `pliant: 1
duration: 15 s
robots: { arm: { file: arm.urdf, tool: { on: tip }, start: { j0: -1.4, j1: 1.2 } } }
world: { gravity: [0, 0, 0] }
control:
  points:
    goal: { in: world, at: [0.3, 0.45, 0] }
    ${posts.join('\n    ')}
  elements:
    reach: { spring: linear, from: tool, to: goal, stiffness: 40 }
    brake: { damper: linear, from: tool, to: world, damping: 12 }
    off0: { spring: repel, from: tool, to: post0, stiffness: 500, radius: 0.15 }
    off1: { spring: repel, from: tool, to: post1, stiffness: 500, radius: 0.15 }
plant: { rigid: { joints: { coulomb: 0, viscous: 0.2 } } }
`,
      );
      const margin = marginOf(made.design, { ...optionsOf(made), starts: 20 });
      const end = endOf(made);
      const field = new ForceField(made.design, optionsOf(made));
      const [x, y] = field.places(end).get('tool')!;
      const [a, b] = margin.prediction.places.tool;
      expect(margin.prediction.status).toBe('rest');
      expect(Math.sqrt((x - a) ** 2 + (y - b) ** 2)).toBeLessThan(5e-3);
      const reached = margin.equilibria.equilibria[margin.prediction.equilibrium!];
      if (reached.short.length > 0) trapped++;
    }
    expect(trapped).toBeGreaterThan(0);
    expect(trapped).toBeLessThan(10);
  });
});
