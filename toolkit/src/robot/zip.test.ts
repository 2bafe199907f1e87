import { describe, expect, it } from 'vitest';
import { zipFiles } from './zip.js';
import { longZip, type MadeEntry, madeZip, zipOf } from './zip.test.helper.js';

const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && new TextDecoder().decode(bytes);

function codes(bytes: Uint8Array): string[] {
  return zipFiles(bytes, 'a.zip').problems.map(({ code, severity }) => `${severity} ${code}`);
}

describe('a zip', () => {
  const long = 'abcdefgh'.repeat(20_000);

  it('has the files that were packed, by path and by folder', () => {
    const { value: zip, problems } = zipFiles(
      zipOf({ 'arm/a.urdf': 'A', 'arm/meshes/b.stl': long, 'ä.txt': '' }),
      'a.zip',
    );
    expect(problems).toEqual([]);
    expect(textOf(zip?.read('arm/a.urdf'))).toBe('A');
    expect(textOf(zip?.read('./arm//meshes/../meshes/b.stl'))).toBe(long);
    expect(textOf(zip?.read('ä.txt'))).toBe('');
    expect(zip?.list('.')).toEqual(['arm/', 'ä.txt']);
    expect(zip?.list('arm')).toEqual(['a.urdf', 'meshes/']);
    for (const path of ['arm', 'nothing', '..', '/arm/a.urdf', '__proto__', 'constructor']) {
      expect(zip?.read(path), path).toBeUndefined();
    }
    expect([zip?.list('nothing'), zip?.list('..'), zip?.list('arm/a.urdf')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(zip?.damaged()).toEqual([]);
  });

  it('may be stored, have a comment, folders of their own, and names like those of objects', () => {
    const bytes = madeZip(
      [
        { name: 'arm/' },
        { name: 'arm/a', content: 'A', stored: true },
        { name: '__proto__', content: 'p' },
        { name: 'constructor/*/x', content: 'c' },
      ],
      'a comment',
    );
    const { value: zip, problems } = zipFiles(bytes, 'a.zip');
    expect(problems).toEqual([]);
    expect(['arm/a', '__proto__', 'constructor/*/x'].map((path) => textOf(zip?.read(path)))).toEqual([
      'A',
      'p',
      'c',
    ]);
    expect(zip?.list('arm')).toEqual(['a']);
  });

  it.each<[string, MadeEntry]>([
    ['climbs', { name: '../evil' }],
    ['climbs inside', { name: 'a/../../evil' }],
    ['comes back', { name: 'a/../b' }],
    ['is absolute', { name: '/etc/passwd' }],
    ['has a drive', { name: 'C:/x' }],
    ['climbs by back slashes', { name: 'a\\..\\..\\evil' }],
    ['is on another machine', { name: '\\\\server\\x' }],
    ['has a NUL', { name: 'a\0b' }],
    ['has no name', { name: '' }],
    ['is a link', { name: 'link', content: '/etc/passwd', mode: 0o120777 }],
    ['is a device', { name: 'device', mode: 0o020644 }],
    ['is encrypted', { name: 'secret', flags: 1 }],
    ['is packed otherwise', { name: 'bz', method: 12 }],
  ])('leaves out with a warning what %s', (_, entry) => {
    const bytes = madeZip([entry, { name: 'good', content: 'G', mode: 0o100644 }]);
    const { value: zip, problems } = zipFiles(bytes, 'a.zip');
    expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning zip-entry-ignored',
    ]);
    expect(zip?.list('.')).toEqual(['good']);
    expect(textOf(zip?.read('good'))).toBe('G');
  });

  it('is refused where two entries have one name, in whatever spelling', () => {
    expect(codes(madeZip([{ name: 'a/b' }, { name: 'a//./b' }]))).toEqual(['error zip-entry-twice']);
    expect(codes(madeZip([{ name: 'a/b' }, { name: 'a\\b' }]))).toEqual(['error zip-entry-twice']);
  });

  it('may have back slashes, as some tools of Windows write them', () => {
    const entries = [{ name: 'arm\\' }, { name: 'arm\\urdf\\a.urdf', content: 'A' }];
    const { value: zip, problems } = zipFiles(madeZip(entries), 'a.zip');
    expect(problems).toEqual([]);
    expect(zip?.list('.')).toEqual(['arm/']);
    expect(textOf(zip?.read('arm/urdf/a.urdf'))).toBe('A');
  });

  it('may be a ZIP64, with its numbers where they have room', () => {
    const entries = [
      { name: 'a', content: 'A' },
      { name: 'b', content: long },
    ];
    const { value: zip, problems } = zipFiles(longZip(entries), 'a.zip');
    expect(problems).toEqual([]);
    expect([textOf(zip?.read('a')), textOf(zip?.read('b'))]).toEqual(['A', long]);
    const bytes = longZip(entries);
    // Where the locator leads to nothing, or an entry's extra field is cut off.
    const view = new DataView(bytes.buffer);
    view.setUint32(bytes.length - 22 - 12, 0xfffffff0, true);
    expect(codes(bytes)).toEqual(['error zip-broken']);
    expect(codes(madeZip([{ name: 'a', size: 0xffffffff }]))).toEqual(['error zip-too-large']);
  });

  it('says what to do about entries that are left out', () => {
    const hints = [{ flags: 1 }, { method: 12 }, { mode: 0o120777 }].map(
      (entry) => zipFiles(madeZip([{ name: 'x', ...entry }]), 'a.zip').problems[0],
    );
    expect(hints.map(({ message, hint }) => `${message} – ${hint}`)).toEqual([
      'an entry is left out (encrypted): "x" – pack the zip without a password',
      'an entry is left out (packed in a way that is not read): "x" – pack the zip by Deflate',
      'an entry is left out (a link): "x" – pack the files that the links lead to',
    ]);
  });

  it('is refused where it grows without measure', () => {
    const large = { name: 'a', packed: 1024 * 1024 };
    expect(codes(madeZip([{ ...large, size: 65 * 1024 * 1024 }]))).toEqual(['error zip-too-large']);
    expect(codes(madeZip([{ ...large, size: 64 * 1024 * 1024 }]))).toEqual([]);
    expect(codes(madeZip([{ name: 'a', content: new Uint8Array(2_000_000) }]))).toEqual([
      'error zip-too-large',
    ]);
    const each = { size: 60 * 1024 * 1024, packed: 1024 * 1024 };
    const many = Array.from({ length: 18 }, (_, i) => ({ name: `${i}`, ...each }));
    expect(codes(madeZip(many))).toEqual(['error zip-too-large']);
    expect(codes(madeZip(many.slice(0, 17)))).toEqual([]);
    const crowd = Array.from({ length: 3 }, (_, i) => ({ name: `${i}` }));
    const bounds = { entries: 2, entry: 10, total: 10, ratio: 10 };
    expect(zipFiles(madeZip(crowd), 'a.zip', bounds).problems[0].code).toBe('zip-too-large');
  });

  it('is refused where it is cut off, anywhere', () => {
    const whole = zipOf({ a: 'A', b: long });
    for (let length = 0; length < whole.length; length += 7) {
      expect(codes(whole.slice(0, length)), `${length}`).toEqual(['error zip-broken']);
    }
  });

  it('has entries that are damaged, which are not read', () => {
    const entries: MadeEntry[] = [
      { name: 'crc', content: 'text', crc: 7 },
      { name: 'short', content: 'text', size: 3 },
      { name: 'long', content: 'text', size: 5 },
      { name: 'elsewhere', content: 'text', at: 1_000_000 },
      { name: 'not-local', content: 'text', at: 3 },
      { name: 'over', content: 'text', packed: 100_000 },
      { name: 'noise', content: new Uint8Array(50).fill(255), method: 8, stored: true },
      // Grows without end beyond its size.
      { name: 'bomb', content: new Uint8Array(10_000_000), size: 900_000 },
      { name: 'good', content: 'text' },
    ];
    const { value: zip, problems } = zipFiles(madeZip(entries), 'a.zip');
    expect(problems).toEqual([]);
    const names = entries.map(({ name }) => name);
    expect(names.filter((name) => zip?.read(name) !== undefined)).toEqual(['good']);
    expect(zip?.damaged()).toEqual(names.slice(0, -1));
  });

  it('never gives what was not packed, whatever is done to its bytes', () => {
    const contents = { 'a.urdf': 'A'.repeat(300), 'b/c.stl': 'C'.repeat(50) };
    const honest = zipOf(contents);
    const wanted = new Set(Object.values(contents));
    let state = 1;
    const chance = (below: number): number => {
      state = (Math.imul(state, 48271) >>> 0) % 0x7fffffff;
      return state % below;
    };
    for (let i = 0; i < 1500; i++) {
      const bytes = honest.slice();
      for (let n = 0; n <= chance(3); n++) bytes[chance(bytes.length)] = chance(256);
      const { value: zip } = zipFiles(bytes, 'a.zip');
      for (const folder of ['.', 'b']) {
        for (const name of zip?.list(folder) ?? []) {
          const content = textOf(zip?.read(folder === '.' ? name : `${folder}/${name}`));
          if (content !== undefined && content !== '') expect(wanted).toContain(content);
        }
      }
    }
  });
});
