/**
 * Figures F1 to F17 of the paper on reaching by virtual springs and masses: each by a run or a closed form, or said not to
 * be reproducible and why. The paper's own arm is not at hand and its friction is not known. What depends on them is run
 * on this project's torso with an assumed Coulomb friction in every joint, and held to its sign; what another arm
 * with such friction gave stands beside it.
 */
import { numbers } from 'pliant/math';
import { elementOf } from 'pliant/mechanism';
import { atLeast, atMost, type Claim, exactly, figure, type Row, type Scale } from '../claim.js';
import { ownRobot } from '../robots.js';
import { length, type SampleOptions, type Samples, samplesOf } from '../vmc/samples.js';

function near(what: string, value: number, wanted: number, within: number, unit = ''): Row {
  const u = unit === '' ? '' : ` ${unit}`;
  return {
    what,
    value: `${+value.toPrecision(7)}${u}`,
    limit: `${+wanted.toPrecision(7)} ± ${figure(within)}${u}`,
    pass: Math.abs(value - wanted) <= within,
  };
}

function between(what: string, value: number, least: number, most: number, unit: string): Row {
  return {
    what,
    value: `${figure(value)} ${unit}`,
    limit: `${figure(least)} … ${figure(most)} ${unit}`,
    pass: value >= least && value <= most,
  };
}

/** What no limit is put on. */
const said = (what: string, value: string): Row => ({ what, value, limit: 'none', pass: true });
const notReproducible = (what: string, why: string): Row => said(what, `not reproducible: ${why}`);

/** Norms of a vector channel over time. */
function norms({ series }: Samples, channel: string): number[] {
  const { columns } = series(channel);
  return Array.from(columns[0], (_, k) => length(columns.map((column) => column[k])));
}
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

interface Reach {
  readonly speed: number;
  readonly force: number;
  /** cm */
  readonly error: number;
  /** Farthest from the line along x, cm. */
  readonly lateral: number;
}

/** The paper's arm has no spring on its attitude where these figures are taken. */
const free = 'control.elements.aim.stiffness=0';
const friction = (torque: number): string => `plant.rigid.joints.coulomb=${torque}`;
const stiffness = (k: number): string => `control.elements.reach.stiffness=${k}`;
const pace = (speed: number): string => `control.points.goal.moves.speed=${speed}`;

function reach(name: string, ...overrides: readonly string[]): Reach {
  const run = samplesOf(name, { rate: 500, overrides: [free, ...overrides] });
  const [, y, z] = run.series('tool.position').columns;
  return {
    speed: most(norms(run, 'tool.velocity')),
    force: most(norms(run, 'reach.force')),
    error: 100 * length(run.at('reach.extension', 12)),
    lateral: 100 * most(Array.from(y, (_, k) => Math.hypot(y[k] - y[0], z[k] - z[0]))),
  };
}

/** F2, F3: a softer spring ends farther away and moves more slowly. Frictions and values of the other arm, by torque. */
function simple(scale: Scale): Row[] {
  const compared = scale === 'full' ? [0.25, 0.3, 0.4] : [0.3];
  const bands = scale === 'full' ? [0.1, 0.15, 0.2] : [0.1];
  return [
    ...compared.flatMap((torque): Row[] => {
      const [soft, stiff] = [15, 45].map((k) => reach('simple-reach', stiffness(k), friction(torque)));
      return [
        atLeast(
          `F2 speed with 45 over that with 15 N/m, ${torque} N m (other arm 0.97/0.29)`,
          stiff.speed / soft.speed,
          1.5,
        ),
        atMost(
          `F2 error with 45 N/m, ${torque} N m, against ${figure(soft.error)} cm with 15 (other arm 4.9, 12.0)`,
          stiff.error,
          soft.error,
          'cm',
        ),
      ];
    }),
    ...bands.map((torque) =>
      between(
        `F3 short by "a few centimetres" with 15 N/m, ${torque} N m (other arm 2.1 … 6.1)`,
        reach('simple-reach', stiffness(15), friction(torque)).error,
        2.1,
        6.1,
        'cm',
      ),
    ),
  ];
}

/** F4 to F6: a goal that moves against one that stands. */
function moving(scale: Scale): Row[] {
  const torques = scale === 'full' ? [0.2, 0.25, 0.3] : [0.25];
  return torques.flatMap((torque): Row[] => {
    const still = reach('simple-reach', friction(torque));
    const [slow, fast] = [0.1, 0.5].map((v) => reach('moving-reference', pace(v), friction(torque)));
    const by = `${torque} N m`;
    return [
      between(`F4 error at 0.1 m/s, ${by} (paper about 5, other arm 3.7 … 5.4)`, slow.error, 1, 6, 'cm'),
      between(`F4 error at 0.5 m/s, ${by} (paper about 5, other arm 2.2 … 4.3)`, fast.error, 0.5, 6, 'cm'),
      near(`F5 peak pull of the standing goal, ${by}`, still.force, 45 * 0.25, 1e-9, 'N'),
      atMost(`F5 at 0.1 m/s, ${by} (other arm 2.7)`, slow.force, still.force / 2, 'N'),
      atMost(`F5 at 0.5 m/s, ${by} (other arm 6.1)`, fast.force, still.force, 'N'),
      atMost(`F6 aside at 0.1 m/s, ${by} (other arm 2.1 of 3.6)`, slow.lateral, still.lateral, 'cm'),
      atMost(`F6 aside at 0.5 m/s, ${by} (other arm 2.7 of 3.6)`, fast.lateral, still.lateral, 'cm'),
    ];
  });
}

/** F6 is of one arm with its friction: without it the sign turns round. */
function lateralWithoutFriction(): Row {
  const still = reach('simple-reach', friction(0)).lateral;
  const fast = reach('moving-reference', pace(0.5), friction(0)).lateral;
  return said(
    'F6 aside at 0.5 m/s without friction',
    `${figure(fast)} cm against ${figure(still)} cm: not a property of the law`,
  );
}

/** F7: the share of its way that the goal has behind it, 0.25 m at 0.1 m/s. */
function ramp(): Row[] {
  const run = samplesOf('moving-reference', { until: 3 });
  const { time, values } = run.over('goal.position');
  const share = Array.from(values, (x) => (x - values[0]) / 0.25);
  const apart = Array.from(time, (t, k) => Math.abs(share[k] - Math.min(1, (0.1 * t) / 0.25)));
  return [
    atMost('F7 share of the way less min(1, v t/L)', most(apart), 1e-12),
    atLeast('F7 least share', Math.min(...share), 0),
    near('F7 share at L/v = 2.5 s', share[time.findIndex((t) => Math.abs(t - 2.5) < 1e-9)], 1, 1e-12),
  ];
}

/** F8: the pull is what is felt at rest; before, a bound by the energy that there is when the hand is met. */
function blockedCart(): Row[] {
  const run = samplesOf('blocked-cart', { rate: 1000 });
  const onHand = norms(run, 'contact.hand.force');
  const met = onHand.findIndex((force) => force > 0);
  const [pull, k, c, m] = [4, 45, 1.5, 5];
  const at = (channel: string): number[] => run.series(channel).columns.map((column) => column[met]);
  // All that moves and all springs, in the ledger's lines; the spring to the cart counts from where the pull holds it.
  const stored = at('ledger.stored').reduce((sum, line) => sum + line, 0);
  const energy = stored - pull * at('reach.extension')[0] + pull ** 2 / (2 * k);
  // The least mass that a push at the hand can feel, from `pliant check`.
  const arm = 0.4796;
  const bound = pull + Math.sqrt(2 * energy * (k + c * c * (1 / m + 1 / arm)));
  const pressed = most(norms(run, 'tool.force'));
  const capped = samplesOf('blocked-cart', {
    rate: 1000,
    overrides: ['control.elements.reach.spring=saturating', 'control.elements.reach.greatest=5'],
  });
  return [
    near('F8 force on what blocks the cart, at rest', onHand[onHand.length - 1], pull, 0.01, 'N'),
    atLeast('F8 spring and damper on the way there: more than the pull', pressed, pull * 1.1, 'N'),
    atMost('F8 and less than the bound by energy', pressed, bound, 'N'),
    atMost('F8 spring with a greatest force of 5 N', most(norms(capped, 'reach.force')), 5, 'N'),
    said('F8 on what blocks it at most, with the impact of the arm', `${figure(most(onHand))} N`),
  ];
}

/** F9, F16: stiffness of the obstacle law by the distance in centimetres. */
function obstacle(): Row[] {
  const declaration = elementOf('spring', 'piecewise');
  if (declaration === undefined) throw new Error('there is no spring: piecewise');
  const defaults = Object.fromEntries(
    declaration.parameters.map(({ name, default: value = [] }) => [
      name,
      typeof value === 'number' ? [value] : value,
    ]),
  );
  const force = (r: number): number =>
    -declaration.law(numbers, { value: [r / 100], rate: [0] }, defaults).force[0];
  const wanted: readonly (readonly [number, number])[] = [
    [5, 20],
    [7.5, 11],
    [10, 2],
    [15, 1],
    [20, 0],
  ];
  const steps = Array.from({ length: 15001 }, (_, i) => 5 + i / 1000);
  const energy = steps.reduce((sum, r, i) => sum + force(r) * (i === 0 || i === 15000 ? 0.5e-5 : 1e-5), 0);
  return [
    ...wanted.map(([r, k]) =>
      near(`${r === 20 ? 'F9' : 'F16'} stiffness at ${r} cm`, force(r) / (r / 100), k, 1e-12, 'N/m'),
    ),
    exactly('F16 force at the obstacle itself', force(0), 0),
    near('F16 energy from 20 to 5 cm', energy, 0.0508333, 1e-6, 'J'),
  ];
}

/** F11: a hand 10 cm before the goal, which comes at 0.1 m/s; without friction. */
function blockedHand(scale: Scale): Row[] {
  const hands = scale === 'full' ? [500, 1000, 2000] : [500];
  return hands.flatMap((hand): Row[] => {
    const start = 0.19452364136343203;
    const run = samplesOf('moving-reference', {
      rate: 1000,
      overrides: [
        friction(0),
        free,
        'control.elements.brake.to=world',
        `world.hand={plane: [-1, 0, 0], at: [${start + 0.15}, 0, 0], stiffness: ${hand}, damping: 20}`,
      ],
    });
    const felt = norms(run, 'contact.hand.force');
    const held = (45 * hand * 0.1) / (45 + hand);
    return [
      near(`F11 hold on a hand of ${hand} N/m (paper: up to 4.53)`, felt[felt.length - 1], held, 1e-3, 'N'),
      said('F11 its peak, by the impact of this arm (other arm 4.25 … 4.41)', `${figure(most(felt))} N`),
    ];
  });
}

/** F17: the damper on the hand's own speed leaves the spring more to do. 30 cm, so that the goal still moves at the peak. */
function dampers(scale: Scale): Row[] {
  const torques = scale === 'full' ? [0.1, 0.25, 0.4] : [0.25];
  const cases: readonly (readonly [number, number, number])[] = [
    [0.1, 0.8 * 0.14, 1.2 * 0.15],
    [0.5, 0.8 * 0.7, 1.2 * 0.7],
  ];
  return torques.flatMap((torque) =>
    cases.map(([speed, least, greatest]) => {
      const [error, own] = ['goal', 'world'].map((to) => {
        const options: SampleOptions = {
          rate: 1000,
          until: 5,
          overrides: [
            `control.elements.brake.to=${to}`,
            'control.points.goal.moves.by=[0.3, 0, 0]',
            pace(speed),
            friction(torque),
          ],
        };
        return most(norms(samplesOf('moving-reference', options), 'reach.force'));
      });
      return between(
        `F17 peak pull more with the own speed damped, ${speed} m/s, ${torque} N m`,
        own - error,
        least,
        greatest,
        'N',
      );
    }),
  );
}

export const figureClaims: readonly Claim[] = [
  {
    topic: 'vmc',
    id: 'vmc: F1 to F17, figures of the reaching paper',
    measure: (scale) => [
      ...[
        [15, 0.167],
        [45, 0.096],
      ].map(([k, ratio]) =>
        near(
          `F1 damping ratio of 1.5 N s/m on ${k} N/m and 1.35 kg`,
          1.5 / (2 * Math.sqrt(k * 1.35)),
          ratio,
          1e-3,
        ),
      ),
      ...simple(scale),
      ...moving(scale),
      ...(scale === 'full' ? [lateralWithoutFriction()] : []),
      ...ramp(),
      ...blockedCart(),
      ...obstacle(),
      notReproducible('F10 one cylinder of 10 cm, two of 6 cm', 'where they stood and s1 are not given'),
      ...blockedHand(scale),
      notReproducible('F12 baseline of 35.77 N', 'its gains, rate and approach are not given'),
      notReproducible('F13 plate at 0.5 m/s', 'its place and friction are not given'),
      near('F14 2.25 N of friction on 45 N/m', (100 * 2.25) / 45, 5, 1e-9, 'cm'),
      near('F14 the same on 15 N/m: not the stiffness, but the friction', (100 * 2.25) / 15, 15, 1e-9, 'cm'),
      exactly('F15 driven joints of the torso without its grips', drivenJoints(), 17),
      ...dampers(scale),
    ],
  },
];

function drivenJoints(): number {
  return ownRobot('torso').joints.filter(
    ({ type, mimic, name }) => type !== 'fixed' && mimic === undefined && !name.endsWith('_grip'),
  ).length;
}
