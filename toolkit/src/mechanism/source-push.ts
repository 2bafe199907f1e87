import { tanhRatio } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner, positive } from './gain.js';
import { anywhere, scalar, units, wantPositive } from './parameters.js';
import { pictures } from './picture.js';

/** A force along any coordinate, with bounds on force and power; see `doc`. */
export const sourcePush: ElementDeclaration = {
  family: 'source',
  kind: 'push',
  title: 'Force along a coordinate, bounded in force and power',
  summary:
    'Pushes a measured value the way it grows: a cart along its rail, a joint, two points apart. Bounds on its force and ' +
    'on the power that it gives keep a free motion from running away.',
  coordinate: 'distance',
  general: true,
  parameters: [
    {
      name: 'force',
      unit: units.effort,
      shapes: ['scalar', 'vector'],
      range: anywhere,
      meaning: 'Force along the coordinate',
    },
    scalar('greatest', units.effort, 'The force saturates smoothly at this', { optional: true }),
    scalar('power', 'W', 'The power that it puts in is cut off sharply at this', { optional: true }),
    scalar('softPower', 'W', 'The power, in or out, saturates smoothly at this', { optional: true }),
  ],
  check: (given) =>
    given.power !== undefined && given.softPower !== undefined
      ? 'power (cut off sharply) and softPower (saturating) cannot both be given'
      : wantPositive(given, { greatest: '10', softPower: '10 (W)' }),
  doc: {
    law: 'f = φ; with G: φ = G tanh(|F|/G) F/|F|, else F. With P: φ P/(φ·ż) where φ·ż > P; with P softly: φ P/(P + |φ·ż|)',
    symbols: [
      { symbol: 'F', unit: 'N m, N', meaning: '`force`; one number pushes every entry with it' },
      { symbol: 'G', unit: 'N m, N', meaning: '`greatest`' },
      { symbol: 'P', unit: 'W', meaning: '`power` or `softPower`' },
      { symbol: 'ż', unit: 'rad/s, m/s', meaning: 'rate of the coordinate' },
      { symbol: 'f', unit: 'N m, N', meaning: 'push; the tension is −f' },
    ],
    sign: 'Positive makes the value grow: pushes points apart, turns a joint forward.',
    energy: 'P = f·ż, put in',
    singular: 'None. At F = 0 the force is 0; at the sharp bound its slope jumps, the force does not.',
    source:
      'Force source of VMRobotControl.jl (sharp bound on the power given); max_force and max_power of virtualmodelcontrol',
  },
  example: { force: '5 N', power: '10 W' },
  picture: pictures.sourcePush,
  law(A, { value, rate }, { force = [], greatest, power, softPower }) {
    let push = value.map((_, i) => (force.length === 1 ? force[0] : force[i]));
    if (greatest !== undefined) {
      const G = positive(A, greatest[0]);
      push = applyGain(A, [tanhRatio(A, A.div(inner(A, push, push), A.mul(G, G)))], push);
    }
    const asked = inner(A, push, rate);
    let share: typeof asked | undefined;
    if (power !== undefined) {
      const over = A.less(power[0], asked);
      share = A.select(over, A.div(power[0], A.select(over, asked, A.constant(1))), A.constant(1));
    } else if (softPower !== undefined) {
      const P = positive(A, softPower[0]);
      share = A.div(P, A.add(P, A.abs(asked)));
    }
    if (share === undefined) return { force: push.map((f) => A.neg(f)), supplied: asked };
    return { force: applyGain(A, [A.neg(share)], push), supplied: A.mul(share, asked) };
  },
};
