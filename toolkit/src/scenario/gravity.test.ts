import { describe, expect, it } from 'vitest';
import { initialise, type Layout, view } from '../graph/index.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';

/** Parameters named gravity of the control program and of the plant. */
function gravities(world: string): { control: number[]; plant: number[] } {
  const files = memoryFiles({ 'a.yaml': madeScenario('  elements: {}', world), 'arm.urdf': madeArm() });
  const loaded = loadScenario(files, 'a.yaml').value;
  if (loaded === undefined) throw new Error('no scenario');
  const { value, problems } = assemble(loaded, files);
  if (value === undefined) throw new Error(problems.map(wording).join('\n'));
  const initial = (layout: Layout): number[] => {
    const memory = new Float64Array(layout.size);
    initialise(layout, memory);
    return [...view(layout, memory, 'gravity')];
  };
  return { control: initial(value.control.layout), plant: initial(value.plant.layout) };
}

describe('gravity', () => {
  it('is that of the world for the arm and for what compensates it', () => {
    // The plant has only components that are not 0.
    expect(gravities('')).toEqual({ control: [0, 0, -9.81], plant: [-9.81] });
    expect(gravities('world: { gravity: [0, 0, -1.62] }\n')).toEqual({
      control: [0, 0, -1.62],
      plant: [-1.62],
    });
    expect(gravities('world: { gravity: [1, 2, 3] }\n')).toEqual({ control: [1, 2, 3], plant: [1, 2, 3] });
  });
});
