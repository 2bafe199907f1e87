import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshFolders } from './fresh-folders.test.helper.js';
import { scenarioFile, trialFiles } from './trial.js';

const { pliant, path } = freshFolders('margin', trialFiles);

/** The scenario of the trial with friction, and with a ball that blocks the way if it is wanted. */
function write(name: string, ball = ''): string {
  const text = trialFiles[scenarioFile]
    .replace(
      'shift: [0, 5 cm, 2 cm] } }',
      `shift: [0, 20 cm, 0] }${ball === '' ? '' : ', ball: { startOf: tool, shift: [0, 12 cm, 0] }'} }`,
    )
    .replace('  compensate', `${ball === '' ? '' : `    off: ${ball}\n`}  compensate`)
    .replace('joints: {', 'joints: { coulomb: 0.4 N m,');
  writeFileSync(path(name), text);
  return name;
}

describe('pliant margin', () => {
  it('says where a run rests, how far friction may hold it off, and what the tick bears', async () => {
    const { code, out, talk } = await pliant('margin', write('free.yaml'), '--starts', '10');
    expect([code, talk]).toEqual([0, '']);
    expect(out).toMatch(/^trial: a run from the start rests after [\d.]+ s at 1: at goal$/m);
    expect(out).toMatch(/from 11 starts \(seed 0\)/);
    expect(out).toMatch(/^1 +0 J +tool \[.*\] +\d+ +the run ends here$/m);
    expect(out).toMatch(/^stiction, by 0.4 N m of Coulomb friction/m);
    expect(out).toMatch(/^reach +200 N\/m +[\d.]+ mm +[\d.]+ mm +≥ [\d.]+ mm .*N\/m$/m);
    expect(out).toMatch(/^brake +damping +.*N s\/m +.*N s\/m/m);
    expect(out).toMatch(/^not looked at: force limits, .*joint stops$/m);
  });

  it('names the obstacle that keeps the arm from its goal, and how far', async () => {
    const { code, out } = await pliant(
      'margin',
      write('ball.yaml', '{ spring: repel, from: tool, to: ball, stiffness: 2 N/mm, radius: 10 cm }'),
      '--starts',
      '10',
    );
    expect(code).toBe(0);
    expect(out).toMatch(/short of goal: off at ball holds it off against reach/);
  });

  it('gives everything as JSON', async () => {
    const { code, out } = await pliant(
      'margin',
      write('json.yaml'),
      '--json',
      '--starts',
      '4',
      '--within',
      '1 cm',
    );
    expect(code).toBe(0);
    const known = JSON.parse(out);
    expect(known).toMatchObject({
      file: 'json.yaml',
      name: 'trial',
      within: 0.01,
      joints: ['turn', 'shoulder', 'elbow'],
      equilibria: { starts: 5, seed: 0, lost: 0 },
      prediction: { status: 'rest', equilibrium: 0 },
      tick: { period: 0.001, stable: true },
      still: 0,
    });
    expect(known.ending).toContain('rests after');
    const [band] = known.friction.bands;
    expect(band).toMatchObject({
      element: 'reach',
      unit: 'm',
      stiffness: [200],
      stiffnessUnit: 'N/m',
      method: 'vertices',
    });
    expect(band.remedy.band).toBeLessThanOrEqual(0.01);
    const again = JSON.parse(
      (
        await pliant(
          'margin',
          'json.yaml',
          '--json',
          '--starts',
          '4',
          '--within',
          '1 cm',
          '--set',
          `control.elements.reach.stiffness=${band.remedy.stiffness[0]}`,
        )
      ).out,
    );
    expect(again.friction.bands[0].exact).toBeLessThanOrEqual(0.01 * 1.001);
  });

  it('does not call a contact stable of joints that swing by themselves at the tick', async () => {
    const floor =
      'world: { floor: { plane: [0, 0, 1], startOf: tool, at: [0, 0, -5 cm], stiffness: 5 N/mm } }\n';
    const laws = `  laws: { go: { law: track, target: goal, speed: 5 cm/s } }\n  servo: { follow: { pd: GAINS } }\n`;
    const text = trialFiles[scenarioFile]
      .replace(/ {2}elements:\n( {4}.*\n)*/, laws)
      .replace(/\n {2}limits:.*\n/, '\n')
      .replace('control:', `${floor}control:`);
    const told = async (name: string, gains: string) => {
      writeFileSync(path(name), text.replace('GAINS', gains));
      return await pliant('margin', name);
    };
    const adrift = await told(
      'adrift.yaml',
      '{ stiffness: 40 N m/rad, damping: { turn: 500 N m s/rad, shoulder: 3 N m s/rad, elbow: 3 N m s/rad } }',
    );
    // Turning about the vertical moves nothing along it.
    expect(adrift.out).toMatch(/^go on floor: stable/m);
    expect([adrift.code, adrift.talk]).toEqual([1, expect.stringContaining('unstable-at-tick')]);
    expect(adrift.out).toMatch(/^trial: gains are unstable at the tick before anything is touched/);
    const held = await told('held.yaml', '{ stiffness: 40 N m/rad, damping: 3 N m s/rad }');
    expect(held.out).not.toContain('unstable at the tick');
    expect([held.code, held.talk]).toEqual([0, '']);
  });

  it.each([
    [['--within', '3 N'], '--within'],
    [['--within', '-1'], '--within'],
    [['--starts', 'many'], '--starts'],
    [['--surface', '0'], 'from 1 N/m to 100000 N/mm'],
    [['--surface', '1e30'], 'from 1 N/m to 100000 N/mm'],
    [['--surface', '5 kg'], 'this is a mass'],
  ])('refuses %j', async (words, option) => {
    const { code, talk } = await pliant('margin', write('bad.yaml'), ...words);
    expect(code).toBe(2);
    expect(talk).toContain(option);
  });

  it('refuses a scenario that is wrong, and one that is not there', async () => {
    writeFileSync(path('wrong.yaml'), 'pliant: 1\nrobots: {}\n');
    expect((await pliant('margin', 'wrong.yaml')).code).toBe(2);
    expect((await pliant('margin', 'none.yaml')).code).toBe(2);
  });
});
