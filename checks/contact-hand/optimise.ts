/**
 * Where the gains of examples/contact/blocked-hand-baseline*.yaml come from: `node checks/dist/contact-hand/optimise.js`.
 *
 * At a bandwidth of 5 and of 10 Hz, the two numbers that are left of a PID, ζ and α of gains.ts, are searched for the least
 * error in free space: the root mean square of the way from tool to goal over the run without the hand, with the same friction,
 * motion and torque limits. Logarithms of both, Nelder and Mead from 0.7 and 0.5. The same in every run; about a minute.
 */
import { baselines, errorWith, gainTexts } from './baseline.js';
import { bandwidthOf, gainsOf } from './gains.js';
import { nelderMead } from './nelder-mead.js';
import { drafted } from './runs.js';

for (const baseline of baselines) {
  const arm = drafted(baseline.example);
  const found = nelderMead(
    ([ratio, share]) => errorWith(baseline, arm, { ratio: Math.exp(ratio), share: Math.exp(share) }),
    [Math.log(0.7), Math.log(0.5)],
    { step: 0.3, size: 0.01, most: 60 },
  );
  const [ratio, share] = found.x.map((x) => Number(Math.exp(x).toPrecision(3)));
  const unit = gainsOf(baseline.bandwidth, { ratio, share });
  console.log(
    `${baseline.example}: ζ ${ratio}, α ${share}, ${bandwidthOf(unit).toFixed(3)} Hz, ` +
      `${(1000 * found.value).toFixed(3)} mm after ${found.evaluations} runs`,
  );
  for (const [key, text] of Object.entries(gainTexts(arm, baseline.bandwidth, { ratio, share })))
    console.log(`      ${key}: ${text}`);
}
