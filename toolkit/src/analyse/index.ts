export {
  type ContactMargin,
  type ContactMarginOptions,
  contactMarginOf,
  type LandingVerdict,
  landingVerdict,
} from './contact/contact-margin.js';
export { formatContactMargin, suggestionText } from './contact/contact-margin-text.js';
export { energyBound, type Impact, impactOf, steadyForce } from './contact/impact.js';
export { firstPeak, type Landing, landingOf } from './contact/landing.js';
export {
  type Adjusted,
  type DampingCost,
  dampingCost,
  delayMargin,
  type GainMargin,
  gainMargin,
  type StiffestWall,
  safeValues,
  settlingTime,
  softestWall,
  stiffestSafe,
  stiffestWall,
} from './contact/limits.js';
export {
  type AdmittanceLoop,
  type ContactLoop,
  contactLoopProblems,
  type Flexible,
  type ForceLoop,
  type ForceSensor,
  feltStiffness,
  type ImpedanceLoop,
  type Inner,
  innerOf,
  lagOf,
  type PressLoop,
  periodOf,
  type Scheme,
  type Velocity,
  type Wall,
} from './contact/loop.js';
export { type ContactMap, contactMap, logSpaced, radiusMap } from './contact/map.js';
export {
  type AdmittancePassivity,
  admittancePassivity,
  type HeldPassivity,
  heldPassivity,
} from './contact/passivity.js';
export {
  contactRadius,
  freeRadius,
  inFreeSpace,
  marginalBand,
  marginalRatio,
  onWall,
  type Radius,
} from './contact/radius.js';
export { type Felt, feltOf, type Response, responseAt, wantedAdmittance } from './contact/response.js';
export { formatResponse, type ResponseTable, responseTable } from './contact/response-text.js';
export { rippleBound } from './contact/ripple.js';
export { type Interval, stableIntervals } from './contact/search.js';
export { roundedUp, type Suggestion, suggestionsOf } from './contact/suggestion.js';
export type { Approach } from './contact/touching.js';
export {
  type Status,
  type Sweep,
  statusOf,
  sweepWalls,
  type Verdict,
  verdictOf,
  worstRadius,
} from './contact/verdict.js';
export type { Field, Minimum } from './descent.js';
export {
  type Balance,
  defaultStarts,
  type Equilibria,
  type EquilibriaOptions,
  type Equilibrium,
  equilibriumAt,
  findEquilibria,
  type Short,
} from './equilibria.js';
export type { CarriedPayload, Surroundings } from './field-programs.js';
export { ForceField } from './force-field.js';
export {
  type ApproachRow,
  approachMark,
  approachTable,
  type GuardedMoveCase,
  type GuardedMoveForecast,
  guardedMoveForecast,
  highestSpeed,
  type Reaction,
  type ReactionOf,
  reactionTime,
} from './guarded-move.js';
export { type LimitPassed, LimitWatch, limitProblems } from './joint-limits.js';
export {
  defaultWithin,
  type GainMargins,
  gainsOf,
  type Margin,
  type MarginOptions,
  marginOf,
  type Prediction,
  type SpringBand,
  type TickLimit,
} from './margin.js';
export { formatGains, formatMargin, predictionText } from './margin-text.js';
export {
  checkMeasures,
  type MeasureResult,
  type MeasureSpec,
  Meter,
  measuredChannel,
  measureUnit,
} from './measures.js';
export { minimise } from './minimise.js';
export { type Settled, type SettleOptions, settle } from './settle.js';
export { type Stall, StallWatch, stallProblems } from './stalls.js';
export {
  type Accumulator,
  type Statistic,
  type StatisticName,
  type StatisticOptions,
  statisticNames,
  statistics,
} from './statistics.js';
export { type Band, frictionUse, leastStiffness, type Remedy, stictionBand } from './stiction.js';
export { formatLimit, formatMeasures, formatValue } from './table.js';
export {
  goodCondition,
  type IdentifiedTool,
  identifyTool,
  poseCondition,
  posesToAdd,
  type SensorAxis,
  sensorAxes,
  studentBound,
  type ToolNumber,
  type ToolReading,
  toolNumbers,
  toolReading,
} from './tool-identification.js';
export { type StillOptions, type StillPose, stillPoses, toolYaml, type WrenchRecord } from './tool-poses.js';
