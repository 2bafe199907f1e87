/** What a scenario's files are read through. */
import type { Files } from '../robot/index.js';

/** Files that can say why one of them is not read. */
export interface ScenarioFiles extends Files {
  why?(path: string): string;
}
