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
export { ForceField, type Surroundings } from './force-field.js';
export { type LimitPassed, LimitWatch, limitProblems } from './joint-limits.js';
export {
  defaultWithin,
  type Margin,
  type MarginOptions,
  marginOf,
  type Prediction,
  type SpringBand,
  type TickLimit,
} from './margin.js';
export { formatMargin, predictionText } from './margin-text.js';
export {
  checkMeasures,
  type MeasureResult,
  type MeasureSpec,
  Meter,
  measuredChannel,
  measureUnit,
} from './measures.js';
export { type Field, type Minimum, minimise } from './minimise.js';
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
