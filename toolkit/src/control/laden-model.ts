import { numbers } from '../math/index.js';
import { laden, type Model } from '../model/index.js';
import { carriedLoads } from './carried.js';
import type { Design } from './design.js';
import { designSlots } from './numeric.js';

/** The robot with what its controller says that it carries, as the design begins. */
export function ladenModel(design: Design): Model {
  return laden(design.model, carriedLoads(numbers, design, designSlots(design)).payloads ?? []);
}
