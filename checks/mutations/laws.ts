/** Mutations of laws, of the sensors that they read, and of the servo that moves the joints for them. */
import { breakerOf, type Mutation } from '../mutation.js';

const laws = breakerOf('toolkit/src/control/laws');

export const lawMutations: readonly Mutation[] = [
  laws(
    'compensate',
    'cross3(A, sub3(A, from, to), force)',
    'cross3(A, sub3(A, to, from), force)',
    'a wrench is moved with its lever arm the wrong way',
    'sensing',
  ),
  laws(
    'compensate',
    'torque: sub3(A, own.torque, cross3(A, below.centre, weight)),',
    'torque: own.torque,',
    'the weight below is taken out of the force alone',
    'sensing',
  ),
  laws(
    'sensing',
    'const filtered = slowed.map((x, i) => A.select(good, x, before[i]));',
    'const filtered = slowed;',
    'a reading that is no number gets into the filter',
    'sensing',
  ),
  laws(
    'prepare-laws',
    'A.mul(cutoff, tick)',
    'cutoff',
    'a filter is tied to the count of samples',
    'sensing',
  ),
  laws(
    'admittance',
    'A.and(commanded.limited, A.not(begins))',
    'commanded.limited',
    'the first tick of an admittance is taken for a limit',
    'switching',
  ),
  laws(
    'second-order-map',
    'const SQUARINGS = 12;',
    'const SQUARINGS = 2;',
    'the exponential of a tick is not worked out to the end',
    'admittance-cases',
    'admittance',
  ),
  laws(
    'admittance',
    'way = next.map((v) => A.mul(elapsed, v));',
    'way = speed.map((v) => A.mul(elapsed, v));',
    'the explicit tick moves by the old speed',
    'admittance',
  ),
  laws(
    'admittance',
    'const net = effort.map((f, i) => A.sub(f, pull[i]));',
    'const net = effort.map((f, i) => A.add(f, pull[i]));',
    'the spring of an admittance pushes away',
    'admittance',
  ),
  laws(
    'admittance',
    'const { commanded, commandedAxes: axes, begins } = view;',
    'const { commanded, begins } = view; const axes = view.site("world").rotation;',
    'the virtual mass is not turned with its frame',
    'admittance-cases',
  ),
  laws(
    'servo',
    'const limited = A.or(cut, A.not(sound));',
    'const limited = A.not(sound);',
    'the command runs on behind a joint’s end',
    'admittance-cases',
  ),
  laws(
    'servo',
    'high: A.select(A.less(zero, above), above, zero),',
    'high: above,',
    'a joint that starts beyond its end jumps back to it',
    'admittance-cases',
  ),
  laws(
    'follow',
    'const further = A.less(A.constant(0), A.mul(off[i], asked[i]));',
    'const further = A.less(A.mul(off[i], asked[i]), A.constant(0));',
    'the integral rests where it should run back',
    'servo',
  ),
  laws(
    'law-activity',
    'const up = clamp(A, A.add(before, step), zero, one);',
    'const up = one;',
    'a wrench law comes in at once in spite of the blend',
    'switching',
  ),
];
