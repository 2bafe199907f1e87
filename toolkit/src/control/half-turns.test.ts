import { describe, expect, it } from 'vitest';
import { chain } from '../mechanism/arms.test.helper.js';
import { element, Kernel } from './designs.test.helper.js';
import { jumpingSprings } from './half-turns.js';
import { type CoordinateDesign, type Design, type ElementDesign, passivityOf } from './index.js';

const wheel = chain([{ type: 'revolute', axis: [1, 0, 0], inertia: [0.1, 0.1, 0.1] }]);

const made = (
  name: string,
  kind: string,
  of: readonly string[],
  parameters: CoordinateDesign['parameters'] = {},
): CoordinateDesign => ({ name, kind, joins: {}, of, parameters });

/** A wheel about x with a spring on something of its turn from the world. */
function turned(
  on: string,
  kind: string,
  parameters: ElementDesign['parameters'],
  measure: 'attitude' | 'quaternion' = 'attitude',
): Design {
  return {
    name: 'turned',
    model: wheel,
    period: 1e-3,
    points: [
      { name: 'rim', frame: 'l1' },
      { name: 'goal', at: [0, 0, 0] },
    ],
    coordinates: [
      { name: 'turn', kind: measure, joins: { from: 'rim', to: 'goal' }, parameters: {} },
      { name: 'way', kind: 'offset', joins: { from: 'rim', to: 'goal' }, parameters: {} },
      {
        name: 'bias',
        kind: 'constant',
        joins: {},
        unit: measure === 'attitude' ? 'rad' : '1',
        parameters: { numbers: [0.1, 0, 0] },
      },
      made('about', 'slice', ['turn'], { entries: [0] }),
      made('along', 'projection', ['turn'], { direction: [1, 1, 0] }),
      made('size', 'norm', ['turn']),
      made('off', 'difference', ['turn', 'bias']),
      made('offSize', 'norm', ['off']),
      made('lone', 'slice', ['way'], { entries: [1] }),
      made('both', 'stack', ['about', 'lone']),
    ],
    elements: [{ ...element('guard', 'spring', kind, {}, parameters), of: on }],
  };
}

/** Work of the joint over a slow turn all around, J. */
function round(design: Design): number {
  const kernel = new Kernel(design);
  const count = 4000;
  const step = (2 * Math.PI) / count;
  return Array.from({ length: count }, (_, i) => kernel.step([(i + 0.5) * step], [0])[0] * step).reduce(
    (a, b) => a + b,
    0,
  );
}

const k = { stiffness: [5] };
const above = { ...k, above: [0] };

describe('springs whose energy jumps at a half turn', () => {
  it.each([
    ['turn', 'linear', k, false],
    ['about', 'linear', k, false],
    ['along', 'saturating', { ...k, width: [1] }, false],
    ['size', 'one-sided', above, false],
    ['about', 'one-sided', above, true],
    ['along', 'one-sided', above, true],
    ['off', 'linear', k, true],
    ['offSize', 'linear', k, true],
    ['about', 'dead-zone', { ...k, lower: [-1], upper: [1] }, false],
    ['about', 'dead-zone', { ...k, lower: [-1], upper: [2] }, true],
  ] as const)('%s, %s: %j: as the work of a turn all around says', (on, kind, parameters, jumps) => {
    for (const measure of ['attitude', 'quaternion'] as const) {
      // Within half the greatest value, so that both bounds of a dead zone are reached.
      const small = measure === 'quaternion' && kind === 'dead-zone' ? 0.3 : 1;
      const scaled = Object.fromEntries(
        Object.entries(parameters).map(([name, values]) => [
          name,
          values.map((x: number) => (name === 'stiffness' ? x : small * x)),
        ]),
      );
      const design = turned(on, kind, scaled, measure);
      expect(jumpingSprings(design).length > 0).toBe(jumps);
      expect(Math.abs(round(design)) > 1e-2).toBe(jumps);
      const { apart } = passivityOf(design);
      expect(apart.map(({ cause }) => cause)).toEqual(jumps ? ['half turn', 'sampling'] : ['sampling']);
    }
  });

  it('counts a matrix that joins what turns with what does not', () => {
    expect(jumpingSprings(turned('both', 'linear', { stiffness: [5, 1, 1, 5] }))).toHaveLength(1);
    expect(jumpingSprings(turned('both', 'linear', { stiffness: [5, 0, 0, 5] }))).toHaveLength(0);
    expect(jumpingSprings(turned('both', 'linear', k))).toHaveLength(0);
  });
});
