import { describe, expect, it } from 'vitest';
import { statusOf } from './figures.js';
import { freshFolders } from './fresh-folders.test.helper.js';

const { pliant } = freshFolders('figures', {});

describe('pliant figures', () => {
  it('says what is printed, what comes out, and why', async () => {
    const { code, out, talk } = await pliant('figures', '--only', 'f27,F53', '--only', 'C1');
    expect([code, talk]).toEqual([0, '']);
    expect(out).toMatch(
      /^F27 {2}.*\n {5}“500 N\/m rest at 2.5 N.*”\n {5}after 2 s {3}2.4752 N {4}2.4752 ± 0.01 N\n/m,
    );
    expect(out).toMatch(/^F53 .*\n.*\n {5}→ cannot be reproduced: a machine of its own/m);
    expect(out.indexOf('C1 ')).toBeGreaterThan(out.indexOf('F53'));
    expect(out).toMatch(
      /^ +1 {2}reproduces\n +1 {2}cannot be reproduced\n +1 {2}holds, not printed in the text\n$/m,
    );
  });

  it('gives all of it as JSON', async () => {
    const { code, out } = await pliant('figures', '--only', 'F62', '--json');
    const { ok, figures } = JSON.parse(out);
    expect([code, ok, figures.length]).toEqual([0, true, 1]);
    expect(figures[0]).toMatchObject({ id: 'F62', verdict: 'assumption', outcome: 'assumption' });
    expect(figures[0].parts[0]).toMatchObject({ unit: 's', got: expect.closeTo(0.232455532034, 11) });
  });

  it('makes every stiffness another, and fails where too few notice', async () => {
    const noticed = await pliant('figures', '--perturb', '--only', 'F65,F27');
    expect([noticed.code, noticed.out]).toEqual([
      0,
      'every stiffness of the bench 5 % more: 2 of 2 figures that reproduce by a run break, 100 %\n  break: F27 F65\n  hold:  none\n',
    ]);
    const { code, out } = await pliant('figures', '--perturb', '--only', 'F52', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({ factor: 1.05, rows: [{ id: 'F52', holds: true }], share: 0 });
  });

  it('fails where one misses, and not where one is left out', () => {
    expect(statusOf([{ outcome: 'contradicts' }, { outcome: 'left out' }])).toBe(0);
    expect(statusOf([{ outcome: 'reproduces' }, { outcome: 'misses' }])).toBe(1);
  });

  it('refuses figures that there are not, and folders without the arm', async () => {
    const stray = await pliant('figures', '--only', 'F69');
    expect(stray.code).toBe(2);
    expect(stray.talk).toContain('there is no figure of this number (expected F1 to F68');
    const none = await pliant('figures', '--perturb', '--only', 'C1');
    expect(none.code).toBe(2);
    expect(none.talk).toContain('none of these figures reproduces by a run of the bench');
    const elsewhere = await pliant('figures', '--only', 'F15', '--project', '.');
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.talk).toContain('there is no examples/vmc/simple-reach.yaml in it');
  });

  it('runs the arm of the project around the program', async () => {
    const { code, out } = await pliant('figures', '--only', 'F15');
    expect(code).toBe(0);
    expect(out).toContain('driven joints without the grips   17   17\n');
  });
});
