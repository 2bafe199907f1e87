/**
 * Figures F1 to F17 of the paper on reaching by virtual springs and masses: each one by a run, or said not to be
 * reproducible and why. What belongs to the paper's own arm is run on this project's torso and held to its sign.
 */
import { numbers } from 'pliant/math';
import { elementOf } from 'pliant/mechanism';
import { atLeast, atMost, type Claim, type Row } from '../claim.js';
import { blocks, madeRun } from '../vmc/made.js';
import { length, type Samples, samplesOf } from '../vmc/samples.js';

const smooth = 'plant: { rigid: { step: 0.2 ms, joints: { stops: none, coulomb: 0, viscous: 0 } } }';

function near(what: string, value: number, wanted: number, within: number, unit = ''): Row {
  const u = unit === '' ? '' : ` ${unit}`;
  return {
    what,
    value: `${+value.toPrecision(7)}${u}`,
    limit: `${wanted} ± ${within}`,
    pass: Math.abs(value - wanted) <= within,
  };
}

/** What is only said. */
const said = (what: string, value: string): Row => ({ what, value, limit: '', pass: true });

const peak = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((most, x) => Math.max(most, x), 0);

/** F1: the ratio from the first overshoot, e^(−πζ/√(1 − ζ²)), of 1.35 kg. */
function ratio(k: number): number {
  const run = madeRun(
    blocks([1.35]),
    'block1',
    'start: { x1: 0 }',
    `duration: 3 s
control:
  rate: continuous
  points: { goal: { in: world, at: [0.1, 0, 0] } }
  elements:
    reach: { spring: linear, from: tool, to: goal, stiffness: ${k} }
    brake: { damper: linear, from: tool, to: goal, damping: 1.5 }
record: { rate: 1000 }
${smooth}`,
  );
  const over = Math.log((peak(run.over('joints.position').values) - 0.1) / 0.1) / Math.PI;
  return Math.sqrt((over * over) / (1 + over * over));
}

/** How far the goal creeps away from a block that 2.25 N of friction hold before it gives way, on a spring of k. */
function band(k: number): number {
  const run = madeRun(
    blocks([1.35]),
    'block1',
    'start: { x1: 0 }',
    `duration: 20 s
control:
  rate: 5 kHz
  points: { goal: { in: world, at: [0, 0, 0], moves: { along: line, by: [0.4, 0, 0], speed: 0.02 m/s } } }
  elements: { reach: { spring: linear, from: tool, to: goal, stiffness: ${k} } }
record: { rate: 1000 }
plant: { rigid: { step: 0.2 ms, joints: { stops: none, coulomb: 2.25, viscous: 0 } } }`,
  );
  const moved = run.over('joints.position').values.findIndex((x) => x > 1e-9);
  return run.over('reach.extension').values[moved];
}

/** A hand of `stiffness` 10 cm before the goal, which moves up at 0.1 m/s. */
function blocked(stiffness: number): { peak: number; hold: number } {
  const run = madeRun(
    blocks([1.35]),
    'block1',
    'start: { x1: 0 }',
    `duration: 12 s
world: { gravity: [0, 0, 0], hand: { plane: [-1, 0, 0], at: [0.3, 0, 0], stiffness: ${stiffness}, damping: 20 } }
control:
  rate: 5 kHz
  points: { goal: { in: world, at: [0, 0, 0], moves: { along: line, by: [0.4, 0, 0], speed: 0.1 m/s } } }
  elements:
    reach: { spring: linear, from: tool, to: goal, stiffness: 45 }
    brake: { damper: linear, from: tool, to: world, damping: 1.5 }
record: { rate: 1000 }
${smooth}`,
  );
  const { values } = run.over('contact.hand.force');
  return { peak: peak(values.map(Math.abs)), hold: Math.abs(values[values.length - 1]) };
}

/** F17: the spring's force while the goal moves on steadily, the damper joined to the goal or to the world. */
function carried(to: 'goal' | 'world', speed: number): number {
  const run = madeRun(
    blocks([1.35]),
    'block1',
    `start: { x1: 0 }, speeds: { x1: ${speed} }`,
    `duration: 20 s
control:
  rate: continuous
  points: { goal: { in: world, at: [0, 0, 0], moves: { along: line, by: [40, 0, 0], speed: ${speed} } } }
  elements:
    reach: { spring: linear, from: tool, to: goal, stiffness: 45 }
    brake: { damper: linear, from: tool, to: ${to}, damping: 1.5 }
record: { rate: 10 }
${smooth}`,
  );
  return run.at('reach.force', 20)[0];
}

/** How far the hand leaves the line ahead. */
function lateral({ series }: Samples): number {
  const [, y, z] = series('tool.position').columns;
  let most = 0;
  for (let k = 0; k < y.length; k++) most = Math.max(most, Math.hypot(y[k] - y[0], z[k] - z[0]));
  return 100 * most;
}

const force = ({ series }: Samples): number => {
  const columns = series('reach.force').columns;
  return peak(columns[0].map((_, k) => length(columns.map((column) => column[k]))));
};

function reaches(scale: 'subset' | 'full'): Row[] {
  if (scale === 'subset') return [];
  const stiff = samplesOf('simple-reach');
  const soft = samplesOf('simple-reach', { overrides: ['control.elements.reach.stiffness=15'] });
  const slow = samplesOf('moving-reference');
  const fast = samplesOf('moving-reference', { overrides: ['control.points.goal.moves.speed=0.5'] });
  const speed = ({ series }: Samples): number => {
    const columns = series('tool.velocity').columns;
    return peak(columns[0].map((_, k) => length(columns.map((column) => column[k]))));
  };
  const error = ({ at }: Samples): number => 100 * length(at('reach.extension', 12));
  return [
    atLeast('F2 peak speed with 45 N/m over that with 15 N/m', speed(stiff) / speed(soft), 1.5),
    atMost(
      'F2 error with 45 N/m over that with 15 N/m, 0.25 N m in each joint',
      error(stiff) / error(soft),
      1,
    ),
    atLeast('F3 15 N/m stops short: more than', error(soft), 2, 'cm'),
    atMost('F3 and by a few centimetres: less than', error(soft), 10, 'cm'),
    atMost('F4 moving reference at 0.1 m/s ends short by (paper: about 5)', error(slow), 7, 'cm'),
    atMost('F4 at 0.5 m/s (paper: about 5)', error(fast), 7, 'cm'),
    near('F5 peak force of the simple reach', force(stiff), 11.25, 1e-3, 'N'),
    atMost('F5 of the moving reference at 0.1 m/s', force(slow), 11.25, 'N'),
    atMost('F5 of the moving reference at 0.5 m/s', force(fast), 11.25, 'N'),
    said('F6 lateral deviation, simple', `${lateral(stiff).toFixed(2)} cm`),
    atMost('F6 moving at 0.1 m/s, over simple', lateral(slow) / lateral(stiff), 1),
    said('F6 moving at 0.5 m/s (sign holds on one arm only)', `${lateral(fast).toFixed(2)} cm`),
  ];
}

/** F9, F16: stiffness of the paper's obstacle law, force over distance. */
function obstacle(): Row[] {
  const declaration = elementOf('spring', 'piecewise');
  if (declaration === undefined) throw new Error('there is no spring: piecewise');
  const defaults = Object.fromEntries(
    declaration.parameters.map(({ name, default: value = [] }) => [
      name,
      typeof value === 'number' ? [value] : value,
    ]),
  );
  const k = (r: number): number =>
    -declaration.law(numbers, { value: [r / 100], rate: [0] }, defaults).force[0] / (r / 100);
  return [
    near('F9 stiffness of the obstacle law at 20 cm', k(20), 0, 1e-12, 'N/m'),
    ...(
      [
        [5, 20],
        [7.5, 11],
        [10, 2],
        [15, 1],
      ] as const
    ).map(([r, wanted]) => near(`F16 at ${r} cm`, k(r), wanted, 1e-12, 'N/m')),
  ];
}

/** F7: how far along its way the goal is, 0.25 m at 0.1 m/s, at every sample. */
function ramp(): Row[] {
  const { series, at } = samplesOf('moving-reference', { until: 3 });
  const x = series('goal.position').columns[0];
  const s = x.map((place) => (place - x[0]) / 0.25);
  return [
    near('F7 share of the way at 2.5 s', s[250], 1, 1e-12),
    atLeast('F7 least share', Math.min(...s), 0),
    atMost('F7 greatest share', Math.max(...s), 1 + 1e-12),
    near('F7 speed on the way', at('goal.velocity', 1)[0], 0.1, 1e-12, 'm/s'),
  ];
}

/** F8: the cart's pull bounds what is in the way in the end, and not at once. */
function cart(): Row[] {
  const run = samplesOf('force-driven', { rate: 1000 });
  const { values } = run.over('contact.blocking.force');
  return [
    near(
      'F8 blocked cart of 4 N: force on what blocks at rest',
      Math.abs(values[values.length - 1]),
      4,
      0.02,
      'N',
    ),
    atLeast('F8 and at most, on the way there', peak(values.map(Math.abs)), 4.1, 'N'),
  ];
}

export const paperClaims: readonly Claim[] = [
  {
    topic: 'vmc',
    id: 'vmc: F1 to F17, figures of the paper',
    measure(scale) {
      const hands = [500, 1000].map((stiffness) => ({ stiffness, ...blocked(stiffness) }));
      return [
        near('F1 damping ratio of 1.5 N s/m, 1.35 kg and 15 N/m', ratio(15), 0.167, 1e-3),
        near('F1 and 45 N/m', ratio(45), 0.096, 1e-3),
        ...reaches(scale),
        ...ramp(),
        ...(scale === 'full' ? cart() : []),
        ...obstacle(),
        said('F10 one and two cylinders', 'not reproducible: positions, sizes and s1 are not given'),
        ...hands.flatMap(({ stiffness, peak: most, hold }) => [
          near(
            `F11 hold on a hand of ${stiffness} N/m, goal 10 cm past it`,
            hold,
            +((45 * stiffness * 0.1) / (45 + stiffness)).toFixed(3),
            5e-3,
            'N',
          ),
          near('F11 its peak (paper: up to 4.53)', most, 4.4, 0.35, 'N'),
        ]),
        said('F15 joints of the robot, designs, baselines', '17, six, one: counts of the text'),
        said('F12 baseline of 35.77 N', 'not reproducible: its gains, rate and approach are not given'),
        said('F13 plate at 0.5 m/s', 'not reproducible: geometry and friction are not given'),
        near('F14 band of 2.25 N at 45 N/m', 100 * band(45), 5, 0.05, 'cm'),
        near('F14 the same at 15 N/m', 100 * band(15), 15, 0.05, 'cm'),
        ...([0.1, 0.5] as const).map((speed) =>
          near(
            `F17 spring's share with damping of the own speed, ${speed} m/s`,
            carried('world', speed) - carried('goal', speed),
            1.5 * speed,
            1e-3,
            'N',
          ),
        ),
      ];
    },
  },
];
