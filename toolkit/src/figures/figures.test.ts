/** Cheap rows, the judgement of rows, and that runs are the same each time; all rows are a claim (checks/claims/figures.ts). */
import { describe, expect, it } from 'vitest';
import { near } from './figure.js';
import { figures, judge, Models, noticed, noticedText, outcomeCounts, tell } from './index.js';
import { figureTable } from './table.js';
import { departures, hits, impacts, settled, swing } from './traces.js';

const trace = (force: number[], speed = force.map(() => 0)) => ({
  time: Float64Array.from(force, (_, k) => k),
  force: Float64Array.from(force),
  place: new Float64Array(force.length),
  speed: Float64Array.from(speed),
  said: () => new Float64Array(0),
});

describe('figures', () => {
  it('are F1 to F68, M and C, each with a verdict and a reason', () => {
    const ids = figures.map(({ id }) => id);
    expect(ids.slice(0, 68)).toEqual(Array.from({ length: 68 }, (_, i) => `F${i + 1}`));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, verdict, why, measure, arm, dynamic } of figures) {
      expect(why.length, id).toBeGreaterThan(4);
      // What reproduces or contradicts does so by numbers.
      if (verdict !== 'impossible' && verdict !== 'given') expect(measure, id).toBeDefined();
      expect(arm && dynamic, id).toBeFalsy();
    }
  });

  it('hold where they are cheap, and miss where a stiffness is another', () => {
    const cheap = ['F31', 'F37', 'F46', 'F62', 'F64', 'F65', 'C1', 'C10', 'C12'];
    const heard: string[] = [];
    const rows = tell({ models: new Models() }, cheap, (id) => heard.push(id));
    expect(rows.filter(({ outcome }) => outcome === 'misses').map(({ id }) => id)).toEqual([]);
    expect(rows.map(({ id }) => id)).toEqual(heard);
    const found = noticed(1.05, cheap);
    expect(found.rows).toEqual(['F46', 'F64', 'F65'].map((id) => ({ id, holds: false })));
    expect(noticedText(found)).toContain('3 of 3 figures that reproduce by a run break, 100 %');
  });

  it('make a run once, and the same again from a new beginning', () => {
    const [a, b] = [new Models(), new Models()];
    const draw = { speed: 0.05, noise: 0.1, seed: 3 };
    const first = a.guarded(draw);
    expect(a.guarded({ ...draw, seed: 4 })).not.toEqual(first);
    expect(a.runs).toBe(2);
    expect(a.guarded(draw)).toEqual(first);
    expect(a.runs).toBe(2);
    // From a compiled controller that has run before, as from a new one.
    b.guarded({ ...draw, seed: 4 });
    expect(b.guarded(draw)).toEqual(first);
  });

  it('are left out without the arm, and say so', () => {
    const [row] = tell({ models: new Models() }, ['F8']);
    expect(row.outcome).toBe('left out');
    expect(figureTable([row])).toContain('left out: the files of the arm');
  });

  it('are judged part by part', () => {
    const figure = { id: 'F0', where: 'here', quoted: 'two', verdict: 'reproduces', why: 'it does' } as const;
    const judged = (got: number) =>
      judge(
        { ...figure, measure: () => [near('one', 1, 1, 0), near('two', got, 2, 0.1, 'N')] },
        {
          models: new Models(),
        },
      );
    // The bound itself is inside, for all its last bits.
    expect([2, 2.1, 1.9, 2.1001, Number.NaN].map((x) => judged(x).outcome)).toEqual([
      'reproduces',
      'reproduces',
      'reproduces',
      'misses',
      'misses',
    ]);
    expect(figureTable([judged(2.5)])).toBe(
      'F0   here\n     “two”\n     one   1       1\n     two   2.5 N   2 ± 0.1 N   ✗\n     → MISSES what it should be: it does\n',
    );
    expect(outcomeCounts([judged(2), judged(2.5), judged(2)])).toBe(
      '   2  reproduces\n   1  MISSES what it should be',
    );
  });
});

describe('what is read off a run', () => {
  const run = trace([0, 3, 1, 0, 0, 2, 0, 1], [9, 8, 7, 6, 5, 4, 3, 2]);

  it('is when it leaves, how hard and how fast it hits', () => {
    expect(departures(run)).toEqual([3, 6]);
    expect(hits(run)).toEqual([3, 2, 1]);
    expect(impacts(run)).toEqual([9, 5, 3]);
  });

  it('is when it has settled, from touch, and how often it swings', () => {
    expect(settled(trace([0, 0, 5, 12, 10.4, 9.7, 10]), 10, 0.05)).toBe(1);
    expect(swing(trace([0, 2, 0, 2, 0, 2]), 1)).toBe(0.5);
  });
});
