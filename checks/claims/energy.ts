/** Energy in runs: the ledger of passive designs, friction that sticks, dampers beyond what a tick can hold. */
import { atLeast, atMost, type Claim, exactly, type Row } from '../claim.js';
import { type DynamicsCase, dynamicsCases } from '../dynamics.js';
import { creep, passiveRun, residual, sampledDamper } from '../energy.js';
import { trialModels } from '../trials.js';

/** The project's arm and, of the corpus, one with two arms. */
function arms(): DynamicsCase[] {
  const [own, ...others] = dynamicsCases();
  const twoArmed = others.find(({ model, freeRoot }) => freeRoot === undefined && model.nv === 14);
  return twoArmed === undefined ? [own] : [own, twoArmed];
}

export const energyClaims: readonly Claim[] = [
  {
    topic: 'spine',
    id: 'energy: passive designs, continuous, Runge–Kutta',
    measure: (scale) =>
      arms().flatMap(({ title, model }): Row[] => {
        const duration = scale === 'full' ? 0.8 : 0.1;
        const result = passiveRun(model, 1e-4, duration);
        const finer = passiveRun(model, 0.5e-4, duration);
        const ratio = residual(result) / residual(finer);
        return [
          exactly(`${title}: the run ends as`, result.status, 'done'),
          atMost(`${title}: residual / largest stored, 0.1 ms`, result.verdict.residualShare, 1e-6),
          {
            what: `${title}: residual at 0.1 ms / at 0.05 ms`,
            value: ratio.toFixed(2),
            limit: '16 (14 … 18)',
            pass: ratio >= 14 && ratio <= 18,
          },
        ];
      }),
  },
  {
    topic: 'spine',
    id: 'energy: friction that sticks',
    measure(scale) {
      const duration = scale === 'full' ? 10 : 0.2;
      const models = trialModels().filter(({ title }) => scale === 'full' || !/afloat|\d joints/.test(title));
      const drift = models.map(({ model }) => creep(model, 1.001, duration));
      const slipping = models.filter(({ model }) => creep(model, 0.9, 0.1) > 0);
      return [
        atLeast('robots under gravity and springs', models.length, 1),
        exactly(`drift of a joint in ${duration} s, friction 1.001 of the pull`, Math.max(...drift), 0),
        exactly('robots that slip with friction 0.9 of the pull', slipping.length, models.length),
      ];
    },
  },
  {
    topic: 'spine',
    id: 'energy: dampers at the tick',
    measure: () =>
      ['damper: linear, from: tool, to: world', 'damper: joint, joint: joint4'].flatMap((damper): Row[] => {
        const barely = sampledDamper(damper, 1.01);
        const above = sampledDamper(damper, 1.2);
        const below = sampledDamper(damper, 0.99);
        return [
          atLeast(`${damper}: growth a tick at 1.01 of 2m/T`, barely.growth, 1.01),
          atMost('  off its prediction', Math.abs(barely.growth - barely.predicted), 1e-3),
          atLeast('  warnings of check that name it', barely.named, 1),
          exactly('  a run at 1.2 of 2m/T ends as', above.status, 'diverged'),
          exactly('  a run at 0.99 of 2m/T ends as', below.status, 'done'),
          exactly('    of which nothing shivers and grows', below.growth, Number.NaN),
          exactly('    warnings of check that name it', below.named, 0),
        ];
      }),
  },
];
