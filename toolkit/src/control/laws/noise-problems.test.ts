import { describe, expect, it } from 'vitest';
import { bench } from './laws.test.helper.js';
import { noiseProblems } from './noise-problems.js';

describe('thresholds below the noise of their sensor', () => {
  const of = (average: number, cutoff?: number) =>
    noiseProblems(
      bench({
        sensors: [
          {
            name: 'wrist',
            at: 'tool',
            guards: { collision: { contact: 0.3, stop: 20 } },
            ...(cutoff === undefined ? {} : { cutoff }),
          },
        ],
        laws: [
          {
            name: 'probe',
            kind: 'guarded-move',
            at: 'tool',
            sensor: 'wrist',
            parameters: { speed: [0.01], threshold: [0.25], limit: [0.1], average: [average] },
          },
        ],
      }),
      new Map([['wrist', 0.1]]),
    ).map(({ code, where, hint }) => `${code} ${where.path}: ${hint?.split(',')[0]}`);

  it('are named, with the least that would do', () => {
    expect(of(1)).toEqual([
      'threshold-below-noise control.sensors.wrist.guards.collision.contact: at least 0.4 N',
      'threshold-below-noise control.laws.probe.threshold: at least 0.4 N',
    ]);
  });

  it('are right where enough readings are averaged, or a low-pass is slow enough', () => {
    expect(of(4)).toEqual([
      'threshold-below-noise control.sensors.wrist.guards.collision.contact: at least 0.4 N',
    ]);
    expect(of(1, 30)).toEqual([]);
  });
});
