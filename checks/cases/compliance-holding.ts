/** How far things are held off, by how much they give way, and what a setting does. */
import fc from 'fast-check';
import { memoryFiles } from 'pliant/robot';
import { judgeScenario } from 'pliant/scenario';
import { between, type Three, within } from './case.js';
import { type Figure, lawCase, most, same, told } from './law-case.js';
import { CaseKernel, chainModel, once, onRails } from './law-kernel.js';

/** A spring and a damper on rails along z, 2 kg, which the controller moves by force. */
const sprung = once(
  () =>
    new CaseKernel(
      onRails(
        {
          sensors: [],
          servo: undefined as never,
          points: [
            { name: 'tool', frame: 'tool' },
            { name: 'goal', at: [0, 0, 0] },
          ],
          laws: [
            {
              name: 'spring',
              kind: 'impedance',
              at: 'tool',
              axes: 'world',
              target: 'goal',
              parameters: { stiffness: [500], damping: [60], most: [9] },
            },
          ],
        },
        ['z'],
      ),
    ),
);

interface Spring {
  readonly stiffness: number;
  /** Greatest error that counts. */
  readonly clip?: number;
}

export function spring({ stiffness, clip = 9 }: Spring): CaseKernel {
  const kernel = sprung().again().set('spring.stiffness', stiffness).set('spring.most', clip);
  return kernel.set('spring.damping', 1.4 * Math.sqrt(2 * stiffness));
}

/** Where a mass of 2 kg comes to rest under a force, s after s; semi-implicit steps of a millisecond. */
export function rests(kernel: CaseKernel, forces: readonly number[], seconds = 1): number[] {
  let [x, v] = [0, 0];
  return forces.map((force) => {
    for (let k = 0; k < 1000 * seconds; k++) {
      kernel.step([x], [v]);
      v += ((kernel.at('torque')[0] + force) / 2) * 1e-3;
      x += v * 1e-3;
    }
    return x;
  });
}

/** The force of the spring, off by so much. */
function pull(settings: Spring, off: number): number {
  const kernel = spring(settings);
  kernel.step([-off], [0]);
  return kernel.at('torque')[0];
}

/** A joint with Coulomb friction that a spring at a lever pulls: how far off it can stay at rest, from above. */
const levered = once(
  () =>
    new CaseKernel({
      name: 'lever',
      model: chainModel([
        { mass: 1, centre: [0.2, 0, 0], moment: 0.01 },
        { type: 'fixed', xyz: [1, 0, 0] },
      ]),
      gravity: [0, 0, 0],
      period: 1e-3,
      points: [
        { name: 'tip', frame: 'l1', at: [0.4, 0, 0] },
        { name: 'goal', at: [0.4, 0, 0] },
      ],
      elements: [],
      laws: [
        {
          name: 'spring',
          kind: 'impedance',
          at: 'tip',
          axes: 'world',
          target: 'goal',
          parameters: { stiffness: [1000], damping: [0] },
        },
      ],
    }),
);

/** The offset at which the spring's torque is what friction can hold, by bisection on the kernel. */
function stuck(stiffness: number, lever: number, friction: number): number {
  const kernel = levered().again();
  kernel.set('spring.stiffness', stiffness).set('tip.at', lever, 0, 0).set('goal.at', lever, 0, 0);
  let [low, high] = [0, 1];
  for (let k = 0; k < 60; k++) {
    const q = (low + high) / 2;
    kernel.step([q], [0]);
    if (Math.abs(kernel.at('torque')[0]) > friction) high = q;
    else low = q;
  }
  return 2 * lever * Math.sin(low / 2);
}

// ——— targets that are counted on ———

const tracking = once(
  () =>
    new CaseKernel(
      onRails({
        sensors: [],
        points: [
          { name: 'tool', frame: 'tool' },
          { name: 'goal', at: [0, 0, 0] },
        ],
        laws: [
          { name: 'go', kind: 'track', at: 'tool', target: 'goal', parameters: { time: [0], speed: [100] } },
        ],
      }),
    ),
);

/** Steps of a target while the arm stays behind: where the command comes to, and what an equal target then does. */
function stepped(step: number, count: number, behind: number) {
  const kernel = tracking().again();
  kernel.step([0], [0]);
  let target = 0;
  for (let k = 0; k < count; k++) {
    target = kernel.at('goal.at')[0] + step;
    kernel.set('goal.at', target, 0, 0);
    kernel.step([kernel.at('position')[0] - behind], [0]);
  }
  const command = kernel.at('position')[0];
  kernel.set('goal.at', target, 0, 0);
  kernel.step([command - behind], [0]);
  return { command, moved: kernel.at('position')[0] - command };
}

// ——— joints that come round ———

const turning = (type: 'continuous' | 'revolute') =>
  once(
    () =>
      new CaseKernel({
        name: 'round',
        model: chainModel([{ type, mass: 1, moment: 0.1 }]),
        period: 1e-3,
        points: [{ name: 'tip', frame: 'l1' }],
        elements: [],
        servo: {
          at: 'tip',
          ...(type === 'revolute' ? { limits: [[-3.2, 3.2]] as const } : {}),
          follow: { kind: 'drive' },
        },
        laws: [{ name: 'home', kind: 'joints', parameters: { position: [0], time: [0.02] } }],
      }),
  );
const round = { continuous: turning('continuous'), revolute: turning('revolute') };

/** How far a joint goes from one position to another, and the farthest that it is from 0. */
function goes(type: 'continuous' | 'revolute', from: number, to: number) {
  const kernel = round[type]().again();
  kernel.set('home.position', to);
  let [sum, last, far] = [0, from, 0];
  for (let k = 0; k < 600; k++) {
    kernel.step(k === 0 ? [from] : undefined);
    const now = kernel.at('position')[0];
    sum += now - last;
    last = now;
    far = Math.max(far, Math.abs(now));
  }
  return { sum, far };
}

// ——— hybrid ———

const wiping = once(
  () =>
    new CaseKernel(
      onRails(
        {
          period: 4e-3,
          points: [
            { name: 'tool', frame: 'tool' },
            { name: 'goal', at: [0, 0, 0] },
          ],
          laws: [
            {
              name: 'wipe',
              kind: 'hybrid',
              at: 'tool',
              axes: 'world',
              target: 'goal',
              sensor: 'wrist',
              parameters: {
                wanted: [0, 0, 10, 0, 0, 0],
                gain: [0.002],
                integral: [0.02],
                speed: [0.02],
                deviation: [0.02, 0.02, 0.5],
              },
            },
          ],
        },
        ['x', 'y', 'z'],
      ),
    ),
);

interface Wipe {
  readonly wanted: number;
  /** m/s, of the plane. */
  readonly away: number;
  readonly friction: number;
  /** N/m: of the axes that are held. */
  readonly held: number;
  readonly seconds: number;
}

/** Farthest off along x and y, and the greatest error of the force after a second as a share of it. */
function wiped({ wanted, away, friction, held, seconds }: Wipe) {
  const kernel = wiping().again();
  kernel.set('wipe.wanted', 0, 0, wanted, 0, 0, 0);
  let [side, wrong] = [0, 0];
  let q: Three = [0, 0, 0];
  for (let k = 0; k * 4e-3 < seconds; k++) {
    const time = k * 4e-3;
    const force = Math.max(0, 20000 * (q[2] - 0.001 - away * time));
    // The plane slides along x; the held axis yields to what that drags.
    const drag = friction * force;
    side = Math.max(side, Math.abs(q[0] + drag / held), Math.abs(q[1]));
    if (time > 1) wrong = Math.max(wrong, Math.abs(force - wanted) / wanted);
    kernel.feel('wrist', drag, 0, -force);
    kernel.step([q[0] + drag / held, q[1], q[2]], [0, 0, 0]);
    q = kernel.numbers('position') as unknown as Three;
  }
  return { side, wrong };
}

// ——— what is told before a run ———

/** What is said of a spring on rails, by check. */
function judged(stiffness: number, clip: number, target = 'goal') {
  const text = JSON.stringify({
    pliant: 1,
    robots: { tool: { bench: { axes: ['x', 'y', 'z'], mass: '2 kg' } } },
    control: {
      points: { fingertip: { on: 'tool', at: ['1 cm', 0, 0] }, goal: { startOf: 'tool' } },
      laws: { keep: { law: 'impedance', target, stiffness: `${stiffness} N/m`, most: `${clip} m` } },
    },
  });
  return judgeScenario(memoryFiles({ 'a.json': text }), 'a.json');
}

const greatest = (stiffness: number, clip: number): string =>
  String(judged(stiffness, clip).bounds?.[0].most.join());

const shown = (stiffness: number, clip: number): string => {
  const [bound] = judged(stiffness, clip).bounds ?? [];
  return bound === undefined ? 'nothing' : `${bound.path}: ${/at most [\d.]+ N/.exec(bound.text)?.[0]}`;
};

/** What is said of a spring to this target. */
const held = (target: string): string =>
  judged(500, 0.04, target)
    .problems.filter(({ code }) => code === 'target-on-tool')
    .map(({ code, where }) => `${code} ${where.path}`)
    .join();

export const holdingCases = [
  lawCase(
    'CL-16',
    'a bound on the error is a bound on the force',
    () => [
      same(
        'K 1000, 0.05 m at most: 0.03, 0.05, 0.2 m off',
        [0.03, 0.05, 0.2].map((off) => pull({ stiffness: 1000, clip: 0.05 }, off)),
        [30, 50, 50],
        1e-9,
      ),
      told('beside the setting', shown(1000, 0.05), 'control.laws.keep.most: at most 50 N'),
    ],
    fc.tuple(between(1, 5000), between(0.001, 0.2), within(0.5)),
    ([stiffness, clip, off]) => [
      same(
        'force',
        pull({ stiffness, clip }, off),
        Math.sign(off) * Math.min(Math.abs(off) * stiffness, clip * stiffness),
        1e-9,
      ),
      same('beside the setting', Number(greatest(stiffness, clip)), clip * stiffness, 1e-9),
    ],
  ),
  lawCase(
    'CL-17',
    'a target that is moved on is counted from the target, not from where the arm is',
    () => {
      const { command, moved } = stepped(0.005, 10, 0.004);
      return [
        same('ten steps of 5 mm, 4 mm behind', command, 0.05, 1e-12),
        same('the same target again', moved, 0, 1e-15),
      ];
    },
    fc.tuple(within(0.02), fc.integer({ min: 1, max: 50 }), within(0.01)),
    ([step, count, behind]) => {
      const { command, moved } = stepped(step, count, behind);
      return [same('command', command, step * count, 1e-12), same('again', moved, 0, 1e-12)];
    },
  ),
  lawCase(
    'CL-20',
    'axes that are held do not drift where another presses',
    () => {
      const moving = wiped({ wanted: 10, away: 0.01, friction: 0, held: 1e4, seconds: 10 });
      const rubbed = wiped({ wanted: 10, away: 0, friction: 0.2, held: 1e4, seconds: 3 });
      return [
        most('a plane that goes away by 100 mm in 10 s: off, m', moving.side, 1e-3),
        most('its force off after a second', moving.wrong, 0.1),
        most('friction of 0.2 at 10 N, K 10 N/mm: off, m', rubbed.side, 1e-3 + 2e-4),
        most('its force', rubbed.wrong, 0.1),
      ];
    },
    fc.record({
      wanted: between(5, 30),
      away: between(0, 0.01),
      friction: between(0, 0.5),
      held: between(3000, 30000),
    }),
    (wipe): Figure[] => {
      const { side, wrong } = wiped({ ...wipe, seconds: 2 });
      return [
        most('off', side, (1.3 * wipe.friction * wipe.wanted) / wipe.held + 1e-4),
        most('force off', wrong, 0.15),
      ];
    },
    0.2,
  ),
  lawCase(
    'CL-21',
    'a joint that comes round goes the short way, one that ends does not cross its end',
    () => {
      const [free, ended] = (['continuous', 'revolute'] as const).map((type) => goes(type, 3.13, -3.13));
      return [
        same('continuous, 3.13 to −3.13', free.sum, 0.023185, 5e-7),
        same('with ends of ±3.2', ended.sum, -6.26, 5e-7),
        most('farthest from 0', ended.far, 3.2),
      ];
    },
    fc.tuple(within(3.1), within(3.1)),
    ([from, to]) => {
      const way = to - from;
      const short = way > Math.PI ? way - 2 * Math.PI : way < -Math.PI ? way + 2 * Math.PI : way;
      if (Math.abs(Math.abs(way) - Math.PI) < 1e-3) return [];
      return [
        same('continuous', goes('continuous', from, to).sum, short, 1e-6),
        same('ended', goes('revolute', from, to).sum, way, 1e-6),
        most('farthest', goes('revolute', from, to).far, 3.2),
      ];
    },
    0.5,
  ),
  lawCase(
    'CL-22',
    'what is held sags by load over stiffness, and comes back',
    () => [
      same('K 500, 10 N, then none, m', rests(spring({ stiffness: 500 }), [10, 0]), [0.02, 0], 1e-6),
      same(
        'K 1000, 0.5 kg not told of',
        rests(spring({ stiffness: 1000 }), [-0.5 * 9.81])[0],
        -0.004905,
        1e-6,
      ),
      same('friction of 1 N m at 0.4 m, K 1000', stuck(1000, 0.4, 1), 0.0025, 5e-6),
      told(
        'a target that the tool carries along',
        held('fingertip'),
        'target-on-tool control.laws.keep.target',
      ),
      told('one in the world', held('goal'), ''),
    ],
    fc.tuple(between(200, 2000), within(20), between(0.2, 0.8), between(0.01, 0.5)),
    ([stiffness, force, lever, friction]) => {
      // τ = K L² sin q.
      const angle = Math.asin(friction / (stiffness * lever * lever));
      return [
        same('off, and back', rests(spring({ stiffness }), [force, 0], 2), [force / stiffness, 0], 1e-6),
        same('stuck', stuck(stiffness, lever, friction), 2 * lever * Math.sin(angle / 2), 1e-9),
      ];
    },
    0.2,
  ),
];
