export {
  checkMeasures,
  type MeasureResult,
  type MeasureSpec,
  Meter,
  measuredChannel,
  measureUnit,
} from './measures.js';
export {
  type Accumulator,
  type Statistic,
  type StatisticName,
  type StatisticOptions,
  statisticNames,
  statistics,
} from './statistics.js';
export { formatLimit, formatMeasures, formatValue } from './table.js';
