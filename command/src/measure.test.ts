import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolReading } from 'pliant/analyse';
import { mulTransposeVec, numbers as N, rotationFromQuaternion, type Vec3 } from 'pliant/math';
import { standardGravity } from 'pliant/model';
import { afterAll, describe, expect, it } from 'vitest';
import { main } from './main.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pliant-measure-')));
afterAll(() => rmSync(folder, { recursive: true }));

async function measured(...words: readonly string[]) {
  let [out, talk] = ['', ''];
  const status = await main(['measure', ...words], {
    folder,
    out: (text) => void (out += text),
    talk: (text) => void (talk += text),
    watched: false,
    clock: () => 0,
    now: () => new Date(0),
  });
  return { status, out, talk };
}

type Quaternion = readonly [number, number, number, number];
const r = Math.SQRT1_2;
/** The sensor level, and turned so that each of its axes points down once. */
const six: readonly Quaternion[] = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [r, r, 0, 0],
  [r, -r, 0, 0],
  [r, 0, r, 0],
  [r, 0, -r, 0],
];
const tool = {
  mass: 0.8,
  centre: [0.02, -0.01, 0.06] as Vec3<number>,
  bias: [0.5, -1, 2, 0.02, 0.03, -0.04],
};
const header = 'time,fx,fy,fz,nx,ny,nz,qw,qx,qy,qz';

/** A second in each pose at 100 Hz; while it turns, a tenth of a second of nonsense. */
function table(poses: readonly Quaternion[], name: string, of = tool): string {
  const rows = [header];
  poses.forEach((pose, k) => {
    const gravity = mulTransposeVec(N, rotationFromQuaternion(N, pose), standardGravity);
    const { force, torque } = toolReading(of, gravity);
    for (let i = 0; i < 100; i++) {
      const jolt = i < 10 ? 50 : 0;
      rows.push([k + i / 100, ...force.map((x) => x + jolt), ...torque, ...pose].join(','));
    }
    for (let i = 0; i < 10; i++)
      rows.push([k + 1 - 0.001 * (10 - i), 9, 9, 9, 9, 9, 9, 1, i / 5, 0.3 * i, 0.1].join(','));
  });
  writeFileSync(join(folder, name), `${rows.join('\n')}\n`);
  return name;
}

describe('pliant measure --identify', () => {
  it('finds the tool of a table of readings to the last digit, and gives what to paste', async () => {
    const { status, out } = await measured(table(six, 'six.csv'), '--identify', 'wrist');
    expect(status).toBe(0);
    expect(out).toContain('wrist: 6 poses at rest');
    expect(out).toContain('condition 1 of forces, 1 of torques');
    expect(out).toContain('below: { mass: 0.8 kg, centre: [0.02 m, -0.01 m, 0.06 m] }');
    expect(out).toContain('bias: { force: [0.5 N, -1 N, 2 N], torque: [0.02 N m, 0.03 N m, -0.04 N m] }');
    const { out: text } = await measured('six.csv', '--identify', 'wrist', '--json');
    const told = JSON.parse(text);
    [told.mass, ...told.centre, ...told.bias].forEach((x: number, i: number) => {
      expect(x).toBeCloseTo([0.8, 0.02, -0.01, 0.06, ...tool.bias][i], 9);
    });
    expect(told.add).toEqual([]);
    expect(told.poses).toHaveLength(6);
  });

  it('takes the blow at the beginning of a pose for what it is', async () => {
    const { out } = await measured('six.csv', '--identify', 'wrist', '--settle', '0 s', '--json');
    expect(Math.abs(JSON.parse(out).bias[0] - 0.5)).toBeGreaterThan(1);
  });

  it('refuses poses that show too little and says which to add', async () => {
    const { status, talk } = await measured(table(six.slice(0, 2), 'two.csv'), '--identify', 'wrist');
    expect(status).toBe(2);
    expect(talk).toContain('[number-not-shown]');
    expect(talk).toMatch(/add poses with the sensor’s [+-][xy]/);
    const { status: all, out } = await measured('two.csv', '--identify', 'wrist', '--json');
    expect(all).toBe(2);
    const { add } = JSON.parse(out);
    // With those that it asks for it is content.
    const named: Record<string, Quaternion> = { '-x': six[5], '+x': six[4], '-y': six[2], '+y': six[3] };
    const more = add.map((axis: string) => named[axis] ?? six[0]);
    const { status: then, out: good } = await measured(
      table([...six.slice(0, 2), ...more], 'more.csv'),
      '--identify',
      'wrist',
    );
    expect(then).toBe(0);
    expect(good).not.toContain('better with');
  });

  it.each([
    ['missing.csv', undefined, '[file-missing]'],
    ['columns.csv', 'time,fx\n1,2\n', '[column-missing]'],
    ['words.csv', `${header}\n1,2,3,4,5,6,7,a,0,0,0\n`, '[not-a-number]'],
    ['back.csv', `${header}\n1,2,3,4,5,6,7,1,0,0,0\n0,2,3,4,5,6,7,1,0,0,0\n`, '[time-order]'],
    ['short.csv', `${header}\n1,2,3,4,5,6,7,1,0,0,0\n`, '[no-still-pose]'],
    ['empty.csv', '', '[column-missing]'],
  ])('refuses %s by name', async (name, text, code) => {
    if (text !== undefined) writeFileSync(join(folder, name), text);
    const { status, talk } = await measured(name, '--identify', 'wrist');
    expect(status).toBe(2);
    expect(talk).toContain(code);
    expect(talk).not.toContain('    at ');
  });

  it('refuses a folder without a log, an option that is none, and to do nothing', async () => {
    expect((await measured('.', '--identify', 'wrist')).talk).toContain('[file-missing]');
    expect((await measured('six.csv', '--identify', 'wrist', '--still', '3 kg')).talk).toContain(
      '[option-malformed]',
    );
    expect((await measured('six.csv')).status).toBe(2);
  });
});
