/** Every kind of fault that users of other software have met in how robots give way, and that is ours to get right. */
import { axisCases } from './admittance-axis.js';
import { sensingCases } from './admittance-sensing.js';
import { attitudeCases } from './compliance-attitudes.js';
import { frameCases } from './compliance-frames.js';
import { holdingCases } from './compliance-holding.js';
import { inertiaOfToolCases } from './compliance-inertia.js';
import type { LawCase } from './law-case.js';
import { safetyCases } from './safety.js';

export const lawCases: readonly LawCase[] = [
  ...attitudeCases,
  ...frameCases,
  ...inertiaOfToolCases,
  ...holdingCases,
  ...axisCases,
  ...sensingCases,
  ...safetyCases,
];
