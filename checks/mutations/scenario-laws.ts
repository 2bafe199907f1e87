/** Mutations of laws in scenario files: order and units of their numbers, what their sensors are, what does not fit. */
import { breakerOf, type Mutation } from '../mutation.js';

const scenario = breakerOf('toolkit/src/scenario');

export const scenarioLawMutations: readonly Mutation[] = [
  scenario(
    'contact-guarded',
    'lag: lagOf(inner) + delay,',
    'lag: lagOf(inner),',
    'a guarded move is told as if its drive were never late',
    'contact-guarded',
  ),
  scenario(
    'laws',
    '(a, b) => Number(b.selects !== undefined) - Number(a.selects !== undefined),',
    '(a, b) => Number(a.selects !== undefined) - Number(b.selects !== undefined),',
    'gains read before what is freed is known',
    'laws',
  ),
  scenario(
    'laws',
    'return [...force, ...torque];',
    'return [...torque, ...force];',
    'a wanted torque as a force',
    'laws',
  ),
  scenario(
    'laws',
    'if (side !== undefined && axis >= 0) return side[axis % 3];',
    'if (side !== undefined && axis >= 0) return side[i % 3];',
    'numbers along axes in the order of the selection',
    'laws',
  ),
  scenario(
    'laws',
    'return directionNames.map((name) => (chosen.includes(name) ? 1 : 0));',
    'return directionNames.map((name) => (chosen.includes(name) ? 0 : 1));',
    'directions that are not chosen',
    'laws',
  ),
  scenario(
    'laws',
    'const numbers = positions ? [...start] : new Array<number>(model.nq).fill(0);',
    'const numbers = new Array<number>(model.nq).fill(0);',
    'joints that are not named sent to zero',
    'laws',
  ),
  scenario(
    'control-sensors',
    "if (below === 'plant') return own?.below;",
    "if (below === 'plant') return undefined;",
    'what hangs below a sensor forgotten',
    'laws',
  ),
  scenario(
    'control-sensors',
    '...(plain ? {} : { attitude: quaternionFromRotation(numbers, rotation) }),',
    '',
    'a sensor in the axes of its link',
    'laws',
  ),
  scenario(
    'law-servo',
    "...(limits === 'robot' ? {} : { limits: limitsOf(limits, model, complaints) }),",
    '',
    'limits of the joint command left out',
    'laws',
  ),
  scenario(
    'sensor-findings',
    '({ name, noise = [], average = 1, rate }) =>',
    '({ name, noise = [], rate, average = 100 * rate }) =>',
    'the noise of a reading too small',
    'laws',
  ),
  scenario(
    'law-findings',
    "if (design.servo?.follow.kind !== 'drive') return;",
    'if (bench.mass > 0) return;',
    'torques on drives that follow not refused',
    'laws',
  ),
  scenario(
    'task',
    '...(laws === undefined ? {} : { laws: laws.filter((law) => known.includes(law)) }),',
    '',
    'laws together that phases part',
    'laws',
  ),
  scenario(
    'law-findings',
    'speed: (size - band) / damping',
    'speed: size / damping',
    'a drift told as if there were no dead band',
    'laws',
  ),
  scenario(
    'law-findings',
    'if (!led.some((flag) => flag > 0.5)) return [];',
    '',
    'a drift of ways that nobody can lead',
    'laws',
  ),
  scenario(
    'law-findings',
    "band: given('dead')[0]",
    'band: 0',
    'hand guiding that drifts within its dead band',
    'laws',
  ),
];
