/** Good files, spoilt at random: no crash, no hang, no number that is not finite, never half a robot. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jointText, limitText, linkText, read, robotText } from '../../../checks/urdf-text.js';
import type { Outcome } from '../problem/index.js';
import type { Robot } from './robot.js';

const good = robotText(
  '<material name="m"><color rgba="1 0.5 0 1"/></material>',
  linkText(
    'base',
    2,
    '<visual><origin xyz="0 0 0.1" rpy="0 0.3 0"/><geometry><box size="0.2 0.2 0.2"/></geometry><material name="m"/></visual>',
  ),
  linkText('arm', 1.5, '<collision><geometry><cylinder radius="0.1" length="0.3"/></geometry></collision>'),
  linkText(
    'slide',
    0.7,
    '<visual><geometry><mesh filename="package://p/a.stl" scale="0.001 0.001 0.001"/></geometry></visual>',
  ),
  linkText('finger', 0.1),
  linkText('tip', 0),
  jointText(
    'turn',
    'base',
    'arm',
    `<origin xyz="0 0 0.3" rpy="1.5707963267948966 0 0"/><axis xyz="0 0 1"/>${limitText}<dynamics damping="0.5" friction="0.1"/>`,
  ),
  jointText(
    'push',
    'arm',
    'slide',
    `<origin xyz="0.1 0.2 0.3"/><axis xyz="1 0 0"/>${limitText}`,
    'prismatic',
  ),
  jointText(
    'grip',
    'slide',
    'finger',
    `<axis xyz="0 1 0"/>${limitText}<mimic joint="push" multiplier="-2" offset="0.1"/>`,
  ),
  jointText('end', 'finger', 'tip', '<origin xyz="0 0 0.05"/>', 'fixed'),
  '<transmission name="t"><joint name="turn"/></transmission>',
  '<!-- the end -->',
);

/** Whatever comes out is a refusal with an error, or a robot that is whole. */
function expectWhole(outcome: Outcome<Robot>): void {
  const errors = outcome.problems.filter((p) => p.severity === 'error');
  for (const problem of outcome.problems) {
    expect(problem.where.file).toBe('r.urdf');
    expect(problem.message).not.toMatch(/undefined|NaN|\[object/);
  }
  const robot = outcome.value;
  if (robot === undefined) {
    expect(errors.length).toBeGreaterThan(0);
    return;
  }
  expect(errors).toEqual([]);
  const check = (value: unknown): void => {
    if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) check(inner);
  };
  check(robot);
  // One tree that reaches every link, joined by joints between links that are there.
  const parent = new Map(robot.joints.map((joint) => [joint.child, joint.parent]));
  expect(parent.size).toBe(robot.joints.length);
  expect(robot.links.length).toBe(robot.joints.length + 1);
  expect(new Set(robot.links.map((link) => link.name)).size).toBe(robot.links.length);
  for (const { name } of robot.links) {
    let at = name;
    for (let steps = 0; parent.has(at) && steps <= robot.links.length; steps++) at = parent.get(at) ?? '';
    expect(at).toBe(robot.roots[0].link);
  }
  for (const joint of robot.joints) {
    const [x, y, z] = joint.axis;
    expect(x * x + y * y + z * z).toBeCloseTo(1, 12);
    if (joint.limits?.lower !== undefined && joint.limits.upper !== undefined)
      expect(joint.limits.lower).toBeLessThanOrEqual(joint.limits.upper);
    const master = robot.joints.find((other) => other.name === joint.mimic?.joint);
    if (joint.mimic !== undefined)
      expect([master?.mimic, master?.type === 'fixed']).toEqual([undefined, false]);
  }
  for (const { inertial } of robot.links) {
    if (inertial !== undefined)
      expect(Math.min(inertial.mass, ...inertial.inertia.slice(0, 3))).toBeGreaterThanOrEqual(0);
  }
}

const runs = { seed: 42, numRuns: 400 };
const places = fc.nat(good.length);

describe('a spoilt robot file', () => {
  it('was good', () => {
    expect(read(good).problems).toEqual([]);
    expectWhole(read(good));
  });

  it('with bytes changed', () => {
    const bytes = new TextEncoder().encode(good);
    fc.assert(
      fc.property(fc.array(fc.tuple(places, fc.nat(255)), { minLength: 1, maxLength: 4 }), (changes) => {
        const spoilt = bytes.slice();
        for (const [at, byte] of changes) spoilt[at % spoilt.length] = byte;
        expectWhole(read(spoilt));
      }),
      runs,
    );
  });

  it('cut off, or with a piece missing or doubled', () => {
    fc.assert(
      fc.property(places, fc.nat(120), fc.constantFrom('cut', 'drop', 'double', 'end'), (at, length, how) => {
        const piece = good.slice(at, at + length);
        if (how === 'end') {
          const outcome = read(good.slice(0, at));
          if (!good.slice(at).trimStart().startsWith('<!--') && at < good.lastIndexOf('</robot>') + 8)
            expect(outcome.value).toBeUndefined();
          return expectWhole(outcome);
        }
        const spoilt =
          how === 'cut'
            ? good.slice(at)
            : how === 'drop'
              ? good.slice(0, at) + good.slice(at + length)
              : good.slice(0, at) + piece + good.slice(at);
        expectWhole(read(spoilt));
      }),
      runs,
    );
  });

  it('with elements dropped, doubled or moved', () => {
    const lines = good.split('\n');
    const tags = [...good.matchAll(/<(\w+)[^<>]*\/>/g)].map((m) => [m.index, m[0]] as const);
    fc.assert(
      fc.property(
        fc.nat(tags.length - 1),
        fc.nat(tags.length - 1),
        fc.constantFrom('drop', 'double', 'swap', 'line'),
        (i, j, how) => {
          const [at, tag] = tags[i];
          const [to, other] = tags[j];
          if (how === 'line') {
            const moved = [...lines];
            moved.splice(2 + (j % (lines.length - 4)), 0, ...moved.splice(2 + (i % (lines.length - 4)), 1));
            return expectWhole(read(moved.join('\n')));
          }
          const without = good.slice(0, at) + good.slice(at + tag.length);
          if (how === 'drop') return expectWhole(read(without));
          if (how === 'double') return expectWhole(read(good.slice(0, at) + tag + good.slice(at)));
          const [first, second] =
            at < to
              ? [[at, tag, other] as const, [to, other, tag] as const]
              : [[to, other, tag] as const, [at, tag, other] as const];
          if (first[0] === second[0]) return;
          expectWhole(
            read(
              good.slice(0, first[0]) +
                first[2] +
                good.slice(first[0] + first[1].length, second[0]) +
                second[2] +
                good.slice(second[0] + second[1].length),
            ),
          );
        },
      ),
      runs,
    );
  });

  it('with attribute values of every kind', () => {
    const values = [...good.matchAll(/="([^"]*)"/g)].map((m) => [m.index + 2, m[1]] as const);
    const names = [
      'base',
      'arm',
      'slide',
      'turn',
      'push',
      'grip',
      'fixed',
      'planar',
      'floating',
      'continuous',
      '__proto__',
      'constructor',
      '',
    ];
    const value = fc.oneof(
      fc.constantFrom(
        'nan',
        'inf',
        '-1',
        '0',
        '1e308 1e308 1e308',
        '-1e308',
        '1e-320',
        '1 2',
        '1 2 3 4',
        '1,5',
        '${'.concat('x}'),
        '0x10',
        '&#0;',
        '&amp;',
        '<',
        '&quot;];process.exit()//',
        '*/',
      ),
      fc.constantFrom(...names),
      fc.double().map(String),
      fc.tuple(fc.double(), fc.double(), fc.double()).map((v) => v.join(' ')),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(values.length - 1), value), { minLength: 1, maxLength: 3 }),
        (changes) => {
          let spoilt = good;
          for (const [i, text] of [...new Map(changes)].sort((a, b) => b[0] - a[0])) {
            const [at, old] = values[i];
            spoilt = spoilt.slice(0, at) + text + spoilt.slice(at + old.length);
          }
          expectWhole(read(spoilt));
        },
      ),
      { seed: 43, numRuns: 1500 },
    );
  });

  it('of anything at all', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 200 })),
        (source) => {
          expectWhole(read(source));
        },
      ),
      runs,
    );
  });
});
