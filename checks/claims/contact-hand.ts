/** The blocked hand: what a virtual model and position control press it with, and whether the baseline is as good as it can be. */
import { atLeast, atMost, type Claim, exactly, type Row, type Scale } from '../claim.js';
import { atRest, springsInLine } from '../contact-hand/at-rest.js';
import { baselines, errorWith, storedIn } from '../contact-hand/baseline.js';
import { missingFrom, page, toldBesides, toldOfLines } from '../contact-hand/page.js';
import { blocked, freeError } from '../contact-hand/runs.js';
import { cases, type Line, lines } from '../contact-hand/table.js';

const topic = 'contact';

const none = (texts: readonly string[]): string => (texts.length === 0 ? 'none' : texts.join('; '));

/** Peak, hold, error and their ratios; the subset has the virtual model and the slower baseline. */
function table(scale: Scale): Row[] {
  const chosen = scale === 'full' ? cases : [cases[0], cases[2]];
  const all = lines(chosen);
  const [model] = all;
  const springs = springsInLine();
  const off = Math.abs(model.held - springs);
  const told = toldOfLines(all);
  return [
    exactly(
      'lines that the table of docs/blocked-hand.md does not have',
      none(missingFrom(page(), told)),
      'none',
    ),
    atMost('virtual model held after 2 s, less k k_h/(k + k_h) d', off, 0.05 * springs, 'N'),
    atMost('virtual model, swing at the end of the 2 s', model.swing, 0.05, 'N'),
    atMost('virtual model, peak over held', model.peak / model.held, 1.25),
    ...chosen.flatMap((each, i): Row[] => {
      const baseline = baselines.find(({ example }) => example === each.example);
      if (baseline === undefined) return [];
      const { peak, held, error } = all[i].ratios;
      const { limits } = storedIn(each.example);
      const use = Math.max(...all[i].torque.map((torque, joint) => Math.abs(torque) / limits[joint]));
      const of = `position control of ${baseline.bandwidth} Hz`;
      return [
        atLeast(`${of}, peak over that of the virtual model`, peak, 8),
        atLeast(`${of}, held over that of the virtual model`, held, 8),
        atLeast(`${of}, joint torque after 2 s over what the joint has`, use, 0.999),
        atLeast(`error in free space of the virtual model over that of ${of}`, error, 10),
      ];
    }),
    ...(scale === 'full' ? besides(model) : []),
  ];
}

/** What friction may hold, and another hand. */
function besides(model: Line): Row[] {
  const rest = atRest(model.q);
  const { springs, balance, band } = rest;
  const [yielding, stiff] = (['blocked-hand', 'blocked-hand-baseline'] as const).map(
    (example) => blocked(example, ['world.hand.stiffness=100']).peak,
  );
  const told = toldBesides(model, rest, { model: yielding, control: stiff });
  return [
    exactly('numbers that its text does not have', none(missingFrom(page(), told)), 'none'),
    atMost(
      'without friction, springs of the whole design less spring and hand in line',
      Math.abs(balance - springs),
      1e-6,
      'N',
    ),
    atMost(
      'virtual model held after 2 s less that balance, within 5 % and the stiction band',
      Math.abs(model.held - balance),
      0.05 * springs + band,
      'N',
    ),
    atMost('stiction band along x, in newtons at the hand', band, 2, 'N'),
  ];
}

/** Each of the two numbers a tenth up and down, at the same bandwidth: the error hardly falls. */
function optimum(scale: Scale): Row[] {
  return baselines.slice(0, scale === 'full' ? 2 : 1).flatMap((baseline): Row[] => {
    const { shapes, bandwidths, arm } = storedIn(baseline.example);
    const [shape] = shapes;
    const spread = (of: (s: typeof shape) => number) =>
      Math.max(...shapes.map((s) => Math.abs(of(s) / of(shape) - 1)));
    const error = freeError(baseline.example);
    const around = [1.1, 1 / 1.1].flatMap((times) => [
      errorWith(baseline, arm, { ...shape, ratio: times * shape.ratio }),
      errorWith(baseline, arm, { ...shape, share: times * shape.share }),
    ]);
    const of = `baseline of ${baseline.bandwidth} Hz`;
    return [
      atMost(
        `${of}: bandwidth of each joint by its gains, off by`,
        100 * Math.max(...bandwidths.map((b) => Math.abs(b / baseline.bandwidth - 1))),
        0.01,
        '%',
      ),
      atMost(
        `${of}: ζ and α from joint to joint, apart by`,
        100 *
          Math.max(
            spread(({ ratio }) => ratio),
            spread(({ share }) => share),
          ),
        0.05,
        '%',
      ),
      atMost(
        `${of}: error less by another ζ or α, ± 10 %`,
        100 * Math.max(...around.map((e) => 1 - e / error)),
        0.1,
        '%',
      ),
      atLeast(
        `${of}: error more by the worst of them`,
        100 * Math.max(...around.map((e) => e / error - 1)),
        0.5,
        '%',
      ),
    ];
  });
}

export const contactHandClaims: readonly Claim[] = [
  { topic, id: 'contact: blocked hand', measure: table },
  { topic, id: 'contact: blocked hand, the baseline is at its optimum', measure: optimum },
];
