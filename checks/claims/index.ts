/** Every claim of the project; a new file of claims is added here. */
import type { Claim } from '../claim.js';
import { corpusClaims } from './corpus.js';
import { dynamicsClaims } from './dynamics.js';
import { elementaryClaims } from './elementary.js';

export const claims: readonly Claim[] = [...corpusClaims, ...dynamicsClaims, ...elementaryClaims];
