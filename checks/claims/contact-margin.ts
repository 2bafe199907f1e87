/** The analysis of sampled loops in contact against an exact simulation that shares nothing with it. */
import {
  energyBound,
  firstPeak,
  heldPassivity,
  impactOf,
  landingOf,
  landingVerdict,
  onWall,
  responseAt,
  rippleBound,
  statusOf,
  stiffestSafe,
  verdictOf,
  wantedAdmittance,
} from 'pliant/analyse';
import { atLeast, atMost, type Claim, exactly, type Row } from '../claim.js';
import {
  admittanceDesign,
  type Design,
  forceDesign,
  heldDesign,
  impedanceDesign,
  jumpDesign,
  pressDesign,
  torqueDesign,
} from '../contact/contact-designs.js';
import {
  departuresOf,
  firstContact,
  grewBy,
  measuredAdmittance,
  restsAfterImpact,
  rippleOf,
} from '../contact/design-runs.js';
import { chance } from '../made-robots.js';

const laws = {
  impedance: impedanceDesign,
  admittance: admittanceDesign,
  force: forceDesign,
  press: pressDesign,
  'before torques': torqueDesign,
  'before a jump': jumpDesign,
  'held with an integral': heldDesign,
};
const names = Object.keys(laws) as (keyof typeof laws)[];

interface Trial {
  readonly design: Design;
  readonly radius: number;
}

/** So many designs outside the band, half of them within 0.02 of the edge. */
function drawn(law: keyof typeof laws, count: number): Trial[] {
  const next = chance(71 + names.indexOf(law));
  const [near, far]: [Trial[], Trial[]] = [[], []];
  while (near.length < count / 2 || far.length < count / 2) {
    const design = laws[law](next);
    const { radius } = onWall(design.loop, design.wall);
    const off = Math.abs(radius - 1);
    if (off <= 0.002) continue;
    const list = off < 0.02 ? near : far;
    if (list.length < count / 2) list.push({ design, radius });
  }
  return [...near, ...far];
}

function agreement(law: keyof typeof laws, count: number, periods: number): Row[] {
  const trials = drawn(law, count);
  let [bilateral, judged, right, foretold, stable, restless] = [0, 0, 0, 0, 0, 0];
  let furthest = 0;
  const stray: string[] = [];
  trials.forEach(({ design, radius }, number) => {
    const grew = grewBy(design, periods);
    if (grew > 1 === radius > 1) bilateral++;
    if (grew > 0 && Number.isFinite(grew)) furthest = Math.max(furthest, Math.abs(grew - radius));
    const { speed, preload } = design;
    const verdict = verdictOf(design.loop, design.wall);
    if (verdict.impact === 'marginal') return;
    judged++;
    const { landing } = landingVerdict(verdict, impactOf(design.loop, design.wall, { speed, preload }));
    const rests = restsAfterImpact(design, 5 * periods);
    if (landing === 'stable') stable++;
    if (rests === (landing === 'stable')) right++;
    else stray.push(`no. ${number} (${landing}${rests ? ', rests' : ''})`);
    if (rests === (verdict.impact === 'stable')) foretold++;
    if (verdict.local === 'unstable' && rests) restless++;
  });
  const strays = stray.length === 0 ? '' : `; not ${stray.join(', ')}`;
  const share = atLeast(`${law}: from an impact, right`, (100 * right) / judged, 99, '%');
  return [
    exactly(`${law}: designs whose growth on a wall that also pulls is as told`, bilateral, trials.length),
    atMost('  furthest growth a period from ρ', furthest, 2e-3),
    { ...share, value: `${share.value} of ${judged}, ${stable} told to rest${strays}` },
    atLeast('  by the three radii alone, whatever the impact', (100 * foretold) / judged, 90, '%'),
    exactly('  told unstable where they press, and at rest', restless, 0),
  ];
}

/** Stiffest safe walls against halving by simulation. */
function stiffest(law: keyof typeof laws, count: number, periods: number): Row[] {
  const next = chance(81 + names.indexOf(law));
  let [tried, furthest] = [0, 0];
  while (tried < count) {
    const design = laws[law](next);
    const { stiffness } = stiffestSafe(design.loop);
    if (!(stiffness > 50 && stiffness < 1e6)) continue;
    tried++;
    const grows = (k: number): boolean =>
      grewBy({ ...design, wall: { stiffness: k, damping: 0 } }, periods) > 1;
    // Beyond the first wall that it does not bear a loop may bear others again: upwards to the first one, then halved.
    let [low, high] = [0.8 * stiffness, 0.82 * stiffness];
    if (!grows(low))
      while (high < 1.25 * stiffness && !grows(high)) [low, high] = [high, high + 0.02 * stiffness];
    if (grows(low) || !grows(high)) {
      furthest = Number.NaN;
      break;
    }
    while (high / low > 1.002) {
      const middle = Math.sqrt(low * high);
      if (grows(middle)) high = middle;
      else low = middle;
    }
    furthest = Math.max(furthest, Math.abs(100 * (low / stiffness - 1)));
  }
  return [atMost(`${law}: stiffest safe wall, furthest of ${count} from simulation`, furthest, 2, '%')];
}

/** First peaks and bounces of the loops that are stable, touching at a tick. */
function impacts(law: keyof typeof laws, count: number): Row[] {
  const next = chance(101 + names.indexOf(law));
  let [tried, furthest, beyond, near] = [0, 0, 0, 0];
  while (tried < count) {
    const design = laws[law](next);
    const { loop, wall, speed, preload } = design;
    if (verdictOf(loop, wall).impact !== 'stable') continue;
    tried++;
    const { peak } = firstContact(design, 2000);
    // A force that creeps up to that at rest has no peak above it, however long one looks.
    const above = (force: number): number => Math.max(force, preload);
    const told = firstPeak(loop, wall, { speed, preload }, 0);
    furthest = Math.max(furthest, Math.abs(100 * (above(told) / above(peak) - 1)));
    const { firstPeak: most, bounces } = impactOf(loop, wall, { speed, preload });
    if (peak > above(most) * 1.005) beyond++;
    const landing = landingOf(loop, wall, { speed, preload }, 0);
    const counted = departuresOf(design, Math.min(20_000, Math.ceil(20 / loop.tick)));
    if (landing.departures === counted && counted <= bounces) near++;
  }
  return [
    atMost(`${law}: first peak, furthest of ${count} from simulation`, furthest, 1, '%'),
    exactly('  peaks beyond the greatest told', beyond, 0),
    atLeast('  bounces counted as told', (100 * near) / count, 99, '%'),
  ];
}

/** Peaks of impedances whose arm has the friction that makes them passive, beside the bound by energy. */
function bounded(count: number): Row[] {
  const next = chance(121);
  let [tried, beyond, nearest] = [0, 0, 0];
  while (tried < count) {
    const design = impedanceDesign(next);
    const { loop, wall, speed, preload } = design;
    if (loop.law !== 'impedance') continue;
    const { needed = Number.NaN } = heldPassivity(loop) ?? {};
    if (!(needed > 0 && needed < 200)) continue;
    tried++;
    const braked = { ...design, loop: { ...loop, friction: 1.02 * needed } };
    const share = firstContact(braked, 2000).peak / energyBound(braked.loop, wall, { speed, preload });
    if (share > 1) beyond++;
    nearest = Math.max(nearest, share);
  }
  return [
    exactly(`impedance: peaks of ${count} passive loops beyond the bound by energy`, beyond, 0),
    atLeast('  nearest to it', 100 * nearest, 50, '%'),
  ];
}

/** What a hand feels against what it felt, and how far that is from what is wanted. */
function responses(law: keyof typeof laws, count: number): Row[] {
  const next = chance(111 + names.indexOf(law));
  let [tried, furthest, changed] = [0, 0, 0];
  while (tried < count) {
    const design = laws[law](next);
    const { loop, wall } = design;
    const { free } = verdictOf(loop, wall);
    if (!(free.radius < 0.997)) continue;
    const ticks = 200;
    const cycles = 1 + Math.floor(30 * next());
    const told = responseAt(loop, (2 * Math.PI * cycles) / (ticks * loop.tick));
    if (told === undefined) continue;
    tried++;
    const got = measuredAdmittance(design, cycles, ticks);
    const wanted = wantedAdmittance(loop, got.frequency);
    // Where a mean of samples hears nothing of the hand, both are what rounding leaves.
    const size = Math.max(Math.hypot(got.re, got.im), 1e-9 * Math.hypot(wanted.re, wanted.im));
    furthest = Math.max(furthest, (100 * Math.hypot(told.ticks.re - got.re, told.ticks.im - got.im)) / size);
    changed = Math.max(changed, Math.hypot(wanted.re - got.re, wanted.im - got.im) / size);
  }
  const row = atMost(`${law}: speed over force, furthest of ${count} from simulation`, furthest, 0.5, '%');
  return [row, atLeast('  furthest that what is wanted is from it', 100 * changed, 10, '%')];
}

/** What rounding leaves of the force, beside the bound on it. */
function ripples(law: keyof typeof laws, count: number): Row[] {
  const next = chance(131 + names.indexOf(law));
  let [tried, beyond, nearest] = [0, 0, 0];
  while (tried < count) {
    const design = laws[law](next);
    const { loop, wall } = design;
    const { radius } = onWall(loop, wall);
    // Slower ones are not at rest yet when it is looked at.
    if (!(radius < 0.99)) continue;
    // With a mass below it, a sensor is rounded here before that is added: left to the bound of a plain one.
    if (loop.law !== 'impedance' && loop.sensor.massBelow > 0) continue;
    tried++;
    const quantum = loop.law === 'impedance' ? 20e-6 : 0.05;
    const share = rippleOf(design, quantum, 4000) / rippleBound(loop, wall, quantum);
    if (share > 1.001) beyond++;
    nearest = Math.max(nearest, share);
  }
  return [
    exactly(`${law}: ripples of ${count} beyond their bound`, beyond, 0),
    atLeast('  nearest to it', 100 * nearest, 2, '%'),
  ];
}

/** Share of verdicts that are given at all: the rest lie in the band. */
function given(law: keyof typeof laws, count: number): Row {
  const next = chance(91);
  let told = 0;
  for (let i = 0; i < count; i++) {
    const { loop, wall } = laws[law](next);
    if (statusOf(onWall(loop, wall)) !== 'marginal') told++;
  }
  return atLeast(`${law}: random designs outside the marginal band`, (100 * told) / count, 60, '%');
}

export const contactMarginClaims: readonly Claim[] = names.map((law) => ({
  topic: 'contact',
  id: `margin: ${law} against simulation`,
  measure(scale) {
    const full = scale === 'full';
    return [
      ...agreement(law, full ? 300 : 10, full ? 9000 : 2000),
      ...stiffest(law, full ? 30 : 1, full ? 12000 : 3000),
      ...impacts(law, full ? 100 : 8),
      ...(law === 'impedance' ? bounded(full ? 100 : 4) : []),
      ...responses(law, full ? 100 : 3),
      ...ripples(law, full ? 100 : 3),
      given(law, full ? 500 : 40),
    ];
  },
}));
