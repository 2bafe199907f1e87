import { describe, it } from 'vitest';
import { robotFileCases } from './index.js';

describe.each(robotFileCases)('$name', ({ reported, others }) => {
  it('as it was reported', () => reported());
  it('with other values', () => others(20));
});
