import { describe, expect, it } from 'vitest';
import { formats, type Good, goodFiles } from './goods.js';
import { judge } from './judge.js';
import { mutantOf } from './mutant.js';

describe.each(formats.filter((format) => format !== 'mjcf'))('mutants of %s', (format) => {
  const goods = goodFiles(format);
  const bytesOf = ({ parts, files }: Good): Buffer[] =>
    parts.map((part) => Buffer.from(files.read(part) ?? Buffer.of()));
  const before = goods.map(bytesOf);
  const mutants = Array.from({ length: 60 }, (_, seed) => mutantOf(format, seed, goods));

  it('start from robots that are read', () => {
    expect(goods.length).toBeGreaterThan(0);
    for (const good of goods) {
      expect(good.parts.length).toBeGreaterThan(0);
      const same = {
        seed: 0,
        good,
        files: good.files,
        part: good.path,
        changes: [],
        bytes: new Uint8Array(),
      };
      expect(judge(same)).toMatchObject({ accepted: true, faults: [] });
    }
  });

  it('are the same for the same seed, and change no good file', () => {
    for (const { seed, bytes, part, changes } of mutants) {
      const again = mutantOf(format, seed, goods);
      expect([again.part, again.changes]).toEqual([part, changes]);
      expect(Buffer.compare(again.bytes, bytes)).toBe(0);
    }
    expect(goods.map(bytesOf)).toEqual(before);
  });

  it('differ from what they come from, in more than one way', () => {
    const changed = mutants.filter(
      ({ good, part, bytes }) => Buffer.compare(good.files.read(part) ?? Buffer.of(), bytes) !== 0,
    );
    expect(changed.length).toBe(mutants.length);
    expect(new Set(mutants.flatMap(({ changes }) => changes)).size).toBeGreaterThan(1);
  });

  it('are both taken and refused', () => {
    const taken = mutants.filter((mutant) => judge(mutant).accepted).length;
    expect(taken).toBeGreaterThan(15);
    expect(taken).toBeLessThan(50);
  });
});

describe('the judge of answers', () => {
  const [good] = goodFiles('urdf');
  const of = (change: (text: string) => string) => {
    const bytes = new TextEncoder().encode(change(new TextDecoder().decode(good.files.read(good.path))));
    const files = { ...good.files, read: () => bytes };
    return { seed: 0, good, files, part: good.path, changes: [], bytes };
  };

  it('names a link that the file has and the robot has not', () => {
    const whole = of((text) => text);
    const more = of((text) => text.replace('</robot>', '<link name="left behind"/></robot>'));
    expect(judge({ ...whole, bytes: more.bytes }).faults).toEqual([
      'the robot has not all of the file: no link "left behind"',
    ]);
  });

  it('names a reader that throws', () => {
    const whole = of((text) => text);
    const options = {
      get packages(): never {
        throw new Error('out of order');
      },
    };
    const { faults, accepted } = judge({ ...whole, good: { ...good, options } });
    expect(accepted).toBe(false);
    expect(faults.join()).toMatch(/throws.*out of order/);
  });
});
