import { describe, it } from 'vitest';
import { loadPeerMujoco } from '../peer-mujoco.js';
import { mjcfCases, robotFileCases } from './index.js';

for (const { name, reported, others } of [...robotFileCases, ...mjcfCases(await loadPeerMujoco())]) {
  describe(name, () => {
    it('as it was reported', () => reported());
    it('with other values', () => others(20));
  });
}
