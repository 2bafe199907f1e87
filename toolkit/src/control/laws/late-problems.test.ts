import { describe, expect, it } from 'vitest';
import { describe as words } from '../../problem/index.js';
import { lateProblems } from './late-problems.js';
import type { SensorGuards } from './law-design.js';
import { bench } from './laws.test.helper.js';

/** At 500 Hz, of a sensor of 500 Hz that is 10 ms late. */
function told(guards: SensorGuards | undefined, reading = { delay: 0.01, period: 2e-3 }) {
  const design = bench({ period: 2e-3, sensors: [{ name: 'wrist', at: 'tool', ...(guards && { guards }) }] });
  return lateProblems(design, new Map([['wrist', reading]]));
}

describe('guards of a sensor', () => {
  it('wait for what the sensor takes, or are refused with the time that works', () => {
    expect(told(undefined)).toEqual([]);
    expect(told({ stale: { after: 0.012 } })).toEqual([]);
    expect(told({ stale: { after: 0.0119 } })).toHaveLength(1);
    const [stale, ...more] = told({ stale: { after: 5e-3 } });
    expect(more).toEqual([]);
    expect(stale).toMatchObject({
      code: 'guard-below-delay',
      severity: 'error',
      where: { path: 'control.sensors.wrist.guards.stale.after' },
      expected: 'at least 12 ms',
    });
    expect(words(stale)).toContain('set control.sensors.wrist.guards.stale.after: 12 ms');
    expect(told({ first: { within: 9e-3 } }).map(({ where }) => where.path)).toEqual([
      'control.sensors.wrist.guards.first.within',
    ]);
  });

  it('by default wait 20 ticks, which a slow or late sensor does not keep', () => {
    expect(told(undefined, { delay: 0, period: 0.04 })).toEqual([]);
    expect(told(undefined, { delay: 0, period: 0.0401 })[0].got).toBe('40 ms, the default');
    expect(told(undefined, { delay: 0.05, period: 2e-3 }).length).toBe(1);
    expect(told(undefined, { delay: 2, period: 2e-3 }).length).toBe(2);
  });

  it('take readings for frozen that stand until the next, or are refused', () => {
    expect(told({ frozen: { after: 10e-3 } }, { delay: 0, period: 0.01 })).toEqual([]);
    const [frozen, ...more] = told({ frozen: { after: 9.9e-3 } }, { delay: 0, period: 0.01 });
    expect(more).toEqual([]);
    expect(frozen).toMatchObject({
      code: 'frozen-below-period',
      severity: 'error',
      where: { path: 'control.sensors.wrist.guards.frozen.after' },
      expected: 'at least 10 ms, the time between two readings',
    });
    expect(frozen.hint).toContain('100 ms');
    expect(told({ frozen: { after: 7e-3 } }, { delay: 0.03, period: 2e-3 })).toEqual([]);
  });
});
