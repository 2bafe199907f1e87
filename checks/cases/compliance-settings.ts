/** Settings that do nothing, and laws with their defaults. */
import fc from 'fast-check';
import { type Design, designProblems, type LawDesign, laws } from 'pliant/control';
import { between, within } from './case.js';
import { rests, spring } from './compliance-holding.js';
import { lawCase, same, told } from './law-case.js';
import { CaseKernel, onRails } from './law-kernel.js';
import { idleOf, idleOfSensors, idleOfServos } from './settings.js';

/** Numbers that a law needs, where it has none by default. */
const needed: Readonly<Record<string, Record<string, readonly number[]>>> = {
  admittance: { mass: [2], damping: [20] },
  force: { wanted: [0, 0, 0, 0, 0, 0], gain: [1e-3] },
  hybrid: { wanted: [0, 0, 0, 0, 0, 0], gain: [1e-3] },
  press: { wanted: [0, 0, 0, 0, 0, 0] },
  impedance: { stiffness: [300] },
  'guarded-move': { speed: [0.01], threshold: [5], limit: [0.1] },
  guide: { mass: [5], damping: [40] },
  joints: { position: [0, 0, 0] },
  grip: { limit: [1, 1, 1] },
  wrench: { wanted: [0, 0, 0, 0, 0, 0] },
};

function ownDesign(kind: string): Design | undefined {
  const declaration = laws.find((law) => law.kind === kind);
  if (declaration === undefined) return undefined;
  const { needs, acts } = declaration;
  const law: LawDesign = {
    name: 'own',
    kind,
    ...(acts === 'joints' ? {} : { at: 'tool', axes: 'world' }),
    ...(needs.sensor === true ? { sensor: 'wrist' } : {}),
    ...(needs.target === true ? { target: 'goal' } : {}),
    parameters: needed[kind] ?? {},
  };
  const base = onRails(
    {
      points: [
        { name: 'tool', frame: 'tool' },
        { name: 'goal', at: [0.1, 0.2, 0.3] },
      ],
      laws: [law],
    },
    ['x', 'y', 'z'],
  );
  return acts === 'wrench' ? { ...base, servo: undefined as never } : base;
}

/** Laws that are not finite before or after a first tick at rest, or that have errors with their defaults. */
function unfit(): string[] {
  return laws.flatMap(({ kind }) => {
    const design = ownDesign(kind);
    if (design === undefined) return [kind];
    const errors = designProblems(design).filter(({ severity }) => severity === 'error');
    if (errors.length > 0) return [`${kind}: ${errors[0].code} ${errors[0].message}`];
    const kernel = new CaseKernel(design);
    const before = kernel.finite;
    kernel.feel('wrist', 0);
    kernel.step([0.1, 0.2, 0.3], [0, 0, 0]);
    return before && kernel.finite ? [] : [`${kind}: not finite`];
  });
}

export const settingCases = [
  lawCase(
    'CL-12',
    'every setting does something, and every law is finite with its defaults',
    () => [
      told('laws that are not', unfit(), []),
      ...laws.map(({ kind }) => told(`numbers of ${kind} that do nothing`, idleOf(kind), [])),
      told('numbers of a servo that do nothing', idleOfServos(), []),
      told('numbers of a sensor that do nothing', idleOfSensors(), []),
      same('K 500 pushed by 10 N, m', rests(spring({ stiffness: 500 }), [10])[0], 0.02, 0.001),
    ],
    fc.tuple(between(100, 3000), within(20)),
    ([stiffness, force]) => [
      same(
        'pushed',
        rests(spring({ stiffness }), [force], 2)[0],
        force / stiffness,
        0.05 * Math.abs(force / stiffness) + 1e-9,
      ),
    ],
    0.2,
  ),
];
