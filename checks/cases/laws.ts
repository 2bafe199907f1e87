/** Every kind of fault that users of other software have met in how robots give way, and that is ours to get right. */
import { axisCases } from './admittance-axis.js';
import { contactCases } from './admittance-contact.js';
import { readingCases } from './admittance-readings.js';
import { zeroCases } from './admittance-zero.js';
import { armCases } from './compliance-arms.js';
import { attitudeCases } from './compliance-attitudes.js';
import { frameCases } from './compliance-frames.js';
import { holdingCases } from './compliance-holding.js';
import { inertiaOfToolCases } from './compliance-inertia.js';
import { settingCases } from './compliance-settings.js';
import type { LawCase } from './law-case.js';
import { moveCases } from './safety-moves.js';
import { targetCases } from './safety-targets.js';
import { thresholdCases } from './safety-thresholds.js';
import { torqueCases } from './safety-torques.js';

export const lawCases: readonly LawCase[] = [
  ...attitudeCases,
  ...frameCases,
  ...armCases,
  ...inertiaOfToolCases,
  ...holdingCases,
  ...settingCases,
  ...axisCases,
  ...zeroCases,
  ...readingCases,
  ...contactCases,
  ...moveCases,
  ...thresholdCases,
  ...targetCases,
  ...torqueCases,
];
