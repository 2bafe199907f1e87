/** Traps: where the hand rests without the circulating field, told before the run, and where it comes with it. */
import { atLeast, atMost, type Claim, type Scale } from '../claim.js';
import { type Layout, layout } from '../traps/layout.js';
import { plannable } from '../traps/planner.js';
import { arrived, predicted, run } from '../traps/run.js';

const seed = 1;
const count: Readonly<Record<Scale, number>> = { full: 200, subset: 5 };
/** How long is waited for the hand, s: without the field, and with it. */
const patience = { without: 15, with: 60 };

/** How far the predicted and the true place may be apart, m. */
const within = 5e-3;
/** Farther than this from its goal the hand is held, m. */
const held = 0.03;

const traps: readonly Layout['family'][] = ['cup', 'corner', 'pair'];

const apart = ([a, b]: readonly [number, number], [c, d]: readonly [number, number]) =>
  Math.hypot(a - c, b - d);

export const trapClaims: readonly Claim[] = [
  {
    topic: 'vmc',
    id: 'traps: resting places are told before the run, and a circulating field leads out of them',
    measure(scale) {
      const n = count[scale];
      let [told, planned, reached, without, holding] = [0, 0, 0, 0, 0];
      let [room, off, power] = [Number.POSITIVE_INFINITY, 0, 0];
      for (let i = 0; i < n; i++) {
        const one = layout(seed, i);
        const rest = predicted(one);
        const alone = run(one, false, patience.without);
        const led = run(one, true, patience.with);
        if (rest.status === 'rest' && apart(rest.place, alone.place) <= within) told++;
        if (traps.includes(one.family) && apart(rest.place, one.goal) > held) holding++;
        if (plannable(one)) {
          planned++;
          if (led.short <= arrived) reached++;
          if (alone.short <= arrived) without++;
        }
        room = Math.min(room, alone.room, led.room);
        off = Math.max(off, alone.off, led.off);
        power = Math.max(power, led.power);
      }
      const share = (part: number, of: number) => (100 * part) / of;
      return [
        atLeast(
          `${n} layouts: the hand rests within 5 mm of where the prediction has it`,
          share(told, n),
          98,
          '%',
        ),
        atLeast(
          `traps that hold it more than 3 cm from the goal, by the prediction`,
          holding,
          scale === 'full' ? 50 : 2,
        ),
        atLeast(
          `${planned} goals that a planner reaches: reached with the field`,
          share(reached, planned),
          95,
          '%',
        ),
        {
          what: 'of these not reached without the field',
          value: `${planned - without} of ${planned}`,
          limit: 'counted',
          pass: planned > without,
        },
        atLeast('least distance of a joint from its stops', room, 0, 'rad'),
        atMost('power of the field', power, 4 + 1e-9, 'W'),
        {
          what: 'hand off its plane, which balls push it out of',
          value: `${(1e3 * off).toFixed(1)} mm`,
          limit: '',
          pass: true,
        },
      ];
    },
  },
];
