/** Guarded moves as they are told, and as they run. */
import { describe, expect, it } from 'vitest';
import { loopsOf, recorded } from './contact-loop.test.helper.js';

const find = `pliant: 1
name: find
duration: 1.2 s
robots: { probe: { bench: { axes: [x], mass: 1 kg } } }
world: { block: { plane: [-1, 0, 0], at: [20 mm, 0, 0], stiffness: 5 N/mm } }
control:
  rate: 500 Hz
  sensors: { wrist: {} }
  laws:
    find:
      { law: guarded-move, axes: world, sensor: wrist, direction: [1, 0, 0], speed: 50 mm/s, threshold: 1 N, average: 5,
        deceleration: 0.5 m/s2, limit: 60 mm }
  servo: { follow: drive }
plant:
  bench: { drive: exact, sensors: { wrist: {} } }
record: { rate: 500 Hz }
`;

describe('a guarded move', () => {
  it.each([
    ['a drive that follows at once', 'exact', 0],
    ['a slow drive that rings', '{ position: { bandwidth: 15 Hz, ratio: 0.4 } }', 0.8],
    ['a slow drive', '{ position: { bandwidth: 15 Hz, ratio: 0.7 } }', 1.4],
    ['a slow drive that creeps', '{ position: { bandwidth: 15 Hz, ratio: 1 } }', 2],
  ])('of %s presses as it is told', (_name, drive, behind) => {
    const sets = [`plant.bench.drive=${drive}`];
    const [told] = loopsOf(find, sets).moves;
    const { reaction, forecast } = told;
    expect(reaction.lag).toBeCloseTo(behind / (2 * Math.PI * 15), 12);
    const [force] = recorded(find, sets, 'contact.block.force');
    const peak = Math.max(...force.map(Math.abs));
    expect(forecast.peak / peak).toBeGreaterThan(0.98);
    expect(forecast.peak / peak).toBeLessThan(1.05);
  });

  it('counts how late its drive is', () => {
    const late = '{ position: { bandwidth: 15 Hz, ratio: 0.7, delay: 6 ms } }';
    const [{ reaction, forecast }] = loopsOf(find, [`plant.bench.drive=${late}`]).moves;
    expect(reaction.lag).toBeCloseTo(0.006 + 1.4 / (2 * Math.PI * 15), 12);
    const [force] = recorded(find, [`plant.bench.drive=${late}`], 'contact.block.force');
    expect(forecast.peak / Math.max(...force.map(Math.abs))).toBeGreaterThan(0.98);
  });
});
