/** Every claim of the project; a new file of claims is added here. */
import type { Claim } from '../claim.js';
import { adviceClaims } from './advice.js';
import { bitClaims } from './bits.js';
import { browserClaims } from './browser.js';
import { caseClaims } from './cases.js';
import { commandClaims } from './command.js';
import { contactArmClaims } from './contact-arms.js';
import { contactHandClaims } from './contact-hand.js';
import { contactLawClaims } from './contact-laws.js';
import { contactMarginClaims } from './contact-margin.js';
import { corpusClaims } from './corpus.js';
import { dynamicsClaims } from './dynamics.js';
import { elementaryClaims } from './elementary.js';
import { energyClaims } from './energy.js';
import { contactFigureClaims } from './figures.js';
import { figureClaims } from './figures-vmc.js';
import { fileClaims } from './files.js';
import { fuzzClaims } from './fuzz.js';
import { lawCaseClaims } from './law-cases.js';
import { listingClaims } from './listings.js';
import { mjcfClaims } from './mjcf.js';
import { passiveClaims } from './passive.js';
import { plantClaims } from './plant.js';
import { readingClaims } from './reading.js';
import { speedClaims } from './speed.js';
import { trapClaims } from './traps.js';
import { vmcClaims } from './vmc.js';
import { xacroClaims } from './xacro.js';

export const claims: readonly Claim[] = [
  ...adviceClaims,
  ...bitClaims,
  ...browserClaims,
  ...caseClaims,
  ...corpusClaims,
  ...dynamicsClaims,
  ...elementaryClaims,
  ...energyClaims,
  ...fileClaims,
  ...mjcfClaims,
  ...passiveClaims,
  ...plantClaims,
  ...readingClaims,
  ...speedClaims,
  ...vmcClaims,
  ...trapClaims,
  ...figureClaims,
  ...xacroClaims,
  ...fuzzClaims,
  ...listingClaims,
  ...contactArmClaims,
  ...contactHandClaims,
  ...contactMarginClaims,
  ...contactFigureClaims,
  ...contactLawClaims,
  ...lawCaseClaims,
  ...commandClaims,
];
