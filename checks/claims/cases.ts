/** Faults of robot files that users of other software have reported, each with others of its kind. */
import { mjcfCases, robotFileCases } from '../cases/index.js';
import type { Claim, Row } from '../claim.js';
import { loadPeerMujoco } from '../peer-mujoco.js';

const faults = (run: () => void): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  }
};

export const caseClaims: readonly Claim[] = [
  {
    topic: 'files',
    id: 'robot files: reported faults and others of their kind',
    async measure(scale) {
      const count = scale === 'full' ? 500 : 3;
      const cases = [...robotFileCases, ...mjcfCases(await loadPeerMujoco())];
      return cases.map(({ name, reported, others }): Row => {
        const wrong = faults(reported) ?? faults(() => others(count, 1971));
        return {
          what: name,
          value: wrong ?? `as reported, and ${count} others`,
          limit: 'the right answer each time',
          pass: wrong === undefined,
        };
      });
    },
  },
];
