import { describe, it } from 'vitest';
import { loadPeerMujoco } from '../peer-mujoco.js';
import { mjcfCases, robotFileCases } from './index.js';

const cases = [...robotFileCases, ...mjcfCases(await loadPeerMujoco())];

describe.each(cases)('$name', ({ reported, others }) => {
  it('as it was reported', () => reported());
  it('with other values', () => others(20));
});
