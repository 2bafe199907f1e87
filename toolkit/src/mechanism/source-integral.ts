import { type Algebra, clamp } from '../math/index.js';
import type { ElementDeclaration, Memory, Parameters, Reading } from './declaration.js';
import { anywhere, scalar, units } from './parameters.js';
import { pictures } from './picture.js';

/** f grows by K (z − r) a second, up to G; see `doc`. */
export const sourceIntegral: ElementDeclaration = {
  family: 'source',
  kind: 'integral',
  title: 'Bounded integral action',
  summary:
    'A spring stops short of its goal where friction or a load holds it off: this pulls harder the longer that lasts, up to a ' +
    'greatest force, and so takes the rest away. Against a wall it presses with its greatest force. With stiction it hunts: it ' +
    'winds up while the joint sticks, breaks away and goes past the goal. It can put energy in.',
  coordinate: 'distance',
  general: true,
  entries: 1,
  parameters: [
    scalar(
      'stiffnessRate',
      ['N m/rad s', 'N/m s', 'N m/s'],
      'Force that it gains each second for each unit that the value is off',
    ),
    scalar('greatest', units.effort, 'Greatest force; what would make it more is not remembered'),
    scalar('rest', units.value, 'Value that it brings the coordinate to', { default: 0, range: anywhere }),
  ],
  doc: {
    law: 'f(t + T) = f + K (z − r) T, within ±G; f = 0 at the start',
    symbols: [
      { symbol: 'z', unit: 'rad, m', meaning: 'value of the coordinate, one number' },
      { symbol: 'r', unit: 'rad, m', meaning: '`rest`' },
      { symbol: 'K', unit: 'N m/(rad s), N/(m s)', meaning: '`stiffnessRate`' },
      { symbol: 'G', unit: 'N m, N', meaning: '`greatest`' },
      { symbol: 'T', unit: 's', meaning: 'measured time since the step before, at most a tick' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension, what is remembered' },
    ],
    sign: 'Pulls the value to `rest`, as a spring does.',
    energy: 'P = −f ż, put in where the value grows against it, taken out where it gives way',
    singular:
      'None. What is remembered is the force, not the integral: where K changes the force does not jump. A `greatest` that is ' +
      'lowered counts at once. Beside a spring k and a damper d on a mass m it is stable below K = k d/m.',
    source:
      'PI control with conditional integration; Åström, Hägglund, Advanced PID Control (2006), section 3.5',
  },
  example: { stiffnessRate: '50 N/m s', greatest: '5 N', rest: '0.1 m' },
  picture: pictures.sourceIntegral,
  law: (A, { value }) => ({ force: value.map(() => A.constant(0)), supplied: A.constant(0) }),
  remembers: {
    memory: [{ name: 'held', unit: units.effort, initial: 0, meaning: 'Force that it has come to' }],
    law(A, { rate }, parameters, memory) {
      const force = within(A, parameters, memory.held);
      return { force: [force], supplied: A.neg(A.mul(force, rate[0])) };
    },
    next: integrated,
  },
};

function one<S>(parameters: Parameters<S>, name: string): S {
  const given = parameters[name];
  if (given === undefined) throw new Error(`mechanism: integral needs ${name}`);
  return given[0];
}

function within<S>(A: Algebra<S>, parameters: Parameters<S>, force: S): S {
  const most = one(parameters, 'greatest');
  return clamp(A, force, A.neg(most), most);
}

function integrated<S>(
  A: Algebra<S>,
  { value }: Reading<S>,
  parameters: Parameters<S>,
  { held }: Memory<S>,
  elapsed: S,
): Memory<S> {
  const off = A.sub(value[0], one(parameters, 'rest'));
  const gain = A.mul(A.mul(one(parameters, 'stiffnessRate'), off), elapsed);
  return { held: within(A, parameters, A.add(held, gain)) };
}
