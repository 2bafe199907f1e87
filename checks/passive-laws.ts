/** Numbers for laws of passive designs: smooth variants of all springs and dampers, and those whose force has a kink. */
import type { ElementDesign } from 'pliant/control';
import { chance } from './made-robots.js';

export type Numbers = readonly number[];
export type Parameters = Readonly<Record<string, Numbers>>;

/** What an element acts on: a named coordinate, or its own ends. */
export interface Target {
  readonly of?: string;
  readonly joins: ElementDesign['joins'];
  readonly size: number;
  /** Gains on it are multiplied by this: a radian is more than a metre. */
  readonly gain: number;
  /** It is 0 to half a turn away, where it jumps: what pushes it away from 0 has no place on it. */
  readonly turn?: boolean;
  readonly kink?: boolean;
}

/** Numbers for the laws of one design. */
export interface Draw {
  readonly next: () => number;
  /** Between two numbers. */
  readonly within: (least: number, most: number) => number;
  readonly among: <T>(list: readonly T[]) => T;
}

export function drawOf(seed: number): Draw {
  const next = chance(seed);
  return {
    next,
    within: (least, most) => least + (most - least) * next(),
    among: (list) => list[Math.floor(next() * list.length)],
  };
}

/** A gain of 1, n or n² numbers about `size`; the matrix is symmetric and dominated by its diagonal. */
export function gainOf({ next, within, among }: Draw, n: number, size: number, matrix = true): number[] {
  const about = () => size * within(0.5, 1.5);
  const shape = n === 1 ? 0 : among(matrix ? [0, 1, 2] : [0, 1]);
  if (shape === 0) return [about()];
  if (shape === 1) return Array.from({ length: n }, about);
  const full = new Array<number>(n * n).fill(0);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) full[i * n + j] = full[j * n + i] = (size * (next() - 0.5)) / n;
    full[i * n + i] = about();
  }
  return full;
}

type Law = (draw: Draw, target: Target) => Parameters;

/** How parameters of a law are drawn, and how those of its variant with a kink are. */
export interface Laws {
  readonly smooth?: Law;
  readonly kinked?: Law;
  /** 1: it acts on one number. */
  readonly entries?: 1;
  /** It may push its value away from 0. */
  readonly outward?: boolean;
}

export const stiff = 80;
export const viscous = 6;
const stiffness: Law = (draw, { size, gain }) => ({ stiffness: gainOf(draw, size, stiff * gain) });
const damping: Law = (draw, { size, gain }) => ({ damping: gainOf(draw, size, viscous * gain) });
const one =
  (name: string, size: number): Law =>
  ({ within }, { gain }) => ({ [name]: [size * gain * within(0.5, 1.5)] });
const both =
  (...laws: readonly Law[]): Law =>
  (draw, target) =>
    Object.assign({}, ...laws.map((law) => law(draw, target)));
const between =
  (name: string, least: number, most: number): Law =>
  ({ within }) => ({ [name]: [within(least, most)] });

const softly = between('width', 0.03, 0.1);
const hill: Law = (draw, target) =>
  one(draw.among(['pull', 'push', 'pullStiffness', 'pushStiffness']), 20)(draw, target);
const bound: Law = (draw, target) => between(draw.among(['above', 'below']), -0.1, 0.4)(draw, target);
const way: Law = (draw, target) => one(draw.among(['opening', 'closing', 'damping']), viscous)(draw, target);
const zone = both(between('lower', -0.4, 0), between('upper', 0.1, 0.5));
const rubbing = both(
  between('friction', 0.1, 0.5),
  one('stiffness', stiff),
  between('begins', 0, 0.2),
  between('speed', 0.05, 0.1),
);

/** By family and kind; what stands on points of its own, or on any coordinate. */
export const laws: Readonly<Record<string, Laws>> = {
  'spring: attitude': { smooth: stiffness },
  'spring: attitude-plain': { smooth: one('stiffness', stiff) },
  'spring: attitude-quaternion': { smooth: one('stiffness', stiff) },
  'spring: contact': {
    entries: 1,
    smooth: both(one('stiffness', 2 * stiff), between('begins', 0, 0.2), softly),
    kinked: both(one('stiffness', 2 * stiff), between('begins', 0, 0.2)),
  },
  'spring: dead-zone': {
    smooth: both(one('stiffness', stiff), zone, softly),
    kinked: both(one('stiffness', stiff), zone),
  },
  'spring: gaussian': {
    outward: true,
    smooth: both(hill, between('width', 0.1, 0.5)),
  },
  'spring: joint': { smooth: both(one('stiffness', stiff), between('target', -0.5, 0.5)) },
  'spring: line': { smooth: both(one('stiffness', stiff), between('length', 0, 0.5)) },
  'spring: linear': {
    smooth: stiffness,
    kinked: both(one('stiffness', stiff), between('saturation', 0.05, 0.2)),
  },
  'spring: one-sided': {
    outward: true,
    smooth: both(one('stiffness', stiff), bound, softly),
    kinked: both(one('stiffness', stiff), bound),
  },
  'spring: piecewise': {
    entries: 1,
    kinked: (_draw, { gain }) => ({
      knots: [0.1, 0.3, 0.6],
      values: [30 * gain, 10 * gain, 0],
      slope: [300 * gain],
    }),
  },
  'spring: polynomial': {
    smooth: both(one('stiffness', stiff), between('span', 0.6, 1.2), ({ among }) => ({
      power: [among([1, 2])],
    })),
  },
  'spring: repel': {
    // So large that no run comes to its surface.
    smooth: both(one('stiffness', 0.1 * stiff), between('radius', 5, 6)),
    kinked: both(one('stiffness', stiff), between('radius', 0.2, 0.6)),
  },
  'spring: saturating': { smooth: both(one('stiffness', stiff), one('greatest', 10)) },
  'spring: saturating-axes': {
    smooth: (draw, { size, gain }) => ({
      stiffness: gainOf(draw, size, stiff * gain, false),
      greatest: gainOf(draw, size, 10 * gain, false),
    }),
  },
  'spring: sigmoid': {
    smooth: both(
      one('near', stiff),
      one('far', 0.3 * stiff),
      between('middle', 0.2, 0.5),
      between('steepness', 4, 10),
    ),
  },
  'damper: attitude': { smooth: damping },
  'damper: attitude-rate': { smooth: damping },
  'damper: contact': {
    entries: 1,
    smooth: both(one('damping', viscous), between('begins', 0, 0.3), softly),
    kinked: both(one('closing', viscous), between('begins', 0, 0.3)),
  },
  'damper: coulomb': { smooth: both(one('greatest', 2), between('width', 0.1, 0.2)) },
  'damper: joint': { smooth: one('damping', viscous) },
  'damper: line': { smooth: one('damping', viscous) },
  'damper: linear': { smooth: damping },
  'damper: one-way': {
    smooth: both(
      (draw, target) => one(draw.among(['opening', 'closing']), viscous)(draw, target),
      between('width', 0.1, 0.2),
    ),
    kinked: (draw, target) => one(draw.among(['opening', 'closing']), viscous)(draw, target),
  },
  'damper: ramped': { kinked: both(way, between('none', 0.5, 0.9), between('full', 0, 0.2)) },
  'damper: rate-ramped': {
    kinked: both(one('damping', viscous), between('none', 0, 0.1), between('full', 0.3, 1)),
  },
  'damper: rubbing': { smooth: both(rubbing, softly), kinked: rubbing },
  'damper: saturating': { smooth: both(one('damping', viscous), one('greatest', 2)) },
};

/** The laws that a passive design is drawn from, by name. */
export const lawNames: readonly string[] = Object.keys(laws);
