export type {
  ContactPicture,
  Fact,
  JointTorques,
  Limit,
  Mark,
  Path,
  PlotLibrary,
  Point,
  ReportData,
  TimePlot,
} from './data.js';
export { instants } from './player.js';
export { renderReport } from './report.js';
