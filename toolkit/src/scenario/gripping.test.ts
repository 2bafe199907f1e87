/** A gripper on an arm: its joint is its law's, the others are the servo's. */
import { describe, expect, it } from 'vitest';
import { view } from '../graph/index.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';

const inertia = (i: number) => `<inertia ixx="${i}" iyy="${i}" izz="${i}" ixy="0" ixz="0" iyz="0"/>`;
const urdf = `<robot name="hand">
  <link name="base"/>
  <link name="palm"><inertial><mass value="1"/>${inertia(2e-3)}</inertial></link>
  <link name="finger"><inertial><mass value="0.1"/>${inertia(1e-4)}</inertial></link>
  <joint name="lift" type="prismatic"><parent link="base"/><child link="palm"/><axis xyz="0 0 1"/><limit lower="0" upper="1" velocity="1" effort="100"/></joint>
  <joint name="jaw" type="prismatic"><parent link="palm"/><child link="finger"/><axis xyz="1 0 0"/><limit lower="0" upper="0.08" velocity="0.2" effort="40"/></joint>
</robot>`;

/** Closes from 0 on a block whose face is at 4 cm, 20 N/mm, while the palm goes up by 5 cm. */
const scenario = (
  grip: string,
  { follow = 'computed torque: { bandwidth: 30 rad/s }', rest = '' } = {},
) => `pliant: 1
name: grip
duration: 2 s
record: { rate: 1 kHz }
robots:
  hand: { file: hand.urdf, tool: { on: palm }, start: { lift: 0.3 m, jaw: 0 } }
world:
  block: { box: [2 cm, 10 cm, 100 cm], at: [5 cm, 0, 30 cm], stiffness: 20 N/mm, damping: 40 N s/m }
control:
  points:
    pad: { on: finger, sphere: 0 }
    goal: { startOf: tool, moves: { along: line, by: [0, 0, 5 cm], speed: 5 cm/s } }
  sensors: { wrist: {} }
  laws:
    close: { law: grip, ${grip} }
    lead: { law: track, target: goal }
  servo: { attitude: false, follow: { ${follow} } }
  compensate: [gravity]
  buffers: none
plant: { rigid: { joints: { coulomb: 0, viscous: 0 }, sensors: { wrist: { on: palm } } } }
${rest}`;

function ran(text: string) {
  const source = memoryFiles({ 'a.yaml': text, 'hand.urdf': urdf });
  const loaded = loadScenario(source, 'a.yaml', []);
  const outcome = loaded.value && assemble(loaded.value, source);
  if (outcome?.value === undefined)
    throw new Error([...loaded.problems, ...(outcome?.problems ?? [])].map(wording).join('\n'));
  const { kernel, begin } = outcome.value;
  const of = (name: string) => view(kernel.layout, kernel.memory, name);
  // One a tick, however many steps the plant takes in it.
  const samples: { torque: number[]; q: number[]; status: number }[] = [];
  begin([
    {
      open() {},
      close() {},
      sample() {
        const tick = Math.round(of('time')[0] / 1e-3);
        samples[tick] = { torque: [...of('torque')], q: [...of('q')], status: of('laws.close.status')[0] };
      },
    },
  ]).complete();
  return samples;
}

const limit = 'limit: { jaw: 15 N }, speed: 5 cm/s, damping: 20 N s/m, integral: 1 N/mm';
const close = (x: number, wanted: number, off: number) => expect(Math.abs(x - wanted)).toBeLessThan(off);

describe('a grip beside a servo', () => {
  it.each([
    'computed torque: { bandwidth: 30 rad/s }',
    'pd: { stiffness: { lift: 5 N/mm, jaw: 5 N/mm }, damping: { lift: 100 N s/m, jaw: 20 N s/m } }',
    'pid: { stiffness: { lift: 5 N/mm, jaw: 5 N/mm }, damping: { lift: 100 N s/m, jaw: 20 N s/m }, integral: { lift: 20 N/mm s, jaw: 20 N/mm s } }',
  ])('has its joint for itself, and the servo the others: %s', (follow) => {
    const samples = ran(scenario(limit, { follow }));
    const last = samples[samples.length - 1];
    expect(last.torque[1]).toBe(15);
    close(last.q[1], 0.04 + 15 / 20e3, 1e-6);
    close(last.q[0], 0.35, 1e-3);
    expect(last.status).toBe(1);
    // It closes at the speed that it is to.
    close(samples[600].q[1] - samples[500].q[1], 0.05 * 0.1, 1e-4);
  });

  it('closes the other way with a limit below 0', () => {
    const samples = ran(scenario('limit: { jaw: -3 N }').replace('jaw: 0 }', 'jaw: 3 cm }'));
    expect(samples[samples.length - 1].torque[1]).toBe(-3);
    close(samples[300].q[1] - samples[200].q[1], -0.05 * 0.1, 1e-4);
  });

  it.each([
    ['hold', 15],
    ['damped stop', 15],
    ['float', 0],
    ['off', 0],
  ] as const)('keeps what it holds where a sensor fails and the arm is to %s: %d N', (then, force) => {
    const text = scenario(limit, { rest: 'events: [{ fault: lost, sensor: wrist, at: 1.5 s }]\n' });
    const samples = ran(
      text.replace('wrist: {} }', `wrist: { guards: { stale: { after: 20 ms, then: ${then} } } } }`),
    );
    close(samples[samples.length - 1].torque[1], force, 1e-9);
    expect(samples[1400].torque[1]).toBe(15);
  });

  it('gives its joint back to the servo where it is, over the blend of the phase', () => {
    const phases = `task:
  phases:
    grip: { laws: [close], until: { after: 1.2 s } }
    free: { laws: [], blend: 0.2 s }
`;
    const samples = ran(scenario(limit, { rest: phases }));
    const torques = samples.slice(1150, 1990).map(({ torque }) => torque[1]);
    const jump = Math.max(...torques.slice(1).map((torque, k) => Math.abs(torque - torques[k])));
    // 15 N over 200 ticks, and what the servo makes of the way that the block gives back.
    expect(jump).toBeLessThan(0.2);
    const last = samples[samples.length - 1];
    close(last.q[1], 0.04, 1e-4);
    close(last.torque[1], 0, 0.2);
  });

  it('is refused with more than its joint gives, with units of another joint, and at no speed', () => {
    const codes = (grip: string) =>
      checkScenario(memoryFiles({ 'a.yaml': scenario(grip), 'hand.urdf': urdf }), 'a.yaml')
        .filter(({ severity, code }) => severity === 'error' || code === 'unstable-at-tick')
        .map(({ code, where }) => `${code} ${where.path?.split('.').slice(3).join('.')}`);
    expect(codes(limit)).toEqual([]);
    expect(codes('limit: { jaw: 40.1 N }')).toEqual(['grip-above-limit limit']);
    expect(codes('limit: { jaw: -41 N }')).toEqual(['grip-above-limit limit']);
    expect(codes('limit: { jaw: 40 N }')).toEqual([]);
    expect(codes('limit: { jaw: 15 N }, speed: 1 rad/s')).toEqual(['no-joint-fits speed']);
    expect(codes('limit: { jaw: 15 N }, speed: 0')).toEqual(['no-grip speed']);
    expect(codes('limit: { jaw: 15 N }, still: { jaw: 5 cm/s }')).toEqual(['still-while-closing still']);
    expect(codes('limit: { jaw: 15 N }, damping: 0, integral: 0')).toEqual(['no-grip damping']);
    // A held damper on 0.1 kg diverges above 2 m/T = 200 N s/m.
    expect(codes('limit: { jaw: 15 N }, damping: 210')).toEqual(['unstable-at-tick damping']);
    expect(codes('limit: { jaw: 15 N }, damping: 190')).toEqual([]);
  });
});
