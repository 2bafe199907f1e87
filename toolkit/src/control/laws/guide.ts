import { max, scale3, type Vec3 } from '../../math/index.js';
import { asVec3, rootOf, scalar } from '../../mechanism/index.js';
import type { LawDeclaration } from './declaration.js';
import { drawing } from './drawing.js';
import { all, one } from './law-parameters.js';
import { seen, shown } from './task-axes.js';
import { shortened } from './towards.js';

/** M v̇ + D v = F; see `doc`. */
export const guide: LawDeclaration = {
  kind: 'guide',
  title: 'Hand guiding',
  summary:
    'A person leads the tool by hand: it moves as a mass in a viscous fluid under the measured wrench, on the chosen axes, ' +
    'and stays where it is let go. A dead band keeps a sensor’s drift from moving it.',
  acts: 'motion',
  needs: { sensor: true, target: false },
  parameters: [
    {
      name: 'select',
      unit: '',
      shapes: ['vector'],
      entries: 6,
      range: [0, 1],
      default: [1, 1, 1, 1, 1, 1],
      selects: 'flags',
      meaning: 'Which axes can be led',
    },
    scalar('mass', 'kg', 'What it feels like to push off', { default: 5 }),
    scalar('damping', 'N s/m', 'What it feels like to move on', { default: 50 }),
    scalar('inertia', 'kg m2', 'What it feels like to turn', { default: 0.1 }),
    scalar('turnDamping', 'N m s/rad', 'What it feels like to turn on', { default: 2 }),
    scalar('dead', 'N', 'Force that moves nothing; what is beyond it counts', { default: 1 }),
    scalar('deadTorque', 'N m', 'Torque that turns nothing', { default: 0.1 }),
    scalar('speed', 'm/s', 'Greatest speed', { default: 0.25 }),
    scalar('turning', 'rad/s', 'Greatest speed of turning', { default: 1 }),
  ],
  memory: [],
  check: ({
    mass: [mass] = [1],
    damping: [damping] = [1],
    inertia: [inertia] = [1],
    turnDamping: [turn] = [1],
  }) =>
    (
      [
        ['mass', mass, '5 kg'],
        ['damping', damping, '50 N s/m'],
        ['inertia', inertia, '0.1 kg m2'],
        ['turnDamping', turn, '2 N m s/rad'],
      ] as const
    ).flatMap(([parameter, value, instead]) =>
      value > 0
        ? []
        : [
            {
              code: 'not-positive',
              severity: 'error' as const,
              parameter,
              message: `${parameter} must be above 0: without it the tool would jump or never come to rest`,
              hint: `for instance ${instead}`,
            },
          ],
    ),
  law(A, { commanded, commandedAxes: axes, sensor, elapsed }, p) {
    if (sensor === undefined) throw new Error('control: hand guiding needs a sensor');
    const on = all(p, 'select');
    const chosen = (six: readonly (typeof elapsed)[]) => six.map((x, i) => A.mul(on[i], x));
    const felt = chosen(seen(A, axes, sensor.force, sensor.torque));
    const last = chosen(seen(A, axes, commanded.velocity, commanded.spin));
    const push = [
      ...beyond(asVec3(felt.slice(0, 3)), one(p, 'dead')),
      ...beyond(asVec3(felt.slice(3, 6)), one(p, 'deadTorque')),
    ];
    // Implicit: stable at every tick, whatever mass and damping.
    const next = last.map((v, i) => {
      const [mass, damping] = [one(p, i < 3 ? 'mass' : 'inertia'), one(p, i < 3 ? 'damping' : 'turnDamping')];
      const above = A.add(A.mul(mass, v), A.mul(elapsed, push[i]));
      return A.div(above, A.add(mass, A.mul(elapsed, damping)));
    });
    const { along, about } = shown(A, axes, next);
    const velocity = shortened(A, along, one(p, 'speed'));
    const spin = shortened(A, about, one(p, 'turning'));
    return {
      motion: { move: scale3(A, elapsed, velocity), turn: scale3(A, elapsed, spin), velocity, spin },
      memory: {},
    };

    function beyond(f: Vec3<typeof elapsed>, dead: typeof elapsed): Vec3<typeof elapsed> {
      const size = rootOf(
        A,
        f.map((x) => A.mul(x, x)).reduce((a, b) => A.add(a, b)),
      );
      const zero = A.constant(0);
      const some = A.less(zero, size);
      const share = A.div(max(A, A.sub(size, dead), zero), A.select(some, size, A.constant(1)));
      return scale3(A, share, f);
    }
  },
  doc: {
    law: 'v⁺ = (M v + T F)/(M + T D), F the measured wrench beyond its dead band',
    symbols: [
      { symbol: 'M', unit: 'kg, kg m2', meaning: '`mass`, `inertia`' },
      { symbol: 'D', unit: 'N s/m, N m s/rad', meaning: '`damping`, `turnDamping`' },
      { symbol: 'v', unit: 'm/s, rad/s', meaning: 'commanded speed, as far as it was reached' },
      { symbol: 'T', unit: 's', meaning: 'tick' },
    ],
    sign: 'The tool goes where it is pushed.',
    energy: 'None of its own: a motion.',
    singular:
      'The dead band is soft: continuous at its edge, by the norm of the force. Two hands on a stiff wall are a stiff contact: ' +
      'see the margin.',
    source: 'Hogan, Impedance control (1985), with K = 0',
  },
  picture: drawing(
    '<circle cx="30" cy="24" r="4"/><path d="M38 24h44M76 18l6 6-6 6"/><path d="M94 14c8 0 12 4 12 10s-4 10-12 10M94 14c-4 2-4 6 0 6M94 20c-4 2-4 6 0 6M94 26c-4 2-4 8 0 8"/>',
  ),
};
