import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FollowDesign } from 'pliant/control';
import { afterAll, describe, expect, it } from 'vitest';
import { followsMotions, gains, ranAs } from './gains.js';
import { main } from './main.js';
import { scenarioFile, trialFiles } from './trial.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pliant-gains-')));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [name, text] of Object.entries(trialFiles)) writeFileSync(join(folder, name), text);

async function talkOf(out: string, ...set: readonly string[]): Promise<string> {
  let talk = '';
  await main(['run', scenarioFile, '--out', out, ...set.flatMap((text) => ['--set', text])], {
    folder,
    out: () => {},
    talk: (text) => void (talk += text),
    watched: false,
    clock: () => performance.now() / 1000,
    now: () => new Date(0),
  });
  return talk;
}

const stiff = ['control.elements.reach.stiffness=4000', 'control.elements.brake.damping=20'];

describe('a run that is not passive', () => {
  it('is told of on the side, with the line of the ledger that gained and its energy', async () => {
    const talk = await talkOf('slow', ...stiff, 'control.limits={torqueRate: 5 N m/s}');
    const about = JSON.parse(readFileSync(join(folder, 'slow', 'about.json'), 'utf8'));
    expect(about.verdict.gained.kind).toBe('limits');
    const [, energy] =
      /ledger\.limits: the run was not passive: limits put in (\S+) J, \S+ % of the largest stored energy \[not-passive\]/.exec(
        talk,
      ) ?? [];
    expect(Number(energy) / about.verdict.gained.energy).toBeCloseTo(1, 3);
    expect(talk).toContain('slow-torque-rate');
  });

  it('is not what a passive one is, or one that gains nothing of its own', async () => {
    expect(await talkOf('good')).not.toContain('not-passive');
    const line = { kind: 'sampling', name: 'sampling', energy: 3 } as const;
    const verdict = { passive: false, gained: line, gainedShare: 0.029, residualShare: 0 };
    const show = (value: number, unit: string) => `${value} ${unit}`;
    expect(gains(verdict, show)[0]).toMatchObject({
      where: { path: 'ledger.sampling' },
      message: 'the run was not passive: sampling put in 3 J, 2.9 % of the largest stored energy',
      hint: expect.stringContaining('control.rate'),
    });
    expect(gains({ ...verdict, passive: true }, show)).toEqual([]);
    expect(ranAs(verdict, show)).toBe(
      'in the run not passive: of all that should put no energy in, sampling put in most: 3 J, 2.9 % of the largest stored energy',
    );
    // Of next to nothing there is no part to speak of.
    const idle = { ...verdict, gainedShare: Number.POSITIVE_INFINITY, storedNothing: true } as const;
    expect(gains(idle, show)[0].message).toBe(
      'the run was not passive: sampling put in 3 J, where next to nothing was stored',
    );
    expect(ranAs(idle, show)).not.toContain('%');
    const tank = { paid: 5, kept: 2, unpaid: 0 };
    const still = { passive: true, gained: undefined, gainedShare: 0, residualShare: 0 };
    expect(ranAs({ ...still, tank }, show)).toBe(
      'in the run passive: only sources put energy in; the tank paid 5 J and took in 2 J from dampers, and all of sources, motions and changes was paid',
    );
    expect(ranAs({ ...still, tank: { ...tank, unpaid: 1 } }, show)).toContain(
      'and 1 J of sources, motions and changes were not paid',
    );
    expect(gains({ ...verdict, gained: undefined }, show)).toEqual([]);
    expect(gains({ ...verdict, gained: { ...line, kind: 'integration' } }, show)).toEqual([]);
  });

  it('is told in one line of a servo that follows a motion by torques, without a share of what is stored', () => {
    const show = (value: number, unit: string) => `${value} ${unit}`;
    const line = { kind: 'sampling', name: 'sampling', energy: 3 } as const;
    const verdict = { passive: false, gained: line, gainedShare: 5.4, residualShare: 0 };
    expect(gains(verdict, show, true)).toEqual([]);
    expect(ranAs(verdict, show, true)).toBe(
      'in the run not passive: 3 J put in by torques that are held for a tick, with those of the servo, which follows a motion and is no passive law',
    );
    const limits = { ...verdict, gained: { ...line, kind: 'limits', name: 'limits' } } as const;
    expect(gains(limits, show, true)).toHaveLength(1);
    const servo = (follow: FollowDesign) => followsMotions({ servo: { at: 'tool', follow } });
    expect([
      followsMotions({}),
      servo({ kind: 'drive' }),
      servo({ kind: 'computed torque', bandwidth: 20 }),
    ]).toEqual([false, false, true]);
  });
});
