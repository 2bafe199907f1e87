export { gainingElement, type JointMotion, type LastInterval } from './blame.js';
export { bodiesStart, wholeDesign } from './bodies.js';
export { payloadElements } from './carried.js';
export { type Changes, changedDesign, changeProblems, jumpsAfter } from './changes.js';
export { type ContinuousOptions, continuousProblems } from './continuous.js';
export { coordinateOn, shapeOn, shapesIn } from './coordinates.js';
export * from './design.js';
export type { ProgramOptions } from './fields.js';
export type { GainLimit } from './gain-limits.js';
export { ladenModel } from './laden-model.js';
export { lawProgram } from './law-program.js';
export type { EntryUnit, LawDeclaration, LawParameter } from './laws/declaration.js';
export { directionProblems } from './laws/direction-problems.js';
export { halfTurnProblems } from './laws/half-turn-problems.js';
export { lateProblems } from './laws/late-problems.js';
export { entryUnits } from './laws/law-parameters.js';
export { lawNamed, laws } from './laws/laws.js';
export { noiseProblems, type SensorNoise } from './laws/noise-problems.js';
export { type OneAxisAdmittance, oneAxisAdmittance } from './laws/one-axis-admittance.js';
export { type RealArm, residualProblems, speedsOfLaws } from './laws/residual-problems.js';
export { servoDefaults } from './laws/servo-fields.js';
export { nearSingular, singularProblems } from './laws/singular-problems.js';
export { speedProblems } from './laws/speed-problems.js';
export { liveProblems, phaseParameters } from './live-problems.js';
export { placeAt } from './moving.js';
export { elementTorques } from './numeric.js';
export { observedFields } from './observe.js';
export {
  type Passivity,
  type PassivityCause,
  type PassivityOptions,
  type PassivityReason,
  passivityOf,
} from './passivity.js';
export { nextPhase } from './phases.js';
export { designProblems } from './problems.js';
export { controlMemory, controlProgram } from './program.js';
export { type RateOptions, rateProblems, springRates } from './rates.js';
export { servoTickProblems } from './servo-stability.js';
export type { JudgedAt } from './slopes.js';
export { type TickOptions, type TickVerdict, tickProblems, tickStability } from './stability.js';
export { dampedProjections, startProblems } from './start.js';
export { type StartEnergy, type StartOptions, startEnergy } from './start-energy.js';
export { streamedPoints } from './streamed.js';
export { swallowProblems } from './swallowed.js';
