import { readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshFolders } from './fresh-folders.test.helper.js';
import { scenarioFile, trialFiles } from './trial.js';

const place = freshFolders('runs', trialFiles);
const { pliant, path } = place;

/** A scenario with something changed. */
function write(name: string, change: (text: string) => string): string {
  writeFileSync(path(name), change(trialFiles[scenarioFile]));
  return name;
}

const strict = (): string => write('strict.yaml', (text) => text.replace('below: 5 mm', 'below: 1 nm'));
const wrong = (): string => write('wrong.yaml', (text) => text.replace('elements:', 'elemnts:'));

describe('pliant run with several scenarios', () => {
  it('runs all of them, says what came of each, and ends with the greatest status', async () => {
    const { code, out, talk } = await pliant('run', strict(), wrong(), scenarioFile, '--out', 'all');
    expect(code).toBe(2);
    expect(out).toMatch(/^# strict\.yaml\n/);
    expect(out).toContain(`# ${scenarioFile}`);
    expect(out).toMatch(
      /3 scenarios: done: 1; a measure failed: 1 \(strict\.yaml\); refused: 1 \(wrong\.yaml\)\n$/,
    );
    expect(talk).toContain('elemnts');
    expect(readdirSync(path('all')).sort()).toEqual(['strict', scenarioFile.replace(/\.yaml$/, '')].sort());
  });

  it('gives a list as JSON, in the order of the files', async () => {
    const { code, out } = await pliant('run', wrong(), scenarioFile, '--json');
    expect(code).toBe(2);
    const [first, second, ...others] = JSON.parse(out);
    expect(first).toMatchObject({ file: 'wrong.yaml', error: expect.stringContaining('error') });
    expect(first.problems[0].where).toMatchObject({ file: 'wrong.yaml' });
    expect(second).toMatchObject({ status: 'done', verdict: 'the measure holds' });
    expect(others).toEqual([]);
  });

  it('refuses two files of one name for one folder', async () => {
    const { code, talk } = await pliant('run', scenarioFile, scenarioFile, '--out', 'both');
    expect(code).toBe(2);
    expect(talk).toContain('two scenarios would write the same folder');
    expect(readdirSync(path('.'))).not.toContain('both');
  });
});
