import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Vec3 } from './math/index.js';
import type { MeshOptions, TriangleMesh } from './meshes.js';
import {
  convertMesh,
  extent,
  faceNormal,
  readMesh,
  signedVolume,
  toBinaryStl,
  triangleCount,
  unitSlips,
} from './meshes.js';
import { describe as worded } from './problem/index.js';
import {
  box,
  bytesOf,
  collada,
  everyFormat,
  type Made,
  obj,
  sphere,
  tetrahedron,
  textStl,
} from './robot/mesh/made.test.helper.js';

function mesh(bytes: Uint8Array, file: string, options: Omit<MeshOptions, 'file'> = {}): TriangleMesh {
  const { value, problems } = readMesh(bytes, { file, ...options });
  if (value === undefined) throw new Error(problems.map(worded).join('\n'));
  return value;
}

function codes(bytes: Uint8Array | string, file: string, options: Omit<MeshOptions, 'file'> = {}): string[] {
  const given = typeof bytes === 'string' ? bytesOf(bytes) : bytes;
  const { value, problems } = readMesh(given, { file, ...options });
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(value === undefined).toBe(errors.length > 0);
  return problems.map(({ code, where }) => `${code}${where.line === undefined ? '' : `:${where.line}`}`);
}

function corners({ positions }: TriangleMesh): string[] {
  return Array.from({ length: positions.length / 3 }, (_, i) =>
    [...positions.subarray(3 * i, 3 * i + 3)].map((x) => x.toFixed(5)).join(' '),
  );
}

/** Sum of the areas of all triangles. */
function areaOf(mesh: TriangleMesh): number {
  let area = 0;
  for (let at = 0; at < mesh.positions.length; at += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = mesh.positions.subarray(at, at + 9);
    const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
    area += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return area;
}

const spies = ['log', 'debug', 'info', 'warn', 'error'] as const;
beforeEach(() => {
  for (const name of spies) vi.spyOn(console, name);
});
afterEach(() => {
  for (const name of spies) expect(console[name]).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

describe('a mesh', () => {
  const bodies: readonly (readonly [string, Made, number, Vec3<number>])[] = [
    ['tetrahedron', tetrahedron, 1 / 6, [1, 1, 1]],
    ['box', box(0.1, 0.2, 0.3), 0.006, [0.1, 0.2, 0.3]],
  ];
  it.each(bodies)('of every format is the same %s', (_, made, volume, size) => {
    const all = [...everyFormat(made)].map(([file, bytes]) => mesh(bytes, file));
    for (const each of all) {
      expect(signedVolume(each)).toBeCloseTo(volume, 8);
      for (const [i, x] of size.entries()) expect(extent(each).size[i]).toBeCloseTo(x, 7);
      expect(corners(each).sort()).toEqual(corners(all[0]).sort());
    }
  });

  it('of concave polygons is cut along them: an L, whose triangles have its area in any attitude and from any corner', () => {
    const outline = [
      [0, 0],
      [3, 0],
      [3, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ];
    for (const attitude of [0, 1, 2]) {
      for (let start = 0; start < 6; start++) {
        for (const mirrored of [false, true]) {
          const order = outline.map((_, i) => (start + i) % 6);
          const point = ([x, y]: number[]) => [0, 1, 2].map((i) => [x, y, 0.1 * (x + y)][(i + attitude) % 3]);
          const made = {
            vertices: outline.map(point),
            polygons: [mirrored ? order.reverse() : order],
          } as unknown as Made;
          for (const [file, bytes] of everyFormat(made)) {
            if (file.toLowerCase().endsWith('stl')) continue;
            const cut = mesh(bytes, file);
            expect(triangleCount(cut)).toBe(4);
            const normals = [0, 1, 2, 3].map((i) =>
              faceNormal(cut, i)
                .map((x) => x.toFixed(4))
                .join(' '),
            );
            expect(new Set(normals).size, `${file} ${attitude} ${start}`).toBe(1);
            // The axis that leans most towards the normal; permuting axes in a circle keeps the winding.
            expect(faceNormal(cut, 0)[(5 - attitude) % 3] > 0).toBe(!mirrored);
            expect(areaOf(cut)).toBeCloseTo(4 * Math.sqrt(1 + 0.02), 5);
          }
        }
      }
    }
    // One that crosses itself cannot be cut, and is a fan.
    const bow = {
      vertices: [
        [0, 0, 0],
        [1, 1, 0],
        [1, 0, 0],
        [0, 2, 0],
      ],
      polygons: [[0, 1, 2, 3]],
    } as unknown as Made;
    expect(triangleCount(mesh(bytesOf(obj(bow)), 'a.obj'))).toBe(2);
  });

  it('of a ball fills it, the better the finer it is', () => {
    const ball = (4 / 3) * Math.PI * 0.05 ** 3;
    for (const [file, bytes] of everyFormat(sphere(0.05, 40, 80))) {
      const missing = 1 - signedVolume(mesh(bytes, file)) / ball;
      expect(missing).toBeGreaterThan(0);
      expect(missing).toBeLessThan(0.005);
      for (const x of [...extent(mesh(bytes, file)).lower]) expect(x).toBeCloseTo(-0.05, 3);
    }
  });

  it('that is mirrored keeps its outside: volume +1/6, slanted normal (1, −1, 1)/√3', () => {
    for (const [file, bytes] of everyFormat(tetrahedron)) {
      const mirrored = mesh(bytes, file, { scale: [1, -1, 1] });
      expect(signedVolume(mirrored)).toBeCloseTo(1 / 6, 9);
      const slanted = faceNormal(mirrored, 3);
      for (const [i, x] of [1, -1, 1].entries()) expect(slanted[i]).toBeCloseTo(x / Math.sqrt(3), 7);
      expect(extent(mirrored).lower).toEqual([0, -1, 0]);
    }
  });

  it('has the unit of its file first, then its up axis, then the scale of the robot file', () => {
    const first = (
      corner: readonly [number, number, number],
      unit: string,
      axis: string,
      options: object,
    ) => {
      const made: Made = { vertices: [corner, [0, 0, 0], [0, 1, 0]], polygons: [[0, 1, 2]] };
      const { positions } = mesh(bytesOf(collada(made, { unit, axis })), 'a.dae', options);
      return [...positions].slice(0, 3).map((x) => Number(x.toFixed(6)) + 0);
    };
    expect(first([10, 0, 0], '0.01', 'Z_UP', { scale: [2, 2, 2] })).toEqual([0.2, 0, 0]);
    expect(first([100, 30, 50], '0.001', 'Y_UP', { scale: [2, 3, 4] })).toEqual([0.2, 0.09, 0.2]);
    const applied = { scale: [2, 3, 4], upAxis: 'applied' };
    expect(first([100, 30, 50], '0.001', 'Y_UP', applied)).toEqual([0.2, -0.15, 0.12]);
  });

  it('keeps its outside at any scale, mirrored in none to three axes', () => {
    const factor = fc.double({ min: 0.01, max: 100, noNaN: true });
    const signs = fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(1, -1)));
    const files = [...everyFormat(box(0.5, 0.25, 0.125))];
    fc.assert(
      fc.property(
        fc.tuple(factor, factor, factor),
        signs,
        fc.constantFrom(...files),
        (sizes, sign, [file, bytes]) => {
          const scale = sizes.map((x, i) => x * sign[i]) as unknown as Vec3<number>;
          const scaled = mesh(bytes, file, { scale });
          const volume = 0.5 * 0.25 * 0.125 * sizes[0] * sizes[1] * sizes[2];
          expect(signedVolume(scaled) / volume).toBeCloseTo(1, 5);
          const { lower, upper } = extent(scaled);
          for (const [i, side] of [0.5, 0.25, 0.125].entries()) {
            expect((upper[i] - lower[i]) / (side * sizes[i])).toBeCloseTo(1, 5);
            expect(sign[i] > 0 ? lower[i] : upper[i]).toBeCloseTo(0, 9);
          }
        },
      ),
      { seed: 5, numRuns: 200 },
    );
  });

  it('is written as binary STL and read again, bit for bit', () => {
    for (const [file, bytes] of everyFormat(sphere(0.3, 7, 9))) {
      const read = mesh(bytes, file);
      const written = toBinaryStl(read);
      expect(mesh(written, 'again.stl').positions).toEqual(read.positions);
      expect(convertMesh(bytes, file)).toEqual({ value: written, problems: [] });
      expect(new TextDecoder().decode(written.subarray(0, 5))).not.toBe('solid');
      const view = new DataView(written.buffer);
      for (let i = 0; i < 3; i++)
        expect(view.getFloat32(84 + 4 * i, true)).toBeCloseTo(faceNormal(read, 0)[i], 6);
    }
    expect(convertMesh(bytesOf('no mesh'), 'a.dae').value).toBeUndefined();
  });

  it('of 600 m, and meshes that are all below a centimetre, are in another unit', () => {
    const sized = (scale: number) => {
      const read = mesh(everyFormat(box(120, 80, 600)).get('binary.stl') ?? new Uint8Array(), 'link.stl', {
        scale: [scale, scale, scale],
      });
      return { file: 'link.stl', extent: extent(read) };
    };
    const [problem, ...others] = unitSlips([sized(1), sized(0.001)]);
    expect(others).toEqual([]);
    expect(worded(problem)).toMatch(/^link\.stl: warning: .*600 m.*0\.001 0\.001 0\.001/s);
    expect(unitSlips([sized(0.001)])).toEqual([]);
    expect(unitSlips([sized(1e-6), sized(1e-7)]).map(({ hint }) => hint)).toEqual([
      expect.stringContaining('1000 1000 1000'),
    ]);
    expect(unitSlips([sized(1e-6), sized(0.001)])).toEqual([]);
    expect(unitSlips([])).toEqual([]);
  });

  it('is told by its ending, and refused where that is none', () => {
    expect(codes('', 'a.step')).toEqual(['mesh-format']);
    expect(codes('', 'mesh')).toEqual(['mesh-format']);
    expect(codes('', 'a.obj')).toEqual(['mesh-empty']);
  });

  it('is whole or refused, however its bytes are changed', () => {
    const files = [...everyFormat(tetrahedron)];
    const change = fc.record({
      file: fc.constantFrom(...files),
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      remove: fc.nat(60),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 8 }),
        fc
          .constantFrom(
            '9',
            '-',
            '1e308 ',
            ' nan',
            '#',
            '<',
            '/>',
            '"',
            'solid ',
            'f 1 2 3\n',
            '\\\n',
            '<p>0 1</p>',
            '\0',
          )
          .map(bytesOf),
      ),
      again: fc.nat(3),
    });
    fc.assert(
      fc.property(change, ({ file: [file, bytes], at, remove, insert, again }) => {
        const from = Math.floor(at * bytes.length);
        const parts = [bytes.slice(0, from), insert, bytes.slice(from + remove)];
        for (let i = 0; i < again; i++) parts.push(insert, bytes.slice(from));
        const changed = Uint8Array.from(parts.flatMap((part) => [...part]));
        const { value, problems } = readMesh(changed, { file });
        const failed = problems.some(({ severity }) => severity === 'error');
        expect(value === undefined).toBe(failed);
        if (value === undefined) return;
        expect(value.positions.length % 9).toBe(0);
        expect(value.positions.length).toBeGreaterThan(0);
        expect([...value.positions].every(Number.isFinite)).toBe(true);
        expect([...(value.normals ?? [])].every(Number.isFinite)).toBe(true);
        expect(value.normals?.length ?? value.positions.length).toBe(value.positions.length);
      }),
      { seed: 11, numRuns: 4000 },
    );
  });

  it('is bounded in bytes and triangles', () => {
    for (const [file, bytes] of everyFormat(tetrahedron)) {
      expect(codes(bytes, file, { bounds: { bytes: 50 } })).toEqual(['mesh-too-large']);
      expect(codes(bytes, file, { bounds: { triangles: 3 } })).toEqual(['mesh-too-large']);
      expect(codes(bytes, file, { bounds: { triangles: 4 } })).toEqual([]);
    }
  });

  it('has no corner that is nowhere', () => {
    for (const bad of [Number.NaN, Infinity, -Infinity, 1e39]) {
      const bytes = everyFormat(tetrahedron).get('binary.stl') ?? new Uint8Array();
      new DataView(bytes.buffer).setFloat32(84 + 50 + 12 + 8, bad, true);
      const { problems } = readMesh(bytes, { file: 'a.stl' });
      expect(problems.map(worded)).toEqual([expect.stringMatching(/triangle 2 .*\[mesh-not-finite\]/)]);
    }
    for (const text of ['nan', 'inf', '1e999', '0,5', '0x1']) {
      const made = {
        ...tetrahedron,
        vertices: [...tetrahedron.vertices.slice(0, 3), [text, 0, 1]],
      } as unknown as Made;
      expect(codes(textStl(made), 'a.stl')).toEqual(['stl-malformed:13']);
      expect(codes(obj(made), 'a.obj')).toEqual(['obj-malformed:6']);
      expect(codes(collada(made), 'a.dae')).toEqual(['collada-numbers:5']);
    }
    for (const [file, bytes] of everyFormat(tetrahedron)) {
      expect(codes(bytes, file, { scale: [1e300, 1, 1] })).toEqual(['mesh-not-finite']);
    }
  });

  it('has the normals of its file, turned with it', () => {
    const text = [
      ...['v 0 0 0', 'v 1 0 0', 'v 0 1 0', 'v 0 0 1', 'vn 0 0 2', 'vn 1 1 1'],
      ...['f 1//1 2//1 3//1', 'f 2//2 3//2 4//2'],
    ].join('\n');
    const plain = mesh(bytesOf(text), 'a.obj');
    const third = 1 / Math.sqrt(3);
    expect([...(plain.normals ?? [])].slice(0, 3)).toEqual([0, 0, 1]);
    expect(plain.normals?.[9]).toBeCloseTo(third, 6);
    const scaled = mesh(bytesOf(text), 'a.obj', { scale: [1, -2, 1] });
    // Of the plane through (1, 0, 0), (0, −2, 0), (0, 0, 1).
    const [x, y, z] = [...(scaled.normals ?? [])].slice(9);
    const length = Math.sqrt(1 + 0.25 + 1);
    expect(x).toBeCloseTo(1 / length, 6);
    expect(y).toBeCloseTo(-0.5 / length, 6);
    expect(z).toBeCloseTo(1 / length, 6);
    expect(Math.abs(faceNormal(scaled, 1)[1])).toBeCloseTo(0.5 / length, 6);
    expect(mesh(bytesOf('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3'), 'a.obj').normals).toBeUndefined();
    const flat = mesh(bytesOf(text.replace('vn 0 0 2', 'vn 0 0 0')), 'a.obj');
    expect([...(flat.normals ?? [])].slice(0, 3)).toEqual([0, 0, 0]);
  });
});

describe('STL', () => {
  const whole = (): Uint8Array => everyFormat(tetrahedron).get('binary.stl') ?? new Uint8Array();

  it('that is cut off, runs on or is none is told by its length', () => {
    for (const cut of [0, 1, 83, 84, 100, whole().length - 1]) {
      expect(codes(whole().subarray(0, cut), 'a.stl')).toEqual(['stl-truncated']);
    }
    const longer = new Uint8Array(whole().length + 7);
    longer.set(whole());
    expect(codes(longer, 'a.stl')).toEqual(['stl-trailing']);
    expect(signedVolume(mesh(longer, 'a.stl'))).toBeCloseTo(1 / 6, 8);
    expect(codes('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 123456\n', 'a.stl')).toEqual(
      ['stl-truncated'],
    );
    const huge = whole();
    new DataView(huge.buffer).setUint32(80, 0xffffffff, true);
    expect(codes(huge, 'a.stl')).toEqual(['stl-truncated']);
    const none = whole().slice(0, 84);
    new DataView(none.buffer).setUint32(80, 0, true);
    expect(codes(none, 'a.stl')).toEqual(['mesh-empty']);
  });

  it('as text may be in capitals, in several solids, with names of its own words and normals of none', () => {
    const text = textStl(tetrahedron, 'endsolid facet')
      .toUpperCase()
      .replaceAll('NORMAL 0 0 0', 'normal -nan(ind) nan 0');
    const two = mesh(bytesOf(`\ufeff ${text}\r\n${text}`), 'a.stl');
    expect(triangleCount(two)).toBe(8);
    expect(signedVolume(two)).toBeCloseTo(1 / 3, 8);
  });

  it('as text is whole, or the fault is told with its line', () => {
    const text = textStl(tetrahedron);
    const faults: readonly (readonly [string, string, string])[] = [
      ['endsolid made\n', '', 'stl-malformed:30'],
      ['  facet', '  facett', 'stl-malformed:2'],
      ['endloop', 'vertex 0 0 0', 'stl-malformed:7'],
      ['outer loop', 'outer', 'stl-malformed:4'],
      ['vertex 1 0 0', 'vertex 1 0', 'stl-malformed:7'],
      ['vertex 1 0 0', 'vertex 1 0 0x', 'stl-malformed:6'],
    ];
    for (const [from, to, code] of faults) expect(codes(text.replace(from, to), 'a.stl'), to).toEqual([code]);
    expect(codes('solid nothing\nendsolid nothing\n', 'a.stl')).toEqual(['mesh-empty']);
    for (let cut = 6; cut < text.length - 20; cut += 7) {
      expect(codes(text.slice(0, cut), 'a.stl')[0]).toMatch(/^stl-malformed/);
    }
  });

  it('as text of a million words takes no more than one pass', () => {
    for (const word of ['solid ', 'facet ', 'solid\n', 'vertex 1 1 1\n', 'facet normal 0 0 0\n']) {
      expect(codes(`solid\n${word.repeat(300_000)}`, 'a.stl')[0]).toMatch(/^(stl-malformed|mesh-empty)/);
    }
  });
});

describe('OBJ', () => {
  it('has polygons of any number of corners, comments, long lines and textures', () => {
    const text = `# a prism\r\nv 0 0 0 # corner\r\nv 1 0 0 1.0 0.5 0.5\nv 1 1 0\nv 0.5 \\\n 1.5 0\nv 0 1 0\nv 0.5 0.5 1\nvt 0 0\n
s off\nf 5/1 4/1 3/1 2/1 1/1\nf -6/1/ -5/1 -1/1\nf 2 3 6\nf 3 4 6\nf 4 5 6\nf 5 1 6\n`;
    const prism = mesh(bytesOf(text), 'a.obj');
    expect(triangleCount(prism)).toBe(8);
    expect(signedVolume(prism)).toBeCloseTo(1.25 / 3, 8);
  });

  it('may name vertices before they stand there', () => {
    const { vertices, polygons } = tetrahedron;
    const faces = polygons.map((p) => `f ${p.map((i) => i + 1).join(' ')}`);
    const text = [...faces, ...vertices.map((v) => `v ${v.join(' ')}`)].join('\n');
    expect(signedVolume(mesh(bytesOf(text), 'a.obj'))).toBeCloseTo(1 / 6, 8);
  });

  it('names only what is there', () => {
    const text = obj(tetrahedron);
    for (const index of ['0', '5', '-5', '1000000000', '99999999999999999999', '-1000000000']) {
      expect(codes(text.replace('f 1 3 2', `f 1 ${index} 2`), 'a.obj'), index).toEqual(['mesh-index:9']);
    }
    expect(codes(text.replace('f 1 3 2', 'f 1//1 3 2'), 'a.obj')).toEqual(['mesh-index:9']);
    const { problems } = readMesh(bytesOf(text.replace('f 1 3 2', 'f 1 -7 2')), { file: 'a.obj' });
    expect(worded(problems[0])).toContain('got -7');
  });

  it('is refused with the line of each fault, and warned about once where something is left out', () => {
    const text = obj(tetrahedron);
    for (const bad of ['f 1 2', 'f 1 2 x', 'f 1 2 3.5', 'f', 'f 1/2/3/4 2 3', 'v 1 2', 'vn 1 a 0']) {
      expect(codes(`${text}${bad}\n`, 'a.obj')[0], bad).toBe('obj-malformed:13');
    }
    expect(codes(`${text}l 1 2\np 1\nl 2 3\ncurv 0 1\nspline 4\nspline 5\n`, 'a.obj')).toEqual([
      'obj-left-out:13',
      'obj-statement:17',
    ]);
    expect(codes(`v 1 2\nv 1 a 0\n${text}f 1 2`, 'a.obj').length).toBe(3);
  });
});
