/** Mutations of what is told of a scenario before it touches. */
import { breakerOf, type Mutation } from '../mutation.js';

const scenario = breakerOf('toolkit/src/scenario');
const contact = breakerOf('toolkit/src/analyse/contact');

export const contactLoopMutations: readonly Mutation[] = [
  scenario(
    'contact-pose',
    'along: moves ? solved.map((x) => x / mobility)',
    'along: moves ? solved.map((x) => x)',
    'joint motion along the normal is not of 1 m/s',
    'contact-loop',
  ),
  scenario(
    'contact-force-laws',
    'delay: delay + rest,',
    'delay: rest,',
    'the delay of the drive is left out',
    'contact-loop',
  ),
  scenario(
    'contact-sensing',
    'series: 1 / all.reduce((sum, k) => sum + 1 / k, 0)',
    'series: all.reduce((sum, k) => sum + k, 0)',
    'springs in line add up',
    'contact-loop',
  ),
  scenario(
    'contact-impedance',
    'written: (D) => given[0] * (1 + (D - whole) / own),',
    'written: (D) => given[0] * (1 + (whole - D) / own),',
    'more damping is written as less',
    'contact-loop',
  ),
  scenario(
    'contact-approach',
    'const asked = force((i + 1) * h) + stiffness * left;',
    'const asked = force((i + 1) * h);',
    'the spring does not pull on the way',
    'contact-loop',
  ),
  scenario(
    'contact-findings',
    "if (local !== 'unstable' && impact !== 'unstable') continue;",
    "if (local !== 'stable') continue;",
    'check does not warn of what is unstable',
    'contact-loop',
  ),
  contact(
    'suggestion',
    "if (verdictOf(changed, wall).impact !== 'stable') continue;",
    '',
    'what is suggested need not be stable',
    'suggestion',
  ),
  scenario(
    'contact-wrenches',
    "gain: summed('gain') + shaped,",
    "gain: summed('gain'),",
    'a shaped inertia is none',
    'contact-laws',
  ),
  scenario(
    'contact-wrenches',
    'const braked = of([...springs, ...presses]);',
    'const braked = of(springs);',
    'the damping of a press is left out',
    'contact-laws',
  ),
  scenario(
    'contact-rest',
    'row.map((x, i) => x + answer[i]),',
    'row,',
    'what is felt does not soften the spring beside it',
    'contact-laws',
  ),
  scenario(
    'contact-rest',
    'const force = -along(own) / (1 / felt + along(pushed));',
    'const force = -along(own) / along(pushed);',
    'a wall does not give way at rest',
    'contact-laws',
  ),
  scenario(
    'contact-position',
    'rest: integral > 0 ? felt * goal.way(end) : (force(end) * felt) / (felt + stiffness),',
    'rest: (force(end) * felt) / (felt + stiffness),',
    'an integral rests before its place is reached',
    'contact-laws',
  ),
  contact(
    'limits',
    'return { ...loop, proportional: factor * loop.proportional, integral: factor * loop.integral };',
    'return { ...loop, proportional: factor * loop.proportional };',
    'a smaller answer to the force gathers as fast',
    'suggestion',
  ),
  scenario(
    'contact-phases',
    'parameters: { ...one.parameters, [parameter]: values },',
    'parameters: one.parameters,',
    'phases are judged without their numbers',
    'contact-laws',
  ),
  scenario(
    'contact-margin',
    "return unmapped.some(({ unjudged }) => unjudged) ? 'not judged' : worst?.verdict.impact;",
    'return worst?.verdict.impact;',
    'what is not judged is told to be stable',
    'contact-laws',
  ),
];
