/** An admittance along one axis: what it does in time, how it is damped, changed, and held by the joints' ends. */
import fc from 'fast-check';
import { type Design, designProblems, type LawDesign } from 'pliant/control';
import { yielding } from './admittance-kernels.js';
import { between, type Three, turns, vectors, within } from './case.js';
import { type Figure, lawCase, most, same, told } from './law-case.js';
import { CaseKernel, once, onRails } from './law-kernel.js';
import { zyx } from './quaternions.js';
import { rotationOf, turned } from './solid.js';

const numbers = { mass: [1], damping: [0], ratio: [0], stiffness: [50], deadBand: [0] };
const admitting = (parameters: LawDesign['parameters'], more: Partial<Design> = {}): Design =>
  onRails({ laws: [yielding(parameters)], ...more });

const explicit = once(() => new CaseKernel(admitting({ ...numbers, scheme: [0] })));
const exact = once(() => new CaseKernel(admitting(numbers)));
const slow = once(() => new CaseKernel(admitting(numbers, { period: 0.02 })));

interface Set {
  readonly mass: number;
  readonly damping?: number;
  readonly ratio?: number;
  readonly stiffness?: number;
  readonly deadBand?: number;
}

function set(
  kernel: CaseKernel,
  { mass, damping = 0, ratio = 0, stiffness = 0, deadBand = 0 }: Set,
): CaseKernel {
  const given = { mass, damping, ratio, stiffness, deadBand };
  kernel.again();
  for (const [name, value] of Object.entries(given)) kernel.set(`yield.${name}`, value);
  return kernel;
}

/** Pushes for so many ticks; gives position, speed and greatest position. */
function push(kernel: CaseKernel, force: number, ticks: number, see?: () => void) {
  let peak = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < ticks; k++) {
    kernel.feel('wrist', force);
    kernel.step();
    see?.();
    peak = Math.max(peak, kernel.at('position')[0]);
  }
  return { x: kernel.at('position')[0], v: kernel.at('speed')[0], peak };
}

/** Position under a force from rest at 0, by the solution of M ẍ + D ẋ + K x = F. */
function answer({ mass: M, damping: D = 0, stiffness: K = 0 }: Set, F: number, t: number): number {
  if (K === 0) return (F / D) * (t - (M / D) * (1 - Math.exp((-D * t) / M)));
  const s = D / (2 * M);
  const square = K / M - s * s;
  const w = Math.sqrt(Math.abs(square));
  const [c, sine] = square > 0 ? [Math.cos(w * t), Math.sin(w * t)] : [Math.cosh(w * t), Math.sinh(w * t)];
  return (F / K) * (1 - Math.exp(-s * t) * (c + (s / w) * sine));
}

const severe = (design: Design, severity: 'error' | 'warning'): string[] =>
  designProblems(design)
    .filter((problem) => problem.severity === severity)
    .map(({ code, got }) => `${code}${got === undefined ? '' : ` ${got}`}`);
const codesOf = (design: Design, severity: 'error' | 'warning'): string =>
  severe(design, severity)
    .map((text) => text.split(' ')[0])
    .join();

/** 50 N/m at first, 500 N/m after 3 s: over the time `blend`. */
const stiffening = (blend: number): CaseKernel =>
  new CaseKernel(
    admitting(
      { mass: [1], damping: [14], stiffness: [50], scheme: [0] },
      {
        phases: [
          { name: 'soft', set: { 'yield.stiffness': [50] }, until: { after: 3 } },
          { name: 'stiff', set: { 'yield.stiffness': [500] }, blend },
        ],
      },
    ),
  );

/** What the command does from 3 s on: its first acceleration that is not 0, and its way till then. */
function stiffened(kernel: CaseKernel): { readonly first: number; readonly way: number } {
  push(kernel, 5, 2900);
  const from = kernel.at('position')[0];
  let [speed, first, way] = [kernel.at('speed')[0], 0, 0];
  for (let k = 0; k < 200 && first === 0; k++) {
    push(kernel, 5, 1);
    const now = kernel.at('speed')[0];
    const acceleration = (now - speed) / kernel.period;
    way = Math.max(way, Math.abs(kernel.at('position')[0] - from));
    if (Math.abs(acceleration) > 1e-4) first = acceleration;
    speed = now;
  }
  return { first, way };
}

/** A slide that ends at 1 m. */
const slider = once(
  () =>
    new CaseKernel(
      admitting(
        { mass: [1], damping: [10], scheme: [0] },
        { servo: { at: 'tool', limits: [[-1, 1]], joints: [0.3], follow: { kind: 'drive' } } },
      ),
    ),
);

/** From `start`: 5 N for `seconds`, then −5 N. */
function atEnd(start: number, force: number, seconds: number) {
  const kernel = slider().again();
  kernel.at('q')[0] = start;
  const { x, peak } = push(kernel, force, Math.round(1000 * seconds));
  const back = push(kernel, -force, 1).x;
  return { x, peak, back };
}

/** The way in from beyond the end: farthest out, fastest, and where it comes to. */
function fromOutside(start: number, force: number) {
  const kernel = slider().again();
  kernel.at('q')[0] = start;
  const out = push(kernel, force, 200).peak;
  let [last, fastest, turnedBack] = [kernel.at('position')[0], 0, 0];
  push(kernel, -force, 600, () => {
    const now = kernel.at('position')[0];
    fastest = Math.max(fastest, (last - now) / kernel.period);
    turnedBack = Math.max(turnedBack, now - last);
    last = now;
  });
  return { out, fastest, turnedBack, end: last };
}

const heavyOnZ = once(
  () =>
    new CaseKernel(
      onRails(
        {
          points: [
            { name: 'tool', frame: 'tool' },
            { name: 'task', attitude: [1, 0, 0, 0] },
          ],
          laws: [
            {
              name: 'yield',
              kind: 'admittance',
              at: 'tool',
              axes: 'task',
              sensor: 'wrist',
              parameters: {
                selection: [0, 1, 2].flatMap((i) => [0, 1, 2, 3, 4, 5].map((k) => (k === i ? 1 : 0))),
                mass: [1, 1, 100],
                damping: [1e-9],
                scheme: [0],
              },
            },
          ],
        },
        ['x', 'y', 'z'],
      ),
    ),
);

function accelerated(rpy: Three, mass: Three, force: Three): number[] {
  const kernel = heavyOnZ().again();
  kernel.set('yield.mass', ...mass).set('task.attitude', ...zyx(rpy[2], rpy[1], rpy[0]));
  kernel.feel('wrist', ...force);
  kernel.step([0, 0, 0]);
  return kernel.numbers('speed').map((v) => v / 1e-3);
}

const tickOf = (mass: number, damping: number, period: number, scheme: number): Design =>
  admitting({ mass: [mass], damping: [damping], scheme: [scheme] }, { period });

/** The greatest |v|/|v before| once a push has ended. */
function dies(kernel: CaseKernel): number {
  push(kernel, 5, 3);
  let [last, ratio] = [kernel.at('speed')[0], 0];
  push(kernel, 0, 10, () => {
    const now = kernel.at('speed')[0];
    if (Math.abs(last) > 1e-12) ratio = Math.max(ratio, Math.abs(now / last));
    last = now;
  });
  return ratio;
}

const free = fc.record({ mass: between(0.2, 20), damping: between(0.5, 200) });

export const axisCases = [
  lawCase(
    'AD-01',
    'an axis swings by its ratio, and further damping counts besides',
    () => {
      const plain = push(set(explicit(), { mass: 1, stiffness: 50, ratio: 0.7 }), 5, 9000);
      const more = push(set(explicit(), { mass: 1, stiffness: 50, ratio: 0.7, damping: 5 }), 5, 9000);
      // A ratio of 1.0536 in effect: what a damper alone of that ratio does.
      const alone = { mass: 1, stiffness: 50, damping: 2 * 1.0536 * Math.sqrt(50) };
      const half = push(set(exact(), { mass: 1, stiffness: 50, ratio: 0.7, damping: 5 }), 5, 300).x;
      return [
        same('peak', plain.peak, 0.10453, 5e-6),
        same('end', plain.x, 0.1, 1e-9),
        most('peak with 5 N s/m more', more.peak, 0.1 + 1e-9),
        same('its end', more.x, 0.1, 1e-6),
        same('after 0.3 s, as of a ratio of 1.0536', half, answer(alone, 5, 0.3), 5e-6),
      ];
    },
    fc.record({
      mass: between(0.2, 20),
      stiffness: between(5, 2000),
      ratio: between(0, 1.5),
      damping: between(0.1, 100),
      force: within(20),
    }),
    ({ mass, stiffness, ratio, damping, force }) => {
      const whole = damping + 2 * ratio * Math.sqrt(mass * stiffness);
      if (Math.abs((whole * whole) / (4 * mass * stiffness) - 1) < 1e-3) return [];
      const { x } = push(set(exact(), { mass, stiffness, ratio, damping }), force, 150);
      const right = answer({ mass, stiffness, damping: whole }, force, 0.15);
      return [same('after 0.15 s', x, right, 1e-9 * (1 + Math.abs(force)))];
    },
  ),
  lawCase(
    'AD-02',
    'without a stiffness a ratio damps nothing, and that is said',
    () => [
      same('1 N for 5 s, m', push(set(explicit(), { mass: 1, ratio: 0.7 }), 1, 5000).x, 12.5025, 1e-9),
      told('warned', codesOf(admitting({ mass: [1], ratio: [0.7] }), 'warning'), 'admittance-undamped'),
      same('with 5 N s/m', push(set(explicit(), { mass: 1, damping: 5 }), 1, 5000).v, 0.2, 1e-9),
      same(
        'with a ratio as well',
        push(set(explicit(), { mass: 1, damping: 5, ratio: 0.7 }), 1, 5000).v,
        0.2,
        1e-9,
      ),
    ],
    fc.tuple(free, within(30), between(0, 2)),
    ([{ mass, damping }, force, ratio]) => [
      same(
        'after 0.2 s',
        push(set(exact(), { mass, damping, ratio }), force, 200).x,
        answer({ mass, damping }, force, 0.2),
        1e-8,
      ),
    ],
  ),
  lawCase(
    'AD-03',
    'a bias drifts, and not within a dead band that has no step',
    () => {
      const drag = { mass: 10, damping: 100 };
      const dead = set(exact(), { ...drag, deadBand: 1 });
      const drifted = push(dead, 0.5, 1000).x;
      const effort = (force: number) => {
        push(set(exact(), { ...drag, deadBand: 1 }), force, 2);
        return exact().at('laws.yield.effort')[0];
      };
      return [
        same('0.5 N for 60 s, m', push(set(slow(), drag), 0.5, 3000).x, 0.2995, 5e-5),
        same('0.5 N within 1 N', drifted, 0, 0),
        same('0.5, 1.5, −1.5, 1 N beyond 1 N', [0.5, 1.5, -1.5, 1].map(effort), [0, 0.5, -0.5, 0], 1e-12),
        told(
          'drift is said',
          codesOf(admitting({ mass: [10], damping: [100] }), 'warning'),
          'admittance-drifts',
        ),
      ];
    },
    fc.tuple(free, within(5), between(0, 3)),
    ([{ mass, damping }, force, band]) => {
      const beyond = Math.sign(force) * Math.max(0, Math.abs(force) - band);
      const { x } = push(set(exact(), { mass, damping, deadBand: band }), force, 100);
      return [
        same('effort', exact().at('laws.yield.effort')[0], beyond, 1e-12),
        same('after 0.1 s', x, answer({ mass, damping }, beyond, 0.1), 1e-9),
      ];
    },
  ),
  lawCase(
    'AD-08',
    'explicit damping that blows up is refused, a mass of nothing too',
    () => [
      told('M 0.1, D 100, 4 ms', codesOf(tickOf(0.1, 100, 0.004, 0), 'error'), 'admittance-unstable'),
      told('implicit', codesOf(tickOf(0.1, 100, 0.004, 1), 'error'), ''),
      most('then |v| from tick to tick', dies(new CaseKernel(tickOf(0.1, 100, 0.004, 1))), 0.2 + 1e-9),
      told('M 0', codesOf(tickOf(0, 100, 0.004, 1), 'error').split(',')[0], 'admittance-mass'),
      told('M −1', codesOf(tickOf(-1, 100, 0.004, 1), 'error') === '', false),
      told(
        'M 1e-4, D 100, 1 ms',
        severe(tickOf(1e-4, 100, 0.001, 2), 'warning')[0],
        'admittance-light T D/M = 1000',
      ),
    ],
    fc.tuple(between(0.01, 20), between(0.1, 400), fc.constantFrom(0.001, 0.002, 0.005)),
    ([mass, damping, period]) => {
      const swift = (damping * period) / mass;
      if (Math.abs(swift - 2) < 1e-6) return [];
      const unstable = codesOf(tickOf(mass, damping, period, 0), 'error').includes('admittance-unstable');
      return [told(`T D/M ${swift}: refused`, unstable, swift > 2)];
    },
  ),
  lawCase(
    'AD-12',
    'a gain that changes under load changes no command by a step',
    () => {
      const [once, slow] = [stiffened(stiffening(0)), stiffened(stiffening(1))];
      const braked = set(explicit(), { mass: 1, damping: 5 });
      const before = push(braked, 5, 2000).v;
      braked.set('yield.damping', 50);
      let least = before;
      push(braked, 5, 1000, () => {
        least = Math.min(least, braked.at('speed')[0]);
      });
      return [
        same('50 to 500 N/m at once, m/s²', once.first, -45, 0.05),
        most('first way of the command, m', once.way, 1.4e-4),
        most('over 1 s, in the first tick, m/s²', Math.abs(slow.first), 0.045),
        told('damping 5 to 50: speed keeps its sign', least > 0, true),
      ];
    },
    fc.tuple(between(1, 20), between(1, 40)),
    ([force, more]): Figure[] => {
      const kernel = set(explicit(), { mass: 1, damping: 5 });
      let last = push(kernel, force, 800).v;
      kernel.set('yield.damping', 5 + more);
      let [turnedBack, jump] = [false, 0];
      push(kernel, force, 200, () => {
        const now = kernel.at('speed')[0];
        turnedBack ||= now <= 0;
        jump = Math.max(jump, Math.abs(now - last));
        last = now;
      });
      return [
        told('turns back', turnedBack, false),
        most('jump of the speed', jump, (more * force) / 5 / 1000 + 1e-9),
      ];
    },
    0.3,
  ),
  lawCase(
    'AD-14',
    'a virtual mass turns with the frame that it is given in',
    () => [
      same(
        '(1, 1, 100) kg turned 90° about y, 5 N along x',
        accelerated([0, Math.PI / 2, 0], [1, 1, 100], [5, 0, 0]),
        [0.05, 0, 0],
        1e-9,
      ),
    ],
    fc.tuple(turns, fc.tuple(between(0.2, 50), between(0.2, 50), between(0.2, 50)), vectors(20)),
    ([rpy, mass, force]) => {
      const r = rotationOf(rpy);
      const back = [0, 1, 2].flatMap((i) => [r[i], r[3 + i], r[6 + i]]);
      const right = turned(
        r,
        turned(back, force).map((f, i) => f / mass[i]),
      );
      return [same('acceleration', accelerated(rpy, mass, force), right, 1e-8)];
    },
  ),
  lawCase(
    'AD-15',
    'at a joint’s end nothing is saved up, and from beyond it the way leads in',
    () => {
      const end = atEnd(0.9, 5, 5);
      const out = fromOutside(1.05, 5);
      return [
        same('5 s of 5 N', end.x, 1, 1e-12),
        told('leaves it on the first tick of −5 N', end.back < 1, true),
        same('from 0.05 m beyond, farthest', out.out, 1.05, 1e-12),
        most('speed inwards', out.fastest, 0.3 + 1e-9),
        most('back outwards', out.turnedBack, 0),
        told('comes in', out.end < 1, true),
      ];
    },
    fc.tuple(between(0.5, 0.99), between(2.5, 60), between(0.001, 0.2)),
    ([start, force, beyond]) => {
      const end = atEnd(start, force, 3);
      const out = fromOutside(1 + beyond, force);
      return [
        most('farthest', end.peak, 1),
        told('leaves at once', end.back < end.x, true),
        same('outside', out.out, 1 + beyond, 1e-12),
        most('inwards', out.fastest, 0.3 + 1e-9),
        most('outwards', out.turnedBack, 0),
      ];
    },
    0.3,
  ),
];
