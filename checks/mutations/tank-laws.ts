/** Mutations of laws beside a tank, and of what laws store. */
import { breakerOf, type Mutation } from '../mutation.js';

const control = breakerOf('toolkit/src/control');

export const tankLawMutations: readonly Mutation[] = [
  control(
    'laws/law-push',
    'own === x ? A.mul(factor, x) : A.sub(x, A.mul(less, own))',
    'x',
    'a law whose source the tank does not afford acts whole',
    'tank-laws',
  ),
  control(
    'laws/law-push',
    'supplied && A.sub(supplied, A.mul(less, powerOf(A, centre, active, v)))',
    'supplied',
    'the source of a law that is scaled is booked whole',
    'tank-laws',
  ),
  control(
    'tank',
    'addPushes(A, loads, pushes, part);',
    '',
    'what laws put in has no price, and what they take out is not measured',
    'tank-laws',
  ),
  control(
    'tank',
    '...pushes.flatMap(({ dissipated }) => (dissipated === undefined ? [] : [dissipated])),',
    '',
    'dampers of laws do not fill the tank',
    'tank-laws',
  ),
  control(
    'settle',
    '[storedBy(A, law), ...laws.map(({ energy }) => energy)]',
    '[storedBy(A, law)]',
    'gains of laws change for nothing',
    'tank-laws',
  ),
  control(
    'laws/work',
    'jump: A.mul(part, asked)',
    'jump: asked',
    'a law that comes in by a part of itself is booked whole',
    'tank-laws',
  ),
  control(
    'laws/work',
    'dissipated: dissipated && shared(dissipated)',
    'dissipated',
    'a damper that is on its way out takes out as if it were whole',
    'tank-laws',
  ),
  control(
    'laws/law-energy',
    'A.mul(program.load(own.share), energy)',
    'energy',
    'a law that is out stores what it would',
    'tank-laws',
  ),
  control(
    'laws/law-fields',
    '(first.laws?.includes(name) ?? true)',
    '(first.laws?.includes(name) ?? true) && false',
    'a law of the first phase comes in after the start',
    'tank-laws',
  ),
  control(
    'laws/law-step',
    'dissipated: dissipated && rests(dissipated)',
    'dissipated',
    'a law whose sensor is not ready takes energy out by doing nothing',
    'tank-laws',
  ),
  control(
    'laws/press',
    'add3(A, about, cross3(A, wall, off))',
    'about',
    'what holds a press near its start turns with the tool for nothing',
    'tank-laws',
  ),
  control(
    'passivity',
    '...switched, ...brought',
    '...switched',
    'a law that a phase brings in is no reason against passivity',
    'tank-laws',
  ),
];
