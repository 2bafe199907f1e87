/** The blocked hand: what a virtual model and position control press it with, and whether the baseline is as good as it can be. */
import { atLeast, atMost, type Claim, exactly, type Row, type Scale } from '../claim.js';
import { atRest } from '../contact-hand/at-rest.js';
import { baselines, errorWith, storedIn } from '../contact-hand/baseline.js';
import { missingFrom } from '../contact-hand/page.js';
import { blocked, freeError } from '../contact-hand/runs.js';
import { type Line, lines } from '../contact-hand/table.js';

const topic = 'contact';

/** Peak, hold, error and their ratios. */
function table(): Row[] {
  const all: readonly Line[] = lines();
  const [model, , slow, fast] = all;
  const rest = atRest(model.q);
  const { springs, balance, band } = rest;
  const [yielding, stiff] = (['blocked-hand', 'blocked-hand-baseline'] as const).map(
    (example) => blocked(example, ['world.hand.stiffness=100']).peak,
  );
  const missing = missingFrom(all, rest, { model: yielding, control: stiff });
  const off = Math.abs(model.held - springs);
  return [
    exactly('numbers that docs/blocked-hand.md does not have', missing.join('; '), ''),
    atMost(
      'without friction, springs of the whole design against spring and hand in line',
      Math.abs(balance - springs),
      1e-6,
      'N',
    ),
    atMost('virtual model held after 2 s, less k k_h/(k + k_h) d', off, 0.05 * springs + band, 'N'),
    atMost('the same without what friction may hold', off, 0.05 * springs, 'N'),
    atMost('virtual model, swing at the end of the 2 s', model.swing, 0.05, 'N'),
    atMost('virtual model, peak over held', model.peak / model.held, 1.25),
    atLeast('position control of 5 Hz, peak over that of the virtual model', slow.ratios.peak, 8),
    atLeast('position control of 10 Hz, peak over that of the virtual model', fast.ratios.peak, 8),
    atLeast('position control of 5 Hz, held over that of the virtual model', slow.ratios.held, 8),
    atLeast('position control of 10 Hz, held over that of the virtual model', fast.ratios.held, 8),
    atLeast('error in free space of the virtual model over that at 5 Hz', slow.ratios.error, 10),
    atLeast('error in free space of the virtual model over that at 10 Hz', fast.ratios.error, 30),
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
