/** Torques that step, units that are mistaken, weight that is held twice. */
import fc from 'fast-check';
import { type Design, designProblems } from 'pliant/control';
import { numbers as N } from 'pliant/math';
import { forwardDynamics, standardGravity } from 'pliant/model';
import { memoryFiles } from 'pliant/robot';
import { assemble, loadScenarioText } from 'pliant/scenario';
import { pairText } from '../urdf-text.js';
import { between, within } from './case.js';
import { lawCase, same, told } from './law-case.js';
import { CaseKernel, chainModel, once, onRails } from './law-kernel.js';

const jumping = once(
  () =>
    new CaseKernel({
      name: 'jump',
      model: chainModel([{ axis: [0, 1, 0], mass: 2, centre: [0.25, 0, 0] }]),
      gravity: standardGravity,
      period: 1e-3,
      points: [],
      compensate: ['gravity'],
      elements: [
        {
          name: 'pull',
          family: 'spring',
          kind: 'joint',
          joins: { joint: 'j1' },
          parameters: { stiffness: [100], target: [0] },
        },
      ],
      limits: { torqueRate: { most: [1000] } },
    }),
);

/** Torques that are sent, tick by tick, once the law asks for `jump` more. */
function sent(jump: number, rate: number, periods: readonly number[]): number[] {
  const kernel = jumping().again();
  kernel.set('limits.torqueRate', rate);
  kernel.step([0], [0]);
  const all = [kernel.at('torque')[0]];
  kernel.set('pull.target', jump / 100);
  for (const period of periods) {
    kernel.at('period')[0] = period;
    kernel.step([0], [0]);
    all.push(kernel.at('torque')[0]);
  }
  return all;
}

const runner = once(
  () =>
    new CaseKernel(
      onRails({
        sensors: [],
        servo: undefined as never,
        points: [
          { name: 'tool', frame: 'tool' },
          { name: 'goal', motion: { along: 'line', parameters: { by: [2, 0, 0], speed: [0.2] } } },
        ],
        elements: [
          {
            name: 'pull',
            family: 'spring',
            kind: 'linear',
            joins: { from: 'tool', to: 'goal' },
            parameters: { stiffness: [1000] },
          },
        ],
      }),
    ),
);

/** What a spring of 1 N/mm to a goal at 0.2 m/s pulls with, tick by tick. */
function pulls(periods: readonly number[]): number[] {
  const kernel = runner().again();
  kernel.step([0], [0]);
  return periods.map((period) => {
    kernel.time += period - 1e-3;
    kernel.at('period')[0] = 1e-3;
    kernel.step([0], [0]);
    return kernel.at('torque')[0];
  });
}

const wrist = once(() =>
  pairText('<axis xyz="0 0 1"/><limit lower="-6.283185307" upper="6.283185307" effort="10" velocity="2"/>'),
);

/** Where a wrist with limits of ±2π is to go, or what is said of it. */
function goingTo(given: string): number | string {
  const text = JSON.stringify({
    pliant: 1,
    robots: { arm: { file: 'arm.urdf' } },
    control: {
      laws: { home: { law: 'joints', position: { j: given } } },
      servo: { follow: { pd: { stiffness: '10 N m/rad', damping: '1 N m s/rad' } } },
    },
    plant: { rigid: { joints: { stops: 'none' } } },
  });
  const files = memoryFiles({ 'a.json': text, 'arm.urdf': wrist() });
  const loaded = loadScenarioText(files, 'a.json', text);
  const drafted = loaded.value && assemble(loaded.value, files);
  const wrong = [...loaded.problems, ...(drafted?.problems ?? [])].find(
    ({ severity }) => severity === 'error',
  );
  if (wrong !== undefined) return `${wrong.where.path} ${wrong.message} ${wrong.expected}`;
  return drafted?.value?.design.laws?.[0].parameters.position[0] ?? 'nothing';
}

const twice = (): Design => ({
  name: 'twice',
  model: chainModel([{ axis: [0, 1, 0], mass: 2, centre: [0.25, 0, 0] }]),
  gravity: standardGravity,
  period: 1e-3,
  points: [],
  elements: [],
  compensate: ['gravity'],
});

/** How fast a level arm speeds up where its weight is held twice, rad/s². */
function heldTwice(mass: number, reach: number): number {
  const model = chainModel([{ axis: [0, 1, 0], mass, centre: [reach, 0, 0] }]);
  const kernel = new CaseKernel({ ...twice(), model });
  kernel.step([0], [0]);
  const own = kernel.at('torque')[0];
  return Math.abs(forwardDynamics(N, model, [0], [0], [2 * own], standardGravity)[0]);
}

export const torqueCases = [
  lawCase(
    'LS-07',
    'a torque changes by no more than its rate, after a gap as well, and begins with what is applied',
    () => {
      const all = sent(10, 1000, [1e-3, 1e-3, 3e-3, 1e-3]);
      return [
        same('first, which holds the weight', all[0], -4.905, 1e-9),
        same(
          'then by',
          all.slice(1).map((x, k) => x - all[k]),
          [1, 1, 1, 1],
          1e-9,
        ),
        same('a goal goes on by the time that passed, N', pulls([1e-3, 3e-3, 1e-3]), [0.2, 0.8, 1], 1e-9),
      ];
    },
    fc.tuple(
      within(50),
      between(10, 5000),
      fc.array(fc.constantFrom(1e-3, 2e-3, 3e-3, 5e-4), { minLength: 1, maxLength: 30 }),
    ),
    ([jump, rate, periods]) => {
      const all = sent(jump, rate, periods);
      let at = -4.905;
      const right = periods.map((period) => {
        const room = rate * Math.min(period, 1e-3);
        at += Math.max(-room, Math.min(room, jump - 4.905 - at));
        return at;
      });
      return [same('sent', all, [-4.905, ...right], 1e-8)];
    },
  ),
  lawCase(
    'LS-09',
    'degrees that are taken for radians are refused by joint and limit',
    () => {
      const wrong = String(goingTo('180 rad'));
      return [
        told(
          '180 rad',
          /control\.laws\.home.* the joint j .*360 deg/.test(wrong) ? 'refused by joint and limit' : wrong,
          'refused by joint and limit',
        ),
        same('180 deg', Number(goingTo('180 deg')), 3.141593, 5e-7),
      ];
    },
    // To the limits of either side, and beyond in radians.
    between(-359, 359),
    (degrees) => {
      const wrong = goingTo(`${degrees} rad`);
      return [
        same('deg', Number(goingTo(`${degrees} deg`)), (degrees * Math.PI) / 180, 1e-12),
        told('as radians', typeof wrong === 'string', Math.abs(degrees) > 6.283185307),
      ];
    },
    0.2,
  ),
  lawCase(
    'LS-10',
    'a weight that the robot holds already is not held twice',
    () => [
      told(
        'both',
        designProblems({ ...twice(), provides: ['gravity'] }).map(({ code }) => code),
        ['compensated-twice'],
      ),
      same('unnoticed, rad/s²', heldTwice(2, 0.25), 39.24, 1e-6),
    ],
    fc.tuple(between(0.1, 10), between(0.05, 2)),
    ([mass, reach]) => [same('acceleration', heldTwice(mass, reach), 9.81 / reach, 1e-8)],
    0.1,
  ),
];
