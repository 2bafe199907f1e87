import { describe, expect, it } from 'vitest';
import { type Design, faults } from '../control/index.js';
import { bench, LawKernel } from '../control/laws/laws.test.helper.js';
import { memoryFiles } from '../robot/index.js';
import { assemble, draft } from './assemble.js';
import { loadScenarioText } from './load.js';

const files = memoryFiles({});
const text = (guards: string, plant: string): string => `pliant: 1
robots: { tool: { bench: { axes: [x], mass: 2 kg } } }
control:
  sensors: { wrist: ${guards} }
  laws: { give: { law: admittance, sensor: wrist, selection: [x], mass: 2 kg, damping: 30 } }
  servo: { follow: drive }
plant: { bench: { drive: exact, sensors: { wrist: ${plant} } } }
`;

function rangeOf(guards: string, plant: string): readonly number[] | undefined {
  const loaded = loadScenarioText(files, 'a.yaml', text(guards, plant), []);
  const drafted = loaded.value && draft(loaded.value, files);
  if (drafted?.value === undefined) throw new Error(JSON.stringify([...loaded.problems, drafted?.problems]));
  return (drafted.value.design as Design).sensors?.[0].guards?.range;
}

describe('the range that readings are believed in', () => {
  it('is what the scenario says, or else where the sensor of the plant saturates', () => {
    expect(rangeOf('{}', '{}')).toBeUndefined();
    expect(rangeOf('{ guards: { range: 50 N } }', '{ range: 80 N }')).toEqual([
      50,
      50,
      50,
      Infinity,
      Infinity,
      Infinity,
    ]);
    expect(rangeOf('{ guards: { range: { torque: 3 N m } } }', '{}')?.slice(2, 4)).toEqual([Infinity, 3]);
    const [most] = rangeOf('{}', '{ range: 80 N, quantum: 4 N }') ?? [];
    expect(most).toBeCloseTo(82, 6);
  });

  it('is refused where nothing is in it', () => {
    const loaded = loadScenarioText(files, 'a.yaml', text('{ guards: { range: 0 N } }', '{}'), []);
    const { problems } = loaded.value === undefined ? loaded : assemble(loaded.value, files);
    expect(problems.map(({ code, where }) => `${code} ${where.path}`)).toContain(
      'sensor-range control.sensors.wrist.guards.range',
    );
  });

  it('leaves a spike unheard, and holds where none may be', () => {
    const law = (after: number): LawKernel =>
      new LawKernel(
        bench({
          sensors: [
            {
              name: 'wrist',
              at: 'tool',
              guards: { range: [50, 50, 50, 5, 5, 5], nonFinite: { after } },
            },
          ],
          laws: [
            {
              name: 'yield',
              kind: 'admittance',
              at: 'tool',
              sensor: 'wrist',
              parameters: { selection: [1, 0, 0, 0, 0, 0], mass: [2], damping: [40] },
            },
          ],
        }),
      );
    for (const [wrench, after, fault] of [
      [[50], 0, 'none'],
      [[51], 0, 'sensor not finite'],
      [[-1e9], 0, 'sensor not finite'],
      [[0, 0, 0, 0, 0, 6], 0, 'sensor not finite'],
      [[1e9], 0.01, 'none'],
    ] as const) {
      const kernel = law(after);
      kernel.feel('wrist', 4);
      kernel.step([0]);
      kernel.feel('wrist', ...wrench);
      kernel.step();
      expect(faults[kernel.view('fault')[0]]).toBe(fault);
      expect(kernel.view('sensor.wrist.wrench')[0]).toBe(wrench[0] === 50 ? 50 : 4);
      expect(kernel.view('speed')[0]).toBeLessThan(0.05);
    }
  });
});
