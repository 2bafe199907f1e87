/** Laws that move the arm by what they feel, as loops along one axis. */
import type { ContactLoop } from '../analyse/index.js';
import type { LawDesign } from '../control/index.js';
import { mulTransposeVec, numbers, scale3, type Vec3 } from '../math/index.js';
import { type Apart, factorsOn, type MappedLoop, type Meeting } from './contact-meeting.js';
import { goalOf, positionLoop } from './contact-position.js';
import { followedBy, inSamples, parameterOf, rotationAt, sensedBy, seriesOf } from './contact-sensing.js';
import type { Draft } from './draft.js';

const schemes = ['explicit', 'implicit', 'exact'] as const;

/** Below this share of the normal a law counts as not acting along it. */
const across = 1e-6;

/** Words where a loop cannot be told. */
export function motionLoop(draft: Draft, law: LawDesign, meeting: Meeting): MappedLoop | Apart | string {
  switch (law.kind) {
    case 'admittance':
      return admittanceLoop(draft, law, meeting);
    case 'guide':
      return guideLoop(draft, law, meeting);
    case 'force':
    case 'hybrid':
      return regulatorLoop(draft, law, meeting);
    case 'track':
    case 'joints':
      return positionLoop(draft, law, meeting);
    default:
      return `a law of the kind ${law.kind} cannot be told as a loop along one axis`;
  }
}

/** What all of them have around their law. */
function around(draft: Draft, law: LawDesign, { pose }: Meeting) {
  const sensed = sensedBy(draft, law);
  if (typeof sensed === 'string') return sensed;
  const followed = followedBy(draft, pose);
  if (typeof followed === 'string') return followed;
  const { inner, flexible, delay } = followed;
  const { sensor, rest, assumptions } =
    inner.kind === 'torque' ? inSamples(sensed, draft.timing.tick) : sensed;
  return {
    parts: {
      tick: draft.timing.tick,
      ...seriesOf(draft.bench),
      ...(flexible && { flexible }),
      inner,
      delay: delay + rest,
      sensor,
    },
    assumptions: [...assumptions, ...followed.assumptions],
  };
}

/** The normal, into the wall, in the axes of a law. */
function inAxes(draft: Draft, law: LawDesign, { pose }: Meeting): Vec3<number> {
  return mulTransposeVec(numbers, rotationAt(draft, law, pose.q), scale3(numbers, -1, pose.normal));
}

function oblique(law: LawDesign, share: number): string[] {
  return share > 1 - 1e-6
    ? []
    : [
        `${law.name} acts along ${Math.round(100 * Math.sqrt(share))} % of the normal alone; that what it does besides moves the contact is left out`,
      ];
}

function admittanceLoop(draft: Draft, law: LawDesign, meeting: Meeting): MappedLoop | Apart | string {
  const made = around(draft, law, meeting);
  if (typeof made === 'string') return made;
  const selection = parameterOf(law, 'selection') ?? [];
  const n = inAxes(draft, law, meeting);
  // s = S n: how much of the normal each direction is that is freed.
  const s = Array.from({ length: selection.length / 6 }, (_, i) =>
    n.reduce((sum, x, k) => sum + x * selection[6 * i + k], 0),
  );
  const share = s.reduce((sum, x) => sum + x * x, 0);
  if (share < across) return { apart: `${law.name} frees no way along the normal` };
  /** The gain of the way along the normal, the coupling to others left out. */
  const along = (name: string): number => {
    const gain = parameterOf(law, name) ?? [0];
    const r = s.length;
    if (gain.length === 1) return gain[0] / share;
    const sum = s.reduce(
      (sum, a, i) =>
        sum +
        (gain.length === r ? gain[i] * a * a : s.reduce((inner, b, j) => inner + a * gain[r * i + j] * b, 0)),
      0,
    );
    return sum / (share * share);
  };
  const [mass, given, stiffness] = ['mass', 'damping', 'stiffness'].map(along);
  const ratio = parameterOf(law, 'ratio')?.[0];
  const byRatio = ratio === undefined ? 0 : 2 * ratio * Math.sqrt(mass * stiffness);
  const scheme = schemes[parameterOf(law, 'scheme')?.[0] ?? 2];
  const damping = given + byRatio;
  const loop: ContactLoop = { law: 'admittance', ...made.parts, mass, damping, stiffness, scheme };
  const [x, y, z] = parameterOf(law, 'wanted') ?? [0, 0, 0];
  // What is selected of the wanted force, along the normal.
  const wanted = s.reduce(
    (sum, a, i) => sum + a * (x * selection[6 * i] + y * selection[6 * i + 1] + z * selection[6 * i + 2]),
    0,
  );
  const goal = goalOf(draft, law, meeting);
  const single = (name: string) => (law.parameters[name]?.length ?? 1) === 1;
  const path = `control.laws.${law.name}`;
  return {
    loop,
    force: (t) => wanted / share + stiffness * goal.way(t) + damping * goal.speed(t),
    ...(single('damping') && {
      damping: { path: `${path}.damping`, written: (D: number) => share * (D - byRatio) },
    }),
    ...(single('mass') && { mass: { path: `${path}.mass`, written: (M: number) => share * M } }),
    assumptions: [
      ...made.assumptions,
      ...oblique(law, share),
      ...(law.parameters.deadBand === undefined ? [] : ['the dead band is left out']),
    ],
  };
}

/** Hand guiding: M v̇ + D v = F, by an implicit damper. */
function guideLoop(draft: Draft, law: LawDesign, meeting: Meeting): MappedLoop | Apart | string {
  const made = around(draft, law, meeting);
  if (typeof made === 'string') return made;
  const select = parameterOf(law, 'select') ?? [];
  const n = inAxes(draft, law, meeting);
  const share = n.reduce((sum, x, k) => sum + (select[k] > 0.5 ? x * x : 0), 0);
  if (share < across) return { apart: `${law.name} leads no way along the normal` };
  const [mass, damping] = ['mass', 'damping'].map((name) => (parameterOf(law, name)?.[0] ?? 0) / share);
  const path = `control.laws.${law.name}`;
  return {
    loop: { law: 'admittance', ...made.parts, mass, damping, stiffness: 0, scheme: 'implicit' },
    force: () => 0,
    damping: { path: `${path}.damping`, written: (D) => share * D },
    mass: { path: `${path}.mass`, written: (M) => share * M },
    assumptions: [...made.assumptions, ...oblique(law, share), 'the dead band is left out'],
  };
}

/** x_c′ = K_p e + I, the integral advanced after it is used: kp = K_p − K_i T of the loop, which advances it before. */
function regulatorLoop(draft: Draft, law: LawDesign, meeting: Meeting): MappedLoop | Apart | string {
  const made = around(draft, law, meeting);
  if (typeof made === 'string') return made;
  const select = parameterOf(law, 'select') ?? [];
  const n = inAxes(draft, law, meeting);
  const share = n.reduce((sum, x, k) => sum + (select[k] > 0.5 ? x * x : 0), 0);
  if (share < across) return { apart: `${law.name} has no force control along the normal` };
  const [gain, integral, cap] = ['gain', 'integral', 'speed'].map((name) => parameterOf(law, name)?.[0] ?? 0);
  const [x, y, z] = parameterOf(law, 'wanted') ?? [0, 0, 0];
  const wanted = [x, y, z].reduce((sum, f, k) => sum + (select[k] > 0.5 ? f * n[k] : 0), 0);
  const late = integral * draft.timing.tick;
  return {
    loop: {
      law: 'force',
      ...made.parts,
      proportional: share * Math.max(0, gain - late),
      integral: share * integral,
    },
    force: () => wanted / share,
    speed: integral > 0 ? cap : Math.min(cap, Math.abs(gain * wanted)),
    answer: factorsOn(law, ['gain', 'integral']),
    assumptions: [
      ...made.assumptions,
      ...oblique(law, share),
      ...(gain < late ? ['the integral counts as advanced before it is used'] : []),
      'bounds on its speed and its way are left out',
    ],
  };
}
