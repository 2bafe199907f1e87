/** Every claim of the project; a new file of claims is added here. */
import type { Claim } from '../claim.js';

export const claims: readonly Claim[] = [];
