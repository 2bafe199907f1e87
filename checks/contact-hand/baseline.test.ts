import { expect, it } from 'vitest';
import { baselines, gainTexts, storedIn } from './baseline.js';

it.each(baselines)(
  'the gains in $example are those of one shape at $bandwidth Hz, and print as they stand there',
  (baseline) => {
    const { shapes, bandwidths, limits, arm } = storedIn(baseline.example);
    for (const each of bandwidths) expect(each).toBeCloseTo(baseline.bandwidth, 3);
    for (const { ratio, share } of shapes) {
      expect(ratio).toBeCloseTo(shapes[0].ratio, 3);
      expect(share).toBeCloseTo(shapes[0].share, 3);
    }
    const [shape] = shapes.map(({ ratio, share }) => ({
      ratio: Number(ratio.toPrecision(3)),
      share: Number(share.toPrecision(3)),
    }));
    const follow = arm.design.servo?.follow as { readonly integral: readonly number[] };
    const printed = gainTexts(arm, baseline.bandwidth, shape).integral;
    expect([...printed.matchAll(/: ([\d.]+)/g)].map(([, x]) => Number(x))).toEqual(follow.integral);
    // The robot's own.
    expect(limits).toEqual(arm.torqueLimits);
  },
);
