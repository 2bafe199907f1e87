/** Numbers and markup as people and programs write them. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { formatNumber } from 'pliant/math';
import { writeUrdf } from 'pliant/robot';
import { checkout } from '../folders.js';
import {
  codes,
  jointOf,
  jointText,
  limitText,
  linkText,
  pairText,
  read,
  robotOf,
  robotText,
} from '../urdf-text.js';
import { type Case, kind, near, onlyOf, within } from './case.js';

/** What a mass is when it is read, and that a comma in its place is refused with the right spelling. */
function pointNotComma(value: number): void {
  const text = (written: string) =>
    robotText(
      linkText('a'),
      `<link name="b"><inertial><mass value="${written}"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>`,
      jointText('j', 'a', 'b'),
    );
  const robot = robotOf(text(String(value)));
  equal(robot.links[1].inertial?.mass, value);
  const saved = writeUrdf(robot).value ?? '';
  equal(robotOf(saved).links[1].inertial?.mass, value);
  for (const printed of [saved, formatNumber(value)])
    equal(/\d[,'’\u00a0\u202f]\d/.test(printed), false, printed);
  if (!/^\d+\.\d+$/.test(String(value))) return;
  const comma = String(value).replace('.', ',');
  const outcome = read(text(comma));
  equal(outcome.value, undefined);
  const problem = onlyOf(outcome, 'number-malformed');
  equal(problem.got, `"${comma}"`);
  ok(problem.hint?.includes(String(value)), problem.hint);
}

/** Every source of the toolkit and of the command, that none prints by the locale of the process. */
function noLocales(): void {
  for (const folder of ['toolkit/src', 'command/src'])
    for (const file of readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const text = readFileSync(join(checkout, folder, file), 'utf8');
      equal(/toLocale(?:Date|Time|)String|Intl\s*\./.test(text), false, file);
    }
}

const attributes = ['xyz', 'rpy'] as const;

function vectorIsRefused(written: string, lines = 0): void {
  for (const attribute of attributes) {
    const inside = `${'\n'.repeat(lines)}<origin ${attribute}="${written}"/>${limitText}`;
    const outcome = read(pairText(inside));
    equal(outcome.value, undefined);
    const { severity, where } = onlyOf(outcome, 'number-malformed');
    equal(severity, 'error');
    deepEqual([where.path, where.name, where.line], [`origin.${attribute}`, 'joint "j"', 5 + lines]);
  }
}

function vectorIsTaken(written: string, wanted: readonly number[]): void {
  near(jointOf(pairText(`<origin xyz="${written}"/>${limitText}`)).origin.position, wanted, 0);
}

function prefixUnbound(text: string, prefix: string, line: number): void {
  const outcome = read(text);
  equal(outcome.value?.links.length, 1);
  const problem = onlyOf(outcome, 'xml-prefix-unbound');
  deepEqual([problem.severity, problem.where.line], ['warning', line]);
  match(problem.message, new RegExp(`\\b${prefix}\\b`));
}

/** Three entries of which one is no number, or too few, or too many, or parted by what does not part. */
const malformed: fc.Arbitrary<string> = fc
  .record({
    entries: fc.tuple(within(9), within(9), within(9)),
    at: fc.constantFrom(0, 1, 2),
    fault: fc.oneof(
      fc.constantFrom(
        'nan',
        'NaN',
        'inf',
        '-Infinity',
        'x',
        '1.2.3',
        '0x1f',
        '1e',
        '--1',
        '1_000',
        '1e999',
        '½',
      ),
      fc.constantFrom('comma', 'commas', 'semicolons', 'short', 'long', 'empty', 'unit'),
    ),
  })
  .map(({ entries, at, fault }) => {
    const texts = entries.map(String);
    if (fault === 'empty') return ' '.repeat(at);
    if (fault === 'short') return texts.slice(at === 0 ? 1 : 0, at === 0 ? 3 : at).join(' ');
    if (fault === 'long') return [...texts, '0'].join(' ');
    if (fault === 'commas') return texts.join(',');
    if (fault === 'semicolons') return texts.join('; ');
    const wrong = fault === 'comma' ? '0,5' : fault === 'unit' ? '1m' : fault;
    return texts.map((text, i) => (i === at ? wrong : text)).join(' ');
  });

const white = fc.stringMatching(/^[ \t]{0,3}$/);

export const textCases: readonly Case[] = [
  kind(
    'a number has a point whatever the locale, read and printed',
    () => {
      pointNotComma(0.5);
      pointNotComma(1000);
      noLocales();
    },
    fc.oneof(
      fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 1, max: 1e7 }).map((x) => x / 1000),
    ),
    pointNotComma,
  ),
  kind(
    'malformed vectors are errors with element, attribute and line, never zeros',
    () => {
      for (const written of ['', '1 2', '1 2 x', '1,2,3', 'nan 0 0']) vectorIsRefused(written);
    },
    fc.tuple(malformed, fc.nat(5)),
    ([written, lines]) => vectorIsRefused(written, lines),
  ),
  kind(
    'white space parts the entries of a vector, however much; a missing one is zero',
    () => {
      vectorIsTaken(' 1  2 3 ', [1, 2, 3]);
      near(jointOf(pairText(limitText)).origin.position, [0, 0, 0], 0);
      deepEqual(codes(read(pairText(limitText))), []);
    },
    fc.tuple(fc.tuple(within(1e6), within(1), within(1e-6)), fc.tuple(white, white, white, white)),
    ([entries, [before, a, b, after]]) =>
      vectorIsTaken(`${before}${entries[0]} ${a}${entries[1]}${b} ${entries[2]}${after}`, entries),
  ),
  kind(
    'a prefix that nothing declares empties no robot',
    () =>
      prefixUnbound(
        '<robot name="r"><link name="a"/><gazebo><sensor:camera name="c"/></gazebo></robot>',
        'sensor',
        1,
      ),
    fc.record({
      prefix: fc.stringMatching(/^[a-z][a-z0-9]{1,7}$/).filter((x) => !/^x(?:ml|acro)/.test(x)),
      name: fc.stringMatching(/^[a-z]{1,8}$/),
      around: fc.constantFrom('gazebo', 'transmission', 'ros2_control', ''),
      lines: fc.nat(4),
    }),
    ({ prefix, name, around, lines }) => {
      const element = `<${prefix}:${name} name="c"/>`;
      const inside = around === '' ? element : `<${around}>${element}</${around}>`;
      const text = `<robot name="r"><link name="a"/>${'\n'.repeat(lines)}${inside}</robot>`;
      prefixUnbound(text, prefix, 1 + lines);
    },
  ),
];
