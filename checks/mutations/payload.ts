/** Mutations of what an arm carries: in the plant, in its controller, and in the words about both. */
import { breakerOf, type Mutation } from '../mutation.js';

const plant = breakerOf('toolkit/src/plant');
const control = breakerOf('toolkit/src/control');
const scenario = breakerOf('toolkit/src/scenario');

export const plantMutations: readonly Mutation[] = [
  plant(
    'carry',
    'p.storeAll(fields.v, plant.inertia(q).solve(all));',
    'p.storeAll(fields.v, v);',
    'a part that is picked up and slows nothing down',
    'carry',
  ),
  plant(
    'carry',
    'const own = momentum(plant, payload, q, scale3(G, mass, u));',
    'const own = momentum(plant, payload, q, u);',
    'momentum of a part without its mass',
    'carry',
  ),
  plant(
    'carry',
    'const lost = G.sub(G.add(before.kinetic, moving), after.kinetic);',
    'const lost = G.sub(before.kinetic, after.kinetic);',
    'a loss that forgets how the part moved',
    'carry',
  ),
  plant(
    'carry',
    'count(plant, fields.payloadSums, k, G.neg(taken), G.constant(0));',
    'count(plant, fields.payloadSums, k, taken, G.constant(0));',
    'what is put down brings energy',
    'carry',
  ),
  plant(
    'payload-fields',
    'G.mul(there, p.load(mass)),',
    'p.load(mass),',
    'a part that weighs before it is picked up',
    'carry',
  ),
  plant(
    'sensed',
    'torque = sub3(G, torque, scale3(G, there, rate));',
    'torque = add3(G, torque, scale3(G, there, rate));',
    'a sensor that feels the part’s own inertia the wrong way',
    'carry',
  ),
];

export const runMutations: readonly Mutation[] = [
  breakerOf('toolkit/src/run')(
    'ledger',
    'total -= brought[i];',
    'total += brought[i];',
    'what a part brings counted as a change of the design',
    'toolkit/src/scenario/carrying',
  ),
];

export const controlMutations: readonly Mutation[] = [
  control(
    'laws/follow',
    'inverseDynamics(A, model, q, v, acceleration, still, loads)',
    'inverseDynamics(A, model, q, v, acceleration, still)',
    'computed torque that does not know what the arm carries',
    'carried',
  ),
  control(
    'carried',
    'turnMoments(A, axes, about)',
    'about',
    'gyration about the axes of the body and not of the point',
    'carried',
  ),
  control(
    'slopes',
    'massMatrixWithRotors(ladenModel(design), given',
    'massMatrixWithRotors(design.model, given',
    'gains judged without what the arm carries',
    'carried',
  ),
];

const analyse = breakerOf('toolkit/src/analyse');
const verb = 'command/src/measure';

export const analyseMutations: readonly Mutation[] = [
  analyse(
    'tool-poses',
    'if (measured >= begun &&',
    'if (measured >= time[from] &&',
    'readings that count before a pose has settled',
    verb,
  ),
  analyse(
    'tool-poses',
    'gravity: mulTransposeVec(N, turn, gravity),',
    'gravity: mulTransposeVec(N, turn, [gravity[0], gravity[1], -gravity[2]]),',
    'free fall turned the wrong way into the sensor',
    verb,
  ),
  analyse(
    'tool-identification',
    'const along = i % 2 === 0 ? size : -size;',
    'const along = i % 2 === 0 ? -size : size;',
    'poses to add upside down',
    'tool-identification',
  ),
  analyse(
    'tool-identification',
    'Math.sqrt(largest / squares[0])',
    'largest / squares[0]',
    'a condition squared',
    'tool-identification',
  ),
];

export const commandMutations: readonly Mutation[] = [
  breakerOf('command/src')(
    'measure',
    'return exit.badInput;',
    'return exit.done;',
    'poses that show nothing pass for good',
    'measure',
  ),
];

export const scenarioMutations: readonly Mutation[] = [
  scenario(
    'elements',
    'pointInertia(laden, point, start)',
    'pointInertia(model, point, start)',
    'a damping ratio without what the arm carries',
    'carrying',
  ),
  scenario(
    'carrying',
    'if (now === before.now) {',
    'if (now !== before.now) {',
    'events of payloads refused the wrong way round',
    'carrying',
  ),
];
