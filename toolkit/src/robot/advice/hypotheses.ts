/**
 * What may have happened to the inertias of links that cannot be as they stand: units mixed up, moments taken about the
 * link's origin, or placeholders. Each is undone, and what comes out is compared with what the other links and the
 * joints say; the likeliest is named where it is clearly so, else only that the inertia cannot be.
 */
import { numbers, type Sym3 } from '../../math/index.js';
import { principal } from '../principal.js';
import { type Advice, evidenceOf } from './advice.js';
import {
  centreInTensorAxes,
  decades,
  grouped,
  type InertialData,
  inertialEdits,
  type LinkData,
  length,
  type RobotData,
  rough,
} from './data.js';
import { oversized, placeholders } from './placeholder.js';
import {
  densest,
  evenBall,
  type Impossible,
  impossible,
  inLinkAxes,
  inWords,
  solidOf,
  spanOf,
  unitBall,
} from './size.js';

interface Hypothesis {
  readonly id: string;
  /** What happened: `the inertia is in kg mm², not kg m²`. */
  readonly words: string;
  readonly undo: (inertial: InertialData) => { readonly mass: number; readonly six: Sym3<number> };
  readonly why: string;
}

/** Mass and inertia came out this many times too large. */
function slip(mass: number, inertia: number, words: string): Hypothesis {
  const parts = [
    ...(mass === 1 ? [] : [`mass ${mass > 1 ? `/ ${mass}` : `× ${Math.round(1 / mass)}`}`]),
    ...(inertia === 1 ? [] : [`inertia ${inertia > 1 ? `/ ${inertia}` : `× ${Math.round(1 / inertia)}`}`]),
  ];
  return {
    id: 'inertia-units',
    words,
    undo: (inertial) => ({
      mass: inertial.mass / mass,
      six: inertial.six.map((x) => x / inertia) as unknown as Sym3<number>,
    }),
    why: `${parts.join(', ')}, so that it is in kg and kg m²`,
  };
}

/** About the link's origin a tensor holds m (c·c 1 − c cᵀ) more than about the centre of mass (Steiner). */
export function aboutCentre(inertial: InertialData): Sym3<number> {
  const [x, y, z] = centreInTensorAxes(inertial);
  const more: Sym3<number> = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
  return inertial.six.map((value, i) => value - inertial.mass * more[i]) as unknown as Sym3<number>;
}

export const aboutOrigin: Hypothesis = {
  id: 'inertia-point',
  words: "the moments are taken about the link's origin instead of the centre of mass",
  undo: (inertial) => ({ mass: inertial.mass, six: aboutCentre(inertial) }),
  why: 'm (c·c 1 − c cᵀ) is taken off, so that the moments are about the centre of mass c',
};

const hypotheses: readonly Hypothesis[] = [
  slip(1, 1e3, 'the inertia is 1000 times too large: g m² for kg m²'),
  slip(1, 1e6, 'the inertia is in kg mm², not kg m²'),
  slip(1, 1e9, 'the inertia is in g mm², not kg m²'),
  slip(1, 1e-3, 'the inertia is 1000 times too small'),
  slip(1, 1e-6, 'the inertia is a million times too small'),
  slip(1e3, 1, 'the mass is in grams'),
  slip(1e3, 1e3, 'mass and inertia are in grams: g and g m²'),
  slip(1e3, 1e9, 'mass and inertia are in g and g mm²'),
  slip(1e-3, 1, 'the mass is in tonnes'),
  slip(1e-3, 1e3, 'mass and inertia are in t and t mm²'),
  aboutOrigin,
];

/** Nothing happened. */
const asWritten: Hypothesis = { id: '', words: '', undo: ({ mass, six }) => ({ mass, six }), why: '' };

/** Densities of the even balls of links of real robots: decades of kg/m³, and how far they lie apart. */
const usualDensity = 2.4;
const densitySpread = 0.6;
/** Radius of the even ball for each metre to the joints that a link carries: decades, and their spread. */
const usualSlimness = -0.2;
const slimnessSpread = 0.35;
/** Decades over which masses of one robot are spread; and masses of links of any robot, kg. */
const massSpread = 0.9;
const usualMass = -0.2;
const anyMassSpread = 1.2;
/** Decades between moments and those of the shapes as a solid: shapes are coarse, and hulls are hollow. */
const solidSpread = 0.35;
const mostOffSolid = 0.8;
/** Squares of deviations above which nothing is explained, and by which the best must lead. */
const mostDeviation = 12;
const lead = 2.5;

interface Suspect {
  readonly link: LinkData;
  readonly inertial: InertialData;
  /** Absent where only what happened to the others speaks against it. */
  readonly why?: Impossible;
}

interface Usual {
  readonly density: number;
  /** Decades of kg; undefined where too few links are sound. */
  readonly mass: number | undefined;
}

/** Links whose mass is this small a part of the robot's are frames, whatever their inertia. */
const negligible = 1e-6;

export function adviseInertias(robot: RobotData, explained: ReadonlySet<string>): readonly Advice[] {
  const weighing = robot.links.flatMap((link) => {
    const { inertial } = link;
    return inertial === undefined || !(inertial.mass > 0) || explained.has(link.name)
      ? []
      : [{ link, inertial }];
  });
  const total = weighing.reduce((sum, { inertial }) => sum + inertial.mass, 0);
  const counted = weighing.filter(
    ({ inertial }) => inertial.mass > negligible * total && isSound(inertial.six),
  );
  const suspects: (Suspect & { readonly why: Impossible })[] = [];
  const sound: InertialData[] = [];
  for (const { link, inertial } of counted) {
    const why =
      impossible(link, robot, inertial.mass, inLinkAxes(inertial)) ?? oversized(link, robot, inertial);
    if (why === undefined) sound.push(inertial);
    else suspects.push({ link, inertial, why });
  }
  const set = placeholders(suspects, counted);
  const rest = suspects.filter(({ link }) => !set.some(({ explains }) => explains?.includes(link.name)));
  const usual = usualOf(sound, suspects.length);
  const shared = sharedBy(rest, sound.length, robot, usual);
  const joining: readonly Suspect[] =
    shared === undefined
      ? []
      : counted.filter(
          ({ link, inertial }) =>
            sound.includes(inertial) &&
            deviation(shared, link, inertial, robot, usual) <
              deviation(asWritten, link, inertial, robot, usual),
        );
  const named = [
    ...grouped<Hypothesis | undefined, Suspect>([...rest, ...joining], (suspect) => {
      const fits =
        shared !== undefined &&
        deviation(shared, suspect.link, suspect.inertial, robot, usual) <= mostDeviation;
      return fits ? shared : likeliest(suspect, robot, usual);
    }),
  ].flatMap(([best, list]) =>
    best === undefined
      ? list.filter(({ why }) => why?.kind === 'dense').map(tooDense)
      : [nameIt(best, list, usual)],
  );
  return [...set, ...named];
}

/** No negative moments; those are told apart by order.ts. */
export function isSound(six: Sym3<number>): boolean {
  const [least, , most] = principal(six).values;
  return most > 0 && least > -0.02 * most;
}

/** Of the sound links, where there are more of them than of the others. */
function usualOf(sound: readonly InertialData[], suspects: number): Usual {
  const balls = sound.flatMap(({ mass, six }) => {
    const ball = evenBall(mass, six);
    return ball === undefined ? [] : [{ mass: decades(mass), density: decades(ball.density) }];
  });
  if (balls.length < 3 || balls.length < suspects) return { density: usualDensity, mass: undefined };
  return { density: median(balls.map((b) => b.density)), mass: median(balls.map((b) => b.mass)) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** One slip of a whole file is likelier than as many as there are links: most links must be suspects. */
const fewestSharing = 3;
const mostSharing = 0.6;
/** A link that a shared hypothesis does not fit counts against it no more than this. */
const misfit = 20;

/** What happened to most of the links alike, or none. */
function sharedBy(
  suspects: readonly Suspect[],
  sound: number,
  robot: RobotData,
  usual: Usual,
): Hypothesis | undefined {
  if (suspects.length < fewestSharing || suspects.length < mostSharing * (suspects.length + sound))
    return undefined;
  const sum = (hypothesis: Hypothesis): number =>
    suspects.reduce(
      (total, { link, inertial }) =>
        total + Math.min(misfit, deviation(hypothesis, link, inertial, robot, usual)),
      0,
    ) / suspects.length;
  const tried = hypotheses
    .map((hypothesis) => ({ hypothesis, mean: sum(hypothesis) }))
    .sort((a, b) => a.mean - b.mean);
  // The deviations of one robot's links hang together: that of the mean counts, not that of the sum.
  const [best, second] = tried;
  return best.mean <= mostDeviation / 2 && second.mean - best.mean >= lead / 2 ? best.hypothesis : undefined;
}

/** The hypothesis that leads clearly, or none. */
function likeliest({ link, inertial }: Suspect, robot: RobotData, usual: Usual): Hypothesis | undefined {
  const tried = hypotheses
    .map((hypothesis) => ({ hypothesis, deviation: deviation(hypothesis, link, inertial, robot, usual) }))
    .sort((a, b) => a.deviation - b.deviation);
  const [best, second] = tried;
  return best.deviation <= mostDeviation && second.deviation - best.deviation >= lead
    ? best.hypothesis
    : undefined;
}

/** Squares of deviations from what is usual, each over its spread; infinite where what comes out cannot be either. */
function deviation(
  { undo }: Hypothesis,
  link: LinkData,
  inertial: InertialData,
  robot: RobotData,
  usual: Usual,
): number {
  const { mass, six } = undo(inertial);
  const ball = evenBall(mass, six);
  const [least, middle, most] = principal(six).values;
  // What was sound to rounding stays so; a tensor that is only possible as it stands may be one of the published ones
  // that break the triangle rule, so that is left alone.
  if (ball === undefined || least <= 0) return Infinity;
  if (undo === aboutOrigin.undo && most > (least + middle) * 1.001) return Infinity;
  if (impossible(link, robot, mass, inLinkAxes({ ...inertial, six })) !== undefined) return Infinity;
  const span = spanOf(link);
  const solid = solidOf(link);
  const squares = [((decades(ball.density) - usual.density) / densitySpread) ** 2];
  if (span > 0) squares.push(((decades(ball.radius / span) - usualSlimness) / slimnessSpread) ** 2);
  const [expected, spread] = usual.mass === undefined ? [usualMass, anyMassSpread] : [usual.mass, massSpread];
  squares.push(((decades(mass) - expected) / spread) ** 2);
  if (solid !== undefined) {
    const [written, even] = [six, solid.six].map(([xx, yy, zz]) => decades(xx + yy + zz));
    const off = written - even - decades(mass);
    if (Math.abs(off) > mostOffSolid) return Infinity;
    squares.push((off / solidSpread) ** 2);
  }
  return squares.reduce((sum, x) => sum + x, 0);
}

function nameIt(hypothesis: Hypothesis, list: readonly Suspect[], usual: Usual): Advice {
  const [first] = list;
  const evidence = evidenceOf(list, ({ link, inertial, why }) => {
    const { mass, six } = hypothesis.undo(inertial);
    const ball = evenBall(mass, six);
    const undone = ball === undefined ? '' : `, ${rough(ball.radius)} m and ${rough(ball.density)} kg/m³`;
    const span = spanOf(link);
    const beside = span > 0 ? `; it reaches ${rough(span)} m` : '';
    const now = why === undefined ? 'it could stand, but the others could not' : inWords(why, inertial.mass);
    return `${link.name}: ${now}; undone: ${rough(mass)} kg, ${moments(six)}${undone}${beside}${solidWords(link, mass)}`;
  });
  if (usual.mass !== undefined) {
    evidence.push(
      `the other links: ${rough(10 ** usual.mass)} kg, ${rough(10 ** usual.density)} kg/m³ as even balls (medians)`,
    );
  }
  return {
    code: hypothesis.id,
    at: first.inertial.sixAt[0],
    ...(list.length === 1
      ? { name: `link "${first.link.name}"`, path: 'inertial.inertia', message: hypothesis.words }
      : { message: `of ${list.length} links: ${hypothesis.words}` }),
    evidence,
    fix: {
      why: hypothesis.why,
      guess: true,
      edits: list.flatMap(({ link, inertial }) => inertialEdits(link, hypothesis.undo(inertial))),
    },
    explains: list.map(({ link }) => link.name),
  };
}

export function moments(six: Sym3<number>): string {
  return `principal moments ${principal(six).values.map(rough).join(', ')} kg m²`;
}

/** What the link's own shapes would have, where they say. */
export function solidWords(link: LinkData, mass: number): string {
  const solid = solidOf(link);
  if (solid === undefined) return '';
  const { values } = principal(solid.six);
  return `; its shapes as a solid of ${rough(mass)} kg have ${values.map((x) => rough(mass * x)).join(', ')}`;
}

function tooDense({ link, inertial, why }: Suspect): Advice {
  const now = why === undefined ? '' : inWords(why, inertial.mass);
  return {
    code: 'inertia-too-small',
    at: inertial.sixAt[0],
    name: `link "${link.name}"`,
    path: 'inertial.inertia',
    message: 'no body of this mass has so little inertia',
    evidence: [
      `${now}${solidWords(link, inertial.mass)}`,
      `so heavy a ball of ${densest} kg/m³ has moments of ${rough(leastMoment(inertial.mass))} kg m²`,
    ],
    explains: [link.name],
  };
}

/** Of the ball of osmium. */
function leastMoment(mass: number): number {
  return 0.4 * mass * numbers.exp((2 / 3) * numbers.log(mass / (unitBall * densest)));
}

/** Part of the tensor's sum that the centre's distance from the link's origin would explain. */
export function share(inertial: InertialData): number {
  const { six, mass, centre } = inertial;
  return (2 * mass * length(centre) ** 2) / (six[0] + six[1] + six[2]);
}

/** Whether taking off Steiner's part leaves a body that the link can be, and how much of the tensor it is. */
export function leftAbout(
  link: LinkData,
  inertial: InertialData,
  robot: RobotData,
): { readonly sound: boolean; readonly left: number } {
  const six = aboutCentre(inertial);
  const [least, middle, most] = principal(six).values;
  const turned = inLinkAxes({ ...inertial, six });
  const sound =
    least > 0 &&
    most <= (least + middle) * 1.001 &&
    impossible(link, robot, inertial.mass, turned) === undefined;
  return { sound, left: 1 - share(inertial) };
}
